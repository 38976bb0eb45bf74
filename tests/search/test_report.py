"""What a search reports: H's own probabilities, the visits along a line, names, a table for notebooks, and the tree."""

import json
import re
import xml.etree.ElementTree as ET

import pytest

from kaya import Budget, GoPosition, Report, Search, make_player, tictactoe
from kaya.search import MoveReport, tree_as_dict, tree_as_dot, tree_as_json

FEW = Budget(simulations=300, memory=16 << 20)


@pytest.mark.slow
def test_priors_are_h_as_probabilities_over_all_moves_of_the_root():
    player, game = make_player("mango"), GoPosition(9)
    game.play("E5")
    report = player.think(game, FEW)
    tree = player.search.tree
    h = {int(tree.nodes[c].move): max(float(tree.nodes[c].heuristic), 0.0) for c in tree.children()}
    assert set(report.priors) == set(game.legal_moves())
    assert len(report.moves) < len(report.priors), "some were never visited"
    assert max(report.priors.values()) > 3 / len(report.priors), "H prefers some moves"
    for move, prior in report.priors.items():
        assert prior == pytest.approx(h[move] / sum(h.values()))
    assert all(m.prior == report.priors[m.move] for m in report.moves)


def test_where_h_says_nothing_all_moves_are_equally_probable():
    report = make_player("uct").think(GoPosition(5), FEW)
    assert set(report.priors.values()) == {1 / 26}
    assert {m.prior for m in report.moves} == {1 / 26}


def test_a_line_has_the_visits_of_each_of_its_moves():
    search = Search(tictactoe)
    report = search.think(tictactoe.start(), Budget(simulations=2000))
    tree = search.tree
    for m in report.moves:
        index = 0
        assert len(m.line_visits) == len(m.line)
        for move, visits in zip(m.line, m.line_visits, strict=True):
            index = next(int(c) for c in tree.children(index) if tree.nodes[c].move == move)
            assert visits == tree.nodes[index].visits
        assert m.line_visits[0] == m.visits
        assert list(m.line_visits) == sorted(m.line_visits, reverse=True)
    assert report.chosen
    assert len(report.chosen.line) > 3


def test_a_search_of_a_game_that_is_over_leaves_no_report_of_an_earlier_position():
    player, game = make_player("uct"), GoPosition(5)
    assert player.think(game, FEW).moves
    game.play("pass")
    game.play("pass")
    assert player.think(game, FEW).moves == []
    assert player.report().moves == []


def test_a_report_names_moves_as_its_game_does():
    game = GoPosition(5)
    report = make_player("uct").think(game, FEW)
    assert {report.name(m.move) for m in report.moves} == {*map(game.move_name, game.legal_moves())}
    assert Report(None, [MoveReport(7, 1, 0.0, (7,))], 1, 1, 0.0, 1).name(7) == "7"


def test_a_report_is_a_table_in_a_notebook():
    report = make_player("uct").think(GoPosition(5), FEW)
    rows = [[cell.text for cell in row] for row in ET.fromstring(report._repr_html_()).iterfind("table/tr")]
    assert rows[0] == ["move", "visits", "rate", "prior", "line"]
    assert len(rows) == 1 + 10
    assert report.chosen
    best = report.chosen
    assert rows[1] == [
        report.name(best.move),
        str(best.visits),
        f"{100 * best.winning_rate:.1f} %",
        "3.8 %",
        " ".join(map(report.name, best.line)),
    ]
    strange = Report(1, [MoveReport(1, 1234, 0.0, (1,))], 1, 1, 0.0, 1, name=lambda move: "<&>")
    assert [cell.text for cell in ET.fromstring(strange._repr_html_())[1]][:2] == ["<&>", "1,234"]


def test_visits_are_a_policy_at_any_temperature():
    report = Report(1, [MoveReport(1, 60, 0.0, (1,)), MoveReport(2, 30, 0.0, (2,))], 91, 90, 0.0, 3)
    assert report.visit_distribution() == pytest.approx({1: 2 / 3, 2: 1 / 3})
    assert report.visit_distribution(temperature=0.5) == pytest.approx({1: 4 / 5, 2: 1 / 5})
    assert report.visit_distribution(temperature=1e-3) == pytest.approx({1: 1.0, 2: 0.0})
    assert Report.of_nothing().visit_distribution() == {}


@pytest.fixture(scope="module")
def searched() -> Search:
    search = Search(tictactoe)
    search.think(tictactoe.new_game(), Budget(simulations=900))
    return search


def test_a_tree_as_dicts_has_what_its_nodes_have(searched):
    tree, told = searched.tree, tree_as_dict(searched.tree, depth=2)
    assert (told["move"], told["visits"], told["by"]) == (None, 900, 2)
    assert [child["move"] for child in told["children"]] == [str(m.move) for m in searched.report().moves]
    for child, found in zip(told["children"], searched.report().moves, strict=True):
        assert (child["visits"], child["value"], child["by"]) == (found.visits, found.value, 1)
        assert all(grandchild["children"] == [] for grandchild in child["children"])
        assert sum(grandchild["visits"] for grandchild in child["children"]) <= child["visits"]
    few = tree_as_dict(tree, depth=1, fewest=50)["children"]
    assert [c["visits"] for c in few] == [c["visits"] for c in told["children"] if c["visits"] >= 50]
    assert json.loads(tree_as_json(tree, depth=2)) == told


def test_a_tree_as_a_graph_has_an_edge_to_each_node_but_the_root(searched):
    graph = tree_as_dot(searched.tree, depth=2, fewest=5)
    nodes = re.findall(r'^  (n\d+) \[label="(\w+)\\n(\d+) visits\\n[+-]\d\.\d\d"\];$', graph, re.M)
    edges = re.findall(r"^  (n\d+) -> (n\d+);$", graph, re.M)
    assert nodes[0][1:] == ("root", "900")
    assert sorted(child for _, child in edges) == sorted(name for name, *_ in nodes[1:])
    assert graph.startswith("digraph tree {")
    assert graph.endswith("}\n")
