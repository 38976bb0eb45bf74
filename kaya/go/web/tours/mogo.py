"""A tour of Chaslot, Fiter, Hoock, Rimmel and Teytaud, *Adding expert knowledge and exploration in Monte-Carlo Tree
Search*, 2009."""

from ....web.learn.tour import Searching, Stop, Tour
from .positions import EARLY, EMPTY, problem

FLAT = "select=in_turn,expand=root_alone,backup=average"
STOPS = (
    Stop(
        "Three time scales of learning",
        "sections 1 and 2",
        "What is known of a move comes from three sources: from before the game (offline: patterns and rules), from "
        "all "
        "games simulated here in which it was played at any time (transient: RAVE), and from those that began with it "
        "(online). One formula weighs them, and the weights move from the first to the last.",
        Searching("go", EARLY, ("mogo",), ("weights", "board"), 20, 1500, 150),
        "run slowly: first the bars belong to RAVE, then the moves that are simulated most come to trust themselves.",
    ),
    Stop(
        "All moves as first",
        "section 1, RAVE",
        "A simulated game of eighty moves says something about forty moves of ours and not of one only: a move that "
        "was made "
        "later in a won game would probably have been good at once. So every move has many RAVE simulations r before "
        "it has "
        "any of its own.",
        Searching("go", EARLY, ("mogo",), ("rave", "playout"), 5, 5, 5),
        "+1 a few times: r of nearly all moves grows with each simulated game, n of one only.",
    ),
    Stop(
        "The bandit formula",
        "section 2, equation (1)",
        "score = α · online + β · transient + (γ + C / ln(2 + n)) · H. Click a move: its card has every term with its "
        "numbers "
        "put in, and α + β + γ = 1.",
        Searching(
            "go", EARLY, ("mogo",), ("terms", "weights"), 200, 400, 40, ("C_root", "c1_root", "c2_root"), look="C3"
        ),
        "C_root = 0 takes the fading exploration by H away; c1_root = 0.1 makes RAVE fall at once.",
    ),
    Stop(
        "β falls",
        "section 2, equation (2)",
        "β = r / (r + n + c1 n r). RAVE is quick and biased: it cannot know that a move is good only now. The more own "
        "simulations there are, the less it counts; c1 is how far it is from the truth.",
        Searching("go", EARLY, ("mogo",), ("rave", "terms", "settling"), 20, 3000, 0, ("c1_root",)),
        "run to 3000, then back to 300 with the slider: the same tree as before, and the dots climb their curves "
        "again.",
    ),
    Stop(
        "RAVE or not",
        "sections 1 and 4",
        "The same position and the same playouts, with RAVE on the left and plain UCT on the right. With naive "
        "averages "
        "exploration by the logarithm is needed; with RAVE its best constant became 0.",
        Searching("go", EARLY, ("mogo", "uct:policy=by_mogo_rules"), ("board", "settling"), 0, 800),
        "pause at 100. What has RAVE found by then, and when does UCT find it?",
    ),
    Stop(
        "What experts say",
        "section 2 and Figure 1",
        "H is a sum: the probability of a large pattern, and a bonus or malus for each rule that the move matches, as "
        "extension, hane, empty triangle, line of death. It also gives a move some RAVE simulations to begin with.",
        Searching("go", EARLY, ("mogo-paper",), ("board", "terms"), 100, 100, board="prior"),
        "click moves with a high and with a low H: their cards name the rules.",
    ),
    Stop(
        "Moves that answer",
        "section 1, Algorithm 1",
        "Outside of the tree a simulated move answers the last one: it saves stones in atari, else it matches a 3×3 "
        "pattern "
        "around the last move, else it captures, else it is random. A stronger simulator need not be a better one: "
        "games "
        "that are all alike teach nothing.",
        Searching("go", EARLY, ("uct:policy=light", "uct:policy=by_mogo_rules"), ("playout", "settling"), 1, 1, 3),
        "step through single games on both sides.",
    ),
    Stop(
        "Fill the board",
        "section 3.1, Algorithm 2",
        "Patterns match beside stones, so early games all begin in the same corner. Before patterns are asked, a few "
        "points "
        "are drawn at random, and one with nothing around it is played: more kinds of games, and the more simulations "
        "there "
        "are, the more it gains.",
        Searching("go", EMPTY, ("mogo:N=0", "mogo:N=4"), ("playout", "board"), 1, 300, 10, ("N",)),
        "on the left without, on the right with four tries.",
    ),
    Stop(
        "A playout that does not see nakade",
        "section 3.2, Figure 4",
        "White is to move and may capture three stones, which leaves an eye of three points. Black plays back in the "
        "middle of "
        "it, and the group is dead: every player of Go sees that. Random answers do not. There is hardly a tree here: "
        "each "
        "move is simulated as often as any other, so what is shown is what playouts believe.",
        Searching(
            "go",
            problem("straight three, captured in the corner"),
            (f"mogo:nakade=0,{FLAT}", f"mogo:nakade=3,{FLAT}"),
            ("board", "playout"),
            1,
            400,
            30,
        ),
        "White thinks to win two games in three on the left, and none on the right, where the middle of a hole of "
        "three is "
        "always played. Go back to 1 and step through single games: who plays back at B7?",
    ),
    Stop(
        "And a search on top of it",
        "section 3.2, Algorithm 3 and Table 1",
        "The tree does not repair what its games do not see: it does not grow towards a danger of which nothing is "
        "heard. "
        "Eight such shapes on one board, and no tree is large enough for all of them. With the rule the games tell "
        "the truth, "
        "and the tree follows.",
        Searching(
            "go", problem("eight times three"), ("mogo:nakade=0", "mogo:nakade=3"), ("board", "settling"), 0, 600
        ),
        "the side to move is lost. After 600 simulations the left side still believes to win six games in seven.",
    ),
    Stop(
        "Approach moves",
        "section 3.3, Figure 5",
        "To capture, one must sometimes connect first: the move that would capture at once is a self-atari. Half of "
        "the time "
        "it is replaced by a connection with another group, and the fight is simulated as it would be played.",
        Searching(
            "go",
            problem("three times two stones to connect"),
            ("mogo:approach=0", "mogo:approach=0.5"),
            ("board", "settling"),
            0,
            600,
        ),
        "the side to move is lost here, too. The right side doubts it already; other positions need more simulations.",
    ),
    Stop(
        "What it still does not see",
        "sections 3.3 and 4",
        "A race between two groups is decided by counting liberties, and neither rules nor averages count: the more "
        "races on "
        "a board, the surer playouts are of the wrong thing. The paper ends with it, and for years so did the "
        "programs.",
        Searching(
            "go",
            problem("two times three liberties against two"),
            ("mogo", "kaya"),
            ("board", "settling"),
            0,
            200,
        ),
        "on the right a network, which has learned to count: compare the winning rates.",
    ),
)

MOGO = Tour(
    "mogo",
    "Expert knowledge and RAVE",
    "Chaslot, Fiter, Hoock, Rimmel and Teytaud, Adding expert knowledge and exploration in Monte-Carlo Tree Search, "
    "2009",
    "Offline, transient and online learning in one formula, and simulated games that see what tree search cannot: "
    "MoGo.",
    STOPS,
)
