"""Notebooks without Jupyter: their cells are run in order, and what the last line of each is shown as is kept."""

import ast
import contextlib
import io
import json
from pathlib import Path
from typing import Any


def run(path: Path, instead: tuple[str, str] = ("", "")) -> dict[str, Any]:
    """The notebook with the outputs that its cells have now; whatever a cell raises is raised. With other words
    `instead` of some it may be quicker."""
    notebook, names = json.loads(path.read_text(encoding="utf-8")), {"__name__": "__main__"}
    count = 0
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            count += 1
            source = "".join(cell["source"]).replace(*instead)
            cell["execution_count"], cell["outputs"] = count, _outputs(source, names, count)
    return notebook


def _outputs(source: str, names: dict[str, Any], count: int) -> list[dict[str, Any]]:
    tree, said, value = ast.parse(source), io.StringIO(), None
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    with contextlib.redirect_stdout(said):
        exec(compile(tree, "<cell>", "exec"), names)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), "<cell>", "eval"), names)
    outputs: list[dict[str, Any]] = []
    if said.getvalue():
        outputs.append({"output_type": "stream", "name": "stdout", "text": said.getvalue().splitlines(True)})
    if value is not None:
        outputs.append(
            {"output_type": "execute_result", "execution_count": count, "metadata": {}, "data": shown(value)}
        )
    return outputs


def shown(value: Any) -> dict[str, list[str]]:
    """A value as a notebook shows it, by kind."""
    ways = {"text/html": "_repr_html_", "image/svg+xml": "_repr_svg_"}
    rich = {kind: getattr(value, way)() for kind, way in ways.items() if hasattr(value, way)}
    return {kind: text.splitlines(True) for kind, text in {**rich, "text/plain": repr(value)}.items()}


def write(path: Path, cells: list[str] | None = None) -> None:
    """Write a notebook with its outputs; `cells` are sources, text if they begin with #, in place of what is there."""
    if cells is not None:
        made = [_cell(k, source.strip("\n")) for k, source in enumerate(cells)]
        empty = {"cells": made, "metadata": {"language_info": {"name": "python"}}, "nbformat": 4, "nbformat_minor": 5}
        path.write_text(json.dumps(empty), encoding="utf-8")
    path.write_text(json.dumps(run(path), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def _cell(number: int, source: str) -> dict[str, Any]:
    lines = source.splitlines(True)
    if source.startswith("#"):
        return {"cell_type": "markdown", "id": f"cell-{number}", "metadata": {}, "source": lines}
    return {
        "cell_type": "code",
        "id": f"cell-{number}",
        "metadata": {},
        "source": lines,
        "outputs": [],
        "execution_count": None,
    }
