"""The constants of the abstract model of section 5.2, and the record that holds what one player knows.

The record is the game from one player's point of view: its own pieces as on a board, the other colour empty, and in
place of the opponent's pieces three matrices of probabilities. `control` computes from them what the umpire will
probably answer to a try, `opponent` how the opponent moves, `outcomes` what a try is worth; `belief_game` makes a game
of it for the search.
"""

from ....kernel import Parameters, parameter
from ...rules.squares import KING, KNIGHT
from ..pieces import COUNTS, VALUES

OWN_TURN, ANSWER, REPLY = 0, 1, 2
"""What comes next: an own try; the umpire's answer to it; the umpire's message about the opponent's move."""

MOST_REFUSED = 24  # tries of one turn that are remembered as refused
MEAN_PIECE = round(float(COUNTS[KNIGHT:KING] @ VALUES[KNIGHT:KING] / COUNTS[KNIGHT:KING].sum()), 1)


class Model(Parameters):
    """The constants of the model. The paper prints c1 and the share of knights; of the others it says "very high",
    "constant", "fixed", "generic adjustment factor". docs/kriegspiel-paper.md lists what was chosen, and why."""

    c1: float = parameter(3 / 7, "share of the opponent's pieces that move along a given line", low=0.0, high=1.0)
    knights: float = parameter(2 / 7, "share of the opponent's pieces that move as knights do", low=0.0, high=1.0)
    far: float = parameter(
        0.9, "c2: factor by which control or check is weaker with each further square", low=0.0, high=1.0
    )
    retaliation: float = parameter(0.9, "chance that a first capture is answered by a capture", low=0.0, high=1.0)
    check_taken: float = parameter(0.3, "chance that the piece that gives check is captured", low=0.0, high=1.0)
    suffer: float = parameter(
        0.6, "chance that the opponent captures an own piece that one of its pieces controls", low=0.0, high=1.0
    )
    fixed: bool = parameter(
        False,
        "the other reading of the same sentence: `suffer` is the chance that the opponent captures anything at all, "
        "and Prob_control says only who the victim is",
    )
    recapture: float = parameter(
        0.8, "chance to take back on a protected square, the quiescence of Figure 9", low=0.0, high=1.0
    )
    willing: float = parameter(
        0.09, "adjusts c1 in the spreading: is the piece that could move also willing to?", low=0.0, high=2.0
    )
    trend: float = parameter(0.9, "how much the densities' gradient counts against uniform movement", low=0.0, high=1.0)
    values: bool = parameter(
        False, "material is counted as in chess (pawn 1, knight and bishop 3, rook 5, queen 9); off: every piece is 1"
    )
    piece: float = parameter(
        MEAN_PIECE, "then: value of an unknown piece of the opponent; the mean of the seven", low=1.0, high=9.0
    )
    scale: float = parameter(16.0, "material that counts as a won game", low=1.0, high=100.0)


_TABLES = ("Pk", "Pw", "Pc", "control", "by_king", "by_pawn", "filled")
_NUMBERS = ("phase", "pending", "struck", "string", "checking", "check", "taken_at", "refused", "known")

# fmt: off
FIELDS = [
    ("turn", "i8"),          # the own colour, whoever is to move: so the kernels of `moves` find the own tries
    ("castling", "i8"),      # own rights
    ("tries", "i8"),         # pawn tries that are announced for this turn
    ("hash", "u8"),
    ("ply", "i8"),
    ("of_colour", "u8", 3),
    ("of_kind", "u8", 7),
    ("kind_at", "u1", 64),
    ("pawns", "f8"),         # the opponent's pawns and pieces left, as expected: nobody announces promotions
    ("pieces", "f8"),
    ("balance", "f8"),       # own material minus the opponent's, since the root of the search
    ("exposed", "f8"),       # control over all own pieces together; see `look`
    ("chance", "f8"),        # probability of the message that was drawn last
    ("expected", "f8"),      # value of the outcomes that this message leaves, as `outcomes` weighs them
    ("stored", "i8"),        # address of the beliefs of the tree, or 0; and the place of this one in it
    ("place", "i8"),
    ("trends", "i8"),        # address of the function f, by time, matrix and square
    ("accepts", "i8"),       # the umpire refuses nothing in this search: a refusal is the turn without that try
    *[(name, "i8") for name in _NUMBERS],
    ("refused_moves", "i4", MOST_REFUSED),
    *[(name, "f4", 64) for name in _TABLES],
    *[(d.name, "f8") for d in Model().describe()],
]
# fmt: on
"""Pk, Pw and Pc are the matrices of the paper. `phase` is what comes next; `pending` the try that awaits its answer;
`struck` where the own piece stands whose place the opponent has been told, `string` how many own captures in a row told
it, `checking` whether it gives check; `check` the checks against the own king; `taken_at` where an own piece has just
been captured; `refused` counts the tries refused in this turn. `known` says whether `control`, its parts `by_king` and
`by_pawn`, `filled` (the probability that a square is occupied) and `exposed` are up to date."""
