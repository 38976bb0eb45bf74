"""The programs that play Phantom Go: what they try, how they sample, and that nothing hidden hangs on them."""

import functools
import math
import re
from collections.abc import Callable
from types import SimpleNamespace

import numpy as np
import pytest

from kaya.games.chances import Chances
from kaya.go.knowledge.network import evaluate_position
from kaya.go.rules import PASS, GoPosition
from kaya.kernel import split_seed, zeros
from kaya.lab.statistics.results import wilson
from kaya.phantom_go.knowledge.belief import chances, sampled
from kaya.phantom_go.knowledge.players_game import DETERMINIZE, EARLY, IN_TREE, LATE, determinized, players_position
from kaya.phantom_go.rules import PhantomGoPosition
from kaya.phantom_go.strategies import by_replies, hidden_playout, with_replies
from kaya.phantom_go.strategies.determinization import REPLY
from kaya.players import default_player, make_player, players_of, set_level
from kaya.players.player import Decision
from kaya.search import NODE, Budget, MoveReport, Report, strategy, uct
from kaya.search.loop import select_playable
from kaya.search.tree import NONE, new_work, on_path
from kaya.table import Table
from tests.games.leaks import CARELESS, Secrets, findings, found_when
from tests.kriegspiel.tables import played, seated, view_of, views_of

from .games import after, random_game

PROGRAMS = [
    "phantom-random",
    "phantom-mc",
    "phantom-late",
    "phantom-early",
    "phantom-classic",
    "phantom",
    "phantom-net",
    "mcts",
]
FEW = Budget(simulations=60, nodes=5000)


def player(name: str, seed: int = 1):
    return make_player(name, game="phantom-go", seed=seed)


@pytest.mark.parametrize("name", ["phantom-early", "phantom", "mcts"])
def test_a_search_in_steps_grows_the_tree_that_a_decision_does(name):
    view, (whole, cut) = view_of(after("C3", "B2", "C2", "D4"), 1), (player(name) for _ in range(2))
    whole.choose(view, FEW, settle=False)
    steps = cut.in_steps(view, FEW)
    for number in (20, 7, 60):  # and back
        steps.run_to(number)
    assert steps.tree.fingerprint() == whole.tree_search.tree.fingerprint()


def test_the_catalogue():
    assert set(players_of("phantom-go")) == set(PROGRAMS)
    assert default_player("phantom-go") == "phantom"
    assert player("phantom:policy=light,density=0,T=4").strategies["policy"].name == "light"
    with pytest.raises(ValueError, match="There is no parameter 'speed'"):
        player("phantom:speed=3")


@pytest.mark.parametrize(
    ("name", "figure"), [("boards", "51.0 % [44.9, 57.1]"), ("determinization.information", "49.5 %")]
)
def test_what_gained_nothing_is_refused_with_its_figure(name, figure):
    sentence = f"The parameter '{name}' was removed, as it gained nothing, {figure}"
    with pytest.raises(ValueError, match=f"^{re.escape(sentence)}.* of 200 games: leave it out.$"):
        player(f"phantom:{name}=1")


@pytest.mark.slow
@pytest.mark.parametrize("name", PROGRAMS)
@pytest.mark.usefixtures("freed_memory_changes")
def test_every_program_plays_whole_games(name):
    table = seated(player(name, 1), player("phantom-random", 2), PhantomGoPosition(5), FEW)
    verdict = table.play()
    assert table.position.over
    assert verdict.outcome[:2] in ("B+", "W+")


@pytest.mark.slow
@pytest.mark.parametrize("name", PROGRAMS)
def test_a_seed_decides(name):
    view = view_of(after("C3", "B2", "D4", "C3", "C4"), 1)
    moves = [player(name, 5).choose(view, FEW).move for _ in range(2)]
    assert moves[0] == moves[1]
    assert moves[0] in view.sensible_tries()


@pytest.mark.parametrize("name", ["phantom-mc", "phantom-late", "phantom-early", "phantom"])
def test_it_passes_only_when_that_wins_or_nothing_else_is_left(name):
    open_board = view_of(after("C3", "pass"), 1)
    assert player(name).choose(open_board, FEW).move == PASS, "25 points to none"
    behind = view_of(after("C3", "A1", "B2", "pass", lines=5), 1)
    behind.board.komi = 30.0
    assert player(name).choose(behind, FEW).move != PASS


@pytest.mark.slow
def test_a_board_without_hidden_stones_is_worth_what_the_network_of_go_says():
    """On the empty board there is one determinization: H is the network's policy, a simulation its value of what the
    likeliest move leads to."""
    go, kaya, phantom = GoPosition(9), make_player("kaya"), player("phantom")
    kaya.think(go, Budget(simulations=1))
    decision = phantom.choose(view_of(PhantomGoPosition(9), 1), Budget(simulations=1, nodes=1000))
    found, wanted = (
        {int(tree.nodes["move"][k]): float(tree.nodes["heuristic"][k]) for k in tree.children(0)}
        for tree in (phantom.search.tree, kaya.search.tree)
    )
    assert found == pytest.approx({move: wanted[move] for move in found}, abs=1e-5)
    go.play(decision.move)
    assert decision.report.value == pytest.approx(evaluate_position(go, "").value, abs=1e-5)


def test_levels_are_for_people_and_the_lower_ones_have_no_network():
    phantom = player("phantom")
    assert (phantom.level, phantom.network) == (10, "")
    assert set_level(phantom, 3, 9).simulations == 300
    assert phantom.network is None
    assert set_level(phantom, 6, 9).simulations == 100
    assert phantom.network == ""


def test_known_and_vain_points_are_not_tried_again():
    view = view_of(after("A2", "E5", "B1", "A1", "A2"), 2)
    tries = view.sensible_tries()
    assert view.parse_move("A2") not in tries, "a stone is known there"
    assert view.parse_move("A1") not in tries, "and nothing has changed around this one"
    assert view.parse_move("A2") in view_of(after("A2", "E5", "B1", "A1", "A2", "C3", "D4"), 2).tries()


# Determinizations


@pytest.mark.slow
@pytest.mark.parametrize(("margin", "result"), [(0.0, 1.0), (0.3, 0.7 + 0.3 * 0.7), (1.0, 0.7)])
def test_points_count_in_a_result_by_hand(margin, result):
    """One black stone and no other on 5x5: all 25 points are Black's, 17.5 after komi, 0.7 of the board."""
    position = players_position(view_of(after("C3", "pass", "pass"), 1), LATE)
    strategy, policy = hidden_playout(margin=margin), player("phantom-late").strategies["policy"]
    found = strategy.function(position.states[0], new_work()[0], policy.function, policy.record, strategy.record)
    assert found == pytest.approx(result)


@pytest.mark.slow
def test_late_searches_known_stones_and_early_samples_after_the_first_move():
    view = view_of(after("C3", "B2", "D4"), 2)
    late, early = players_position(view, LATE), players_position(view, EARLY)
    assert (late.state.hidden, int(late.mover)) == (2, 2)
    for position, phase in ((late, IN_TREE), (early, DETERMINIZE)):
        position.play(position.parse_move(str(view.parse_move("E1"))))
        assert position.state.phase == phase
        assert position.state.hidden == 2
    assert early.mover == 0, "chance puts the stones"
    states = early.states.copy()
    early.game.draw(states[0])
    assert (states[0].colour == 1).sum() == 2
    assert (states[0].phase, states[0].hidden) == (IN_TREE, 0)


@pytest.mark.parametrize("index", [0, 1])
def test_an_illegal_move_of_the_tree_is_passed_over(index):
    """By formula 2.1 with equal visits the highest reward is selected; its point has a stone on this board."""
    position = determinized(players_position(view_of(after("C3", "B2", "D4"), 2), EARLY), split_seed(1))
    taken, other = (
        int(np.flatnonzero(position.state.colour == 1)[0]),
        int(np.flatnonzero(position.state.colour == 0)[0]),
    )
    assert [bool(position.game.may_play(position.state, move)) for move in (taken, other, PASS)] == [False, True, True]
    nodes, first = zeros(NODE, 5), index + 1
    nodes[index].visits, nodes[index].first, nodes[index].count = 30, first, 3
    children = nodes[first : first + 3]
    children.move, children.visits, children.reward = [taken, PASS, other], 10, [9.0, 1.0, 5.0]
    before = nodes.copy()
    assert uct.function(nodes, index, uct.record) == first
    assert select_playable(position.state, nodes, index, uct.function, uct.record) == first + 2
    nodes[first + 1].move = nodes[first + 2].move = taken
    assert select_playable(position.state, nodes, index, uct.function, uct.record) == NONE
    nodes[first + 1].move, nodes[first + 2].move = PASS, other
    assert (nodes == before).all()


def test_what_a_node_counts_is_its_own_move():
    """The last node is a new one, where the policy has moved; the one before it was selected. However the hidden stones
    were sampled, the move before the last one on the board is its move."""

    @strategy("simulate")
    def last_but_one(state, work, policy, policy_p, p):
        return state.before_last / 1000.0

    @strategy("backup")
    def compare(nodes, work, depth, result, p):
        node = nodes[on_path(nodes, work, depth - 1)]
        if node.mover != 0 and depth > REPLY:
            nodes[0].slot1 += 1.0
            nodes[0].slot2 += np.float32(abs(result * 1000.0 - node.move) > 0.5)

    search, view = player("phantom-early").search, view_of(after("C3", "B2", "D4"), 2)
    search.strategies |= dict(simulate=last_but_one, backup=compare, expand=by_replies(T=1))
    search.think(players_position(view, EARLY), Budget(simulations=1000, nodes=20_000))
    assert search.tree.nodes[0].slot1 > 900
    assert search.tree.nodes[0].slot2 == 0


def test_early_samples_where_the_opponent_has_replied():
    """Weights are 1 + the number of replies: 1, 4, 1, ... on the points in their order."""
    position = players_position(view_of(after("C3", "B2", "D4"), 2), EARLY)
    states, work, nodes = position.states.copy(), new_work(0), np.zeros(8, NODE).view(np.recarray)
    state, second = states[0], int(states[0].where[1])
    work.noted[0, 0], work.length = second << 2 | 1, 1
    for _ in range(3):
        with_replies.function(nodes, work[0], 0, 1.0, with_replies.record)
    state.phase = DETERMINIZE
    assert by_replies.function(state, nodes, 0, work[0], by_replies.record) == 0
    assert state.upto[:3].tolist() == [1.0, 5.0, 6.0]
    assert state.upto[state.places - 1] == state.places + 3


def test_flat_monte_carlo_tries_all_moves_as_often():
    view = view_of(after("C3", "B2"), 1)
    report = player("phantom-mc").choose(view, Budget(simulations=230, nodes=1000)).report
    visits = [m.visits for m in report.moves]
    assert len(visits) == 24, "all but the own stone; nobody passes here"
    assert max(visits) - min(visits) <= 1


def test_chances():
    view = view_of(after("C3", "B2", "D4", "C3", "E1"), 2)
    found = chances(view)
    assert found[view.parse_move("C3")] == 1.0
    assert found[view.parse_move("B2")] == 0.0
    assert found.expected == pytest.approx(2.0)
    assert all(0.0 < p < 1.0 for place, p in found.best(30))
    assert Chances({1: 0.26, 2: 1.0}).level(1, 4) == 1
    assert Chances({1: 0.26, 2: 1.0}).best(5) == [(1, 0.26)]
    won, lost = (sampled(view_of(after("C3", "pass"), side))[1] for side in (1, 2))
    assert (won, lost) == (1.0, 0.0)


@pytest.mark.slow
def test_the_better_programs_beat_the_random_one():
    points, games = 0.0, 6
    for k in range(games):
        strong, weak = player("phantom", k), player("phantom-random", k)
        first = k % 2 == 0
        pair = (strong, weak) if first else (weak, strong)
        won = seated(*pair, PhantomGoPosition(5, 0.5), Budget(simulations=120, nodes=10_000)).play().points
        points += won if first else 1 - won
    assert wilson(points, games, 0.95).low > 0.5, points


# Nothing hidden hangs on them


def secrets(position: PhantomGoPosition, side: int) -> Secrets:
    pieces = dict.fromkeys(position.stones(3 - side), 3 - side)
    return Secrets(pieces, memory=[position.state.colour.tobytes()], texts=[str(position)])


@pytest.fixture(scope="module")
def tables() -> Callable[[str], Table]:
    """A program's games in their middle, of which nobody knows all."""

    @functools.cache
    def middle(name: str) -> Table:
        table = played(player(name, 1), player(name, 2), 16, PhantomGoPosition(7), Budget(simulations=30, nodes=3000))
        assert all(view.known.hidden > 1 for view in views_of(table.position).values())
        return table

    return middle


@pytest.mark.slow
@pytest.mark.parametrize("name", PROGRAMS)
def test_nothing_of_the_other_side_hangs_on_it(name, tables):
    table = tables(name)
    for side, seat in table.seats.items():
        assert findings(seat, side, secrets(table.position, side)) == []


@pytest.mark.slow
@pytest.mark.parametrize("leak", CARELESS)
def test_the_walk_finds_what_a_careless_umpire_would_give_away(leak, tables):
    table = tables("phantom-random")
    assert found_when(leak, table, secrets(table.position, 1))


def test_random_games_end():
    *_, (position, _, _) = random_game(1)
    assert position.over or len(position.played) == 200


def test_parameters_are_found_under_their_former_names_for_a_while():
    player = make_player("phantom")
    with pytest.deprecated_call(match=r"^guess\.density is called determinization\.density now\.$"):
        player.set("guess.density", 0.5)
    assert player.parameters()["density"].value == 0.5


def test_phantom_weighs_the_policy_of_its_network_against_what_the_search_has_found_if_anything():
    player = make_player("phantom", game="phantom-go")
    player.set("tau", 0.2)
    said = SimpleNamespace(logits=np.log([0.54, 0.27, 0.09, 0.1]))
    player.net = SimpleNamespace(ask=lambda view: None, tries=[11, 12, 13, 14], said=said)
    searched = [MoveReport(12, 92, 0.5, (12,)), MoveReport(11, 12, 0.1, (11,)), MoveReport(13, 2, -1.0, (13,))]
    weighted = player._weighted(None, Decision(12, Report(12, searched, 106, 106, 0.0, 107)))
    mean = (92 * 0.5 + 12 * 0.1 - 2.0) / 106
    values = {12: (92 * 0.5 + 8 * mean) / 100, 11: (12 * 0.1 + 8 * mean) / 20, 13: (-2.0 + 8 * mean) / 10, 14: mean}
    assert {m.move: m.value for m in weighted.report.moves} == pytest.approx(values)
    policy = {11: 0.54, 12: 0.27, 13: 0.09, 14: 0.1}
    scores = {move: values[move] + 0.2 * math.log(policy[move]) for move in policy}
    assert [m.move for m in weighted.report.moves] == sorted(scores, key=lambda move: -scores[move]) == [12, 11, 14, 13]
    assert weighted.move == weighted.report.best == 12
    player.set("tau", 1.0)
    assert player._weighted(None, Decision(12, Report(12, searched, 106, 106, 0.0, 107))).move == 11


def test_phantom_hears_the_network_on_boards_of_its_size_alone():
    player = make_player("phantom", game="phantom-go")
    assert player.net.knows(PhantomGoPosition(9).start_for(1).view())
    assert not player.net.knows(PhantomGoPosition(7).start_for(1).view())
