"""Game records as SGF files (FF[4]): read, written, and with what the search thought of each move.

    record = load(Path("game.sgf").read_bytes())
    position = record.position(upto=50)
    Path("copy.sgf").write_bytes(save(GameRecord.of(position, black_name="uct")))

sgfmill knows the format; here it becomes Kaya's points and positions, and every fault of a file one clear sentence.

A record that was loaded keeps the text of its file. `save` writes what has changed into that, so whatever else is in it
stays: properties that Kaya does not know, marks, variations of variations, further games."""

import contextlib
import re
from dataclasses import dataclass, field

from sgfmill import sgf, sgf_grammar
from sgfmill.sgf import Tree_node

from ... import __version__
from ...search import Report
from ...table.tree import GameTree
from ..rules import BLACK, EMPTY, PASS, WHITE, GoPosition, column_row, parse_sgf_point, point, vertex
from ..rules.board import LARGEST, SMALLEST
from ..rules.coordinates import handicap_points
from ..rules.counting import rules_named

Move = tuple[int, int]  # colour and point, or colour and PASS

COLOURS = {BLACK: "Black", WHITE: "White"}
OTHER_FACTS = ("EV", "RO", "PC", "GN", "GC", "BR", "WR", "BT", "WT", "TM", "OT", "US", "SO", "AN", "CP", "ON")
MARKS = {"TR": "triangle", "SQ": "square", "CR": "circle", "MA": "cross", "SL": "selected", "LB": "label"}


@dataclass(frozen=True)
class Mark:
    """A mark on a point of the board, by its kind in words; a label has a text."""

    kind: str
    point: int
    text: str = ""


@dataclass(frozen=True)
class Variation:
    """Moves that were not played."""

    moves: tuple[Move, ...]
    comment: str = ""


@dataclass
class GameRecord:
    """A game as it is written down.

    `black` and `white` are the stones set up before the first move, `first` is who moves first. Moves count from 1:
    `comments[n]` and `marks[n]` stand with move n (0: with the start), and `variations[n]` are played instead of move
    n, or after the last move if n is one more than there are. `source` is the text of the file it was loaded from."""

    lines: int = 19
    komi: float = 7.5
    black: list[int] = field(default_factory=list)
    white: list[int] = field(default_factory=list)
    first: int = BLACK
    moves: list[Move] = field(default_factory=list)
    black_name: str = ""
    white_name: str = ""
    result: str = ""  # `B+3.5`, `W+R`, `0` (a draw), or "" while nobody knows
    handicap: int = 0
    rules: str = ""
    date: str = ""
    comments: dict[int, str] = field(default_factory=dict)
    variations: dict[int, list[Variation]] = field(default_factory=dict)
    other: dict[str, str] = field(default_factory=dict)  # further facts about the game, by their SGF names: EV, PC …
    marks: dict[int, list[Mark]] = field(default_factory=dict)
    source: str = field(default="", repr=False, compare=False)
    tree: GameTree | None = field(default=None, repr=False, compare=False)  # takes the place of that in `source`

    @classmethod
    def of(cls, position: GoPosition, **facts) -> "GameRecord":
        """The game that led to this position; `facts` are further fields, as `black_name` or `result`."""
        start = position.copy()
        while start.played:
            start.undo()
        stones = start.stones(BLACK), start.stones(WHITE)
        record = cls(
            position.lines, position.komi, *stones, start.mover, position.line, rules=position.rules.capitalize()
        )
        if record.first == WHITE and len(record.black) >= 2 and not record.white:
            record.handicap = len(record.black)
        for name, value in facts.items():
            setattr(record, name, value)
        return record

    def position(self, upto: int | None = None) -> GoPosition:
        """The game replayed, or its first `upto` moves; ValueError names the move that is not allowed."""
        position = GoPosition(self.lines, self.komi, rules_named(self.rules))
        if self.black or self.white:
            position.place(black=self.black, white=self.white)
        position.set_turn(self.first)
        moves = self.moves if upto is None else self.moves[: max(upto, 0)]
        for number, (colour, move) in enumerate(moves, start=1):
            if reason := position.why_illegal(move, colour, resume=True):
                name = f"{COLOURS[colour]} {vertex(move, self.lines)}"
                raise ValueError(f"Move {number}, {name}, is not allowed: {reason}.")
            position.play(move, colour, resume=True)
        return position

    def annotate(self, number: int, report: Report, top: int = 3) -> None:
        """Write down what a search thought when it chose move `number`: a comment, and its best lines."""
        colour = self.moves[number - 1][0]
        text = comment(report, self.lines, colour, top)
        if text:
            self.comments[number] = "\n\n".join(filter(None, [self.comments.get(number), text]))
        if lines := variations(report, colour, top):
            self.variations.setdefault(number, []).extend(lines)


# What a search thinks, for readers of the record


def comment(report: Report, lines: int, colour: int, top: int = 3) -> str:
    """A search in words: its winning rate, and its best moves with what it expects to follow."""
    if report.chosen is None:
        return ""
    spent = f"{report.simulations} simulations in {report.seconds:.1f} s"
    head = f"{COLOURS[colour]}'s winning rate {100 * report.winning_rate:.1f} %, {spent}."
    rows = [
        f"{vertex(m.move, lines)}: {100 * m.winning_rate:.1f} %, {m.visits} visits"
        + (f", then {' '.join(vertex(p, lines) for p in m.line[1:])}" if len(m.line) > 1 else "")
        for m in report.moves[:top]
    ]
    return "\n".join([head, *rows])


def variations(report: Report, colour: int, top: int = 3) -> list[Variation]:
    """The lines that a search expects after its best moves."""
    return [
        Variation(
            tuple((colour if ply % 2 == 0 else 3 - colour, p) for ply, p in enumerate(m.line)),
            f"{100 * m.winning_rate:.1f} %, {m.visits} visits",
        )
        for m in report.moves[:top]
    ]


def result_text(score: float) -> str:
    """The SGF result of a counted game, from Black's points minus White's and komi."""
    return "0" if score == 0 else f"{'B' if score > 0 else 'W'}+{abs(score):g}"


# Writing


def save(record: GameRecord, tree: sgf_grammar.Coarse_game_tree | None = None) -> bytes:
    """The record as a file: the one that it was loaded from with what has changed, or a new one. `tree` takes the place
    of the game in that file: its comments and variations count, and those of the record are added to them."""
    before, trees = GameRecord(), []
    if record.source:
        before, trees = load(record.source), coarse_trees(record.source)
    begins = ("lines", "black", "white", "first", "handicap")
    same_start = bool(trees) and all(getattr(record, name) == getattr(before, name) for name in begins)
    if not same_start:
        before, trees = GameRecord(), []
    if tree:
        game = _with_tree(record, tree, same_start)
    elif trees:
        trees[0].sequence[0]["SZ"] = [str(record.lines).encode()]
        game = sgf.Sgf_game.from_coarse_game_tree(trees[0], override_encoding="UTF-8")
    else:
        game = sgf.Sgf_game(record.lines, encoding="UTF-8")
        _set_start(game.get_root(), record)
    root = game.get_root()
    if not trees or record.komi != before.komi:
        root.set("KM", float(record.komi))
    for name, text in _texts(record).items():
        if text and text != _texts(before).get(name):
            root.set_raw(name, escaped(text))
        elif not text and root.has_property(name):
            root.unset(name)
    nodes = _main_line(root, record)
    for number in {**record.comments, **before.comments}:
        if tree and number < len(nodes):
            text = "\n\n".join(filter(None, [_text(nodes[number], "C"), record.comments.get(number, "")]))
            _set_comment(nodes[number], "", text)
        elif 0 <= number < len(nodes):
            _set_comment(nodes[number], before.comments.get(number, ""), record.comments.get(number, ""))
    _add_variations(nodes, record)
    others = [sgf_grammar.serialise_game_tree(tree) for tree in trees[1:]]
    return b"".join([game.serialise(), *others])


def _with_tree(record: GameRecord, tree: sgf_grammar.Coarse_game_tree, same_start: bool) -> sgf.Sgf_game:
    first = tree.sequence[0]
    first["SZ"] = [str(record.lines).encode()]
    if not same_start:
        for name in ("AB", "AW", "AE", "PL", "HA"):
            first.pop(name, None)
    game = sgf.Sgf_game.from_coarse_game_tree(tree, override_encoding="UTF-8")
    if not same_start:
        game.get_root().set("KM", float(record.komi))
        _set_start(game.get_root(), record)
    return game


def _texts(record: GameRecord) -> dict[str, str]:
    texts = dict(RU=record.rules, PB=record.black_name, PW=record.white_name, RE=record.result, DT=record.date)
    return {**record.other, **texts}


def _set_start(root: Tree_node, record: GameRecord) -> None:
    root.set("AP", ("Kaya", __version__))
    if record.handicap >= 2:
        root.set("HA", record.handicap)
    if record.black or record.white:
        black, white = ([_place(p, record.lines) for p in stones] for stones in (record.black, record.white))
        root.set_setup_stones(black, white)
    if record.first == WHITE or record.black or record.white:
        root.set("PL", "bw"[record.first - BLACK])


def _main_line(root: Tree_node, record: GameRecord) -> list[Tree_node]:
    """The start and the nodes of the moves. Those that are there stay; others come before what is there, as the first
    child of a node is what was played."""
    line = [root]
    while len(line[-1]):
        line.append(line[-1][0])
    there = [(node, move) for number, node in enumerate(line) if (move := _move(node, record.lines, number))]
    same = 0
    while same < min(len(there), len(record.moves)) and there[same][1] == record.moves[same]:
        same += 1
    nodes = [root, *(node for node, _ in there[:same])]
    node = line[-1] if same == len(there) else there[same][0].parent or root
    if same < len(there) and same == len(record.moves):
        node.new_child(0)  # an empty one, so that what follows does not read as if it had been played
    for move in record.moves[same:]:
        node = node.new_child(0)
        _set_move(node, move)
        nodes.append(node)
    return nodes


def _set_comment(node: Tree_node, before: str, text: str) -> None:
    """What was added to a comment goes behind what the node has; another one takes its place."""
    if text == before:
        return
    if before and text.startswith(before):
        text = "\n\n".join(filter(None, [_text(node, "C"), text.removeprefix(before).strip("\n")]))
    if text:
        node.set_raw("C", escaped(text))
    elif node.has_property("C"):
        node.unset("C")


def _add_variations(nodes: list[Tree_node], record: GameRecord) -> None:
    last = nodes[-1]
    if record.variations.get(len(nodes)) and not len(last):
        last.new_child()  # an empty one, so that what follows does not read as if it had been played
    for number, lines in sorted(record.variations.items()):
        for line in lines:
            if number == len(nodes):
                _add_variation(last, None, line)
            if 1 <= number < len(nodes):
                _add_variation(nodes[number].parent or nodes[0], last, line)


def _add_variation(node, last, line: Variation) -> None:
    """Branch off where the line leaves what is there; after the `last` move it would read as if it had been played."""
    for ply, (colour, p) in enumerate(line.moves):
        wanted = "bw"[colour - BLACK], _place(p, node.get_size())
        child = next((child for child in node if child.get_move() == wanted), None)
        if child is None:
            if node is last:
                return
            child = node.new_child()
            _set_move(child, (colour, p))
            if ply == 0 and line.comment:
                child.set_raw("C", escaped(line.comment))
        node = child


def _set_move(node, move: Move) -> None:
    node.set_move("bw"[move[0] - BLACK], _place(move[1], node.get_size()))


def _place(p: int, lines: int) -> tuple[int, int] | None:
    """sgfmill's name of a point: row and column, counted from below."""
    if p == PASS:
        return None
    x, y = column_row(p, lines)
    return lines - 1 - y, x


def escaped(text: str) -> bytes:
    return sgf_grammar.escape_text(text.encode("utf-8", "replace"))


# Reading


def load(data: bytes | str) -> GameRecord:
    """The main line of the first game in an SGF file, with the first line of each variation.

    ValueError, with one sentence that says what is wrong, for anything that is not a game of Go on 2 to 19 lines."""
    try:
        source = data if isinstance(data, str) else _decoded_file(data)
        tree = sgf_grammar.parse_sgf_game(source.encode("utf-8", "replace"))
    except (ValueError, AssertionError) as error:
        raise ValueError(f"This is not an SGF file: {error or 'it makes no sense'}.") from None
    facts = tree.sequence[0]
    if _first(facts, "GM").strip() not in ("", "1"):
        raise ValueError(f"This is not a game of Go: GM[{_short(_first(facts, 'GM'))}].")
    lines = _lines(_first(facts, "SZ") if "SZ" in facts else "19")
    facts["SZ"] = [str(lines).encode()]
    root = sgf.Sgf_game.from_coarse_game_tree(tree, override_encoding="UTF-8").get_root()
    record = GameRecord(
        lines,
        _komi(_first(facts, "KM")),
        handicap=_handicap(_first(facts, "HA")),
        black_name=_first(facts, "PB"),
        white_name=_first(facts, "PW"),
        result=_first(facts, "RE"),
        rules=_first(facts, "RU"),
        date=_first(facts, "DT"),
        other={name: _first(facts, name) for name in OTHER_FACTS if name in facts},
        source=source,
    )
    _read_game(record, root)
    return record


def coarse_trees(source: str) -> list[sgf_grammar.Coarse_game_tree]:
    """All games of a file; the first one alone if what follows is none."""
    data = source.encode("utf-8", "replace")
    try:
        return sgf_grammar.parse_sgf_collection(data)
    except ValueError:
        return [sgf_grammar.parse_sgf_game(data)]


def _read_game(record: GameRecord, root) -> None:
    """Follow the main line, setting up stones and collecting moves, comments and variations on the way."""
    setup: dict[int, int] = {}
    first, node = 0, root
    while True:
        number = len(record.moves)
        setting = _setup_stones(node, record.lines)
        if setting and number:
            raise ValueError(f"Stones are set up after move {number}: that is only read before the first move.")
        setup.update(setting)
        if node.has_property("PL") and not number:
            first = {"B": BLACK, "W": WHITE}.get(_text(node, "PL").strip().upper()[:1], first)
        move = _move(node, record.lines, number + 1)
        if move:
            record.moves.append(move)
        if text := _text(node, "C"):
            here = len(record.moves)
            record.comments[here] = "\n\n".join(filter(None, [record.comments.get(here), text]))
        if marks := marks_in({name: node.get_raw_list(name) for name in node.properties()}, record.lines):
            record.marks.setdefault(len(record.moves), []).extend(marks)
        if not len(node):
            break
        others = [v for child in node[1:] if (v := _variation(child, record.lines, len(record.moves) + 1))]
        if others:
            record.variations[len(record.moves) + 1] = others
        node = node[0]
    record.black = sorted(p for p, colour in setup.items() if colour == BLACK)
    record.white = sorted(p for p, colour in setup.items() if colour == WHITE)
    begins = record.moves[0][0] if record.moves else 0
    if record.handicap >= 2 and not setup and begins == WHITE:  # the stones went without saying
        record.black = _handicap_stones(record.handicap, record.lines)
    given = record.handicap >= 2 and bool(record.black) and not record.white
    record.first = first or begins or (WHITE if given else BLACK)


def _setup_stones(node, lines: int) -> dict[int, int]:
    """The colours that a node gives to points."""
    setting: dict[int, int] = {}
    for name, colour in (("AB", BLACK), ("AW", WHITE), ("AE", EMPTY)):
        texts = [decoded(raw).strip() for raw in node.get_raw_list(name)] if node.has_property(name) else []
        for p in (p for text in texts if text for p in _rectangle(text, lines, name)):
            if setting.setdefault(p, colour) != colour:
                raise ValueError(f"{vertex(p, lines)} is given two colours in one place.")
    return setting


def _rectangle(text: str, lines: int, name: str) -> list[int]:
    """The points of `dd`, or of the compressed list `aa:cc`."""
    corners = text.split(":")
    try:
        (left, top), (right, bottom) = (column_row(parse_sgf_point(c.strip(), lines), lines) for c in (corners * 2)[:2])
    except ValueError:
        left, top, right, bottom = 0, 0, -1, -1
    if len(corners) > 2 or not (0 <= left <= right and 0 <= top <= bottom):
        raise ValueError(f"{name}[{_short(text)}] is not a point of a {lines}x{lines} board.")
    return [point(x, y, lines) for y in range(top, bottom + 1) for x in range(left, right + 1)]


def marks_in(properties: dict[str, list[bytes]], lines: int) -> list[Mark]:
    """The marks of a node; what is none is passed over."""
    found = []
    for name, kind in MARKS.items():
        for text in map(decoded, properties.get(name, ())):
            place, _, label = text.partition(":") if name == "LB" else (text, "", "")
            with contextlib.suppress(ValueError):
                found += [Mark(kind, p, label.strip()) for p in _rectangle(place.strip(), lines, name)]
    return found


def _move(node, lines: int, number: int) -> Move | None:
    found = [
        (colour, raw)
        for name, colour in (("B", BLACK), ("W", WHITE))
        if node.has_property(name)
        for raw in node.get_raw_list(name)
    ]
    if not found:
        return None
    if len(found) > 1:
        raise ValueError(f"There are two moves in one place, at move {number}.")
    colour, raw = found[0]
    text = decoded(raw).strip()
    try:
        return colour, parse_sgf_point(text, lines)
    except ValueError:
        name = f"{COLOURS[colour][0]}[{_short(text)}]"
        raise ValueError(f"Move {number}, {name}, is not a point of a {lines}x{lines} board.") from None


def _variation(node, lines: int, number: int) -> Variation | None:
    """The moves of a side line up to its first node that is something else."""
    text, moves = _text(node, "C"), []
    while move := _move(node, lines, number + len(moves)):
        moves.append(move)
        if not len(node):
            break
        node = node[0]
    return Variation(tuple(moves), text) if moves else None


def _lines(text: str) -> int:
    sides = {side.strip() for side in text.split(":")}
    size = sides.pop()
    if sides or not (size.isascii() and size.isdigit() and len(size) <= 3 and SMALLEST <= int(size) <= LARGEST):
        raise ValueError(f"The board must be square with {SMALLEST} to {LARGEST} lines, not SZ[{_short(text)}].")
    return int(size)


def _komi(text: str) -> float:
    """Where a file says nothing there was none, as in old games."""
    try:
        komi = float(text.strip().replace(",", ".") or 0)
    except ValueError:
        komi = 1e9
    if not abs(komi) <= 1000:
        raise ValueError(f"Komi must be a number from -1000 to 1000, not KM[{_short(text)}].")
    return komi


def _handicap(text: str) -> int:
    text = text.strip() or "0"
    if not (text.isascii() and text.isdigit() and len(text) <= 3):
        raise ValueError(f"Handicap must be a number of stones, not HA[{_short(text)}].")
    return int(text)


def _handicap_stones(count: int, lines: int) -> list[int]:
    try:
        return sorted(handicap_points(count, lines))
    except ValueError:
        return []


def _text(node, name: str) -> str:
    return decoded(node.get_raw(name)) if node.has_property(name) else ""


def _first(facts: dict[str, list[bytes]], name: str) -> str:
    return sgf_grammar.simpletext_value(facts[name][0]).decode("utf-8", "replace") if name in facts else ""


def decoded(raw: bytes) -> str:
    return sgf_grammar.text_value(raw).decode("utf-8", "replace")


def _short(text: str) -> str:
    """A foreign text made fit for a one-line message."""
    text = "".join(c if c.isprintable() else "?" for c in text)
    return text if len(text) <= 20 else text[:19] + "…"


def _decoded_file(data: bytes) -> str:
    """The text of a file: in East Asian encodings a letter may contain the byte of a bracket. Files that name no
    encoding, or a wrong one, are UTF-8 if they can be and Latin-1 otherwise."""
    named = re.search(rb"CA\[\s*([A-Za-z0-9_.:-]{1,30})\s*\]", data)
    plain = "(;GM[1]C[a\\\\b])"
    for encoding in ([named[1].decode("ascii")] if named else []) + ["utf-8", "latin-1"]:
        try:
            if plain.encode("ascii").decode(encoding) == plain:
                return data.decode(encoding)
        except (ValueError, LookupError):
            pass
    raise ValueError("it is in no encoding that is known")
