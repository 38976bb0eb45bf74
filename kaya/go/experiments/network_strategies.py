"""No paper: what the papers' strategies are worth with a network as H, at equal CPU time.

`zero`, PUCT with the network's value, is the reference; each line is another use of the same network: progressive bias
(PB) and unpruning (PU) instead of PUCT; RAVE with MoGo's playouts. The numbers of simulations were chosen so that all
take as long as `zero`'s, by moves timed on one machine. PUCT has the constants of `zero`; those of PB were chosen by
hand: H is a probability now."""

from ...lab.experiments.played import MatchExperiment, Row

GAMES = 200
REFERENCE = "zero:settle=off"
BIAS = "select=progressive,C=0.1,M=1,weight=10"
VARIANTS = {
    "PB": f"{REFERENCE},{BIAS},PB=on,PU=off,once=off",
    "PU": f"{REFERENCE},{BIAS},PB=off,PU=on,once=on",
    "PB + PU": f"{REFERENCE},{BIAS},PB=on,PU=on,once=off",
    "RAVE and playouts": "kaya-classic:settle=off,prior=by_network,evaluates=off",
}
SIMULATIONS = {
    9: (400, dict(zip(VARIANTS, (400, 400, 400, 2750), strict=True))),
    13: (300, dict(zip(VARIANTS, (300, 300, 300, 2850), strict=True))),
}
"""By the lines of the board: simulations a move of the reference, and of each variant as `equal_simulations` of
`go/match_cost.py` gave them on a Xeon with AVX-512. They are part of what is played, so they are not measured anew."""


def rows() -> list[Row]:
    made = []
    for lines, (reference, simulations) in SIMULATIONS.items():
        for name, described in VARIANTS.items():
            first, second = f"{described},simulations={simulations[name]}", f"{REFERENCE},simulations={reference}"
            made.append(Row.of(f"{lines}x{lines}, {name}", first, second, {"games": GAMES, "size": lines}))
    return made


experiment = MatchExperiment(__name__, __doc__, rows, ("instead of PUCT and the value", "wins against zero"))
