"""Games of Phantom Go as SGF: written, read back, and every fault a sentence."""

import re

import pytest

from kaya.go.rules import BLACK, WHITE, parse_vertex
from kaya.phantom_go.files import sgf as phantom_sgf
from kaya.phantom_go.files.sgf import PhantomRecord, at_start, load, load_views, save
from kaya.phantom_go.rules import ANNOUNCED_ATARIS
from kaya.phantom_go.terminal.review import frames_of

from .games import after, random_game


@pytest.mark.slow
@pytest.mark.parametrize("ataris", [False, True])
def test_a_game_comes_back_with_its_tries(ataris):
    for seed in range(6):
        for k, (position, _, _) in enumerate(random_game(seed, 5, ataris)):
            if k % 25 and not position.over:
                continue
            data = save(PhantomRecord(position, "phantom", "Player", "B+3.5", "2026-11-16"))
            found = load(data)
            assert (found.position.plies, found.position.tried) == (position.plies, position.tried)
            assert (found.black, found.white, found.result, found.date) == ("phantom", "Player", "B+3.5", "2026-11-16")
            assert (found.position.rules, found.position.komi, found.position.lines) == (position.rules, 7.5, 5)
            assert save(found) == data


def test_what_was_tried_and_said_stands_in_the_comments():
    text = save(PhantomRecord(after("A2", "A1", "A1", "B1", "C3", "C3", rules=ANNOUNCED_ATARIS))).decode()
    assert "RU[Phantom Go, atari]" in text
    assert "moved; self-atari" in text
    assert "tried A1\nmoved; 1 captured at A1" in text
    assert "then tried C3" in save(PhantomRecord(after("C3", "C3"))).decode()


GAME = "(;FF[4]GM[1]SZ[5]KM[7.5]RU[Phantom Go, olympiad];B[ad];W[ae];B[be]C[moved; 1 captured at A1])"


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("Phantom Go, olympiad", "Chinese", "This is not a game of Phantom Go: its rules are 'Chinese'."),
        ("olympiad", "chess", "rules must be olympiad or atari, not 'chess'."),
        ("SZ[5]", "SZ[4]", "Move 2, W[ae], is not a point of a 4x4 board."),
        ("1 captured", "2 captured", "Move 3: the umpire says 'moved; 1 captured at A1' there"),
        (";W[ae]", ";W[ad]", "Move 2, White A2, is not allowed: occupied."),
        (";W[ae]", ";B[ae]", "Move 2, Black A1: it is the opponent's turn."),
        (";B[ad]", ";B[ad]C[tried C3]", "Move 1: C3 cannot have been refused, it is legal there."),
        (";W[ae]", ";W[ae]C[tried Z3]", "'Z3' is not a point: give A1 to E5"),
        ("(;FF", "(FF", "This is not an SGF file"),
        ("KM[7.5]", "KM[7.5]AB[aa]AW[ab][ba]", "With a stone on A4 a chain would have no liberty."),
        (";W[ae]", ";W[]C[passed];B[];W[ae]", "Move 4, White A1: the game is over."),
    ],
)
def test_faults_are_sentences(old, new, why):
    assert load(GAME.encode()).position.plies
    with pytest.raises(ValueError, match="^" + re.escape(why)):
        load(GAME.replace(old, new, 1).encode())


def test_a_game_that_begins_with_stones_comes_back_and_says_how_many_there_are():
    text = GAME.replace("KM[7.5]", "KM[7.5]AB[cc][cd]AW[dd]PL[W]").replace(
        ";B[ad];W[ae];B[be]C[moved; 1 captured at A1]", ""
    )
    text = text.replace(")", ";W[ce];B[ee])")
    found, (_, knew) = load(text.encode()), load_views(text.encode())
    assert save(load(save(found))) == save(found)
    game = at_start(found.position)
    assert (game.mover, game.stones(BLACK), game.stones(WHITE)) == (
        WHITE,
        *map(sorted, (points("C3 C2"), points("D2"))),
    )
    assert knew == ([frozenset()] * 3, [frozenset()] * 3)
    frames = frames_of(found.position)
    assert frames[0].boards[1].colour_at(points("D2")[0]) == WHITE
    assert frames[-1].boards[2].colour_at(points("C1")[0]) == WHITE
    white = game.start_for(WHITE).view()
    assert (white.known.own, white.known.hidden, white.my_turn) == (frozenset(points("D2")), 2, True)
    assert not game.attempt(points("C3")[0])[WHITE].legal


def points(names: str) -> list[int]:
    return [parse_vertex(name, 5) for name in names.split()]


def test_other_comments_are_passed_over():
    text = GAME.replace("C[moved", "C[A fine move.\nmoved")
    assert len(load(text.encode()).position.plies) == 3
    assert phantom_sgf.umpires_words(load(text.encode()).position, 3) == "moved; 1 captured at A1"
