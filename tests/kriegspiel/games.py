"""Random games of two players that know only their own pieces, as the compiled umpire recorded them."""

from dataclasses import dataclass

import numpy as np

from kaya.kernel import split_seed
from kaya.kriegspiel.rules import START, KriegspielPosition, message_text, move_name, parse_move
from kaya.kriegspiel.rules.fen import write_fen
from kaya.kriegspiel.rules.moves import MOST_TRIES
from kaya.kriegspiel.rules.umpire import random_game

STARTS = (
    START,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",  # castling, pins, en passant to come
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",  # promotions
    "8/PPPk4/8/8/8/8/4Kppp/8 w - - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "k7/8/1K6/8/8/8/8/2QR4 w - - 0 1",  # mates and stalemates
    "k7/8/1r6/2K5/8/8/8/8 w - - 0 1",  # insufficient material
    "8/5k2/8/8/2b5/8/2P1K3/8 w - - 90 80",  # near the fifty moves
    "8/pppppppp/8/2k5/5K2/8/PPPPPPPP/8 w - - 0 1",
)
"""The start of the game, and positions where the rare things are near."""


@dataclass
class Game:
    fen: str
    tried: list[str]
    said: list[str]
    end: str  # the last position
    rules: str = "icc"
    messages: tuple[int, ...] = ()  # `said` as numbers

    @property
    def played(self) -> list[str]:
        """The moves that were not refused."""
        return [name for name, said in zip(self.tried, self.said, strict=True) if said.startswith("moved")]


SCRIPTS = (
    (START, "f2f3 e7e5 g2g4 d8h4"),  # checkmate
    (START, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8"),  # threefold repetition
    ("4k3/8/8/8/4N3/8/3P4/3KR3 w - - 0 1", "e4d6 e8e7 e8d7"),  # double check, and a refusal
    ("4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1", "d7d5 e5d6"),  # en passant
)
"""What random games rarely come to."""


def scripted_games(rules: str = "icc"):
    for fen, tried in SCRIPTS:
        position = KriegspielPosition(fen, rules)
        messages = tuple(position.try_move(parse_move(name)) for name in tried.split())
        said = [message_text(message) for message in messages]
        yield Game(position.start_fen, tried.split(), said, position.fen, rules, messages)


def random_games(count: int, longest: int, seed: int = 1, starts=STARTS, rules: str = "icc"):
    """Game k begins from start k, the starts taken in turn; none has more than `longest` plies."""
    room = np.zeros(MOST_TRIES, np.int32)
    moves, messages = np.zeros(40 * longest, np.int32), np.zeros(40 * longest, np.int32)
    for k in range(count):
        position = KriegspielPosition(starts[k % len(starts)], rules)
        states = position.states.copy()
        states.rng = split_seed(seed, k)
        asked = random_game(states[0], room, moves, messages, int(states[0].ply) + longest)
        tried, said = moves[:asked].tolist(), messages[:asked].tolist()
        names, texts = [move_name(m) for m in tried], [message_text(m) for m in said]
        yield Game(position.start_fen, names, texts, write_fen(states[0]), rules, tuple(said))
