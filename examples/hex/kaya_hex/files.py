"""Games of Hex as files: SGF with GM[11], as HexGui and other programs write it.

    (;FF[4]GM[11]SZ[11]PB[hex]PW[mcts]RE[B+];B[c3];W[swap-pieces];B[f6])

Red moves first and is SGF's Black. A comment stands with its move.
"""

from collections.abc import Iterator
from typing import Any

from sgfmill import sgf_grammar

from kaya.protocols.formats import FileFormat, begins_with
from kaya.table import Record

from .position import SWAPPED, HexPosition
from .rules import MOST, RED, SWAP

SWAP_IN_SGF = "swap-pieces"
WINNERS = {"1-0": "B+", "0-1": "W+"}
COLOURS = ("B", "W")


def save(record: Record) -> bytes:
    position, comments = record.position, _comments(record)
    facts = {
        "FF": "4",
        "GM": "11",
        "CA": "UTF-8",
        "SZ": str(position.lines),
        "PB": record.names[1],
        "PW": record.names[2],
        "RE": WINNERS.get(record.outcome, ""),
        "RU": "swap" if position.conditions["swap"] else "",
        "C": comments.get(0, ""),
    }
    nodes = [facts]
    for number, (side, move) in enumerate(position.line, start=1):
        name = SWAP_IN_SGF if move == SWAP else position.move_name(move)
        nodes.append({COLOURS[side - RED]: name, "C": comments.get(number, "")})
    return f"({''.join(map(_node, nodes))})\n".encode()


def _node(facts: dict[str, str]) -> str:
    written = (f"{name}[{sgf_grammar.escape_text(text.encode()).decode()}]" for name, text in facts.items() if text)
    return f";{''.join(written)}\n"


def _comments(record: Record) -> dict[int, str]:
    """What was said, and what programs thought, by the number of the move."""
    thought = {
        n: f"{r.simulations} simulations, winning rate {100 * r.winning_rate:.0f} %."
        for n, r in record.reports.items()
        if r.chosen
    }
    return {n: "\n".join(filter(None, (record.comments.get(n), thought.get(n)))) for n in record.comments | thought}


def load(data: bytes) -> Record:
    """The game of a file; ValueError says in one sentence what is wrong. Variations are passed over."""
    try:
        tree = sgf_grammar.parse_sgf_game(data)
    except ValueError as error:
        raise ValueError(f"This is not a game in SGF: {error}.") from None
    root, *nodes = _main_line(tree)
    if root.get("GM", "").strip() != "11":
        raise ValueError("This is not a game of Hex: that has GM[11].")
    played = [(colour, node[colour].strip().lower(), node) for node in nodes for colour in COLOURS if colour in node]
    swaps = "swap" in root.get("RU", "") or any(name == SWAP_IN_SGF for _, name, _ in played)
    record = Record(HexPosition(_size(root.get("SZ", "11")), swaps), {1: root.get("PB", ""), 2: root.get("PW", "")})
    for number, (colour, name, node) in enumerate(played, start=1):
        _play(record.position, number, colour, name)
        if "C" in node:
            record.comments[number] = node["C"]
    record.outcome = {"B": "1-0", "W": "0-1"}.get(root.get("RE", "")[:1], "")
    return record


def _main_line(tree: Any) -> Iterator[dict[str, str]]:
    """The nodes of the game itself, each as texts by the names of its properties."""
    while tree is not None:
        for node in tree.sequence:
            if "AB" in node or "AW" in node:
                raise ValueError("Stones that are set up cannot be read: a game of Hex starts from the empty board.")
            yield {name: _text(values[0]) for name, values in node.items() if values}
        tree = tree.children[0] if tree.children else None


def _text(raw: bytes) -> str:
    return sgf_grammar.text_value(raw).decode("utf-8", "replace")


def _size(text: str) -> int:
    lines = text.partition(":")[0].strip()
    if not (lines.isascii() and lines.isdigit() and 3 <= int(lines[:4]) <= MOST):
        raise ValueError(f"The board must have from 3 to {MOST} lines, not {text[:20]!r}.")
    return int(lines)


def _play(position: HexPosition, number: int, colour: str, name: str) -> None:
    try:
        if position.over or colour != COLOURS[position.mover - RED]:
            raise ValueError("it is not this side's turn.")
        position.play(SWAPPED if name == SWAP_IN_SGF else name)
    except ValueError as error:
        raise ValueError(f"Move {number}, {colour}[{name[:20]}], cannot be: {error}") from None


def recognises(text: str) -> bool:
    return begins_with(text, "(") and "GM[11]" in text


SGF = FileFormat(".sgf", "Hex", save, load, lambda record: record, recognises, comments=True)


def compact(text: str) -> dict[str, Any]:
    """A game as the report gets it: the size, the moves by name, and what was said of them."""
    record = load(text.encode())
    return shown(record.position) | {"comments": record.comments}


def shown(position: HexPosition) -> dict[str, Any]:
    """A game as a page gets it; `chain` is what has won."""
    chain = [position.move_name(c) for c in position.winning_chain()]
    return {"size": position.lines, "moves": [position.move_name(m) for m in position.played], "chain": chain}
