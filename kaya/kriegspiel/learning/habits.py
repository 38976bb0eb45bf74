"""`kaya learn habits`: how opponents move, from recorded games (`kriegspiel/knowledge/particles`).

Each player of the games counts as much as each other, however many games it has played, so that what is learned is of a
mixture and not of the one who played most. One game in five, chosen by its moves, is kept to measure what was learned.
"""

import itertools
import time
import zlib
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from ...lab.screen import progress
from ..knowledge.densities import legal_moves_of, new_board
from ..knowledge.particles.learned import Learned, learned_habits, opponent_file, save
from ..rules.squares import BLACK, WHITE
from .densities import games_of
from .habit_fitting import Choices, chances, choices_of, fit, log_densities, log_likelihood, together

KEPT_ONE_IN = 5
MOST = 4000.0  # choices that a player counts as, if it has made as many
BINS = (0.0, 0.2, 0.4, 0.6, 0.8, 0.9, 1.001)
COULD, DID = 1, 2


def learn_habits(
    paths: Sequence[str | Path], output: str | Path | None = None, opponent: str | None = None, measure: bool = False
) -> str:
    """Fit the weights and write them; a report with figures of games that taught nothing. With `measure`, nothing is
    learned, and all games measure what is there."""
    began, skipped = time.monotonic(), []
    taught, kept, answers = _read(paths, opponent, measure, skipped)
    if not (kept if measure else taught):
        whose = f" of {opponent!r}" if opponent else ""
        raise ValueError(f"There are no games{whose} in these files to learn from.")
    if measure:
        return "\n".join(_figures(learned_habits(), kept, answers))
    learned = fit(_even(taught))
    output = Path(output or (opponent_file(opponent) if opponent else "habits.json"))
    output.parent.mkdir(parents=True, exist_ok=True)
    games = {name: len(parts) for name, parts in sorted(taught.items())}
    save(output, learned, games)
    measured = sum(map(len, kept.values()))
    lines = [
        f"{sum(games.values()):,} sides of games taught, {measured:,} measured, {len(skipped):,} games skipped; "
        f"{output}, {time.monotonic() - began:.0f} s."
    ]
    return "\n".join(lines + _figures(learned, kept, answers))


def _read(paths: Sequence[str | Path], opponent: str | None, measure: bool, skipped: list[str]) -> tuple:
    """By player, the choices of the games that teach, of those that are kept, and the answers of the latter."""
    taught, kept, answers = defaultdict(list), defaultdict(list), defaultdict(list)
    table = log_densities()
    with progress("Reading games", None) as advance:
        for number, game in enumerate(games_of(paths, skipped), start=1):
            if not len(game.moves) or legal_moves_of(new_board()[0], game.moves) < len(game.moves):
                skipped.append(f"{game.where}: not legal from the start.")
                continue
            measures = measure or zlib.crc32(game.moves.tobytes()) % KEPT_ONE_IN == 0
            for side, name in ((WHITE, game.white), (BLACK, game.black)):
                if opponent not in (None, name):
                    continue
                choices, answered = choices_of(game.moves, side, table)
                if len(choices):
                    (kept if measures else taught)[name].append(choices)
                    if measures:
                        answers[name].append(answered)
            if number % 20 == 0:
                advance(number)
    return dict(taught), dict(kept), dict(answers)


def _even(taught: dict[str, list[Choices]]) -> Choices:
    """All choices, those of each player together counting the same."""
    parts = []
    for choices in map(together, taught.values()):
        choices.weights = np.full(len(choices), min(1.0, MOST / len(choices)))
        parts.append(choices)
    return together(parts)


def _figures(learned: Learned, kept: dict[str, list[Choices]], answers: dict[str, list[np.ndarray]]) -> list[str]:
    """By player: how likely its moves were, against all legal moves alike; and how often captures were answered."""
    if not kept:
        return ["No game was kept to measure the habits."]
    lines = ["", "moves of games that taught nothing: ln P of a move, and with all legal moves alike"]
    even = Learned(np.ones_like(learned.weights), 0.0, 1.0)
    for name, parts in sorted(kept.items()):
        whole = together(parts)
        lines.append(
            f"  {name:28} {log_likelihood(whole, learned):7.3f} {log_likelihood(whole, even):7.3f}   "
            f"{len(whole):,} moves"
        )
    return lines + _calibration(learned, kept, answers)


def _calibration(learned: Learned, kept: dict[str, list[Choices]], answers: dict[str, list[np.ndarray]]) -> list[str]:
    """How often a capture was answered on its square where that was legal: expected, and seen."""
    expected, seen, could = [], [], 0
    for name, parts in kept.items():
        whole, answered = together(parts), np.concatenate(answers[name])
        found = chances(whole, learned)
        backs = np.add.reduceat(np.where(whole.kinds < 6, found, 0.0), whole.begins)
        legal = (answered == COULD) | (answered == DID)
        could += int((answered > 0).sum())
        expected.append(backs[legal])
        seen.append(answered[legal] == DID)
    said, did = np.concatenate(expected), np.concatenate(seen)
    lines = [
        "",
        f"captures: {could:,}; taking back was legal after {len(said):,}, and done after {int(did.sum()):,}",
        "taking back, where it is legal:  expected   seen   captures",
    ]
    for low, high in itertools.pairwise(BINS):
        inside = (said >= low) & (said < high)
        if inside.any():
            lines.append(
                f"  {low:.1f} to {min(high, 1.0):.1f}                        {said[inside].mean():.2f}      "
                f"{did[inside].mean():.2f}   {int(inside.sum()):,}"
            )
    return lines
