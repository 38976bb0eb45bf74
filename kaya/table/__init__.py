"""Where a game is played, without any user interface: seats, turns, clocks, the umpire's position, record and verdict.

`seats` has who may sit down: Kaya's players, people, and whatever else has `begin`, `hear` and `choose`; `table` is one
game between two of them. Matches, the terminal and the page are thin over it."""

from .seats import Failure, PersonSeat, PlayerSeat, Seat, Unusable
from .table import Record, Table, ending_of

__all__ = ["Failure", "PersonSeat", "PlayerSeat", "Record", "Seat", "Table", "Unusable", "ending_of"]
