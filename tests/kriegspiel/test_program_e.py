"""Program E: the network's policy, improved by the values of tries on likely boards."""

from math import log

import pytest

from kaya.kriegspiel.rules import WHITE, KriegspielPosition, move_name, parse_move
from kaya.players import make_player, set_level
from kaya.search import Budget

from .tables import played, view_of
from .test_hidden import findings

FEN = "4k3/pp6/8/3p4/4N3/8/PP6/4K2R w K - 0 1"


def test_it_makes_the_try_of_the_highest_value_and_policy():
    view = view_of(KriegspielPosition(FEN), WHITE)
    player = make_player("kriegspiel-e:tau=0.5", game="kriegspiel", seed=1)
    decision = player.choose(view, Budget(simulations=50))
    values = dict(zip((m.move for m in decision.report.moves), player.values_of_tries(view), strict=True))
    score = {m.move: values[m.move] + 0.5 * log(m.prior) for m in decision.report.moves if m.prior > 0.0}
    assert decision.move == max(score, key=score.__getitem__) == decision.report.moves[0].move
    others = [move for move in score if move != decision.move]
    added = {
        m: player.terms(view, m).parts["the policy: τ ln (π / π of the likeliest)"] for m in [decision.move, *others]
    }
    best = max(added, key=added.__getitem__)
    assert added[best] == pytest.approx(0.0, abs=1e-6)
    for move in others:
        apart = score[move] - values[move] - score[best] + values[best]
        assert added[move] == pytest.approx(apart, abs=1e-3)


@pytest.mark.parametrize(("tau", "like"), [(100.0, "kriegspiel-net"), (0.001, "kriegspiel-particles")])
def test_with_a_large_tau_it_is_the_network_and_with_a_small_one_the_boards(tau, like):
    view, budget = view_of(KriegspielPosition(FEN), WHITE), Budget(simulations=50)
    ours = make_player(f"kriegspiel-e:tau={tau}", game="kriegspiel", seed=1).choose(view, budget)
    assert ours.move == make_player(like, game="kriegspiel", seed=1).choose(view, budget).move


@pytest.mark.parametrize("name", ["kriegspiel-net", "kriegspiel-e", "kriegspiel-d", "kriegspiel-particles"])
def test_where_nothing_is_told_of_pawn_tries_pawns_try_to_capture_before_another_move_is_made(name):
    """1. e4 d5 and 1. e4 a6 sound alike to White; to try costs nothing."""
    for black, last in (("d7d5", "e4d5"), ("a7a6", None)):
        position, player = KriegspielPosition(rules="berkeley"), make_player(name, game="kriegspiel", seed=1)
        for move in ("e2e4", black):
            position.attempt(parse_move(move))
        tried, refused = [], True
        while refused:
            tried.append(move_name(player.choose(view_of(position, WHITE), Budget(simulations=300)).move))
            refused = not position.attempt(parse_move(tried[-1]))[WHITE].legal
        assert "e4d5" in tried
        assert (tried[-1] == "e4d5") == (last is not None)


def test_below_its_highest_level_it_is_the_network_at_the_next_level():
    view, player = view_of(KriegspielPosition(FEN), WHITE), make_player("kriegspiel-e", game="kriegspiel", seed=1)
    set_level(player, 9)
    move = player.choose(view, Budget(simulations=1)).move
    assert move == make_player("kriegspiel-net", game="kriegspiel").choose(view, Budget(simulations=1)).move
    assert player.net.level == 10


def test_nothing_hidden_hangs_on_it_and_no_try_is_made_twice():
    players = [make_player("kriegspiel-e:boards=40", game="kriegspiel", seed=seed) for seed in (1, 2)]
    table = played(*players, plies=20)
    for side, seat in table.seats.items():
        assert findings(seat, side, table.position) == []
    assert all(len(set(ply.tried)) == len(ply.tried) for ply in table.position.plies)
