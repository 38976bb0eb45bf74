"""What can be played, as the page's form needs it."""

from typing import Any

from ..games.registry import bundles
from ..players import USUAL_LEVEL, default_player, levels, players_of
from .adapter import PageAdapter, adapter_of, described
from .lobby import RESIGNS


def offers() -> list[dict[str, Any]]:
    return [_offer(bundle.name) for bundle in bundles()]


def _offer(name: str) -> dict[str, Any]:
    adapter = adapter_of(name)
    told = {fact: getattr(adapter, fact) for fact in ("title", "sides", "sizes", "period", "hidden", "pieces")}
    return told | {
        "name": name,
        "about": adapter.bundle.about,
        "options": adapter.bundle.options,
        "players": {p: _about(adapter, p) for p in players_of(name) if p not in adapter.bundle.not_for_people},
        "usual": default_player(name),
        "level": USUAL_LEVEL,
        "resigns": RESIGNS if adapter.resigns else 0,
        "conditions": [described(d) for d in adapter.offered()],
    }


def _about(adapter: PageAdapter, player: str) -> dict[str, Any]:
    """A program in words: what it is, and what each of its levels is."""
    thinks = {
        level: f"{budget.simulations:,} simulations a move" if budget.simulations else f"{budget.seconds:g} s a move"
        for level, budget in levels(adapter.game.name).items()
    }
    return {"about": adapter.programs.get(player, ""), "levels": adapter.strength.get(player, thinks)}
