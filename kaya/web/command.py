"""`kaya web`: start the server, say where it is, and open the browser."""

import secrets
import socket
import threading
import webbrowser
from pathlib import Path
from typing import Any

import uvicorn

from .app import make_app
from .messages import LARGEST
from .security import LOOPBACK
from .storage import usual_folder


def serve(
    host: str = "127.0.0.1",
    port: int = 0,
    *,
    browser: bool = True,
    games: Path | None = None,
    searches: int = 2,
    store: Path | None = None,
    token: str | None = None,
) -> None:
    """Serve until somebody ends it. Port 0 is a free one. Beyond the loopback a token is needed, or made."""
    secret = token or ("" if host in LOOPBACK else secrets.token_urlsafe(16))
    listening = _listen(host, port)
    address = _address(host, listening.getsockname()[1], secret)
    app = make_app(games or usual_folder(), host=host, token=secret, searches=searches, store=store)
    sockets: dict[str, Any] = {"ws": "websockets-sansio", "ws_max_size": 4 * LARGEST, "ws_max_queue": 32}
    quiet: dict[str, Any] = {"log_level": "warning", "access_log": False, "server_header": False}
    config = uvicorn.Config(app, timeout_graceful_shutdown=2, **quiet, **sockets)
    print(f"Kaya is at {address}\nCtrl-C ends it; games are kept.", flush=True)
    if browser:
        threading.Timer(0.3, webbrowser.open, [address]).start()
    uvicorn.Server(config).run(sockets=[listening])


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    found = socket.socket(family, socket.SOCK_STREAM)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind((host, port))
        found.listen(128)  # whoever comes before the server is ready waits
    except OSError as error:
        raise ValueError(f"The server cannot listen at {host}, port {port}: {error.strerror}.") from None
    return found


def _address(host: str, port: int, token: str) -> str:
    name = socket.gethostname() if host in ("0.0.0.0", "::") else f"[{host}]" if ":" in host else host
    return f"http://{name}:{port}/" + (f"?token={token}" if token else "")
