"""The rule sets that people play: what the umpire says by each, to whom, and what may be tried then; by hand, and as a
slow umpire on python-chess has it. `test_referee.py` compares them with another program."""

import pytest

from bench.slow_umpire import SlowUmpire
from kaya import make_player
from kaya.kriegspiel.files import pgn
from kaya.kriegspiel.knowledge.metapositions.metaposition import Metaposition
from kaya.kriegspiel.protocol import starts
from kaya.kriegspiel.rules import BLACK, START, WHITE, KriegspielPosition, move_name, parse_move
from kaya.kriegspiel.rules.rule_sets import DEFAULT, RULE_SETS, find_rules
from kaya.kriegspiel.rules.squares import ANY
from kaya.lab.matches.match import Match
from kaya.search import Budget
from kaya.table import PlayerSeat, Table

from .games import random_games

OTHERS = [name for name in RULE_SETS if name != DEFAULT]
CAPTURES = "4k3/3p4/8/8/2n1p3/8/1P1P1P2/4K3 w - - 0 1"
PASSING = "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1"
PROMOTING = "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1"
STALEMATING = "k7/2Q5/8/8/8/8/8/K7 w - - 0 1"


def played(fen: str, rules: str, names: str) -> KriegspielPosition:
    position = KriegspielPosition(fen, rules)
    for name in names.split():
        position.attempt(parse_move(name))
    return position


def heard(position: KriegspielPosition, side: int) -> list[str]:
    return [announcement.written() for announcement in position.announcements(side)]


@pytest.mark.parametrize(
    ("rules", "white", "black"),
    [
        (
            "icc",
            ["d2d3: moved", "moved; pawn at d3 captured"],
            ["moved; 1 pawn try", "e4d3: moved; pawn at d3 captured"],
        ),
        ("berkeley", ["d2d3: moved", "moved; capture at d3"], ["moved", "e4d3: moved; capture at d3"]),
        ("berkeley-any", ["d2d3: moved", "moved; capture at d3"], ["moved", "e4d3: moved; capture at d3"]),
        ("english", ["d2d3: moved", "moved; capture at d3"], ["moved", "e4d3: moved; capture at d3"]),
        (
            "cincinnati",
            ["d2d3: moved; pawn tries", "moved; pawn at d3 captured"],
            ["moved; pawn tries", "e4d3: moved; pawn at d3 captured"],
        ),
        (
            "rand",
            ["d2d3: moved; pawn tries from e4", "moved; pawn at d3 captured"],
            ["moved; pawn tries from e4", "e4d3: moved; pawn at d3 captured"],
        ),
    ],
)
def test_captures_and_pawn_tries_by_each_rule_set(rules, white, black):
    position = played(CAPTURES, rules, "d2d3 e4d3")
    assert heard(position, WHITE) == white
    assert heard(position, BLACK) == black


@pytest.mark.parametrize("rules", RULE_SETS)
def test_a_refused_try_is_told_to_the_other_by_all_but_the_icc_and_never_what_it_was(rules):
    position = played("4k3/8/8/8/8/4p3/4P3/4K3 w - - 0 1", rules, "e2e3 e1d1")
    assert heard(position, WHITE)[0] == "e2e3: illegal"
    assert [words.partition(";")[0] for words in heard(position, BLACK)] == ["illegal"] * (rules != "icc") + ["moved"]


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        ("icc", "moved; pawn at d5 captured"),
        ("berkeley", "moved; capture at d5"),
        ("cincinnati", "moved; pawn at d5 captured"),
        ("rand", "moved; pawn at d5 captured"),
        ("english", "moved; capture at d6 en passant"),
    ],
)
def test_en_passant_is_told_by_the_english_rules_alone(rules, words):
    position = played(PASSING, rules, "d7d5 e5d6")
    assert heard(position, BLACK)[-1] == words
    view = position.start_for(WHITE).view()
    for announcement in position.announcements(WHITE):
        view.hear(announcement)
    assert (view.enemy_pawns, view.untyped) == (0, 0), "who captures en passant knows that it was a pawn"


@pytest.mark.parametrize("rules", RULE_SETS)
def test_promotions_and_lost_stalemates_are_of_rand_alone(rules):
    rand = rules == "rand"
    assert ("promotion" in heard(played(PROMOTING, rules, "a7a8r"), BLACK)[-1]) == rand
    assert ("promotion" in heard(played(PROMOTING, rules, "a7b8q"), BLACK)[-1]) == rand
    position = played(STALEMATING, rules, "a1a2")
    assert position.outcome == ("1-0" if rand else "1/2-1/2")
    assert position.ending == ("stalemate, which loses" if rand else "stalemate")
    view = position.start_for(BLACK).view()
    view.hear(position.last_announcement(BLACK))
    assert view.points == (0.0 if rand else 0.5)


def test_who_asks_and_hears_yes_must_capture_with_a_pawn_by_the_berkeley_rules():
    position = played(CAPTURES, "berkeley-any", "d2d3 any?")
    assert heard(position, BLACK) == ["moved", "any?: yes, a pawn can capture"]
    assert heard(position, WHITE)[-1] == "yes, a pawn can capture", "both hear the answer"
    assert {move_name(m) for m in position.possible_tries()} == {"e4d3", "e4f3", "d7c6", "d7e6"}
    position.attempt(parse_move("e4f3"))
    assert {move_name(m) for m in position.possible_tries()} == {"e4d3", "d7c6", "d7e6"}
    with pytest.raises(ValueError, match=r"any\? was tried before"):
        position.attempt(ANY)
    position.undo()
    assert (position.mover, position.tried) == (WHITE, [])


def test_one_pawn_capture_in_vain_is_enough_by_the_english_rules():
    position = played(CAPTURES, "english", "d2d3 any? e4f3")
    tries = {move_name(m) for m in position.possible_tries()}
    assert "e8d8" in tries
    assert "e4f3" not in tries
    assert not position.may_ask
    view = position.start_for(BLACK).view()
    for announcement in position.announcements(BLACK):
        view.hear(announcement)
    assert {move_name(m) for m in view.tries()} == tries
    assert not view.may_ask


def test_after_no_pawn_captures_are_tried_and_nobody_asks_where_the_rules_have_no_question():
    position = played("4k3/8/8/8/8/4p3/4P3/4K3 w - - 0 1", "berkeley-any", "any?")
    assert heard(position, WHITE) == ["any?: no pawn can capture"]
    assert not any(m & 7 != m >> 6 & 7 for m in position.possible_tries() if m & 63 == 12)
    for rules in ("icc", "berkeley", "cincinnati", "rand"):
        with pytest.raises(ValueError, match="impossible"):
            KriegspielPosition(rules=rules).attempt(ANY)


@pytest.mark.slow
@pytest.mark.parametrize("rules", OTHERS)
def test_random_games_and_their_tries_as_a_slow_umpire_has_them(rules):
    for game in random_games(9, 16, seed=11, rules=rules):
        ours, slow = KriegspielPosition(game.fen, rules), SlowUmpire(game.fen, rules)
        views = {side: ours.start_for(side).view() for side in (WHITE, BLACK)}
        for name in game.tried:
            possible = slow.tries()
            mover = views[ours.mover]
            tried = {move_name(m) for m in ours.tried}
            assert {move_name(m) for m in ours.possible_tries()} == possible - tried
            assert {move_name(m) for m in mover.tries()} == possible - tried
            told = ours.attempt(parse_move(name))
            words = slow.try_move(name)
            for side, announcement in told.items():
                views[side].hear(announcement)
            if words.startswith("moved"):
                assert ours.said(len(ours.plies)) == words
            else:
                assert {a.written().rpartition(": ")[2] for a in told.values()} == {words}
            assert len(told) == 2
        for side, view in views.items():
            assert view.log == ours.announcements(side)


@pytest.mark.parametrize("rules", RULE_SETS)
def test_games_are_written_and_read_with_their_rule_set(rules):
    asked = "any? " if find_rules(rules).pawn_tries == "asked" else ""
    position = played(CAPTURES, rules, f"d2d3 {asked}e4d3 b2b3")
    text = pgn.save(pgn.KriegspielRecord(position))
    assert ('[Rules "Kriegspiel"]' in text) == (rules == "icc")
    read = pgn.load(text).position
    assert read.rules.name == rules
    assert [read.announcements(side) for side in (1, 2)] == [position.announcements(side) for side in (1, 2)]
    with pytest.raises(ValueError, match="rules must be icc or berkeley"):
        pgn.load('[Rules "Kriegspiel, martian"]\n\n1. e4 *')


@pytest.mark.parametrize("rules", RULE_SETS)
@pytest.mark.parametrize("fen", [START, CAPTURES.replace("1P1P1P2", "3P4")])
def test_the_start_of_a_game_names_its_rule_set_in_the_text_protocol(rules, fen):
    for side in (WHITE, BLACK):
        start = KriegspielPosition(fen, rules).start_for(side)
        assert (" rules " in starts.written(start)) == (rules != "icc")
        read = starts.read(starts.written(start))
        assert (read.rules, read.message & ~1, read.squares) == (rules, start.message & ~1, start.squares)


@pytest.mark.parametrize("names", ["d2d3 e8d8 f2f3", "f2f3 c4b2"])
def test_what_is_read_from_text_is_what_the_umpire_said_also_where_it_took_a_pawn_before_one_with_a_try(names):
    for rules in RULE_SETS:
        position = played(CAPTURES, rules, names)
        for side in (WHITE, BLACK):
            view = position.start_for(side).view()
            for announcement in position.announcements(side):
                read = type(announcement).read(announcement.written(), announcement.ply, announcement.by)
                assert view.completed(read) == announcement
                view.hear(announcement)


def test_the_icc_is_not_named_where_a_match_is_known_by_its_conditions():
    def conditions(**options):
        return Match("kriegspiel-random", "kriegspiel-random", 2, options=tuple(options.items())).conditions

    assert "rules" not in conditions()
    assert conditions() == conditions(rules="icc")
    assert conditions(rules="rand")["rules"] == "rand"


@pytest.mark.parametrize("rules", OTHERS)
def test_metapositions_hold_the_truth_by_every_rule_set(rules):
    for game in random_games(2, 40, seed=5, starts=(START,), rules=rules):
        position = KriegspielPosition(game.fen, rules)
        metas = {side: Metaposition(position.start_for(side)) for side in (WHITE, BLACK)}
        for name in game.tried:
            for side, announcement in position.attempt(parse_move(name)).items():
                metas[side].hear(announcement)
            if position.over:
                break
            board = position.state
            kinds, empty = board.of_kind.copy(), ~(board.of_colour[WHITE] | board.of_colour[BLACK])
            kinds[0] = empty
            for side, meta in metas.items():
                theirs = kinds & (board.of_colour[3 - side] | empty)
                assert not (theirs & ~meta.record.may).any(), (rules, name)


@pytest.mark.slow
@pytest.mark.parametrize("rules", OTHERS)
def test_programs_play_by_every_rule_set(rules):
    position = KriegspielPosition(rules=rules)
    first, second = make_player("kriegspiel-random", seed=1), make_player("kriegspiel-particles:boards=50", seed=2)
    table = Table(position, {1: PlayerSeat(first), 2: PlayerSeat(second, Budget(simulations=10))})
    while len(position.plies) < 30 and not position.over:
        table.ask()
    known = second.particles
    assert known.count > 0
    assert set(known.boards["rules"][: known.count]) == {find_rules(rules).bits}


KNIGHTS = "4k1n1/p7/8/8/8/8/P7/4K1N1 w - - 0 1"


@pytest.mark.parametrize("endless", [False, True])
def test_fifty_moves_and_repetitions_end_a_game_unless_it_is_endless(endless):
    position = KriegspielPosition(KNIGHTS, "rand", endless=endless)
    there_and_back = [parse_move(name) for name in ("g1f3", "g8f6", "f3g1", "f6g8")]
    while len(position.plies) < 220 and not position.over:
        position.attempt(there_and_back[len(position.plies) % 4])
    assert (position.ending, len(position.plies)) == (("", 220) if endless else ("threefold repetition", 8))
    view = position.start_for(WHITE).view()
    for announcement in position.announcements(WHITE):
        view.hear(announcement)
    player = make_player("kriegspiel-particles:boards=50", seed=1)
    if endless:
        assert position.rules.endless
        assert player.choose(view, Budget(simulations=10)).move in view.tries()
        assert player.particles.boards["clock"][: player.particles.count].max() < 100
