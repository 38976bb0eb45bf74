"""`kaya web`: start the server, say where it is, and open the browser.

The server has one port and one token for good: a tab that is left open, a bookmark and what a browser keeps for this
address (theme, form, marks) are still right when the server is started again."""

import os
import secrets
import socket
import threading
import webbrowser
from pathlib import Path
from typing import Any

import uvicorn

from .app import make_app
from .messages import LARGEST_FILE
from .security import LOOPBACK
from .storage import usual_folder

PORT = 5292  # KAYA on the keys of a telephone
FURTHER = 20  # ports after it that are tried


def serve(
    host: str = "127.0.0.1",
    port: int | None = None,
    *,
    browser: bool = True,
    games: Path | None = None,
    searches: int = 2,
    store: Path | None = None,
    ahead: bool = True,
    token: str | None = None,
) -> None:
    """Serve until somebody ends it. Without a port it is the usual one, or the next that is free; port 0 is any free
    one. Beyond the loopback a token is needed: the one that lies beside the games, or is made there."""
    folder = games or usual_folder()
    app = make_app(folder, host=host, token=token or _token(host, folder), searches=searches, store=store, ahead=ahead)
    listening = _usual_port(host) if port is None else _listen(host, port)
    found = listening.getsockname()[1]
    address = _address(host, found, app.token)
    sockets: dict[str, Any] = {"ws": "websockets-sansio", "ws_max_size": 4 * LARGEST_FILE, "ws_max_queue": 32}
    quiet: dict[str, Any] = {"log_level": "warning", "access_log": False, "server_header": False}
    config = uvicorn.Config(app, timeout_graceful_shutdown=2, **quiet, **sockets)
    taken = "" if port is not None or found == PORT else f" (port {PORT} is taken: perhaps Kaya runs already)"
    print(f"Kaya is at {address}{taken}\nCtrl-C ends it; games are kept in {folder}.", flush=True)
    if browser:
        threading.Timer(0.3, webbrowser.open, [address]).start()
    uvicorn.Server(config).run(sockets=[listening])


def _token(host: str, folder: Path) -> str:
    """The token that visitors need, "" where only this machine can reach the server."""
    if host in LOOPBACK:
        return ""
    place = folder / "token"
    if place.exists() and (known := place.read_text(encoding="ascii", errors="ignore").strip()):
        return known
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    made = secrets.token_urlsafe(16)
    with os.fdopen(os.open(place, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
        file.write(made)
    return made


def _usual_port(host: str) -> socket.socket:
    for port in range(PORT, PORT + FURTHER):
        try:
            return _listen(host, port)
        except ValueError:
            continue
    return _listen(host, 0)


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
