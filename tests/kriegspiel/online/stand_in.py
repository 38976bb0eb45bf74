"""A server with the interface of kriegspiel.org, in this process: games against somebody who tries at random, under
our umpire. What goes wrong at a server can be ordered: `server.faults` are what the next requests are answered with."""

import json
import random
import re
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, cast

from kaya.kriegspiel.online.scoresheet import CAPTURES, OUR_NAMES, SAID
from kaya.kriegspiel.rules import BLACK, WHITE, KriegspielPosition, move_name, parse_move, square_name
from kaya.kriegspiel.rules.messages import MATE, SOME, Announcement
from kaya.kriegspiel.rules.rule_sets import RuleSet
from kaya.kriegspiel.rules.squares import ANY

TOKEN = "ksbot_0123456789abcdef.secret"
NAMES = {WHITE: "white", BLACK: "black"}
THEIRS = {ours: theirs for theirs, ours in reversed(SAID.items()) if ours}
CAPTURED = [(words.format("([a-h][1-8])"), pattern) for pattern, words in CAPTURES.items()]


def message_of(words: str) -> str:
    """What that server says for words of our umpire's."""
    for ours, theirs in CAPTURED:
        if found := re.fullmatch(ours, f"moved; {words}"):
            return re.sub(r"\(.*\)", found[1].upper(), theirs)
    return THEIRS[words]


def status_of(announcement: Announcement, rules: RuleSet) -> str | None:
    """What it says of the pawn tries of the turn that begins."""
    if announcement.end or not announcement.legal or rules.pawn_tries in ("asked", "never"):
        return None
    tries = announcement.pawn_tries
    if rules.pawn_tries == "squares":
        names = [square_name(s).upper() for s in range(64) if announcement.squares >> s & 1]
        return f"Pawn {'try' if len(names) == 1 else 'tries'} from {', '.join(names)}" if names else "No pawn captures"
    if tries == SOME:
        return "Has pawn capture"
    return f"{tries} pawn {'try' if tries == 1 else 'tries'}" if tries else "No pawn captures"


class Game:
    """One game, in which the account plays `side`."""

    def __init__(self, number: str, variant: str, side: int, seed: int):
        self.number, self.variant, self.side, self.state = number, variant, side, "active"
        self.position = KriegspielPosition(rules=OUR_NAMES.get(variant, "icc"), endless=True)
        self.result: dict[str, Any] | None = None
        self.left, self.chance, self.tried = 1500.0, random.Random(seed), list[str]()
        self.unknown_words, self.listed_on = False, True
        self._reply()

    @property
    def allowed(self) -> list[str]:
        return [move_name(move) for move in self.position.possible_tries()]

    @property
    def mine(self) -> bool:
        return self.state == "active" and self.position.mover == self.side

    def attempt(self, move: int) -> dict[str, Any]:
        before = len(self.position.plies)
        self.position.attempt(move)
        done = len(self.position.plies) > before
        if self.position.over:
            self.state = "completed"
            won = self.position.end == MATE and self.position.mover != self.side
            self.result = {"winner": NAMES[self.side] if won else None, "reason": self.position.ending}
        self._reply()
        return {"move_done": done}

    def _reply(self) -> None:
        """The other player tries at random, until a move is made."""
        while self.state == "active" and not self.mine:
            self.attempt(self.chance.choice(self.position.possible_tries()))

    def says(self) -> dict[str, Any]:
        own = NAMES[self.side]
        return {
            "game_id": self.number,
            "state": self.state,
            "turn": NAMES[self.position.mover] if self.state == "active" else None,
            "your_color": own,
            "allowed_moves": self.allowed if self.mine else [],
            "possible_actions": ["move"] + ["ask_any"] * self.position.may_ask if self.mine else [],
            "clock": {"white_remaining": self.left, "black_remaining": self.left, "active_color": None},
            "result": self.result,
            "scoresheet": {"viewer_color": own, "turns": self.turns()},
        }

    def turns(self) -> list[dict[str, Any]]:
        """The scoresheet, without what Kaya does not read."""
        turns: dict[int, dict[str, Any]] = {}
        for announcement in cast("list[Announcement]", self.position.announcements(self.side)):
            words = announcement.written().partition(": ")[2] or announcement.written()
            said = [w for w in words.split("; ") if not re.search(r"pawn (try|tries)", w)]
            if len(said) > 1 and "capture" in said[1]:
                del said[0]
            own = announcement.by == self.side
            entry = {
                "kind": "move",
                "messages": ["Martian"] if self.unknown_words else [message_of(w) for w in said],
                "move_uci": move_name(announcement.move) if own else None,
                "question_type": "ASK_ANY" if announcement.asks else "COMMON",
            }
            self._list(turns, announcement.ply, entry)
            if status := status_of(announcement, self.position.rules):
                self._list(turns, announcement.ply + 1, {"kind": "status", "messages": [status]})
        return [turns[n] for n in sorted(turns)]

    def _list(self, turns: dict[int, dict[str, Any]], ply: int, entry: dict[str, Any]) -> None:
        number = (ply + 1) // 2
        turn = turns.setdefault(number, {"turn": number, "white": [], "black": []})
        turn["white" if ply % 2 else "black"].append(entry)


class StandIn(ThreadingHTTPServer):
    """The server. `asked` are its requests."""

    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Handler)
        self.games: dict[str, Game] = {}
        self.faults: list[str] = []
        self.asked: list[str] = []
        self.waiting: list[str] = []
        self.name = "kaya"
        threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"

    def add(self, variant: str, side: int = WHITE) -> Game:
        number = f"{len(self.games):024x}"
        self.games[number] = Game(number, variant, side, seed=len(self.games))
        return self.games[number]

    def answer(self, method: str, path: str, payload: Any) -> tuple[int, Any]:
        match path.strip("/").split("/"):
            case ["auth", "me"]:
                return 200, {"username": self.name, "role": "bot"}
            case ["bots", "profile"]:
                return 200, {"ok": True}
            case ["game", "mine", "active"]:
                games = [game for game in self.games.values() if game.state == "active" or game.listed_on]
                return 200, {"games": [self._listed(game) for game in games] + self._waiting()}
            case ["game", "create"]:
                self.waiting = ["f" * 24]
                return 201, {"game_id": self.waiting[0], "game_code": "WAITS2"}
            case ["game", number] if method == "DELETE":
                self.waiting.remove(number)
                return 204, None
            case ["game", number, what] if number in self.games:
                return self._of_game(self.games[number], what, payload)
        return 404, {"error": {"code": "GAME_NOT_FOUND", "message": "Game not found", "details": {}}}

    def _of_game(self, game: Game, what: str, payload: Any) -> tuple[int, Any]:
        if what == "state":
            return 200, game.says()
        if not game.mine:
            return 400, {"error": {"code": "NOT_YOUR_TURN", "message": "It is not your turn", "details": {}}}
        if what == "resign":
            game.state, game.result = "completed", {"winner": NAMES[3 - game.side], "reason": "resignation"}
            return 200, {"result": game.result}
        game.tried.append("any?" if what == "ask-any" else payload["uci"])
        if what == "ask-any":
            return 200, game.attempt(ANY)
        return 200, game.attempt(parse_move(payload["uci"])) if payload["uci"] in game.allowed else {"move_done": False}

    def _listed(self, game: Game) -> dict[str, Any]:
        players = {NAMES[game.side]: {"username": "kaya"}, NAMES[3 - game.side]: {"username": "somebody"}}
        return {
            "game_id": game.number,
            "game_code": f"GAME{int(game.number, 16):02d}",
            "rule_variant": game.variant,
            "state": "active",  # the list is behind the games, as there, where only bots play
            **players,
        }

    def _waiting(self) -> list[dict[str, Any]]:
        return [{"game_id": n, "game_code": "WAITS2", "rule_variant": "rand", "state": "waiting"} for n in self.waiting]


class Handler(BaseHTTPRequestHandler):
    server: StandIn

    def do_GET(self) -> None:
        server = self.server
        length = int(self.headers.get("Content-Length", 0))
        payload = json.loads(self.rfile.read(length)) if length else None
        server.asked.append(f"{self.command} {self.path}")
        fault = server.faults.pop(0) if server.faults else ""
        if self.headers["Authorization"] != f"Bearer {TOKEN}":
            return self._send(401, json.dumps({"detail": "Authentication required"}))
        if fault == "nothing":
            return None
        if fault == "nonsense":
            return self._send(200, f"<html>{self.headers['Authorization']}")
        if fault == "another form":
            return self._send(200, '{"games": [{"game_id": 7}], "state": null}')
        if fault.isdecimal():
            return self._send(int(fault), json.dumps({"detail": TOKEN}), {"429": "40"}.get(fault))
        status, answer = server.answer(self.command, self.path, payload)
        if fault != "lost":  # done, but the answer does not come
            self._send(status, "" if answer is None else json.dumps(answer))
        return None

    do_POST = do_DELETE = do_GET

    def _send(self, status: int, text: str, after: str | None = None) -> None:
        self.send_response(status)
        if after:
            self.send_header("Retry-After", after)
        self.send_header("Content-Length", str(len(text.encode())))
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, *_: Any) -> None:
        pass
