"""The clinic of Kriegspiel: its problems are what they say, and a player is examined on what it may know."""

from types import SimpleNamespace

import pytest

from kaya.kriegspiel.clinic import load, shipped
from kaya.kriegspiel.clinic.defence import Defence, solver
from kaya.kriegspiel.clinic.problems import FIRST_TRY, MATED, squares_of_king
from kaya.kriegspiel.players import RandomPlayer
from kaya.kriegspiel.rules import BLACK, WHITE, move_name, parse_move
from kaya.lab.clinic import Examination, clinic_of
from kaya.search import Budget

from ..terminal.scripted import run_command

PROBLEMS = shipped()
QUICK = Budget(simulations=1)
TEXT = """# a comment
name: the edge
start: 7k/8/5K2/8/8/8/R7/8 w - - 0 1
heard: a2a8: moved; rank check / moved
moves: 1
right: f6g6
why: So.
"""


class Solves:
    """It knows what the solver knows, and follows the defence, which is always the same; after `well` tries it does
    what is wrong where it can."""

    def __init__(self, problem, well=100):
        self.defence, self.well = Defence(problem.boards(), problem.moves), well

    def choose(self, view, budget):
        assert not view.board.of_colour[BLACK], "a player sees its own men only"
        verdicts = solver().verdicts(self.defence.boards, self.defence.left)
        wanted = [move for move, right in verdicts.items() if right == (self.well > 0)]
        self.well -= 1
        chosen = (wanted or list(verdicts))[0]
        if verdicts[chosen]:
            self.defence.answer(chosen, view.ply, view.side)
        return SimpleNamespace(move=chosen)


def test_there_are_problems_of_each_kind():
    counts = {category: sum(p.category == category for p in PROBLEMS) for category in {p.category for p in PROBLEMS}}
    assert len(PROBLEMS) >= 40
    assert counts.keys() >= {"krk", "kqk", "kbbk", "kbnk", "kpk", "pawns", "two-men"}
    assert len({(p.category, p.name) for p in PROBLEMS}) == len(PROBLEMS), "names tell problems apart"
    assert all(p.moves >= 2 for p in PROBLEMS)


@pytest.mark.parametrize("problem", [p for p in PROBLEMS if p.moves == 2][:6], ids=lambda p: f"{p.category} {p.name}")
def test_a_mate_in_two_is_proved(problem):
    problem.prove()
    assert len(problem.boards()) > 1, "the king is not seen"


@pytest.mark.slow
@pytest.mark.parametrize("problem", PROBLEMS, ids=lambda p: f"{p.category} {p.name}")
def test_every_problem_is_proved(problem):
    problem.prove()
    verdicts = solver().verdicts(problem.boards(), problem.moves)
    assert sum(verdicts.values()) <= len(verdicts) / 3, "few of the tries solve"


@pytest.mark.parametrize("problem", [p for p in PROBLEMS if p.moves == 2][:2])
def test_who_makes_no_mistake_mates_and_one_mistake_loses_the_mate(problem):
    answer = problem.put_to(Solves(problem), QUICK)
    assert answer.right
    assert answer.mated
    later = problem.put_to(Solves(problem, well=0), QUICK)
    assert not later.right
    assert not later.mated
    assert later.tried not in problem.right
    shown = problem.case("somebody", later)
    assert f"somebody tries {move_name(later.tried)}" in shown
    assert all(move_name(move) in shown for move in problem.right)


def test_the_defence_answers_so_that_mate_takes_longest(tmp_path):
    problem = read(tmp_path, TEXT.replace("heard: a2a8: moved; rank check / moved\n", "").replace("f6g6", "a2a8"))
    kings = squares_of_king(problem.boards())
    assert "h8" in kings
    assert "g7" not in kings
    boards = problem.boards()
    edge = boards[[squares_of_king(boards[k : k + 1]) in ("h8", "g8", "f8") for k in range(len(boards))]]
    defence = Defence(edge, 3)
    assert defence.is_right(parse_move("a2a8"))
    told = defence.answer(parse_move("a2a8"), 0, WHITE)
    assert [str(a) for a in told] == ["White: a2a8: moved; rank check", "Black: moved"], "not the mate of f8"
    assert defence.left == 2


def test_a_file_is_read_and_its_faults_get_one_sentence(tmp_path):
    problem = read(tmp_path, TEXT)
    assert (problem.name, problem.category, problem.moves) == ("the edge", "mine", 1)
    assert {move_name(m) for m in problem.right} == {"f6g6"}
    assert problem.view().ply == 2
    for change, says in (
        (("right: f6g6", "right: f6f8"), "f6f8 cannot be tried"),
        (("moves: 1", "moves: many"), "invalid literal"),
        (("right: f6g6\n", ""), "'right' is missing"),
        (("why: So.", "so"), "'so' is none of name, category, start"),
        (("/ moved", ""), "White is not to move"),
        (("a2a8: moved", "a2b8: moved"), "could not be tried"),
        (("7k/8", "7x/8"), "This is no FEN"),
    ):
        with pytest.raises(ValueError, match=r"mine\.txt, line 2: ") as error:
            read(tmp_path, TEXT.replace(*change))
        assert says in str(error.value)
        assert "\n" not in str(error.value)


def read(tmp_path, text):
    path = tmp_path / "mine.txt"
    path.write_text(text)
    return load(path)[0]


def test_a_weak_program_is_examined():
    problems = [p for p in PROBLEMS if p.moves == 2][:2]
    examination = Examination(problems, ["kriegspiel-random"], QUICK, seeds=2)
    outcomes = list(examination.run())
    assert len(outcomes) == 4
    for outcome in outcomes:
        assert outcome.passed(FIRST_TRY) == outcome.answer.right == (outcome.answer.tried in outcome.problem.right)
        assert outcome.passed(FIRST_TRY) >= outcome.passed(MATED) == outcome.answer.mated
    assert examination.count("kriegspiel-random", None, MATED).total == 4
    assert clinic_of("kriegspiel").player == "kriegspiel-e"
    with pytest.raises(ValueError, match="There is no clinic of 'tictactoe'; there are: go, kriegspiel"):
        clinic_of("tictactoe")


def test_the_command_prints_both_measures(monkeypatch, capsys):
    words = ("--game", "kriegspiel", "--player", "kriegspiel-random", "--category", "krk", "--most", "1", "--jobs", "1")
    code, out, err = run_command(monkeypatch, capsys, "clinic", *words, "--verbose")
    assert code == 0, err
    for measure in (FIRST_TRY, MATED):
        assert f"krk, {measure}" in " ".join(out.split())


def test_a_player_is_handed_its_own_men_and_what_was_said():
    problem, asked = PROBLEMS[0], []

    class Watched(RandomPlayer):
        def decide(self, view, budget, **watching):
            asked.append(view.information())
            assert not view.board.of_colour[BLACK]
            return super().decide(view, budget, **watching)

    problem.put_to(Watched(seed=1), QUICK)
    assert asked
