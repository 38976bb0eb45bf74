"""The network of Kriegspiel: what it sees is what its player has heard, and what it plays."""

from typing import Any

import numpy as np
import pytest

from kaya.kriegspiel.knowledge.network.information import Information
from kaya.kriegspiel.knowledge.network.network import NETWORKS, SHIPPED, Asking, followed
from kaya.kriegspiel.knowledge.network.planes import NUMBER_NAMES, NUMBERS, WORD_NAMES, WORDS, describe, upside_down
from kaya.kriegspiel.learning.network.games import Games
from kaya.kriegspiel.players.net import TEMPERATURES
from kaya.kriegspiel.rules import BLACK, WHITE, KriegspielPosition, parse_move
from kaya.kriegspiel.rules import square as parse_square
from kaya.network import Network
from kaya.players import analyst, default_player, make_player, set_level
from kaya.players.levels import TOP
from kaya.search import Budget

from .tables import played, view_of
from .test_hidden import findings

RANK = 0xFF


def seen(information: Information) -> dict[str, float]:
    words, numbers = np.zeros(WORDS, np.uint64), np.zeros(NUMBERS, np.float32)
    describe(information.record, words, numbers)
    return dict(zip((*WORD_NAMES, *NUMBER_NAMES), [*map(int, words), *map(float, numbers)], strict=True))


def informations(position: KriegspielPosition, tries: str) -> dict[int, dict[str, float]]:
    """What both sides see after these tries."""
    found = {side: Information(position.start_for(side)) for side in (WHITE, BLACK)}
    for name in tries.split():
        told: dict[int, Any] = position.attempt(parse_move(name))
        for side, announcement in told.items():
            found[side].hear(announcement)
    return {side: seen(information) for side, information in found.items()}


def squares(*names: str) -> int:
    return sum(1 << "abcdefgh".index(name[0]) + 8 * (int(name[1]) - 1) for name in names)


def test_both_sides_see_the_board_from_their_own_side():
    white, black = informations(KriegspielPosition(), "").values()
    assert white["own pawns"] == black["own pawns"] == RANK << 8
    assert white["own king"] == black["own king"] == squares("e1")
    assert white["own queens"] == squares("d1")
    assert (white["Black"], black["Black"]) == (0.0, 1.0)
    assert white["enemy pieces"] == 1.0
    assert white["enemy pawns"] == 1.0
    assert int(upside_down(np.uint64(squares("a1", "h7")))) == squares("a8", "h2")


def test_what_was_heard_is_seen():
    """1. e4 d5 2. (exd5 captures) Qxd5: White has lost a pawn on d5, which Black has captured there."""
    white, black = informations(KriegspielPosition(), "e2e4 d7d5 e4d5 d8d5").values()
    assert white["lost 0 moves ago"] == squares("d5")
    assert white["captured 0 moves ago"] == squares("d5")
    assert white["own move 0 moves ago"] == squares("e4", "d5")
    assert white["own move 1 moves ago"] == squares("e2", "e4")
    assert black["captured 0 moves ago"] == black["lost 0 moves ago"] == squares("d4"), "d5 upside down"
    assert white["enemy pawns"] == 7 / 8
    assert black["own move 0 moves ago"] == squares("d1", "d4")


def test_tries_in_vain_are_seen_until_a_move_is_made():
    fen = "4k3/8/8/8/3p4/8/3Q4/4K3 w - - 0 1"
    white = informations(KriegspielPosition(fen), "d2d5")[WHITE]
    assert (white["tried in vain from"], white["tried in vain to"]) == (squares("d2"), squares("d5"))
    white = informations(KriegspielPosition(fen), "d2d5 d2d4")[WHITE]
    assert (white["tried in vain from"], white["tried in vain to"]) == (0, 0)


def test_games_in_step_see_what_views_have_heard():
    """A game of self-play beside the umpire of tables, fed with the same tries, and players who only hear."""
    games, chance = Games(2, seed=4, opening=0, draws=0.0), np.random.default_rng(1)
    position, refused = KriegspielPosition(), 0
    informed = {side: Information(position.start_for(side)) for side in (WHITE, BLACK)}
    words, numbers = np.zeros(WORDS, np.uint64), np.zeros(NUMBERS, np.float32)
    while not position.over and len(position.plies) < 60:
        side, turn = position.mover, 56 if position.mover == BLACK else 0
        describe(informed[side].record, words, numbers)
        for g in range(2):
            assert games.seen.turns[g] == side
            assert (games.seen.words[g] == words).all()
            assert (games.seen.numbers[g] == numbers).all()
        targets, listed = games.seen.targets[0], view_of(position, side).tries()
        tries = [(a, b) for a in range(64) for b in range(64) if int(targets[a]) >> b & 1]
        assert {(m & 63 ^ turn, m >> 6 & 63 ^ turn) for m in listed} == set(tries)
        a, b = tries[chance.integers(len(tries))]
        move = next(m for m in listed if (m & 63, m >> 6 & 63) == (a ^ turn, b ^ turn))
        games.step(np.full(2, 64 * a + b, np.int16), 0.0)
        told = position.attempt(move)
        refused += not told[side].legal
        for hearing, announcement in told.items():
            informed[hearing].hear(announcement)
    assert refused > 5


def test_what_another_umpire_leaves_out_is_filled_in():
    """By Berkeley rules White hears of no pawn tries, and not who was captured: of 15 one, 8/15 of a pawn."""
    position = KriegspielPosition(rules="berkeley")
    white = informations(position, "e2e4 d7d5")[WHITE]
    assert (white["pawn tries"], white["enemy pawns"], white["enemy pieces"]) == (0.0, 1.0, 1.0)
    information = Information(position.start_for(WHITE))
    for announcement in position.announcements(WHITE):
        information.hear(announcement)
    before = information.records.tobytes()
    told = information.told(1)
    assert seen(told)["pawn tries"] == 0.25
    assert seen(told)["an enemy noticed, 0.5"] == 1 << parse_square("d5") | 1 << parse_square("f5"), "one of two"
    assert information.records.tobytes() == before
    assert information.may_capture(parse_move("e4d5"))
    assert not information.may_capture(parse_move("b2a3"))
    white = informations(position, "e4d5")[WHITE]
    assert (white["enemy pawns"], white["enemy pieces"]) == pytest.approx((14 / 15, 14 / 15))
    cincinnati = informations(KriegspielPosition(rules="cincinnati"), "e2e4 d7d5")[WHITE]
    assert cincinnati["pawn tries"] == 0.25, "there is one or more"


def test_it_says_what_the_formulas_say_for_both_colours():
    ready, position = NETWORKS.evaluator(SHIPPED), KriegspielPosition()
    for side, king in ((WHITE, 60), (BLACK, 4)):
        information, asking = Information(position.start_for(side)), Asking(ready)
        tries = [parse_move(name) for name in (("e2e4", "a2a3") if side == WHITE else ("e7e5", "a7a6"))]
        said = asking(information, tries)
        right = ready.evaluate(asking.planes.reshape(8, 8, -1))
        assert said.value == pytest.approx(right.value, abs=1e-6)
        assert said.logits == pytest.approx(right.policy[[12, 8], [28, 16]])
        assert said.belief.sum(axis=1) == pytest.approx(np.ones(64))
        assert said.belief[king, 6] > 0.9, "the enemy's king has not moved yet"


def test_its_report_has_the_policy_and_a_card_says_what_it_believes():
    position = KriegspielPosition("4k3/3q4/8/8/8/8/8/3QK3 w - - 0 1")
    player, view = make_player("kriegspiel-net", game="kriegspiel", seed=1), view_of(position, WHITE)
    player.begin(view)
    report = player.decide(view, Budget(simulations=1)).report
    priors = [move.prior for move in report.moves]
    assert sum(priors) == pytest.approx(1.0)
    assert priors == sorted(priors, reverse=True)
    terms = [player.terms(view, move.move) for move in report.moves]
    assert np.exp(terms[0].score - terms[1].score) == pytest.approx(priors[0] / priors[1])
    assert terms[0].facts["P, of the policy"] == pytest.approx(priors[0])
    taking = player.terms(view, parse_move("d1d7"))
    believed = {name: p for name, p in taking.facts.items() if name.startswith("believed there: ")}
    assert sum(believed.values()) == pytest.approx(1.0, abs=0.07), "less what is below a hundredth"


def test_nothing_hidden_hangs_on_its_player_and_no_try_is_made_twice():
    players = [make_player("kriegspiel-net:temperature=1", game="kriegspiel", seed=seed) for seed in (1, 2)]
    table = played(*players, plies=30)
    for side, seat in table.seats.items():
        assert findings(seat, side, table.position) == []
        followed(seat.player.information, seat.player.heard, seat.view)
        again = Information(seat.view.start, seat.player.p.draw)
        followed(again, 0, seat.view)
        assert again.records.tobytes() == seat.player.information.records.tobytes()
    assert all(len(set(ply.tried)) == len(ply.tried) for ply in table.position.plies)


def test_a_network_of_another_game_is_refused(tmp_path):
    go = tmp_path / "go.npz"
    Network.random(1, 16, seed=1).write(go)
    with pytest.raises(ValueError, match="for 'kriegspiel' it must have 48 planes and a policy of moves"):
        NETWORKS.evaluator(go)


def test_a_level_is_a_temperature_of_the_policy():
    player = make_player("kriegspiel-net", game="kriegspiel", seed=1)
    assert (player.level, player.p.temperature) == (TOP, 0.0)
    for level, temperature in enumerate(TEMPERATURES, start=1):
        assert set_level(player, level) == Budget(simulations=1)
        assert player.p.temperature == temperature
    assert list(TEMPERATURES) == sorted(TEMPERATURES, reverse=True)
    set_level(player, TOP)
    assert player.p.temperature == 0.0


def test_people_meet_the_network_and_are_told_by_the_search():
    assert (default_player("kriegspiel"), analyst("kriegspiel")) == ("kriegspiel-e", "kriegspiel-d")
    assert analyst("go") == default_player("go")
