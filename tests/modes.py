"""What kernels do, in few words: to be compared between ways to run them."""

import json
import sys

from .games.test_umpire import after, thinking
from .go.fingerprint import fingerprint as rules_of_go
from .kriegspiel.fingerprint import fingerprint as umpire_of_kriegspiel
from .network.test_network import is_evaluated_alike
from .search.fingerprints import of_go, of_tictactoe

PARTS = {
    "the rules of Go": rules_of_go,
    "searches of Go": of_go,
    "a search of tic-tac-toe": of_tictactoe,
    "the umpire of Kriegspiel": umpire_of_kriegspiel,
    "a search of phantom tic-tac-toe": lambda: str(thinking(after(4, 4, 0), 100).fingerprint()),
    "a network": is_evaluated_alike,
}

if __name__ == "__main__":
    print(json.dumps({name: PARTS[name]() for name in sys.argv[1:]}))
