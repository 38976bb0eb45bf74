"""A number that stands for all that the umpire says in some random games."""

import hashlib

from .games import random_games


def fingerprint() -> str:
    digest = hashlib.sha256()
    for game in random_games(9, 8, seed=9):
        digest.update(repr((game.tried, game.said, game.end)).encode())
    return digest.hexdigest()[:16]
