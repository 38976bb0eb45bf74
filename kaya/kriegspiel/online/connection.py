"""Asking the server: JSON by HTTP, slowly enough, and with a token that nobody gets to see.

What goes wrong is one of two things. `Declined`: the server has understood, and says no. `Trouble`: it answers 500,
429, nonsense or nothing, which passes; then it is asked again after a pause, and after longer ones as long as it lasts
(`Patience`)."""

import http.client
import json
import random
import re
import ssl
import time
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import urlsplit

from ... import __version__

GAP = 0.25  # seconds between two requests
PATIENCE = 20.0  # seconds for an answer
LONGEST = 4 << 20  # bytes of it
FIRST_PAUSE, LONGEST_PAUSE = 1.0, 60.0
HERE = ("localhost", "127.0.0.1", "::1")
PASSING = (408, 425, 429)  # besides all from 500 on


class Time(Protocol):
    """What is used of the module `time`."""

    def monotonic(self) -> float: ...

    def sleep(self, seconds: float, /) -> None: ...


class Token:
    """A secret that is shown nowhere."""

    def __init__(self, secret: str):
        self._secret = secret

    def __repr__(self) -> str:
        return "<a token>"

    @property
    def header(self) -> str:
        return f"Bearer {self._secret}"

    def taken_out(self, text: str) -> str:
        """The text without the token, should a server have repeated it."""
        return text.replace(self._secret, "…")


def read_token(file: Path) -> Token:
    """The token in a file; ValueError if there is none."""
    words = file.read_bytes()[:4096].decode("ascii", "replace").split()
    if len(words) != 1 or not words[0].isprintable() or len(words[0]) < 8 or "\ufffd" in words[0]:
        raise ValueError(f"{file} is to have a token in one line and nothing else.")
    return Token(words[0])


class Trouble(Exception):
    """Something that passes. `everywhere`: other questions would fare no better. `after`: the pause in seconds that the
    server has asked for."""

    def __init__(self, reason: str, *, everywhere: bool = False, after: float = 0.0):
        super().__init__(reason)
        self.everywhere, self.after = everywhere, after


class Declined(Exception):
    """The server says no, by a status of HTTP and a code of its own."""

    def __init__(self, status: int, code: str):
        super().__init__(f"{status} {code}".strip())
        self.status, self.code = status, code


class Patience:
    """How long to wait before something is tried again: twice as long each time, up to a minute, and a random part of
    it less, so that many programs do not all come back at once."""

    def __init__(self, time: Time):
        self._time, self._failed, self.until = time, 0, 0.0

    def lost(self, trouble: Trouble, most: float = LONGEST_PAUSE) -> float:
        """It went wrong: the pause until the next try, `most` seconds long. What the server asks for is heeded."""
        pause = min(FIRST_PAUSE * 2.0 ** min(self._failed, 10), LONGEST_PAUSE, max(most, FIRST_PAUSE))
        pause = max(pause * random.uniform(0.75, 1.0), min(trouble.after, LONGEST_PAUSE))
        self._failed += 1
        self.until = self._time.monotonic() + pause
        return pause

    def restored(self) -> bool:
        """It went well; had it gone wrong before?"""
        had, self._failed, self.until = self._failed > 0, 0, 0.0
        return had

    @property
    def over(self) -> bool:
        return self._time.monotonic() >= self.until


class Connection:
    """A server of Kriegspiel, and the token of an account there."""

    def __init__(self, url: str, token: Token, time: Time = time):
        parts = urlsplit(url if "://" in url else f"https://{url}")
        try:
            host, port = parts.hostname, parts.port
        except ValueError:
            host, port = None, None
        if parts.scheme not in ("http", "https") or not host or parts.username or parts.query or parts.fragment:
            raise ValueError(f"{url[:80]!r} is not a server: write https://api.kriegspiel.org.")
        if parts.scheme == "http" and host not in HERE:
            raise ValueError("A token is sent by https:// alone, but to this machine.")
        self.url = parts.geturl().rstrip("/")
        self._secure, self._host, self._port, self._path = parts.scheme == "https", host, port, parts.path.rstrip("/")
        self._token, self._time, self._next = token, time, 0.0

    def get(self, path: str) -> dict[str, Any]:
        return self.ask("GET", path)

    def post(self, path: str, payload: dict[str, Any] | None = None) -> dict[str, Any]:
        return self.ask("POST", path, payload or {})

    def ask(self, method: str, path: str, payload: dict[str, Any] | None = None) -> dict[str, Any]:
        """The answer to one request; Declined or Trouble if it is none."""
        self._time.sleep(max(self._next - self._time.monotonic(), 0.0))
        try:
            status, after, body = self._exchange(method, path, payload)
        except (OSError, http.client.HTTPException, ssl.SSLError) as error:
            raise Trouble(f"no answer ({type(error).__name__})", everywhere=True) from None
        finally:
            self._next = self._time.monotonic() + GAP
        if status in PASSING or status >= 500:
            raise Trouble(f"the answer {status}", everywhere=status == 429, after=after)
        answer = _read(self.taken_out(body.decode(errors="replace"))) if body or status != 204 else {}
        if 200 <= status < 300:
            if answer is None:
                raise Trouble("an answer that is not JSON")
            return answer
        raise Declined(status, _code(answer or {}))

    def taken_out(self, text: str) -> str:
        return self._token.taken_out(text)

    def _exchange(self, method: str, path: str, payload: dict[str, Any] | None) -> tuple[int, float, bytes]:
        kind = http.client.HTTPSConnection if self._secure else http.client.HTTPConnection
        connection = kind(self._host, self._port, timeout=PATIENCE)
        headers = {
            "Authorization": self._token.header,
            "Accept": "application/json",
            "User-Agent": f"Kaya/{__version__}",
            "Connection": "close",
        }
        body = None
        if payload is not None:
            body, headers["Content-Type"] = json.dumps(payload).encode(), "application/json"
        try:
            deadline = time.monotonic() + PATIENCE
            connection.request(method, self._path + path, body, headers)
            answer, read = connection.getresponse(), b""
            while part := answer.read1(1 << 16):
                read += part
                if len(read) > LONGEST or time.monotonic() > deadline:
                    raise http.client.HTTPException("an answer without end")
            return answer.status, _seconds(answer.headers.get("Retry-After", "")), read
        finally:
            connection.close()


def _seconds(text: str) -> float:
    return float(text) if re.fullmatch(r"\d{1,6}", text.strip()) else 0.0


def _read(body: str) -> dict[str, Any] | None:
    try:
        answer = json.loads(body)
    except (ValueError, RecursionError):
        return None
    return answer if isinstance(answer, dict) else None


def _code(answer: dict[str, Any]) -> str:
    """What the server calls its refusal, if it is a word in capitals."""
    for place in (answer.get("error"), answer.get("detail")):
        code = place.get("code") if isinstance(place, dict) else None
        if isinstance(code, str) and re.fullmatch("[A-Z_]{1,40}", code):
            return code
    return ""
