"""What a user sees of an examination: the time left while it runs, a table at the end, and what went wrong."""

from collections.abc import Iterator

from rich.columns import Columns
from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from ..screen import Meter, NameTable, in_words
from .examination import Examination


def table(examination: Examination) -> NameTable:
    """Solved of all, in percent with the 95 % Wilson interval: a row for each category, a column for each player; and
    so for each measure, where there are several."""
    made, several = NameTable("category", *examination.players, below=True), len(examination.measures) > 1
    for measure in examination.measures:
        said = f", {measure}" if several else ""
        for category in examination.categories:
            counts = (str(examination.count(p, category, measure)) for p in examination.players)
            made.add_row(f"{category}{said}", *counts)
        if len(examination.categories) > 1:
            made.add_section()
            made.add_row(f"all{said}", *(str(examination.count(p, None, measure)) for p in examination.players))
        made.add_section()
    made.add_row("time", *(in_words(examination.count(p).seconds) for p in examination.players))
    return made


def compared(examination: Examination) -> Iterator[str]:
    """For each further player: how many positions only it, or only the first one, solved."""
    first, *others = examination.players
    for other in others:
        ours, theirs = len(examination.only(first, other)), len(examination.only(other, first))
        yield f"Only {first} solved {ours}, only {other} solved {theirs}."


def watch(examination: Examination, jobs: int, console: Console) -> bool:
    """Run an examination under a progress bar; False if Ctrl-C ended it."""
    total = len(examination.tasks)
    meter = Meter(console, "positions", total)
    try:
        with meter.bar:
            for done, _ in enumerate(examination.run(jobs), start=1):
                meter.update(done, total, done)
    except KeyboardInterrupt:
        return False
    return True


def show(examination: Examination, console: Console, *, verbose: bool = False, whole: bool = True) -> None:
    """The table, the comparison and, if `verbose`, each failed position."""
    if verbose and (failed := examination.failed()):
        cases = [
            Padding(Text(outcome.problem.case(outcome.player, outcome.answer)), (0, 2, 1, 0)) for outcome in failed
        ]
        boards = max(len(row) for outcome in failed for row in outcome.problem.diagram().splitlines()) + 2
        console.print(Columns(cases, width=min(max(boards, 34), console.width)))
    if not whole:
        console.print(f"Stopped: {len(examination.outcomes)} of {len(examination.tasks)} are done.")
    console.print(table(examination))
    for sentence in compared(examination):
        console.print(Text(sentence))
