"""Programs A, B and C as the paper writes them: their switches, and values worked out by hand."""

from typing import Any

import numpy as np
import pytest

from kaya.games.players_game import TRY
from kaya.games.rules import CHANCE
from kaya.kernel import split_seed, zeros
from kaya.kriegspiel.experiments import (
    kriegspiel_fig4,
    kriegspiel_fig7,
    kriegspiel_fig9,
    kriegspiel_fig10,
    kriegspiel_speed,
)
from kaya.kriegspiel.files.pgn import KriegspielRecord, save
from kaya.kriegspiel.knowledge.belief import control, opponent, outcomes
from kaya.kriegspiel.knowledge.belief.belief import Belief
from kaya.kriegspiel.knowledge.belief.belief_game import belief_game, draw
from kaya.kriegspiel.knowledge.belief.model import ANSWER, Model
from kaya.kriegspiel.knowledge.sampling.players_game import random_boards
from kaya.kriegspiel.rules import ILLEGAL, WHITE, KriegspielPosition, parse_move, square
from kaya.kriegspiel.rules.board import NOWHERE
from kaya.kriegspiel.rules.messages import CHECKS, TAKEN, TRIES
from kaya.kriegspiel.strategies.random_boards import as_selected, legal_on_the_board
from kaya.kriegspiel.strategies.simulated_messages import messages_for_k_moves, one_new_try, pseudo_random
from kaya.kriegspiel.strategies.weighted import (
    all_evaluated,
    uct_of_evaluated,
    value_of_reply,
    value_of_turn,
    weighted,
    weighted_maximum,
)
from kaya.lab.matches.store import GameResult
from kaya.players import make_player
from kaya.search import NODE, Budget
from kaya.search.tree import new_work

from .tables import view_of
from .test_belief import belief_of

ROOK = "4k3/8/8/8/8/2K5/8/7R w - - 0 1"  # it stands on no line with its king, and nobody protects it
S, RETALIATION, RECAPTURE = 0.6, 0.9, 0.8  # the constants
MIDDLE = "r1bqkb1r/ppp2ppp/2n2n2/3pp3/4P3/2NP1N2/PPP2PPP/R1BQKB1R w KQkq - 0 5"
LITTLE = Budget(simulations=300, nodes=40_000)


def looked_at(fen: str, model: dict[str, Any] | None = None, **men: dict[str, float]) -> Any:
    state = belief_of(fen, model=Model(**model or {}), **men).state
    control.look(state)
    return state


def value_of(state: Any, move: str) -> float:
    """The weighted average of a legal try, by the table of its outcomes and as the search computes it."""
    values, probabilities = np.zeros(outcomes.OUTCOMES), np.zeros(outcomes.OUTCOMES)
    outcomes.outcome_probabilities(state, parse_move(move), values, probabilities)
    assert probabilities.min() >= 0.0
    assert probabilities.sum() == pytest.approx(1.0)
    value = float(outcomes.weighted_average(state, parse_move(move)))
    assert value == pytest.approx(float(values @ probabilities))
    return value


# The value of a try in program C


@pytest.mark.slow
def test_a_capture_is_worth_one_piece_less_the_retaliation():
    """h7 is taken with 1/2; then the rook is lost with 0.9. Nobody controls h7, so nothing else is in danger."""
    state = looked_at(ROOK, Pk={"a8": 1.0}, Pc={"h7": 0.5})
    assert value_of(state, "h1h7") == pytest.approx(0.5 * (1 - RETALIATION))
    state.string, state.taken_at = 1, square("h7")
    assert value_of(state, "h1h7") == pytest.approx(0.5), "a second capture: Prob_control is 0 there"


def test_an_exposed_piece_is_lost_in_proportion_to_control():
    """g6 is controlled by the piece on g7 alone, with c1: a silent rook is lost there with suffer c1. If it captures on
    h7, beside g7, it is lost with 0.9, or else with the same chance."""
    state = looked_at(ROOK, Pk={"a8": 1.0}, Pc={"h7": 0.5, "g7": 1.0})
    here = {s: S * float(state.control[square(s)]) for s in ("h6", "h7")}
    assert here["h7"] == pytest.approx(S * 3 / 7)
    assert value_of(state, "h1h6") == pytest.approx(-here["h6"])
    taken = 1 - (RETALIATION + (1 - RETALIATION) * here["h7"])
    assert value_of(state, "h1h7") == pytest.approx(0.5 * -here["h7"] + 0.5 * taken)


def test_a_checking_man_is_taken_with_a_constant_chance():
    """Nobody controls a1; the king is on a8 for certain, six squares behind it: so the rook gives check with c2."""
    state = looked_at(ROOK, Pk={"a8": 1.0}, Pc={"h7": 1.0})
    assert value_of(state, "h1a1") == pytest.approx(-Model().check_taken * 0.9**6)


def test_what_is_protected_costs_what_is_not_won_back():
    """The knight protects g1, so the rook costs 1 - 0.8 there; nobody controls the knight."""
    state = looked_at("4k3/8/8/8/8/2K2N2/8/7R w - - 0 1", Pk={"a8": 1.0}, Pc={"g7": 1.0})
    there, knight = (float(state.control[square(s)]) for s in ("g1", "f3"))
    assert there > 0
    assert knight == 0.0
    assert value_of(state, "h1g1") == pytest.approx(-S * there * (1 - RECAPTURE))


def test_material_may_be_counted_as_in_chess():
    state = looked_at(ROOK, {"values": True, "piece": 4.0}, Pk={"a8": 1.0}, Pc={"h7": 0.5})
    assert value_of(state, "h1h7") == pytest.approx(0.5 * (4.0 - RETALIATION * 5.0))
    pawn = looked_at("8/P6k/8/8/8/8/8/K7 w - - 0 1", {"values": True}, Pk={"h8": 1.0})
    assert value_of(pawn, "a7a8q") == pytest.approx(8.0 - Model().check_taken * 0.9**6 * 9.0)


@pytest.mark.slow
def test_the_search_plays_with_this_value():
    player = make_player("kriegspiel-c-paper", seed=1)
    player.begin(view_of(KriegspielPosition(ROOK), WHITE))
    assert player.p == Model()
    state, work, node = looked_at(ROOK, Pk={"a8": 1.0}, Pc={"h7": 0.5}), new_work()[0], zeros(NODE)
    count = all_evaluated.function(state, node, 0, work, all_evaluated.record)
    k = work.moves[:count].tolist().index(parse_move("h1h7"))
    assert work.heuristic[k] == pytest.approx(0.05 / 16)
    assert work.slot1[k] == pytest.approx(1.0), "the chance that it is legal"
    state.pending, state.phase, node.visits, node.heuristic = parse_move("h1h7"), ANSWER, 1, 0.05 / 16
    assert all_evaluated.function(state, node, 0, work, all_evaluated.record) == -1, "its answer is not explored yet"
    assert weighted.function(state, work, 0, 0, weighted.record) == pytest.approx(0.05 / 16)
    node.visits = 2
    assert all_evaluated.function(state, node, 0, work, all_evaluated.record) == 0


def turn_of(values: list[float], chances: list[float]) -> float:
    nodes = zeros(NODE, len(values) + 1)
    nodes.first[0], nodes.count[0] = 1, len(values)
    nodes.heuristic[1:], nodes.slot1[1:] = values, chances
    return float(value_of_turn(nodes, nodes[0]))


def test_a_refused_try_leaves_the_others():
    """Tries worth 2, 1 and 5 if they are legal, with the chances 1/2, 1 and 0: together 1/2 2 + 1/2 1."""
    assert turn_of([2.0, 1.0, 5.0], [0.5, 1.0, 0.0]) == pytest.approx(1.5)
    assert turn_of([1.0, 3.0], [1.0, 1.0]) == pytest.approx(3.0), "the maximum"
    assert turn_of([1.0, 1.0], [0.5, 0.5]) == pytest.approx(1.0), "when all are refused, there is only hope"


def test_a_message_counts_with_its_probability_however_often_it_was_visited():
    """L = H + p (V - w) = 0.1 + 0.25 (0.6 - 0.2), and the turn of two sure tries is the better of them."""
    for visits in (1, 50):
        nodes, work = zeros(NODE, 6), new_work()[0]
        nodes.mover[:] = [2, 1, 1, CHANCE, 1, 1]
        nodes.first[:4], nodes.count[:4] = [1, 0, 3, 4], [2, 0, 0, 2]
        nodes.heuristic[:], nodes.slot1[:] = [0.0, 0.15, 0.1, 0.0, 0.5, 0.6], [0.0, 1.0, 1.0, 0.25, 1.0, 1.0]
        nodes.slot2[3], nodes.visits[:] = 0.2, [visits + 2, 1, visits + 1, visits, 0, 1]
        nodes.reward[1] = 0.15
        work.path[:4] = [0, 2, 3, 5]
        weighted_maximum.function(nodes, work, 3, 0.6, weighted_maximum.record)
        values = (nodes.reward[:6] / np.maximum(nodes.visits[:6], 1)).tolist()
        assert values == pytest.approx([-0.2, 0.15, 0.2, 0.6, 0.0, 0.6])


def test_uct_counts_the_evaluation_as_a_visit():
    """0.3 + C sqrt(ln 12 / 10) against 0.2 + C sqrt(ln 12 / 1)."""
    nodes = zeros(NODE, 3)
    nodes.first[0], nodes.count[0], nodes.visits[0] = 1, 2, 10
    nodes.visits[1:], nodes.heuristic[1:], nodes.reward[1:] = [9, 0], [0.1, 0.2], [9 * 0.3, 0.0]
    assert uct_of_evaluated.function(nodes, 0, uct_of_evaluated(C=0.05).record) == 1
    assert uct_of_evaluated.function(nodes, 0, uct_of_evaluated(C=0.15).record) == 2


def test_what_a_message_was_taken_to_be_worth_is_its_part_of_the_average():
    """The probabilities and values that are noted while messages are drawn add up to the weighted average."""
    root, move = looked_at(ROOK, Pk={"a8": 1.0}, Pc={"h7": 0.5, "g6": 1.0}), parse_move("h1h7")
    root.accepts = 1
    answers: dict[int, tuple[float, float]] = {}
    for k in range(60):
        states = zeros(belief_game.dtype)
        states[0] = root
        state = states[0]
        state.rng, state.pending, state.phase = split_seed(k), move, ANSWER
        message = int(draw(state))
        if message in answers:
            continue
        answers[message] = float(state.chance), float(state.expected)
        before = float(value_of_reply(state))
        replies: dict[int, tuple[float, float]] = {}
        for j in range(300):
            after = states.copy()
            after.rng = split_seed(k, j)
            reply = int(draw(after[0]))
            replies[reply] = float(after[0].chance), float(after[0].expected)
        assert sum(p for p, _ in replies.values()) == pytest.approx(1.0)
        assert sum(p * w for p, w in replies.values()) == pytest.approx(before)
    assert sum(p for p, _ in answers.values()) == pytest.approx(1.0)
    assert sum(p * w for p, w in answers.values()) == pytest.approx(value_of(root, "h1h7"))


@pytest.mark.parametrize("name", ["kriegspiel-b-paper", "kriegspiel-c-paper"])
def test_stored_beliefs_change_nothing(name, monkeypatch):
    """A tree whose nodes hold the model is the tree that computes it on every descent."""
    prints = []
    for stored in (True, False):
        player = make_player(name, seed=1)
        if not stored:
            monkeypatch.setattr("kaya.kriegspiel.players.searching.new_memory", lambda size: None)
        player.choose(view_of(KriegspielPosition(MIDDLE), WHITE), LITTLE)
        prints.append(player.searches[0].tree.fingerprint())
    assert len(set(prints)) == 1


# The model's second set of assumptions


@pytest.mark.slow
def test_two_readings_of_the_chance_to_suffer_a_capture():
    fen, men = "4k3/8/8/8/8/2K5/4N3/7R w - - 0 1", dict(Pk={"a8": 1.0}, Pc={"h7": 0.5, "e8": 0.8})
    state = looked_at(fen, **men)
    rook, knight = (float(state.control[square(s)]) for s in ("h1", "e2"))
    assert min(rook, knight) > 0
    assert opponent.hit(state, square("h1")) == pytest.approx(S * rook)
    assert outcomes.danger(state)[:2] == pytest.approx((S * (rook + knight), S * (rook + knight)))
    fixed = looked_at(fen, {"fixed": True, "suffer": 0.17}, **men)
    assert opponent.hit(fixed, square("h1")) == pytest.approx(0.17 * rook / (rook + knight))
    assert outcomes.danger(fixed)[0] == pytest.approx(0.17)


def test_a_string_of_captures_is_on_one_square():
    state, h7 = looked_at(ROOK, Pk={"a8": 1.0}), square("h7")
    assert opponent.next_in_string(state, h7) == 1
    state.string = 1
    assert opponent.next_in_string(state, h7) == 1, "elsewhere a new one begins"
    state.taken_at = h7
    assert opponent.next_in_string(state, h7) == 2
    state.string = 0
    assert opponent.next_in_string(state, h7) == 2, "the opponent has captured first"


def test_who_is_heard_is_struck_back():
    """Very high after a first capture, Prob_control after later ones, a constant after a check, and else nothing."""
    state, h1 = looked_at(ROOK, Pk={"a8": 1.0}, Pc={"h3": 1.0}), square("h1")
    assert opponent.strikes_back(state, h1, 0, 0) == 0.0, "nobody has been told where it is"
    assert opponent.strikes_back(state, h1, 1, 0) == RETALIATION
    assert opponent.strikes_back(state, h1, 2, 0) == pytest.approx(3 / 7 * 0.9)
    assert opponent.strikes_back(state, h1, 0, 1) == Model().check_taken


def test_pieces_spread_with_P_piece():
    """Of two pieces and a king a piece moves with 2/3; the sweep along its row takes c1 willing 2/3."""
    state = belief_of("4k3/8/8/8/8/8/8/4K3 w - - 0 1", model=Model(willing=1.0), Pk={"h8": 1.0}, Pc={"a8": 2.0}).state
    before = float(state.Pc[square("a8")])
    opponent.moves_quietly(state)
    assert float(state.Pc[square("a8")]) < before * (1 - 3 / 7 * 2 / 3), "at least what the first sweep takes"
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
    """h3 is occupied for certain, so h1h7 is refused, and another move is made."""
    _, moved = simulated(ROOK, "h1h7", k=1)
    assert int(moved.ply) >= 2


def test_b_counts_pieces_and_nothing_else():
    result, state = simulated(ROOK, "h1h3", k=1)
    lost = 1 - int(np.bitwise_count(state.of_colour[WHITE])) + 1
    won = 1 - round(float(state.pieces))
    assert result == pytest.approx((won - lost) / 16)


def test_a_simulation_goes_on_past_its_moves_only_to_take_back():
    """The rook is lost on h5 to a piece that controls it; the pawn on g4 takes back; without it the simulation ends."""
    taken = {"Pk": {"a8": 1.0}, "Pc": {"h7": 1.0, "h8": 1.0}}
    for pawn, plies in (("6P1", 4), ("8", 2)):
        state = looked_at(f"4k3/8/8/8/{pawn}/2K5/8/7R w - - 0 1", {"suffer": 1.0, "c1": 1.0, "far": 1.0}, **taken)
        assert state.control[square("h5")] >= 1.0
        state.rng, state.pending, state.phase = split_seed(4), parse_move("h1h5"), ANSWER
        policy = lambda state, work, p: pseudo_random.function(state, work, pseudo_random.record)  # noqa: E731
        messages_for_k_moves.function.py_func(state, new_work()[0], policy, None, messages_for_k_moves.record)
        assert int(state.ply) == plies


def test_with_k_1_a_try_is_worth_in_b_what_c_computes():
    """Figure 2, as a mean over simulations. What is left is the string of captures: B plays it, C counts a recapture
    with 0.8. If the opponent could capture elsewhere meanwhile, B's values would be lower by a piece and more."""
    state = Belief(view_of(KriegspielPosition(MIDDLE), WHITE)).position().states
    policy, work = lambda state, work, p: pseudo_random.function(state, work, pseudo_random.record), new_work()[0]
    control.look(state[0])
    for move in map(parse_move, ("f3d4", "a2a3", "c1g5")):
        results = []
        for seed in range(200):
            one = state.copy()[0]
            one.rng, one.accepts, one.pending, one.phase = split_seed(seed), 1, move, ANSWER
            simulate = messages_for_k_moves.function.py_func
            results.append(simulate(one, work, policy, None, messages_for_k_moves.record))
        assert 16 * np.mean(results) == pytest.approx(float(outcomes.weighted_average(state[0], move)), abs=0.8)


# The trees


def tree_of_b(fen: str, **settings: bool) -> Any:
    player = make_player("kriegspiel-b-paper", seed=1)
    for name, value in settings.items():
        player.set(name, value)
    player.choose(view_of(KriegspielPosition(fen), WHITE), LITTLE)
    return player.searches[0].tree


def test_a_simulation_of_b_adds_one_try():
    tree = tree_of_b(KriegspielPosition().fen, silence=False)
    tries = tree.nodes[: tree.used][tree.nodes[: tree.used].mover == 1]
    assert (tries.visits > 0).sum() == LITTLE.simulations
    assert min(tree.nodes.visits[tree.children()]) > 0, "every try of the root before any of them is followed"


def test_the_tree_of_b_follows_silence():
    """Below a capture, a check and pawn tries there are no nodes, and simulations from there add none."""
    for silence in (True, False):
        tree = tree_of_b(MIDDLE, silence=silence)
        nodes = tree.nodes[: tree.used]
        loud = nodes[(nodes.mover == CHANCE) & (nodes.move & (TAKEN | CHECKS | TRIES) > 0)]
        assert loud.visits.max() > 1
        assert (loud["first"] > 0).any() != silence


def test_c_draws_no_refusals():
    player = make_player("kriegspiel-c-paper", seed=1)
    player.choose(view_of(KriegspielPosition(MIDDLE), WHITE), LITTLE)
    nodes = player.searches[0].tree.nodes[: player.searches[0].tree.used]
    assert ILLEGAL not in nodes.move[nodes.mover == CHANCE].tolist()
    assert (nodes.mover == CHANCE).sum() > 100


def listed(fen: str, seed: int = 0, tries: int = 0, taken_at: str = "") -> list[int]:
    """The tries of a position in the order in which B makes them."""
    state, work = belief_of(fen).state, new_work()[0]
    state.rng, state.tries, state.taken_at = split_seed(seed), tries, square(taken_at) if taken_at else NOWHERE
    return work.moves[: one_new_try.function(state, zeros(NODE), 0, work, one_new_try.record)].tolist()


def test_new_tries_are_random():
    orders = {tuple(listed(KriegspielPosition().fen, seed)) for seed in range(3)}
    assert len(orders) == 3
    assert len({tuple(sorted(order)) for order in orders}) == 1


def test_new_tries_that_are_called_for_come_first():
    """On d4 only the knight takes back, for d3d4 captures nothing; pawns could capture in ten ways."""
    knight = {parse_move("f3d4")}
    pawns = {parse_move(m) for m in ("a2b3", "b2a3", "c2b3", "d3c4", "e4d5", "e4f5", "f2e3", "f2g3", "g2h3", "h2g3")}
    for seed in range(3):
        assert {listed(MIDDLE, seed, taken_at="d4")[0]} == knight
        assert set(listed(MIDDLE, seed, tries=1)[: len(pawns)]) == pawns


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
    state = random_boards.start(view_of(position, WHITE)).states.copy()[0]
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


def test_a_program_as_written_knows_no_recipe_and_no_values():
    for program in "abc":
        assert not make_player(f"kriegspiel-{program}-paper").manners.finishes
    ours, written = (make_player(f"kriegspiel-c{x}").parameters() for x in ("", "-paper"))
    assert {n for n in written if written[n].value != ours[n].value} == {"values", "finishes"}
    minimax = make_player("kriegspiel-minimax-paper")
    assert not minimax.manners.finishes
    assert {minimax.parameters()[name].value for name in ("mate", "stalemate", "hurry", "press", "confine")} == {0.0}


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
    value = kriegspiel_fig9.take(0)
    leaves = {label: (p, balance) for label, p, balance in value["leaves"]}
    assert value["average"] == pytest.approx(sum(p * balance for p, balance in leaves.values()))
    assert sum(p for p, _ in leaves.values()) == pytest.approx(1.0)
    taken, check = 0.1, 0.4 * 0.9**6 * 0.5  # the king is on g8, and g7 is free
    parts = [p for label, (p, _) in leaves.items() if label.startswith("piece taken")]
    assert sum(parts) == pytest.approx(taken)
    checks = [p for label, (p, _) in leaves.items() if "check" in label]
    assert sum(checks) == pytest.approx(check)
    assert leaves["silent; rook lost"][1] == pytest.approx(-(1 - RECAPTURE))
    assert leaves["piece taken; nothing lost"][1] == 1.0


@pytest.mark.slow
def test_the_speed_is_measured():
    value = kriegspiel_speed.take("kriegspiel-b-paper:k=1", 0.05, 1)
    assert 0 < value["visited"] == value["valued"] <= value["simulations"] * 1.01
    c = kriegspiel_speed.take("kriegspiel-c-paper", 0.05, 1)
    assert c["visited"] < c["valued"]


def test_net_pieces_are_counted_for_the_first_player():
    position = KriegspielPosition()
    for move in ("e2e4", "d7d5", "e4d5"):
        position.try_move(parse_move(move))
    quiet = "a7a6 a2a3 a6a5 a3a4 b7b6 b2b3 c7c6 c2c3 e7e6 d2d3 g7g6 g2g3 h7h6 h2h3 h6h5 h3h4 b6b5 b3b4"
    for move in quiet.split():
        position.try_move(parse_move(move))
    record = save(KriegspielRecord(position))
    for side, net in ((1, 1.0), (2, -1.0)):
        game = GameResult(0, side, 0.5, "*", "", "", record, 21, 0, 0.0, 0.0, 0.0)
        assert kriegspiel_fig10.net_pieces(game) == {"net pieces at ply 20": net}
