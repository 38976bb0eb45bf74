"""Every announcement as an independent referee makes it: the package `kriegspiel`, with its rule sets.

It knows neither repetition nor, in practice, the fifty moves, so a game that ends so for us goes on for it. All games
from the start of the game to the end, a thousand by each rule set:

    KAYA_REFEREE_GAMES=1000 pytest tests/kriegspiel/test_referee.py
"""

import os

import chess
import pytest

from kaya.kriegspiel.rules import START
from kaya.kriegspiel.rules.messages import SOURCES, SOURCES_AT
from kaya.kriegspiel.rules.rule_sets import RULE_SETS

from .games import STARTS, random_games, scripted_games

referee = pytest.importorskip("kriegspiel.game")
words = pytest.importorskip("kriegspiel.move")

GAMES = int(os.environ.get("KAYA_REFEREE_GAMES", "0"))
THEIR_NAMES = {name: {"icc": "wild16"}.get(name, name.replace("-", "_")) for name in RULE_SETS}
MAIN, SPECIAL = words.MainAnnouncement, words.SpecialCaseAnnouncement
NAMES = {
    SPECIAL.CHECK_RANK: "rank check",
    SPECIAL.CHECK_FILE: "file check",
    SPECIAL.CHECK_KNIGHT: "knight check",
    SPECIAL.CHECK_LONG_DIAGONAL: "long-diagonal check",
    SPECIAL.CHECK_SHORT_DIAGONAL: "short-diagonal check",
    SPECIAL.DRAW_STALEMATE: "stalemate",
    SPECIAL.DRAW_INSUFFICIENT: "insufficient material",
    SPECIAL.CHECKMATE_WHITE_WINS: "checkmate",
    SPECIAL.CHECKMATE_BLACK_WINS: "checkmate",
}
LOST = {SPECIAL.STALEMATE_WHITE_WINS, SPECIAL.STALEMATE_BLACK_WINS}
WITHOUT_A_MOVE = {
    MAIN.ILLEGAL_MOVE: "illegal",
    MAIN.HAS_ANY: "yes, a pawn can capture",
    MAIN.NO_ANY: "no pawn can capture",
}
UNKNOWN_TO_IT = {"fifty moves", "threefold repetition"}


def its_words(answer) -> set[str]:
    """The referee's answer in our umpire's words."""
    if answer.main_announcement in WITHOUT_A_MOVE:
        return {WITHOUT_A_MOVE[answer.main_announcement]}
    assert answer.move_done
    said = {"moved"} | its_words_of_the_turn(answer)
    if answer.capture_at_square is not None:
        where, kind = chess.square_name(answer.capture_at_square), answer.captured_piece_announcement
        if kind is None:
            said.add(f"capture at {where}" + " en passant" * answer.en_passant_announced)
        else:
            what = "pawn" if kind == words.CapturedPieceAnnouncement.PAWN else "piece"
            said.add(f"{what} at {where} captured")
    if answer.promotion_announced:
        said.add("promotion")
    return said


def its_words_of_the_turn(answer) -> set[str]:
    """Checks, the end of the game and pawn tries."""
    said, special = set(), answer.special_announcement
    if special == SPECIAL.CHECK_DOUBLE:
        said |= {NAMES[answer.check_1], NAMES[answer.check_2]}
    elif special in LOST:
        said.add("stalemate, which loses")
    elif special != SPECIAL.NONE:
        said.add(NAMES[special])
    if count := answer.next_turn_pawn_tries:
        said.add("1 pawn try" if count == 1 else f"{count} pawn tries")
    if answer.next_turn_has_pawn_capture:
        said.add("pawn tries")
    if squares := answer.next_turn_pawn_try_squares:
        said.add(f"pawn tries from {' '.join(map(chess.square_name, squares))}")
    return said


def our_words(text: str, message: int, board: chess.Board) -> set[str]:
    """Our umpire's words; which pawns have a try is told by their squares on the board after the move."""
    said = set(text.split("; "))
    if message & SOURCES:
        pawns = sorted(board.pieces(chess.PAWN, board.turn))
        squares = [chess.square_name(s) for k, s in enumerate(pawns) if message >> SOURCES_AT + k & 1]
        said = {words for words in said if not words.endswith((" try", " tries"))}
        said.add(f"pawn tries from {' '.join(squares)}")
    return said


def new_referee(fen: str, rules: str):
    game = referee.KriegspielGame(ruleset=THEIR_NAMES[rules])
    if fen != START:
        game._board = chess.Board(fen)
        game._generate_possible_to_ask_list()
    return game


def question(name: str):
    if name == "any?":
        return words.KriegspielMove(words.QuestionAnnouncement.ASK_ANY)
    return words.KriegspielMove(words.QuestionAnnouncement.COMMON, chess.Move.from_uci(name))


def compare(games) -> tuple[int, set[str]]:
    """How many announcements were compared, and all that was said; fails where the two differ."""
    compared, heard = 0, set()
    for game in games:
        other = new_referee(game.fen, game.rules)
        for name, text, message in zip(game.tried, game.said, game.messages, strict=True):
            theirs = its_words(other.ask_for(question(name)))
            ours = our_words(text, message, other._board)
            if ours & UNKNOWN_TO_IT:
                pressed = {w for w in theirs if w.endswith((" check", " try", "tries")) or "tries from" in w}
                ours, theirs = ours - UNKNOWN_TO_IT, theirs - pressed
            assert ours == theirs, f"{name} in {other._board.fen()}: {ours} and {theirs}"
            heard |= ours
            compared += 1
    return compared, heard


@pytest.mark.slow
@pytest.mark.parametrize("rules", RULE_SETS)
def test_every_announcement_agrees(rules):
    if GAMES:
        compared, heard = compare(random_games(GAMES, 1200, seed=7, starts=(START,), rules=rules))
        print(f"{rules}: {GAMES} games, {compared} announcements compared, all agree")
    else:
        few = 108 if rules == "icc" else 36
        compared, heard = compare([*random_games(few, 20, 7, STARTS, rules), *scripted_games(rules)])
    ends = {"stalemate": "stalemate, which loses"} if rules == "rand" else {}
    if GAMES or rules == "icc":
        assert {ends.get(name, name) for name in NAMES.values()} <= heard, "every kind of check and of end has come up"
    assert compared > 10 * (GAMES or 36)
