"""How boards look, wherever they are drawn: in the page, in the report and in notebooks.

`boards.css` is the look that they share. A game's own `Drawing` names its style and its modules of JavaScript, which
write boards as SVG where there is a browser; `rules/drawing.py` of a game writes the same where there is none, and a
test compares the two, letter by letter.
"""

import functools
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parent
SERVED = (".js", ".css", ".svg")


@functools.cache
def read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def style(*files: Path) -> str:
    """The look of boards: what they share, and what these files add."""
    return "".join(map(read, (FOLDER / "boards.css", *files)))


@dataclass(frozen=True)
class Drawing:
    """How a game is drawn where there is a browser: files in a folder of its own, which the page fetches from
    `/games/NAME/`.

    `modules` write and replay boards, each after those that it imports. The module `view` exports the class `View`,
    which shows a game in the page. `record` names the module and the function that show a record in the report:
    function(record) gives `sides`, `length`, `picture(ply)`, `said(ply)` and `comment(ply)`. `symbols` are definitions
    of SVG that boards use by their ids."""

    folder: Path
    modules: tuple[str, ...] = ()
    view: str = ""
    record: tuple[str, str] | None = None
    style: str = ""
    symbols: Callable[[], str] | None = None

    def files(self) -> Iterator[Path]:
        """All that a page may fetch."""
        return (path for path in sorted(self.folder.iterdir()) if path.suffix in SERVED)

    @property
    def styles(self) -> tuple[Path, ...]:
        return (self.folder / self.style,) if self.style else ()

    def scripts(self) -> list[Path]:
        """What the report needs."""
        return [self.folder / name for name in (*self.modules, *(self.record or ())[:1])]


def bundled(scripts: Iterable[Path]) -> str:
    """Modules as one script: in a page that is a single file there is nothing to import from."""
    return re.sub(r"^import .*\n|^export ", "", "\n".join(map(read, scripts)), flags=re.M)
