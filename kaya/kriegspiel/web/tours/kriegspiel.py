"""A tour of Ciancarini and Favini, *Monte Carlo tree search in Kriegspiel*, 2010."""

from ....web.learn.tour import Searching, Stop, Tour, after

SCENES = "kaya.kriegspiel.web.tours.scenes"
MIDDLE = after("kriegspiel", ["e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "g8f6"])
PHANTOM = after("phantom-go", ["E5", "C4", "G6", "D7", "F3", "C6", "G4"])
STOPS = (
    Stop(
        "Chess in the dark",
        "section 3",
        "You see your own pieces. You try a move; the umpire plays it, or refuses it without saying why, and you try "
        "another one. He tells captures, checks with their direction, and how many pawns could capture.",
        f"{SCENES}:Umpire",
        "click tries until one is refused. A refusal costs nothing and tells something: many a try is made for that "
        "alone.",
    ),
    Stop(
        "What is found grows old",
        "section 3",
        "In Phantom Go a stone that was found stays there. Here every piece may have moved on: what you know fades "
        "with "
        "each move that you do not see. Click for quiet moves, and watch three matrices spread: king, pawns, other "
        "pieces.",
        f"{SCENES}:Believed",
        "a few quiet moves, then a check: the king is found at once, and lost again a few moves later.",
    ),
    Stop(
        "A metaposition",
        "section 4.3",
        "The program that was best before merges all positions that it holds possible into one: for each square the "
        "kinds of "
        "men that may stand there. Every refusal and every move takes letters away, and each unseen move adds some.",
        f"{SCENES}:metapositions",
        "click a long try: if it is made, all squares on its way are empty; if not, somebody stands there.",
    ),
    Stop(
        "People repeat themselves",
        "section 5, Figure 4",
        "The paper counts 12,000 games of people: where pieces stand after so many moves. Knowing so little, most open "
        "as they always do, and ten moves later one may still guess well. Program A uses these numbers, B and C how "
        "they change. The table here is Kaya's own.",
        f"{SCENES}:Densities",
        "ten moves later, piece after piece. Which of them is easiest to find?",
    ),
    Stop(
        "Late guessing",
        "section 2.1",
        "How Phantom Go is searched: as Go, with the unseen stones put on the board at random, anew for each "
        "simulation. "
        "With late guessing they are put there only where the simulated game begins; in the tree the board is nearly "
        "empty.",
        Searching("phantom-go", PHANTOM, ("phantom-late",), ("board", "tree", "settling"), 0, 600, 60),
        "look at the tree: moves follow moves as if nobody else were there.",
    ),
    Stop(
        "Early guessing",
        "section 2.1",
        "With early guessing the hidden stones are put on the board after the first move, so that all of the tree is "
        "about "
        "whole boards, though another one each time. It was found to be stronger.",
        Searching("phantom-go", PHANTOM, ("phantom-late", "phantom-early"), ("board", "tree"), 0, 600),
        "the same simulations on both sides: early guessing tells moves apart that late guessing thinks equal.",
    ),
    Stop(
        "Approach A: guess the whole board",
        "section 5.1, Figure 5",
        "The same for Kriegspiel: before each simulation a board is drawn that fits what was heard and the densities, "
        "and "
        "chess is played on it at random. It won less than 2 % of its games.",
        f"{SCENES}:Boards",
        "draw others. Are the black men protected, do they work together? No player would stand like that.",
    ),
    Stop(
        "Why A fails",
        "section 5.1",
        "Drawn pieces do not protect each other, random moves do not attack together, and nothing happens by itself: a "
        "random game of Go fills the board, a random game of Kriegspiel goes nowhere. So much noise, so little to "
        "learn.",
        f"{SCENES}:Umpire",
        "play some moves at random: where are you after ten of them?",
    ),
    Stop(
        "Approach B: simulate what is heard",
        "section 5.2, Figures 3 and 6",
        "B draws no board. It simulates what the umpire would say, by the three matrices: own try, his answer, his "
        "word on "
        "their move, three levels of the tree. How the other side stands is nobody's business.",
        Searching("kriegspiel", MIDDLE, ("kriegspiel-b-paper",), ("board", "tree", "terms"), 0, 1500, 200),
        "in the tree, red nodes are the umpire's words. Click a try on the board for what may be answered.",
    ),
    Stop(
        "How far to look",
        "sections 5.2 and 6.1, parameter k",
        "A simulation of B ends after k own moves and counts men. With k = 1 there are many of them, each "
        "short-sighted; with "
        "k = 10 fewer and farther, on guesses about guesses. The less time there is, the smaller k should be.",
        Searching("kriegspiel", MIDDLE, ("kriegspiel-b:k=1", "kriegspiel-b:k=10"), ("board", "settling"), 0, 1500),
        "the values on the right tremble longer.",
    ),
    Stop(
        "Approach C: all answers at once",
        "section 5.3, Figures 8 and 9",
        "If k = 1 is best, why draw at all? C computes the value of every answer and weighs it by its probability, "
        "once for "
        "each try. A refusal costs the try, a capture wins a man and is likely to be answered.",
        Searching("kriegspiel", MIDDLE, ("kriegspiel-c-paper",), ("board", "terms", "tree"), 0, 400, 40),
        "click a try: its card lists the answers, how likely each is and what it is worth, as in Figure 9.",
    ),
    Stop(
        "B and C, in step",
        "section 6.1, Figure 10",
        "The same belief and as many simulations, drawn on the left, computed on the right. C's values stand still "
        "from the "
        "first visit on; ten to twenty times as many nodes a second made it beat the minimax program three games in "
        "four.",
        Searching("kriegspiel", MIDDLE, ("kriegspiel-b", "kriegspiel-c"), ("board", "settling"), 0, 1000),
        "pause at 50: which of them already knows its move?",
    ),
    Stop(
        "The maximum, and not the average",
        "section 5.3",
        "C takes its values for the truth: to look at a node again would give the same. So a node is worth as much as "
        "its best child, and not the average of all that were looked at on the way to it.",
        Searching("kriegspiel", MIDDLE, ("kriegspiel-c", "kriegspiel-c:backup=average"), ("settling", "tree"), 0, 1000),
        "compare the values of the same tries: what is an average of different plans worth?",
    ),
)

KRIEGSPIEL = Tour(
    "kriegspiel",
    "Kriegspiel",
    "Ciancarini and Favini, Monte Carlo tree search in Kriegspiel, 2010",
    "Tree search where nearly nothing is seen: guessing boards fails, simulating what the umpire says does not. With "
    "late and "
    "early guessing in Phantom Go.",
    STOPS,
)
