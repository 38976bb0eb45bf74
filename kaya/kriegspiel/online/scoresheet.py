"""What the scoresheet of a player at kriegspiel.org says, in the words of our umpire."""

import re
from typing import Any

from ..rules.rule_sets import RULE_SETS, RuleSet
from ..rules.squares import ASKING, BLACK, WHITE

THEIR_NAMES = {name: {"icc": "wild16"}.get(name, name.replace("-", "_")) for name in RULE_SETS}
OUR_NAMES = {theirs: name for name, theirs in THEIR_NAMES.items()}
SIDES = {"white": WHITE, "black": BLACK}
SAID = {
    "Illegal move": "illegal",
    "Move complete": "moved",
    "Has pawn captures": "yes, a pawn can capture",
    "No pawn captures": "no pawn can capture",
    "Promotion": "promotion",
    "Check on rank": "rank check",
    "Check on file": "file check",
    "Check on long diagonal": "long-diagonal check",
    "Check on short diagonal": "short-diagonal check",
    "Check by knight": "knight check",
    "Double check": "",  # which two, it says next
    "Checkmate — White wins": "checkmate",
    "Checkmate — Black wins": "checkmate",
    "Stalemate — White wins": "stalemate, which loses",
    "Stalemate — Black wins": "stalemate, which loses",
    "Draw by stalemate": "stalemate",
    "Draw by insufficient material": "insufficient material",
    "Draw by too many reversible moves": "fifty moves",
}
CAPTURES = {
    "Capture done at ([A-H][1-8])": "moved; capture at {}",
    "Pawn captured at ([A-H][1-8])": "moved; pawn at {} captured",
    "Piece captured at ([A-H][1-8])": "moved; piece at {} captured",
    "En passant capture at ([A-H][36])": "moved; capture at {} en passant",
}
OF_THE_TURN = {"No pawn captures": "", "Has pawn capture": "pawn tries"}
COUNTED = re.compile(r"\d+ pawn (?:try|tries)")
FROM = re.compile(r"Pawn (?:try|tries) from ([A-H][1-8](?:, [A-H][1-8])*)")


def lines(scoresheet: Any, side: int, rules: RuleSet) -> list[str]:
    """All that this side has heard, as a program outside would hear it (see `protocol`). ValueError if the scoresheet
    is not one."""
    said: list[str] = []
    turn_began = 0
    try:
        for turn in scoresheet["turns"]:
            for colour, who in SIDES.items():
                for entry in turn[colour]:
                    if entry["kind"] == "status":
                        if said and (who == side or rules.tries_to_both):
                            said[-1] = _joined([said[-1], _of_the_turn(entry["messages"])])
                        continue
                    line = _line(entry, who == side)
                    if line.endswith(": illegal") and line in said[turn_began:]:
                        continue  # it was tried twice
                    said.append(line)
                    if "moved" in line:
                        turn_began = len(said)
    except (KeyError, TypeError, AttributeError):
        raise ValueError("The scoresheet has another form than that of kriegspiel.org.") from None
    return said


def _line(entry: dict[str, Any], own: bool) -> str:
    """One entry: an own try, or what is heard of the opponent's."""
    words = _joined([_translated(message) for message in entry["messages"]])
    if not own:
        return words
    name = ASKING if entry["question_type"] == "ASK_ANY" else entry["move_uci"].lower()
    return f"{name}: {words}"


def _translated(message: str) -> str:
    if message in SAID:
        return SAID[message]
    for pattern, words in CAPTURES.items():
        if found := re.fullmatch(pattern, message):
            return words.format(found[1].lower())
    raise ValueError(f"{message[:40]!r} is nothing that an umpire says.")


def _of_the_turn(messages: list[str]) -> str:
    """What is said of the pawn tries of the turn that begins."""
    (message,) = messages
    if message in OF_THE_TURN:
        return OF_THE_TURN[message]
    if COUNTED.fullmatch(message):
        return message
    if found := FROM.fullmatch(message):
        return f"pawn tries from {found[1].lower().replace(',', '')}"
    raise ValueError(f"{message[:40]!r} is nothing that an umpire says of a turn.")


def _joined(words: list[str]) -> str:
    return "; ".join(filter(None, words))
