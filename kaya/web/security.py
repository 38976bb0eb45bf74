"""Security: who may use the server, how often, and what a browser may do with what it gets.

A page of another site must not reach the server through the visitor's browser. So the name in `Host` must be one of the
server's own (or a site could let its name point here), and a request that says where it comes from (`Origin`) must come
from here. Where other machines can reach the server, a visitor also needs the token that `kaya web` prints: it comes
once in the address, and a cookie keeps it. What is behind `#` in that address, a game's name, stays there."""

import secrets
import time
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import SplitResult, parse_qs, urlsplit

from starlette.responses import PlainTextResponse, RedirectResponse

LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})
COOKIE = "kaya"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-cache",
}


class Security:
    """ASGI middleware: a request that is refused gets one sentence, all others the application, with safe headers."""

    def __init__(self, app: Any, host: str = "127.0.0.1", token: str = ""):
        self.app, self.token = app, token
        self.names = LOOPBACK if host in LOOPBACK else frozenset()  # of others' machines we do not know the names

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}
        refusal = self._refusal(scope, headers)
        if refusal is None:
            await self.app(scope, receive, _with_headers(send))
        elif scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 4403, "reason": refusal[:100]})
        elif refusal == WELCOME:
            await self._welcome(scope, receive, send)
        else:
            await PlainTextResponse(refusal + "\n", 403)(scope, receive, _with_headers(send))

    def _refusal(self, scope: Any, headers: dict[str, str]) -> str | None:
        """Why this request is turned away; None if it is not."""
        host = headers.get("host", "")
        if self.names and _name(host) not in self.names:
            return "This server answers to 127.0.0.1 and localhost only."
        origin = headers.get("origin")
        if origin is not None and _split(origin).netloc != host:
            return "A page of another site may not use this server."
        if scope["type"] == "websocket" and origin is None and self.token == "":
            return None  # no browser: those always say where they come from
        if not self.token or self._has_token(headers):
            return None
        asked = parse_qs(scope.get("query_string", b"").decode("latin-1")).get("token", [""])[0]
        if scope["type"] == "http" and scope["path"] == "/" and secrets.compare_digest(asked.encode(), self._secret):
            return WELCOME
        return "This server needs the token that `kaya web` has printed: open the address with it."

    @property
    def _secret(self) -> bytes:
        return self.token.encode()

    def _has_token(self, headers: dict[str, str]) -> bool:
        try:
            found = SimpleCookie(headers.get("cookie", "")).get(COOKIE)
        except CookieError:
            return False
        return found is not None and secrets.compare_digest(found.value.encode(), self._secret)

    async def _welcome(self, scope: Any, receive: Any, send: Any) -> None:
        """Put the right token into a cookie, and take it out of the address."""
        response = RedirectResponse("/", 303)
        response.set_cookie(COOKIE, self.token, httponly=True, samesite="lax", max_age=30 * 86400)
        await response(scope, receive, _with_headers(send))


WELCOME = "welcome"


def _name(host: str) -> str:
    """The name of a host without its port."""
    return (_split(f"//{host}").hostname or "") if host else ""


def _split(address: str) -> SplitResult:
    """The parts of an address; all are empty if it is none."""
    try:
        return urlsplit(address)
    except ValueError:
        return SplitResult("", "", "", "", "")


def _with_headers(send: Any) -> Any:
    async def sending(message: Any) -> None:
        if message["type"] == "http.response.start":
            given = {name.lower() for name, _ in message["headers"]}
            more = [(n.lower().encode(), v.encode()) for n, v in HEADERS.items() if n.lower().encode() not in given]
            message = {**message, "headers": [*message["headers"], *more]}
        await send(message)

    return sending


class RateLimit:
    """How often somebody may do something: `burst` times at once, and `rate` times a second (a token bucket)."""

    def __init__(self, burst: float, rate: float):
        self.burst, self.rate, self.left, self.at = burst, rate, burst, time.monotonic()

    def take(self) -> bool:
        now = time.monotonic()
        self.left = min(self.burst, self.left + (now - self.at) * self.rate)
        self.at = now
        if self.left < 1:
            return False
        self.left -= 1
        return True
