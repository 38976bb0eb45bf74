"""How boards look, wherever they are drawn: in the page, in the report and in notebooks.

`boards.css` is the look that they share. A game's own `Drawing` names its style and its modules of JavaScript, which
write boards as SVG where there is a browser; `rules/drawing.py` of a game writes the same where there is none, and a
test compares the two, letter by letter.
"""

import functools
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urljoin

FOLDER = Path(__file__).parent
SERVED = (".js", ".css", ".svg")
IMPORT = re.compile(r'^import \{ (.*) \} from "(.*)";$', re.M)


@functools.cache
def read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def style(*files: Path) -> str:
    """The look of boards: what they share, and what these files add."""
    return "".join(map(read, (FOLDER / "boards.css", *files)))


@dataclass(frozen=True)
class Mark:
    """Something to be said of a move on a board: a short text, and a smaller one below it. `share`, from 0 to 1, is how
    strongly it is drawn, `kind` how: `best`, `chosen`, `pruned` or, as all others are, nothing. `name` is that of the
    move."""

    move: int
    text: str = ""
    below: str = ""
    share: float = 0.5
    kind: str = ""
    name: str = ""


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

    def scripts(self, name: str) -> dict[str, Path]:
        """What the report of a game of this name needs, by its address in the page."""
        return {f"/games/{name}/{file}": self.folder / file for file in (*self.modules, *(self.record or ())[:1])}


def bundled(modules: Mapping[str, Path], wanted: Iterable[tuple[str, str]]) -> str:
    """Modules, by their addresses, as one script, each after those that it imports: in a page that is a single file
    there is nothing to import from. Each keeps its names to itself, for those of two games may be the same;
    `MODULES[address].name` is what others import, and what is `wanted`."""
    exported: dict[str, dict[str, None]] = {address: {} for address in modules}
    for address, name in wanted:
        exported[address][name] = None
    for address, path in modules.items():
        for names, source in IMPORT.findall(read(path)):
            for name in names.split(","):
                exported[urljoin(address, source)][name.split()[0]] = None

    def taken(found: re.Match[str], address: str) -> str:
        return f"const {{{found[1].replace(' as ', ': ')}}} = MODULES[{json.dumps(urljoin(address, found[2]))}];"

    scripts = ["const MODULES = {};"]
    for address, path in modules.items():
        code = IMPORT.sub(functools.partial(taken, address=address), read(path))
        code = re.sub(r"^export ", "", code, flags=re.M)
        given = ", ".join(exported[address])
        scripts.append(f"MODULES[{json.dumps(address)}] = (() => {{\n{code}\nreturn {{ {given} }};\n}})();")
    return "\n".join(scripts)
