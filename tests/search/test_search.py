"""Whole searches: solved games, budgets, threads, the kept tree, and strategies of a user's own."""

import json
import threading
from pathlib import Path

import numpy as np
import pytest

from kaya import Budget, GoPosition, Search, go, make_player, strategy, tictactoe
from kaya.go.rules import BLACK, PASS, WHITE, parse_vertex, vertex
from kaya.search import at_threshold, robust_max_child, uct
from kaya.search.handle import PATIENCE

from ..slow_machine import SlowMachine

GOLDEN = Path(__file__).parent / "golden_trees.json"


def golden_searches() -> dict[str, Search]:
    """Small searches whose whole trees are stored."""
    small = Search(tictactoe, seed=3)
    small.think(tictactoe.start(), Budget(simulations=60))
    player, game = make_player("uct:T=4", seed=9), GoPosition(3, komi=8.5)
    player.search.think(game, Budget(simulations=60))
    kept = make_player("uct:T=2", seed=2)
    game = GoPosition(2, komi=0.5)
    game.play(kept.search.think(game, Budget(simulations=40)).best or 0)
    kept.search.think(game, Budget(simulations=40))
    return {"tictactoe": small, "go 3x3": player.search, "go 2x2, kept": kept.search}


def as_lists(search: Search, index: int = 0) -> list:
    tree = search.tree
    node = tree.nodes[index]
    return [
        int(node.move),
        int(node.visits),
        float(node.reward),
        [as_lists(search, int(i)) for i in tree.children(index)],
    ]


def test_small_trees_are_as_stored():
    """To store them anew after a wanted change: python -m tests.search.test_search"""
    stored = json.loads(GOLDEN.read_text())
    for name, search in golden_searches().items():
        assert as_lists(search) == stored[name], name


def test_one_seed_gives_one_tree_and_another_seed_another():
    def fingerprint(seed: int) -> str:
        player = make_player("uct", seed=seed)
        player.search.think(GoPosition(9), Budget(simulations=3000))
        return player.search.tree.fingerprint()

    assert fingerprint(1) == fingerprint(1) != fingerprint(2)


def test_the_fingerprint_of_a_fixed_search():
    player = make_player("uct", seed=2008)
    player.search.think(GoPosition(9), Budget(simulations=10_000))
    assert player.search.tree.fingerprint() == json.loads(GOLDEN.read_text())["fingerprint"]


def perfect_value(position) -> int:
    """The value of tic-tac-toe for player 1, by trying everything."""
    if position.over:
        return int(position.result)
    values = []
    for move in position.legal_moves():
        position.play(move)
        values.append(perfect_value(position))
        position.undo()
    return max(values) if position.mover == 1 else min(values)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_tictactoe_is_a_draw_and_every_move_on_the_way_optimal(seed):
    position, search = tictactoe.start(), Search(tictactoe, seed=seed)
    while not position.over:
        position.play(search.think(position, Budget(simulations=4000)).best)
        if len(position.played) >= 2:
            assert perfect_value(position) == 0, position.played
    assert position.result == 0


def test_black_wins_the_whole_3x3_board_by_playing_the_centre():
    player, game = make_player("uct", seed=1), GoPosition(3, komi=8.5)
    report = player.search.think(game, Budget(simulations=20_000))
    assert vertex(report.best, 3) == "B2"
    assert report.value > 0.5
    others = [m.value for m in report.moves[1:]]
    assert max(others) < report.value
    play_to_the_end(player, game)
    assert game.score() == 0.5  # all nine points


@pytest.mark.slow
@pytest.mark.parametrize(("komi", "score"), [(0.5, 0.5), (1.5, -0.5)])
def test_2x2_is_worth_one_point_to_black(komi, score):
    player, game = make_player("uct:resign=off,settle=off,T=1", seed=1), GoPosition(2, komi)
    play_to_the_end(player, game)
    assert game.score() == score


def play_to_the_end(player, game) -> None:
    player.set("resign", False)
    while not game.over:
        assert len(game.played) < 100
        game.play(player.choose(game, Budget(simulations=5000)).move)


def test_simulations_are_counted_exactly_with_any_number_of_threads():
    for threads in (1, 2, 4):
        player = make_player("uct", threads=threads, seed=1)
        report = player.search.think(GoPosition(9), Budget(simulations=5003))
        tree = player.search.tree
        assert report.simulations == report.visits == 5003
        assert sum(m.visits for m in report.moves) == 5003  # the root is expanded before the first simulation
        used = tree.nodes[: tree.used]
        slack = 0 if threads == 1 else 2 * threads
        assert (np.abs(used["reward"]) <= used["visits"] + slack).all()


@pytest.mark.slow
def test_sums_stay_right_to_two_results_a_thread_however_the_threads_meet():
    for seed in range(12):
        player = make_player("uct:T=3", threads=4, seed=seed)
        player.search.think(GoPosition(4), Budget(simulations=20_000))
        nodes, waiting = player.search.tree.nodes[: player.search.tree.used], [0]
        first, count, after, visits, reward = (
            nodes[name].tolist() for name in ("first", "count", "next", "visits", "reward")
        )
        while waiting:
            index = waiting.pop()
            assert abs(reward[index]) <= visits[index] + 2 * 4
            waiting += range(first[index], first[index] + count[index])
            child = first[index] if count[index] == 0 else 0
            while child:  # linked, not laid together
                waiting.append(child)
                child = after[child]


def test_virtual_losses_are_taken_back():
    """A game whose every result is a win for player 1 leaves values of exactly +1 and -1."""

    @strategy("simulate")
    def always_one(state, work, policy, policy_p, p):
        return 1.0

    search = Search(tictactoe, threads=4, simulate=always_one)
    search.think(tictactoe.start(), Budget(simulations=20_000))
    tree = search.tree
    for child in tree.children():
        node = tree.nodes[child]
        assert node.reward == node.visits
        assert sum(int(tree.nodes[i].visits) for i in tree.children(int(child))) <= node.visits


def test_seconds_are_kept(monkeypatch):
    player, game = make_player("uct"), GoPosition(9)
    player.search.think(game, Budget(simulations=10))
    machine = SlowMachine(monkeypatch)
    assert player.search.think(game, Budget(seconds=0.1)).simulations > 0
    assert machine.now == pytest.approx(0.1)


@pytest.mark.slow
def test_a_full_tree_is_searched_on_without_growing():
    player = make_player("uct", seed=1)
    report = player.search.think(GoPosition(9), Budget(simulations=20_000, nodes=600))
    assert report.nodes <= 600
    assert report.full
    assert report.simulations == 20_000
    memory = Budget(simulations=20_000, memory=1 << 16)
    report = player.search.think(GoPosition(9), memory)
    assert report.nodes * 36 <= 1 << 16


def test_stop_and_progress_are_called_while_it_runs():
    seen, stop = [], threading.Event()

    def progress(report):
        seen.append(report.simulations)
        if len(seen) == 3:
            stop.set()

    report = make_player("uct").search.think(
        GoPosition(9), Budget(simulations=10**9), stop=stop.is_set, progress=progress, every=0.02
    )
    assert seen == sorted(seen)
    assert report.simulations >= seen[-1]


def test_the_tree_is_kept_for_the_next_move():
    player, game = make_player("uct", seed=4), GoPosition(9)
    report = player.search.think(game, Budget(simulations=4000))
    best = report.moves[0]
    game.play(best.move)
    after = player.search.think(game, Budget(simulations=1))
    assert after.visits == best.visits + 1
    game.undo()
    assert player.search.think(game, Budget(simulations=10)).visits == 10


def test_moving_twice_in_a_row_is_not_mistaken_for_taking_turns():
    player, game = make_player("uct", seed=4), GoPosition(9)
    report = player.search.think(game, Budget(simulations=500))
    game.play(report.best)
    game.set_turn(BLACK)
    assert player.search.think(game, Budget(simulations=10)).visits == 10
    game.play(PASS)
    report = player.search.think(game, Budget(simulations=10))
    assert report.visits < 30
    assert all(tree_node.mover == WHITE for tree_node in player.search.tree.nodes[player.search.tree.children()])


def test_another_komi_is_another_game():
    player, game = make_player("uct", seed=4), GoPosition(9)
    player.search.think(game, Budget(simulations=500))
    game.komi = 6.5
    assert player.search.think(game, Budget(simulations=10)).visits == 10


def test_only_some_moves_at_the_root():
    player, game = make_player("uct", seed=4), GoPosition(9)
    wanted = [parse_vertex(v, 9) for v in ("C3", "E5")]
    report = player.search.think(game, Budget(simulations=500), only=wanted)
    assert sorted(m.move for m in report.moves) == sorted(wanted)
    report = player.search.think(game, Budget(simulations=500))
    assert len(report.moves) > 70, "the other moves are back"


def test_t_holds_at_the_root_too_where_it_is_asked_for():
    """30 simulations by the simulation strategy, then 10 by a selection that knows but one move."""

    @strategy("select")
    def first_child(nodes, index, p):
        return int(nodes[index].first)

    def visits(simulations: int, T_root: int) -> dict[int, int]:
        search = Search(tictactoe, seed=3, select=first_child, expand=at_threshold(T_root=T_root))
        report = search.think(tictactoe.start(), Budget(simulations=simulations))
        assert report.simulations == simulations
        return {m.move: m.visits for m in report.moves}

    drawn = visits(30, T_root=30)
    assert sum(drawn.values()) == 30
    assert len(drawn) > 3
    assert visits(40, T_root=30) == {**drawn, 0: drawn[0] + 10}
    assert visits(40, T_root=0) == {0: 40}


def test_a_kept_root_with_enough_visits_has_all_its_moves():
    search, position = Search(tictactoe, seed=3, expand=at_threshold(T=4, T_root=4)), tictactoe.start()
    position.play(search.think(position, Budget(simulations=300)).best)
    before = search.report().moves[0].visits
    search.think(position, Budget(simulations=1))
    assert len(search.tree.children()) == search.tree.nodes[0].count == 8
    assert search.tree.nodes[0].visits == before + 1


@pytest.mark.parametrize("T_root", [0, 5])
def test_superko_moves_are_never_searched_at_the_root(T_root):
    game = GoPosition(2, komi=0.5)
    for point in ("A1", "B2", "A2"):
        game.play(parse_vertex(point, 2))
    player = make_player(f"uct:T=1,T_root={T_root}", seed=1)
    while not game.over and len(game.played) < 40:
        report = player.search.think(game, Budget(simulations=300))
        assert all(game.is_legal(m.move) for m in report.moves)
        game.play(report.best)
    assert game.over


def test_robust_max_gets_simulations_until_the_most_visited_child_is_the_best():
    more = 0
    for seed in range(12):
        search = Search(tictactoe, seed=seed, final=robust_max_child)
        report = search.think(tictactoe.start(), Budget(simulations=50))
        assert report.chosen is not None
        assert report.chosen.value == max(m.value for m in report.moves)
        assert report.chosen.visits == max(m.visits for m in report.moves)
        more += report.simulations > 50
    assert more > 0


def test_what_strategies_remember_lasts_as_long_as_the_search():
    """A search that may be settled runs in steps of 2,000 simulations."""

    @strategy("simulate")
    def numbered(state, work, policy, policy_p, p):
        work.lasting[0] += 1.0
        return work.lasting[0] / 10_000.0

    @strategy("backup")
    def highest(nodes, work, depth, result, p):
        nodes[0].reward = max(nodes[0].reward, result)

    search = Search(tictactoe, simulate=numbered, backup=highest, keep_tree=False)
    for _ in range(2):  # and no longer
        assert search.think(tictactoe.start(), Budget(simulations=5000), settle=True).simulations == 5000
        assert search.tree.nodes[0].reward == pytest.approx(0.5)


def test_a_rule_that_is_never_content_is_not_asked_for_ever():
    @strategy("final")
    def never(visits, values, p):
        return None

    report = Search(tictactoe, final=never).think(tictactoe.start(), Budget(simulations=2))
    assert report.simulations == 2 * PATIENCE


def test_a_users_own_strategy_needs_no_build_step():
    @strategy("select")
    def first_child(nodes, index, p):
        return int(nodes[index].first)

    report = Search(tictactoe, select=first_child).think(tictactoe.start(), Budget(simulations=100))
    assert [(m.move, m.visits) for m in report.moves] == [(0, 100)]


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("@strategy('select')\ndef mine(nodes, index): return 0", "it takes (nodes, index), but a `select` takes"),
        ("@strategy('pick')\ndef mine(nodes): return 0", "There is no role 'pick'; there are: sample, select"),
        (
            "@strategy('select')\ndef mine(nodes, index, p): return 0.5",
            "it returns float64, but a `select` returns int64",
        ),
        ("@strategy('select')\ndef mine(nodes, index, p): return nodes[0].worth", "cannot be used as `select`"),
        ("def mine(nodes, index, p): return 0", 'put @strategy("select") above it'),
        ("@strategy('backup')\ndef mine(nodes, work, depth, result, p): pass", "is a `backup` strategy"),
    ],
)
def test_a_strategy_that_does_not_fit_gets_one_sentence(source, message):
    names = {"strategy": strategy}
    with pytest.raises(TypeError) as caught:  # noqa: PT012
        exec(source, names)
        Search(tictactoe, select=names["mine"]).think(tictactoe.start(), Budget(simulations=10))  # type: ignore[arg-type]
    assert message in str(caught.value)
    assert len(str(caught.value)) < 400


def test_a_selection_outside_the_children_is_an_error_and_no_crash():
    @strategy("select")
    def astray(nodes, index, p):
        return 123_456

    with pytest.raises(IndexError, match="not one of the node's children"):
        Search(tictactoe, select=astray).think(tictactoe.start(), Budget(simulations=10))


def test_results_and_moves_out_of_range_are_errors_and_no_crash():
    @strategy("simulate")
    def five(state, work, policy, policy_p, p):
        return 5.0

    @strategy("expand")
    def too_many(state, nodes, index, work, p):
        return 10_000_000

    @strategy("final")
    def nobody(visits, values, p):
        return 999

    for role, wrong, message in (
        ("simulate", five, "not from -1"),
        ("expand", too_many, "more moves"),
        ("final", nobody, "not the place"),
    ):
        with pytest.raises((ValueError, IndexError), match=message):
            Search(tictactoe, **{role: wrong}).think(tictactoe.start(), Budget(simulations=50))


def test_a_strategy_can_be_handed_to_a_player():
    @strategy("select")
    def last_child(nodes, index, p):
        return nodes[index].first + nodes[index].count - 1

    player = make_player("uct")
    player.set("select", last_child)
    assert len(player.search.think(GoPosition(5), Budget(simulations=50)).moves) == 1
    with pytest.raises(ValueError, match="policy must be one of"):
        player.set("policy", last_child)


def test_wrong_budgets_are_refused():
    for wrong in ({"simulations": 0}, {"seconds": -1.0}, {"seconds": float("nan")}, {"nodes": 0}, {"memory": 5}):
        with pytest.raises(ValueError, match=r"at least|more than"):
            Budget(**wrong)
    with pytest.raises(ValueError, match="simulations or seconds"):
        Search(go).think(GoPosition(9), Budget())


def test_parameters_of_a_player_are_found_by_name():
    player = make_player("uct:C=0.5,expand.T=10,final=secure_child")
    assert player.parameters()["C"].value == 0.5
    assert player.parameters()["T"].value == 10
    assert player.choices()["final"][0] == "secure_child"
    with pytest.raises(ValueError, match=r"There is no player 'gnu'; there are: uct, .*kriegspiel-a"):
        make_player("gnu")
    with pytest.raises(ValueError, match=r"there are: kriegspiel-random, [a-z, -]*, mcts, regret, tabular\.$") as error:
        make_player("gnu", game="kriegspiel")
    assert "phantom" not in str(error.value)
    with pytest.raises(ValueError, match="final must be one of gumbel_child, lcb, max_child"):
        make_player("uct:final=best")


def test_a_won_board_is_passed_and_a_lost_game_resigned():
    game = GoPosition(5, komi=0.5)
    game.place(black=[parse_vertex(f"{c}{r}", 5) for c in "BD" for r in range(1, 6)])
    player = make_player("uct", seed=1)
    game.set_turn(WHITE)
    game.play(PASS)
    decision = player.choose(game, Budget(simulations=100))
    assert (decision.move, decision.resigns) == (PASS, False)
    game.set_turn(WHITE)
    losing = make_player("uct:resign_after=1", seed=1)
    assert not losing.choose(game, Budget(simulations=300)).resigns, "not in the opening"
    game.state.moves = 20
    assert losing.choose(game, Budget(simulations=300)).resigns
    stubborn = make_player("uct:resign_after=1,resign=off", seed=1)
    assert not stubborn.choose(game, Budget(simulations=300)).resigns


def test_the_formula_can_be_set_through_the_strategy():
    assert uct(C=1.5).parameters.C == 1.5  # type: ignore[attr-defined]
    assert uct.parameters.C == 0.7  # type: ignore[attr-defined]


if __name__ == "__main__":
    stored = {name: as_lists(search) for name, search in golden_searches().items()}
    player = make_player("uct", seed=2008)
    player.search.think(GoPosition(9), Budget(simulations=10_000))
    stored["fingerprint"] = player.search.tree.fingerprint()
    GOLDEN.write_text(json.dumps(stored, separators=(",", ":")) + "\n")
