"""All that Phantom Go brings."""

from ..games.registry import Bundle

PLAYERS = "kaya.phantom_go.players"

bundle = Bundle(
    "phantom-go",
    "kaya.phantom_go.rules:phantom_go",
    title="Phantom Go",
    about="Go in the dark: you see your own stones, and an umpire says what is legal and what is captured.",
    players={
        "phantom-random": f"{PLAYERS}.random_player:RandomPlayer",
        "phantom-mc": f"{PLAYERS}.as_published:make_flat",
        "phantom-late": f"{PLAYERS}.as_published:make_late",
        "phantom-early": f"{PLAYERS}.as_published:make_early",
        "phantom-classic": f"{PLAYERS}.phantom:make_classic",
        "phantom": f"{PLAYERS}.phantom:make",
        "phantom-net": f"{PLAYERS}.net:NetPlayer",
    },
    default_player="phantom",
    sides=("black", "white"),
    file_format="kaya.phantom_go.files:PHANTOM_SGF",
    compact="kaya.phantom_go.files.compact:encode",
    programs={"gtp": "kaya.phantom_go.gtp:PhantomGtpSeat"},
    services={
        "gtp": "kaya.phantom_go.gtp:serve",
        "densities": "kaya.phantom_go.learning.densities:learn_densities",
        "determinizations": "kaya.phantom_go.knowledge.determinizations:determinizations",
        "places": "kaya.phantom_go.knowledge.determinizations:places",
    },
    encoding="kaya.phantom_go.frameworks:KnownStones",
    openspiel={"phantom_go": "kaya.phantom_go.frameworks:OpenSpielPhantomGo"},
    openings="kaya.go.openings:opening_of",
    experiments="kaya.phantom_go.experiments",
    ahead=("phantom-random",),
    terminal="kaya.phantom_go.terminal:ADAPTER",
    drawing="kaya.phantom_go.web:DRAWING",
    page="kaya.phantom_go.web.adapter:PhantomGoPage",
    commands="kaya.phantom_go.commands:commands",
    built_on=("go",),
)
