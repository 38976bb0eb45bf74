"""Chess pieces large enough for large squares: seven by six points each, two of them in a character."""

DRAWN = """
pawn     knight   bishop   rook     queen    king
.......  ..##...  ...#...  .......  ...#...  ...#...
...#...  .####..  ..#.#..  .#.#.#.  #.#.#.#  ..###..
..###..  ##.###.  ..###..  .#####.  #.###.#  ...#...
..###..  #..###.  ..###..  ..###..  .#####.  .##.##.
...#...  ..####.  ...#...  ..###..  ..###..  .#####.
..###..  .#####.  .#####.  .#####.  .#####.  ..###..
"""

BLOCKS = {("#", "#"): "█", ("#", "."): "▀", (".", "#"): "▄", (".", "."): " "}


def _sprites() -> list[tuple[str, ...]]:
    columns = list(zip(*(line.split() for line in DRAWN.split("\n")[2:-1]), strict=True))
    pairs = [[zip(rows[k], rows[k + 1], strict=True) for k in (0, 2, 4)] for rows in columns]
    return [("   ",) * 3, *(tuple("".join(BLOCKS[pair] for pair in row) for row in piece) for piece in pairs)]


SPRITES = _sprites()
"""By kind of piece: three lines of seven characters."""
