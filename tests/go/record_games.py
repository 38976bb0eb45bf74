"""Makes `games.txt`, the games that the project records itself: `python -m tests.go.record_games`."""

from collections.abc import Iterable
from pathlib import Path

import kaya
from kaya.go.rules import PASS

FILE = Path(__file__).with_name("games.txt")
GAMES = [(2, 0), (5, 0), (7, 0), (9, 0), (9, 3), (13, 0), (19, 5)]  # board size, handicap


def game_line(
    lines: int,
    moves: Iterable[int],
    *,
    handicap: Iterable[int] = (),
    source: str = "",
    date: str = "",
    black: str = "",
    white: str = "",
    result: str = "",
    komi: float | str = "",
) -> str:
    """A game as a line of an archive."""

    def name(p: int) -> str:
        return "tt" if p == PASS else "".join(chr(ord("a") + c) for c in (p % (lines + 1) - 1, p // (lines + 1) - 1))

    texts = source, date, black, white, result, komi, "".join(map(name, handicap)), "".join(map(name, moves))
    return "|".join(str(text).replace("|", "/").replace("\n", " ") for text in texts)


def record(lines: int, handicap: int, seed: int) -> str:
    """A game of the player `uct` against itself."""
    position, player = kaya.GoPosition(lines), kaya.make_player("uct:resign=off", seed=seed)
    stones = position.fixed_handicap(handicap) if handicap else []
    while not position.over and len(position.played) < 3 * lines * lines:
        move = player.choose(position, kaya.Budget(simulations=60)).move
        position.play(PASS if move is None else move)
    winner = "B" if position.score() > 0 else "W"
    names = dict(source="kaya", black="uct", white="uct", result=f"{winner}+{abs(position.score()):g}", komi=7.5)
    return game_line(lines, position.played, handicap=stones, **names)


if __name__ == "__main__":
    texts = ["# Kaya's player uct against itself, 60 simulations a move; made by tests/go/record_games.py."]
    for seed, (lines, handicap) in enumerate(GAMES):
        texts += [f"# size {lines}", record(lines, handicap, seed)]
    FILE.write_text("\n".join(texts) + "\n", encoding="utf-8")
