"""Every announcement as an independent referee makes it: `Wild16Game` of the package `kriegspiel`.

It knows neither repetition nor, in practice, the fifty moves, so a game that ends so for us goes on for it. All 2,000
games of the issue, from the start of the game to the end:

    KAYA_REFEREE_GAMES=2000 pytest tests/kriegspiel/test_referee.py
"""

import os

import chess
import pytest

from kaya.kriegspiel.rules import START

from .games import STARTS, random_games, scripted_games

referee = pytest.importorskip("kriegspiel.wild16")
words = pytest.importorskip("kriegspiel.move")

GAMES = int(os.environ.get("KAYA_REFEREE_GAMES", "0"))
SPECIAL = words.SpecialCaseAnnouncement
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
UNKNOWN_TO_IT = {"fifty moves", "threefold repetition"}


def its_words(answer) -> set[str]:
    """The referee's answer in our umpire's words."""
    if answer.main_announcement == words.MainAnnouncement.ILLEGAL_MOVE:
        return {"illegal"}
    assert answer.move_done
    said = {"moved"}
    if answer.capture_at_square is not None:
        what = "pawn" if answer.captured_piece_announcement == words.CapturedPieceAnnouncement.PAWN else "piece"
        said.add(f"{what} at {chess.square_name(answer.capture_at_square)} captured")
    special = answer.special_announcement
    if special == SPECIAL.CHECK_DOUBLE:
        said |= {NAMES[answer.check_1], NAMES[answer.check_2]}
    elif special != SPECIAL.NONE:
        said.add(NAMES[special])
    if count := answer.next_turn_pawn_tries:
        said.add("1 pawn try" if count == 1 else f"{count} pawn tries")
    return said


def new_referee(fen: str):
    game = referee.Wild16Game()
    if fen != START:
        game._board = chess.Board(fen)
        game._generate_possible_to_ask_list()
    return game


def compare(games) -> tuple[int, set[str]]:
    """How many announcements were compared, and all that was said; fails where the two differ."""
    compared, heard = 0, set()
    for game in games:
        other = new_referee(game.fen)
        for name, message in zip(game.tried, game.said, strict=True):
            question = words.KriegspielMove(words.QuestionAnnouncement.COMMON, chess.Move.from_uci(name))
            theirs, ours = its_words(other.ask_for(question)), set(message.split("; "))
            if ours & UNKNOWN_TO_IT:
                pressed = {w for w in theirs if w.endswith((" check", " try", " tries"))}
                ours, theirs = ours - UNKNOWN_TO_IT, theirs - pressed
            assert ours == theirs, f"{name} in {other._board.fen()}: {ours} and {theirs}"
            heard |= ours
            compared += 1
    return compared, heard


@pytest.mark.slow
def test_every_announcement_agrees():
    if GAMES:
        compared, heard = compare(random_games(GAMES, 1200, seed=7, starts=(START,)))
        print(f"{GAMES} games, {compared} announcements compared, all agree")
    else:
        compared, heard = compare([*random_games(108, 20, seed=7, starts=STARTS), *scripted_games()])
    assert set(NAMES.values()) <= heard, "every kind of check and of end has come up"
    assert compared > 10 * (GAMES or 108)
