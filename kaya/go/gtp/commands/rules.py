"""Commands that say and set the rules."""

import json

from ..engine import Engine
from ..registry import GtpError, command
from ..rules import NAMED, SCORING, Rules


def _set(engine: Engine, rules: Rules) -> None:
    before, engine.rules = engine.rules, rules
    try:
        engine.set_komi(engine.komi)
    except GtpError:
        engine.rules = before
        raise
    engine.position.rules = SCORING[rules.scoring]


@command("kata-get-rules")
def kata_get_rules(engine: Engine) -> str:
    """The rules as a JSON dictionary."""
    return json.dumps(engine.rules.as_json(), separators=(",", ":"))


@command("kata-set-rules", "kgs-rules")
def kata_set_rules(engine: Engine, *rules: str) -> None:
    """Set the rules by a name, as chinese, japanese or tromp-taylor, or by a JSON dictionary."""
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
def kata_set_rule(engine: Engine, rule: str, value: str) -> None:
    """Set one field of the rules."""
    truth = {"true": True, "false": False}
    _set(engine, engine.rules.changed(rule, truth.get(value.lower(), value)))
