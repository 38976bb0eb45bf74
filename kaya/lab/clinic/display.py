"""What a user sees of an examination: the time left while it runs, a table at the end, and what went wrong."""

import sys
import time
from collections.abc import Iterator

from rich.columns import Columns
from rich.console import Console
from rich.markup import escape
from rich.padding import Padding
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from ...games.go import BLACK, vertex
from ..matches.display import in_words
from .examination import Examination, Outcome

EVERY = 60.0  # seconds between two lines where the output is no terminal


def table(examination: Examination) -> Table:
    """Solved of all, in percent with the 95 % Wilson interval: a row for each category, a column for each player."""
    made = Table("category")
    for player in examination.players:
        made.add_column(escape(player), no_wrap=True)
    several = len(examination.categories) > 1
    for category in examination.categories:
        made.add_row(escape(category), *(str(examination.count(p, category)) for p in examination.players))
    if several:
        made.add_section()
        made.add_row("all", *(str(examination.count(p)) for p in examination.players))
    made.add_section()
    made.add_row("time", *(in_words(examination.count(p).seconds) for p in examination.players))
    return made


def compared(examination: Examination) -> Iterator[str]:
    """For each further player: how many positions only it, or only the first one, solved."""
    first, *others = examination.players
    for other in others:
        ours, theirs = len(examination.only(first, other)), len(examination.only(other, first))
        yield f"Only {first} solved {ours}, only {other} solved {theirs}."


def case(outcome: Outcome) -> str:
    """A failed position as a small board: ! is right, ? was played."""
    problem, lines = outcome.problem, outcome.problem.lines
    moves = " ".join(vertex(m, lines) for m in sorted(problem.answers))
    colour = "Black" if problem.to_play == BLACK else "White"
    said, right = f"played {vertex(outcome.move, lines)}", f"{'must not play' if problem.negated else 'plays'} {moves}"
    if problem.winner is not None:
        said = f"gives {colour} {100 * outcome.rate:.0f} %"
        right = "is to play and wins" if problem.winner == problem.to_play else "is to play and loses"
    return "\n".join([
        f"{problem.category}: {problem.name}",
        problem.diagram(outcome.move),
        f"{outcome.player} {said};",
        f"{colour} {right}. Komi {problem.komi:g}.",
        problem.why,
    ])  # fmt: skip


def watch(examination: Examination, jobs: int, console: Console) -> bool:
    """Run an examination under a progress bar; False if Ctrl-C ended it."""
    columns = TextColumn("positions"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()
    bar = Progress(*columns, TextColumn("{task.fields[left]}"), console=console, transient=True)
    total, began = len(examination.tasks), time.monotonic()
    task, last = bar.add_task("", total=total, left=""), began
    if console.is_terminal:
        bar.start()
    try:
        for done, _ in enumerate(examination.run(jobs), start=1):
            now = time.monotonic()
            left = f"about {in_words((now - began) / done * (total - done))} left" if done < total else ""
            bar.update(task, completed=done, left=left)
            if not console.is_terminal and now - last > EVERY:
                last = now
                print(f"{done} of {total} positions, {left}", file=sys.stderr)
        return True
    except KeyboardInterrupt:
        return False
    finally:
        bar.stop()


def show(examination: Examination, console: Console, *, verbose: bool = False, whole: bool = True) -> None:
    """The table, the comparison and, if `verbose`, each failed position."""
    if verbose and (failed := examination.failed()):
        width = min(max(console.width // 2 - 4, 30), 46)
        cases = [Padding(escape(case(outcome)), (0, 2, 1, 0)) for outcome in failed]
        console.print(Columns(cases, width=width), highlight=False)
    if not whole:
        console.print(f"Stopped: {len(examination.outcomes)} of {len(examination.tasks)} are done.", highlight=False)
    console.print(table(examination), highlight=False)
    for sentence in compared(examination):
        console.print(sentence, highlight=False, markup=False)
