"""Every player as a bot of OpenSpiel (Lanctot et al. 2019), for the games that both have.

    bot = KayaBot(pyspiel.load_game("phantom_go"), 0, "phantom", Budget(simulations=1000))
    action = bot.step(state)

OpenSpiel hands a bot the whole state. An umpire of Kaya's follows the game, and the player hears what that says to its
side and no more. A bundle names the games of OpenSpiel that are the same, with a `Translation`."""

import random
from collections.abc import Mapping
from typing import Any

from ..games.registry import bundles, imported
from ..players import make_player
from ..search import Budget
from ..table import PersonSeat, PlayerSeat, Table
from . import move_of, needed
from .translation import Translation

pyspiel: Any = needed("pyspiel", "openspiel")

SAMPLES = 200  # determinizations that are drawn for one that fits


def find_translation(name: str) -> tuple[str, Translation]:
    """The game of Kaya's that OpenSpiel calls so, and its translation; ValueError names those that there are."""
    known = {there: (bundle.name, place) for bundle in bundles() for there, place in bundle.openspiel.items()}
    if name not in known:
        raise ValueError(f"Kaya has no game that OpenSpiel calls {name!r}; there are: {', '.join(known)}.")
    game, place = known[name]
    return game, imported(place)()


class Followed:
    """A game of OpenSpiel's, followed by an umpire of ours; `seats` are told what their sides may know."""

    def __init__(self, game: Any, seats: Mapping[int, Any] | None = None):
        self.game, self.seats = game, dict(seats or {side: PersonSeat() for side in (1, 2)})
        self.name, self.translation = find_translation(game.get_type().short_name)
        self.begin()

    def begin(self) -> None:
        """A new game."""
        self.state, self.tried = self.game.new_initial_state(), list[int]()  # actions in vain, in this turn
        self.table = Table(self.translation.start(self.game.get_parameters()), self.seats)

    def catch_up(self, state: Any) -> None:
        """Follow the game to this state, from the start if it is another game."""
        wanted, done = state.history(), self.state.history()
        if wanted[: len(done)] != done:
            self.begin()
            done = []
        for action in wanted[len(done) :]:
            self.follow(action)

    def follow(self, action: int) -> None:
        """The next action. What our rules do not let anybody try changes nothing: OpenSpiel refuses it, or its game
        ends."""
        move, position = self.translation.move(self.state, action), self.table.position
        player = self.state.current_player()
        self.state.apply_action(action)
        self.tried = [*self.tried, action] if self.state.current_player() == player else []
        ends = self.state.is_terminal()
        if position.over or (ends and not may_try(position, move)):
            return
        heard = self.table.put(move) if may_try(position, move) else {}
        refused = not heard or not heard[self.translation.sides[player]].legal
        if not ends and refused != (self.state.current_player() == player):
            named = position.move_name(move)
            raise ValueError(f"OpenSpiel and Kaya do not agree on {named} in {self.game.get_type().short_name}.")
        if position.over and not ends:
            self.translation.resume(position, [seat.view for seat in self.seats.values()])


def may_try(position: Any, move: int) -> bool:
    """Whether our rules let the side to move try this."""
    return move in position.possible_tries() if position.game.hidden else position.is_legal(move)


class KayaBot(pyspiel.Bot):
    """A player of Kaya's in the seat of OpenSpiel's player `player_id`. `player` is a player or its description, as
    `uct:C=0.5`; `budget` is what it may spend on a move, all tries together.

    A bot that is not informed of actions finds them in the history of the state."""

    def __init__(self, game: Any, player_id: int, player: Any, budget: Budget | None = None, *, seed: int = 0):
        pyspiel.Bot.__init__(self)
        name, translation = find_translation(game.get_type().short_name)
        chosen = make_player(player, game=name, seed=seed) if isinstance(player, str) else player
        side = translation.sides[player_id]
        self.player_id, self.seat = player_id, PlayerSeat(chosen, budget)
        self.followed = Followed(game, {side: self.seat, 3 - side: PersonSeat()})

    def restart(self) -> None:
        self.followed.begin()

    def restart_at(self, state: Any) -> None:
        self.followed.begin()
        self.followed.catch_up(state)

    def inform_action(self, state: Any, player_id: int, action: int) -> None:
        self.followed.catch_up(state)
        self.followed.follow(action)

    def step(self, state: Any) -> int:
        """What to do. Where our game is over and OpenSpiel's goes on, the last of the legal actions: a pass in Go."""
        followed, legal = self.followed, state.legal_actions()
        followed.catch_up(state)
        action = None
        while action is None and not followed.table.position.over:
            move = move_of(self.seat.choose())
            assert move is not None
            action = followed.translation.action(state, move)
            if action not in legal:  # OpenSpiel does not ask what is known to be refused
                action, heard = None, followed.table.put(move)
                if any(a.legal for a in heard.values()):
                    raise ValueError(f"OpenSpiel has no action for the move {self.seat.view.move_name(move)}.")
        chosen = legal[-1] if action is None else action
        followed.follow(chosen)
        return chosen


class Resampler:
    """Kaya's determinizations for OpenSpiel's search of information sets, the one that is written in Python:

        bot = ismcts.ISMCTSBot(game, evaluator, 2.0, 100, use_observation_string=True,
                               allow_inconsistent_action_sets=True)
        bot.set_resampler(Resampler(game))

    ValueError if none of SAMPLES determinizations looks as the state does."""

    def __init__(self, game: Any, seed: int = 0):
        self.followed, self.chance = Followed(game), random.Random(seed)

    def __call__(self, state: Any, player: int) -> Any:
        self.followed.catch_up(state)
        translation = self.followed.translation
        view: Any = self.followed.seats[translation.sides[player]].view
        for _ in range(SAMPLES):
            found = translation.sample(view, state, self.chance)
            if found is None or not all(_done(found, action) for action in self.followed.tried):
                continue
            if found.current_player() == player and _alike(found, state, player):
                return found
        raise ValueError(f"None of {SAMPLES} determinizations looks like {state.observation_string(player)!r}.")


def _done(state: Any, action: int) -> bool:
    """Take an action if it is legal; whether it was."""
    if action not in state.legal_actions():
        return False
    state.apply_action(action)
    return True


def _alike(state: Any, other: Any, player: int) -> bool:
    """Whether two states show the same to a player."""
    return state.observation_string(player) == other.observation_string(player)


def as_position(state: Any) -> Any:
    """The game of a state of OpenSpiel's, as Kaya's umpire knows it."""
    followed = Followed(state.get_game())
    followed.catch_up(state)
    return followed.table.position


def as_state(position: Any, game: Any) -> Any:
    """A game of Kaya's as a state of OpenSpiel's: of this game, or of the one with this name. Tries that OpenSpiel does
    not ask are left out."""
    if isinstance(game, str):
        game = pyspiel.load_game(game, find_translation(game)[1].parameters(position))
    state, translation = game.new_initial_state(), find_translation(game.get_type().short_name)[1]
    for move in all_tries(position):
        action = translation.action(state, move)
        if action in state.legal_actions():
            state.apply_action(action)
    return state


def all_tries(position: Any) -> list[int]:
    """All that was tried, in order; in an open game, all that was played."""
    if not position.game.hidden:
        return list(position.played)
    return [move for ply in position.plies for move in (*ply.tried, ply.move)] + list(position.tried)
