"""Commands that choose moves, and the clocks they keep."""

import math
import time
from collections.abc import Callable
from typing import Any

from ....players import Decision
from ....search import Clock
from ...rules import BLACK, PASS, WHITE, GoPosition, vertex
from ..clocks import FischerClock
from ..engine import LOOK, Engine
from ..registry import Colour, GtpError, command

LONGEST = 1e8  # seconds; clocks that show more show this


def decide(
    engine: Engine, colour: int, position: GoPosition, watch: Callable[[], None] | None = None, **options: Any
) -> Decision:
    """Let the player choose a move for `colour`, within its clock; `watch` is called now and then."""
    engine.wait_until_compiled()
    budget = engine.move_budget(colour)
    end = time.monotonic() + (budget.seconds or LONGEST)

    def stop() -> bool:
        if watch:
            watch()
        return time.monotonic() >= end or engine.input.interrupted.is_set()

    decision = engine.player.choose(position, budget, stop=stop, every=LOOK, **options)
    engine.learn_overhead(time.monotonic() - end)
    return decision


def play_decision(engine: Engine, colour: int, watch: Callable[[], None] | None = None, **options: Any) -> Decision:
    """Choose a move for `colour` and play it, unless it is to resign. A game that is over goes on with passes."""
    engine.set_turn(colour)
    decision = decide(engine, colour, engine.position, watch, **options)
    if decision.move is not None:
        engine.play(decision.move, colour)
    engine.spend(colour)
    return decision


def named(engine: Engine, decision: Decision) -> str:
    return "resign" if decision.move is None else vertex(decision.move, engine.lines)


@command("genmove")
def genmove(engine: Engine, colour: Colour) -> str:
    """Choose a move and play it; the answer is its point, pass or resign."""
    return named(engine, play_decision(engine, colour))


@command("reg_genmove")
def reg_genmove(engine: Engine, colour: Colour) -> str:
    """Choose a move without playing it and without resigning; the same position gives the same move."""
    engine.forget_tree()
    position = engine.position.copy()
    position.set_turn(colour)
    decision = decide(engine, colour, position)
    engine.forget_tree()
    move = decision.report.best if decision.resigns else decision.move
    return vertex(PASS if move is None else move, engine.lines)


@command("kgs-genmove_cleanup")
def kgs_genmove_cleanup(engine: Engine, colour: Colour) -> str:
    """Like genmove, but all dead stones of the opponent are captured before a pass."""
    position = engine.position
    dead = [p for p in position.dead_stones() if position.colour_at(p) != colour]
    engine.set_turn(colour)
    move = cleaning_move(engine, colour) if dead else PASS
    engine.play(move, colour)
    engine.spend(colour)
    return vertex(move, engine.lines)


def cleaning_move(engine: Engine, colour: int) -> int:
    """The best move that is no pass. The search sees the stones without their past: passes must not end it."""
    position = engine.position
    now = GoPosition(engine.lines, position.komi)
    now.place(position.stones(BLACK), position.stones(WHITE))
    now.set_turn(colour)
    allowed = [m for m in now.legal_moves() if m != PASS and not position.why_illegal(m, colour, resume=True)]
    if not allowed:
        return PASS
    engine.forget_tree()
    best = decide(engine, colour, now, only=allowed).report.best
    engine.forget_tree()
    return PASS if best is None else best


# Time


def _set_time(engine: Engine, clock: Clock) -> None:
    engine.wait_until_compiled()
    engine.time = clock
    engine.restart_clocks()


def _seconds(*given: float) -> list[float]:
    if min(given) < 0:
        raise GtpError("syntax error: times and numbers of stones or periods must not be negative")
    return [min(seconds, LONGEST) for seconds in given]


@command("time_settings")
def time_settings(engine: Engine, main_time: float, byo_yomi_time: float, byo_yomi_stones: int) -> None:
    """Set main time and Canadian overtime in seconds; overtime without stones means no limit at all."""
    main, period, _ = _seconds(main_time, byo_yomi_time, byo_yomi_stones)
    _set_time(engine, Clock(main, period, byo_yomi_stones))


SYSTEMS = {
    "none": "",
    "absolute": "MAIN",
    "byoyomi": "MAIN PERIOD PERIODS",
    "canadian": "MAIN PERIOD STONES",
    "fischer": "MAIN INCREMENT",
    "fischer-capped": "MAIN INCREMENT LIMIT LONGEST",
}
"""Ways to set the time, and the numbers that each takes."""


@command("kgs-time_settings", "kata-time_settings")
def kgs_time_settings(engine: Engine, system: str, *numbers: float) -> None:
    """Set the time: none, absolute MAIN, byoyomi MAIN PERIOD PERIODS, canadian MAIN PERIOD STONES, fischer MAIN
    INCREMENT or fischer-capped MAIN INCREMENT LIMIT LONGEST, in seconds; a limit below 0 is none."""
    if system not in SYSTEMS or len(numbers) != len(SYSTEMS[system].split()):
        ways = [f"{name} {takes}".strip() for name, takes in SYSTEMS.items()]
        raise GtpError(f"syntax error: give {', '.join(ways[:-1])} or {ways[-1]}")
    _set_time(engine, _clock(system, *numbers))


def _clock(system: str, *numbers: float) -> Clock:
    if system == "none":
        return Clock()
    if system == "absolute":
        return Clock(_seconds(*numbers)[0])
    if system.startswith("fischer"):
        main, increment = _seconds(*numbers[:2])
        limits = [math.inf if limit < 0 else limit for limit in numbers[2:]]
        return FischerClock(main, increment=increment, **dict(zip(("limit", "longest"), limits, strict=False)))
    main, period, count = _seconds(*numbers)
    if not (1 <= count <= 1e6 and count == int(count)):
        raise GtpError("syntax error: the number of stones or periods must be a whole number of at least 1")
    return Clock(main, period, 1, int(count)) if system == "byoyomi" else Clock(main, period, int(count))


@command("kata-list_time_settings")
def kata_list_time_settings(engine: Engine) -> str:
    """The systems that kata-time_settings knows."""
    return " ".join(SYSTEMS)


@command("time_left")
def time_left(engine: Engine, colour: Colour, time: float, stones: int) -> None:
    """What the clock of a colour shows: seconds, and the stones (or byo-yomi periods) left, 0 in main time."""
    if time < 0 or not 0 <= stones < 10**6:
        raise GtpError("syntax error: time and stones must not be negative")
    engine.told(colour, min(time, LONGEST), stones)
