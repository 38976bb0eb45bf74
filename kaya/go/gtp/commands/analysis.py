"""Commands that analyse, and stream what they find."""

from collections.abc import Iterable

from ....search import Budget
from ..analysis import Stream, read_request
from ..engine import LOOK, Engine
from ..registry import command
from .playing import named, play_decision

LIMIT = 10**9  # simulations; visits are counted in 32 bits


def analyse(engine: Engine, words: Iterable[str], kata: bool) -> None:
    """Search and tell until the next line of input comes."""
    engine.wait_until_compiled()
    request = read_request(engine, words, kata)
    position = engine.position.copy()
    out_of_turn = request.colour != position.mover
    if out_of_turn:
        position.set_turn(request.colour)
        engine.forget_tree()
    only = request.only(position)
    stream = Stream(engine, position, request, kata)

    def stop() -> bool:
        stream()
        return engine.input.waiting

    engine.begin()
    budget = Budget(LIMIT, None, engine.budget.nodes, engine.budget.memory)
    engine.player.think(position, budget, only=only, stop=stop, every=LOOK)
    if out_of_turn or only:
        engine.forget_tree()
    engine.input.wait()


def genmove_analyse(engine: Engine, words: Iterable[str], kata: bool) -> None:
    """Choose and play a move, telling of the search while it goes on."""
    request = read_request(engine, words, kata)
    position = engine.position.copy()
    position.set_turn(request.colour)
    only = request.only(position)
    stream = Stream(engine, position, request, kata)
    engine.begin()
    decision = play_decision(engine, request.colour, watch=stream, only=only)
    if only:
        engine.forget_tree()
    stream.say(decision.report)
    engine.say(f"play {named(engine, decision)}")


@command("lz-analyze")
def lz_analyze(engine: Engine, *request: str) -> None:
    """Search until the next line comes and tell of it in Leela Zero's format: [COLOUR] [CENTISECONDS] [minmoves N]
    [maxmoves N] [allow|avoid COLOUR POINT,POINT DEPTH]."""
    analyse(engine, request, kata=False)


@command("kata-analyze", "analyze")
def kata_analyze(engine: Engine, *request: str) -> None:
    """Search until the next line comes and tell of it in KataGo's format: as lz-analyze, and [ownership true]
    [movesOwnership true] [rootInfo true] [pvVisits true]."""
    analyse(engine, request, kata=True)


@command("lz-genmove_analyze")
def lz_genmove_analyze(engine: Engine, *request: str) -> None:
    """Choose and play a move, telling of the search in Leela Zero's format."""
    genmove_analyse(engine, request, kata=False)


@command("kata-genmove_analyze", "genmove_analyze")
def kata_genmove_analyze(engine: Engine, *request: str) -> None:
    """Choose and play a move, telling of the search in KataGo's format."""
    genmove_analyse(engine, request, kata=True)
