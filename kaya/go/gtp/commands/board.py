"""Commands that set up, show and count the board."""

from pathlib import Path

from ...files.sgf import GameRecord, load, result_text, save
from ...knowledge.status import STATUSES, chains_by_status
from ...rules import BLACK, WHITE, GoPosition, column_row, vertex
from ...rules.board import LARGEST, SMALLEST
from ...rules.coordinates import handicap_points
from ..engine import Engine
from ..registry import Colour, GtpError, Vertex, command


@command("boardsize")
def boardsize(engine: Engine, size: int) -> None:
    """Set the board size and clear the board."""
    if not SMALLEST <= size <= LARGEST:
        raise GtpError(f"unacceptable size: give {SMALLEST} to {LARGEST}")
    engine.lines = size
    engine.new_game()


@command("clear_board")
def clear_board(engine: Engine) -> None:
    """Start a new game on an empty board; the clocks start anew."""
    engine.new_game()


@command("komi")
def komi(engine: Engine, new_komi: float) -> None:
    """Set White's compensation in points, from -1000 to 1000."""
    engine.set_komi(new_komi)


@command("get_komi")
def get_komi(engine: Engine) -> str:
    """White's compensation in points."""
    return f"{engine.komi:g}"


@command("play")
def play(engine: Engine, colour: Colour, move: Vertex) -> None:
    """Put a stone on the board, or pass; the same colour may move twice in a row, and after two passes."""
    if reason := engine.position.why_illegal(move, colour, resume=True):
        raise GtpError(f"illegal move: {vertex(move, engine.lines)} is not allowed, {reason}")
    if colour != engine.position.mover:
        engine.forget_tree()
    engine.play(move, colour)


@command("undo", "gg-undo")
def undo(engine: Engine, moves: int = 1) -> None:
    """Take the last move back, or the last few."""
    if not 0 <= moves <= len(engine.position.played):
        raise GtpError(f"cannot undo: {len(engine.position.played)} moves have been played")
    for _ in range(moves):
        engine.position.undo()
    engine.forget_tree()


# Handicap


def _give(engine: Engine, stones: list[int], complaint: str) -> str:
    try:
        position = GoPosition(engine.lines, engine.komi)
        position.free_handicap(stones)
    except ValueError as error:
        raise GtpError(f"{complaint}: {error}") from None
    engine.new_game(position, handicap=len(stones))
    return " ".join(vertex(p, engine.lines) for p in stones)


def _check_empty(engine: Engine) -> None:
    if engine.position.played or engine.position.stones(BLACK) or engine.position.stones(WHITE):
        raise GtpError("board not empty: handicap stones come first")


@command("fixed_handicap")
def fixed_handicap(engine: Engine, stones: int) -> str:
    """Put handicap stones on their traditional points; which these are."""
    _check_empty(engine)
    try:
        points = handicap_points(stones, engine.lines)
    except ValueError as error:
        raise GtpError(f"invalid number of stones: {error}") from None
    return _give(engine, points, "invalid number of stones")


@command("place_free_handicap")
def place_free_handicap(engine: Engine, stones: int) -> str:
    """Put handicap stones where the program likes them; where that is."""
    _check_empty(engine)
    if not 2 <= stones < engine.lines**2:
        raise GtpError(f"invalid number of stones: give 2 to {engine.lines**2 - 1}")
    return _give(engine, spread(stones, engine.lines), "invalid number of stones")


@command("set_free_handicap")
def set_free_handicap(engine: Engine, *points: Vertex) -> None:
    """Put handicap stones on these points."""
    _check_empty(engine)
    _give(engine, list(points), "bad vertex list")


def spread(count: int, lines: int) -> list[int]:
    """Traditional points as far as there are any, then always the point furthest from the stones and the edge."""
    chosen: list[int] = []
    for fixed in range(min(count, 9), 1, -1):
        try:
            chosen = handicap_points(fixed, lines)
            break
        except ValueError:
            continue
    free = [p for p in GoPosition(lines).points if p not in chosen]

    def room(p: int) -> tuple[int, int]:
        x, y = column_row(p, lines)
        to_edge = 2 * min(x, y, lines - 1 - x, lines - 1 - y) + 1
        others = (column_row(q, lines) for q in chosen)
        return min([to_edge, *(abs(x - a) + abs(y - b) for a, b in others)]), to_edge

    while len(chosen) < count:
        chosen.append(max(free, key=room))
        free.remove(chosen[-1])
    return chosen


# Showing and counting


@command("showboard")
def showboard(engine: Engine) -> str:
    """A picture of the board for people: X is Black, O is White."""
    position = engine.position
    last = position.played[-1] if position.played else None
    facts = [
        f"{'Black (X)' if position.mover == BLACK else 'White (O)'} to move"
        + ("" if last is None else f", last move {vertex(last, engine.lines)}"),
        f"Komi {position.komi:g}, captured: {position.captured(BLACK)} black, {position.captured(WHITE)} white",
    ]
    return "\n" + "\n".join([str(position), *facts])


def dead_stones(engine: Engine) -> list[int]:
    """The stones that count as dead: those that playouts see captured, none where the rules count all as alive."""
    return engine.position.dead_stones() if engine.rules.friendly_pass else []


@command("final_score")
def final_score(engine: Engine) -> str:
    """The score by the rules, as B+3.5 or W+0.5, or 0 for a draw; dead stones are taken off as playouts see them."""
    return result_text(engine.position.score(without=dead_stones(engine)))


@command("final_status_list")
def final_status_list(engine: Engine, status: str) -> str:
    """The stones that are alive, dead or in seki, a chain on a line."""
    if status not in STATUSES:
        raise GtpError("syntax error: give alive, dead or seki")
    found = chains_by_status(engine.position, dead_stones(engine))[status]
    return "\n".join(" ".join(vertex(p, engine.lines) for p in chain) for chain in found)


# Game records


@command("loadsgf")
def loadsgf(engine: Engine, *file_and_move: str) -> None:
    """Load a game from an SGF file, to its end or to just before a move: loadsgf FILE [MOVE]."""
    words = list(file_and_move)
    before = int(words.pop()) if len(words) > 1 and words[-1].isdecimal() and len(words[-1]) < 10 else None
    if not words:
        raise GtpError("syntax error: loadsgf FILE [MOVE]")
    try:
        record = load(Path(" ".join(words)).read_bytes())
        position = record.position(None if before is None else before - 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise GtpError(f"cannot load file: {reason}") from None
    given = len(record.black) if record.first == WHITE and not record.white else 0
    engine.new_game(position, handicap=given if given >= 2 else 0)


@command("printsgf")
def printsgf(engine: Engine, *file: str) -> str | None:
    """The game as SGF, or into a file."""
    data = save(GameRecord.of(engine.position, komi=engine.komi))
    if not file:
        return "\n" + data.decode()
    try:
        Path(" ".join(file)).write_bytes(data)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise GtpError(f"cannot save file: {reason}") from None
    return None
