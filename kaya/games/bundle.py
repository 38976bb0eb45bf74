"""Two tiny games, the examples to copy: one open, one with an umpire."""

from .registry import Bundle

bundles = (
    Bundle("tictactoe", "kaya.games.tictactoe:tictactoe", title="Tic-tac-toe", ahead=("mcts",)),
    Bundle(
        "phantom-tictactoe",
        "kaya.games.phantom_tictactoe:phantom_tictactoe",
        title="Phantom tic-tac-toe",
        ahead=("mcts",),
    ),
)
