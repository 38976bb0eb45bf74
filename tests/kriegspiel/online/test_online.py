"""Playing at a server with the interface of kriegspiel.org, without losing by our fault what it does wrong."""

import traceback
from typing import Any

import pytest
from typer.testing import CliRunner

from kaya import Budget
from kaya.cli import app
from kaya.kriegspiel.online import Client, Connection, Wishes
from kaya.kriegspiel.online.connection import GAP, LONGEST_PAUSE, Token, read_token
from kaya.kriegspiel.online.game import State
from kaya.kriegspiel.online.scoresheet import THEIR_NAMES
from kaya.kriegspiel.players.particles import ParticlesPlayer
from kaya.kriegspiel.players.player import KriegspielPlayer
from kaya.kriegspiel.players.random_player import RandomPlayer
from kaya.kriegspiel.rules import BLACK, WHITE
from kaya.kriegspiel.rules.rule_sets import RULE_SETS
from kaya.kriegspiel.rules.squares import ANY
from kaya.players import Decision
from kaya.search import Report

from .stand_in import TOKEN, StandIn


class FakeTime:
    """Nobody waits; how long anybody would have."""

    def __init__(self):
        self.now, self.ends, self.slept = 0.0, float("inf"), list[float]()

    def monotonic(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds
        if seconds > GAP:
            self.slept.append(seconds)
        if self.now > self.ends:
            raise KeyboardInterrupt


class Curious(RandomPlayer):
    """It asks "any?" whenever it may."""

    def decide(self, view: Any, budget: Budget, **watching: Any) -> Decision:
        return Decision(ANY, Report.of_nothing()) if view.may_ask else super().decide(view, budget, **watching)


@pytest.fixture
def server():
    with StandIn() as server:
        yield server
        server.shutdown()


@pytest.fixture
def time():
    return FakeTime()


@pytest.fixture
def told():
    return list[str]()


@pytest.fixture
def client(server, time, told):
    def new_client(wishes: Wishes = Wishes(), kind: type[KriegspielPlayer] = Curious) -> Client:
        seeds = iter(range(100))
        connection = Connection(server.url, Token(TOKEN), time)
        budget = Budget(simulations=20)
        return Client(connection, lambda: kind(seed=next(seeds)), budget, wishes, told.append, time)

    return new_client


def rounds(client: Client, count: int) -> None:
    for _ in range(count):
        client.round()
        client._time.sleep(3.0)


def agrees(client: Client, server: StandIn) -> bool:
    """Do the players know what the umpires have told them?"""
    for game in client.games.values():
        with_umpire = server.games[game.id]
        game._follow(State.read(with_umpire.says()))
        heard = [a.written() for a in game.seat.view.log]
        assert heard == [a.written() for a in with_umpire.position.announcements(with_umpire.side)]
    return True


def test_games_by_all_rule_sets_at_once(client, server, told):
    for k, rules in enumerate(RULE_SETS):
        server.add(THEIR_NAMES[rules], (WHITE, BLACK)[k % 2])
    playing = client()
    playing.greet()
    rounds(playing, 6)
    assert agrees(playing, server)
    assert all(len(game.position.plies) >= 11 for game in server.games.values())
    assert told[1] == "GAME00: kaya - somebody, icc rules."
    assert len(told) == 7, "nothing was done at random"
    asked = {game.variant for game in server.games.values() if "any?" in game.tried}
    assert asked == {"berkeley_any", "english"}


@pytest.mark.parametrize("listed_on", [True, False])
def test_a_game_is_followed_from_its_scoresheet_by_who_comes_later_and_to_its_end(client, server, told, listed_on):
    game = server.add("cincinnati")
    game.left, game.listed_on = 0.4, listed_on
    first = client()
    rounds(first, 8)
    first.leave()
    assert told[-1] == "1 games go on: the same command takes them up again."
    second = client(kind=ParticlesPlayer)
    rounds(second, 3)
    assert agrees(second, server)
    assert len(game.position.plies) >= 22
    game.state, game.result = "completed", {"winner": "white", "reason": "timeout"}
    second.round()
    assert told[-1] == "GAME00: Won (timeout)."
    assert not second.games
    second.round()
    assert told[-1] == "GAME00: Won (timeout)."


FAULTS = ("500", "nonsense", "nothing", "another form", "502", "nothing", "503", "nonsense")


def test_a_server_that_does_not_answer_is_asked_again_after_longer_and_longer_pauses(client, server, time, told):
    game, playing = server.add("berkeley"), client()
    playing.greet()
    server.faults = list(FAULTS)
    rounds(playing, len(FAULTS))
    assert not game.tried
    pauses = [float(line.split()[3]) for line in told if line.startswith("Asking again")]
    longest = [min(2.0**k, LONGEST_PAUSE) for k in range(len(FAULTS))]
    assert all(0.75 * most - 0.5 <= pause <= most for pause, most in zip(pauses, longest, strict=True))
    playing.round()
    assert game.tried
    assert "The server answers again." in told
    assert TOKEN not in "".join(told)


def test_a_server_that_does_not_answer_who_comes_is_waited_for_as_long_as_is_said(client, server, time, told):
    server.faults = ["nothing", "500", "429", "nonsense"]
    client().greet()
    assert [f"{pause:.0f}" for pause in time.slept] == [line.split()[3] for line in told[:-1]]
    assert len(time.slept) == 4
    assert time.slept[2] == 40
    assert time.slept[1] < time.slept[3]
    assert told[-1].startswith("Playing as kaya at ")


def test_a_token_that_the_server_repeats_is_not_printed(client, server, told):
    server.name = f"You are known as {TOKEN}"  # longer than what is printed of a name
    client().greet()
    assert told == [f"Playing as You are known as … at {server.url}."]


def test_as_long_a_pause_as_the_server_asks_for_and_a_shorter_one_than_the_clock(client, server, time, told):
    game, playing = server.add("berkeley"), client()
    playing.round()
    server.faults = ["429"]
    playing.round()
    assert told[-1] == "Asking again in 40 s: the answer 429."
    game.left = 12.0
    server.faults = ["", "", *["nothing"] * 8]
    told.clear()
    rounds(playing, 8)
    assert len(told) == 9
    assert all(float(line.split()[3]) <= 3 for line in told[1:])


@pytest.mark.parametrize("fault", ["lost", "500", "nonsense", "nothing", "another form"])
def test_a_move_whose_answer_is_lost_is_made_once_and_the_game_goes_on(client, server, told, fault):
    game, playing = server.add("wild16"), client()
    playing.round()
    before = len(game.position.plies)
    server.faults = ["", "", fault]
    rounds(playing, 4)
    assert agrees(playing, server)
    assert len(game.position.plies) > before + 2
    assert len(set(game.tried)) > 2
    assert "at random" not in "".join(told)


def test_one_game_that_is_broken_does_not_keep_the_others_waiting(client, server, told):
    broken, sound = server.add("rand"), server.add("rand")
    broken.left = None
    playing = client()
    rounds(playing, 5)
    assert not broken.tried
    assert len(sound.position.plies) >= 9
    broken.left = 100.0
    rounds(playing, 20)
    assert broken.tried


def test_where_the_umpire_is_not_understood_a_move_is_made_all_the_same(client, server, told):
    game, playing = server.add("berkeley"), client()
    playing.round()
    game.unknown_words = True
    rounds(playing, 3)
    assert len(game.position.plies) >= 8
    assert told[-1] == "GAME00: A move at random, because 'Martian' is nothing that an umpire says."
    game.unknown_words = False
    playing.round()
    assert agrees(playing, server)


def test_games_by_unknown_rules_are_resigned_and_one_is_opened_while_there_are_few(client, server, told):
    game, playing = server.add("crazykrieg"), client(Wishes(open="english", games=1))
    playing.round()
    assert game.result == {"winner": "black", "reason": "resignation"}
    playing.round()
    assert server.asked.count("POST /game/create") == 1
    playing.leave()
    assert not server.waiting
    server.add("rand")
    playing.round()
    playing.round()
    assert server.asked.count("POST /game/create") == 1, "one game is enough"


def test_nobody_is_asked_in_haste(client, server, time):
    playing = client(Wishes(poll=2.0))
    time.ends = 29.0
    with pytest.raises(KeyboardInterrupt):
        playing.run()
    assert time.slept == [10.0, 10.0, 10.0]
    assert len(server.asked) == 5


def test_what_a_user_does_wrong_is_one_sentence_without_the_token(server, tmp_path, time, told):
    file = tmp_path / "token"
    for text in ("", "two words", "short", "ksbot_\u00e9t\u00e9_0123456789"):
        file.write_text(text)
        with pytest.raises(ValueError, match="is to have a token in one line and nothing else"):
            read_token(file)
    file.write_text("ksbot_another.token\n")
    token = read_token(file)
    for url in ("ftp://kriegspiel.org", "https://a:b@kriegspiel.org", "https://host:port", ""):
        with pytest.raises(ValueError, match="is not a server: write https://api"):
            Connection(url, token)
    with pytest.raises(ValueError, match="sent by https:// alone"):
        Connection("http://api.kriegspiel.org", token)
    refused = Client(Connection(server.url, token, time), lambda: None, Budget(), Wishes(), told.append, time)
    with pytest.raises(ValueError, match=r"does not know the token\.$") as caught:
        refused.run()
    assert "another.token" not in "".join(traceback.format_exception(caught.value)) + repr(token)
    with pytest.raises(ValueError, match="rules must be icc or berkeley"):
        Wishes(open="martian")
    result = CliRunner().invoke(app, ["kriegspiel", "--server", server.url])
    assert "needs --server URL and --token-file FILE" in str(result.exception)
