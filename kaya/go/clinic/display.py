"""What a user sees of an examination: the time left while it runs, a table at the end, and what went wrong."""

from collections.abc import Iterator

from rich.columns import Columns
from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from ...lab.screen import Meter, NameTable, in_words
from ..rules import BLACK, vertex
from .examination import Examination, Outcome


def table(examination: Examination) -> NameTable:
    """Solved of all, in percent with the 95 % Wilson interval: a row for each category, a column for each player."""
    made = NameTable("category", *examination.players, below=True)
    for category in examination.categories:
        made.add_row(category, *(str(examination.count(p, category)) for p in examination.players))
    if len(examination.categories) > 1:
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
    head, foot = f"{problem.category}: {problem.name}", f"{colour} {right}. Komi {problem.komi:g}."
    return "\n".join([head, problem.diagram(outcome.move), f"{outcome.player} {said};", foot, problem.why])


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
        boards = max(2 * outcome.problem.lines + 4 for outcome in failed)
        cases = [Padding(Text(case(outcome)), (0, 2, 1, 0)) for outcome in failed]
        console.print(Columns(cases, width=min(max(boards, 34), console.width)))
    if not whole:
        console.print(f"Stopped: {len(examination.outcomes)} of {len(examination.tasks)} are done.")
    console.print(table(examination))
    for sentence in compared(examination):
        console.print(Text(sentence))
