"""Dispatch of messages: what a page asks for is done in the lobby, its game, the lab or a part of a game's."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path

from .. import __version__
from ..protocols.formats import suffixes
from . import lab, payloads
from . import messages as m
from .actions import act, estimate
from .adapter import listed_parts
from .learn.learning import Learning
from .learn.messages import Learn, OfLearning
from .lobby import Lobby, first_game
from .messages import Page
from .offers import offers
from .security import RateLimit
from .session import Session
from .viewers import Viewer, other_seat, seat_of

NEW_BURST, NEW_RATE = 6.0, 0.5  # new games at once, and a second
AT_A_BOARD = (m.Play, m.Act, m.Dead, m.HandOver, m.Watch)  # what two people may say who play each other
GETTING_READY = "Getting the player ready. The first time this takes a while."


class Dispatcher:
    """Does what one page asks for. It knows which game the page shows."""

    def __init__(self, page: Page, lobby: Lobby, store: Path | None = None):
        self.page, self.lobby, self.store = page, lobby, store
        self.greeted = False  # whether it has said hello
        self.session: Session | None = None
        self._task: asyncio.Task[None] | None = None  # what goes on for this page alone
        self.learning = Learning(page, lobby.scheduler)
        self._new_games = RateLimit(NEW_BURST, NEW_RATE)

    async def dispatch(self, message: m.Message) -> None:
        again = isinstance(message, m.Act) and message.what == "again"
        if (again or isinstance(message, m.New | m.Load | m.PlayOn)) and not self._new_games.take():
            raise ValueError("That are many new games: wait a little.")
        match message:
            case m.Hello():
                self.greeted = True
                self._greet()
            case m.New():
                if not self.lobby.is_ready(message.player, message.game or first_game(), message.level):
                    self.page.send({"say": "note", "text": GETTING_READY})
                session = await self.lobby.new(message)
                self._show(session, session.stored.begun_by)
            case m.Load():
                self._show(await self.lobby.load(message))
            case m.Drop(id=name, key=key):
                await self.lobby.drop(name, key)
                self._greet()
            case m.Join(id=name, key=key):
                session = await self.lobby.find(name)
                self._show(session, seat_of(session.stored.keys, key))
            case m.Leave():
                self.leave()
                self._greet()
            case m.Lab(elo0=elo0, elo1=elo1):
                self.leave()
                if self.store is None:
                    raise ValueError("This server shows no results store: start it with --store.")
                if not elo0 < elo1:
                    raise ValueError("elo0 must be below elo1.")
                self._begin(partial(lab.watch, self.store, self.page, elo0, elo1))
            case m.OfPart():
                self.leave()
                if goes_on := message.answer(self.page, self.lobby.scheduler):
                    self._begin(goes_on)
            case Learn() | OfLearning():
                if self.session or self._task:
                    self.leave()
                await self.learning.do(message)
            case m.OfGame(id=name):
                await self._in_game(await self.lobby.find(name), message)

    async def _in_game(self, session: Session, message: m.OfGame) -> None:
        viewer = session.viewer(self.page)
        if session.between_people:
            if not isinstance(message, AT_A_BOARD):
                raise ValueError("While two people play, no program advises and nothing is tried out.")
            if not viewer.seat:
                raise ValueError("You watch this game: who plays has a link with a key.")
        match message:
            case m.Play(move=move):
                await session.play(move, viewer)
            case m.HandOver(on=on):
                session.turn_device(viewer, on)
            case m.SetUp(pieces=pieces, mover=mover):
                found = await self.lobby.set_up(session, pieces, mover)
                if found is not session:
                    self._show(found)
            case m.Watch(side=side):
                session.set_watch(viewer, side)
            case m.Act(what="again"):
                await self._again(session, viewer)
            case m.Act(what=what):
                await act(session, what, viewer)
            case m.PlayOn():
                self._show(await self.lobby.play_on(session, message))
            case m.Dead(point=point):
                session.turn_dead(point)
            case m.Level(level=level):
                await session.set_level(level)
            case m.Review(on=on, simulations=simulations, player=player):
                await session.analysis.stop()
                await (session.review.start(simulations, player) if on else session.review.stop())
            case m.Analyse(on=on, player=player, ply=ply, path=path, side=side):
                await (session.analysis.start(player, ply, path, side) if on else session.analysis.stop())
            case m.Estimate(ply=ply, path=path):
                await estimate(session, ply, path)
            case m.Try(ply=ply, path=path, keep=keep):
                self.page.send(session.try_out(ply, path, keep), "line")
            case m.Forget(ply=ply, path=path):
                session.forget(ply, path)
            case m.Promote(ply=ply, path=path):
                session.promote(ply, path)
            case m.Note(ply=ply, path=path, comment=comment, marks=marks):
                session.note(ply, path, comment, marks)
            case m.Set(name=name, value=value):
                await session.analysis.set(name, value)
            case m.AnalysisPace(what=what, amount=amount):
                session.analysis.set_pace(what, amount)
            case m.Card(path=path, move=move):
                found = await session.analysis.inspection.card(path, move)
                self.page.send({"say": "card", "id": session.id, **found}, "card")
            case m.Moment(ply=ply, path=path, side=side):
                self.page.send(await asyncio.to_thread(payloads.moment, session, ply, path, side), "moment")
            case m.Children(path=path):
                found = session.analysis.inspection.children(path)
                self.page.send({"say": "children", "id": session.id, **found})

    async def _again(self, session: Session, viewer: Viewer) -> None:
        """Begin the same game once more, with colours swapped."""
        stored = session.stored
        if stored.people:
            return self._show(await self.lobby.rematch(session, viewer), other_seat(viewer.seat))
        if not stored.human:
            raise ValueError("Begin another game in the lobby.")
        other, clock = 3 - stored.human, stored.clocks.get("1")
        times = {"main": clock.main, "period": clock.period, "periods": clock.periods} if clock else {}
        player, level = stored.players[str(other)], stored.levels[str(other)]
        adapter, at = session.adapter, session.position
        same = {"conditions": adapter.conditions(at), "handicap": adapter.handicap(at), **times}
        same |= {"player": player, "level": level, "to_the_end": stored.to_the_end}
        wanted = m.New(game=stored.game, side=adapter.sides[other], **same)
        self._show(await self.lobby.new(wanted))

    def _greet(self) -> None:
        games, faults = self.lobby.games()
        there = {"offers": offers(), "games": games, "parts": listed_parts(), "suffixes": suffixes()}
        there |= {"lab": self.store is not None, "entry": f"?token={self.lobby.token}" if self.lobby.token else ""}
        self.page.send({"say": "lobby", "version": __version__, **there})
        if self.lobby.ahead:
            self.page.send(self.lobby.ahead.payload(), "compiling")
        for fault in faults:
            self.page.send({"say": "note", "text": fault})

    def _show(self, session: Session, seat: int = 0) -> None:
        self.leave()
        self.session = session
        viewer = session.pages[self.page] = Viewer(seat or session.human)
        self.page.send(payloads.game(session, viewer), "game")
        if session.between_people and seat:
            session.advance()  # the other side may have waited
        if session.stored.facts:
            self.page.send(payloads.annotations(session))
        if not session.between_people and session.tree.branched:
            self.page.send(payloads.tree(session), "tree")
        if session.history.evaluations:
            self.page.send(payloads.evaluations(session))

    def _begin(self, work: Callable[[], Awaitable[None]]) -> None:
        """Begin something that goes on until the page goes elsewhere."""

        async def told() -> None:
            try:
                await work()
            except ValueError as error:
                self.page.send({"say": "error", "text": str(error)})

        self._task = asyncio.create_task(told())

    def leave(self) -> None:
        self.learning.leave()
        if self._task:
            self._task.cancel()
            self._task = None
        if self.session:
            self.session.pages.pop(self.page, None)
            self.session.idle_since = time.monotonic()
            self.session = None
