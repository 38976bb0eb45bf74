"""Results as pages: one for each experiment, made by the command, and what we make of it written by hand below."""

import json
import re
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

from ... import __version__
from ..screen import in_words
from .experiment import Experiment, Run

COMMENT = "## What we make of it"
MADE = "## How it was made"


def page_of(experiment: Experiment, folder: Path) -> Path:
    return folder / f"{experiment.name}.md"


def publish(experiment: Experiment, run: Run, page: Path) -> bool:
    """Write NAME.md and the counts as NAME.json; False if there is nothing yet. The hand-written COMMENT is kept, and
    all lines are there, also if only some were played now."""
    run = replace(run, extent=replace(run.extent, only=""))
    efforts = experiment.efforts(run)
    runs = [replace(run, extent=replace(run.extent, effort=e), played_only=len(efforts) > 1) for e in efforts]
    found = [(each, counts) for each in runs if (counts := experiment.counts(each))]
    if not found:
        return False
    folder = page.parent
    folder.mkdir(parents=True, exist_ok=True)
    comment = kept_comment(page)
    drawn = experiment.picture(found[0][0], folder)
    parts = [f"# {experiment.name}: {experiment.title}", experiment.note]
    for each, _ in found:
        parts += [f"**{_times(each.extent.effort)}:**"] if len(found) > 1 else []
        parts += [table.markdown() for table in experiment.tables(each)]
    parts += [f"![{experiment.title}]({drawn.name})"] if drawn else []
    parts += [f"{COMMENT}\n\n{comment}"] if comment else []
    parts += [f"{MADE}\n\n{_made(experiment, found)}"]
    page.write_text("\n\n".join(parts) + "\n", encoding="utf-8")
    counts = [line for _, lines in found for line in lines]
    lines = ",\n".join(json.dumps(line, sort_keys=True, default=str) for line in counts)
    text = f'{{"experiment": "{experiment.name}", "lines": [\n{lines}\n]}}\n'
    page.with_suffix(".json").write_text(text, encoding="utf-8")
    return True


def kept_comment(page: Path) -> str:
    if not page.is_file():
        return ""
    found = re.search(rf"^{COMMENT}\n+(.*?)(?=^{MADE}|\Z)", page.read_text(encoding="utf-8"), re.M | re.S)
    return found[1].strip() if found else ""


def _times(effort: float) -> str:
    of = "the paper's" if effort == 1 else f"{effort:g} times the paper's"
    return f"Simulations and seconds a move are {of}"


def _made(experiment: Experiment, found: list[tuple[Run, list[dict[str, Any]]]]) -> str:
    """Commands, versions, machine and time."""
    items = []
    for run, counts in found:
        extent = run.extent
        words = [f"--scale {extent.scale:g}"] * (extent.scale != 1)
        words += [f"--effort {extent.effort:g}"] * (extent.effort != 1) + [f"--seed {run.seed}"] * (run.seed != 0)
        seeds = sorted({line["conditions"]["seed"] for line in counts if "conditions" in line} - {run.seed})
        others = f"; other games with `--seed` {in_ranges(seeds)}" if seeds else ""
        items.append(f"`{' '.join(['kaya reproduce', experiment.name, *words])}`{others}")
        if extent.effort != 1:
            items.append(f"{_times(extent.effort)} (`--effort`).")
    played = [line["played"] for _, counts in found for line in counts]
    machines = {_machine(m) for p in played for m in p["machines"]}
    commits = sorted({c for p in played for c in p["commits"]})
    seconds = sum(p["seconds"] for p in played)
    of_commits = f", commit{'s' if len(commits) > 1 else ''} {', '.join(commits)}" if commits else ""
    items.append(f"Kaya {__version__}{of_commits}")
    items.append(f"{'; '.join(sorted(machines))}; {in_words(seconds)} of {experiment.unit}")
    items.append(f"Counts, parameters and seeds: [{experiment.name}.json]({experiment.name}.json)")
    items.append(time.strftime("%Y-%m-%d", time.gmtime()))
    return "\n".join(f"- {item}" for item in items)


def in_ranges(numbers: list[int]) -> str:
    """Numbers in their order, three and more that follow each other as a range: 1, 4 to 7."""
    runs: list[list[int]] = []
    for n in numbers:
        if runs and n == runs[-1][-1] + 1:
            runs[-1].append(n)
        else:
            runs.append([n])
    return ", ".join(f"{run[0]} to {run[-1]}" if len(run) > 2 else ", ".join(map(str, run)) for run in runs)


def _machine(found: dict[str, Any]) -> str:
    return f"{found.get('machine')}, {found.get('cores')} cores, {found.get('system')}, Python {found.get('python')}"
