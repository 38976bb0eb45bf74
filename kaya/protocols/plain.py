"""Games that have no file format of their own, as plain lines:

    game nim
    conditions rows=3
    first mcts
    second mine
    result 1-0
    moves 3 1 x4 5

A refused try has an x in front of it. The name of a move is one word."""

from ..games.game import Position
from ..games.registry import find_game
from ..games.umpire import Umpired
from ..table import Record


def save(record: Record) -> bytes:
    position = record.position
    conditions = [f"{name}={value}" for name, value in position.conditions.items()]
    names = {"first": record.names[1].split(), "second": record.names[2].split()}
    facts = {"game": [position.game.name], "conditions": conditions, **names}
    facts |= {"result": [record.outcome or "*"], "moves": _moves(position)}
    return "".join(f"{' '.join([name, *words])}\n" for name, words in facts.items()).encode()


def _moves(position: Position) -> list[str]:
    if not isinstance(position, Umpired):
        return [position.move_name(move) for move in position.played]
    tried = [
        [f"x{position.move_name(m)}" for m in ply.tried] + [position.move_name(ply.move)] for ply in position.plies
    ]
    return [word for ply in tried for word in ply] + [f"x{position.move_name(m)}" for m in position.tried]


def recognises(text: str) -> bool:
    return any(line.startswith("game ") for line in text.splitlines())


def game_of(text: str) -> str:
    """The game that a file says it is of; ValueError if it does not."""
    for line in text.splitlines():
        name, _, game = line.partition(" ")
        if name == "game":
            return find_game(game.strip()).name
    raise ValueError("This is no game: a game is a file of SGF or PGN, or one that Kaya has written.")


def load(data: bytes) -> Record:
    """The game of a file; ValueError says in one sentence what is wrong."""
    parts = (line.partition(" ") for line in data.decode("utf-8", "replace").splitlines() if line.strip())
    lines = {name: rest for name, _, rest in parts}
    if "game" not in lines:
        raise ValueError("This is not a game: it has no line that says which.")
    settings = (word.partition("=") for word in lines.get("conditions", "").split())
    position = find_game(lines["game"]).new_game(**{name: value for name, _, value in settings})
    for number, word in enumerate(lines.get("moves", "").split(), start=1):
        side, refused = position.mover, position.game.hidden and word.startswith("x")
        try:
            legal = position.attempt(position.parse_move(word[1:] if refused else word))[side].legal
        except ValueError as error:
            raise ValueError(f"Move {number}, {word[:20]!r}, cannot be: {error}") from None
        if legal == refused:
            raise ValueError(f"Move {number}, {word[:20]!r}, is {'legal' if legal else 'refused'} by the rules.")
    names = {1: lines.get("first", "?"), 2: lines.get("second", "?")}
    return Record(position, names, lines.get("result", "").replace("*", ""))
