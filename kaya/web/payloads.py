"""What a page is sent of a game and of a search: what the person may know is decided here."""

from typing import Any

from ..search import Report
from .history import SHOWN
from .state import GameState
from .viewers import BOTH, Viewer, public_log


def game(state: GameState, viewer: Viewer | None = None) -> dict[str, Any]:
    """The game as one viewer may know it: by the view of its side until the game is over, by what is public if it has
    none. Without a viewer it is the person's who plays against programs."""
    adapter, table = state.adapter, state.table
    viewer = viewer or Viewer(state.human)
    eyes = state.eyes(viewer)
    whole = state.over or not state.persons
    mover = 0 if table.over else table.mover
    message = {name: getattr(state, name) for name in ("id", "ahead", "paused")}
    message |= {name: getattr(adapter, name) for name in ("title", "view", "hidden", "sides")}
    message |= {
        "say": "game",
        "game": state.stored.game,
        "level": max(state.stored.levels.values(), default=0),
        "human": eyes if state.persons and (viewer.seat or (adapter.hidden and not whole)) else 0,
        "names": names(state, viewer),
        "number": state.number if whole or not adapter.hidden else state.view_of(eyes or 1).ply,
        "state": waits_for(state, viewer),
        "mover": mover,
        "can": actions(state, viewer),
        "board": board(state, eyes, whole),
        "history": [] if state.between_people else state.history.payload(),
    }
    if state.persons and adapter.hidden:
        message |= heard(state, viewer, eyes)
    if state.persons_turn and mover in state.hands(viewer):
        message["tries"] = adapter.tries(state.view_of(mover))
    if state.stored.people:
        message["people"] = people(state, viewer)
    if table.clocks:
        message["clocks"] = state.clocks.shown(mover)
    if state.dead is not None:
        message["count"] = adapter.count(state.position, state.dead) | {"agreed": sorted(state.agreed)}
    if state.over and adapter.hidden:
        message["costs"] = state.history.costs()
    if state.stored.study:
        ending = "The file gives no result." if state.stored.names else "A study: every move is tried out."
        message |= {"study": True, "ending": ending, "pieces": list(adapter.pieces)}
    if verdict := state.verdict:
        side = 0 if viewer.seat == BOTH else viewer.seat
        message |= {"outcome": verdict.outcome, "ending": adapter.ending(verdict, side, state.names)}
    return message


def board(state: GameState, eyes: int, whole: bool) -> dict[str, Any]:
    """The board as a side knows it. In a game with an umpire nothing of it is public before the end."""
    if whole:
        return state.adapter.everything(state.position)
    if state.adapter.hidden and not eyes:
        return {"kind": "covered"}
    return state.adapter.board(state.view_of(eyes))


def heard(state: GameState, viewer: Viewer, eyes: int) -> dict[str, Any]:
    """What the umpire has said to a side, or to both. A finished game of two people has what both have heard for who
    has played no side of it."""
    adapter = state.adapter
    if not eyes or (state.over and viewer.seat not in (1, 2)):
        return {"log": public_log(adapter, state.position), "facts": []}
    return {"log": adapter.log(state.view_of(eyes)), "facts": adapter.facts(state.view_of(eyes))}


def names(state: GameState, viewer: Viewer) -> dict[int, str]:
    """Who plays, as a viewer calls them."""
    own = {viewer.seat: "You"} if state.stored.people and viewer.seat in (1, 2) else {}
    return state.names | own


def actions(state: GameState, viewer: Viewer) -> list[str]:
    """What a viewer may do besides moving, by the names of `actions`."""
    adapter = state.adapter
    if not state.stored.people or state.over:
        return [what for what in adapter.actions if what != "undo" or not state.stored.people]
    if viewer.seat not in (1, 2, BOTH):
        return []
    alone = viewer.seat == BOTH and not adapter.hidden
    return [what for what in adapter.actions if what in ("pass", "resign") or (what == "undo" and alone)] + ["draw"]


def people(state: GameState, viewer: Viewer) -> dict[str, Any]:
    """A game of two people: where they play, which seat this page has, who offers a draw, what spectators see; for the
    page of a seat its own key, and for who has begun the game that of the other seat as well."""
    stored = state.stored
    told: dict[str, Any] = {"where": stored.people, "seat": viewer.seat, "offer": stored.offer, "watch": stored.watch}
    told |= {"rematch": stored.rematch, "shown": viewer.shown, "owner": viewer.seat == stored.begun_by != 0}
    told |= {"waits": state.waits and not state.table.over}
    if viewer.seat:
        told["key"] = stored.keys[str(viewer.seat)]
    if told["owner"] and viewer.seat != BOTH:
        told["invitation"] = stored.keys[str(3 - viewer.seat)]
    return told


def annotations(game: GameState) -> dict[str, Any]:
    """What the file of a game says of it."""
    return {"say": "annotations", "id": game.id, "facts": game.stored.facts}


def tree(game: GameState) -> dict[str, Any]:
    """The game tree: each position with the number of that before it, the move, its mover, a comment and marks."""
    found = game.tree
    rows = [[before, n.move, n.side, found.comment(n), [list(mark) for mark in found.marks(n)]] for before, n in found]
    return {"say": "tree", "id": game.id, "nodes": rows}


def line(game: GameState, position: Any, ply: int, path: tuple[str, ...]) -> dict[str, Any]:
    """A position that was not reached, in an open game or in one that is over."""
    adapter = game.adapter
    tries = [] if position.over else adapter.open_tries(position)
    board = adapter.everything(position) if adapter.hidden else adapter.board(position)
    shown = {"board": board, "over": position.over, "tries": tries}
    return {"say": "line", "id": game.id, "ply": ply, "path": list(path), **shown}


def moment(game: GameState, ply: int, path: tuple[str, ...], side: int) -> dict[str, Any]:
    """What a side knew at a moment of a game that is over: its tries, facts, and where the other side may stand."""
    ply = game.number if ply < 0 else ply
    view, adapter = game.view_at(side, ply, path), game.adapter
    told: dict[str, Any] = {"say": "moment", "id": game.id, "number": ply, "path": list(path), "side": side}
    told |= {"facts": adapter.facts(view), "tries": adapter.tries(view) if view.my_turn else []}
    return told | {"chances": {} if view.over else adapter.chances(view)}


def evaluations(game: GameState) -> dict[str, Any]:
    """The searches of the positions of a game, as far as they are known."""
    movers = [*game.position.movers, game.table.position.mover]
    found = {
        n: search(game, e.report, n, movers[n], True)
        for n, e in game.history.evaluations.items()
        if e.report and n < len(movers)
    }
    return {"say": "evaluations", "id": game.id, "evaluations": found}


def waits_for(game: GameState, viewer: Viewer) -> str:
    if game.over:
        return "over"
    if game.dead is not None:
        return "counting"
    if game.ahead:
        return "waiting"
    if game.stored.people and viewer.seat == BOTH and game.adapter.hidden and viewer.shown != game.table.mover:
        return "handing" if viewer.shown else "covered"
    if game.persons_turn:
        return "yours" if game.table.mover in game.hands(viewer) else "theirs"
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
