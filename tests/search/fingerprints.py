"""Small searches and the fingerprints of their trees; run compiled, interpreted and with bounds checks."""

import kaya


def of_tictactoe() -> list[str]:
    search = kaya.Search(kaya.tictactoe, seed=5)
    search.think(kaya.tictactoe.start(), kaya.Budget(simulations=200))
    return [search.tree.fingerprint()]


def of_go() -> list[str]:
    """Two moves, the second with the tree of the first."""
    player, game, found = kaya.make_player("uct:T=3", seed=7), kaya.GoPosition(4), []
    for _ in range(2):
        game.play(player.choose(game, kaya.Budget(simulations=40, memory=1 << 20)).move or 0)
        found.append(f"{player.search.tree.fingerprint()} {game.played}")
    return found
