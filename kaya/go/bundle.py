"""All that Go brings."""

from ..games.registry import Bundle

PLAYERS = "kaya.go.players"

bundle = Bundle(
    "go",
    "kaya.go.rules:go",
    title="Go",
    about="Surround more of the board than your opponent.",
    players={
        "uct": f"{PLAYERS}.uct:make",
        "mango": f"{PLAYERS}.mango:make",
        "mango-paper": f"{PLAYERS}.mango:make_paper",
        "mogo": f"{PLAYERS}.mogo:make",
        "mogo-paper": f"{PLAYERS}.mogo:make_paper",
        "zero": f"{PLAYERS}.zero:make",
        "kaya-classic": f"{PLAYERS}.kaya_classic:make",
        "kaya": f"{PLAYERS}.kaya:make",
    },
    default_player="kaya",
    new_game="kaya.go.rules.position:new_game",
    options=("handicap", "rules"),
    sides=("black", "white"),
    get_ready="kaya.go.warmup:get_ready",
    file_format="kaya.go.files:SGF",
    compact="kaya.go.files.compact:encode",
    programs={"gtp": "kaya.go.gtp.client:GtpSeat"},
    services={"gtp": "kaya.go.gtp:serve"},
    encoding="kaya.go.frameworks:Stones",
    openspiel={"go": "kaya.go.frameworks:OpenSpielGo"},
    openings="kaya.go.openings:opening_of",
    match_seconds="kaya.go.match_cost:match_seconds",
    clinic="kaya.go.clinic:CLINIC",
    experiments="kaya.go.experiments",
    warm_up="kaya.go.warmup:warm_up",
    terminal="kaya.go.terminal:ADAPTER",
    drawing="kaya.go.web:DRAWING",
    page_parts="kaya.go.web.clinic:PARTS",
    tours="kaya.go.web.tours:TOURS",
    page="kaya.go.web.adapter:GoPage",
    commands="kaya.go.commands:commands",
    pictures={"first_moves": "kaya.go.show:first_moves"},
)
