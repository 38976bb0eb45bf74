"""Kriegspiel through the arena: the umpire referees, the store remembers, and misbehaviour loses."""

import pytest
from kaya.lab.matches.kriegspiel import KriegspielTable

from kaya.games.kriegspiel import BLACK, WHITE
from kaya.lab.matches.arena import play_game
from kaya.lab.matches.contestants import Pace, make_contestant
from kaya.lab.matches.match import Match, play_matches
from kaya.protocols.kriegspiel_pgn import load


def test_a_match_of_random_players_is_written_down_in_full(store, workers):
    match = Match("kriegspiel-random", "kriegspiel-random:seconds=1", games=4, game="kriegspiel")
    standing = play_matches([match], store, workers=workers)[0]
    games = store.games(standing.id)
    assert sorted(standing.points) == [0, 1, 2, 3]
    assert [g.first_side for g in games] == [1, 2, 1, 2]
    assert len({g.record for g in games}) == 4
    for game in games:
        record = load(game.record)
        assert record.position.over
        assert record.result == game.outcome == record.position.outcome
        assert any(ply.tried for ply in record.position.plies), "refused tries are written down too"
        white = {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5}[game.outcome]
        assert game.points == (white if game.first_side == 1 else 1 - white)


def test_a_refused_try_is_told_to_its_author_alone():
    table = KriegspielTable({})
    for side, move in ((WHITE, "e2e4"), (BLACK, "e7e5")):
        assert table.play(side, move) == {side: [(side, f"{move}: moved")], 3 - side: [(side, "moved")]}
    assert table.play(WHITE, "e4e5") == {WHITE: [(WHITE, "e4e5: illegal")]}
    assert table.mover == WHITE
    with pytest.raises(ValueError, match="was tried before"):
        table.play(WHITE, "e4e5")
    assert table.lost_by(WHITE, "F") == (0.0, "0-1")
    assert table.lost_by(BLACK, "F") == (1.0, "1-0")


def test_nonsense_loses_the_game():
    class Stubborn(type(make_contestant("kriegspiel-random", Pace()))):
        def choose(self, clock):
            return "e2e5"

    sides = {1: make_contestant("kriegspiel-random", Pace()), 2: make_contestant("kriegspiel-random", Pace())}
    sides[1].__class__ = Stubborn
    result = play_game("kriegspiel", {}, sides, Pace(), [], seed=1, number=0, first_side=1)
    assert (result.points, result.outcome) == (0.0, "0-1")
    assert "illegal move 'e2e5': e2e5 is impossible for the player's own pieces" in result.reason


def test_a_player_of_another_game_is_refused():
    with pytest.raises(ValueError, match=r"^uct plays go, not kriegspiel\.$"):
        Match("uct", "kriegspiel-random", game="kriegspiel").sides()
    with pytest.raises(ValueError, match=r"^kriegspiel-random plays kriegspiel, not go\.$"):
        Match("uct", "kriegspiel-random").sides()
    with pytest.raises(ValueError, match="There is no parameter 'C'"):
        make_contestant("kriegspiel-random:C=1", Pace())
