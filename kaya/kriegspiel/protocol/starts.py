"""What a player is told before the first move, as the line `new` says it and as the game has it."""

import re
from dataclasses import replace
from typing import Any

from ..rules import BLACK, WHITE, KriegspielPosition, Start
from ..rules.messages import ENDS, MOVED, message_text, parse_message, parse_squares
from ..rules.rule_sets import DEFAULT, find_rules
from ..rules.squares import COLOURS, KING, LETTERS, PAWN, square, square_name

SIDES = {name.lower(): side for side, name in COLOURS.items()}
RIGHTS = {WHITE: "KQ", BLACK: "kq"}
FORM = re.compile(
    r"(?P<side>white|black) men (?P<men>.+) castling (?P<castling>-|[KQkq]{1,2}) enemy (?P<pawns>\d+) (?P<pieces>\d+) "
    r"turn (?P<turn>white|black): (?P<said>.+)"
)
RULES = re.compile(r"(?P<rest>(?:white|black)\b.*?) rules (?P<rules>[\w-]+)(?P<more> men .*|)")


def written(start: Start) -> str:
    """`white`, or with all that is told of another position than the first; and the rule set, if it is not the
    ICC's."""
    side = COLOURS[start.side].lower() + (f" rules {start.rules}" if start.rules != DEFAULT else "")
    if start == KriegspielPosition(rules=start.rules).start_for(start.side):
        return side
    men = " ".join(LETTERS[kind].replace("P", "") + square_name(s) for s, kind in start.pieces)
    kept = "".join(letter for k, letter in enumerate("KQkq") if start.castling >> k & 1)
    return (
        f"{side} men {men} castling {kept or '-'} enemy {start.enemy_pawns} {start.enemy_pieces} "
        f"turn {COLOURS[start.to_move].lower()}: {message_text(start.message | MOVED, start.squares)}"
    )


def read(text: str, rules: str = DEFAULT) -> Start:
    """What `written` wrote; ValueError says what is wrong with it. `rules` is the rule set if none is named."""
    if named := RULES.fullmatch(text):
        rules, text = find_rules(named["rules"]).name, named["rest"] + named["more"]
    if text in SIDES:
        return KriegspielPosition(rules=rules).start_for(SIDES[text])
    found = FORM.fullmatch(text)
    if not found:
        raise ValueError(
            "A game begins with new white, new black, or new white men Ke1 a2 castling - enemy 8 7 turn white: moved."
        )
    side, to_move = SIDES[found["side"]], SIDES[found["turn"]]
    pieces = dict(map(_piece, found["men"].split()))
    if len(pieces) < len(found["men"].split()) or list(pieces.values()).count(KING) != 1:
        raise ValueError("A side has one king, and each of its pieces a square of its own.")
    if not all(letter in RIGHTS[side] for letter in found["castling"].replace("-", "")):
        raise ValueError(f"{COLOURS[side]}'s castling rights are - or some of {RIGHTS[side]}, not {found['castling']}.")
    enemies = int(found["pawns"]), int(found["pieces"])
    if enemies[0] > 8 or sum(enemies) > 15:
        raise ValueError("The opponent has at most 8 pawns, and 15 pieces and pawns without its king.")
    castling = sum(1 << "KQkq".index(letter) for letter in found["castling"].replace("-", ""))
    turn = to_move, int(to_move == BLACK), parse_message(found["said"])
    start = Start(side, *turn, tuple(sorted(pieces.items())), castling, *enemies, rules, parse_squares(found["said"]))
    untold = start.view().untold(start.squares) if side == to_move and not turn[2] & ENDS else 0
    return replace(start, message=start.message | untold)


def _piece(text: str) -> tuple[int, Any]:
    found = re.fullmatch("([NBRQK]?)([a-h][1-8])", text)
    if not found:
        raise ValueError(f"{text[:10]!r} is not a piece: write Ke1, Ra1, and a2 for a pawn.")
    return square(found[2]), LETTERS.index(found[1]) if found[1] else PAWN
