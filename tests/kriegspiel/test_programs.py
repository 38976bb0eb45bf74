"""Programs B and C: what they find, and that one seed gives one game."""

from collections import Counter
from typing import Any

import numpy as np
import pytest

from kaya.games.rules import CHANCE
from kaya.kernel import split_seed, zeros
from kaya.kriegspiel.knowledge.belief import belief_game
from kaya.kriegspiel.knowledge.belief.belief import Belief
from kaya.kriegspiel.knowledge.belief.model import ANSWER, OWN_TURN, REPLY
from kaya.kriegspiel.knowledge.densities import densities, save
from kaya.kriegspiel.players import KriegspielPlayer, RandomPlayer
from kaya.kriegspiel.players.searching import SearchingPlayer
from kaya.kriegspiel.rules import ILLEGAL, WHITE, Announcement, KriegspielPosition, move_name, parse_move, square
from kaya.players import make_player, players_of
from kaya.search import NODE, Budget, maximum
from kaya.search.tree import new_work

from .tables import played, view_of
from .test_hidden import findings

SEARCHING = [name for name in players_of("kriegspiel") if isinstance(make_player(name), SearchingPlayer)]
SMALL = Budget(simulations=300, nodes=40_000)


def knowing(described: str, fen: str, tries: int = 0, **men: dict[str, float]) -> Any:
    """A player with White's men of a position, and beliefs given by hand: Pc={"d8": 1.0}."""
    player = make_player(described, seed=1)
    player.set("finishes", "off")  # the positions are endings, but the belief says that there is more
    player.begin(view_of(KriegspielPosition(fen), WHITE))
    assert isinstance(player, SearchingPlayer)
    assert player.view is not None
    player.belief = Belief(player.view, player.p)
    state = player.belief.state
    for name in ("Pk", "Pw", "Pc"):
        state[name][:] = 0.0
        for where, chance in men.get(name, {}).items():
            state[name][square(where)] = chance
    state.pawns, state.pieces, state.known = state.Pw.sum(), state.Pc.sum(), 0
    return player


def tried(player: Any) -> str:
    """What a player who knows something tries."""
    return move_name(player.choose(player.view, SMALL).move)


def test_the_three_tiers_follow_each_other():
    game = Belief(view_of(KriegspielPosition(), WHITE)).position()
    states = game.states.copy()
    state = states[0]
    state.rng = split_seed(3)
    seen = {OWN_TURN: 0, ANSWER: 0, REPLY: 0}
    into = np.zeros(512, np.int32)
    for _ in range(400):
        phase = int(state.phase)
        seen[phase] += 1
        if phase == OWN_TURN:
            assert belief_game.mover(state) == 1
            count = belief_game.moves(state, into)
            if count == 0:
                break
            belief_game.play(state, int(into[int(state.rng) % count]))
            assert state.phase == ANSWER
        else:
            assert belief_game.mover(state) == CHANCE
            message = belief_game.draw(state)
            assert 0 <= message < 1 << 31
            assert int(state.phase) == (OWN_TURN if phase == REPLY or message == 0 else REPLY)
        assert state.Pk.sum() == pytest.approx(1.0, abs=1e-3)
        assert state.Pw.sum() == pytest.approx(float(state.pawns), abs=0.02)
        assert state.Pc.sum() == pytest.approx(float(state.pieces), abs=0.02)
    assert min(seen.values()) > 10


def test_drawn_messages_have_the_probabilities_of_the_model():
    player = knowing("kriegspiel-c", "4k3/8/8/8/8/7K/8/R7 w - - 0 1", Pk={"h8": 1.0}, Pc={"a3": 0.5, "a5": 0.5})
    root = player.belief.position().states
    counts = {0: 0, 1: 0, "piece": 0}
    for k in range(600):
        states = root.copy()
        states.rng = split_seed(9, k)
        belief_game.play(states[0], parse_move("a1a5"))
        message = int(belief_game.draw(states[0]))
        counts["piece" if message & 4 else message & 1] += 1
    assert counts[0] / 600 == pytest.approx(0.5, abs=0.07)
    assert counts["piece"] / 600 == pytest.approx(0.25, abs=0.06)


@pytest.mark.parametrize("name", SEARCHING)
def test_one_seed_gives_one_game(name):
    games = [played(make_player(name, seed=5), RandomPlayer(seed=6), 8, budget=SMALL) for _ in range(2)]
    assert games[0].position.played == games[1].position.played


@pytest.mark.slow
@pytest.mark.parametrize("name", SEARCHING)
def test_nothing_of_the_other_side_hangs_on_a_program(name):
    few = Budget(simulations=20, nodes=3000)
    table = played(make_player(name, seed=1), RandomPlayer(seed=2), 12, budget=few)
    assert len(table.position.plies) == 12
    assert findings(table.seats[WHITE], WHITE, table.position) == []


@pytest.mark.parametrize("name", SEARCHING)
def test_a_piece_that_nobody_protects_is_taken(name):
    player = knowing(name + ":retaliation=0.1", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", Pk={"h8": 1.0}, Pc={"a7": 1.0})
    first = tried(player)
    if first == "a1a8":  # a refusal costs nothing
        player.view.hear(Announcement(1, WHITE, ILLEGAL, parse_move(first)))
        first = tried(player)
    assert first == "a1a7"


@pytest.mark.parametrize("name", SEARCHING)
def test_it_recaptures(name):
    player = knowing(
        name, "4k3/8/8/8/8/4P3/8/4K2R w - - 0 1", Pk={"a8": 1.0}, Pw={"a7": 1.0}, Pc={"h5": 0.95, "b8": 0.05}
    )
    player.belief.state.taken_at = square("h5")
    assert tried(player) in ("h1h5", "h1h6", "h1h7", "h1h8"), "at once, or after a try behind it that will be refused"


@pytest.mark.parametrize("name", ["kriegspiel-c", "kriegspiel-c-paper"])
def test_the_queen_is_not_left_to_a_pawn(name):
    player = knowing(
        name, "4k3/8/8/8/3Q4/8/PP6/K7 w - - 0 1", Pk={"h8": 1.0}, Pw={"e5": 0.9, "h7": 0.1}, Pc={"b8": 1.0}
    )
    assert tried(player)[:2] == "d4"


def test_a_pawn_is_promoted():
    player = knowing("kriegspiel-c", "7k/P7/8/8/8/8/8/K7 w - - 0 1", Pk={"h8": 0.5, "h7": 0.5}, Pw={"h6": 1.0})
    assert tried(player) == "a7a8q"


def test_parameters_are_set_by_name():
    player = make_player("kriegspiel-b-paper:k=3,C=0.5,values=on")
    values = {name: d.value for name, d in player.parameters().items()}
    assert (values["k"], values["C"], values["values"], values["retaliation"]) == (3, 0.5, True, 0.9)
    player.set("final", "max_child")
    assert player.strategies["final"].name == "max_child"
    with pytest.raises(ValueError, match="k must be a whole number"):
        player.set("k", "many")
    with pytest.raises(ValueError, match="There is no parameter 'speed'"):
        player.set("speed", "1")
    with pytest.raises(ValueError, match="no parameter"):
        make_player("kriegspiel-random:C=1")
    assert isinstance(player, KriegspielPlayer)


def test_threads_have_trees_of_their_own_and_add_their_visits():
    player = make_player("kriegspiel-c", threads=2, seed=1)
    assert isinstance(player, SearchingPlayer)
    decision = player.choose(view_of(KriegspielPosition(), WHITE), Budget(simulations=400, nodes=40_000))
    alone = [search.report() for search in player.searches]
    assert [report.simulations for report in alone] == [200, 200]
    assert len({search.seed for search in player.searches}) == 2
    visits, rewards = Counter[int](), Counter[int]()
    for m in (m for report in alone for m in report.moves):
        visits[m.move] += m.visits
        rewards[m.move] += m.visits * m.value  # type: ignore[assignment]
    together = decision.report
    assert (together.simulations, together.best) == (400, decision.move)
    assert {m.move: m.visits for m in together.moves} == visits
    assert [m.visits for m in together.moves] == sorted(visits.values(), reverse=True)
    assert {m.move: m.value * m.visits for m in together.moves} == pytest.approx(dict(rewards))


def test_the_maximum_goes_up_and_chance_averages():
    """A root with two moves; the second leads to an outcome with two moves of its own."""
    nodes, work = zeros(NODE, 8), new_work()[0]
    nodes.mover[:] = [2, 1, 1, CHANCE, 1, 1, 0, 0]
    nodes.first[:4], nodes.count[:4] = [1, 0, 3, 4], [2, 0, 0, 2]
    nodes.visits[:6] = [4, 1, 3, 2, 1, 1]
    nodes.reward[:6] = [0.0, 0.3, 0.7, 0.5, 0.5, 0.0]
    work.path[:5] = [0, 2, 3, 5, 0]
    maximum.function(nodes, work, 3, 0.9, maximum.record)
    assert nodes.reward[[5, 3]].tolist() == pytest.approx([0.9, 2 * 0.9])
    assert nodes.reward[2] == pytest.approx(0.2 + 2 * 0.9), "its own evaluation, and two visits of its outcome"
    assert nodes.reward[0] == pytest.approx(-4 * 2.0 / 3), "the root counts for the other player"


def test_a_program_may_know_the_habits_of_its_opponent(tmp_path, monkeypatch):
    monkeypatch.setenv("KAYA_DATA", str(tmp_path))
    with pytest.raises(ValueError, match="There is no table of an opponent 'paoloc'"):
        make_player("kriegspiel-c:opponent=paoloc")
    table = densities().copy()
    (tmp_path / "densities").mkdir()
    save(tmp_path / "densities" / "paoloc.npz", table, 1)
    player = make_player("kriegspiel-c:opponent=paoloc,C=0.1")
    assert player.words == {"opponent": "paoloc"}
    assert player.choose(view_of(KriegspielPosition(), WHITE), SMALL).move
