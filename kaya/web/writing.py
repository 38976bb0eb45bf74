"""A session written down: as a file for the person, and as it is kept on disk."""

import time
from datetime import date
from typing import Any

from ..games.game import Verdict
from ..table import Record
from .faces import Face
from .keeping import Kept

PERSON = "Player"  # in a record, who is no program
WORDS = {"R": "resignation", "T": "time", "F": "forfeit"}


def record_of(session: Any, with_thoughts: bool = False) -> Record:
    """The game as it was played, and if that is wanted with all that was thought and tried out besides."""
    record = session.table.record()
    names = {side: PERSON if side == session.human else f"Kaya ({session.names[side]})" for side in (1, 2)}
    record.names = session.names if session.kept.names else names
    record.facts |= {"Event": "Kaya", "Date": f"{date.today():%Y.%m.%d}"} if session.kept.game == "kriegspiel" else {}
    record.reports = session.course.reports(session.number) if with_thoughts else {}
    if with_thoughts:
        record.lines, record.comments = session.lines.written(session), dict(session.comments)
    return record


def kept_of(session: Any) -> Kept:
    """The game as it is kept on disk."""
    form, kept, verdict = session.face.form, session.kept, session.verdict
    kept.record = form.write(form.of(record_of(session))).decode()
    kept.over = verdict.outcome if verdict else ""
    kept.ending = session.face.ending(verdict, session.human, session.names) if verdict else ""
    kept.course, kept.lines = session.course.kept(), session.lines.kept()
    kept.changed = time.time()
    kept.dead = [session.position.move_name(p) for p in sorted(session.dead or ())]
    kept.clocks = session.clocks.kept()
    return kept


def verdict_of(face: Face, position: Any, kept: Kept) -> Verdict:
    """The verdict of a game that was kept when it was over."""
    if position.over and not face.counts:
        return position.verdict()
    outcome = kept.over
    first = {"B": 1.0, "W": 0.0, "1-0": 1.0, "0-1": 0.0}.get(outcome if "-" in outcome else outcome[:1], 0.5)
    how = WORDS.get(outcome.partition("+")[2], "score")
    if outcome in ("1-0", "0-1"):
        how = next((word for word in WORDS.values() if word in kept.ending), "score")
    return Verdict(first, outcome, how)
