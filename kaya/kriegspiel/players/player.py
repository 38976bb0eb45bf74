"""A player of Kriegspiel: from what it knows, a `View`, it says what to try next."""

from dataclasses import replace
from typing import Any, ClassVar

from ...games.game import Game
from ...kernel import NoParameters, Parameters, parameter
from ...players.player import BasePlayer, Decision
from ...search import Budget, Report, Search, Steps, Strategy
from ..knowledge.endings.finish import finish
from ..knowledge.openings import read_book
from ..rules import BLACK, WHITE, KriegspielPosition, View, kriegspiel, message_text
from ..rules.messages import ILLEGAL, MOVED, Announcement
from ..rules.squares import ANY

USUAL = Budget(seconds=0.5)  # for a search, where nobody says how long
FEW = Budget(simulations=60, memory=1 << 20)
LATER = ("8/8/8/8/8/1k6/5P2/4K2R w - - 0 1", "8/8/8/8/8/1k6/8/2B1KB2 w - - 0 1", "r3k3/8/8/8/8/8/8/R3K3 w - - 0 1")
"""Positions as they come late in games: with a bare king, and with pieces on both sides."""


class Manners(Parameters):
    """What a program does besides its search."""

    finishes: bool = parameter(
        True, "a bare king is mated by `finish`, which knows how; off: the program thinks, as in the paper"
    )
    opens: bool = parameter(
        False, "the first moves are drawn from the opening book, while the umpire has nothing to tell"
    )


class KriegspielPlayer(BasePlayer):
    """What all programs share; each brings its own `decide`, and its parameters as a record, `Settings`, whose values
    are in `p`. `constants` are those that differ from the defaults.

    It is handed a view, which is made from what the umpire has told it, and nothing else."""

    name = "kriegspiel"
    game: Game = kriegspiel
    Settings: type[Parameters] = NoParameters
    constants: ClassVar[dict[str, Any]] = {}
    manners: Any = Manners(finishes=True, opens=False)
    records: ClassVar = {"player": "p", "manners": "manners"}

    def __init__(self, *, threads: int = 1, seed: int = 0):
        self.threads, self.seed = threads, seed
        self.p: Any = self.Settings().changed(**self.constants)
        self.view: View | None = None
        self._words: dict[str, str] = {}

    @property
    def plays(self) -> tuple[str, ...]:
        return ("kriegspiel",)

    @property
    def words(self) -> dict[str, str]:
        return self._words

    def searched_position(self, position: View) -> Any:
        """Every simulation has another determinization, if the program does not say otherwise."""
        return None

    def begin(self, view: View) -> None:
        """A new game, of which this player will know what the view knows."""
        self.view = view

    def forget(self) -> None:
        """The next view that it is handed is of a new game."""
        self.view = None

    def ready_for(self, view: View) -> None:
        """A view that it has not been handed before is of a new game."""
        if view is not self.view:
            self.begin(view)

    def choose(self, view: View, budget: Budget | None = None, **watching: Any) -> Decision:
        """The move to try next, by what the player knows. It may be watched and stopped as a search is."""
        if view.over:
            raise ValueError("The game is over: there is nothing to try.")
        self.ready_for(view)
        move = finish(view, budget) if self.manners.finishes else None
        if move is not None:
            return Decision(move, Report.of_nothing(), "the way to mate is known")
        move = read_book().move(view, self.seed) if self.opens else None
        if move is not None:
            return Decision(move, Report.of_nothing(), "from the opening book")
        return self._allowed(view, self.decide(view, budget or USUAL, **watching))

    @property
    def opens(self) -> bool:
        """Are the first moves drawn from the opening book?"""
        return self.manners.opens

    def named(self, steps: Steps, view: View) -> Steps:
        """Its nodes are tries and what the umpire says."""
        steps.names = lambda step, chance: message_text(step) if chance else view.move_name(step)
        return steps

    def _allowed(self, view: View, decision: Decision) -> Decision:
        """The best of the tries that were found which may be tried: a question obliges to capture with a pawn, of
        which a program that never asks knows nothing."""
        tries = view.tries()
        asks = decision.move == ANY and view.may_ask
        if view.rules.pawn_tries != "asked" or decision.move is None or asks or decision.move in tries:
            return decision
        found = [m.move for m in decision.report.moves if m.move in tries]
        return replace(decision, move=(found or tries)[0])

    def decide(self, view: View, budget: Budget, **watching: Any) -> Decision:
        raise NotImplementedError

    def compile_ahead(self) -> None:
        """What follows on a refusal, on a move of the opponent and on a surprise, and the endings with their tables."""
        for fen in LATER:
            view = KriegspielPosition(fen).start_for(WHITE).view()
            for said in (ILLEGAL, MOVED):
                move = self.choose(view, FEW).move
                assert move is not None
                view.hear(Announcement(view.ply + 1, WHITE, said, move))
            view.hear(Announcement(view.ply + 1, BLACK, MOVED))
            self.choose(view, FEW)


class OneSearch(KriegspielPlayer):
    """A program with one search, which begins anew with each game."""

    search: Search

    @property
    def tree_search(self) -> Search:
        return self.search

    @property
    def strategies(self) -> dict[str, Strategy]:
        return self.search.strategies

    def begin(self, view: View) -> None:
        super().begin(view)
        self.search.seed = 2 * self.seed + view.side
        self.search.forget()

    def forget(self) -> None:
        super().forget()
        self.search.forget()
