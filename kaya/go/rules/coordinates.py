"""Names of points: GTP vertices (`D4`, letters without I, rows counted from below) and SGF points (`dp`)."""

from .board import PASS

LETTERS = "ABCDEFGHJKLMNOPQRST"


def point(x: int, y: int, lines: int) -> int:
    """The point in column x from the left and row y from above, both counted from 0."""
    return (y + 1) * (lines + 1) + x + 1


def column_row(p: int, lines: int) -> tuple[int, int]:
    """Column from the left and row from above, both counted from 0."""
    return p % (lines + 1) - 1, p // (lines + 1) - 1


def vertex(p: int, lines: int) -> str:
    """`D4`, or `pass`."""
    if p == PASS:
        return "pass"
    x, y = column_row(p, lines)
    return f"{LETTERS[x]}{lines - y}"


def parse_vertex(text: str, lines: int) -> int:
    """The point of a vertex, in either case, or PASS; ValueError says what is accepted."""
    name = text.strip().upper()
    if name == "PASS":
        return PASS
    if len(name) in (2, 3) and name[0] in LETTERS[:lines] and name[1:].isascii() and name[1:].isdigit():
        row = int(name[1:])
        if 1 <= row <= lines and not name[1:].startswith("0"):
            return point(LETTERS.index(name[0]), lines - row, lines)
    raise ValueError(f"{text.strip()!r} is not a point: give A1 to {LETTERS[lines - 1]}{lines} (no I), or pass.")


def parse_sgf_point(text: str, lines: int) -> int:
    """The point of two SGF letters; nothing, or `tt` on boards up to 19 lines, is a pass."""
    if text in ("", "tt"):
        return PASS
    if len(text) == 2 and all("a" <= c < chr(ord("a") + lines) for c in text):
        return point(ord(text[0]) - ord("a"), ord(text[1]) - ord("a"), lines)
    raise ValueError(f"{text!r} is not a point of a {lines}x{lines} board.")


def handicap_points(count: int, lines: int) -> list[int]:
    """Where GTP puts fixed handicap stones; ValueError where the board has no place for so many. A handicap of 1 has no
    stones: it is the first move without the usual komi."""
    if count == 1:
        raise ValueError("A handicap of 1 has no stones: Black moves first, and komi is 0.5.")
    most = 0 if lines < 7 else 4 if lines % 2 == 0 or lines == 7 else 9
    if not 2 <= count <= most:
        allowed = f"2 to {most} stones" if most else "no fixed handicap"
        raise ValueError(f"A {lines}x{lines} board takes {allowed}, not {count}.")
    edge = 3 if lines >= 13 else 2
    low, high, middle = edge, lines - 1 - edge, lines // 2
    corners = [(low, high), (high, low), (low, low), (high, high)]  # lower left, upper right, upper left, lower right
    sides = [(low, middle), (high, middle), (middle, high), (middle, low)]
    chosen = corners[: min(count, 4)]
    if count >= 8:
        chosen = corners + sides
    elif count >= 6:
        chosen = corners + sides[:2]
    if count in (5, 7, 9):
        chosen = [*chosen, (middle, middle)]
    return [point(x, y, lines) for x, y in chosen]


def star_points(lines: int) -> list[int]:
    """The points with a dot on a drawn board; none on the smallest."""
    if lines < 7:
        return []
    return handicap_points(4 if lines % 2 == 0 or lines == 7 else 5 if lines < 15 else 9, lines)
