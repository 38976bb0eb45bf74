"""Boards drawn as text, for tests that want to be seen."""

from kaya.go.rules import GoPosition, parse_vertex, point


def drawn(picture: str, komi: float = 7.5) -> GoPosition:
    """A position from rows of . X and O, Black to move."""
    rows = [row.split() for row in picture.strip().splitlines()]
    lines = len(rows)
    places = {
        mark: [point(x, y, lines) for y, row in enumerate(rows) for x, cell in enumerate(row) if cell == mark]
        for mark in "XO"
    }
    game = GoPosition(lines, komi)
    game.place(black=places["X"], white=places["O"])
    return game


def at_vertices(names: str, lines: int) -> list[int]:
    """The points of vertices with blanks between them."""
    return [parse_vertex(name, lines) for name in names.split()]
