"""The network of Phantom Go: what it sees is what its player has heard, and what it plays."""

import numpy as np
import pytest

from kaya.go.rules import PASS
from kaya.network import Network
from kaya.phantom_go.knowledge.network.information import ENEMY, OWN, SEEN, Information
from kaya.phantom_go.knowledge.network.network import NETWORKS, followed, place_of_try
from kaya.phantom_go.knowledge.network.planes import NUMBERS, PLANES, describe, may_try
from kaya.phantom_go.learning.network.games import Games
from kaya.phantom_go.rules import PhantomGoPosition
from kaya.players import make_player
from tests.games.leaks import Secrets, findings
from tests.kriegspiel.tables import announce, played, view_of, views_of

from .games import after, random_game


def rows(count, lines):
    area = lines * lines
    kinds = ((area, np.uint32), (NUMBERS, np.float32), (area, np.uint8))
    return [*(np.zeros((count, n), kind) for n, kind in kinds), np.zeros(count, np.uint8)]


def points_where(flags):
    return {p for p in range(SEEN) if flags[p]}


@pytest.mark.slow
def test_what_is_worked_out_in_kernels_is_what_the_view_knows():
    """After each try of random games: own stones, stones that are known, empty points, doubts, refusals."""
    doubts = 0
    for seed, ataris in ((1, False), (2, False), (3, True)):
        game = random_game(seed, 5, ataris)
        position, _, views = next(game)
        informed, heard = {side: Information(position.start_for(side)) for side in (1, 2)}, {1: 0, 2: 0}
        for _, _, views in game:
            for side, view in views.items():
                for announcement in view.log[heard[side] :]:
                    informed[side].hear(announcement)
                heard[side] = len(view.log)
                i, known = informed[side].record, view.known
                assert points_where(i.kind == OWN) == known.own
                assert points_where(i.kind == ENEMY) == known.enemies
                assert (i.own, i.stones, i.enemies) == (len(known.own), known.stones, len(known.enemies))
                assert {p: int(i.empty[p]) for p in known.open if i.empty[p] >= 0} == {
                    p: age for p, age in known.empty.items() if p in known.open
                }
                assert (points_where(i.vain), points_where(i.tried)) == (known.vain, set(view.tried))
                needed = {p: {q for q in range(SEEN) if int(i.needed[p][q >> 6]) >> (q & 63) & 1} for p in known.doubts}
                assert points_where(i.doubt) == needed.keys()
                assert needed == known.doubts
                assert (i.won, i.lost, i.passes) == (view.won, view.lost, view.passes)
                doubts += len(needed)
    assert doubts > 20


@pytest.mark.slow
@pytest.mark.parametrize(("lines", "seed", "most"), [(5, 1, 400), (9, 2, 130)])
def test_games_in_step_see_what_views_have_heard(lines, seed, most):
    """A game of self-play beside the umpire of tables, fed with the same tries, and players who only hear; the umpires
    agree on refusals, superko too, and on who has won."""
    seen = rows(2, lines)
    games, chance = Games(2, 4, seen, lines, opening=0), np.random.default_rng(seed)
    words, numbers, enemies, turns = seen
    position, refused, kos, lengths = PhantomGoPosition(lines), 0, 0, []
    views = views_of(position)
    informed = {side: Information(view.start) for side, view in views.items()}
    told = np.zeros(lines * lines, np.uint32), np.zeros(NUMBERS, np.float32)
    for _ in range(most):
        side = position.mover
        describe(informed[side].record, *told)
        places = {place_of_try(m, lines): m for m in views[side].sensible_tries()}
        assert {k for k in range(lines * lines) if may_try(words[0][k])} == places.keys() - {lines * lines}
        colours = position.state.colour
        for g in range(2):
            assert turns[g] == side
            assert (words[g] == told[0]).all()
            assert (numbers[g] == told[1]).all()
            assert [place for place in range(lines * lines) if enemies[g][place]] == sorted(
                place_of_try(p, lines) for p in np.flatnonzero(colours[:SEEN] == 3 - side).tolist()
            )
        place = int(chance.choice([*places, *list(places)[:-1] * 20]))  # a pass is rare
        games.step(np.full(2, place, np.int16), 0.5)
        for hearing, announcement in announce(position, places[place], views).items():
            informed[hearing].hear(announcement)
        made, followed = not position.tried, games.followed[0]
        refused += not made
        kos += not made and places[place] != PASS and position.state.colour[places[place]] == 0
        assert followed.same == (0.0 if followed.length else -1.0 if made else 1.0)
        assert bool(followed.length) == (position.over or len(position.plies) == 2 * lines * (lines + 1))
        if followed.length:
            result = position.game.result(position.state)
            assert (followed.outcome, followed.length) == (result, len(position.plies))
            lengths.append(len(position.plies))
            position = PhantomGoPosition(lines)
            views = views_of(position)
            informed = {side: Information(view.start) for side, view in views.items()}
    assert refused > 20
    assert lines == 9 or (kos > 3 and len(lengths) > 1)


@pytest.fixture
def network(tmp_path):
    """A file of a network that has learned nothing."""
    path = tmp_path / "untrained.npz"
    Network.random(1, 48, seed=1, game="phantom-go", planes=PLANES).write(path)
    return path


def test_its_report_has_the_policy_and_a_card_says_what_it_believes(network):
    player, view = make_player(f"phantom-net:network={network}", game="phantom-go"), view_of(after("C3", "B2"), 1)
    report = player.choose(view).report
    priors = [move.prior for move in report.moves]
    assert sum(priors) == pytest.approx(1.0)
    assert priors == sorted(priors, reverse=True)
    first, second = (player.terms(view, move.move) for move in report.moves[:2])
    assert np.exp(first.score - second.score) == pytest.approx(priors[0] / priors[1])
    assert 0.0 <= player.terms(view, view.parse_move("B2")).facts["believed: a stone of the opponent"] <= 1.0


def test_it_plays_whole_games_and_nothing_hidden_hangs_on_it(network):
    """What it has been told follows from the view alone. Games may be long: it has learned nothing."""
    names = [f"phantom-net:network={network},temperature=2"] * 2
    players = [make_player(name, game="phantom-go", seed=seed) for seed, name in enumerate(names)]
    table = played(*players, plies=20, position=PhantomGoPosition(7))
    for side, seat in table.seats.items():
        pieces = dict.fromkeys(table.position.stones(3 - side), 3 - side)
        secrets = Secrets(pieces, memory=[table.position.state.colour.tobytes()], texts=[str(table.position)])
        assert findings(seat, side, secrets) == []
        followed(seat.player.information, seat.player.heard, seat.view)
        again = Information(seat.view.start)
        followed(again, 0, seat.view)
        assert again.records.tobytes() == seat.player.information.records.tobytes()
    table = played(players[0], make_player("phantom-random", seed=3), 400, PhantomGoPosition(5))
    assert table.position.over


def test_larger_boards_and_networks_of_other_games_get_a_sentence(network, tmp_path):
    player = make_player(f"phantom-net:network={network}", game="phantom-go")
    with pytest.raises(ValueError, match=r"This network plays on boards of up to 9 lines, not of 13\."):
        player.choose(view_of(PhantomGoPosition(13), 1))
    go = tmp_path / "go.npz"
    Network.random(1, 16, seed=1).write(go)
    with pytest.raises(ValueError, match="for 'phantom-go' it must have 48 planes and a policy of points"):
        NETWORKS.evaluator(go)
