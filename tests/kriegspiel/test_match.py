"""Kriegspiel through the arena: the umpire referees, the store remembers, and misbehaviour loses."""

import pytest

from kaya.games.game import NOT_TOLD
from kaya.kriegspiel.files.pgn import load
from kaya.kriegspiel.knowledge.openings import read_book
from kaya.kriegspiel.openings import PLIES, opening, opening_of, quiet
from kaya.kriegspiel.rules import KriegspielPosition, kriegspiel, parse_move
from kaya.kriegspiel.rules.messages import CHECKS, ENDS, TAKEN, tells_nothing
from kaya.lab.matches.arena import play_game
from kaya.lab.matches.contestants import OwnPlayer, Pace, make_contestant
from kaya.lab.matches.match import Match, play_matches
from kaya.lab.matches.store import Store
from kaya.lab.matches.workers import Bench
from kaya.players import Decision
from kaya.search import Report


@pytest.mark.processes
def test_a_match_of_random_players_is_written_down_in_full(store, workers):
    match = Match("kriegspiel-random", "kriegspiel-random:seconds=1", games=4)
    standing = play_matches([match], store, workers=workers)[0]
    games = store.games(standing.id)
    assert sorted(standing.points) == [0, 1, 2, 3]
    assert [g.first_side for g in games] == [1, 2, 1, 2]
    assert len({g.record for g in games}) == 4
    assert games[0].opening == games[1].opening != games[2].opening == games[3].opening
    for game in games:
        record = load(game.record)
        assert record.position.over
        assert record.result == game.outcome == record.position.outcome
        assert game.reason == record.position.ending
        assert any(ply.tried for ply in record.position.plies), "refused tries are written down too"
        white = {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5}[game.outcome]
        assert game.points == (white if game.first_side == 1 else 1 - white)


def scripted(*moves: str) -> OwnPlayer:
    """A contestant that makes these moves, and then resigns."""

    left = list(moves)

    class Scripted(OwnPlayer):
        def choose(self, clock=None, **watching):
            return Decision(parse_move(left.pop(0)) if left else None, Report.of_nothing())

    return Scripted("kriegspiel-random", Pace())


def played(first, second, pace: Pace | None = None):
    return play_game(kriegspiel, {}, {1: first, 2: second}, pace or Pace(), [], seed=1, number=0, first_side=1)


def opened(number: int, seed: int = 0) -> KriegspielPosition:
    position = KriegspielPosition()
    for move in opening_of({"seed": seed}, number):
        position.attempt(position.parse_move(move))
    return position


def test_openings_are_different_and_always_the_same():
    found = [opening(3, k) for k in range(8)]
    assert len(set(found)) == 8
    assert opening(4, 0) != found[0]
    opening.cache_clear()
    assert [opening(3, k) for k in range(8)] == found


def test_after_an_opening_nothing_can_be_captured_and_a_player_knows_its_own_moves_alone():
    for number in range(4):
        position = opened(number)
        assert len(position.played) == PLIES
        assert all(tells_nothing(ply.message) for ply in position.plies)
        for move in position.legal_moves():
            assert not position.copy().try_move(move) & (TAKEN | CHECKS | ENDS)
        for side in (1, 2):
            own = position.played[side - 1 :: 2]
            assert [told.move for told in position.announcements(side) if told.by == side] == own
            assert {told.move for told in position.announcements(side) if told.by != side} == {NOT_TOLD}
            view = position.view_for(side)
            assert view.enemy_men == 15
            assert read_book().choices(view).keys() <= set(view.tries())


def test_a_position_is_quiet_if_neither_side_could_capture_or_give_check():
    for moves, expected in (
        ("e2e4 e7e5", True),
        ("e2e4 d7d5", False),  # a pawn could take
        ("e2e4 e7e5 g1f3", False),  # White could, if it were to move
        ("f2f3 e7e6 g2g4", False),  # mate in one
        ("f2f3 e7e5 e1f2 f8c5", False),  # check
    ):
        position = KriegspielPosition()
        for move in moves.split():
            position.play(move)
        assert quiet(position) == expected, moves


def test_a_game_begins_with_the_opening_and_both_players_hear_it():
    white, black = scripted("a2a4"), scripted()
    result = play_game(kriegspiel, {}, {1: white, 2: black}, Pace(), ["e2e4", "h7h5"], seed=1, number=0, first_side=1)
    assert (result.opening, result.plies, result.reason) == ("e2e4 h7h5", 2, "resignation")
    assert [told.move for told in black.view.log] == [NOT_TOLD, parse_move("h7h5"), NOT_TOLD]


def test_nonsense_loses_the_game():
    result = played(scripted("e2e5"), scripted())
    assert (result.points, result.outcome) == (0.0, "0-1")
    assert result.reason.endswith(": illegal move 'e2e5': e2e5 is impossible for all that the player knows.")
    result = played(scripted("e2e4", "e4e5", "e4e5"), scripted("e7e5"))
    assert (result.points, result.outcome) == (0.0, "0-1")
    assert "e4e5 was tried before in this turn" in result.reason


def test_the_reason_of_a_mate_is_said():
    result = played(scripted("f2f3", "g2g4"), scripted("e7e5", "d8h4"))
    assert (result.points, result.outcome, result.reason) == (0.0, "0-1", "checkmate")
    result = played(scripted("f2f3"), scripted("e7e5"))
    assert (result.points, result.outcome, result.reason) == (0.0, "0-1", "resignation")


def test_a_player_of_another_game_is_refused():
    with pytest.raises(ValueError, match=r"^uct plays go, not kriegspiel\.$"):
        Match("uct", "kriegspiel-random", game="kriegspiel").sides()
    with pytest.raises(ValueError, match=r"^kriegspiel-random plays kriegspiel, not go\.$"):
        Match("uct", "kriegspiel-random").sides()
    with pytest.raises(ValueError, match="There is no parameter 'C'"):
        make_contestant("kriegspiel-random:C=1", Pace())


@pytest.mark.parametrize("change", ["backup=maximum", "final=max_child", "C=0.06", "suffer=0.3"])
def test_another_strategy_or_constant_is_another_match(tmp_path, change):
    plain, other = (Match(name, "kriegspiel-random") for name in ("kriegspiel-c", f"kriegspiel-c:{change}"))
    with Store(tmp_path / "results.db") as store:
        identities = [store.match(m.game, *m.sides(), m.conditions) for m in (plain, other, plain)]
    assert identities[0] == identities[2] != identities[1]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["kriegspiel-a", "kriegspiel-b", "kriegspiel-c"])
def test_a_clock_alone_is_enough_to_play_by(name):
    """Compiling is not charged to the clock: a bench has its players ready before a game begins."""
    task = Match(name, "kriegspiel-random", pace=Pace(clock="20")).task(1, 0)
    bench = Bench()
    sides = bench.seat(task.first, 1, task), scripted("a7a6")
    result = played(*sides, task.pace)
    assert (result.points, result.outcome, result.reason) == (1.0, "1-0", "resignation")
    assert 0 < result.seconds_first < 20
    assert result.details["slowest_first"] > 0.01, "it has thought"
