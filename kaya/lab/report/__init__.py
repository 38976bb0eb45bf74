"""`kaya report`: a results store as one HTML page, with tables, plots and a board to replay the games on.

The page needs nothing but itself: it can be mailed, archived and opened without a network. Read in this order:
`reading` (what the store says, added up by SQL), `naming` (short names that show what differs), `games` (which games
go into the page, and how small), `plots`, and `page`, which puts them together with page.html, page.css and viewer.js,
and with the modules of `boards`."""

from pathlib import Path

from ...extras import need
from .reading import read_store

GAMES = 200  # in the viewer, if not said otherwise


def write_report(store: Path, output: Path, games: int = GAMES) -> int:
    """Write the page; how many games the store has. ValueError or OSError says in one sentence what is wrong."""
    need("lab", "kaya report")
    from .page import make_page

    refuse_database(output)
    results = read_store(store, games)
    try:
        output.write_text(make_page(results), encoding="utf-8")
    except OSError as error:
        raise OSError(f"{output} cannot be written: {error.strerror}.") from None
    return results.games


def refuse_database(output: Path) -> None:
    """Exchanging --store and --output must not cost anyone their results."""
    if output.is_file():
        with output.open("rb") as file:
            if file.read(15) == b"SQLite format 3":
                raise ValueError(f"{output} is a database: the page needs a file of its own, as report.html.")
