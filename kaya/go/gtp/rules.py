"""Rules in KataGo's words. Kaya plays positional superko and no suicide; three things can be chosen."""

import json
from dataclasses import dataclass, replace
from typing import Any

from ..rules.counting import CHINESE, JAPANESE
from .registry import GtpError

PLAYED = {"tax": "NONE", "suicide": False, "hasButton": False}
SCORING = {"AREA": CHINESE, "TERRITORY": JAPANESE}
BONUSES = {"0": lambda stones: 0, "N": lambda stones: stones, "N-1": lambda stones: max(stones - 1, 0)}


@dataclass(frozen=True)
class Rules:
    """What can be chosen. `friendly_pass`: dead stones may stay on the board; otherwise all that stand are alive."""

    handicap_bonus: str = "0"
    friendly_pass: bool = True
    scoring: str = "AREA"

    def bonus(self, stones: int) -> float:
        """White's compensation for this many handicap stones."""
        return float(BONUSES[self.handicap_bonus](stones))

    def as_json(self) -> dict[str, Any]:
        chosen = {"whiteHandicapBonus": self.handicap_bonus, "friendlyPassOk": self.friendly_pass}
        return {"ko": "POSITIONAL", "scoring": self.scoring, **PLAYED, **chosen}

    def changed(self, field: str, value: Any) -> "Rules":
        """With one of KataGo's fields set; GtpError if that is not what is played."""
        if field == "whiteHandicapBonus" and isinstance(value, str) and value in BONUSES:
            return replace(self, handicap_bonus=value)
        if field == "friendlyPassOk" and isinstance(value, bool):
            return replace(self, friendly_pass=value)
        if field == "scoring" and isinstance(value, str) and value in SCORING:
            return replace(self, scoring=value)
        known = self.as_json()
        if field not in known:
            raise GtpError(f"there is no rule {str(field)[:40]!r}; there are: {', '.join(known)}")
        if known[field] != value:
            choices = {"whiteHandicapBonus": BONUSES, "scoring": SCORING}.get(field)
            played = " or ".join(choices) if choices else json.dumps(known[field])
            raise GtpError(f"{field} {json.dumps(value)[:40]} is not played here: it must be {played}")
        return self


CHINESE, TROMP_TAYLOR = Rules("N", True), Rules("0", False)
NAMED = dict.fromkeys(("chinese", "chinese-kgs", "chinese-ogs"), CHINESE)
NAMED |= {"tromp-taylor": TROMP_TAYLOR, "cgos": TROMP_TAYLOR, "area": Rules()}
NAMED |= dict.fromkeys(("japanese", "korean", "territory"), Rules(scoring="TERRITORY"))
