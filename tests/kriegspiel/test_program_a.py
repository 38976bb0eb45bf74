"""Program A: what its tree holds, how it plays on, and that it plays whole games by the rules. Strong it is not."""

import chess
import numpy as np
import pytest

from kaya.kernel import split_seed
from kaya.kriegspiel.knowledge.sampling.pseudo_random import clear_winner, pseudo_random_move
from kaya.kriegspiel.players import ProgramA, RandomPlayer
from kaya.kriegspiel.rules import BLACK, ILLEGAL, WHITE, KriegspielPosition, parse_message, parse_move
from kaya.kriegspiel.rules.messages import MOVED, TAKEN, TRIES
from kaya.kriegspiel.rules.moves import MOST_TRIES
from kaya.players import make_player
from kaya.search import Budget

from .tables import played, view_of
from .test_hidden import findings

FEW = Budget(simulations=60, nodes=50_000)


def thinking(fen: str, simulations: int, **settings) -> ProgramA:
    player, position = ProgramA(seed=3), KriegspielPosition(fen)
    for name, value in settings.items():
        player.set(name, value)
    player.choose(view_of(position, position.mover), Budget(simulations=simulations, nodes=100_000))
    return player


MIDDLE = "r1bqkb1r/ppp2ppp/2n2n2/3pp3/4P3/2NP1N2/PPP2PPP/R1BQKB1R w KQkq - 0 5"


@pytest.mark.slow
def test_the_tree_holds_tries_and_messages_in_three_tiers():
    player = thinking(MIDDLE, 3000)
    tree, nodes = player.search.tree, player.search.tree.nodes
    assert player.view is not None
    root = tree.children()
    assert sorted(nodes.move[root].tolist()) == sorted(player.view.tries())
    answers = [a for t in root for a in tree.children(t)]
    assert {0} == set(nodes.mover[answers].tolist()), "the umpire's answers are chance"
    said = set(nodes.move[answers].tolist())
    assert ILLEGAL in said
    assert MOVED in said
    assert any(m & TAKEN for m in said)
    assert not any(m & TRIES for m in said), "the opponent's pawn tries are not told"
    replies = [r for a in answers if nodes.move[a] == MOVED for r in tree.children(a)]
    assert set(nodes.mover[replies].tolist()) == {0}
    assert any(m & TRIES for m in nodes.move[replies].tolist()), "the own ones are"
    again = {int(nodes.mover[t]) for a in answers if nodes.move[a] == ILLEGAL for t in tree.children(a)}
    assert again == {WHITE}, "after a refusal the player tries again"


@pytest.mark.slow
def test_a_refused_try_is_not_repeated():
    player = thinking(MIDDLE, 4000)
    tree, nodes = player.search.tree, player.search.tree.nodes
    for first in tree.children():
        for answer in tree.children(first):
            if nodes.move[answer] == ILLEGAL:
                assert nodes.move[first] not in nodes.move[tree.children(answer)]


def test_one_node_is_added_by_each_simulation():
    player = thinking(MIDDLE, 200, T=1000)
    assert player.view is not None
    assert player.search.tree.used == 1 + len(player.view.tries()) + 200


def test_a_seed_gives_the_same_tree():
    prints = {thinking(MIDDLE, 300).search.tree.fingerprint() for _ in range(2)}
    assert len(prints) == 1


@pytest.mark.parametrize(
    ("fen", "winner"),
    [
        ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", WHITE),
        ("4k3/8/8/8/8/8/8/4K2q w - - 0 1", BLACK),
        ("4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1", WHITE),
        ("4k3/8/8/8/8/8/8/1NB1K3 w - - 0 1", WHITE),
        ("4k3/8/8/8/8/8/8/B1B1K3 w - - 0 1", 0),  # both on dark squares
        ("4k3/8/8/8/8/8/8/1N2K1N1 w - - 0 1", 0),
        ("4k3/8/8/8/8/8/P7/4K3 w - - 0 1", 0),
        ("4k3/p7/8/8/8/8/8/R3K3 w - - 0 1", 0),
    ],
)
def test_clear_endings(fen, winner):
    assert clear_winner(KriegspielPosition(fen).state) == winner


def shares(fen: str, heard: str, count: int = 400) -> dict[str, float]:
    """How often each move is the pseudo-random one."""
    states, room = KriegspielPosition(fen).states.copy(), np.zeros(MOST_TRIES, np.int32)
    states.rng = split_seed(1)
    legal = {m.uci() for m in chess.Board(fen).legal_moves}
    found: dict[str, float] = {}
    for _ in range(count):
        move = int(pseudo_random_move(states[0], parse_message(heard), room))
        name = next(n for n in legal if parse_move(n) == move)
        found[name] = found.get(name, 0.0) + 1 / count
    return found


def test_pseudo_random_players_capture_back_and_use_pawn_tries():
    fen = "4k3/8/8/3n4/4P3/8/8/3RK3 w - - 0 1"
    back = shares(fen, "moved; piece at d5 captured")
    assert back["e4d5"] + back["d1d5"] == pytest.approx(0.95 + 0.05 * 0.95, abs=0.03)
    assert 0.3 < back["d1d5"] < 0.65, "both captures alike, but for the pawn try"
    assert shares(fen, "moved")["e4d5"] == pytest.approx(0.95, abs=0.04)
    assert max(shares("4k3/8/8/8/8/8/8/3RK3 w - - 0 1", "moved").values()) < 0.2, "else any move"
    assert set(shares("8/P6k/8/8/8/8/8/K7 w - - 0 1", "moved")) == {"a7a8q", "a1a2", "a1b1", "a1b2"}


@pytest.mark.slow
@pytest.mark.usefixtures("freed_memory_changes")
def test_whole_games_are_played_by_the_rules():
    for white, black in ((ProgramA(seed=1), RandomPlayer(seed=2)), (RandomPlayer(seed=3), ProgramA(seed=4))):
        table = played(white, black, 80, budget=FEW)  # raises if a try is impossible
        assert len(table.position.plies) > 30


@pytest.mark.slow
def test_nothing_of_the_other_side_hangs_on_it():
    table = played(ProgramA(seed=5), RandomPlayer(seed=6), budget=FEW)
    assert len(table.position.plies) == 21
    assert findings(table.seats[WHITE], WHITE, table.position) == []


def test_it_sees_a_win_that_no_board_hides():
    """Rooks on the seventh and eighth rows: the bare king is mated wherever it stands on the first of them."""
    player = thinking("7k/R7/8/8/8/8/8/KR6 w - - 0 1", 2000)
    assert player.search.report().value > 0.9


def test_its_parameters_are_set_by_name():
    player = make_player("kriegspiel-a:C=0.3,T=5,attempts=10")
    assert player.parameters()["attempts"].value == 10
    with pytest.raises(ValueError, match="attempts must be a whole number from 1"):
        player.set("attempts", "0")
