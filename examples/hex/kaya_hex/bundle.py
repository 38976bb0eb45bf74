"""All that Hex brings. What is given as text is imported when it is first asked for."""

from kaya import Bundle

SIMULATIONS = (30, 100, 300, 1_000, 3_000, 6_000, 12_000, 25_000, 50_000, 100_000)

bundle = Bundle(
    "hex",
    "kaya_hex.position:hex_game",
    title="Hex",
    about="Connect your two edges of the board before your opponent connects the others.",
    players={"hex": "kaya_hex.player:make"},
    levels={level: {"simulations": n} for level, n in enumerate(SIMULATIONS, start=1)},
    sides=("red", "blue"),
    file_format="kaya_hex.files:SGF",
    compact="kaya_hex.files:compact",
    openings="kaya_hex.openings:opening_of",
    experiments="kaya_hex.experiments",
    ahead=("hex",),
    terminal="kaya_hex.terminal:ADAPTER",
    drawing="kaya_hex.web:DRAWING",
    page="kaya_hex.web.adapter:HexPage",
)
