"""What GoGui shows in its analysis menu: maps, marks and dialogs."""

from ....search import Budget
from ...rules import BLACK, PASS
from ..engine import Engine
from ..registry import GtpError, command

PLAYOUTS = 500
MENU = """\
dboard/Ownership/kaya-ownership
gfx/Best Moves/kaya-best_moves
string/Estimated Score/kaya-estimate
plist/Dead Stones/final_status_list dead
string/Final Score/final_score
string/Rules/kata-get-rules
hstring/All Parameters/list_parameters
param/Parameters/kaya-param
none/Drop Search Tree/clear_cache"""


@command("gogui-analyze_commands")
def gogui_analyze_commands(engine: Engine) -> str:
    """What GoGui offers in its menu: type, label and command, one on a line."""
    return MENU


@command("kaya-ownership")
def ownership(engine: Engine, playouts: int = 0) -> str:
    """Who will own each point, by so many playouts, or if none are given by the player's network, or by 500 if it has
    none: 1 is Black for certain, -1 White; rows from above."""
    if not 0 <= playouts <= 100_000:
        raise GtpError("syntax error: give 1 to 100000 playouts")
    position = engine.position
    evaluated = None if playouts else engine.player.evaluate(position)
    owned, n = (evaluated or position.estimate(playouts or PLAYOUTS)).ownership, position.lines
    values = [f"{owned[p]:.2f}" for p in position.points]
    return "\n" + "\n".join(" ".join(values[k : k + n]) for k in range(0, n * n, n))


@command("kaya-estimate")
def estimate(engine: Engine) -> str:
    """The score that the player's network, or playouts, expect, its standard deviation, and Black's winning rate."""
    e = engine.player.evaluate(engine.position) or engine.position.estimate()
    winner = "B" if e.score > 0 else "W"
    return f"{winner}+{abs(e.score):.1f} (deviation {e.deviation:.1f}), Black wins {50 + 50 * e.value:.0f} %"


@command("kaya-best_moves")
def best_moves(engine: Engine, moves: int = 10) -> str:
    """Search for a second at most and show the best moves on GoGui's board: labels are winning rates."""
    engine.wait_until_compiled()
    position, given = engine.position, engine.budget
    budget = Budget(given.simulations, min(given.seconds or 1.0, 1.0), given.nodes, given.memory)
    report = engine.player.think(position, budget)
    if report.chosen is None:
        return "TEXT The game is over"
    name, shown = report.name, [m for m in report.best_first[: max(moves, 1)] if m.move != PASS]
    line = " ".join(map(name, report.chosen.line))
    rows = [f"TEXT {100 * report.winning_rate:.1f} % after {report.visits} simulations: {line}"]
    if shown:
        rows = [
            f"VAR {'b' if position.mover == BLACK else 'w'} {name(shown[0].move)}",
            "INFLUENCE " + " ".join(f"{name(m.move)} {m.visits / report.visits:.3f}" for m in shown),
            "LABEL " + " ".join(f"{name(m.move)} {100 * m.winning_rate:.0f}" for m in shown),
            *rows,
        ]
    return "\n".join(rows)
