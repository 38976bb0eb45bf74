"""Kriegspiel through the arena: the umpire referees, the store remembers, and misbehaviour loses."""

import pytest

from kaya.kriegspiel.files.pgn import load
from kaya.kriegspiel.rules import kriegspiel, parse_move
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
