"""The page itself: what was read from the store, as HTML. Everything that comes from outside goes through `escape`."""

import json
import re
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from html import escape
from importlib.resources import files
from string import Template
from typing import Any

from ... import __version__
from ..statistics.ratings import Ratings, groups, ratings
from ..statistics.results import Pentanomial, Score, signed
from . import plots
from .naming import Named, flat, printable
from .reading import PlayedMatch, StoreFacts, board

RATED = 300  # players at most in one table: the work grows with the cube of their number
RATING_PLOTS = 6
LENGTH_PLOTS = 6
SCRIPTS = ("go.js", "board.js", "chess.js", "chessboard.js", "viewer.js")


def make_page(facts: StoreFacts) -> str:
    """The whole page."""
    if facts.games:
        shown = {name: (title, body) for name, (title, make) in SECTIONS.items() if (body := make(facts))}
    else:
        shown = {"overview": ("Overview", "<p>There are no finished games in this store yet.</p>")}
    return Template(_file("page.html")).substitute(
        store=escape(facts.name),
        style=_file("page.css"),
        links="\n".join(f'<li><a href="#{name}">{title}</a></li>' for name, (title, _) in shown.items()),
        sections="\n".join(_section(name, title, body) for name, (title, body) in shown.items()),
        data=embedded(viewer_data(facts)),
        script=script() if facts.shown else "",
        version=escape(__version__),
        made=_moment(datetime.now(UTC).timestamp()),
    )


def _section(name: str, title: str, body: str) -> str:
    return (
        f'<section id="{name}" aria-labelledby="{name}-title">\n<h2 id="{name}-title">{title}</h2>\n{body}\n</section>'
    )


def _file(name: str) -> str:
    return (files(__package__) / name).read_text(encoding="utf-8")


def script() -> str:
    """The viewer's modules as one: in a page that is a single file there is nothing to import from."""
    return re.sub(r"^import .*\n|^export ", "", "\n".join(map(_file, SCRIPTS)), flags=re.M)


def embedded(data: Any) -> str:
    """JSON that no script element can end."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


# Sections


def overview(facts: StoreFacts) -> str:
    began, ended = min(m.began for m in facts.matches), max(m.ended for m in facts.matches)
    seconds = sum(sum(m.seconds) for m in facts.matches)
    entries = [
        ("Games", f"{facts.games:,}"),
        ("Matches", f"{len(facts.matches):,}" + (f" and {facts.unplayed} not begun" if facts.unplayed else "")),
        ("Players", f"{len(facts.players):,}"),
        ("Played", _moment(began) + (f"<br>to {_moment(ended)}" if _moment(ended) != _moment(began) else "")),
        ("Time spent thinking", _duration(seconds)),
        ("Versions", "<br>".join(map(escape, _versions(facts.players)))),
        ("Hardware", "<br>".join(_hardware(h, n, facts.games) for h, n in facts.hardware[:6]) or "not recorded"),
    ]
    return (
        "<dl class=facts>" + "".join(f"<div><dt>{name}</dt><dd>{text}</dd></div>" for name, text in entries) + "</dl>"
    )


def matches(facts: StoreFacts) -> str:
    head = ("Match", "Games", "Rate", "Elo", "Pairs", "Superior", "s / move", "Failures")
    shown = {game.match for game in facts.shown}
    rows = [_match_cells(m, m.id in shown) for m in facts.matches]
    largest = sorted(facts.matches, key=lambda m: -m.score.games)[: plots.ROWS]
    largest.sort(key=lambda m: m.id)
    title = "Winning rates with 95 % intervals"
    left_out = f" of the {plots.ROWS} longest matches" if len(largest) < len(facts.matches) else ""
    return f"""<p>Rates, Elo and likelihoods of superiority are the first player's; intervals are of 95 %. Where each
opening was played with both colours, pairs of games are counted: with 0, ½, 1, 1½ and 2 points. Games are won – drawn –
lost. What differs between two sides is <b>bold</b>.</p>
{_table("Matches", head, rows)}
<div class="plots wide">{_figure(title + left_out, plots.winning_rates(largest, title))}</div>"""


def _match_cells(match: PlayedMatch, shown: bool) -> list[str]:
    results, score = match.results, match.score
    low, high = results.interval()
    elo = results.elo()
    view = f'<br><a href="#games" data-match="{match.id}">View<span class=aside> games of match {match.id}</span></a>'
    view = view if shown else ""
    pairs = " ".join(f"{n}" for n in match.pairs.counts) if match.pairs.trials else "–"
    return [
        f"<span class=muted>{match.id}</span> {_side(match.first, match.second)}<br><span class=muted>against</span> "
        f"{_side(match.second, match.first)}<br><span class=muted>{escape(conditions(match))}</span>",
        f"{score.games:,}<br><span class=muted>{score.wins} – {score.draws} – {score.losses}</span>{view}",
        f"{100 * results.rate:.1f} %<br><span class=muted>[{100 * low:.1f}, {100 * high:.1f}]</span>",
        f"{signed(elo.value)}<br><span class=muted>[{signed(elo.low)}, {signed(elo.high)}]</span>",
        pairs
        + ("" if isinstance(results, Pentanomial) or pairs == "–" else "<br><span class=muted>and single games</span>"),
        _likelihood(results.los()),
        " / ".join(_seconds(s) for s in match.seconds_a_move),
        f"<b>{match.failures[0]} / {match.failures[1]}</b>" if any(match.failures) else "none",
    ]


def _side(player: Named, other: Named) -> str:
    """A player's name; what differs from its opponent stands out."""
    settings = ",<wbr>".join(escape(s) if s in other.settings else f"<b>{escape(s)}</b>" for s in player.settings)
    name = escape(player.name) if player.name == other.name else f"<b>{escape(player.name)}</b>"
    return f'<a class=player href="#player-{player.number}">{name}{":<wbr>" if settings else ""}{settings}</a>'


def conditions(match: PlayedMatch) -> str:
    """`go 9×9, komi 7.5, random openings, seed 0`."""
    given = {k: v for k, v in match.conditions.items() if v is not None and k != "size"}
    told = [_condition(printable(k), printable(v)) for k, v in given.items()]
    return ", ".join([board(match.game, match.conditions), *told])


def _condition(name: str, value: str) -> str:
    return {"openings": f"{value} openings", "seconds": f"{value} s a move"}.get(name, f"{name} {value}")


def rating_tables(facts: StoreFacts) -> str:
    """A table for each group of three or more players who met under the same conditions."""
    fields: dict[str, list[PlayedMatch]] = {}
    for match in facts.matches:
        fields.setdefault(match.terms, []).append(match)
    parts, drawn = [], 0
    for field in fields.values():
        met = [(m, (str(m.first), str(m.second))) for m in field if m.first != m.second]
        results: dict[tuple[str, str], Score] = {}
        for match, names in met:
            results[names] = results.get(names, Score()) + match.score
        joined = groups(results)
        body = []
        for group in joined:
            if len(group) >= 3:
                body.append(_rated(group, results, drawn < RATING_PLOTS))
                drawn += 1
        if body:
            title = escape(conditions(field[0]).partition(", seed")[0])
            parts.append("\n".join([f"<h3>{title}</h3>", _disconnected(joined), *body]))
    if not parts:
        return "<p>Ratings need three players or more who met each other under the same conditions.</p>"
    return (
        "<p>Bradley–Terry ratings of players who met under the same conditions, by all their games together. "
        "Their mean is 0; intervals are of 95 %.</p>" + "\n".join(parts)
    )


def _disconnected(joined: Sequence[Sequence[str]]) -> str:
    if len(joined) == 1:
        return ""
    alone = " Two who met only each other are left out: their match says it all." if min(map(len, joined)) < 3 else ""
    said = f"No game joins these {len(joined)} groups of players: a rating compares players of its own group only."
    return f"<p>{said}{alone}</p>"


def _rated(group: Sequence[str], results: dict[tuple[str, str], Score], draw: bool) -> str:
    if len(group) > RATED:
        return f"<p>{len(group)} players met, more than the {RATED} that are rated together here.</p>"
    among = {names: score for names, score in results.items() if names[0] in group}
    said = ""
    try:
        rated = ratings(among)
    except ValueError:
        rated = ratings(among, virtual_draws=1)
        said = (
            "<p>Some of these players won or lost everything against the others; a virtual draw for each player keeps "
            "the ratings finite.</p>"
        )
    title = "Ratings with 95 % intervals" + (f", the best {plots.ROWS}" if len(rated) > plots.ROWS else "")
    picture = _figure(title, plots.rating_rows(rated, title + group[0])) if draw else ""
    table = _table("Ratings", ("Player", "Elo", "95 % interval", "Rate", "Games"), _rating_cells(rated))
    return f"{said}<div class=rated>{table}{picture}</div>"


def _rating_cells(rated: Ratings) -> Iterable[list[str]]:
    for r in rated:
        yield [
            _breakable(r.player), signed(r.elo.value), f"[{signed(r.elo.low)}, {signed(r.elo.high)}]",
            f"{100 * r.score.rate:.1f} %", f"{r.score.games:,}",
        ]  # fmt: skip


def courses(facts: StoreFacts) -> str:
    known = {m.id: m for m in facts.matches}
    drawn = {match: points for match, points in sorted(facts.curves.items()) if len(points) > 2}
    if not drawn:
        return ""
    figures = [
        _figure(
            f"{known[match].first} – {known[match].second}",
            plots.course(known[match], points, f"Course of match {match}"),
        )
        for match, points in drawn.items()
    ]
    some = f" of the {len(drawn)} longest matches" if len(drawn) < len(facts.matches) else ""
    return f"""<p>The first player's Elo difference{some} after each game, or pair of games, with its 95 % band. The
band is right at every point for a match of that length, but not for one that was stopped when it looked good.</p>
<div class=plots>{"".join(figures)}</div>"""


def lengths(facts: StoreFacts) -> str:
    most = sorted(facts.lengths.items(), key=lambda item: -sum(item[1].values()))[:LENGTH_PLOTS]
    return (
        "<div class=plots>"
        + "".join(_figure(b, plots.game_lengths(c, f"Length of games, {b}")) for b, c in most)
        + "</div>"
    )


def failures(facts: StoreFacts) -> str:
    if not facts.reasons:
        return ""
    rows = [[escape(printable(reason)), f"{games:,}", _listed(ids)] for reason, games, ids in facts.reasons]
    return "<p>Games lost by a program that failed, by reason.</p>" + _table(
        "Failures", ("Reason", "Games", "Matches"), rows
    )


def _listed(ids: str, most: int = 8) -> str:
    """The numbers of matches, or how many there are."""
    numbers = sorted(int(number) for number in ids.split(","))
    return ", ".join(map(str, numbers)) if len(numbers) <= most else f"{len(numbers)} matches"


def players(facts: StoreFacts) -> str:
    return "\n".join(
        f'<details id="player-{p.number}"><summary>{_breakable(str(p))}</summary><dl class=full>'
        + "".join(f"<dt>{escape(printable(k))}</dt><dd>{escape(printable(v))}</dd>" for k, v in _described(p).items())
        + "</dl></details>"
        for p in facts.players
    )


def _described(player: Named) -> dict[str, Any]:
    return flat(json.loads(player.described))


def viewer(facts: StoreFacts) -> str:
    if not facts.shown:
        return ""
    missing = facts.games - len(facts.shown)
    said = (
        f"{len(facts.shown):,} of {facts.games:,} games are in this page; {missing:,} are left out" if missing else ""
    )
    order = ": games lost by failure come first, then the latest of each match. <code>--games</code> takes in more."
    return (f"<p>{said}{order}</p>\n" if said else "") + _file("viewer.html")


def viewer_data(facts: StoreFacts) -> dict[str, Any]:
    shown = {game.match for game in facts.shown}
    return {
        "matches": {
            m.id: {"first": str(m.first), "second": str(m.second), "conditions": conditions(m)}
            for m in facts.matches if m.id in shown
        },
        "games": [
            {"match": g.match, "number": g.number, "firstSide": g.first_side, "outcome": g.outcome,
             "reason": printable(g.reason), "format": g.format, "record": g.record}
            for g in facts.shown
        ],
    }  # fmt: skip


SECTIONS: dict[str, tuple[str, Callable[[StoreFacts], str]]] = {
    "overview": ("Overview", overview),
    "matches": ("Matches", matches),
    "ratings": ("Ratings", rating_tables),
    "games": ("Games", viewer),
    "course": ("Results over time", courses),
    "lengths": ("Length of games", lengths),
    "failures": ("Failures", failures),
    "players": ("Players in full", players),
}
"""In the order of the page; one that returns nothing is left out."""


# Parts of sections


def _table(caption: str, head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table; on a narrow screen each row becomes a card, for which the cells know their heading."""
    heads = "".join(f'<th scope="col">{name}</th>' for name in head)
    lines = [
        "<tr>"
        + f'<th scope="row" data-head="{head[0]}">{row[0]}</th>'
        + "".join(
            f'<td data-head="{name}"><div>{cell}</div></td>' for name, cell in zip(head[1:], row[1:], strict=True)
        )
        + "</tr>"
        for row in rows
    ]
    return f"<table><caption>{caption}</caption><thead><tr>{heads}</tr></thead><tbody>{''.join(lines)}</tbody></table>"


def _figure(title: str, svg: str) -> str:
    return f"<figure><figcaption>{_breakable(title)}</figcaption>{svg}</figure>"


def _breakable(text: str) -> str:
    """A long name may go on in the next line after a setting."""
    return escape(text).replace(",", ",<wbr>")


def _versions(named: Sequence[Named]) -> list[str]:
    """Kaya's versions, which its players carry, and those of other programs."""
    found = {}
    for player in named:
        full = json.loads(player.described)
        program = "Kaya" if "sources" in full else player.name
        found[f"{program} {printable(full.get('version', ''))}".strip()] = None
    return [*found][:12] + (["…"] if len(found) > 12 else [])


def _hardware(hardware: dict[str, Any], games: int, of: int) -> str:
    told = [hardware.get("machine"), f"{hardware.get('cores', '?')} cores", hardware.get("system")]
    text = ", ".join(printable(part) for part in told if part) + f", Python {printable(hardware.get('python', '?'))}"
    return escape(text) + (f" ({games:,} games)" if games < of else "")


def _likelihood(los: float) -> str:
    """Never a certainty: no match proves one."""
    return "> 99.9 %" if los > 0.999 else "< 0.1 %" if los < 0.001 else f"{100 * los:.1f} %"


def _seconds(seconds: float) -> str:
    return f"{seconds:.2g}" if seconds < 10 else f"{seconds:.0f}"


def _moment(seconds: float) -> str:
    try:
        return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M UTC")
    except (ValueError, OverflowError, OSError):
        return "at no known time"


def _duration(seconds: float) -> str:
    if seconds < 120:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 7200 else f"{seconds / 3600:,.1f} h"
