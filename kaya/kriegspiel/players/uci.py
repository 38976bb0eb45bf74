"""A chess engine in another process, spoken to by UCI: what it says of every legal move of a board."""

import asyncio
import contextlib
import logging
import shlex
import subprocess
import threading
import weakref
from collections.abc import Coroutine
from typing import Any

import chess.engine

from ..rules.fen import to_chess
from ..rules.squares import parse_move

PATIENCE = 10.0  # seconds to wait for an answer
MOST_MOVES = 256
MATE = 30_000
logging.getLogger("chess.engine").addHandler(logging.NullHandler())  # what it finds odd is not for the screen


class EngineError(ValueError):
    """The engine cannot be started, has died, or does not answer."""


class UciEngine:
    """`values(board, depth)` is the value of each legal move of a board record, in hundredths of a pawn.

    The engine is heard in a daemon thread; that of `chess.engine.SimpleEngine` would not let the program end."""

    def __init__(self, command: str):
        self.command, self._loop = command, asyncio.new_event_loop()
        threading.Thread(target=self._loop.run_forever, daemon=True).start()
        running: list[Any] = []  # the process and what speaks with it
        self.close = weakref.finalize(self, _end, self._loop, running)
        running += self._ask(self._start())
        self._engine: chess.engine.UciProtocol = running[1]
        if "MultiPV" not in self._engine.options:
            self.close()
            raise EngineError(f"The engine {command!r} cannot evaluate all moves: it has no option MultiPV.")
        self._most = min(MOST_MOVES, self._engine.options["MultiPV"].max or MOST_MOVES)

    async def _start(self) -> tuple[asyncio.SubprocessTransport, chess.engine.UciProtocol]:
        return await chess.engine.popen_uci(shlex.split(self.command) or [""], stderr=subprocess.DEVNULL)

    def _ask(self, question: Coroutine) -> Any:
        """The answer to a question; EngineError if none comes."""
        try:
            return asyncio.run_coroutine_threadsafe(asyncio.wait_for(question, PATIENCE), self._loop).result()
        except TimeoutError:
            why = "does not answer"
        except chess.engine.EngineTerminatedError:
            why = "has stopped"
        except (OSError, ValueError, chess.engine.EngineError) as error:
            why = f"cannot be used: {error}"
        raise EngineError(f"The engine {self.command!r} {why}.")

    def values(self, board: Any, depth: int) -> dict[int, int]:
        limit = chess.engine.Limit(depth=depth)
        lines = self._ask(self._engine.analyse(to_chess(board), limit, multipv=self._most))
        evaluated = (line for line in lines if line.get("pv") and "score" in line)
        return {parse_move(line["pv"][0].uci()): line["score"].relative.score(mate_score=MATE) for line in evaluated}


def _end(loop: asyncio.AbstractEventLoop, running: list[Any]) -> None:
    """End the process: it is asked to quit, and killed if it does not."""
    if running:
        transport, engine = running
        with contextlib.suppress(Exception):
            asyncio.run_coroutine_threadsafe(asyncio.wait_for(engine.quit(), 1), loop).result()
        loop.call_soon_threadsafe(transport.close)
    loop.call_soon_threadsafe(loop.stop)
