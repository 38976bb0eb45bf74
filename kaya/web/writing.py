"""A session written down: as a file for the person, and as it is kept on disk."""

import time
from datetime import date
from typing import Any

from ..games.game import Verdict
from ..table import Record
from .faces import Face
from .storage import StoredGame

PERSON = "Player"  # in a record, who is no program
WORDS = {"R": "resignation", "T": "time", "F": "forfeit"}


def record_of(session: Any, with_thoughts: bool = False) -> Record:
    """The game as it was played, and if that is wanted with all that was thought and tried out besides."""
    record = session.table.record()
    names = {side: PERSON if side == session.human else f"Kaya ({session.names[side]})" for side in (1, 2)}
    record.names = session.names if session.stored.names else names
    record.facts |= {"Event": "Kaya", "Date": f"{date.today():%Y.%m.%d}"} if session.stored.game == "kriegspiel" else {}
    record.reports = session.history.reports(session.number) if with_thoughts else {}
    if with_thoughts:
        record.lines, record.comments = session.lines.written(session), dict(session.comments)
    return record


def stored_of(session: Any) -> StoredGame:
    """The game as it is kept on disk."""
    form, stored, verdict = session.face.form, session.stored, session.verdict
    stored.record = form.write(form.of(record_of(session))).decode()
    stored.over = verdict.outcome if verdict else ""
    stored.ending = session.face.ending(verdict, session.human, session.names) if verdict else ""
    stored.history, stored.lines = session.history.stored(), session.lines.stored()
    stored.changed = time.time()
    stored.dead = [session.position.move_name(p) for p in sorted(session.dead or ())]
    stored.clocks = session.clocks.stored()
    return stored


def verdict_of(face: Face, position: Any, stored: StoredGame) -> Verdict:
    """The verdict of a game that was kept when it was over."""
    if position.over and not face.counts:
        return position.verdict()
    outcome = stored.over
    first = {"B": 1.0, "W": 0.0, "1-0": 1.0, "0-1": 0.0}.get(outcome if "-" in outcome else outcome[:1], 0.5)
    how = WORDS.get(outcome.partition("+")[2], "score")
    if outcome in ("1-0", "0-1"):
        how = next((word for word in WORDS.values() if word in stored.ending), "score")
    return Verdict(first, outcome, how)
