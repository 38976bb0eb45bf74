"""One game at a table: seats hear what they may and no more, whoever fails loses, clocks run, moves come back."""

from types import SimpleNamespace

import pytest

from kaya.games.game import ACCEPTED, NOT_TOLD, Announcement, Position
from kaya.games.phantom_tictactoe import phantom_tictactoe
from kaya.games.rules import REFUSED
from kaya.games.tictactoe import tictactoe
from kaya.go.rules import GoPosition, parse_vertex
from kaya.kriegspiel.rules import BLACK, WHITE, KriegspielPosition, parse_move
from kaya.players import Decision, make_player
from kaya.search import Budget, Clock, Report
from kaya.table import Failure, PersonSeat, PlayerSeat, Table
from kaya.table.seats import left_of, within

FEW = Budget(simulations=20, memory=1 << 20)


class Scripted:
    """A seat that does these things, writes down what it is told, and keeps no view. None resigns."""

    def __init__(self, *answers, name="scripted", deaf_at=None):
        self.answers, self.name, self.deaf_at = list(answers), name, deaf_at
        self.starts, self.heard, self.clocks = [], [], []

    def begin(self, start, side):
        self.starts.append((start, side))
        self.heard = []

    def hear(self, announcement):
        if announcement.ply == self.deaf_at:
            raise Failure("is deaf")
        self.heard.append(announcement)

    def choose(self, clock=None, **watching):
        self.clocks.append(clock)
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return Decision(answer, Report.of_nothing())

    def close(self):
        pass


def table_of(position, first=(), second=(), **options) -> Table:
    return Table(position, {1: Scripted(*first, name="one"), 2: Scripted(*second, name="two")}, **options)


def told(seat) -> list[tuple[int, int, int, int]]:
    return [(a.ply, a.by, a.message, a.move) for a in seat.heard]


# What seats hear


def test_in_an_open_game_both_hear_every_move():
    table = table_of(tictactoe.new_game(), [0, 1, 2], [3, 4])
    verdict = table.play()
    assert (verdict.points, verdict.outcome) == (1.0, "1-0")
    moves = [(1, 1, ACCEPTED, 0), (2, 2, ACCEPTED, 3), (3, 1, ACCEPTED, 1), (4, 2, ACCEPTED, 4), (5, 1, ACCEPTED, 2)]
    assert told(table.seats[1]) == told(table.seats[2]) == moves
    assert table.over
    assert table.verdict == verdict


def test_a_refused_try_is_told_to_its_author_alone_who_tries_again():
    table = table_of(phantom_tictactoe.new_game(), [0, 2], [0, 1])
    for _ in range(4):
        table.ask()
    assert told(table.seats[1]) == [(1, 1, ACCEPTED, 0), (2, 2, ACCEPTED, NOT_TOLD), (3, 1, ACCEPTED, 2)]
    assert told(table.seats[2]) == [
        (1, 1, ACCEPTED, NOT_TOLD),
        (2, 2, REFUSED, 0),
        (2, 2, ACCEPTED, 1),
        (3, 1, ACCEPTED, NOT_TOLD),
    ]


def test_an_umpire_tells_the_pawn_tries_to_the_player_to_move():
    table = table_of(KriegspielPosition())
    for move in ("e2e4", "d7d5"):
        table.put(move)
    assert [str(a) for a in table.seats[WHITE].heard] == ["White: e2e4: moved", "Black: moved; 1 pawn try"]
    assert [str(a) for a in table.seats[BLACK].heard] == ["White: moved", "Black: d7d5: moved"]


def test_no_seat_is_handed_the_umpires_position():
    table = table_of(phantom_tictactoe.new_game(), [0], [0, 1])
    for seat in table.seats.values():
        (start, _) = seat.starts[0]
        assert not isinstance(start, Position)
    table = table_of(tictactoe.new_game())
    (start, _) = table.seats[1].starts[0]
    start.play(4)
    assert table.position.played == [], "in an open game it is a copy"


def test_a_player_keeps_a_view_of_its_own():
    seats = {side: PlayerSeat(make_player("mcts", game="phantom-tictactoe", seed=side), FEW) for side in (1, 2)}
    table = Table(phantom_tictactoe.new_game(), seats)
    table.play()
    marks = table.position.state.squares
    for side, seat in seats.items():
        assert seat.view.side == side
        assert seat.view.board.squares[side] == marks[side], "its own marks are known to it"
        known = int(seat.view.board.squares[3 - side])
        assert known & ~int(marks[3 - side]) == 0, "and of the opponent's what refusals gave away"
        assert known.bit_count() == sum(not a.legal for a in seat.view.log), "none of which it tries again"


# Who fails


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        (4, "illegal move '4': 4 is not a legal move here."),
        (-7, "illegal move '-7'"),
        (2**70, "illegal move '1180591620717411303424'"),
        (Failure("hung"), "hung"),
    ],
)
def test_a_seat_that_fails_is_named_by_its_side_and_nothing_is_played(answer, says):
    table = table_of(tictactoe.new_game(), [4], [answer])
    table.ask()
    with pytest.raises(Failure) as caught:
        table.ask()
    assert caught.value.side == 2
    assert str(caught.value).startswith(says)
    assert table.position.played == [4]


@pytest.mark.parametrize("move", [parse_move("e2e5"), -7, 2**70])
def test_what_a_side_could_know_to_be_impossible_is_a_failure(move):
    table = table_of(KriegspielPosition(), [move])
    with pytest.raises(Failure, match=r"^illegal move '"):
        table.ask()
    assert not table.position.tried


def test_no_try_beyond_what_the_rules_list_is_ever_evaluated():
    table = table_of(phantom_tictactoe.new_game(), [12])
    with pytest.raises(Failure, match="12 is impossible for all that the player knows"):
        table.ask()


def test_who_cannot_hear_has_failed_not_who_has_moved():
    seats = {1: Scripted(4), 2: Scripted(deaf_at=1)}
    with pytest.raises(Failure, match="is deaf") as caught:
        Table(tictactoe.new_game(), seats).ask()
    assert caught.value.side == 2


def test_a_seat_may_fail_before_the_game():
    class Absent(Scripted):
        def begin(self, start, side):
            raise Failure("cannot be started")

    with pytest.raises(Failure) as caught:
        Table(tictactoe.new_game(), {1: Scripted(), 2: Absent()})
    assert caught.value.side == 2


def test_whatever_goes_wrong_in_a_player_is_a_failure():
    class Broken:
        name = "broken"

        def forget(self):
            pass

        def choose(self, view, budget, **watching):
            raise ZeroDivisionError("oh")

    with pytest.raises(Failure, match=r"^has broken down \(ZeroDivisionError: oh\)$"):
        Table(tictactoe.new_game(), {1: PlayerSeat(Broken()), 2: PersonSeat()}).ask()
    seat = PlayerSeat(make_player("mcts"), FEW)
    seat.begin(tictactoe.new_game(), 1)
    with pytest.raises(Failure, match=r"^cannot follow the umpire: 99 is not a legal move here\.$"):
        seat.hear(Announcement(1, 1, ACCEPTED, 99))


def test_a_person_is_not_asked_by_the_table():
    table = Table(tictactoe.new_game(), {1: PersonSeat(), 2: PersonSeat("Anna")})
    with pytest.raises(Failure, match="is a person") as caught:
        table.ask()
    assert caught.value.side == 1
    table.put("4")
    assert table.position.played == [4]
    assert table.seats[2].view.played == [4]


def test_a_move_from_outside_that_cannot_be_changes_nothing():
    table = table_of(phantom_tictactoe.new_game())
    for wrong in (9, -1, "x", "9"):
        with pytest.raises(ValueError, match=r"impossible|is not a move"):
            table.put(wrong)
    assert table.put(0)[1].legal
    assert not table.put(0)[2].legal
    with pytest.raises(ValueError, match="0 was tried before in this turn"):
        table.put(0)
    assert (table.position.played, table.position.tried) == ([0], [0])


# Clocks


@pytest.fixture
def hours(monkeypatch):
    """Each answer takes as long as the next of these numbers says."""
    ticks, now = [], [0.0]

    def monotonic() -> float:
        now[0] += ticks.pop(0) if ticks else 0.0
        return now[0]

    monkeypatch.setattr("kaya.table.table.time", SimpleNamespace(monotonic=monotonic))
    return lambda *seconds: ticks.extend(t for s in seconds for t in (0.0, s))


def test_everybody_is_charged_for_the_own_time_alone(hours):
    hours(3, 5, 1)
    table = table_of(tictactoe.new_game(), [0, 1], [3], clocks={1: Clock(10), 2: Clock(10)})
    for _ in range(3):
        table.ask()
    assert (table.clocks[1].left, table.clocks[2].left) == (6, 5)
    assert table.seconds == {1: [3, 1], 2: [5]}
    assert table.seats[1].clocks == [table.clocks[1]] * 2


def test_who_oversteps_the_clock_has_failed_before_the_move_counts(hours):
    hours(3, 11)
    table = table_of(tictactoe.new_game(), [0], [3], clocks={1: Clock(10), 2: Clock(10)})
    table.ask()
    with pytest.raises(Failure, match=r"^time$") as caught:
        table.ask()
    assert caught.value.side == 2
    assert table.position.played == [0]


def test_without_a_clock_nobody_is_late(hours):
    hours(1e9)
    table = table_of(tictactoe.new_game(), [0])
    table.ask()
    assert table.position.played == [0]
    assert table.seats[1].clocks == [None]


def test_a_player_gets_its_part_of_the_clock_and_keeps_its_own_limits():
    class Counting:
        name, budgets = "counting", []

        def forget(self):
            pass

        def choose(self, view, budget, **watching):
            self.budgets.append(budget)
            return Decision(view.legal_moves()[0], Report.of_nothing())

    player = Counting()
    seats = {1: PlayerSeat(player, Budget(simulations=7)), 2: PlayerSeat(player)}
    table = Table(tictactoe.new_game(), seats, clocks={1: Clock(60)})
    table.ask()
    table.ask()
    mine, others = player.budgets
    assert (mine.simulations, mine.seconds) == (7, Clock(60).allowance(30.0))
    assert (others.simulations, others.seconds) == (1000, None)
    assert within(Clock(60), Budget(seconds=0.01), 30.0).seconds == 0.01


def test_all_tries_of_a_turn_share_the_budget_of_the_move():
    """The first may use 70 of 100 simulations, the next 0.7 (100 - 70) = 21; a new move has all again."""

    class Trying:
        name, tries, given = "trying", iter([0, 1, 2]), []

        def forget(self):
            pass

        def choose(self, view, budget, **watching):
            self.given.append(budget.simulations)
            return Decision(next(self.tries), Report(None, [], 0, budget.simulations, 0.0, 0))

    player = Trying()
    table = Table(phantom_tictactoe.new_game(), {1: PersonSeat(), 2: PlayerSeat(player, Budget(simulations=100))})
    table.put(0)
    table.ask()
    assert table.position.tried == [0]
    table.ask()
    table.put(3)
    table.ask()
    assert player.given == [70, 21, 70]
    assert left_of(Budget(seconds=2.0), 0, 1.4).seconds == pytest.approx(0.7 * 0.6)
    assert left_of(Budget(simulations=10, seconds=1.0), 12, 1.1) == Budget(simulations=1, seconds=0.001)


# Ends


def test_resigning_ends_the_game():
    table = table_of(tictactoe.new_game(), [4, None], [0])
    verdict = table.play()
    assert (verdict.points, verdict.outcome, verdict.how) == (0.0, "0-1", "resignation")
    assert table.over
    assert not table.position.over


def test_a_game_that_is_too_long_is_evaluated_as_it_stands(monkeypatch):
    monkeypatch.setattr(GoPosition, "too_long", property(lambda self: len(self.played) >= 3))
    black, white = ([parse_vertex(v, 5) for v in names] for names in (("A1", "B1"), ("C1",)))
    table = table_of(GoPosition(5, komi=0.5), black, white)
    assert table.play().outcome == table.position.verdict().outcome
    assert len(table.position.played) == 3
    assert not table.position.over


def test_a_record_has_who_played_what_came_of_it_and_what_programs_thought():
    table = Table(tictactoe.new_game(), {1: PlayerSeat(make_player("mcts", seed=1), FEW), 2: Scripted(name="two")})
    table.ask()
    table.seats[2].answers = [table.position.legal_moves()[0]]
    table.ask()
    record = table.record(Event="a test")
    assert record.position is table.position
    assert record.names == {1: "mcts", 2: "two"}
    assert (record.outcome, record.facts) == ("", {"Event": "a test"})
    assert record.reports[1].simulations == 20
    assert record.reports[1].best == table.position.played[0]
    table.resign(2)
    assert table.record().outcome == "1-0"


# Undoing and going on


def test_undo_takes_moves_back_and_both_hear_the_game_anew():
    table = table_of(tictactoe.new_game(), [4, 0], [8, 1])
    for _ in range(4):
        table.ask()
    table.resign(1)
    table.undo(3)
    assert table.position.played == [4]
    assert not table.over
    assert sorted(table.reports) == [1]
    for seat in table.seats.values():
        assert len(seat.starts) == 2
        assert told(seat) == [(1, 1, ACCEPTED, 4)]
    with pytest.raises(ValueError, match="no move to take back"):
        table.undo(2)


def test_undone_tries_come_back_to_their_author():
    table = table_of(phantom_tictactoe.new_game())
    for move in (0, 0, 1, 1):
        table.put(move)
    assert table.position.tried == [1]
    table.undo()
    assert told(table.seats[2])[-1] == (2, 2, REFUSED, 0)
    assert told(table.seats[1]) == [(1, 1, ACCEPTED, 0)], "what came after is forgotten"
    assert table.put(8)[2].legal


def test_a_game_goes_on_from_a_position_and_all_that_was_heard_is_heard():
    position = phantom_tictactoe.new_game()
    for move in (0, 0, 1, 1):
        position.try_move(move)
    table = table_of(position, [2])
    assert told(table.seats[1]) == [(1, 1, ACCEPTED, 0), (2, 2, ACCEPTED, NOT_TOLD), (3, 1, REFUSED, 1)]
    assert told(table.seats[2]) == [(1, 1, ACCEPTED, NOT_TOLD), (2, 2, REFUSED, 0), (2, 2, ACCEPTED, 1)]
    table.ask()
    assert position.played == [0, 1, 2]


def test_a_game_of_go_goes_on_with_its_handicap_and_where_one_colour_has_moved_twice():
    position = GoPosition(9, komi=0.5)
    position.fixed_handicap(2)
    for name, colour in (("D4", 2), ("E4", 2), ("E5", 1)):
        position.play(parse_vertex(name, 9), colour)
    table = Table(position, {1: PersonSeat(), 2: PersonSeat()})
    for seat in table.seats.values():
        assert str(seat.view) == str(position)
        assert (seat.view.mover, seat.view.komi) == (position.mover, 0.5)
    table.put("F6")
    assert str(table.seats[1].view) == str(position)
