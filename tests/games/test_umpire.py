"""What games with an umpire share, on phantom tic-tac-toe: who hears what, what a view makes of it, and the player
`mcts`, which samples what it cannot see."""

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from kaya.games import tictactoe
from kaya.games.game import ACCEPTED, NOT_TOLD, Announcement, Game
from kaya.games.phantom_tictactoe import ENDED, PhantomTicTacToe, attempt, phantom_tictactoe, tries
from kaya.games.rules import CHANCE, REFUSED
from kaya.games.umpire import Umpired
from kaya.kernel import kernel, split_seed, zeros
from kaya.lab.statistics.results import wilson
from kaya.players import Decision, make_player, players_of
from kaya.search import Budget, Report
from kaya.table import Table

from ..kriegspiel.tables import announce, played, seated, view_of, views_of
from .leaks import CARELESS, Secrets, findings, found_when
from .slow_phantom import SlowPhantom

WORDS = {REFUSED: "refused", ACCEPTED: "accepted", ACCEPTED | ENDED: "ended"}
FEW = Budget(simulations=200, nodes=20_000)


def bits(squares: set[int]) -> int:
    return sum(1 << s for s in squares)


def test_games_compare_by_their_moves_and_by_what_was_tried_in_vain():
    one, other = PhantomTicTacToe(), PhantomTicTacToe()
    for move in (4, 4):
        assert one == other
        one.attempt(move)
        assert one != other, "made, or refused and so told to its author"
        other.attempt(move)
    assert one == other
    for position in (one, other):
        position.attempt(0)
    assert one == other
    one.undo()
    other.undo()
    assert one == other
    views = views_of(one)
    assert views[1] != views_of(one)[1], "a view is another player's, or another game's"


def random_game(seed: int) -> Iterator[tuple[PhantomTicTacToe, SlowPhantom, dict[int, Any]]]:
    """A random game, before each try and at its end: the umpire's position, the slow umpire's, and both views."""
    chance, position, slow = random.Random(seed), PhantomTicTacToe(), SlowPhantom()
    views = views_of(position)
    while not position.over:
        yield position, slow, views
        square = chance.choice(position.possible_tries())
        announce(position, square, views)
        slow.try_square(square)
    yield position, slow, views


def after(*squares: int) -> PhantomTicTacToe:
    """The position after these tries."""
    position = PhantomTicTacToe()
    for square in squares:
        position.try_move(square)
    return position


# --- the umpire


def in_words(announcement: Announcement, side: int) -> tuple[int, str, int | None]:
    own = announcement.by == side
    assert own or announcement.move == NOT_TOLD
    return announcement.by, WORDS[announcement.message], announcement.move if own else None


@pytest.mark.slow
def test_each_side_hears_what_a_slow_umpire_tells_it():
    ends, refused = Counter(), 0
    for seed in range(300):
        for position, slow, views in random_game(seed):
            assert position.over == slow.over
            assert set(position.possible_tries()) == slow.tries(slow.turn)
            for side in (1, 2):
                heard = position.announcements(side)
                assert [in_words(a, side) for a in heard] == slow.heard[side]
                assert views[side].log == heard
                if heard:
                    assert position.last_announcement(side) == heard[-1]
        ends[position.verdict().points] += 1
        refused += sum(len(ply.tried) for ply in position.plies)
        assert position.verdict().points == slow.points
        assert [a.ply for a in position.announcements(1) if a.legal] == list(range(1, len(position.plies) + 1))
    assert min(ends[points] for points in (0.0, 0.5, 1.0)) > 10
    assert refused > 300


def test_a_refused_try_is_told_to_its_author_alone():
    position = after(4)
    before = position.states.tobytes()
    assert position.attempt(4) == {2: Announcement(2, 2, REFUSED, 4)}
    assert position.states.tobytes() == before, "and nothing has changed"
    assert position.mover == 2
    assert position.announcements(1) == [Announcement(1, 1, ACCEPTED, 4)]
    heard = position.attempt(0)
    assert heard == {1: Announcement(2, 2, ACCEPTED), 2: Announcement(2, 2, ACCEPTED, 0)}
    assert position.announcements(1)[1:] == [heard[1]], "not even later"


def test_what_a_player_could_know_to_be_impossible_is_no_try():
    position = after(4, 4, 0, 1)
    assert position.possible_tries() == [1, 2, 3, 5, 6, 7, 8], "the own mark, and the one met before, stay"
    for square in (0, 4, 9, -1, 35, 64):
        with pytest.raises(ValueError, match=f"^{square} is impossible for all that the player knows.$"):
            position.try_move(square)
    assert position.try_move(1) == REFUSED
    with pytest.raises(ValueError, match=r"^1 was tried before in this turn\.$"):
        position.try_move(1)
    with pytest.raises(ValueError, match=r"^1 is not legal here\.$"):
        position.play(1)
    assert position.tried == [1]
    ended = after(0, 3, 1, 4, 2)
    with pytest.raises(ValueError, match="The game is over: "):
        ended.try_move(8)
    assert ended.possible_tries() == []


def test_moves_and_tries_are_taken_back_together_and_copies_go_their_own_way():
    for seed in range(30):
        past = []
        for position, _, _ in random_game(seed):
            past.append((position.copy(), position.states.tobytes(), position.announcements(1)))
        position, _, _ = past[-1]
        moves = len(position.played)
        for number in reversed(range(moves)):
            position.undo()
            first = next(p for p, _, _ in past if len(p.played) == number)
            last = [p for p, _, _ in past if len(p.played) == number][-1]
            assert position.states.tobytes() == first.states.tobytes()
            assert (position.tried, position.plies) == (last.tried, last.plies), "what was tried in that turn is known"
            assert position.announcements(1) == last.announcements(1)
        with pytest.raises(ValueError, match=r"^There is no move to take back\.$"):
            position.undo()
        for twin, states, heard in past[:-1]:
            assert (twin.states.tobytes(), twin.announcements(1)) == (states, heard), "a copy does not change"


@kernel
def marks_told(state, message):
    return message | state.played << 2


counted = Game(
    "phantom tic-tac-toe with a count",
    tictactoe.FIELDS,
    over=tictactoe.over,
    mover=tictactoe.mover,
    play=tictactoe.play,
    moves=tictactoe.moves,
    result=tictactoe.result,
    start=tictactoe.start,
    attempt=attempt,
    tries=tries,
    told=marks_told,
)


def test_what_the_author_hears_is_of_the_board_as_it_was_then():
    states = zeros(counted.dtype)
    tictactoe.start(states[0])
    position, told = Umpired(counted, states), []
    for square in (0, 1, 2, 3):
        side = position.mover
        told.append(position.attempt(square)[side])
    assert [a.message >> 2 for a in told] == [1, 2, 3, 4]
    assert position.announcements(1)[::2] == told[::2]
    assert position.announcements(2)[1::2] == told[1::2]


# --- views


@pytest.mark.slow
def test_views_know_the_own_marks_and_those_that_refusals_gave_away():
    for seed in range(100):
        for position, slow, views in random_game(seed):
            for side, view in views.items():
                mine = slow.turn == side and not slow.over
                assert (view.side, view.my_turn, view.over) == (side, mine, slow.over)
                assert view.board.squares[side] == bits(slow.squares[side])
                assert view.board.squares[3 - side] == bits(slow.known[side])
                assert view.ply == len(position.plies)
                assert view.tries() == (position.possible_tries() if mine else [])
            again = views_of(position)
            assert all(again[side].board.tobytes() == views[side].board.tobytes() for side in views)


@pytest.mark.parametrize(
    ("heard", "said", "why"),
    [
        ((), Announcement(1, 2, ACCEPTED), "Player 1 is to move"),
        ((4,), Announcement(2, 1, ACCEPTED, 0), "Player 2 is to move"),
        ((), Announcement(1, 1, REFUSED, 4), "the marks of the opponent are known"),
        ((4, 4, 0), Announcement(3, 1, ACCEPTED, 4), "that could not be tried"),
        ((4, 4, 0), Announcement(3, 1, REFUSED, 4), "that could not be tried"),
        ((4, 0), Announcement(3, 1, ACCEPTED, 9), "that could not be tried"),
        ((4, 0, 0), Announcement(3, 1, REFUSED, 0), "that could not be tried"),
        ((4, 0, 0), Announcement(3, 1, REFUSED, 1), "the marks of the opponent are known"),
        ((0, 3, 1, 4, 2), Announcement(6, 2, ACCEPTED), "the game is over"),
    ],
)
def test_views_refuse_what_cannot_have_been_said(heard, said, why):
    view = view_of(after(*heard), 1)
    before, log = view.board.tobytes(), list(view.log)
    with pytest.raises(ValueError, match=rf"^The umpire cannot have said '.*': {why}\.$"):
        view.hear(said)
    assert (view.board.tobytes(), view.log) == (before, log), "and it is not noted"


# --- determinizations


def determinizations(view: Any, count: int) -> list[frozenset[int]]:
    """Where the opponent's marks are on so many determinizations."""
    found = []
    for k in range(count):
        boards = view.boards.copy()
        boards.rng = split_seed(1, k)
        assert phantom_tictactoe.determinize(boards[0], view.side)
        assert boards[0].squares[view.side] == view.board.squares[view.side], "the own marks are not sampled"
        assert (boards[0].turn, boards[0].played) == (view.board.turn, view.board.played)
        found.append(frozenset(s for s in range(9) if int(boards[0].squares[3 - view.side]) >> s & 1))
    return found


@pytest.mark.slow
def test_a_determinization_never_contradicts_what_is_known():
    for seed in range(60):
        for _, slow, views in random_game(seed):
            if not slow.over:
                assert set(determinizations(views[slow.turn], 5)) <= slow.boards(slow.turn)


@pytest.mark.slow
@pytest.mark.parametrize("heard", [(4,), (4, 4, 0, 1, 8), (0, 8, 1, 7, 3)])
def test_every_board_that_could_be_is_sampled_and_all_as_often(heard):
    position, slow = after(*heard), SlowPhantom()
    for square in heard:
        slow.try_square(square)
    drawn, possible = Counter(determinizations(view_of(position, slow.turn), 3000)), slow.boards(slow.turn)
    assert set(drawn) == possible
    assert max(abs(n * len(possible) / 3000 - 1) for n in drawn.values()) < 0.4


# --- the player `mcts`


def mcts(seed: int = 1, **options: Any) -> Any:
    return make_player("mcts", game="phantom-tictactoe", seed=seed, **options)


def thinking(position: PhantomTicTacToe, simulations: int) -> Any:
    """The tree of a search for the player to move, which looks at all tries about as often."""
    player = mcts()
    player.set("C", 5)
    player.choose(view_of(position, position.mover), Budget(simulations=simulations, nodes=100_000))
    return player.search.tree


def test_the_tree_holds_tries_and_messages_in_three_tiers():
    tree = thinking(after(4), 5000)
    nodes, root = tree.nodes, tree.children()
    assert sorted(nodes.move[root].tolist()) == list(range(9))
    answers = [a for t in root for a in tree.children(t)]
    assert set(nodes.mover[answers].tolist()) == {CHANCE}, "the umpire's answers are chance"
    assert set(nodes.move[answers].tolist()) == {REFUSED, ACCEPTED}
    for first in root:
        for answer in tree.children(first):
            following = tree.children(answer)
            if nodes.move[answer] == REFUSED:
                assert set(nodes.mover[following].tolist()) == {2}, "the player tries again"
                assert nodes.move[first] not in nodes.move[following], "something else"
            else:
                assert set(nodes.mover[following].tolist()) == {CHANCE}, "what is told of the opponent's move"
                assert set(nodes.move[following].tolist()) <= {ACCEPTED, ACCEPTED | ENDED}


def test_the_board_is_sampled_anew_for_every_simulation():
    """The opponent has one mark somewhere: each of the nine tries meets it in one of nine simulations."""
    tree = thinking(after(4), 10_000)
    for first in tree.children():
        refused = [a for a in tree.children(first) if tree.nodes.move[a] == REFUSED]
        assert tree.nodes.visits[first] > 500
        assert sum(tree.nodes.visits[refused]) / tree.nodes.visits[first] == pytest.approx(1 / 9, abs=0.04)


def test_a_seed_gives_the_same_tree():
    first, second = (thinking(after(4, 4, 0), 300).fingerprint() for _ in range(2))
    assert first == second


def test_it_takes_the_win_that_it_sees():
    assert mcts().choose(view_of(after(0, 3, 1, 4), 1), FEW).move == 2


class RandomMover:
    name = "random"

    def __init__(self, seed: int):
        self.chance = random.Random(seed)

    def choose(self, view: Any, budget: Budget, **watching: Any) -> Decision:
        return Decision(self.chance.choice(view.tries()), Report.of_nothing())

    def forget(self) -> None:
        pass


@pytest.mark.slow
def test_it_beats_a_random_mover():
    points, games, player = 0.0, 60, mcts()
    for k in range(games):
        first, other = k % 2 == 0, RandomMover(k)
        table = seated(*((player, other) if first else (other, player)), PhantomTicTacToe(), FEW)
        won = table.play().points
        points += won if first else 1 - won
    assert wilson(points, games, 0.99).low > 0.6, points


def secrets(position: PhantomTicTacToe, side: int) -> Secrets:
    squares = position.state.squares
    pieces = {s: 3 - side for s in range(9) if int(squares[3 - side]) >> s & 1}
    return Secrets(pieces, memory=[np.array(squares).tobytes()], texts=[str(position)])


def middle() -> Table:
    """A game in its middle, of which nobody knows all."""
    table = played(mcts(1), mcts(2), 7, PhantomTicTacToe(), Budget(simulations=40, nodes=3000))
    assert len(table.position.plies) == 7
    for side, view in views_of(table.position).items():
        assert view.board.squares[3 - side] != table.position.state.squares[3 - side]
    return table


@pytest.fixture(scope="module")
def table() -> Table:
    return middle()


@pytest.mark.slow
def test_nothing_of_the_other_side_hangs_on_it(table):
    for side, seat in table.seats.items():
        found = findings(seat, side, secrets(table.position, side))
        assert not found, found


@pytest.mark.slow
@pytest.mark.parametrize("leak", CARELESS)
def test_the_walk_finds_what_a_careless_umpire_would_give_away(leak, table):
    assert found_when(leak, table, secrets(table.position, 1))


def test_it_is_stopped_and_watched():
    view, seen = view_of(after(4), 2), []
    stopped = mcts().choose(view, Budget(simulations=1 << 40, nodes=20_000), stop=lambda: True, every=0.001)
    assert stopped.move in view.tries()
    watched = mcts().choose(
        view, Budget(simulations=1 << 40, nodes=20_000), progress=seen.append, every=0.001, stop=lambda: bool(seen)
    )
    assert watched.move in view.tries()
    assert all(isinstance(report, Report) for report in seen)
    assert seen[0].simulations <= watched.report.simulations


@pytest.mark.slow
def test_what_it_cannot_play_is_told_in_a_sentence():
    with pytest.raises(ValueError, match=r"^mcts cannot play kriegspiel: the game has no rule `determinize`\.$"):
        make_player("mcts", game="kriegspiel")
    assert "mcts" not in players_of("kriegspiel")
    for game in ("go", "tictactoe", "phantom-tictactoe"):
        assert "mcts" in players_of(game)
    for over_or_not in (after(0, 3, 1, 4, 2), after(4)):
        with pytest.raises(
            ValueError, match=r"^There is nothing to try: the game is over, or the opponent is to move\.$"
        ):
            mcts().choose(view_of(over_or_not, 1), FEW)


def test_a_rule_is_taken_under_its_former_name_for_a_while():
    rules = {name: getattr(phantom_tictactoe, name) for name in ("over", "mover", "play", "moves", "result")}
    rules |= {name: getattr(phantom_tictactoe, name) for name in ("attempt", "tries")}
    with pytest.deprecated_call(match="called `determinize` now"):
        game = Game("former", [], start=lambda state: None, guess=phantom_tictactoe.determinize, **rules)
    assert game.determinizes
