"""All games of an account at the server, as long as one likes."""

import contextlib
import signal
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ...search import Budget
from ...table.ready import get_ready
from ..rules.rule_sets import find_rules
from .connection import Connection, Declined, Patience, Time, Trouble, read_token
from .game import OnlineGame
from .scoresheet import OUR_NAMES, THEIR_NAMES

IDLE = 5.0  # times as long between two looks where no game is going on
HASTE = 0.25  # of the shortest clock that runs, at most, a pause may take


@dataclass(frozen=True)
class Wishes:
    """What one would like to play: `open` is the rule set of a game that waits for others, while fewer than `games`
    are going on; `poll` the seconds between two looks."""

    open: str | None = None
    games: int = 4
    poll: float = 3.0

    def __post_init__(self) -> None:
        if self.open is not None:
            find_rules(self.open)


class Client:
    """Plays whatever games the account has: `new_player` makes a player for each."""

    def __init__(
        self,
        connection: Connection,
        new_player: Callable[[], Any],
        budget: Budget,
        wishes: Wishes,
        tell: Callable[[str], None],
        time: Time = time,
    ):
        self.connection, self.wishes, self.games = connection, wishes, dict[str, OnlineGame]()
        self._new_player, self._budget, self._time = new_player, budget, time
        self._tell = lambda words: tell(connection.taken_out(words))
        self._patience, self._done = Patience(time), set[str]()
        self._waits, self._opened = False, set[str]()

    def run(self) -> None:
        """Play until Ctrl-C. ValueError if the server does not know the account."""
        self.greet()
        try:
            while True:
                self.round()
                self._time.sleep(self.wishes.poll * (1.0 if self.games else IDLE))
        finally:
            self.leave()

    def greet(self) -> None:
        """Who are we there, and which rule sets do we play?"""
        while True:
            self._pause()
            try:
                name = self.connection.get("/auth/me").get("username")
                with contextlib.suppress(Declined):
                    self.connection.post("/bots/profile", {"supported_rule_variants": list(OUR_NAMES)})
                self._patience.restored()
                return self._tell(f"Playing as {str(name)[:40]} at {self.connection.url}.")
            except Declined as declined:
                why = "does not know the token" if declined.status in (401, 403) else f"answers {declined}"
                raise ValueError(f"{self.connection.url} {why}.") from None
            except Trouble as trouble:
                self._wait(trouble)

    def round(self) -> None:
        """Look at all games once, and move in those where it is our turn."""
        self._pause()
        try:
            self._look()
            if self._patience.restored():
                self._tell("The server answers again.")
            for game in sorted(self.games.values(), key=lambda game: game.left):
                self._play(game)
            if self.wishes.open and not self._waits and len(self.games) < self.wishes.games:
                self._open(self.wishes.open)
        except Trouble as trouble:
            self._wait(trouble)
        except Declined as declined:
            self._wait(Trouble(f"the answer {declined}"))

    def leave(self) -> None:
        """Nobody need wait for us."""
        for number in self._opened:
            with contextlib.suppress(Trouble, Declined):
                self.connection.ask("DELETE", f"/game/{number}")
        if self.games:
            self._tell(f"{len(self.games)} games go on: the same command takes them up again.")

    def _pause(self) -> None:
        """Wait as long as was said."""
        if not self._patience.over:
            self._time.sleep(self._patience.until - self._time.monotonic())

    def _wait(self, trouble: Trouble) -> None:
        most = HASTE * min((game.left for game in self.games.values()), default=float("inf"))
        pause = self._patience.lost(trouble, most)
        self._tell(f"Asking again in {pause:.0f} s: {trouble}.")

    def _look(self) -> None:
        """Which games there are."""
        listed = self.connection.get("/game/mine/active").get("games")
        if not isinstance(listed, list):
            raise Trouble("a list of games of another form than kriegspiel.org's")
        self._waits = False
        for entry in listed:
            number, state = _word(entry, "game_id"), _word(entry, "state")
            if state == "waiting":
                self._waits = True
            elif state == "active" and number not in self.games and number not in self._done:
                self._opened.discard(number)
                self._begin((number, _word(entry, "game_code"), _word(entry, "rule_variant")), entry)
        known = {_word(entry, "game_id") for entry in listed}
        for game in [game for number, game in self.games.items() if number not in known]:
            self._play(game)  # it says how it ended
            self.games.pop(game.id, None)

    def _begin(self, known: tuple[str, str, str], entry: Any) -> None:
        number, code, variant = known

        def tell(words: str) -> None:
            self._tell(f"{code}: {words}")

        if variant not in OUR_NAMES:
            tell(f"Kaya does not play by the rules {variant!r} and resigns.")
            self._done.add(number)
            self.connection.post(f"/game/{number}/resign")
            return
        players = " - ".join(_name(entry.get(colour)) for colour in ("white", "black"))
        tell(f"{players}, {OUR_NAMES[variant]} rules.")
        self.games[number] = OnlineGame(self.connection, known, self._new_player(), self._budget, tell, self._time)

    def _play(self, game: OnlineGame) -> None:
        """A turn of one game. What is wrong with it alone does not keep the others waiting."""
        if not game.patience.over:
            return
        try:
            game.take_turn(len(self.games))
            game.patience.restored()
        except Declined as declined:
            game.patience.lost(Trouble(str(declined)), HASTE * game.left)
        except Trouble as trouble:
            if trouble.everywhere:
                raise
            game.patience.lost(trouble, HASTE * game.left)
        if game.over:
            self._done.add(game.id)
            del self.games[game.id]

    def _open(self, rules: str) -> None:
        """A game that waits for somebody."""
        wish = {"rule_variant": THEIR_NAMES[rules], "play_as": "random", "opponent_type": "human"}
        try:
            number = _word(opened := self.connection.post("/game/create", wish), "game_id")
            self._opened.add(number)
            self._tell(f"{_word(opened, 'game_code')}: waiting for an opponent.")
        except Declined as declined:
            if declined.code != "BOT_ALREADY_HAS_OPEN_GAME":
                raise


def _word(entry: Any, key: str) -> str:
    word = entry.get(key) if isinstance(entry, dict) else None
    if not isinstance(word, str) or not word.replace("_", "").isalnum() or len(word) > 64:
        raise Trouble("a list of games of another form than kriegspiel.org's")
    return word


def _name(player: Any) -> str:
    name = player.get("username") if isinstance(player, dict) else None
    return name[:40] if isinstance(name, str) and name.isprintable() else "?"


def play_at(server: str, token_file: Path, new_player: Callable[[], Any], budget: Budget, wishes: Wishes) -> None:
    """Play at a server until Ctrl-C, or until the process is told to end; what happens is printed."""
    connection = Connection(server, read_token(token_file))
    get_ready(new_player())

    def tell(words: str) -> None:
        print(time.strftime("%H:%M:%S"), words, flush=True)

    def end(number: int, frame: Any) -> None:
        raise KeyboardInterrupt

    signal.signal(signal.SIGTERM, end)
    Client(connection, new_player, budget, wishes, tell).run()
