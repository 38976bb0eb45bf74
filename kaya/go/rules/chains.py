"""Chains of a board record, for code outside kernels. The board keeps each as a ring of stones (`next_in_chain`)."""

from typing import Any

from .board import BLACK, EDGE, EMPTY, WHITE


def neighbours(board: Any, p: int) -> list[int]:
    """The points beside p."""
    colour, w = board.colour, int(board.stride)
    return [q for q in (p - w, p - 1, p + 1, p + w) if colour[q] != EDGE]


def chain_at(board: Any, p: int) -> list[int]:
    """The stones that hang together with the one on p, rising; none where p is empty."""
    if board.colour[p] not in (BLACK, WHITE):
        return []
    next_of, chain = board.next_in_chain, [int(p)]
    while (q := int(next_of[chain[-1]])) != p:
        chain.append(q)
    return sorted(chain)


def chains(board: Any) -> list[list[int]]:
    """All chains, in the order of their first stones."""
    colour, found, seen = board.colour.tolist(), [], set()
    for p, here in enumerate(colour):
        if here in (BLACK, WHITE) and p not in seen:
            found.append(chain_at(board, p))
            seen.update(found[-1])
    return found


def liberties(board: Any, chain: list[int]) -> set[int]:
    """The empty points beside a chain."""
    colour = board.colour
    return {q for p in chain for q in neighbours(board, p) if colour[q] == EMPTY}
