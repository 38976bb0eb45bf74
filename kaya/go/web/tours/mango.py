"""A tour of Chaslot, Winands, van den Herik, Uiterwijk and Bouzy, *Progressive Strategies for Monte-Carlo Tree Search*,
2008."""

from ....web.learn.tour import Searching, Stop, Tour
from .positions import EARLY, LARGE, OPENING

STOPS = (
    Stop(
        "Four tasks, again and again",
        "section 2.1",
        "The search has no evaluation function. It goes down its tree by what it has learned, adds a node, plays the "
        "game "
        "to its end without thinking, and tells every node on the way who won.\n\nHere you let it do one such "
        "simulation "
        "at a time: its way through the tree, the board at its end, and the tree that has grown by a node.",
        Searching("go", OPENING, ("uct",), ("playout", "tree"), simulations=1),
        "+1 a few times, then +10. The root counts every simulation; each new node hangs below the one before.",
    ),
    Stop(
        "Values and doubts",
        "section 2.3.1, formula 2.1",
        "Which child next? The one with the highest v + C √(ln n_p / n): what it has brought so far, and a bonus for "
        "having "
        "been looked at little. A move that does badly is left alone, until the growing logarithm makes it interesting "
        "again.",
        Searching("go", OPENING, ("uct:T_root=0",), ("board", "terms", "settling"), 0, 800, 100, ("C",)),
        "turn C down to 0: the search falls in love with whatever won first. Turn it up to 3: it tries everything "
        "equally.",
    ),
    Stop(
        "A node at T",
        "section 2.3.2",
        "One node is stored for each simulated game. Only when a node has been visited T = 30 times are all its "
        "children "
        "stored at once; below that the simulation strategy chooses, as after so few games averages say "
        "nothing.\n\nIn the "
        "tree a hollow node has only those children that games happened to come through; a full one has them all.",
        Searching("go", OPENING, ("uct",), ("tree", "board"), 60, 400, 30, ("T",)),
        "run slowly and watch a node at 29, 30, 31 visits: it fills. With T = 5 the tree is full of full nodes, and "
        "of noise.",
    ),
    Stop(
        "A good simulated game",
        "section 2.3.3",
        "Random games are a poor guide. Here each move is drawn with a probability in proportion to its urgency: "
        "captures "
        "and escapes, learned 3×3 patterns, and much more near the last move. Too random is weak, and too regular is "
        "blind.",
        Searching("go", OPENING, ("uct:policy=light", "uct:policy=by_urgency"), ("playout", "settling"), 1, 1, 3),
        "step on with +1 and compare the boards at the end: urgency leaves living groups, random moves a sieve. Then "
        "+100.",
    ),
    Stop(
        "Which move at last",
        "section 2.4",
        "When time is over, the child with the most visits is played, the robust child, and not the one with the "
        "highest "
        "value: a high value may come from three lucky games.",
        Searching(
            "go", OPENING, ("uct:final=robust_child", "uct:final=max_child"), ("board", "terms"), 150, 800, 60, ("T",)
        ),
        "watch what each of them would play, from 200 simulations on: the max child changes its mind twice as often.",
    ),
    Stop(
        "Knowledge that takes its time",
        "section 3.3, formula 3.3",
        "H says what knowledge thinks of a move: captures and large patterns from professional games, multiplied by "
        "how near "
        "it is to the moves before. It is a thousand times slower than a simulated move, so it must be asked rarely.",
        Searching("go", OPENING, ("mango-paper",), ("board", "terms"), 60, 60, board="prior"),
        "click a move on the board: its card says what its H is made of.",
    ),
    Stop(
        "Asked only once for a node",
        "section 3.4",
        "H is computed once for each node, when it has T visits. Few nodes ever come so far: nearly all of the tree "
        "are "
        "leaves that were seen once or twice. With T = 30 the program lost 4 % of its speed.",
        Searching("go", OPENING, ("mango-paper:T=2", "mango-paper:T=30"), ("tree",), 0, 1000),
        "compare the sentences below the trees: how many nodes were expensive, on the left and on the right.",
    ),
    Stop(
        "Progressive bias",
        "section 3.1, formula 3.2",
        "H / (n + 1) is added to a move's score. While a move is young that outweighs everything, and the search does "
        "what "
        "knowledge says; with every visit it fades, faster than doubt does, and what remains are results.",
        Searching("go", OPENING, ("mango:PU=off",), ("bias", "terms", "board"), 30, 600, 60, ("weight", "C")),
        "watch the dots slide down the curves. With weight = 0 it is plain UCT; with 1000 knowledge never lets go.",
    ),
    Stop(
        "Four ages of a node",
        "section 3.1, properties 1 to 4",
        "At T every move is tried once, those with the highest H first. Up to a hundred visits H rules, up to five "
        "hundred "
        "both have a say, and later the results alone decide; knowledge only breaks ties.",
        Searching("go", OPENING, ("mango-paper:PU=off",), ("board", "terms", "settling"), 30, 30, 30, board="ranks"),
        "+10 from 30 on: moves are visited in the order of their ranks. Then run to 100, 500 and 2000.",
    ),
    Stop(
        "Bias, with and without",
        "section 3.1 and Table 1 (PB)",
        "The same position, the same playouts, the same number of simulations; on the right nothing is added. On 9×9, "
        "PB "
        "took Mango from 33 to 58 % of games against GNU Go.",
        Searching("go", EARLY, ("mango:PB=on,PU=off", "mango:PB=off,PU=off"), ("board", "terms", "settling"), 0, 1000),
        "pause at 150: on the left a few moves have nearly all visits, on the right every point of the board had its "
        "turn.",
    ),
    Stop(
        "Progressive unpruning",
        "section 3.2, Figure 3",
        "When there is little time and there are many moves, most of them had better not exist. At T only the k_init "
        "= 5 "
        "moves with the highest H are seen. The next one opens when n_p passes A·B, the one after it at A·B², and so "
        "on: "
        "nothing is pruned for ever.",
        Searching("go", OPENING, ("mango-paper",), ("board", "unpruning"), 30, 600, 40, ("k_init", "A", "B"), "ranks"),
        "the dashed points are pruned, with their ranks. Run on and see them open one by one; make B smaller, and "
        "faster.",
    ),
    Stop(
        "Both together on a larger board",
        "section 4.1, Table 1",
        "On 19×19 plain tree search did not win a game, each strategy alone won three to five in a hundred, and both "
        "together nearly half of them. The larger the board, the more there is to be left out. Here on 13×13.",
        Searching("go", LARGE, ("mango", "mango:PB=off,PU=off"), ("board", "tree"), 0, 600),
        "compare how deep both trees have grown after the same number of simulations.",
    ),
    Stop(
        "A network as one more H",
        "after the paper: Silver et al. 2016; section 6 asks for better knowledge",
        "Whoever says H, the rest stays: on the left it is a model of features, on the right the policy of a neural "
        "network. "
        "It is far slower, so that T matters even more, and bias and unpruning do with it what they did with patterns.",
        Searching(
            "go", OPENING, ("mango", "mango:prior=by_network,evaluates=off"), ("board", "bias"), 0, 200, board="prior"
        ),
        "look at H on both boards first, then at visits.",
    ),
    Stop(
        "PUCT",
        "after the paper: Rosin 2011, Silver et al. 2017",
        "Where the network also says what a position is worth, nothing is played out. The bonus is c P √N / (1 + n): "
        "prior "
        "knowledge and doubt in one term, which fades as 1/n just as progressive bias does, but is multiplied by √N "
        "and so "
        "never ends.",
        Searching("go", OPENING, ("zero",), ("board", "terms", "settling"), 0, 200, 20, ("c_init", "fpu")),
        "click a move for its card, and compare its terms with those of formula 3.2.",
    ),
)

MANGO = Tour(
    "mango",
    "Progressive strategies",
    "Chaslot, Winands, van den Herik, Uiterwijk and Bouzy, Progressive Strategies for Monte-Carlo Tree Search, 2008",
    "How knowledge that is too slow to be asked often directs a search while it is young, and lets go of it: "
    "progressive "
    "bias and progressive unpruning, in Go.",
    STOPS,
)
