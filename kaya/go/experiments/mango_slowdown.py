"""Mango paper, section 3.4: what the domain knowledge costs at T = 30, 20,000 simulations.

From the initial position, and after 120 moves. The paper says that H reduces the speed by 4 percent (on a board it does
not name), and that it takes about a millisecond, around 1000 times as long as a simulated move. Our cost of H includes
listing and sorting the moves. H is that of formula 3.3 (`mango-paper`), and beside it that of the features (`mango`, at
T = 30 as well). The scale sets how many times it is measured.
"""

from functools import cache

from ...games.rules import moves
from ...kernel import kernel
from ...lab.experiments.measured import Measured, MeasuredExperiment, Measurement, Value
from ...lab.matches.contestants import Pace
from ...lab.screen import NameTable
from ...lab.statistics.fits import mean_interval
from ...players import Player, make_player
from ...search import Strategy, no_knowledge
from ..match_cost import move_seconds
from ..rules import GoPosition, parse_sgf_point
from .mango_search import PROGRAMS, compile_first, counted_search, described

SIMULATIONS = 20_000  # as in Table 1
TIMES = 10
KOMI, PAPER = 7.5, "4 %"

# GNU Go 3.8 against itself: gnugo --mode gtp --level 0 --chinese-rules --seed 1, komi 7.5, the first 120 moves.
MIDDLE_GAME = (
    "pddpppddcfdjeffdbdccbcnppnpqoqoporqpmrqfporqfpdndqeqepercpgrqhofndmflddobqjcqkrdqcrckbnnfndlcbffjddbicbbabcaegeepm"
    "chdehphnjplpnlcdgognqbpbrbbnrnpkocpcodncobnboaohkmfkfihkprfggfgghfbhbgbfbidghgghgihiflglelgjdrcqgpendihhkfnanepaoe"
    "njrlrkjfkhlk"
)
POSITIONS = {
    "9x9": (9, ""),
    "13x13": (13, ""),
    "19x19": (19, ""),
    "19x19, middle game": (19, MIDDLE_GAME),
}


@cache
def in_vain(knowledge):
    """A kernel that computes H as another one does, and forgets it."""

    @kernel
    def knowledge_in_vain(state, work, count, p):
        knowledge(state, work, count, p)
        moves(state, work.moves)
        for k in range(count):
            work.heuristic[k] = 0.0

    return knowledge_in_vain


def position(lines: int, record: str) -> GoPosition:
    found = GoPosition(lines, KOMI)
    for k in range(0, len(record), 2):
        found.play(parse_sgf_point(record[k : k + 2], lines))
    return found


def measurements(scale: float) -> list[Measurement]:
    return [_in(label, kind, max(3, round(scale * TIMES))) for label in POSITIONS for kind in PROGRAMS]


def _in(label: str, kind: str, times: int) -> Measurement:
    (lines, record), player = POSITIONS[label], f"{PROGRAMS[kind]}:T=30"
    what = {"player": described(player, SIMULATIONS), "size": lines, "komi": KOMI, "moves": record}

    def take(seed: int) -> Value:
        return compare(player, position(lines, record), SIMULATIONS, seed)

    def seconds() -> float:
        return 5 * move_seconds(player, Pace(simulations=SIMULATIONS), lines, KOMI)

    return Measurement(f"{label}, {kind}", what, take, seconds, times)


def compare(player: str, start: GoPosition, simulations: int, seed: int) -> Value:
    """CPU-seconds of Mango's search, how often it computes H, and CPU-seconds of one H.

    One H is the difference of two searches without progressive strategies: one computes H and forgets it, the other
    does not. With the same seed they grow the same tree, each H is computed once, and finds the processor's caches as a
    playout leaves them. Each is run twice, in the order -, H, H, -, so that a machine that becomes slower or faster
    favours neither."""
    without, forgetting = (make_player(f"{player},PB=off,PU=off", kind=Player) for _ in range(2))
    mango = make_player(player, kind=Player)
    knowledge = mango.search.strategies["prior"]
    without.search.strategies["prior"] = no_knowledge
    forgetting.search.strategies["prior"] = Strategy("prior", in_vain(knowledge.function), knowledge.parameters)
    for each in (without, forgetting, mango):
        compile_first(each)
    counts, trees = [], set()
    for each in (without, forgetting, forgetting, without):
        counts.append(counted_search(each, start, simulations, seed))
        trees.add(each.search.tree.fingerprint())
    if len(trees) != 1:
        raise ValueError("H computed in vain has changed the tree: its cost cannot be measured like this.")
    first, second, third, last = (c.seconds for c in counts)
    found = counted_search(mango, start, simulations, seed)
    return {
        "seconds": found.seconds,
        "one": (second + third - first - last) / (2 * counts[0].calls),
        "calls": found.calls,
        "moves": found.moves,
    }


def speed_lost(value: Value) -> float:
    """By which part H reduces the speed: 1 - (time without H) / (time with H) = (cost of H) / (time with H)."""
    return value["calls"] * value["one"] / value["seconds"]


def table(title: str, measured: list[Measured]) -> NameTable:
    columns = "position", "paper", "speed lost", "95 % interval", "H", "move", "H / move", "times"
    shown = NameTable(*columns, title=title)
    for line in measured:
        shown.add_row(line.label, PAPER, *_cells(line.values), line.times)
    return shown


def _cells(values: list[Value]) -> list[str]:
    if not values:
        return [""] * 5
    lost = [speed_lost(v) for v in values]
    low, high = mean_interval(lost)
    cost = sum(v["calls"] * v["one"] for v in values)
    h = cost / sum(v["calls"] for v in values)
    move = (sum(v["seconds"] for v in values) - cost) / sum(v["moves"] for v in values)
    return [
        f"{100 * sum(lost) / len(lost):.2f} %",
        f"{100 * low:.2f} to {100 * high:.2f}",
        f"{1e6 * h:.1f} µs",
        f"{1e6 * move:.2f} µs",
        f"{h / move:.0f}",
    ]


experiment = MeasuredExperiment(__name__, __doc__, measurements, table)
