"""A game and a search as a page is told of them: here is decided what the person may know."""

from typing import Any

from ..search import Report
from .history import SHOWN


def game(session: Any) -> dict[str, Any]:
    """The game as the person may know it: by its view until the game is over."""
    face, human, table = session.face, session.human, session.table
    whole = session.over or not human
    mover = 0 if table.over else table.mover
    message: dict[str, Any] = {
        "say": "game", "id": session.id, "game": session.stored.game, "hidden": face.hidden, "human": human,
        "sides": face.sides, "names": session.names, "level": max(session.stored.levels.values(), default=0),
        "number": session.number if whole or not face.hidden else session.view.ply, "state": state(session),
        "mover": mover, "ahead": session.programs.ahead, "paused": session.paused, "can": list(face.actions),
        "board": face.everything(session.position) if whole else face.board(session.view),
        "course": session.history.payload(), "lines": session.lines.stored(),
    }  # fmt: skip
    if human and face.hidden:
        message |= {"log": face.log(session.view), "facts": face.facts(session.view)}
    if session.persons_turn:
        message["tries"] = face.tries(session.view)
    if table.clocks:
        message["clocks"] = session.clocks.shown(mover)
    if session.dead is not None:
        message["count"] = face.count(session.position, session.dead)
    if session.comments:
        message["comments"] = session.comments
    if verdict := session.verdict:
        message |= {"outcome": verdict.outcome, "ending": face.ending(verdict, human, session.names)}
    return message


def line(session: Any, position: Any, ply: int, path: tuple[str, ...]) -> dict[str, Any]:
    """A position that was not reached, in an open game."""
    return {"say": "line", "id": session.id, "ply": ply, "path": list(path), "board": session.face.board(position),
            "over": position.over, "tries": [] if position.over else session.face.tries(position)}  # fmt: skip


def thoughts(session: Any) -> dict[str, Any]:
    """All that is known of what was thought of the positions of a game."""
    movers = [*session.position.movers, session.table.position.mover]
    found = {n: search(session, t.report, n, movers[n], True) for n, t in session.history.evaluations.items()
             if t.report and n < len(movers)}  # fmt: skip
    return {"say": "thoughts", "id": session.id, "thoughts": found}


def state(session: Any) -> str:
    """What the game waits for, in a word."""
    if session.over:
        return "over"
    if session.dead is not None:
        return "counting"
    if session.programs.ahead:
        return "waiting"
    if session.persons_turn:
        return "yours"
    return "paused" if session.paused else "thinking"


def search(session: Any, report: Report, number: int, mover: int, done: bool) -> dict[str, Any]:
    """A search so far; rates are those of the player to move."""
    name = session.position.move_name if report.name is str else report.name
    most = max((m.visits for m in report.moves), default=1)
    longest = 1 if session.face.hidden else None  # there what follows a try is the umpire's word
    moves = [
        {"move": name(m.move), "visits": m.visits, "rate": round(m.winning_rate, 4), "prior": round(m.prior, 4),
         "share": round(m.visits / most, 3), "line": [name(step) for step in m.line[:longest]]}
        for m in report.best_first[:SHOWN]
    ]  # fmt: skip
    return {
        "say": "search", "id": session.id, "number": number, "done": done, "mover": mover,
        "best": None if report.best is None else name(report.best), "moves": moves, "visits": report.visits,
        "simulations": report.simulations, "seconds": round(report.seconds, 2), "nodes": report.nodes,
        "full": report.full, "rate": round(report.winning_rate, 4) if report.chosen else None,
    }  # fmt: skip
