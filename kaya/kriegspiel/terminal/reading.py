"""Moves as a player types them, understood by the player's own pieces alone; and how they are written for it."""

import re
from collections.abc import Mapping

from ...terminal.commands import short
from ..rules import View, square, square_name
from ..rules.squares import ANY, ASKING, KINDS, KING, LETTERS, PAWN, move_parts
from ..rules.umpire import MUST_CAPTURE

_WRITTEN = re.compile("([PNBRQK]?)([a-h]?)([1-8]?)[-x:]?([a-h][1-8])(?:=?([NBRQnbrq]))?")
_CASTLING = {"o-o": 2, "oo": 2, "o-o-o": -2, "ooo": -2}


def try_name(kind: int, move: int, capture: bool = False) -> str:
    """A move with both squares, so that it is never ambiguous: `Ng1f3`, `e4xd5`, `e7e8=Q`, `O-O`."""
    source, target, promotion = move_parts(move)
    if kind == KING and abs(source - target) == 2:
        return "O-O" if target > source else "O-O-O"
    letter = "" if kind == PAWN else LETTERS[kind]
    takes = "x" if capture or (kind == PAWN and source & 7 != target & 7) else ""
    becomes = f"={LETTERS[promotion]}" if promotion else ""
    return f"{letter}{square_name(source)}{takes}{square_name(target)}{becomes}"


def own_name(view: View, move: int) -> str:
    """The same for a move of a piece that stands on the board now; or the question."""
    if move == ANY:
        return ASKING
    return try_name(int(view.board.kind_at[move & 63]), move)


def is_move_like(word: str) -> bool:
    """Does it look like a move, possible or not?"""
    return bool(_forms(word))


def read_try(view: View, text: str) -> int:
    """The move that is meant; ValueError says in one sentence why it cannot be tried, or what else is needed."""
    if text.strip().lower() == ASKING:
        return _question(view)
    forms = _forms(text)
    if not forms:
        raise ValueError(f"{short(text)} is not a move: write it as e2e4, e4, Nf3, exd5, O-O or e8=Q.")
    for form in forms:
        if found := _candidates(view, form):
            return _the_only(view, text.strip(), found)
    raise ValueError(_why_not(view, forms[0]))


def _question(view: View) -> int:
    """The question whether any pawn can capture; ValueError if it cannot be asked."""
    if view.rules.pawn_tries != "asked":
        raise ValueError(f"Nobody can ask for pawn tries by the rules of this game ({view.rules.title}).")
    if not view.may_ask:
        raise ValueError("You have asked in this turn.")
    return ANY


def _forms(text: str) -> list[str]:
    """A text as it may be meant: without marks at its end, with other capitals. None if it cannot be a move."""
    bare = re.sub(r"(?i)\s*e\.?p\.?$", "", text.strip()).rstrip("+#!?")
    forms = dict.fromkeys([bare, bare.lower(), bare[:1].upper() + bare[1:].lower()])
    return [form for form in forms if _castling(form) or _WRITTEN.fullmatch(form)]


def _castling(form: str) -> int:
    """How far the king goes to the right, if this means castling."""
    return _CASTLING.get(form.lower().replace("0", "o"), 0)


def _candidates(view: View, form: str) -> list[int]:
    """The tries that could be meant. Those made in vain are among them: who types one again does not mean another."""
    moves, kinds = view.tries() + view.tried, view.board.kind_at
    if way := _castling(form):
        return [m for m in moves if kinds[m & 63] == KING and (m >> 6 & 63) - (m & 63) == way]
    match = _WRITTEN.fullmatch(form)
    assert match is not None, "it looks like a move"
    return [m for m in moves if _fits(m, int(kinds[m & 63]), *match.groups(""))]


def _fits(move: int, kind: int, letter: str, file: str, row: str, goal: str, promotion: str) -> bool:
    source, target, becomes = move_parts(move)
    name = square_name(source)
    if square_name(target) != goal or not name.startswith(file) or not name.endswith(row):
        return False
    if promotion and LETTERS[becomes] != promotion.upper():
        return False
    if letter == "K" and abs(source - target) == 2:
        return False  # castling is written otherwise
    if letter or not (file and row):
        pushed = kind != PAWN or bool(file) or bool(letter) or name[0] == goal[0]
        return kind == (LETTERS.index(letter) if letter else PAWN) and pushed
    return True


def _the_only(view: View, text: str, found: list[int]) -> int:
    if len({m & 0xFFF for m in found}) > 1:
        names = [own_name(view, m) for m in found]
        raise ValueError(f"{short(text)} could be {', '.join(names[:-1])} or {names[-1]}.")
    if len(found) > 1:
        raise ValueError(f"Say what the pawn becomes, as in {own_name(view, found[0])}; N, B and R are the others.")
    if found[0] in view.tried:
        raise ValueError(f"{own_name(view, found[0])} was refused before in this turn.")
    return found[0]


def _why_not(view: View, form: str) -> str:
    """Why nothing of one's own can do this."""
    match = _WRITTEN.fullmatch(form)
    if match is None:
        return "Castling is impossible: king or rook has moved, or a piece of yours stands between them."
    letter, file, row, goal, promotion = match.groups("")
    own: Mapping[int, int] = view.pieces
    source = square(file + row) if file and row else None
    if source is not None and source not in own:
        return f"You have no piece on {file}{row}."
    if square(goal) in own:
        return f"Your own {KINDS[own[square(goal)]]} stands on {goal}."
    if view.board.asked == MUST_CAPTURE:
        return "A pawn of yours can capture, and you have asked: you must try to capture with a pawn."
    kind = own[source] if source is not None else LETTERS.index(letter) if letter else PAWN
    if kind == PAWN and file and abs(ord(file) - ord(goal[0])) == 1 and not view.pawn_tries:
        return "The umpire has announced no pawn try, so no pawn of yours can capture."
    if kind == PAWN and file and abs(ord(file) - ord(goal[0])) == 1 and view.board.sources:
        return "The umpire has announced no pawn try from there."
    if promotion and (kind != PAWN or goal[1] not in "18"):
        return f"Nothing can become another piece on {goal}." if kind == PAWN else f"A {KINDS[kind]} stays what it is."
    if source is not None:
        return f"Your {KINDS[kind]} on {file}{row} cannot go to {goal}."
    if kind not in own.values():
        return f"You have no {KINDS[kind]}."
    return f"No {KINDS[kind]} of yours can go to {goal}." if kind != KING else f"Your king cannot go to {goal}."
