"""What a person may do besides moving, by its name in a message; ValueError says what cannot be done."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import date
from typing import Any

from ..search import Budget
from .adapter import estimated
from .records import record_of
from .scheduler import MEMORY
from .session import Session
from .viewers import BOTH, Viewer

BATCHES = 16  # of playouts for an estimate
HINT = 1.5  # seconds to think of a hint

Action = Callable[[Session, Viewer], Awaitable[None]]


async def pass_(session: Session, viewer: Viewer) -> None:
    await session.play("pass", viewer)


async def resign(session: Session, viewer: Viewer) -> None:
    hands = session.hands(viewer)
    if not hands or session.over:
        raise ValueError("There is nothing to resign.")
    await session.programs.interrupt()
    if session.clocks.side in hands or session.human:
        session.end_of_turn()
    session.table.resign(min(hands) if len(hands) == 1 else session.table.mover)
    session.advance()


# Between two people


async def draw(session: Session, viewer: Viewer) -> None:
    """Offer a draw; if the other side has offered one, accept it."""
    hands, stored = session.hands(viewer), session.stored
    if not session.between_people or not hands:
        raise ValueError("A draw is offered between two people, while they play.")
    if stored.offer and 3 - stored.offer in hands:
        session.table.ended = session.adapter.drawn(session.position)
        stored.offer = 0
        session.advance()
    elif not stored.offer:
        stored.offer = min(hands) if len(hands) == 1 else session.table.mover
        session.changed()


async def decline(session: Session, viewer: Viewer) -> None:
    """Decline a draw, or take back that one was offered."""
    if not session.stored.offer or not session.hands(viewer):
        raise ValueError("No draw is offered.")
    declined = session.stored.offer not in session.hands(viewer) or viewer.seat == BOTH
    session.stored.offer = 0
    session.say("note", text="The draw is declined." if declined else "The offer of a draw is taken back.")
    session.changed()


async def undo(session: Session, viewer: Viewer) -> None:
    """Take back moves up to and including the person's last one."""
    if session.adapter.hidden:
        raise ValueError("Nothing can be taken back: the umpire has answered.")
    await session.programs.interrupt()
    movers = session.position.movers
    if not session.stored.people and session.human not in movers:
        raise ValueError("There is no move of yours to take back.")
    if session.stored.people and (viewer.seat != BOTH or not movers):
        raise ValueError("Between two people a move is taken back at one board only, where both see it.")
    session.end_of_turn()
    session.dead, session.stored.over = None, ""
    line = session.named(session.position)
    session.table.undo(1 if session.stored.people else movers[::-1].index(session.human) + 1)
    session.cut_tree(line)
    session.history.forget_after(session.number)
    session.advance()


async def now(session: Session, viewer: Viewer) -> None:
    """Let the program play what it has found so far."""
    session.programs.move_now()


async def pause(session: Session, viewer: Viewer) -> None:
    if session.persons or session.over:
        raise ValueError("Only a game of two programs can be stopped and go on.")
    session.paused = not session.paused
    await session.programs.interrupt()
    session.advance()


async def estimate(session: Session, ply: int = -1, path: tuple[str, ...] = ()) -> None:
    """Who will own what at the end of the game, or after so many moves of it and those of a variation."""
    if "estimate" not in session.adapter.actions:
        raise ValueError(f"There is no score to estimate in {session.stored.game}.")
    number = session.number if ply < 0 else ply
    position = session.position_at(number, path)
    async with session.lent() as player:
        outlook = await asyncio.to_thread(estimated, session.adapter, position, player, BATCHES)
    session.say("outlook", number=number, path=path, **session.adapter.owned(position, outlook))


async def score(session: Session, viewer: Viewer) -> None:
    await estimate(session)


async def hint(session: Session, viewer: Viewer) -> None:
    """What a program would play in the person's place. The program knows what the person knows."""
    if not session.persons_turn or not session.human:
        raise ValueError("A hint is for who is to move.")
    number = session.number
    view = session.position.view_for(session.human)
    async with session.scheduler.slot(), session.pool.lend(session.stored.game) as player:
        move, rate, reason = await asyncio.to_thread(advice, player, view)
    if session.number == number and session.persons_turn and move is not None:
        chance = None if rate is None else round(session.adapter.chance(rate), 4)
        session.say("hint", move=session.adapter.name(view, move), rate=chance, reason=reason)


def advice(player: Any, view: Any) -> tuple[int | None, float | None, str]:
    """What a program would play, the winning rate that it has found, and why."""
    decision = player.choose(view, Budget(seconds=HINT, memory=MEMORY))
    move = decision.report.best if decision.move is None else decision.move
    return move, round(decision.report.winning_rate, 4) if decision.report.chosen else None, decision.reason


async def chances(session: Session, viewer: Viewer) -> None:
    """Where the opponent's pieces may stand, by what the person has heard and nothing else."""
    if not session.human or not session.adapter.hidden:
        raise ValueError("There is nothing hidden here.")
    found = await asyncio.to_thread(session.adapter.chances, session.position.view_for(session.human))
    session.say("chances", number=session.number, chances=found)


async def save(session: Session, viewer: Viewer) -> None:
    if session.adapter.hidden and not session.over and session.persons:
        raise ValueError("The file would say what the umpire hides: it can be saved when the game is over.")
    form, record = session.adapter.file_format, record_of(session, annotated=True)
    record.source = session.storage.source(session.id)
    data = (await asyncio.to_thread(lambda: form.write(form.of(record)))).decode()
    name = f"kaya-{session.stored.game}-{date.today():%Y-%m-%d}{form.suffix}"
    session.tell({"say": "file", "name": name, "text": data})


# The count of Go


async def agree(session: Session, viewer: Viewer) -> None:
    if session.dead is None or not session.hands(viewer):
        raise ValueError("There is nothing to agree on.")
    session.agreed |= session.hands(viewer)
    if not session.agreed >= set(session.persons):
        return session.changed()
    session.table.ended = session.adapter.verdict(session.position, session.dead)
    session.advance()


async def go_on(session: Session, viewer: Viewer) -> None:
    """Take back the passes that ended the game."""
    if session.dead is None or not session.hands(viewer):
        raise ValueError("The game has not been ended by passes.")
    session.agreed.clear()
    session.dead, line = None, session.named(session.position)
    session.table.undo(session.adapter.passes(session.position))
    session.cut_tree(line)
    session.advance()


OF_A_GAME: dict[str, Action] = {"pass": pass_, "undo": undo, "resign": resign, "estimate": score, "chances": chances}
"""Actions that some games have: an adapter names its game's."""
OF_ALL: dict[str, Action] = {"hint": hint, "now": now, "save": save, "pause": pause, "agree": agree, "go_on": go_on}


BETWEEN_PEOPLE: dict[str, Action] = {"draw": draw, "decline": decline, "agree": agree, "go_on": go_on}
"""And those that people have who play each other; nobody advises them."""


async def act(session: Session, what: str, viewer: Viewer) -> None:
    known = {name: OF_A_GAME[name] for name in session.adapter.actions} | OF_ALL
    if session.between_people:
        known = {name: known[name] for name in ("pass", "undo", "resign", "save") if name in known} | BETWEEN_PEOPLE
    if what not in known:
        raise ValueError(f"What can be done is {', '.join(known)}.")
    await known[what](session, viewer)
