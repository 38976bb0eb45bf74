"""Two tiny games, the examples to copy: one open, one with an umpire."""

from .registry import Bundle

bundles = (
    Bundle(
        "tictactoe",
        "kaya.games.tictactoe:tictactoe",
        title="Tic-tac-toe",
        encoding="kaya.frameworks.tictactoe:Squares",
        openspiel={"tic_tac_toe": "kaya.frameworks.tictactoe:TicTacToe"},
        ahead=("mcts",),
    ),
    Bundle(
        "phantom-tictactoe",
        "kaya.games.phantom_tictactoe:phantom_tictactoe",
        title="Phantom tic-tac-toe",
        encoding="kaya.frameworks.tictactoe:Squares",
        openspiel={"phantom_ttt": "kaya.frameworks.tictactoe:PhantomTicTacToe"},
        experiments="kaya.lab.exploitability.experiments",
        ahead=("mcts",),
    ),
)
