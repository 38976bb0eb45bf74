"""Programs A, B and C as the paper writes them: their switches, and values worked out by hand."""

from typing import Any

import numpy as np
import pytest

from kaya.games.players_game import TRY
from kaya.games.rules import CHANCE
from kaya.kernel import split_seed, zeros
from kaya.kriegspiel.experiments import kriegspiel_fig4, kriegspiel_fig7, kriegspiel_fig9, kriegspiel_speed
from kaya.kriegspiel.knowledge.belief import evaluation as worth
from kaya.kriegspiel.knowledge.belief import opponent, outcomes
from kaya.kriegspiel.knowledge.belief.model import ANSWER, AS_WRITTEN, OWN_TURN, Model
from kaya.kriegspiel.knowledge.sampling.players_game import guessed
from kaya.kriegspiel.rules import ILLEGAL, WHITE, KriegspielPosition, parse_message, parse_move, square
from kaya.kriegspiel.strategies.as_printed import one_new_try, weighted_outcomes
from kaya.kriegspiel.strategies.random_boards import as_selected, legal_on_the_board
from kaya.kriegspiel.strategies.simulated_messages import messages_for_k_moves, pseudo_random
from kaya.players import make_player
from kaya.search import NODE, Budget
from kaya.search.tree import new_work

from .tables import view_of
from .test_belief import belief_of

WRITTEN: dict[str, Any] = dict(AS_WRITTEN)
ROOK = "4k3/8/8/8/8/2K5/8/7R w - - 0 1"  # it stands on no line with its king, and nobody protects it
S, RETALIATION = 0.17, 0.9
LITTLE = Budget(simulations=300, nodes=40_000)


def looked_at(fen: str, model: dict[str, Any] = WRITTEN, **men: dict[str, float]) -> Any:
    state = belief_of(fen, model=Model(**model), **men).state
    worth.look(state)
    return state


def value_of(state: Any, move: str) -> float:
    values, probabilities = np.zeros(outcomes.OUTCOMES), np.zeros(outcomes.OUTCOMES)
    value = outcomes.weighted_average(state, parse_move(move), values, probabilities)
    assert probabilities.min() >= 0.0
    assert probabilities.sum() == pytest.approx(1.0)
    return float(value)


# The value of a try in program C


@pytest.mark.slow
def test_a_capture_is_worth_one_man_less_the_retaliation():
    """h7 is taken with 1/2; then the rook is lost with 0.9. Nobody controls h7, so nothing else is in danger."""
    state = looked_at(ROOK, Pk={"a8": 1.0}, Pc={"h7": 0.5})
    assert value_of(state, "h1h7") == pytest.approx(0.5 * (1 - RETALIATION))
    state.string = 1
    assert value_of(state, "h1h7") == pytest.approx(0.5), "a second capture: Prob_control is 0 there"


def test_a_refusal_leaves_the_position_as_it_stands():
    """h3 is in the way with 0.4. The rook is the only man, so if it is controlled at all it is lost with `suffer`."""
    state = looked_at(ROOK, Pk={"a8": 1.0}, Pc={"h3": 0.4, "h7": 0.5})
    silent, taken = -S, 1 - (RETALIATION + (1 - RETALIATION) * S)
    assert value_of(state, "h1h7") == pytest.approx(0.4 * -S + 0.6 * (0.5 * silent + 0.5 * taken))


def test_a_checking_man_is_taken_with_a_constant_chance():
    """Nobody controls a1; the king is on a8 for certain, so the rook that goes there gives check."""
    state = looked_at(ROOK, Pk={"a8": 1.0}, Pc={"h7": 1.0})
    assert value_of(state, "h1a1") == pytest.approx(-Model().check_taken)


def test_what_is_protected_costs_what_is_not_won_back():
    """The knight protects g1, so the rook costs 1 - 0.8 there; nobody controls the knight."""
    state = looked_at("4k3/8/8/8/8/2K2N2/8/7R w - - 0 1", Pk={"a8": 1.0}, Pc={"g7": 1.0})
    there, knight = (float(state.control[square(s)]) for s in ("g1", "f3"))
    assert there > 0
    assert knight == 0.0
    assert worth.exchange(state, square("g1"), 4) == pytest.approx(1 - worth.RECAPTURED)
    assert value_of(state, "h1g1") == pytest.approx(-S * (1 - worth.RECAPTURED))


@pytest.mark.slow
def test_the_search_plays_with_this_value():
    player = make_player("kriegspiel-c-paper", seed=1)
    view = view_of(KriegspielPosition(ROOK), WHITE)
    player.begin(view)
    assert player.p == Model(**WRITTEN)
    state = looked_at(ROOK, Pk={"a8": 1.0}, Pc={"h7": 0.5})
    state.pending, state.phase = parse_move("h1h7"), ANSWER
    work = new_work()[0]
    value = weighted_outcomes.function(state, work, 0, 0, weighted_outcomes.record)
    assert value == pytest.approx(0.05 / 16)


# The model's second set of assumptions


@pytest.mark.slow
def test_the_fixed_chance_of_a_capture_is_shared_in_proportion_to_control():
    state = looked_at("4k3/8/8/8/8/2K5/4N3/7R w - - 0 1", Pk={"a8": 1.0}, Pc={"h7": 0.5, "e8": 0.8})
    rook, knight = (float(state.control[square(s)]) for s in ("h1", "e2"))
    assert min(rook, knight) > 0
    assert opponent.hit(state, square("h1")) == pytest.approx(S * rook / (rook + knight))
    assert outcomes.any_hit(state) == pytest.approx(S)


@pytest.mark.parametrize(("capped", "later"), [(False, 3 / 7 * 0.9), (True, 0.3)])
def test_who_is_heard_is_struck_back(capped, later):
    """Very high after a first capture, Prob_control after later ones, a constant after a check, and else nothing."""
    state = looked_at(ROOK, {**WRITTEN, "capped": capped, "retaliation": 0.3}, Pk={"a8": 1.0}, Pc={"h3": 1.0})
    assert opponent.strikes_back(state) == 0.0, "nobody has heard where it is"
    state.struck, state.string = square("h1"), 1
    assert opponent.strikes_back(state) == pytest.approx(0.3)
    state.string = 2
    assert opponent.strikes_back(state) == pytest.approx(later)
    state.string, state.checking = 0, 1
    assert opponent.strikes_back(state) == pytest.approx(Model().check_taken)
    state.checking = 0
    assert opponent.strikes_back(state) == 0.0


def test_ours_strikes_back_the_more_the_square_is_controlled():
    """alert = b + (1 - b) control, b = blind men / 8; a man that gives check is taken no less often than if it gave
    none."""
    state = looked_at(ROOK, {}, Pk={"a8": 1.0}, Pc={"h3": 1.0})
    blind = Model().blind / 8
    alert = blind + (1 - blind) * 3 / 7 * 0.9
    state.struck, state.string = square("h1"), 1
    assert opponent.strikes_back(state) == pytest.approx(Model().retaliation * alert)
    state.string, state.checking = 0, 1
    state.check_taken, state.suffer, state.reference = 0.01, 1.0, 0.0
    assert opponent.strikes_back(state) == pytest.approx(float(opponent.hit(state, square("h1"))))


def test_in_check_every_try_is_as_legal_as_its_path():
    for escapes, chance in ((True, 0.0), (False, 1.0)):
        state = looked_at(ROOK, {**WRITTEN, "escapes": escapes}, Pk={"h8": 1.0}, Pc={"c8": 1.0})
        state.check = parse_message("moved; file check")
        assert worth.legal(state, parse_move("h1h5")) == chance


@pytest.mark.slow
def test_pieces_spread_with_all_of_P_piece():
    """Of one piece and one pawn and a king the piece moves with 1/3; the sweep along its row takes c1 willing / 3."""
    for shares, pieces in ((True, 2.0), (False, 1.0)):
        model = {**WRITTEN, "willing": 1.0, "shares": shares}
        state = belief_of("4k3/8/8/8/8/8/8/4K3 w - - 0 1", model=Model(**model), Pk={"h8": 1.0}, Pc={"a8": 2.0}).state
        before = float(state.Pc[square("a8")])
        opponent.moves_quietly(state)
        rate = 3 / 7 * (2 / 3) / pieces
        assert float(state.Pc[square("a8")]) < before * (1 - rate), "at least what the first sweep takes"
        assert float(state.Pc.sum()) == pytest.approx(2.0)


# B's simulation


def simulated(fen: str, first: str, **settings: Any) -> tuple[float, Any]:
    """The result of one simulation of B that begins with a try, and the state after it."""
    state = looked_at(fen, Pk={"a8": 1.0}, Pc={"h3": 1.0})
    state.rng, state.pending, state.phase = split_seed(4), parse_move(first), ANSWER
    simulate, work = messages_for_k_moves(**settings), new_work()[0]
    policy = lambda state, work, p: pseudo_random.function(state, work, pseudo_random.record)  # noqa: E731
    return simulate.function.py_func(state, work, policy, None, simulate.record), state


def test_a_refused_try_is_no_move():
    """h3 is occupied for certain, so h1h7 is refused: with `retry` another move is made, else the simulation ends."""
    _, ended = simulated(ROOK, "h1h7", k=1, quiet=False)
    assert (int(ended.phase), int(ended.ply)) == (OWN_TURN, 0)
    _, moved = simulated(ROOK, "h1h7", k=1, retry=True, quiet=False)
    assert int(moved.ply) >= 2


def test_b_as_written_counts_men_and_nothing_else():
    result, state = simulated(ROOK, "h1h3", k=1, retry=True, quiet=False)
    lost = 1 - int(np.bitwise_count(state.of_colour[WHITE])) + 1
    won = 1 - round(float(state.pieces))
    assert result == pytest.approx((won - lost) / 16)


# The trees


def test_each_simulation_of_b_and_c_adds_one_try():
    for name in ("kriegspiel-b-paper", "kriegspiel-c-paper"):
        player = make_player(name, seed=1)
        player.choose(view_of(KriegspielPosition(), WHITE), LITTLE)
        tree = player.searches[0].tree
        nodes = tree.nodes[: tree.used]
        tries = nodes[nodes.mover == 1]
        assert (tries.visits > 0).sum() == player.searches[0].report().simulations == 300
        assert min(nodes.visits[tree.children()]) > 0, "every try of the root before any of them is followed"


def test_tries_are_listed_in_random_order():
    orders = set()
    for seed in range(3):
        state = belief_of(KriegspielPosition().fen).state
        state.rng, node, work = split_seed(seed), zeros(NODE), new_work()[0]
        count = one_new_try.function(state, node, 0, work, one_new_try.record)
        orders.add(tuple(work.moves[:count]))
    assert len(orders) == 3
    assert len({tuple(sorted(order)) for order in orders}) == 1


MIDDLE = "r1bqkb1r/ppp2ppp/2n2n2/3pp3/4P3/2NP1N2/PPP2PPP/R1BQKB1R w KQkq - 0 5"


def test_a_as_written_passes_over_what_is_illegal_on_the_board():
    player = make_player("kriegspiel-a-paper", seed=3)
    player.choose(view_of(KriegspielPosition(MIDDLE), WHITE), Budget(simulations=1000, nodes=100_000))
    tree = player.search.tree
    nodes = tree.nodes[: tree.used]
    assert ILLEGAL not in nodes.move[nodes.mover == CHANCE].tolist()
    assert (nodes.mover == WHITE).sum() == 1000, "one new try with each simulation"
    assert (nodes.mover == CHANCE).sum() > 100, "and the messages on the way to it"


def test_a_as_written_selects_by_uct_among_the_legal_tries():
    """v = 0.25, 0.9, 0.6 with 4, 4 and 2 of 10 visits: with C = 1 it is 0.6 + sqrt(ln 10 / 2) against
    0.9 + sqrt(ln 10 / 4), 1.673 against 1.659."""
    position = KriegspielPosition("7k/8/8/8/8/8/8/K7 w - - 0 1")
    state = guessed.start(view_of(position, WHITE)).states.copy()[0]
    state.boards[0], state.phase = position.state, TRY
    nodes, work = zeros(NODE, 4), new_work()[0]
    names = ("a1a2", "a1b1", "a1b2")
    nodes.first[0], nodes.visits[0] = 1, 10
    nodes.move[1:], nodes.next[1:] = [parse_move(m) for m in names], [2, 3, 0]
    nodes.visits[1:], nodes.reward[1:] = [4, 4, 2], [1.0, 3.6, 1.2]

    def selected(C: float) -> int:
        assert legal_on_the_board.function(state, nodes, 0, work, legal_on_the_board(C=C).record) == 0
        return as_selected.function(state, work, as_selected.record)

    assert [selected(C) for C in (0.0, 1.0)] == [parse_move("a1b1"), parse_move("a1b2")]
    nodes.next[1] = 3  # a1b1 is not in the tree: it comes first
    assert selected(0.0) == parse_move("a1b1")
    state.tried[0], state.refused = parse_move("a1b1"), 1
    assert selected(0.0) == parse_move("a1b2"), "what was refused in this turn is no try"


def test_every_addition_is_a_switch():
    names = {"a": ("finishes",), "b": ("finishes", "closes", "quiet"), "c": ("finishes",)}
    for program, switches in names.items():
        parameters = make_player(f"kriegspiel-{program}-paper").parameters()
        assert not any(parameters[name].value for name in switches)
    ours, written = (make_player(f"kriegspiel-c{x}").parameters() for x in ("", "-paper"))
    assert {n for n in written if n in ours and written[n].value != ours[n].value} == {*AS_WRITTEN, "finishes"}
    assert make_player("kriegspiel-c-paper:finishes=on,men=off").manners.finishes


# The figures


def test_figure_4_is_the_table_that_plays():
    density, delta = (kriegspiel_fig4.take(board)["squares"] for board in kriegspiel_fig4.BOARDS)
    assert 1.5 < sum(density) < 2.0, "of two knights few are lost after ten moves"
    assert max(range(64), key=density.__getitem__) == square("f3")
    assert abs(sum(delta)) < 0.1


def test_figure_7_is_the_printed_formula():
    rank = kriegspiel_fig7.take(kriegspiel_fig7.SWEEPS["rank"])
    r, b4, d4 = 3 / 16, 0.2, 0.6
    new = r * (b4 + d4) / 3
    assert rank["after"] == pytest.approx([(1 - r) * b4 + r * d4 / 3, new, (1 - r) * d4 + r * b4 / 3, new])
    for squares in kriegspiel_fig7.SWEEPS.values():
        value = kriegspiel_fig7.take(squares)
        assert value["after"] == pytest.approx(value["printed"])


def test_figure_9_adds_up():
    """Refused with 0.05: two men, the knight not controlled, so the loss is that of the rook, unprotected or not; the
    rest by its messages."""
    value, state = kriegspiel_fig9.take(0), kriegspiel_fig9.believed()
    leaves = {label: (p, balance) for label, p, balance in value["leaves"]}
    assert value["average"] == pytest.approx(sum(p * balance for p, balance in leaves.values()))
    assert sum(p for p, _ in leaves.values()) == pytest.approx(1.0)
    assert leaves["refused"] == (pytest.approx(0.05), pytest.approx(float(state.stand)))
    taken = 0.95 * 0.117
    assert round(value["average"], 3) == kriegspiel_fig9.PAPER == 0.047
    check = 0.4 * 0.5  # the king is on g8, and g7 is free
    assert leaves["piece taken, check; nothing lost"][0] < taken * check * (1 - RETALIATION)
    parts = [p for label, (p, _) in leaves.items() if label.startswith("piece taken")]
    assert sum(parts) == pytest.approx(taken)
    checks = [p for label, (p, _) in leaves.items() if "check" in label]
    assert sum(checks) == pytest.approx(0.95 * check)
    assert leaves["silent; rook lost"][1] == pytest.approx(-(1 - worth.RECAPTURED), abs=1e-3)
    assert leaves["piece taken; nothing lost"][1] == 1.0


@pytest.mark.slow
def test_the_speed_is_measured():
    value = kriegspiel_speed.take("kriegspiel-c-paper", 0.05, 1)
    assert 0 < value["visited"] == value["valued"] <= value["simulations"] * 1.01
    best = kriegspiel_speed.take("kriegspiel-c", 0.05, 1)
    assert best["visited"] < best["valued"]
