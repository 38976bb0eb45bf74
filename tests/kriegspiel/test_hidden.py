"""A player cannot reach the opponent's pieces: everything that hangs on it is walked and looked at."""

from typing import Any

import pytest

from kaya.kriegspiel.players import RandomPlayer
from kaya.kriegspiel.rules import BLACK, WHITE, KriegspielPosition
from kaya.table import PlayerSeat, Table

from ..games.leaks import CARELESS, Secrets, found_when
from ..games.leaks import findings as found_by
from .tables import played, seated


def secrets(position: KriegspielPosition, side: int) -> Secrets:
    board = position.state
    enemy, everyone = int(board.of_colour[3 - side]), int(board.of_colour[WHITE] | board.of_colour[BLACK])
    return Secrets(
        pieces={s: int(board.kind_at[s]) for s in range(64) if enemy >> s & 1},
        numbers={enemy, everyone, int(board.hash)},
        memory=[n.to_bytes(8, "little") for n in (enemy, everyone)] + [board.kind_at.tobytes()],
        texts=[position.fen.split()[0]],
    )


def findings(player: Any, side: int, position: KriegspielPosition) -> list[str]:
    """In what ways the opponent's pieces can be read from something that this player, or its seat, reaches."""
    return found_by(player, side, secrets(position, side))


@pytest.mark.slow
def test_nothing_of_the_other_side_hangs_on_a_player():
    table = played(RandomPlayer(seed=1), RandomPlayer(seed=2))
    assert len(table.position.plies) == 21
    for side, seat in table.seats.items():
        assert isinstance(seat, PlayerSeat)
        assert seat.player.view is seat.view
        assert len(seat.view.log) >= 21, "it has heard the whole game"
        assert findings(seat, side, table.position) == []


@pytest.mark.slow
@pytest.mark.parametrize("leak", CARELESS)
def test_the_walk_finds_what_a_careless_umpire_would_give_away(leak):
    table = played(RandomPlayer(seed=1), RandomPlayer(seed=2))
    assert found_when(leak, table, secrets(table.position, 1))


def test_the_other_hears_nothing_of_a_refused_try():
    class Listening(PlayerSeat):
        def begin(self, start, side):
            super().begin(start, side)
            self.heard = []

        def hear(self, announcement):
            super().hear(announcement)
            self.heard.append(announcement)

    seats = {WHITE: Listening(RandomPlayer(seed=3)), BLACK: Listening(RandomPlayer(seed=4))}
    table = Table(KriegspielPosition(), seats)
    while len(table.position.plies) < 40:
        table.ask()
    assert any(ply.tried for ply in table.position.plies)
    for side, seat in seats.items():
        assert seat.heard == table.position.announcements(side)
        for a in seat.heard:
            assert a.legal or a.by == side
            assert (a.move != 0) == (a.by == side), "a move is known to its author alone"
            assert a.by != side or a.pawn_tries == 0, "pawn tries are told to the player to move"


def test_a_game_goes_on_from_where_it_was():
    first = played(RandomPlayer(seed=5), RandomPlayer(seed=6), plies=15)
    again = seated(RandomPlayer(seed=7), RandomPlayer(seed=8), first.position.copy())
    white = again.seats[WHITE]
    assert isinstance(white, PlayerSeat)
    assert white.view.log == first.position.announcements(WHITE)
    assert again.play().outcome in ("1-0", "0-1", "1/2-1/2")
