"""Inspection of a player that searches: its parameters, its tree, and the terms of a score."""

import asyncio
from typing import Any

from ..players import players_of
from ..search import Report, Terms, explain
from .adapter import PageAdapter, described
from .trees import Walk, card_of, plain_card


class Inspection:
    """A player, and what it has searched last: a position, or a view of the person's. The search may be running."""

    def __init__(self, player: Any, name: str, adapter: PageAdapter, root: Any, report: Report | None):
        self.player, self.name, self.adapter, self.root, self.report = player, name, adapter, root, report

    def parameters(self) -> dict[str, Any]:
        """All parameters and strategies that can be set; a page cannot set files."""
        player = self.player
        return {
            "player": self.name,
            "players": players_of(self.adapter.game.name),
            "parameters": [described(d, name) for name, d in player.parameters().items() if not d.is_file],
            "choices": {role: {"value": now, "known": known} for role, (now, known) in player.choices().items()},
        }

    def set(self, name: str, value: str) -> None:
        """Change a parameter or a strategy; ValueError says what is accepted, and nothing is changed."""
        known, roles = self.player.parameters(), self.player.choices()
        if name not in known and name not in roles:
            raise ValueError(f"There is no parameter {name!r}; there are: {', '.join([*known, *roles])}.")
        if name in known and known[name].is_file:
            raise ValueError(f"{name} is a file, which a page cannot set.")
        before = roles[name][0] if name in roles else known[name].value
        self.player.set(name, value)
        try:
            self.player.check()
        except ValueError:
            self.player.set(name, before)
            raise

    def children(self, path: tuple[str, ...]) -> dict[str, Any]:
        return {"path": list(path), **self._walk().children(path)}

    async def card(self, path: tuple[str, ...], move: str) -> dict[str, Any]:
        """The score of a move, taken apart; of a player without a tree, what it has said of the move."""
        said = {"path": list(path), "move": move}
        if self._search is None and self.report and not path:
            known = {self.adapter.name(self.root, m.move): m for m in self.report.moves}
            if move in known:
                value, visits = known[move].value, known[move].visits
                told = self.player.terms(self.root, known[move].move) or Terms({"value: v": value}, {"n": visits})
                return said | plain_card(known[move], self.report, self.name, told)
        walk = self._walk()
        steps, search = walk.steps((*path, move)), walk.search
        position = self.player.searched_position(self.root)
        found = await asyncio.to_thread(explain, search.tree, search.strategies, position, steps[:-1], steps[-1])
        if found is None:
            raise ValueError(f"{move} is not in the tree there.")
        card = card_of(found, search)
        if card["select"] and not card["select"]["outcomes"]:
            card["select"]["outcomes"] = walk.outcomes((*path, move))
        return said | card

    @property
    def _search(self) -> Any:
        """Its search; None if it has none, or has searched nothing."""
        search = self.player.tree_search
        return None if search is None or self.root is None or search.tree.used < 2 else search

    def _walk(self) -> Walk:
        if self._search is None:
            raise ValueError(f"{self.name} has no tree to be looked into.")
        return Walk(self._search, self.adapter, self.root)
