"""All games of a server: new ones, those that are open, and those that lie on disk."""

import asyncio
import contextlib
import random
import secrets
import time
from typing import Any

from ..games.registry import own_bundles
from ..players import default_player, make_player, players_of, set_level
from ..protocols.formats import game_of
from ..table.ready import get_ready
from . import people
from .adapter import PageAdapter, adapter_of
from .ahead import Ahead
from .clocks import new_clocks
from .memory import give_back
from .messages import Load, New, PlayOn
from .pool import PlayerPool
from .scheduler import Scheduler
from .session import Session
from .storage import Storage, StoredGame
from .viewers import Viewer, seat_of

MOST_OPEN = 100  # games in memory
MOST_IDLE = 4  # of these that nobody looks at; each holds trees and boards of some megabytes
RESTS = 20.0  # seconds without a page until a game's searches end
CLOSES = 900.0  # and until it lies on disk only
USUAL_LINES = 9  # of a board; a level of Go depends on them, its kernels do not
RESIGNS = 8  # the level from which a program gives up a lost game, unless somebody chooses otherwise


def ready_at(name: str, game: str, level: int) -> None:
    player = make_player(name, game=game)
    set_level(player, level, USUAL_LINES)
    get_ready(player)


def first_game() -> str:
    """What is played where nobody says what."""
    return own_bundles()[0].name


class Lobby:
    def __init__(self, storage: Storage, searches: int = 2, token: str = ""):
        self.token = token  # what an invitation needs besides a key
        self.storage, self.scheduler, self.pool = storage, Scheduler(searches), PlayerPool()
        self.open: dict[str, Session] = {}
        self._opening: dict[str, asyncio.Task[Session]] = {}
        self._ready = set[tuple[str, str, int]]()  # players, and at which level, whose kernels are compiled
        self.ahead: Ahead | None = None  # what is compiled behind the page
        self._compiling = asyncio.Lock()
        self._freed = False  # is there memory to give back?

    # What there is

    def games(self) -> tuple[list[dict[str, Any]], list[str]]:
        """The games to go on with, or to look at again; and a sentence for each that is damaged. They belong to whose
        server this is, whatever browser they were begun in."""
        games, faults = self.storage.all()
        told = ("id", "game", "title", "ending", "changed", "study", "people")
        return [{"over": bool(g.over)} | {name: getattr(g, name) for name in told} for g in games], faults

    # Opening and closing

    async def new(self, wanted: New) -> Session:
        adapter = adapter_of(wanted.game or first_game())
        position = adapter.start(wanted.conditions, wanted.handicap)
        if wanted.study:
            return await self._study(adapter, position, wanted.player, wanted.level)
        human = self._side(adapter, wanted.side)
        if wanted.people:
            facts = people.new_game(adapter, wanted, human, adapter.in_words(position))
            return await self._open(adapter, position, **facts)
        players, strength = {}, {}
        for side in (1, 2):
            if side != human:
                second = not human and side == 2
                players[str(side)] = (wanted.other if second else wanted.player) or default_player(adapter.game.name)
                strength[str(side)] = wanted.other_level if second else wanted.level
        clocks = new_clocks(wanted.main, wanted.period, wanted.periods)
        title = self._title(adapter, human, players, strength, position)
        facts = {"human": human, "players": players, "levels": strength, "clocks": clocks, "title": title}
        chosen = wanted.to_the_end
        facts["to_the_end"] = max(strength.values()) < RESIGNS if chosen is None else chosen
        return await self._open(adapter, position, **facts)

    async def rematch(self, session: Session, viewer: Viewer) -> Session:
        """The next game of two people: whoever wants it first begins it, and the other side comes to the same."""
        stored = session.stored
        if not session.over or not viewer.seat:
            raise ValueError("A rematch is for who has played, when the game is over.")
        if stored.rematch and (stored.rematch in self.open or self.storage.find(stored.rematch)):
            return await self.find(stored.rematch)
        found = await self.new(people.wanted_again(session))
        for name, value in people.same_seats(session).items():
            setattr(found.stored, name, value)
        stored.rematch = found.id
        session.changed()
        return found

    async def _study(self, adapter: PageAdapter, position: Any, player: str = "", level: int = 5) -> Session:
        """A position that nobody plays from: moves are tried out, and programs asked."""
        programs = dict.fromkeys("12", player or default_player(adapter.game.name))
        facts: dict[str, Any] = {"players": programs, "levels": dict.fromkeys("12", level), "human": 0, "study": True}
        return await self._open(adapter, position, title=f"{adapter.in_words(position)}, a study", **facts)

    async def set_up(self, session: Session, pieces: dict[str, str], mover: int) -> Session:
        """Let a study begin with another position; if moves were tried out in it, that is another study."""
        position = session.adapter.set_up(session.position_at(0), pieces, mover)
        if not session.stored.study or session.tree.root.children:
            return await self._study(session.adapter, position)
        session.begin_with(position)
        return session

    async def load(self, wanted: Load) -> Session:
        """A game of the person's file, to be studied: nobody plays it. `play_on` makes a game of it."""
        adapter = adapter_of(wanted.game or game_of(wanted.file))
        opened = await asyncio.to_thread(adapter.from_file, wanted.file)
        name = wanted.player or default_player(adapter.game.name)
        names = {str(side): opened.names.get(side, "").strip("?") or word for side, word in adapter.sides.items()}
        facts: dict[str, Any] = {
            "study": True,
            "human": 0,
            "over": opened.outcome,
            "tree": opened.tree.rows(),
            "names": names,
        }
        facts |= {"players": dict.fromkeys("12", name), "levels": dict.fromkeys("12", wanted.level)}
        facts["facts"] = opened.facts
        session = await self._open(adapter, opened.position, title=" – ".join(names.values()), **facts)
        self.storage.keep_source(session.id, wanted.file)
        return session

    async def play_on(self, session: Session, wanted: PlayOn) -> Session:
        """A game of the person against a program, from a position of another game; its side is the one to move. Where
        both have passed and the dead stones are still to be agreed on, it is the first."""
        adapter, stored = session.adapter, session.stored
        if not session.over:
            raise ValueError("This game goes on: play it here.")
        if not adapter.hidden:
            position = session.position_at(session.number if wanted.ply < 0 else wanted.ply, wanted.path)
        elif wanted.path or wanted.ply not in (-1, session.number):
            raise ValueError("A game with an umpire is played on from its end.")
        else:
            position = (await asyncio.to_thread(adapter.from_file, stored.record)).position
        if position.over and not adapter.counts:
            raise ValueError("The game is over there.")
        human = 1 if position.over else position.mover
        program = {str(3 - human): wanted.player or default_player(stored.game)}
        strength = dict.fromkeys(program, wanted.level)
        title = self._title(adapter, human, program, strength, position)
        to_the_end = wanted.level < RESIGNS
        facts: dict[str, Any] = {"human": human, "players": program, "levels": strength, "to_the_end": to_the_end}
        return await self._open(adapter, position, title=title, **facts)

    async def find(self, name: str) -> Session:
        """A game by its name, from disk if it is not open; ValueError if there is none."""
        if name in self.open:
            return self.open[name]
        stored = self.storage.find(name)
        if stored is None:
            raise ValueError("There is no such game here: it was forgotten, or another server has it.")
        if name not in self._opening:
            self._opening[name] = asyncio.create_task(self._reopen(stored))
        try:
            return await asyncio.shield(self._opening[name])
        finally:
            self._opening.pop(name, None)

    async def _reopen(self, stored: StoredGame) -> Session:
        """A game from disk; a faulty file is set aside, but not for a game or player that another server may know."""
        adapter = adapter_of(stored.game)
        players = await self._players(stored)
        try:
            opened = await asyncio.to_thread(adapter.from_file, stored.record)
            return await self._seated(stored, opened.position, players)
        except ValueError as error:
            raise self.storage.set_aside(stored.id, str(error)) from None

    async def _open(self, adapter: PageAdapter, position: Any, **facts: Any) -> Session:
        stored = StoredGame(id=secrets.token_urlsafe(12), game=adapter.game.name, began=time.time(), **facts)
        return await self._seated(stored, position, await self._players(stored))

    async def _players(self, stored: StoredGame) -> dict[int, Any]:
        """The programs of a game, when there is room for it."""
        await self._make_room()
        known = players_of(stored.game)
        for name in stored.players.values():
            if name not in known:
                raise ValueError(f"{name} does not play {stored.game}; there are: {', '.join(known)}.")
        levels = stored.levels
        return {int(side): await self._player(name, stored.game, levels[side]) for side, name in stored.players.items()}

    async def _seated(self, stored: StoredGame, position: Any, players: dict[int, Any]) -> Session:
        session = Session(stored, position, players, self.scheduler, self.pool, self.storage)
        session.advance()
        self.open[session.id] = session
        return session

    async def _player(self, name: str, game: str, level: int) -> Any:
        """A player that is ready: its kernels compile when it is first wanted, at this level, if they are not compiled
        behind the page by then."""
        seed = random.randrange(1 << 31)
        if (key := (game, name, level)) not in self._ready:
            if self.ahead and name == default_player(game):
                await self.ahead.wait_for(game)
            async with self._compiling:
                if key not in self._ready:
                    await asyncio.to_thread(ready_at, name, game, level)
                    self._ready.add(key)
        return await asyncio.to_thread(make_player, name, game=game, seed=seed)

    def is_ready(self, name: str, game: str, level: int) -> bool:
        return (game, name or default_player(game), level) in self._ready

    async def drop(self, name: str, key: str = "") -> None:
        session = self.open.get(name)
        stored = session.stored if session else self.storage.find(name)
        if stored and stored.people and not stored.over and not seat_of(stored.keys, key):
            raise ValueError("Two people play this game: only they can forget it before its end.")
        if stored:
            if session:
                await self._close(session)
            self.storage.drop(name)

    async def _make_room(self) -> None:
        idle = [s for s in self.open.values() if not s.pages]
        if len(self.open) >= MOST_OPEN and not idle:
            raise ValueError(f"This server has {MOST_OPEN} open games: try again later.")
        if len(self.open) >= MOST_OPEN or len(idle) > MOST_IDLE:
            await self._close(min(idle, key=lambda s: s.idle_since))

    async def _close(self, session: Session) -> None:
        self.open.pop(session.id, None)
        self._freed = True
        await session.close()

    async def look_after(self) -> None:
        """Let flags fall, and let idle games rest and close, for as long as the server runs."""
        rested: set[str] = set()
        while True:
            await asyncio.sleep(0.25)
            for session in list(self.open.values()):
                session.tick()
                if session.pages:
                    session.idle_since = time.monotonic()
                    rested.discard(session.id)
                    continue
                idle = time.monotonic() - session.idle_since
                with contextlib.suppress(Exception):  # one game must not end the care for the others
                    if idle > CLOSES:
                        await self._close(session)
                    elif idle > RESTS and session.id not in rested:
                        rested.add(session.id)
                        if not session.persons:
                            session.paused = True
                        await session.rest()
                        self._freed = True
            if self._freed:
                self._freed = False
                await asyncio.to_thread(give_back)

    async def close(self) -> None:
        for session in list(self.open.values()):
            await self._close(session)

    # Words

    @staticmethod
    def _side(adapter: PageAdapter, word: str) -> int:
        """The side of this name, `random`, or none (`watch`)."""
        if word == "watch":
            return 0
        if word == "random":
            return random.choice((1, 2))
        for side, name in adapter.sides.items():
            if word.lower() in ("", name.lower()):
                return side
        raise ValueError(f"The side must be {', '.join(adapter.sides.values())}, random or watch, not {word!r}.")

    @staticmethod
    def _title(
        adapter: PageAdapter, human: int, players: dict[str, str], strength: dict[str, int], position: Any
    ) -> str:
        who = " – ".join(f"{players[s]} {strength[s]}" for s in players)
        name = adapter.in_words(position)
        return f"{name}, {adapter.sides[human]} against {who}" if human else f"{name}, {who}"
