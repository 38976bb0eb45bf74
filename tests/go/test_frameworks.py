"""A player of Kaya's in PettingZoo's `go_v5`, whose observations are the last eight boards."""

import os

import numpy as np
import pytest

from kaya import Budget, Decision, Report
from kaya.go.frameworks import BOARDS, GoV5, all_points
from kaya.go.rules import BLACK, PASS, WHITE, GoPosition

MOVES = ("C4", "D4", "B3", "E3", "C2", "D2", "D3", "C3", "A1", "pass", "D3")  # a ko: C3 takes D3, and D3 takes it back


def planes(game: GoPosition) -> np.ndarray:
    """What `go_v5` shows: the stones of the side that has just moved in front, from board to board."""
    n, points = game.lines, list(game.points)
    shown = np.zeros((n, n, 2 * BOARDS + 1), bool)
    for k in range(min(BOARDS, len(game.played))):
        colours = game.colours_after(len(game.played) - k)[points].reshape(n, n)
        moved = game.movers[-1 - k]
        shown[:, :, 2 * k], shown[:, :, 2 * k + 1] = colours == moved, colours == 3 - moved
    shown[:, :, -1] = game.mover == WHITE
    return shown


def played(*moves: str) -> GoPosition:
    game = GoPosition(5, 7.5)
    for move in moves:
        game.play(move)
    return game


class Scripted:
    """A player that looks at the game and does what it is told."""

    def choose(self, position: GoPosition, budget: Budget) -> Decision:
        self.seen = position.copy()
        return Decision(position.parse_move(self.move), Report.of_nothing())


def test_a_policy_follows_the_game():
    game, players = GoPosition(5, 7.5), {BLACK: Scripted(), WHITE: Scripted()}
    policies = {side: GoV5(player) for side, player in players.items()}
    for move in MOVES:
        players[game.mover].move = move
        action = policies[game.mover]({"observation": planes(game), "action_mask": np.ones(26)})
        assert players[game.mover].seen == game, "the whole of it"
        assert (*all_points(5), PASS)[action] == game.parse_move(move)
        game.play(move)
    assert (game.captured(BLACK), game.captured(WHITE)) == (1, 1)


@pytest.mark.parametrize("count", range(len(MOVES) + 1))
def test_who_comes_late_knows_the_last_eight_boards(count):
    game = played(*MOVES[:count])
    seen = GoV5("uct").follow(planes(game))
    assert seen.mover == game.mover
    assert [seen.colour_at(p) for p in seen.points] == [game.colour_at(p) for p in game.points]
    assert seen.played == game.played[len(game.played) - len(seen.played) :]
    assert len(seen.played) == min(count, BOARDS - 1)
    assert [seen.why_illegal(p) for p in seen.points] == [game.why_illegal(p) for p in game.points]
    assert (seen.why_illegal("D3") == "ko") == (count == 8)


def test_another_game_is_noticed():
    policy = GoV5("uct")
    policy.position = played("C3", "D3")
    assert policy.follow(planes(played("A1"))) == played("A1")
    assert policy.follow(planes(GoPosition(5, 7.5))) == GoPosition(5, 7.5)


def test_a_move_that_the_environment_forbids_becomes_a_pass():
    game, mask = GoPosition(5, 7.5), np.zeros(26, np.int8)
    mask[-1] = 1
    policy = GoV5("uct", Budget(simulations=10))
    assert policy({"observation": planes(game), "action_mask": mask}) == 25
    assert policy.position is not None
    assert policy.position.played == [PASS]
    mask[:] = 1
    assert all_points(5)[policy({"observation": planes(GoPosition(5, 7.5)), "action_mask": mask})] in game.points


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_it_plays_in_the_environment_itself(monkeypatch):
    pytest.importorskip("pygame", reason="go_v5 needs pygame: pip install pygame-ce")
    monkeypatch.setitem(os.environ, "SDL_VIDEODRIVER", "dummy")
    from pettingzoo.classic import go_v5

    game, policies = go_v5.env(board_size=5), {}
    game.reset()
    for agent in game.agent_iter(40):
        observation, _, over, _, _ = game.last()
        if over:
            break
        policy = policies.setdefault(agent, GoV5("uct", Budget(simulations=10)))
        game.step(policy(observation))
        stones = [{0: 0, BLACK: 1, WHITE: -1}[policy.position.colour_at(p)] for p in policy.position.points]
        assert stones == game.unwrapped._go.board.reshape(-1).tolist()
    assert len(policies) == 2
