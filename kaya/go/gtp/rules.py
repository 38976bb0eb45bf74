"""Rules in KataGo's words. Kaya plays area scoring, positional superko, no suicide; two things can be chosen."""

import json
from dataclasses import dataclass, replace
from typing import Any

from .registry import GtpError

PLAYED = {"ko": "POSITIONAL", "scoring": "AREA", "tax": "NONE", "suicide": False, "hasButton": False}
BONUSES = {"0": lambda stones: 0, "N": lambda stones: stones, "N-1": lambda stones: max(stones - 1, 0)}


@dataclass(frozen=True)
class Rules:
    """What can be chosen. `friendly_pass`: dead stones may stay on the board; otherwise all that stand are alive."""

    handicap_bonus: str = "0"
    friendly_pass: bool = True

    def bonus(self, stones: int) -> float:
        """White's compensation for this many handicap stones."""
        return float(BONUSES[self.handicap_bonus](stones))

    def as_json(self) -> dict[str, Any]:
        return {**PLAYED, "whiteHandicapBonus": self.handicap_bonus, "friendlyPassOk": self.friendly_pass}

    def changed(self, field: str, value: Any) -> "Rules":
        """With one of KataGo's fields set; GtpError if that is not what is played."""
        if field == "whiteHandicapBonus" and isinstance(value, str) and value in BONUSES:
            return replace(self, handicap_bonus=value)
        if field == "friendlyPassOk" and isinstance(value, bool):
            return replace(self, friendly_pass=value)
        known = self.as_json()
        if field not in known:
            raise GtpError(f"there is no rule {str(field)[:40]!r}; there are: {', '.join(known)}")
        if known[field] != value:
            played = " or ".join(BONUSES) if field == "whiteHandicapBonus" else json.dumps(known[field])
            raise GtpError(f"{field} {json.dumps(value)[:40]} is not played here: it must be {played}")
        return self


CHINESE, TROMP_TAYLOR = Rules("N", True), Rules("0", False)
NAMED = dict.fromkeys(("chinese", "chinese-kgs", "chinese-ogs"), CHINESE)
NAMED |= {"tromp-taylor": TROMP_TAYLOR, "cgos": TROMP_TAYLOR, "area": Rules()}
