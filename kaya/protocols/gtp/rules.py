"""Rules over GTP, in KataGo's words. Kaya plays area scoring, positional superko and no suicide; what can be chosen is
White's compensation for handicap stones, and whether dead stones may stay on the board."""

import json
from dataclasses import dataclass, replace
from typing import Any

from .registry import GtpError, command

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
NAMED = {
    "chinese": CHINESE,
    "chinese-kgs": CHINESE,
    "chinese-ogs": CHINESE,
    "tromp-taylor": TROMP_TAYLOR,
    "cgos": TROMP_TAYLOR,
    "area": Rules(),
}


def _set(engine, rules: Rules) -> None:
    before, engine.rules = engine.rules, rules
    try:
        engine.set_komi(engine.komi)
    except GtpError:
        engine.rules = before
        raise


@command("kata-get-rules")
def kata_get_rules(engine):
    """The rules as a JSON dictionary."""
    return json.dumps(engine.rules.as_json(), separators=(",", ":"))


@command("kata-set-rules", "kgs-rules")
def kata_set_rules(engine, *rules: str):
    """Set the rules by a name, as chinese or tromp-taylor, or by a JSON dictionary."""
    text = " ".join(rules)
    if not text.startswith("{"):
        name = text.lower().replace("_", "-")
        if name not in NAMED:
            raise GtpError(f"{text[:40]!r} rules are not played here: give {', '.join(NAMED)} or a JSON dictionary")
        return _set(engine, NAMED[name])
    try:
        fields = json.loads(text)
    except (ValueError, RecursionError):
        raise GtpError("syntax error: this is not a JSON dictionary") from None
    chosen = engine.rules
    for field, value in fields.items():
        chosen = chosen.changed(field, value)
    return _set(engine, chosen)


@command("kata-set-rule")
def kata_set_rule(engine, rule: str, value: str):
    """Set one field of the rules."""
    truth = {"true": True, "false": False}
    _set(engine, engine.rules.changed(rule, truth.get(value.lower(), value)))
