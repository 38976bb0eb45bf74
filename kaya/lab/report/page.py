"""The page itself: what was read from the store, put into page.html. Jinja escapes all that comes from outside."""

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from ... import __version__, drawing
from ...games.registry import bundles, imported
from ..screen import in_words, one_line
from ..statistics.results import Interval, signed
from . import plots, rated
from .naming import Named, printable
from .reading import StoreFacts, conditions

FOLDER = Path(__file__).parent
LENGTH_PLOTS = 6
HARDWARE = 6  # machines that are named
VERSIONS = 12  # programs that are


def make_page(facts: StoreFacts) -> str:
    courses, lengths = _courses(facts), _lengths(facts)
    shown = {
        "overview": ("Overview", True),
        "matches": ("Matches", facts.games),
        "ratings": ("Ratings", facts.games),
        "games": ("Games", facts.shown),
        "course": ("Results over time", courses),
        "lengths": ("Length of games", lengths),
        "failures": ("Failures", facts.reasons),
        "players": ("Players in full", facts.players),
    }
    return (
        templates()
        .get_template("page.html")
        .render(
            facts=facts,
            sections={name: title for name, (title, there) in shown.items() if there},
            versions=_versions(facts.players),
            hardware=[_hardware(h, games, facts.games) for h, games in facts.hardware[:HARDWARE]],
            shown={game.match for game in facts.shown},
            rates=_rates(facts) if facts.games else None,
            rated=rated.rated_fields(facts.matches),
            most_rated=rated.MOST,
            courses=courses,
            lengths=lengths,
            viewer=viewer_data(facts),
            style=Markup(_file("page.css") + drawing.style(*(path for d in drawings().values() for path in d.styles))),
            script=Markup(script() if facts.shown else ""),
            pieces=Markup(symbols({game.format for game in facts.shown})),
            version=__version__,
            made=datetime.now(UTC).timestamp(),
        )
    )


@cache
def templates() -> Environment:
    options: Any = {"autoescape": True, "undefined": StrictUndefined, "trim_blocks": True, "lstrip_blocks": True}
    made = Environment(loader=FileSystemLoader(FOLDER), **options)
    made.policies["json.dumps_kwargs"] = {"ensure_ascii": False, "separators": (",", ":")}
    filters = breakable, conditions, in_words, likelihood, listed, moment, one_line, percent, printable, seconds
    made.filters |= {function.__name__: function for function in (*filters, signed, within)}
    made.filters["thousands"] = "{:,}".format
    return made


def _file(name: str) -> str:
    return (FOLDER / name).read_text(encoding="utf-8")


def drawings() -> dict[str, drawing.Drawing]:
    """How games are drawn, those first on whose modules others are built."""
    known = [bundle for bundle in bundles() if bundle.drawing]
    return {b.name: imported(b.drawing) for b in sorted(known, key=lambda bundle: len(bundle.built_on))}


def script() -> str:
    """All modules as one, and the viewer with what shows the records of each game."""
    known, shows = drawings(), {}
    modules = {"/drawing/numbers.js": drawing.FOLDER / "numbers.js"}
    for game, drawn in known.items():
        modules |= drawn.scripts(game)
        if drawn.record:
            shows[game] = (f"/games/{game}/{drawn.record[0]}", drawn.record[1])
    views = ", ".join(f"{json.dumps(game)}: MODULES[{json.dumps(at)}].{name}" for game, (at, name) in shows.items())
    return f"{drawing.bundled(modules, shows.values())}\nconst VIEWS = {{ {views} }};\n{_file('viewer.js')}"


def symbols(shown: set[str]) -> str:
    return "".join(drawn.symbols() for name, drawn in drawings().items() if drawn.symbols and name in shown)


# What the sections show


def _rates(facts: StoreFacts) -> tuple[str, Markup]:
    largest = sorted(facts.matches, key=lambda m: -m.score.games)[: plots.ROWS]
    title = "Winning rates with 95 % intervals"
    left_out = f" of the {plots.ROWS} longest matches" if len(largest) < len(facts.matches) else ""
    return title + left_out, plots.winning_rates(sorted(largest, key=lambda m: m.id), title)


def _courses(facts: StoreFacts) -> list[tuple[str, Markup]]:
    known = {m.id: m for m in facts.matches}
    drawn = [(known[match], points) for match, points in sorted(facts.curves.items()) if len(points) > 2]
    return [(f"{m.first} – {m.second}", plots.course(m, points, f"Course of match {m.id}")) for m, points in drawn]


def _lengths(facts: StoreFacts) -> list[tuple[str, Markup]]:
    most = sorted(facts.lengths.items(), key=lambda item: -sum(item[1].values()))[:LENGTH_PLOTS]
    return [(board, plots.game_lengths(counted, f"Length of games, {board}")) for board, counted in most]


def _versions(named: Sequence[Named]) -> list[str]:
    """Kaya's versions, which its players carry, and those of other programs."""
    found = {}
    for player in named:
        full = json.loads(player.described)
        program = "Kaya" if "sources" in full else player.name
        found[f"{program} {printable(full.get('version', ''))}".strip()] = None
    return [*found][:VERSIONS] + (["…"] if len(found) > VERSIONS else [])


def _hardware(hardware: dict[str, Any], games: int, of: int) -> str:
    told = [hardware.get("machine"), f"{hardware.get('cores', '?')} cores", hardware.get("system")]
    text = ", ".join(printable(part) for part in told if part) + f", Python {printable(hardware.get('python', '?'))}"
    return text + (f" ({games:,} games)" if games < of else "")


def viewer_data(facts: StoreFacts) -> dict[str, Any]:
    shown = {game.match for game in facts.shown}
    return {
        "matches": {
            m.id: {"first": str(m.first), "second": str(m.second), "conditions": conditions(m)}
            for m in facts.matches
            if m.id in shown
        },
        "games": [
            {name: getattr(g, name) for name in ("match", "number", "outcome", "format", "record")}
            | {"firstSide": g.first_side, "reason": one_line(g.ending)}
            for g in facts.shown
        ],
    }


# Filters


def breakable(text: str) -> Markup:
    """A long name may go on in the next line after a setting."""
    return Markup(",<wbr>").join(escape(part) for part in text.split(","))


def listed(ids: str, most: int = 8) -> str:
    """The numbers of matches, or how many there are."""
    numbers = sorted(int(number) for number in ids.split(","))
    return ", ".join(map(str, numbers)) if len(numbers) <= most else f"{len(numbers)} matches"


def percent(rate: float) -> str:
    return f"{100 * rate:.1f} %"


def within(rates: Interval) -> str:
    return f"[{100 * rates.low:.1f}, {100 * rates.high:.1f}]"


def likelihood(los: float) -> str:
    """Never a certainty: no match proves one."""
    return "> 99.9 %" if los > 0.999 else "< 0.1 %" if los < 0.001 else percent(los)


def seconds(taken: float) -> str:
    return f"{taken:.2g}" if taken < 10 else f"{taken:.0f}"


def moment(time: float) -> str:
    try:
        return datetime.fromtimestamp(time, UTC).strftime("%Y-%m-%d %H:%M UTC")
    except (ValueError, OverflowError, OSError):
        return "at no known time"
