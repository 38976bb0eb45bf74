"""Options that several commands have."""

from pathlib import Path
from typing import Annotated

import typer

Load = Annotated[
    list[Path] | None,
    typer.Option(help="A Python file with players, games or strategies of your own. Repeatable.", show_default=False),
]


def load_files(files: list[Path] | None) -> None:
    """Import users' files, so that what they register is known by name."""
    if files:
        from ..players import load

        for file in files:
            load(file)
