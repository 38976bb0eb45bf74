"""The report's record of a game of Phantom Go: the moves, what was tried and said, and what each side knew."""

from kaya.lab.report.games import encode
from kaya.phantom_go.files.sgf import PhantomRecord, save

from .games import after


def test_a_game_in_the_viewer():
    position = after("A2", "A1", "A1", "B1", "C3", "C3", "E5")
    assert encode(save(PhantomRecord(position)).decode()) == (
        "phantom-go",
        {
            "size": 5,
            "moves": "adAebeCcea",
            "said": {3: "moved; 1 captured at A1"},
            "tried": {3: "A1", 5: "C3"},
            "knows": [["", "", "", "", "", "cc"], ["", "", "", "adbe", "adbe", "adbe"]],
        },
    )
    assert encode("(;SZ[5]RU[Phantom Go, chess];B[cc])")[0] == "text"
    assert encode("(;SZ[5]RU[Chinese];B[cc])")[0] == "go"
