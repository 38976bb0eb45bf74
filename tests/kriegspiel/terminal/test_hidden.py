"""What is shown during a game comes from what the player knows, and cannot contain the opponent's pieces."""

import pytest

from kaya.kriegspiel.players import RandomPlayer
from kaya.kriegspiel.rules import BLACK, WHITE, KriegspielPosition, View
from kaya.kriegspiel.rules.squares import LETTERS
from kaya.kriegspiel.terminal.board import GLYPHS, LARGE, USUAL, WOOD
from kaya.kriegspiel.terminal.person_game import PersonGame
from kaya.kriegspiel.terminal.screen import Screen, game_picture, position_lines
from kaya.terminal.look import Look

from ...terminal.scripted import paper
from ..test_hidden import findings
from .kriegspiel_table import BUDGET, Fixed, sit


def played(human: int, plies: int = 40, seed: int = 5) -> PersonGame:
    """A game in its middle, both moving at random, in which something was captured."""
    person_game = PersonGame(KriegspielPosition(), human, RandomPlayer(seed=seed), BUDGET)
    person = RandomPlayer(seed=seed + 1)
    while len(person_game.position.plies) < plies and not person_game.result:
        if person_game.view.my_turn:
            person_game.play(person.choose(person_game.view).move)
        else:
            person_game.answer()
    assert person_game.view.lost
    return person_game


@pytest.mark.slow
@pytest.mark.parametrize("human", [WHITE, BLACK])
def test_nothing_that_hangs_on_the_screen_leads_to_the_others_pieces(human):
    person_game = played(human)
    console = paper(color_system="truecolor", force_terminal=True)
    screen = Screen(person_game.seat, person_game.program_name, console)
    screen.show()
    screen.show_log()
    screen.show_tries()
    position = person_game.position
    assert len(person_game.view.log) >= 40, "there is something to be shown"
    assert findings(screen, human, position) == []
    screen.table = person_game.table  # and a careless one would be noticed
    assert findings(screen, human, position)


@pytest.mark.parametrize("human", [WHITE, BLACK])
@pytest.mark.parametrize("cell", [USUAL, LARGE])
def test_the_board_has_the_own_pieces_and_no_others(human, cell):
    person_game = played(human)
    view, board = person_game.view, person_game.position.state
    own = sorted(int(k) for s, k in enumerate(board.kind_at) if k and int(board.of_colour[human]) >> s & 1)
    colour, other = (WOOD.white, WOOD.black) if human == WHITE else (WOOD.black, WOOD.white)
    lines = position_lines(view, Look(), cell, None, 80)
    spans = [(line.plain[span.start : span.end], str(span.style)) for line in lines for span in line.spans]
    assert any(colour in style for _, style in spans)
    assert not any(other in style and text.strip() for text, style in spans)
    if cell == USUAL:
        drawn = [text.strip() for text, style in spans if colour in style and text.strip() in GLYPHS[1:]]
        assert sorted(GLYPHS.index(glyph) for glyph in drawn if glyph) == own
    plain = position_lines(view, Look(colours=False), cell, None, 80)
    letters = "".join(line.plain for line in plain[: 8 * cell.height])
    forbidden = LETTERS[1:].lower() if human == WHITE else LETTERS[1:]
    assert not set(letters) & set(forbidden)


def test_games_that_differ_only_in_what_is_hidden_look_the_same():
    """Black moves other pieces, and is refused other tries, but the umpire says the same to White."""
    script = ["e4", "tries", "Qh5", "Bd7", "log", "tries c1", "save", "Nf3", "quit"]
    quiet = [["b8c6", "a7a6", "h7h6"], ["b8a6", "f7f6", "f7f5", "b7b6", "g7g6"], ["a7a5", "h7h6", "f7f6", "a8a6"]]
    shown = [
        sit(Fixed(*moves, name="same"), *script, path=f"{n}.pgn")[1].replace(f"{n}.pgn", "FILE")
        for n, moves in enumerate(quiet)
    ]
    assert "Saved as FILE" in shown[0]
    assert len(set(shown)) == 1


def test_the_picture_is_made_from_the_view_alone():
    """A view that only heard the same draws the same, with no umpire anywhere."""
    person_game = played(WHITE)
    twin = View(KriegspielPosition().start_for(WHITE))
    for heard in person_game.view.log:
        twin.hear(heard)

    def drawn(view):
        console = paper(color_system="truecolor", force_terminal=True)
        console.print(game_picture(view, "x", Look(), (100, 40)))
        return console.file.getvalue()

    assert drawn(person_game.view) == drawn(twin)
