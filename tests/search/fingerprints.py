"""Three small searches and the fingerprints of their trees; run compiled, interpreted and with bounds checks."""

import kaya

search = kaya.Search(kaya.tictactoe, seed=5)
search.think(kaya.tictactoe.start(), kaya.Budget(simulations=200))
print(search.tree.fingerprint())
player, game = kaya.make_player("uct:T=3", seed=7), kaya.GoPosition(4)
for _ in range(2):
    game.play(player.choose(game, kaya.Budget(simulations=40, memory=1 << 20)).move)
    print(player.search.tree.fingerprint(), game.played)
