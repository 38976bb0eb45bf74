"""A query: a line of JSON becomes positions to analyse. What is wrong with it is a QueryError that names the field."""

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from ...search import Budget
from ..gtp.registry import COLOURS, GtpError
from ..gtp.rules import BONUSES, NAMED, SCORING, Rules
from ..rules import BLACK, PASS, WHITE, GoPosition, parse_vertex
from ..rules.board import LARGEST, SMALLEST
from ..rules.coordinates import point

MOST_VISITS = 10**9  # visits are counted in 32 bits
LARGEST_KOMI = 400.0
PERSPECTIVES = {"BLACK": BLACK, "WHITE": WHITE, "SIDETOMOVE": None}
NEAREST = {
    "aga": Rules("N-1"),
    "bga": Rules("N-1"),
    "aga-button": Rules("N-1"),
    "new-zealand": Rules(),
    "stone-scoring": Rules(),
}
"""Rules that Kaya does not play, and what comes nearest to them."""
JAPANESE = {"ko": "SIMPLE", "tax": "SEKI"}
"""What KataGo calls Japanese, as far as Kaya's Japanese rules differ: nobody is warned of that."""
SWITCHES = ("includeOwnership", "includeMovesOwnership", "includePolicy", "includePVVisits")
NOT_KNOWN = ("includeOwnershipStdev", "includeMovesOwnershipStdev", "includeNoResultValue")
"""Switches for what Kaya's players do not know."""
WITHOUT_EFFECT = {"rootPolicyTemperature": (0.01, 100.0), "rootFpuReductionMax": (0.0, 2.0)}
"""Numbers of KataGo's search, and what each may be."""
COORDINATES = re.compile(r"\(\s*([0-9]{1,4})\s*,\s*([0-9]{1,4})\s*\)")


class QueryError(Exception):
    """What is wrong with a query, and in which field."""

    def __init__(self, sentence: str, field: str = ""):
        super().__init__(sentence)
        self.field = field


@dataclass(frozen=True)
class Wishes:
    """What every position of a query is analysed with."""

    id: str
    visits: int
    seconds: float | None = None
    perspective: int | None = BLACK  # whose side values are told from; None: the player's to move
    shows: frozenset[str] = frozenset()
    every: float | None = None  # seconds between two reports
    first: float | None = None  # seconds before the first one
    longest: int = 20  # moves of a variation

    def budget(self, memory: int) -> Budget:
        return Budget(self.visits, self.seconds, memory=memory)


@dataclass(eq=False)
class Task:
    """One position that is to be analysed: a turn of a game."""

    wishes: Wishes
    game: GoPosition
    turn: int
    priority: int = 0
    limits: tuple["Limit", ...] = ()

    @cached_property
    def position(self) -> GoPosition:
        """The position of this turn. A game that two passes have ended goes on."""
        position = self.game.copy()
        while len(position.played) > self.turn:
            position.undo()
        return reopened(position) if position.over else position

    @cached_property
    def only(self) -> list[int] | None:
        """The first moves to look at; None for all. QueryError if none is left."""
        own = [limit for limit in self.limits if limit.colour == self.position.mover]
        if not own:
            return None
        moves = [m for m in self.position.legal_moves() if all((m in limit.moves) == limit.allowed for limit in own)]
        if not moves:
            raise QueryError(f"No legal move is left in turn {self.turn}.", own[0].field)
        return moves


@dataclass(frozen=True)
class Limit:
    """First moves that a player is allowed, or is to avoid."""

    colour: int
    moves: frozenset[int]
    allowed: bool

    @property
    def field(self) -> str:
        return "allowMoves" if self.allowed else "avoidMoves"


def reopened(position: GoPosition) -> GoPosition:
    """The same position, in which nobody has passed."""
    twin, mover = position.copy(), position.mover
    for colour in (BLACK + WHITE - mover, mover):  # so that it has a state of its own
        twin.set_turn(colour)
    twin.state.passes = 0
    return twin


def shown(value: Any) -> str:
    text = value if isinstance(value, str) else repr(value)
    return repr(text if len(text) <= 40 else text[:39] + "…")


@dataclass
class Query:
    """The fields of a query, each checked when it is read. `warnings` are fields and sentences about them."""

    raw: Mapping[str, Any]
    warnings: list[tuple[str, str]] = field(default_factory=list)

    def warn(self, name: str, sentence: str) -> None:
        self.warnings.append((name, sentence))

    def number(self, name: str, low: float, high: float, default: Any = None) -> Any:
        value = self.raw.get(name, default)
        if name in self.raw and not (is_number(value) and low <= value <= high):
            raise QueryError(f"Must be a number from {low:g} to {high:g}.", name)
        return value

    def whole(self, name: str, low: int, high: int, default: Any = None) -> Any:
        value = self.raw.get(name, default)
        if name in self.raw and not (is_whole(value) and low <= value <= high):
            raise QueryError(f"Must be a whole number from {low} to {high}.", name)
        return value

    def switch(self, name: str) -> bool:
        value = self.raw.get(name, False)
        if not isinstance(value, bool):
            raise QueryError("Must be true or false.", name)
        return value

    def wholes(self, name: str) -> list[int]:
        value = self.raw[name]
        if not (isinstance(value, list) and all(map(is_whole, value))):
            raise QueryError("Must be a list of whole numbers.", name)
        return value

    def lines(self) -> int:
        """The size of the board."""
        sizes = [self.whole(name, SMALLEST, LARGEST) for name in ("boardXSize", "boardYSize")]
        for name, size in zip(("boardXSize", "boardYSize"), sizes, strict=True):
            if size is None:
                raise QueryError(f"Must be a whole number from {SMALLEST} to {LARGEST}.", name)
        if sizes[0] != sizes[1]:
            raise QueryError("Must be the same as boardXSize: Kaya plays on square boards.", "boardYSize")
        return sizes[0]

    def stones(self, name: str, lines: int, passes: bool) -> list[tuple[int, int]]:
        """Pairs of a colour and a point."""
        value, found = self.raw.get(name, []), []
        for pair in value if isinstance(value, list) else [None]:
            if not (isinstance(pair, list) and len(pair) == 2 and all(isinstance(word, str) for word in pair)):
                raise QueryError('Must be a list of pairs, as ["B","D4"].', name)
            place = parse_place(pair[1], lines, name)
            if place == PASS and not passes:
                raise QueryError("Must be points of the board: a pass is no stone.", name)
            found.append((parse_colour(pair[0], name), place))
        return found

    def rules(self) -> Rules:
        """KataGo's rules, by name or in detail; what Kaya does not play is warned of, and the nearest is played."""
        value = self.raw.get("rules")
        if isinstance(value, str):
            name = value.strip().lower().replace("_", "-").replace(" ", "-")
            if name in NAMED:
                return NAMED[name]
            if name not in NEAREST:
                raise QueryError(f"{shown(value)} rules are not known: give {', '.join([*NAMED, *NEAREST])}.", "rules")
            nearest = NEAREST[name]
            self.warn("rules", f"{name} rules are not played here but {describe(nearest)}.")
            return nearest
        if not isinstance(value, dict):
            raise QueryError('Must be the name of rules, as "chinese" or "japanese", or an object.', "rules")
        return self._rules_in_detail(value)

    def _rules_in_detail(self, fields: dict[str, Any]) -> Rules:
        chosen, known, others = Rules(), Rules().as_json(), []
        for name, value in fields.items():
            if name not in known or not isinstance(value, type(known[name])):
                raise QueryError(f"{shown(name)}: {shown(value)} is no rule; there are: {', '.join(known)}.", "rules")
            try:
                chosen = chosen.changed(name, value)
            except GtpError:
                if name in ("scoring", "whiteHandicapBonus"):
                    raise QueryError(f"{name} cannot be {shown(value)}.", "rules") from None
                others.append(name)
        if chosen.scoring == "TERRITORY":
            others = [name for name in others if fields[name] != JAPANESE.get(name)]
        if others:
            self.warn("rules", f"{', '.join(others)}: this is not played here but {describe(chosen)}.")
        return chosen

    def limits(self, lines: int) -> tuple[Limit, ...]:
        """What first moves are allowed or to be avoided."""
        given = [name for name in ("avoidMoves", "allowMoves") if name in self.raw]
        if len(given) > 1:
            raise QueryError("Cannot be given together with avoidMoves.", "allowMoves")
        found = [self._limit(name, entry, lines) for name in given for entry in as_list(self.raw[name], name)]
        if len(found) != len({(limit.allowed, limit.colour) for limit in found}) and given == ["allowMoves"]:
            raise QueryError("Must have one entry for each player at the most.", "allowMoves")
        return tuple(found)

    def _limit(self, name: str, entry: Any, lines: int) -> Limit:
        if not (isinstance(entry, dict) and {"player", "moves", "untilDepth"} <= entry.keys()):
            raise QueryError("Must be a list of objects with player, moves and untilDepth.", name)
        depth, moves = entry["untilDepth"], entry["moves"]
        if not (is_whole(depth) and 1 <= depth <= 10**9):
            raise QueryError("untilDepth must be a whole number from 1 on.", name)
        if not (isinstance(moves, list) and all(isinstance(move, str) for move in moves)):
            raise QueryError("moves must be a list of points.", name)
        if depth > 1 and not any(known == name for known, _ in self.warnings):
            self.warn(name, "Only the first move can be chosen from: untilDepth counts as 1.")
        places = frozenset(parse_place(move, lines, name) for move in moves)
        return Limit(parse_colour(entry["player"], name), places, name == "allowMoves")

    def settings(self) -> dict[str, Any]:
        """`overrideSettings`: those that Kaya has, checked; the others are warned of."""
        value = self.raw.get("overrideSettings", {})
        if not isinstance(value, dict):
            raise QueryError("Must be an object.", "overrideSettings")
        known = {name: x for name, x in value.items() if name in OVERRIDES}
        if others := sorted(name for name in value if name not in OVERRIDES):
            self.warn("overrideSettings", f"Not known here and without effect: {', '.join(map(shown, others[:20]))}.")
        for name, setting in known.items():
            if not OVERRIDES[name](setting):
                raise QueryError(f"{name} cannot be {shown(setting)}.", "overrideSettings")
        return known


OVERRIDES: dict[str, Any] = {
    "reportAnalysisWinratesAs": lambda x: isinstance(x, str) and x.upper() in PERSPECTIVES,
    "maxTime": lambda x: is_number(x) and x > 0,
    "maxVisits": lambda x: is_whole(x) and x >= 1,
    "maxPlayouts": lambda x: is_whole(x) and x >= 1,
    "analysisPVLen": lambda x: is_whole(x) and 1 <= x <= 1000,
}
"""Settings that Kaya heeds, and what each may be."""
FIELDS = frozenset(
    (
        *("id", "moves", "initialStones", "initialPlayer", "rules", "komi", "whiteHandicapBonus", "boardXSize"),
        *("boardYSize", "analyzeTurns", "maxVisits", "analysisPVLen", "avoidMoves", "allowMoves", "overrideSettings"),
        *("reportDuringSearchEvery", "firstReportDuringSearchAfter", "priority", "priorities", "action"),
        *(*SWITCHES, *NOT_KNOWN, *WITHOUT_EFFECT),
    )
)


def is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def is_number(value: Any) -> bool:
    return (isinstance(value, float) and math.isfinite(value)) or is_whole(value)


def as_list(value: Any, name: str) -> list[Any]:
    if not isinstance(value, list):
        raise QueryError("Must be a list of objects with player, moves and untilDepth.", name)
    return value


def parse_colour(value: Any, name: str) -> int:
    if not (isinstance(value, str) and value.lower() in COLOURS):
        raise QueryError(f'{shown(value)} is no player: give "B" or "W".', name)
    return COLOURS[value.lower()]


def parse_place(text: str, lines: int, name: str) -> int:
    """The point of a GTP vertex, or of its column and row from above, `(0,13)`; PASS."""
    if (found := COORDINATES.fullmatch(text)) and max(map(int, found.groups())) < lines:
        return point(int(found[1]), int(found[2]), lines)
    try:
        return parse_vertex(text[:10], lines)
    except ValueError as error:
        raise QueryError(str(error), name) from None


def describe(rules: Rules) -> str:
    return f"{rules.scoring.lower()} scoring with positional superko and without suicide"


def game_of(query: Query) -> GoPosition:
    """The whole game that a query tells."""
    lines, rules = query.lines(), query.rules()
    stones = query.stones("initialStones", lines, passes=False)
    if "moves" not in query.raw:
        raise QueryError('Must be given: a list of pairs, as ["B","D4"].', "moves")
    moves = query.stones("moves", lines, passes=True)
    komi = query.number("komi", -LARGEST_KOMI, LARGEST_KOMI, 6.5 if rules.scoring == "TERRITORY" else 7.5)
    if 2 * komi != int(2 * komi):
        raise QueryError("Must be a whole or a half number.", "komi")
    if "whiteHandicapBonus" in query.raw:
        bonus = query.raw["whiteHandicapBonus"]
        if not (isinstance(bonus, str) and bonus in BONUSES):
            raise QueryError(f"Must be one of {', '.join(BONUSES)}.", "whiteHandicapBonus")
        rules = replace(rules, handicap_bonus=bonus)
    game = GoPosition(lines, komi + rules.bonus(handicap(stones, moves)), SCORING[rules.scoring])
    by_colour = {colour: [place for who, place in stones if who == colour] for colour in (BLACK, WHITE)}
    try:
        game.place(by_colour[BLACK], by_colour[WHITE])
    except ValueError as error:
        raise QueryError(str(error), "initialStones") from None
    if "initialPlayer" in query.raw:
        first = parse_colour(query.raw["initialPlayer"], "initialPlayer")
    else:
        first = moves[0][0] if moves else WHITE if handicap(stones, []) else BLACK
    game.set_turn(first)
    for turn, (colour, place) in enumerate(moves):
        try:
            game.play(place, colour, resume=True)
        except ValueError as error:
            raise QueryError(f"Illegal move {turn}: {error}", "moves") from None
    return game


def handicap(stones: list[tuple[int, int]], moves: list[tuple[int, int]]) -> int:
    """Black's handicap stones: stones without any of White's, and first moves in a row; none if it is one."""
    placed = 0 if any(colour == WHITE for colour, _ in stones) else len({place for _, place in stones})
    row = next((k for k, (colour, place) in enumerate(moves) if colour == WHITE or place == PASS), len(moves))
    count = placed + (row if row > 1 else 0)
    return count if count > 1 else 0


def read_query(raw: Mapping[str, Any], unsaid: Wishes) -> tuple[list[Task], Query]:
    """The positions that a query asks for, the first turn first, and the query with its warnings; `unsaid` is what is
    meant where it does not say."""
    query = Query(raw)
    game, settings = game_of(query), query.settings()
    for name, (low, high) in WITHOUT_EFFECT.items():
        if query.number(name, low, high) is not None:
            query.warn(name, "Has no effect on Kaya's search.")
    for name in NOT_KNOWN:
        if query.switch(name):
            query.warn(name, "Is not known to Kaya's players and left out.")
    visits = settings.get("maxVisits", settings.get("maxPlayouts", unsaid.visits))
    side = settings.get("reportAnalysisWinratesAs")
    every = query.number("reportDuringSearchEvery", 0.001, 1e6)
    wishes = Wishes(
        id=raw["id"],
        visits=min(query.whole("maxVisits", 1, 1 << 50, visits), MOST_VISITS),
        seconds=min(settings["maxTime"], 1e8) if "maxTime" in settings else unsaid.seconds,
        perspective=PERSPECTIVES[side.upper()] if side else unsaid.perspective,
        shows=frozenset(name for name in SWITCHES if query.switch(name)),
        every=every,
        first=query.number("firstReportDuringSearchAfter", 0.001, 1e6, every),
        longest=query.whole("analysisPVLen", 1, 1000, settings.get("analysisPVLen", unsaid.longest - 1)) + 1,
    )
    limits = query.limits(game.lines)
    tasks = [Task(wishes, game, turn, priority, limits) for turn, priority in sorted(turns(query, game).items())]
    for task in tasks if limits else []:
        _ = task.only  # QueryError if there is nothing left
    for name in raw:
        if name not in FIELDS:
            query.warn(name if len(name) <= 40 else name[:39] + "…", "Is not known here and without effect.")
    return tasks, query


def turns(query: Query, game: GoPosition) -> dict[int, int]:
    """Which turns are to be analysed, with their priorities."""
    raw, last = query.raw, len(game.played)
    asked = query.wholes("analyzeTurns") if "analyzeTurns" in raw else [last]
    for turn in asked:
        if not 0 <= turn <= last:
            raise QueryError(f"There is no turn {shown(turn)}: turns go from 0 to {last}.", "analyzeTurns")
    if "priorities" not in raw:
        priority: int = query.whole("priority", -(1 << 62), 1 << 62, 0)
        return dict.fromkeys(asked, priority)
    if "priority" in raw:
        raise QueryError("Cannot be given together with priorities.", "priority")
    priorities = query.wholes("priorities")
    if "analyzeTurns" not in raw or len(priorities) != len(asked):
        raise QueryError("Must be as many as analyzeTurns.", "priorities")
    if any(abs(priority) > 1 << 62 for priority in priorities):
        raise QueryError("Must be from -2^62 to 2^62.", "priorities")
    return dict(zip(asked, priorities, strict=True))
