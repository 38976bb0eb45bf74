"""All that Kriegspiel brings."""

from ..games.registry import Bundle

PLAYERS = "kaya.kriegspiel.players"
SECONDS = (0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0)

bundle = Bundle(
    "kriegspiel",
    "kaya.kriegspiel.rules:kriegspiel",
    title="Kriegspiel",
    about="Chess in the dark: you see your own pieces only, and an umpire says what is legal.",
    players={
        "kriegspiel-random": f"{PLAYERS}.random_player:RandomPlayer",
        "kriegspiel-a": f"{PLAYERS}.a:ProgramA",
        "kriegspiel-a-paper": f"{PLAYERS}.a:ProgramAPaper",
        "kriegspiel-b": f"{PLAYERS}.b:ProgramB",
        "kriegspiel-b-paper": f"{PLAYERS}.b:ProgramBPaper",
        "kriegspiel-c": f"{PLAYERS}.c:ProgramC",
        "kriegspiel-c-paper": f"{PLAYERS}.c:ProgramCPaper",
        "kriegspiel-minimax": f"{PLAYERS}.minimax:MinimaxPlayer",
        "kriegspiel-minimax-paper": f"{PLAYERS}.minimax:MinimaxPaper",
        "kriegspiel-los": f"{PLAYERS}.samplers:LastObservation",
        "kriegspiel-aosp": f"{PLAYERS}.samplers:AllObservations",
        "kriegspiel-hs": f"{PLAYERS}.samplers:Hybrid",
        "kriegspiel-d": f"{PLAYERS}.d:ProgramD",
        "kriegspiel-particles": f"{PLAYERS}.particles:ParticlesPlayer",
        "kriegspiel-net": f"{PLAYERS}.net:NetPlayer",
        "kriegspiel-e": f"{PLAYERS}.e:ProgramE",
    },
    default_player="kriegspiel-e",
    analyst="kriegspiel-d",
    levels={level: {"seconds": seconds} for level, seconds in enumerate(SECONDS, start=1)},
    sides=("white", "black"),
    file_format="kaya.kriegspiel.files:PGN",
    compact="kaya.kriegspiel.files.compact:encode",
    programs={"kriegspiel": "kaya.kriegspiel.protocol:KriegspielSeat"},
    services={
        "densities": "kaya.kriegspiel.learning.densities:learn_densities",
        "determinizations": "kaya.kriegspiel.knowledge.sampling.determinizations:determinizations",
        "places": "kaya.kriegspiel.knowledge.sampling.determinizations:places",
    },
    encoding="kaya.kriegspiel.frameworks:OwnPieces",
    openspiel={"kriegspiel": "kaya.kriegspiel.frameworks:OpenSpielKriegspiel"},
    openings="kaya.kriegspiel.openings:opening_of",
    clinic="kaya.kriegspiel.clinic:CLINIC",
    experiments="kaya.kriegspiel.experiments",
    ahead=("kriegspiel-random",),
    terminal="kaya.kriegspiel.terminal:ADAPTER",
    not_for_people=("kriegspiel-random",),
    drawing="kaya.kriegspiel.web:DRAWING",
    page="kaya.kriegspiel.web.adapter:KriegspielPage",
    tours="kaya.kriegspiel.web.tours:TOURS",
    pictures={name: f"kaya.kriegspiel.show:{name}" for name in ("belief", "boards", "density", "metaposition")},
    commands="kaya.kriegspiel.commands:commands",
)
"""A level is seconds a move: what a simulation is differs from program to program."""
