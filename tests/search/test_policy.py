"""A policy that keeps something from move to move, in simulations that know of it and in others."""

import numpy as np
import pytest

from kaya import Budget, Parameters, Search, kernel, strategy, tictactoe
from kaya.games.rules import moves, over, play, result
from kaya.players import make_player
from kaya.search import advance, all_at_threshold, at_threshold, begin, play_out

BEGUN, ADVANCED, CHOSEN, STALE = range(4)


class Counts(Parameters):
    @classmethod
    def tables(cls):
        return {"counts": np.zeros(4, np.int64)}


@kernel
def clear_board(state, work, p):
    """Keep the number of free squares."""
    p.counts[BEGUN] += 1
    work.scratch[0] = moves(state, work.moves)


@kernel
def one_less(state, work, move, p):
    p.counts[ADVANCED] += 1
    work.scratch[0] -= 1
    play(state, move)


@strategy("policy", Counts, begin=clear_board, advance=one_less)
def last_free(state, work, p):
    p.counts[CHOSEN] += 1
    free = moves(state, work.moves)
    p.counts[STALE] += free != work.scratch[0]
    return np.int64(work.moves[free - 1])


@strategy("simulate")
def play_plainly(state, work, policy, policy_p, p):
    """Knows nothing of policies that keep something."""
    while not over(state):
        play(state, policy(state, work, policy_p))
    return result(state)


@kernel
def two_moves(state, work, policy, policy_p):
    for _ in range(2):
        if not over(state):
            advance(state, work, policy(state, work, policy_p), policy_p)


@strategy("simulate")
def play_by_twos(state, work, policy, policy_p, p):
    """Advances in a kernel that it calls."""
    begin(state, work, policy_p)
    while not over(state):
        two_moves(state, work, policy, policy_p)
    return result(state)


def counts(simulate, expand=all_at_threshold(T=4)) -> list[int]:
    policy = last_free()
    search = Search(tictactoe, policy=policy, simulate=simulate, expand=expand, seed=1)
    search.think(tictactoe.start(), Budget(simulations=200))
    return policy.record.counts.tolist()


@pytest.mark.slow
@pytest.mark.parametrize("simulate", [play_out, play_by_twos])
def test_what_is_kept_is_prepared_once_a_simulation_and_brought_up_to_date_with_each_move(simulate):
    begun, advanced, chosen, stale = counts(simulate)
    assert (begun, stale) == (200, 0)
    assert advanced == chosen > 200


def test_a_simulation_that_knows_nothing_of_it_has_it_prepared_for_each_move():
    begun, advanced, chosen, stale = counts(play_plainly)
    assert (advanced, stale) == (0, 0)
    assert begun == chosen > 200


def test_a_policy_that_chooses_in_the_tree_prepares_first():
    begun, advanced, chosen, stale = counts(play_out, at_threshold(T=4))
    in_the_tree = chosen - advanced
    assert (begun, stale) == (200 + in_the_tree, 0)
    assert in_the_tree > 100


def test_the_same_simulation_serves_a_policy_that_keeps_nothing():
    for simulate in (play_out, play_by_twos):
        report = Search(tictactoe, simulate=simulate, seed=1).think(tictactoe.start(), Budget(simulations=200))
        assert report.simulations == 200


def test_only_a_policy_may_bring_them():
    with pytest.raises(TypeError, match="Only a `policy` has `begin` and `advance`, not a `select`"):
        strategy("select", begin=clear_board)


def test_a_strategy_is_found_under_its_former_name_for_a_while():
    player = make_player("mango")
    with pytest.deprecated_call(match=r"^policy=by_sequence is called by_mogo_rules now\.$"):
        player.set("policy", "by_sequence")
    assert player.strategies["policy"].name == "by_mogo_rules"
