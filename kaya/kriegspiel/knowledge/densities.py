"""The opponent database: where the pieces of an opponent stand at a time of the game (section 5 of the paper).

D_w(p, t) and D_b(p, t) are matrices of 8 x 8 squares: how often a piece of kind p stands on a square when its owner has
made t moves, over all games that came so far. They are counted in recorded games and averaged over neighbouring moves,
the more so the later in the game, and over neighbouring squares, the more so the fewer games there are. An opponent may
have a file of its own.
"""

import functools
import os
from pathlib import Path

import numpy as np

from ...kernel import at, kernel, zeros
from ..rules.board import make
from ..rules.fen import START, read_fen
from ..rules.game import kriegspiel
from ..rules.moves import is_legal
from ..rules.rule_sets import ICC
from ..rules.squares import BLACK, KING, PAWN, WHITE

TIMES = 60  # moves of one side; all that is later is counted as the last
SHAPE = (3, 7, TIMES, 64)
MOVES_PER_STEP = 12  # at time t the counts of the t / 12 moves before and after count as well, the farther the less
THIN = 50  # after n games the neighbours of a square get THIN / (THIN + n) of its density,
OPENING = 10  # and less in the first moves, where each square tells much
COMMON = 50  # so many games of an opponent weigh as much as what is known of all players
ROUND = 65535  # densities are kept as whole numbers from 0 to this
SHIPPED = Path(__file__).with_name("densities.npz")


@kernel
def count_pieces(board, colour, counts):
    """Count the pieces of one colour at its time, which is how many moves it has made."""
    t = min((board.ply + (colour == WHITE)) >> 1, TIMES - 1)
    for s in range(64):
        if board.of_colour[at(colour)] >> at(s) & at(1):
            counts[colour, board.kind_at[at(s)], t, s] += 1


@kernel
def count_game(board, moves, sides, counts):
    """Count where the pieces of WHITE, of BLACK, or of both (their sum) stand after each of their owner's moves, from
    the start of the game on."""
    for colour in (WHITE, BLACK):
        if colour & sides:
            count_pieces(board, colour, counts)
    for k in range(len(moves)):
        make(board, np.int64(moves[k]))
        if 3 - board.turn & sides:
            count_pieces(board, 3 - board.turn, counts)


@kernel
def legal_moves_of(board, moves):
    """How many of these moves can be played one after the other."""
    for k in range(len(moves)):
        if not is_legal(board, np.int64(moves[k])):
            return k
        make(board, np.int64(moves[k]))
    return len(moves)


def new_board(rules: int = ICC) -> np.recarray:
    """A board at the start of the game; `rules` are the flags of its rule set."""
    boards = zeros(kriegspiel.dtype)
    boards.rules = rules
    read_fen(boards[0], START)
    return boards


def _neighbours(first_row: int, last_row: int) -> np.ndarray:
    """[from, to]: a square's density given to its neighbours in equal parts; only these rows take part."""
    share = np.zeros((64, 64))
    rows = range(first_row, last_row + 1)
    for s in (x + 8 * y for y in rows for x in range(8)):
        near = [
            s + dx + 8 * dy
            for dx in (-1, 0, 1)
            for dy in (-1, 0, 1)
            if (dx or dy) and 0 <= (s & 7) + dx < 8 and (s >> 3) + dy in rows
        ]
        share[s, near] = 1 / len(near)
    return share


def smoothed(counts: np.ndarray) -> np.ndarray:
    """Densities from counts: averaged over moves with triangular weights, then over neighbouring squares."""
    summed = np.zeros(SHAPE)
    for t in range(TIMES):
        width = 1 + t // MOVES_PER_STEP
        for k in range(max(0, t - width + 1), min(TIMES, t + width)):
            if t < TIMES - 1 or k == t:  # the last time has counts enough of its own
                summed[:, :, t] += (width - abs(k - t)) * counts[:, :, k]
    games = summed[:, KING].sum(axis=-1)  # every side has one king
    table = summed / np.maximum(games, 1)[:, None, :, None]
    spread = (THIN / (THIN + counts[:, KING].sum(axis=-1)) * np.minimum(np.arange(TIMES) / OPENING, 1))[:, :, None]
    for kind in range(PAWN, KING + 1):
        share = _neighbours(1, 6) if kind == PAWN else _neighbours(0, 7)
        table[:, kind] = (1 - spread) * table[:, kind] + spread * (table[:, kind] @ share)
    return table


def of_opponent(counts: np.ndarray, common: np.ndarray) -> np.ndarray:
    """The densities of an opponent. What few games cannot tell is taken from those of all players: after n games the
    own part is n / (n + COMMON), for each colour and time."""
    games = counts[:, KING].sum(axis=-1)
    games[:, TIMES - 1] = np.minimum(games[:, TIMES - 1], games[:, 0])  # where a game is counted many times
    own = (games / (games + COMMON))[:, None, :, None]
    return own * smoothed(counts) + (1 - own) * common


def save(path: str | Path, table: np.ndarray, games: int, made_by: str = "") -> int:
    """Write a table; its size in bytes. A run that is killed while it writes leaves the old file."""
    new = Path(f"{path}.new")
    kept = np.rint(table[WHITE : BLACK + 1, PAWN : KING + 1] * ROUND).astype(np.uint16)
    with new.open("wb") as file:
        np.savez_compressed(file, table=kept, games=games, made_by=made_by)
    new.replace(path)
    return Path(path).stat().st_size


def load(path: str | Path) -> np.ndarray:
    """A table that `save` wrote; ValueError if the file is none."""
    try:
        with np.load(path) as stored:
            kept = stored["table"]
        table = np.zeros(SHAPE, np.float32)
        table[WHITE : BLACK + 1, PAWN : KING + 1] = kept / ROUND
    except (OSError, ValueError, KeyError, EOFError) as error:
        raise ValueError(f"{path}: this is no table of `kaya learn densities` ({error}).") from None
    table.flags.writeable = False
    return table


def opponents_folder() -> Path:
    """Where the tables of opponents are: `$KAYA_DATA`, else `$XDG_DATA_HOME/kaya`, else `~/.local/share/kaya`, and
    there `densities`."""
    if own := os.environ.get("KAYA_DATA"):
        return Path(own) / "densities"
    base = os.environ.get("XDG_DATA_HOME")
    return (Path(base) if base else Path("~/.local/share").expanduser()) / "kaya" / "densities"


def opponent_file(opponent: str) -> Path:
    """Where the table of an opponent is, or will be; ValueError if that is no name for a file."""
    if not opponent or opponent.startswith(".") or any(mark in opponent for mark in '/\\\0:*?"<>|'):
        raise ValueError(f"{opponent!r} cannot be the name of an opponent: it must be good as the name of a file.")
    return opponents_folder() / f"{opponent}.npz"


def known_opponents() -> list[str]:
    """The opponents who have a table of their own."""
    folder = opponents_folder()
    return sorted(path.stem for path in folder.glob("*.npz")) if folder.is_dir() else []


@functools.cache
def _shipped() -> np.ndarray:
    return load(SHIPPED)


def densities(opponent: str | None = None) -> np.ndarray:
    """D as [colour, kind, t, square], for all players or for one; ValueError names the known opponents."""
    if opponent is None:
        return _shipped()
    path = opponent_file(opponent)
    if not path.is_file():
        known = ", ".join(known_opponents()) or "none yet; `kaya learn densities GAMES --opponent NAME` makes one"
        raise ValueError(f"There is no table of an opponent {opponent!r}; known opponents: {known}.")
    return load(path)
