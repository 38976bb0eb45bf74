"""A player cannot reach the other's pieces: everything that hangs on it is walked and looked at."""

import gc
import types
from collections.abc import Iterator
from typing import Any

import chess
import numpy as np
import pytest

from kaya.games.kriegspiel import BLACK, WHITE, KriegspielPosition, Start, Umpire, View
from kaya.players.kriegspiel import KriegspielPlayer, RandomPlayer


def reachable(start: Any) -> Iterator[Any]:
    """Everything that can be had from an object: attributes, slots, closures, what the garbage collector knows it
    refers to, the arrays that an array is a view of, and the globals of Kaya's modules."""
    foreign = {id(vars(m)) for m in gc.get_objects() if isinstance(m, types.ModuleType) and not _ours(m.__name__)}
    seen: dict[int, Any] = {}
    waiting = [start]
    while waiting:
        thing = waiting.pop()
        if id(thing) in seen or id(thing) in foreign or _not_ours(thing):
            continue
        seen[id(thing)] = thing  # kept, so that no other object gets this id
        yield thing
        waiting += gc.get_referents(thing)
        waiting += getattr(thing, "__dict__", {}).values()
        for name in getattr(type(thing), "__slots__", ()):
            if isinstance(name, str) and hasattr(thing, name):
                waiting.append(getattr(thing, name))
        if isinstance(thing, (np.ndarray, np.generic)) and thing.base is not None:
            waiting.append(thing.base)


def _ours(module: str) -> bool:
    return module.startswith(("kaya", "tests"))


def _not_ours(thing: Any) -> bool:
    if isinstance(thing, types.ModuleType):
        return not _ours(thing.__name__)
    if isinstance(thing, type):
        return not _ours(thing.__module__)
    return isinstance(thing, types.FrameType) or type(thing).__module__.startswith(("numba", "llvmlite", "_pytest"))


def findings(player: KriegspielPlayer, side: int, position: KriegspielPosition) -> list[str]:
    """In what ways the other's pieces can be read from something that this player reaches."""
    board, other = position.state, 3 - side
    enemy, everyone = int(board.of_colour[other]), int(board.of_colour[WHITE] | board.of_colour[BLACK])
    squares = [s for s in range(64) if enemy >> s & 1]
    pieces = {s: int(board.kind_at[s]) for s in squares}
    numbers = {enemy, everyone, int(board.hash)}
    texts = [n.to_bytes(8, "little") for n in (enemy, everyone)] + [board.kind_at.tobytes()]
    placement = position.fen.split()[0]
    found = []
    for thing in reachable(player):
        if isinstance(thing, (KriegspielPosition, Umpire, chess.Board)):
            found.append(f"a {type(thing).__name__}")
        elif isinstance(thing, (View, Start)) and thing.side != side:
            found.append("the other's view")
        elif isinstance(thing, (int, np.integer)) and int(thing) in numbers:
            found.append("a word of the umpire's board")
        elif isinstance(thing, str) and placement in thing:
            found.append("a FEN")
        elif isinstance(thing, (bytes, bytearray, np.ndarray, np.void)):
            content = bytes(thing) if isinstance(thing, (bytes, bytearray)) else thing.tobytes()
            if any(text in content for text in texts):
                found.append("the umpire's board as bytes")
        elif isinstance(thing, dict):
            if dict(thing) == pieces:
                found.append("the pieces by square")
        elif isinstance(thing, (tuple, list, set, frozenset)) and _says(thing, pieces):
            found.append("the squares of the pieces")
    return found


def _says(things: Any, pieces: dict[int, int]) -> bool:
    """Are these the squares of the pieces, or squares and kinds?"""
    if len(things) != len(pieces) or not all(isinstance(t, (int, np.integer, tuple)) for t in things):
        return False
    return set(things) in (set(pieces), set(pieces.items()))


def played(white: KriegspielPlayer, black: KriegspielPlayer, plies: int = 21) -> Umpire:
    """A game in its middle."""
    umpire = Umpire({WHITE: white, BLACK: black})
    while len(umpire.position.plies) < plies and not umpire.position.over:
        umpire.step()
    return umpire


def test_nothing_of_the_other_side_hangs_on_a_player():
    white, black = RandomPlayer(seed=1), RandomPlayer(seed=2)
    umpire = played(white, black)
    assert len(umpire.position.plies) == 21
    for side, player in ((WHITE, white), (BLACK, black)):
        assert player.view is not None
        assert len(player.view.log) >= 21, "it has heard the whole game"
        assert findings(player, side, umpire.position) == []


def leak_umpire(player: Any, umpire: Umpire) -> None:
    player.friend = umpire


def leak_closure(player: Any, umpire: Umpire) -> None:
    position = umpire.position
    player.peek = lambda: position


def leak_view_of_an_array(player: Any, umpire: Umpire) -> None:
    player.numbers = umpire.position.states.kind_at[0, :3]


def leak_word(player: Any, umpire: Umpire) -> None:
    player.plan = {"goal": [int(umpire.position.state.of_colour[BLACK])]}


def leak_other_view(player: Any, umpire: Umpire) -> None:
    player.teacher = umpire.players[BLACK].view


def leak_fen(player: Any, umpire: Umpire) -> None:
    player.note = f"diary: {umpire.position.fen}"


def leak_squares(player: Any, umpire: Umpire) -> None:
    other = int(umpire.position.state.of_colour[BLACK])
    player.targets = [s for s in range(64) if other >> s & 1]


LEAKS = [leak_umpire, leak_closure, leak_view_of_an_array, leak_word, leak_other_view, leak_fen, leak_squares]


@pytest.mark.parametrize("leak", LEAKS)
def test_the_search_finds_what_a_careless_umpire_would_give_away(leak):
    white, black = RandomPlayer(seed=1), RandomPlayer(seed=2)
    umpire = played(white, black)
    leak(white, umpire)
    assert findings(white, WHITE, umpire.position)


def test_the_other_hears_nothing_of_a_refused_try():
    class Listening(RandomPlayer):
        def begin(self, start):
            super().begin(start)
            self.heard = []

        def hear(self, announcement):
            super().hear(announcement)
            self.heard.append(announcement)

    white, black = Listening(seed=3), Listening(seed=4)
    umpire = played(white, black, plies=40)
    assert any(ply.tried for ply in umpire.position.plies)
    for side, player in ((WHITE, white), (BLACK, black)):
        assert player.heard == umpire.position.announcements(side)
        for a in player.heard:
            assert a.legal or a.by == side
            assert (a.move != 0) == (a.by == side), "a move is known to its author alone"
            assert a.by != side or a.pawn_tries == 0, "pawn tries are told to the player to move"


def test_a_game_goes_on_from_where_it_was():
    first = played(RandomPlayer(seed=5), RandomPlayer(seed=6), plies=15)
    white, black = RandomPlayer(seed=7), RandomPlayer(seed=8)
    again = Umpire({WHITE: white, BLACK: black}, first.position.copy())
    assert white.view is not None
    assert white.view.log == first.position.announcements(WHITE)
    assert again.play() in ("1-0", "0-1", "1/2-1/2")
