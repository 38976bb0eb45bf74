"""The engine: queries come in, wait by their priorities, and a few at a time are searched and answered.

Every position that is asked for gets one last answer, in which `isDuringSearch` is false, or an error."""

import contextlib
import heapq
import json
import math
import os
import sys
import threading
from collections.abc import Callable, Iterable
from itertools import count
from pathlib import Path
from typing import Any, BinaryIO

from ... import __version__
from ...search.handle import SearchHandle
from ..gtp.lines import Line, Lines
from ..knowledge.network import shipped
from ..players.player import GoPlayer
from ..rules import BLACK
from .answer import Answer
from .query import QueryError, Task, Wishes, is_whole, read_query

VISITS = 500  # of a position, where nothing is said
MEMORY = 512 << 20


class Waiting:
    """Tasks, the highest priority first and then the oldest. Those that are searched stay known until they are done."""

    def __init__(self) -> None:
        self._tasks: list[tuple[int, int, Task]] = []
        self._searched: dict[Task, SearchHandle | None] = {}
        self._stopped: set[Task] = set()
        self._numbers, self._closed = count(), False
        self._change = threading.Condition()

    def __len__(self) -> int:
        """How many have not begun."""
        return len(self._tasks)

    def put(self, tasks: Iterable[Task]) -> None:
        with self._change:
            for task in tasks:
                heapq.heappush(self._tasks, (-task.priority, next(self._numbers), task))
            self._change.notify_all()

    def take(self) -> Task | None:
        """The next task, when there is one; None when there will be none."""
        with self._change:
            self._change.wait_for(lambda: self._tasks or self._closed)
            if not self._tasks:
                return None
            task = heapq.heappop(self._tasks)[-1]
            self._searched[task] = None
            return task

    def close(self) -> None:
        """Nothing more will be put here."""
        with self._change:
            self._closed = True
            self._change.notify_all()

    def searching(self, task: Task, handle: SearchHandle) -> None:
        """By this a task is searched. One that was stopped meanwhile is so."""
        with self._change:
            self._searched[task] = handle
            if task in self._stopped:
                handle.stop()

    def done(self, task: Task) -> None:
        with self._change:
            del self._searched[task]
            self._stopped.discard(task)

    def stop(self, wanted: Callable[[Task], bool]) -> list[Task]:
        """Stop the searches of these tasks; those that have not begun will not, and are handed back."""
        with self._change:
            for task, handle in self._searched.items():
                if wanted(task):
                    self._stopped.add(task)
                    if handle:
                        handle.stop()
            left = [entry for entry in self._tasks if not wanted(entry[-1])]
            taken = [entry[-1] for entry in sorted(self._tasks) if wanted(entry[-1])]
            self._tasks = left
            heapq.heapify(self._tasks)
            return taken


class Engine:
    """Answers queries. `at_once` searches run at a time, each by a twin of the player with a tree of its own."""

    def __init__(
        self,
        player: GoPlayer,
        *,
        visits: int = VISITS,
        seconds: float | None = None,
        at_once: int = 1,
        perspective: int | None = BLACK,
        memory: int = MEMORY,
        wait: bool = True,
        input: BinaryIO | None = None,
        output: BinaryIO | None = None,
    ):
        self.player, self.memory = player, memory
        self.unsaid = Wishes("", visits, seconds, perspective)  # what is meant where a query does not say
        self._wait, self._at_once = wait, at_once
        self._input, self._output = input or sys.stdin.buffer, output or sys.stdout.buffer
        self.waiting, self._writing, self._gone = Waiting(), threading.Lock(), False
        self._threads: list[threading.Thread] = []

    def run(self) -> None:
        """Answer until the end of input and then what is still waiting, unless it was asked not to; or until Ctrl-C."""
        self.start()
        lines = Lines(self._input)
        try:
            while (line := lines.next()) is not None and not self._gone:
                self.handle(line)
            self.finish(self._wait and not self._gone)
        except KeyboardInterrupt:
            self.finish(wait=False)

    def start(self) -> None:
        """Begin to search what is waiting."""
        for k in range(self._at_once):
            player = self.player.twin()
            thread = threading.Thread(target=self._work, args=(player,), daemon=True, name=f"analysis-{k}")
            self._threads.append(thread)
            thread.start()

    def finish(self, wait: bool = True) -> None:
        """Wait until everything is answered, or drop what waits and stop what is searched."""
        self.waiting.close()
        if not wait:
            self._gone = True
            self.waiting.stop(lambda task: True)
        for thread in self._threads:
            thread.join()

    # Queries

    def handle(self, line: Line) -> None:
        """Take one line of input, whatever is in it."""
        if line.too_long:
            return self.say({"error": "The line is too long."})
        if not line.data.strip():
            return None
        raw: Any = {}
        try:
            raw = parse(line.data)
            return self._take(raw)
        except QueryError as error:
            about = {"field": error.field, "id": raw["id"]} if error.field else {}
            return self.say({"error": str(error), **about})
        except Exception as error:  # the session must go on
            known = {"id": raw["id"]} if isinstance(raw, dict) and isinstance(raw.get("id"), str) else {}
            return self.say({"error": f"internal error: {type(error).__name__}: {error}"[:300], **known})

    def _take(self, raw: dict[str, Any]) -> None:
        if isinstance(raw.get("action"), str):
            return self._act(raw)
        tasks, query = read_query(raw, self.unsaid)
        for name, sentence in query.warnings:
            self.say({"warning": sentence, "field": name, "id": raw["id"]})
        return self.waiting.put(tasks)

    def _act(self, raw: dict[str, Any]) -> None:
        """Do what an action asks for, and say its query again."""
        action = raw["action"]
        if action == "query_version":
            self.say({**raw, "version": __version__, "git_hash": "<omitted>"})
        elif action == "query_models":
            self.say({**raw, "models": [self._model()] if self.player.network is not None else []})
        elif action == "clear_cache":  # nothing is kept from one search to the next
            self.say(raw)
        elif action in ("terminate", "terminate_all"):
            self._terminate(raw, action == "terminate_all")
        else:
            raise QueryError(
                "There is no such action; there are: query_version, query_models, clear_cache, terminate, "
                "terminate_all.",
                "action",
            )

    def _model(self) -> dict[str, Any]:
        name = self.player.network or shipped(19).name
        about = {"maxBatchSize": 1, "usesHumanSLProfile": False, "version": 1, "usingFP16": "false"}
        return {"name": Path(name).name, "internalName": Path(name).stem, **about}

    def _terminate(self, raw: dict[str, Any], everything: bool) -> None:
        wanted, turns = raw.get("terminateId"), raw.get("turnNumbers")
        if not (everything or isinstance(wanted, str)):
            raise QueryError("Must be the id of a query.", "terminateId")
        if turns is not None and not (isinstance(turns, list) and all(map(is_whole, turns))):
            raise QueryError("Must be a list of whole numbers.", "turnNumbers")

        def meant(task: Task) -> bool:
            return (everything or task.wishes.id == wanted) and (turns is None or task.turn in turns)

        never_begun = self.waiting.stop(meant)
        self.say(raw)
        for task in never_begun:
            self.say({"id": task.wishes.id, "turnNumber": task.turn, "isDuringSearch": False, "noResults": True})

    # Answers

    def _work(self, player: GoPlayer) -> None:
        while (task := self.waiting.take()) is not None:
            try:
                self._analyse(player, task)
            except Exception as error:
                sentence = str(error) if isinstance(error, ValueError) else f"{type(error).__name__}: {error}"
                self.say({"error": sentence[:300], "id": task.wishes.id, "turnNumber": task.turn})
            finally:
                self.waiting.done(task)

    def _analyse(self, player: GoPlayer, task: Task) -> None:
        """Search a position and tell of it. The tree starts from nothing: a query has the same answer whatever was
        asked before."""
        wishes = task.wishes
        player.forget_tree()
        handle = player.start(task.position, wishes.budget(self.memory), only=task.only)
        self.waiting.searching(task, handle)
        answer, pause = Answer(task, player), wishes.first
        while not handle.wait(pause):
            report = handle.report()
            if report.moves and not handle.stopping:
                self.say(answer.of(report, during=True))
            pause = wishes.every
        report = handle.result()
        if not self._gone:
            self.say(answer.of(report, during=False))

    def say(self, told: dict[str, Any]) -> None:
        """Write a line; nothing, if nobody listens any more."""
        text = json.dumps(told, separators=(",", ":")).encode() + b"\n"
        with self._writing:
            if not self._gone:
                try:
                    self._output.write(text)
                    self._output.flush()
                except (BrokenPipeError, ValueError):
                    self._lose()

    def _lose(self) -> None:
        """The client has gone: search no more, and let Python end without another try to write."""
        self._gone = True
        self.waiting.stop(lambda task: True)
        with contextlib.suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), self._output.fileno())


def parse(data: bytes) -> dict[str, Any]:
    """A line as an object of JSON with an id; QueryError if it is none."""

    def finite(text: str) -> float:
        if not math.isfinite(value := float(text)):
            raise ValueError(f"{text[:20]} is no number")
        return value

    try:
        raw = json.loads(data.decode(), parse_constant=finite, parse_float=finite)
    except (ValueError, RecursionError) as error:
        raise QueryError(f"This line is no JSON: {error}"[:200]) from None
    if not isinstance(raw, dict):
        raise QueryError("A query must be an object.")
    if not isinstance(raw.get("id"), str):
        raise QueryError('A query must have an "id", which is a string.')
    return raw


def serve(player: GoPlayer, **options: Any) -> None:
    """Answer queries until the end of input, or Ctrl-C; `options` are those of `Engine`."""
    Engine(player, **options).run()
