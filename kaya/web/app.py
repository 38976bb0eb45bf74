"""What the server serves: the page, its modules, and the socket. Files are read once and known by their names."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from .. import drawing
from ..games.registry import bundles, imported
from . import lab
from .adapter import all_parts
from .ahead import Ahead, uncompiled
from .connection import Connection
from .lobby import Lobby
from .memory import keep_little
from .security import Security
from .storage import Storage

PAGE = Path(__file__).parent / "page"
KINDS = {
    ".html": "text/html",
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
MOST_CONNECTIONS = 200


def files() -> dict[str, tuple[str, bytes]]:
    """All that a page may fetch: by its path the kind and the content."""
    drawings = {bundle.name: imported(bundle.drawing) for bundle in bundles() if bundle.drawing}
    found = {f"/{f.name}": f for f in sorted(PAGE.iterdir()) if f.suffix in KINDS}
    found |= {f"/drawing/{f.name}": f for f in sorted(drawing.FOLDER.iterdir()) if f.suffix in KINDS}
    found |= {f"/games/{name}/{f.name}": f for name, drawn in drawings.items() for f in drawn.files()}
    served = {path: (KINDS[f.suffix], f.read_bytes()) for path, f in found.items()}
    kind, page = served.pop("/index.html")
    styles = (p for p in served if p.endswith(".css") and "/games/" in p)
    filled_in = {
        "styles": "\n".join(f'<link rel="stylesheet" href="{p}">' for p in styles),
        "parts": "".join(f'<a href="#{part.name}">{part.title}</a>' for part in all_parts()),
        "symbols": "".join(drawn.symbols() for drawn in drawings.values() if drawn.symbols),
    }
    for name, text in filled_in.items():
        page = page.replace(f"<!-- {name} -->".encode(), text.encode())
    served["/"] = kind, page
    return served


def make_app(
    folder: Path,
    *,
    host: str = "127.0.0.1",
    token: str = "",
    searches: int = 2,
    store: Path | None = None,
    ahead: bool = False,
) -> Any:
    """The ASGI application. `folder` is where games are kept, `store` has the results of matches; `ahead`: the usual
    programs are compiled behind the page, if they are not yet."""
    lobby, served, connected = Lobby(Storage(folder), searches, token), files(), set[Connection]()

    def tell(message: dict[str, Any]) -> None:
        for connection in connected:
            if connection.dispatcher.greeted:
                connection.send(message, message["say"])

    async def file(request: Request) -> Response:
        found = served.get(request.url.path)
        return Response(found[1], media_type=found[0]) if found else PlainTextResponse("There is nothing.\n", 404)

    async def socket(websocket: WebSocket) -> None:
        if len(connected) >= MOST_CONNECTIONS:
            await websocket.close(1013, "This server has too many visitors.")
            return
        connection = Connection(websocket, lobby, store)
        connected.add(connection)
        try:
            await connection.run()
        finally:
            connected.discard(connection)

    async def report(request: Request) -> Response:
        if store is None:
            return PlainTextResponse("This server shows no results store: start it with --store.\n", 404)
        try:
            page = await asyncio.to_thread(lab.report, store)
        except ValueError as error:
            return PlainTextResponse(f"{error}\n", 404)
        return HTMLResponse(page, headers={"Content-Security-Policy": lab.POLICY})

    async def learn(request: Request) -> Response:
        return RedirectResponse(f"/#{request.url.path.strip('/')}")

    @contextlib.asynccontextmanager
    async def life(app: Starlette) -> AsyncIterator[None]:
        keep_little()
        cares = [asyncio.create_task(lobby.look_after())]
        if ahead:
            lobby.ahead = Ahead(tell, uncompiled())
            cares.append(asyncio.create_task(lobby.ahead.run()))
        try:
            yield
        finally:
            for care in cares:
                care.cancel()
            if lobby.ahead:
                await lobby.ahead.close()
            await lobby.close()

    routes = [WebSocketRoute("/socket", socket), Route("/report", report)]
    routes += [Route(path, learn) for path in ("/learn", "/learn/{place:path}")]
    routes += [Route("/{path:path}", file)]
    app = Starlette(routes=routes, lifespan=life)
    app.state.lobby = lobby
    return Security(app, host, token)
