"""The constants of the abstract model of section 5.2, and the record that holds what one player knows.

The record is the game as one player perceives it: its own pieces as on a board, the other colour empty, and in place of
the enemy three matrices of probabilities. `control` turns them into what will probably be answered to a try, `opponent`
lets the enemy move in them, `perception` ties both into a game for the search.
"""

from ....kernel import Parameters, parameter
from ...rules.squares import KING, KNIGHT
from ..pieces import COUNTS, VALUES

OWN_TURN, ANSWER, REPLY = 0, 1, 2
"""What comes next: an own try; the umpire's answer to it; the umpire's message about the opponent's move."""

UNKNOWN, FILLED, ALL = 0, 1, 2

MOST_REFUSED = 24  # tries of one turn that are remembered as refused
MOST_SEEN = 50  # own arrangements that are remembered
MEAN_PIECE = round(float(COUNTS[KNIGHT:KING] @ VALUES[KNIGHT:KING] / COUNTS[KNIGHT:KING].sum()), 1)


class Model(Parameters):
    """The constants of the model. The paper gives few numbers ("constant", "very high"): c1 and the share of knights.
    The others were fitted to what our programs do, or tuned in games against the minimax program; docs/kriegspiel.md
    says which."""

    c1: float = parameter(3 / 7, "share of the enemy's pieces that move along a given line", low=0.0, high=1.0)
    knights: float = parameter(2 / 7, "share of the enemy's pieces that move as knights do", low=0.0, high=1.0)
    far: float = parameter(
        0.9, "c2: factor by which control or check is weaker with each further square", low=0.0, high=1.0
    )
    line_pins: bool = parameter(True, "a man is pinned only from behind it; off: by all control, as printed")
    guarded: float = parameter(
        1.9,
        "the king's step is refused with the chance 1 - exp(-guarded x control); 0: with control itself, as printed",
        low=0.0,
        high=10.0,
    )
    escapes: bool = parameter(
        True, "in check only tries are expected to be legal that may end it; off: Prob_legal alone, as printed"
    )
    retaliation: float = parameter(0.4, "chance that a first capture is answered by a capture", low=0.0, high=1.0)
    capped: bool = parameter(
        True,
        "a later capture in a row is answered no more often than a first one, and evaluated "
        "as one; off: with Prob_control, as in the paper",
    )
    check_taken: float = parameter(0.3, "chance that the piece that gives check is captured", low=0.0, high=1.0)
    blind: float = parameter(
        0.1, "share of these two chances that is there without any control; 1: all, as in the paper", low=0.0, high=1.0
    )
    exposure: bool = parameter(
        True,
        "the chance to suffer a capture grows with control over own men, most where a "
        "pawn attacks them or where they are at home; off: it is `suffer`, and Prob_control "
        "says who the victim is, as in the paper",
    )
    pawn_taken: float = parameter(
        0.7, "chance that a man that a pawn attacks is captured: the umpire says so", low=0.0, high=1.0
    )
    suffer: float = parameter(0.33, "chance that the opponent captures something when it moves", low=0.0, high=1.0)
    reference: float = parameter(4.0, "control of all own men at which that chance is halved", low=0.0, high=50.0)
    home: float = parameter(
        0.5,
        "chance that the queen is captured at home if she is controlled, others as they are "
        "worth: the opponent expects them there; 0: no more than elsewhere",
        low=0.0,
        high=1.0,
    )
    willing: float = parameter(
        0.6, "adjusts c1 in the spreading: is the piece that could move also willing to?", low=0.0, high=2.0
    )
    shares: bool = parameter(
        True, "each piece moves with its own share of P_piece; off: each with all of it, as printed"
    )
    trend: float = parameter(0.9, "how much the densities' gradient counts against uniform movement", low=0.0, high=1.0)
    database: float = parameter(
        0.1,
        "share of the matrices that each quiet move of the opponent renews from the "
        "densities themselves; 0: none, as in the paper",
        low=0.0,
        high=1.0,
    )
    opening: float = parameter(3.0, "and at least opening / (opening + t) of them after t moves", low=0.0, high=20.0)
    men: bool = parameter(
        False, "every man counts one, as in the paper; off: pawn 1, knight and bishop 3, rook 5, queen 9"
    )
    piece: float = parameter(MEAN_PIECE, "what an enemy piece is worth; the mean of the seven", low=1.0, high=9.0)
    progress: float = parameter(
        0.6,
        "weight of all that is not material: advanced pawns, space, the king's likely "
        "squares; 0: none, as in the paper",
        low=0.0,
        high=10.0,
    )
    space: float = parameter(0.012, "weight of each square that own men attack or protect", low=0.0, high=0.2)
    hunt: float = parameter(0.25, "weight of the chance that the enemy's king is on one of them", low=0.0, high=5.0)
    shelter: float = parameter(0.5, "weight of the enemy's control over the own king", low=0.0, high=5.0)
    trust: float = parameter(
        0.4,
        "how much is believed of what later moves win beyond what was counted on; 1: all, as in the paper",
        low=0.0,
        high=1.0,
    )
    tempo: float = parameter(
        0.15, "what the own next move is expected to win; 0: nothing, as in the paper", low=0.0, high=5.0
    )
    scale: float = parameter(16.0, "material that counts as a won game", low=1.0, high=100.0)


AS_WRITTEN = dict(
    line_pins=False,
    guarded=0.0,
    escapes=False,
    retaliation=0.9,
    capped=False,
    blind=1.0,
    exposure=False,
    suffer=0.17,
    willing=0.09,
    shares=False,
    database=0.0,
    men=True,
    progress=0.0,
    trust=1.0,
    tempo=0.0,
)
"""The model as the paper has it: what is ours is off. The paper does not give the constants. Of `retaliation` it says
that it is very high; 0.17 is how often a silent move was followed by a capture in ten games of ours; with 0.09 for
`willing` seven pieces spread as fast as ours; `check_taken`, `far` and `trend` are as in ours."""

_TABLES = ("Pk", "Pw", "Pc", "control", "by_king", "by_pawn", "filled", "trend_k", "trend_w", "trend_c")
_NUMBERS = ("phase", "pending", "struck", "string", "checking", "check", "taken_at", "refused", "steps", "known")

# fmt: off
FIELDS = [
    ("turn", "i8"),          # the own colour, whoever is to move: so the kernels of `moves` see the own tries
    ("castling", "i8"),      # own rights
    ("tries", "i8"),         # pawn tries that are announced for this turn
    ("hash", "u8"),
    ("ply", "i8"),
    ("clock", "i8"),         # plies since the last capture or own pawn's move
    ("of_colour", "u8", 3),
    ("of_kind", "u8", 7),
    ("kind_at", "u1", 64),
    ("pawns", "f8"),         # enemy pawns and pieces left, as expected: what pawns have promoted nobody says
    ("pieces", "f8"),
    ("balance", "f8"),       # own material minus the enemy's, since the root of the search
    ("exposed", "f8"),       # control over all own men together; see `look`
    ("quiet", "f8"),         # what the position is worth besides material if the opponent captures nothing
    ("value", "f8"),         # of the pending try, and of the turn if it is refused, as a search has noted them
    ("otherwise", "f8"),
    ("stand", "f8"),         # the same with what its captures are expected to cost; see `look`
    *[(name, "i8") for name in _NUMBERS],
    ("refused_moves", "i4", MOST_REFUSED),
    ("seen", "u8", MOST_SEEN),
    *[(name, "f4", 64) for name in _TABLES],
    *[(d.name, "f8") for d in Model().describe()],
]
# fmt: on
"""Pk, Pw and Pc are the matrices of the paper. `phase` is what comes next; `pending` the try that awaits its answer;
`struck` where the own man stands whose place the opponent has heard, `string` how many own captures made it known in a
row, `checking` whether it gives check; `check` the checks against the own king; `taken_at` where an own man has just
been taken; `refused` counts the tries refused in this turn; `steps` the own moves since the last capture or own pawn's
move, whose hashes are in `seen`. `known` says how far what follows from the matrices is up to date: UNKNOWN, FILLED
(the table `filled`, the probability that somebody is on a square) or ALL (`control` and its parts `by_king` and
`by_pawn`, `exposed`, `quiet`, `stand`). The trends are the function f of the paper for this turn."""
