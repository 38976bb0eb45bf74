"""Section 3.4 of the Mango paper: how much the domain knowledge slows the search down at T = 30.

Two searches with the same seed alternate: one computes H as Mango does, the other eleven times over. They grow the same
tree, so a tenth of the difference of their CPU times is what H costs. All but the first time it finds in the
processor's caches what the first has fetched, so the cost is rather more than less.
"""

from rich.table import Table

from ...games.go import GoPosition, parse_sgf_point
from ...kernel import kernel
from ...players import make_player
from ...players.mango import by_knowledge
from ...search import Strategy
from ..contestants import Pace
from ..cost import move_seconds
from ..fits import mean_interval
from .mango_search import compile_first, counted_search, described
from .measured import Measured, MeasuredExperiment, Measurement, Value

SIMULATIONS = 20_000  # as in Table 1
TIMES = 10
EXTRA = 10  # the cost of H once is lost in the noise of a busy machine
PLAYER, KOMI = "mango:T=30", 7.5
PAPER = "4 %"

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

KNOWLEDGE = by_knowledge.function


def knowledge_over_and_over(state, nodes, index, work, p):
    """`by_knowledge`; where it has computed H, it does so again, EXTRA times."""
    count = KNOWLEDGE(state, nodes, index, work, p)
    if count > 0:
        for _ in range(EXTRA):
            KNOWLEDGE(state, nodes, index, work, p)
    return count


OVER_AND_OVER = kernel(knowledge_over_and_over)


def position(lines: int, moves: str) -> GoPosition:
    found = GoPosition(lines, KOMI)
    for k in range(0, len(moves), 2):
        found.play(parse_sgf_point(moves[k : k + 2], lines))
    return found


def measurements(scale: float) -> list[Measurement]:
    return [_in(label, max(3, round(scale * TIMES))) for label in POSITIONS]


def _in(label: str, times: int) -> Measurement:
    lines, moves = POSITIONS[label]
    what = {"player": described(PLAYER, SIMULATIONS), "size": lines, "komi": KOMI, "moves": moves}

    def seconds() -> float:
        return 4 * move_seconds(PLAYER, Pace(simulations=SIMULATIONS), lines, KOMI)

    return Measurement(label, what, lambda seed: compare(position(lines, moves), SIMULATIONS, seed), seconds, times)


def compare(start: GoPosition, simulations: int, seed: int) -> Value:
    """CPU-seconds of a search, and of H in it, from two searches of each kind in the order 1, 11, 11, 1, so that a
    machine that becomes slower or faster favours neither."""
    once, often = make_player(PLAYER), make_player(PLAYER)
    often.search.strategies["expand"] = Strategy("expand", OVER_AND_OVER, once.search.strategies["expand"].parameters)
    compile_first(once)
    compile_first(often)
    counts, trees = [], set()
    for player in (once, often, often, once):
        counts.append(counted_search(player, start, simulations, seed))
        trees.add(player.search.tree.fingerprint())
    if len(trees) != 1:
        raise ValueError("H computed over and over has changed the tree: its cost cannot be measured like this.")
    first, second, third, last = (c.seconds for c in counts)
    return {"seconds": (first + last) / 2, "knowledge": (second + third - first - last) / (2 * EXTRA),
            "calls": counts[0].calls, "moves": counts[0].moves}  # fmt: skip


def speed_lost(value: Value) -> float:
    """By which part H reduces the speed: 1 - (time without H) / (time with H) = (cost of H) / (time with H)."""
    return value["knowledge"] / value["seconds"]


def table(title: str, measured: list[Measured]) -> Table:
    columns = "position", "paper", "speed lost", "95 % interval", "H", "move", "H / move", "times"
    shown = Table(*columns, title=title, title_justify="left")
    for line in measured:
        shown.add_row(line.label, PAPER, *_cells(line.values), line.times)
    return shown


def _cells(values: list[Value]) -> list[str]:
    if not values:
        return [""] * 5
    lost = [speed_lost(v) for v in values]
    low, high = mean_interval(lost)
    cost = sum(v["knowledge"] for v in values)
    h = cost / sum(v["calls"] for v in values)
    move = (sum(v["seconds"] for v in values) - cost) / sum(v["moves"] for v in values)
    return [f"{100 * sum(lost) / len(lost):.2f} %", f"{100 * low:.2f} to {100 * high:.2f}", f"{1e6 * h:.1f} µs",
            f"{1e6 * move:.2f} µs", f"{h / move:.0f}"]  # fmt: skip


experiment = MeasuredExperiment(
    name="mango-slowdown",
    title="What the domain knowledge costs at T = 30, 20,000 simulations",
    source="Mango paper, section 3.4",
    measurements=measurements,
    table=table,
    note="From the initial position, and after 120 moves. The paper says that H reduces the speed by 4 percent "
    "(on a board it does not name), and that it takes about a millisecond, around 1000 times as long as a simulated "
    "move. Our cost of H includes listing and sorting the moves. The scale sets how many times it is measured.",
)
