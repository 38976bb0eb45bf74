"""The status of stones at the end of a game: alive, dead or in seki."""

from collections.abc import Iterable

from ..rules import EMPTY, GoPosition
from ..rules.chains import chains, liberties, neighbours

ALIVE, DEAD, SEKI = STATUSES = ("alive", "dead", "seki")


def in_seki(position: GoPosition, dead: Iterable[int] = ()) -> set[int]:
    """The stones of chains without territory that share their last one or two liberties with such chains of the other
    colour. (A seki in which both have an eye counts as alive; by area scoring it makes no difference.)"""
    board, dead = position.state, set(dead)
    owner = position.area(without=dead)[1]
    poor: list[tuple[list[int], set[int]]] = []  # chains and their liberties
    for chain in chains(board):
        free = liberties(board, chain)
        beside_dead = any(q in dead for p in chain for q in neighbours(board, p))
        if chain[0] not in dead and not beside_dead and len(free) <= 2 and all(owner[p] == EMPTY for p in free):
            poor.append((chain, free))
    stones: set[int] = set()
    for chain, free in poor:
        colour = position.colour_at(chain[0])
        if any(free & others and position.colour_at(other[0]) != colour for other, others in poor):
            stones.update(chain)
    return stones


def chains_by_status(position: GoPosition, dead: Iterable[int]) -> dict[str, list[list[int]]]:
    """All chains, as alive, dead or in seki, where the stones `dead` are known to be so."""
    dead = set(dead)
    seki, found = in_seki(position, dead), {status: [] for status in STATUSES}
    for chain in chains(position.state):
        found[DEAD if chain[0] in dead else SEKI if chain[0] in seki else ALIVE].append(chain)
    return found
