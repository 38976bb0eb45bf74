"""The pages of this folder as a site: `make docs` writes `site/html`.

    python docs/site.py [FOLDER] [BUILDER]

Pages stay as they are read in the repository. What they link to outside of this folder, such as a file of code, becomes
a page of the site too; the reference of the API comes from the docstrings of `kaya`, that of the commands from their
help. Notebooks are run where what they need is installed. Warnings are errors. BUILDER is one of Sphinx's, html if none
is given."""

import importlib.util
import json
import re
import shutil
import sys
from pathlib import Path

DOCS = Path(__file__).resolve().parent
ROOT = DOCS.parent
RESULTS = "results/README"
PARTS = {
    "Play": ["overview", "playing", "web", "kriegspiel", "phantom-go", "clients"],
    "Understand": [
        "tree-search",
        "mango",
        "mogo",
        "kriegspiel-paper",
        "kriegspiel-programs",
        "network",
        "notebooks/mango",
        "notebooks/mogo",
        "notebooks/kriegspiel",
        "notebooks/zero",
    ],
    "Research": ["lab", RESULTS, "clinic", "figures"],
    "Extend": ["own", "frameworks", "notebooks/openspiel", "design", "kernels", "code/CONTRIBUTING"],
    "Reference": ["api", "reference", "commands", "code/CHANGELOG", "code/SECURITY"],
}
NEEDS = {"openspiel": "pyspiel", "zero": "torch"}  # notebooks that run only where this is installed
LINK = re.compile(r"(?<=\]\()(?![a-z]+:|#|/)([^)#\s]+)(#[^)\s]*)?(?=\))")
SETTINGS = {
    "project": "Kaya",
    "extensions": ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.viewcode"],
    "html_theme": "furo",
    "html_title": "Kaya",
    "default_role": "code",
    "autodoc_member_order": "bysource",
    "autodoc_typehints_format": "short",
    "myst_heading_anchors": 4,
    "myst_enable_extensions": ["dollarmath"],
    "smartquotes": False,
    "suppress_warnings": ["myst.header", "toc.not_included"],
}


class Pages:
    """The sources of the site, in a folder of their own."""

    def __init__(self, folder: Path):
        self.folder, self.written = folder, set[Path]()
        self.wanted = [ROOT / f"{Path(page).name}.md" for pages in PARTS.values() for page in pages if "code/" in page]
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(DOCS, folder, ignore=shutil.ignore_patterns("*.py", "*.md", "*.ipynb", "__pycache__"))

    def write(self, name: str | Path, text: str) -> None:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def linked(self, text: str, place: Path) -> str:
        """The text of a page that stands at `place`, its links to what is outside of docs/ leading to pages of it."""

        def target(link: re.Match[str]) -> str:
            path = (place.parent / link[1]).resolve()
            if path.is_relative_to(DOCS) or not path.is_relative_to(ROOT):
                inside = path.is_relative_to(DOCS) and not place.is_relative_to(DOCS)
                found = f"/{path.relative_to(DOCS)}{link[2] or ''}" if inside else link[0]
                return found.replace(".ipynb", ".md")
            self.wanted.append(path)
            return f"/{self.page_of(path)}{link[2] or ''}"

        return LINK.sub(target, text)

    def page_of(self, path: Path) -> str:
        return f"code/{path.relative_to(ROOT).with_suffix('')}.md"

    def write_wanted(self) -> None:
        """Pages of what is linked to, and of what these link to."""
        while self.wanted:
            path = self.wanted.pop()
            if path in self.written:
                continue
            self.written.add(path)
            name = str(path.relative_to(ROOT))
            if path.is_dir():
                files = (f"- `{file.name}`" for file in sorted(path.iterdir()) if file.suffix in (".py", ".txt"))
                self.write(self.page_of(path), "\n".join([f"# {name}", "", *files, ""]))
            elif path.suffix == ".md":
                self.write(self.page_of(path), self.linked(path.read_text(), path))
            else:
                kind = "python" if path.suffix == ".py" else "text"
                self.write(self.page_of(path), f"# {name}\n\n````{{code-block}} {kind}\n{path.read_text()}````\n")


def index() -> str:
    """The front page: README, and the parts of the site."""
    parts = []
    for part, pages in PARTS.items():
        hidden = ["```{toctree}", ":hidden:", f":caption: {part}", "", *pages, "```"]
        parts.append("\n".join(hidden))
    return "\n\n".join([(ROOT / "README.md").read_text(), *parts]) + "\n"


def every_result() -> str:
    """The pages of single experiments, below that of all."""
    names = sorted({path.stem for path in (DOCS / RESULTS).parent.glob("*.md")} - {Path(RESULTS).name})
    return "\n".join(["", "```{toctree}", ":hidden:", "", *names, "```", ""])


def reference() -> str:
    """Every exported name, by its docstring."""
    return "# Python\n\nWhat `import kaya` gives.\n\n```{eval-rst}\n.. automodule:: kaya\n   :members:\n```\n"


def commands() -> str:
    """Every command with its arguments and options, by its help."""
    from typer.main import get_command

    from kaya.cli import app

    lines = ["# Commands", "", "`kaya COMMAND --help` says the same."]

    def describe(name: str, command) -> None:
        lines.extend(["", f"## `{name}`", "", _plain(command.help), ""])
        rows = [p for p in command.params if getattr(p, "help", None)]
        if rows:
            lines.extend(["| | |", "|---|---|"])
            for p in rows:
                named = ", ".join(f"`{o}`" for o in p.opts) if p.param_type_name == "option" else f"`{p.name.upper()}`"
                lines.append(f"| {named} | {_plain(p.help)} |")
        for sub, inner in sorted(getattr(command, "commands", {}).items()):
            describe(f"{name} {sub}", inner)

    for name, command in sorted(get_command(app).commands.items()):
        describe(f"kaya {name}", command)
    return "\n".join(lines) + "\n"


def _plain(text: str | None) -> str:
    """Help as Markdown: its square brackets are escaped for the terminal, its lines are broken."""
    joined = "\n\n".join(" ".join(part.split()) for part in (text or "").split("\n\n"))
    return joined.replace("\\[", "[").replace("|", "\\|").replace("<", "\\<").replace("*", "\\*")


def notebook(path: Path, *, run: bool) -> str:
    """A notebook as a page, run anew or as it was when it was last run."""
    from tests.notebooks import run as run_cells

    parts = []
    for cell in (run_cells(path) if run else json.loads(path.read_text()))["cells"]:
        source = "".join(cell["source"])
        parts.append(source if cell["cell_type"] == "markdown" else f"```python\n{source}\n```")
        for output in cell.get("outputs", []):
            data = output.get("data", {"text/plain": output.get("text", "")})
            html, text = ("".join(data.get(kind, "")) for kind in ("text/html", "text/plain"))
            parts.append(f"````{{raw}} html\n{html}\n````" if html else f"```text\n{text}\n```")
    return "\n\n".join(parts) + "\n"


def assemble(folder: Path, *, run: bool) -> None:
    """Write the sources of the site; notebooks are run, or shown as they were when last run."""
    pages = Pages(folder)
    for path in DOCS.rglob("*.md"):
        pages.write(path.relative_to(DOCS), pages.linked(path.read_text(), path))
    for path in DOCS.rglob("*.ipynb"):
        runs = run and importlib.util.find_spec(NEEDS.get(path.stem, "kaya")) is not None
        pages.write(path.relative_to(DOCS).with_suffix(".md"), pages.linked(notebook(path, run=runs), path))
    pages.write(f"{RESULTS}.md", (pages.folder / f"{RESULTS}.md").read_text() + every_result())
    pages.write("index.md", pages.linked(index(), ROOT / "README.md"))
    pages.write("reference.md", reference())
    pages.write("commands.md", commands())
    pages.write_wanted()


def build(folder: Path, builder: str = "html", *, run: bool = True) -> int:
    """Write the site into `folder`; 0 if there was nothing to complain of."""
    from sphinx.application import Sphinx

    source, made = folder / "source", folder / builder
    assemble(source, run=run)
    app = Sphinx(str(source), None, str(made), str(folder / "pages"), builder, SETTINGS, warningiserror=True)
    app.build()
    return app.statuscode


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    sys.exit(build(Path(*sys.argv[1:2] or ["site"]).resolve(), *sys.argv[2:3]))
