"""What a page is sent of a game and of a search: what the person may know is decided here."""

from typing import Any

from ..search import Report
from .history import SHOWN
from .state import GameState


def game(state: GameState) -> dict[str, Any]:
    """The game as the person may know it: by its view until the game is over."""
    adapter, human, table = state.adapter, state.human, state.table
    whole = state.over or not human
    mover = 0 if table.over else table.mover
    message = {name: getattr(state, name) for name in ("id", "human", "names", "ahead", "paused")}
    message |= {name: getattr(adapter, name) for name in ("title", "view", "hidden", "sides")}
    message |= {
        "say": "game",
        "game": state.stored.game,
        "level": max(state.stored.levels.values(), default=0),
        "number": state.number if whole or not adapter.hidden else state.view.ply,
        "state": waits_for(state),
        "mover": mover,
        "can": list(adapter.actions),
        "board": adapter.everything(state.position) if whole else adapter.board(state.view),
        "history": state.history.payload(),
        "lines": state.variations.stored(),
    }
    if human and adapter.hidden:
        message |= {"log": adapter.log(state.view), "facts": adapter.facts(state.view)}
    if state.persons_turn:
        message["tries"] = adapter.tries(state.view)
    if table.clocks:
        message["clocks"] = state.clocks.shown(mover)
    if state.dead is not None:
        message["count"] = adapter.count(state.position, state.dead)
    if state.stored.study:
        message |= {"study": True, "ending": "The file gives no result."}
    if verdict := state.verdict:
        message |= {"outcome": verdict.outcome, "ending": adapter.ending(verdict, human, state.names)}
    return message


def annotations(game: GameState) -> dict[str, Any]:
    """What the file of a game says of it: comments and marks by the number of the move, and facts."""
    found = {"comments": game.stored.comments, "marks": game.stored.marks, "facts": game.stored.facts}
    return {"say": "annotations", "id": game.id, **found}


def line(game: GameState, position: Any, ply: int, path: tuple[str, ...]) -> dict[str, Any]:
    """A position that was not reached, in an open game."""
    tries = [] if position.over else game.adapter.tries(position)
    shown = {"board": game.adapter.board(position), "over": position.over, "tries": tries}
    return {"say": "line", "id": game.id, "ply": ply, "path": list(path), **shown}


def evaluations(game: GameState) -> dict[str, Any]:
    """The searches of the positions of a game, as far as they are known."""
    movers = [*game.position.movers, game.table.position.mover]
    found = {
        n: search(game, e.report, n, movers[n], True)
        for n, e in game.history.evaluations.items()
        if e.report and n < len(movers)
    }
    return {"say": "evaluations", "id": game.id, "evaluations": found}


def waits_for(game: GameState) -> str:
    if game.over:
        return "over"
    if game.dead is not None:
        return "counting"
    if game.ahead:
        return "waiting"
    if game.persons_turn:
        return "yours"
    return "paused" if game.paused else "thinking"


def search(game: GameState, report: Report, number: int, mover: int, done: bool) -> dict[str, Any]:
    """A search so far; rates are those of the player to move."""
    name = game.position.move_name if report.name is str else report.name
    most = max((m.visits for m in report.moves), default=1)
    longest = 1 if game.adapter.hidden else None  # there what follows a try is the umpire's word
    moves = [
        {
            "move": name(m.move),
            "visits": m.visits,
            "rate": round(m.winning_rate, 4),
            "prior": round(m.prior, 4),
            "share": round(m.visits / most, 3),
            "line": [name(step) for step in m.line[:longest]],
        }
        for m in report.best_first[:SHOWN]
    ]
    told = {fact: getattr(report, fact) for fact in ("visits", "simulations", "nodes", "full")}
    return told | {
        "say": "search",
        "id": game.id,
        "number": number,
        "done": done,
        "mover": mover,
        "best": None if report.best is None else name(report.best),
        "moves": moves,
        "seconds": round(report.seconds, 2),
        "rate": round(report.winning_rate, 4) if report.chosen else None,
    }
