"""The clinic: what it calls right is proved, every format is read, and an examination counts what happened."""

import itertools
import json
from dataclasses import replace
from functools import cache

import pytest
from rich.console import Console

from kaya.go.clinic import Answer, Problem, load, shipped
from kaya.go.rules import BLACK, PASS, WHITE, GoPosition, parse_vertex, vertex
from kaya.lab.clinic import Examination, Outcome, selected, without
from kaya.lab.clinic.display import compared, show, table, watch
from kaya.lab.statistics.results import wilson
from kaya.search import Budget

from ..lab import proof, prove
from ..lab.prove import GALLERY
from ..terminal.scripted import run_command

POSITIONS = shipped()
QUICK = Budget(simulations=50)
PROVED = json.loads(prove.PROVED.read_text())
TEXT = """# a comment
name: three
category: eyes
to play: black
komi: 2.5
answers: B1 c1
why: Because.
. . . .
O O O O
. . . X
X . . X
"""


def named(name: str) -> Problem:
    return next(p for p in POSITIONS if p.name == name)


def write(tmp_path, name: str, text: str):
    path = tmp_path / name
    path.write_text(text)
    return path


# What is right


@pytest.mark.slow
def test_the_solver_knows_the_three_by_three_board():
    empty = proof.board_of(["..."] * 3, proof.BLACK)
    middle = proof.Solver(3, 8.5, 50_000).play(empty, 4)
    assert not proof.Solver(3, 8.5, 50_000).wins(middle), "Black owns all nine points after the middle"
    corner = proof.Solver(3, -8.5, 50_000).play(empty, 0)
    assert proof.Solver(3, -8.5, 50_000).wins(corner), "and White all of them after a corner"


def test_every_category_has_enough_positions():
    counts = {c: sum(p.category == c for p in POSITIONS) for c in {p.category for p in POSITIONS}}
    assert set(counts) == {"nakade", "semeai", "approach-move", "seki", "ladder", "snapback"}
    assert min(counts.values()) >= 8
    assert len({p.name for p in POSITIONS}) == len(POSITIONS), "names tell positions apart"
    assert all(p.why.endswith(".") for p in POSITIONS)


@pytest.mark.slow
@pytest.mark.parametrize("problem", prove.to_prove(), ids=lambda p: p.name)
def test_the_answers_win_and_all_other_moves_lose(problem):
    """Proved here, or where that takes too long for a test, before, of this very position: see `prove`."""
    if problem.name in PROVED:
        assert PROVED[problem.name] == prove.fingerprint(problem)
    else:
        assert prove.is_right(problem, prove.BOARDS)


def test_a_changed_position_is_not_taken_for_proved():
    for name in PROVED:
        problem = named(name)
        assert prove.fingerprint(replace(problem, komi=problem.komi + 2)) != PROVED[name]


def sea(problem) -> tuple[int, int]:
    """What Benson's algorithm finds alive for Black and for White."""
    solver, board = proof.Solver(problem.lines, problem.komi, 0), prove.board_of(problem)
    return solver.safe(board, proof.BLACK), solver.safe(board, proof.WHITE)


def for_winner(problem, black: float) -> float:
    return black if problem.winner == BLACK else -black


def margin_of_sea(problem) -> float:
    black, white = sea(problem)
    return for_winner(problem, black.bit_count() - white.bit_count())


def groups_in(problem) -> list:
    """The parts of the board that are not decided, each with what is around it, as it looks from the side from which it
    looks least. X is the winner; what is alive is small, and # is the edge."""
    lines, solver, (black, white) = problem.lines, proof.Solver(problem.lines, problem.komi, 0), sea(problem)
    own, other = prove.board_of(problem).stones[:: 1 if problem.winner == BLACK else -1]

    def mark(x: int, y: int) -> str:
        if not (0 <= x < lines and 0 <= y < lines):
            return "#"
        p = y * lines + x
        seen = "X" if own >> p & 1 else "O" if other >> p & 1 else "."
        return seen.lower() if (black | white) >> p & 1 else seen

    found = []
    for part in solver.parts(solver.full & ~black & ~white):
        inside = {(p % lines, p // lines) for p in range(lines**2) if part >> p & 1}
        around = {(x + dx, y + dy) for x, y in inside for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0))}
        found.append(min(turned([((x, y), mark(x, y)) for x, y in inside | around])))
    return found


def turned(marks):
    for x_sign, y_sign, swap in itertools.product((1, -1), (1, -1), (False, True)):
        moved = [((x_sign * x, y_sign * y) if not swap else (y_sign * y, x_sign * x), mark) for (x, y), mark in marks]
        left, top = min(x for (x, _), _ in moved), min(y for (_, y), _ in moved)
        yield tuple(sorted((x - left, y - top, mark) for (x, y), mark in moved))


@pytest.mark.slow
def test_galleries_are_made_of_groups_that_are_proved():
    """Where the winner answers in the group in which the loser has played, he gets in each what is proved of it."""
    gets = {}
    for problem in (p for p in POSITIONS if p.winner and p.lines <= GALLERY):
        (group,) = groups_in(problem)
        gets[group] = for_winner(problem, problem.komi) + 0.5 - margin_of_sea(problem)
    assert len(gets) == 14, "and no two are the same"
    galleries = [p for p in POSITIONS if p.winner and p.lines > GALLERY]
    assert len(galleries) == 45
    for problem in galleries:
        groups = groups_in(problem)
        assert len(groups) >= 2
        assert all(group in gets for group in groups), problem.name
        won, margin = margin_of_sea(problem) + sum(gets[group] for group in groups), for_winner(problem, problem.komi)
        smallest = min(sum(mark in "XO." for *_, mark in group) for group in groups)
        assert won > margin > won - 2 * smallest, "one lost group decides"


def test_a_group_with_another_stone_is_another_group():
    problem = named("two stones to connect")
    moved = replace(problem, white=problem.white[1:])
    assert groups_in(moved) != groups_in(problem)


def test_who_may_retake_a_ko_at_once_is_not_forbidden_to():
    board = proof.board_of([".XO.", "X.XO", ".XO.", "...."], proof.WHITE)
    for retakes, ko in ((None, 6), (proof.WHITE, 6), (proof.BLACK, proof.PASS)):
        taken = proof.Solver(4, 0.5, 100, retakes).play(board, 5)
        assert taken is not None
        assert taken.ko == ko


def caught(position, p: int) -> bool:
    """Read a ladder out: is the chain at p captured if its opponent moves? It is chased only with atari."""
    _, liberties = chain_of(position, p)
    attacker = 3 - position.colour_at(p)
    if len(liberties) != 2:
        return len(liberties) == 1
    return any(played and not gets_out(played, p) for played in (after(position, m, attacker) for m in liberties))


def gets_out(position, p: int) -> bool:
    """The chain at p is in atari and its side moves: it extends, or captures one of the stones around it."""
    chain, tries = chain_of(position, p)
    colour = position.colour_at(p)
    for n in {n for q in chain for n in neighbours(position, q) if position.colour_at(n) == 3 - colour}:
        enemies = chain_of(position, n)[1]
        tries = tries | enemies if len(enemies) == 1 else tries
    for played in (after(position, m, colour) for m in tries):
        if played and len(chain_of(played, p)[1]) > 1 and not caught(played, p):
            return True
    return False


def neighbours(position, p: int) -> list[int]:
    return beside(position.lines)[p]


@cache
def beside(lines: int) -> dict[int, list[int]]:
    """The neighbours of every point of a board."""
    points, w = set(GoPosition(lines).points), lines + 1
    return {p: [n for n in (p - w, p - 1, p + 1, p + w) if n in points] for p in points}


def chain_of(position, p: int) -> tuple[set[int], set[int]]:
    chain, liberties, waiting = {p}, set(), [p]
    while waiting:
        for n in neighbours(position, waiting.pop()):
            if position.colour_at(n) == 0:
                liberties.add(n)
            elif position.colour_at(n) == position.colour_at(p) and n not in chain:
                chain.add(n)
                waiting.append(n)
    return chain, liberties


def after(position, move: int, colour: int):
    twin = position.copy()
    if twin.why_illegal(move, colour):
        return None
    twin.play(move, colour)
    return twin


@pytest.mark.parametrize("problem", [p for p in POSITIONS if p.category == "ladder"], ids=lambda p: p.name)
def test_ladders_are_read_out(problem):
    position = problem.position()
    chased = [p for p in position.points if position.colour_at(p) and len(chain_of(position, p)[1]) <= 2]
    for move in problem.answers if problem.negated else problem.region:
        played = after(position, move, problem.to_play)
        assert played
        ataris = [p for p in neighbours(played, move) if played.colour_at(p) == 3 - problem.to_play and p in chased]
        runs = any(p in chased for p in neighbours(position, move) if position.colour_at(p) == problem.to_play)
        works = any(not gets_out(played, p) for p in ataris) if ataris else runs and not caught(played, move)
        assert works == problem.is_solved_by(move), vertex(move, problem.lines)


# Formats


def test_a_text_diagram_is_read_as_it_stands(tmp_path):
    (problem,) = load(write(tmp_path, "mine.txt", TEXT))
    assert (problem.name, problem.category, problem.lines, problem.to_play) == ("three", "eyes", 4, BLACK)
    assert problem.komi == 2.5
    assert problem.answers == {parse_vertex("B1", 4), parse_vertex("C1", 4)}
    assert str(problem.position()).count("X") == 3
    assert problem.diagram(parse_vertex("A4", 4)).splitlines() == [
        " 4 ? . . .",
        " 3 O O O O",
        " 2 . . . X",
        " 1 X ! ! X",
        "   A B C D",
    ]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (("answers: B1 c1", "answers: A1"), "A1 is not allowed: occupied"),
        (("answers: B1 c1\n", ""), "either answers or avoid"),
        (("answers: B1 c1", "answers: K1"), "'K1' is not a point"),
        (("X . . X\n", "X . .\n"), "square of rows"),
        (("to play: black", "to play: red"), "'red' is no player"),
        (("why: Because.", "because"), "'because' is neither a row"),
        (("komi: 2.5", "komi: much"), "could not convert"),
        (("name: three\n", ""), "'name' is missing"),
        (("why: Because.", "region: A4"), "outside of its region"),
        ((". . . X\n", "X X X X\n"), "no liberty"),
    ],
)
def test_a_fault_in_a_diagram_gets_one_sentence(tmp_path, change, says):
    text = TEXT.replace(*change)
    if says == "no liberty":
        text = text.replace("X . . X", "O X X X").replace("B1 c1", "A4")
    with pytest.raises(ValueError, match=r"mine\.txt, line 2: ") as error:
        load(write(tmp_path, "mine.txt", text))
    assert says in str(error.value)
    assert "\n" not in str(error.value)


def test_other_files_are_refused(tmp_path):
    with pytest.raises(ValueError, match=r"must end in \.txt, \.jsonl, \.sgf, \.sgfs"):
        load(write(tmp_path, "mine.doc", "hello"))
    with pytest.raises(ValueError, match="no position"):
        load(write(tmp_path, "empty.txt", "# nothing\n"))
    with pytest.raises(ValueError, match="not an SGF file"):
        load(write(tmp_path, "bad.sgf", "hello"))


def test_json_lines_of_games_and_of_local_problems(tmp_path):
    local = dict(id="a", category="tesuji", size=19, to_play="w", black=["cc", "dc"], white=["cd"], answers=["ec"])
    game = dict(local, id="b", kind="move", negated=True, ko="aa")
    chosen = dict(local, id="c", kind="move", candidates=["ec", "qq"])
    question = dict(local, id="d", kind="owl_attack")
    passing = dict(local, id="e", kind="move", answers=["pass"])
    text = "\n".join(json.dumps(g) for g in (local, game, chosen, question, passing))
    first, second, third, fourth = load(write(tmp_path, "suite.jsonl", text))
    assert first.to_play == WHITE
    assert first.region is not None
    assert {vertex(p, 19) for p in first.region} >= {"E17", "A19", "F14"}
    assert parse_vertex("G17", 19) not in first.region, "more than two lines away from all stones"
    assert second.region is None
    assert second.is_solved_by(PASS)
    assert not second.is_solved_by(parse_vertex("E17", 19))
    assert parse_vertex("A19", 19) not in (second.choices(second.position()) or [])
    assert third.choices(third.position()) == [parse_vertex("E17", 19), parse_vertex("R3", 19)]
    assert fourth.answers == {PASS}
    with pytest.raises(ValueError, match="line 1: 'size' is missing"):
        load(write(tmp_path, "bad.jsonl", "{}"))


def test_sgf_answers_are_marked_or_come_first(tmp_path):
    root = "(;SZ[9]KM[0.5]AB[cc][dc]AW[cd]"
    text = f"{root}(;W[ec]C[wrong])(;W[bc]TE[1])(;W[bd]C[RIGHT]))\n{root}GN[two](;W[ec])(;W[bc]))\n{root})"
    marked, first = load(write(tmp_path, "own.sgfs", text))
    assert {vertex(p, 9) for p in marked.answers} == {"B7", "B6"}
    assert (first.name, first.category, first.komi, first.to_play) == ("two", "own", 0.5, WHITE)
    assert {vertex(p, 9) for p in first.answers} == {"E7"}


def test_selection_by_category_and_number():
    assert len(selected(POSITIONS, ["seki", "nakade"], 3)) == 6
    assert len(selected(POSITIONS)) == len(POSITIONS)
    with pytest.raises(ValueError, match="no category 'joseki'; there are: approach-move, "):
        selected(POSITIONS, ["joseki"])


# Examinations


def test_an_examination_counts_what_was_solved():
    problems = [named("six stones"), named("hands off")]
    examination = Examination(problems, ["uct", "uct:C=0.3"], QUICK, seeds=2)
    outcomes = list(examination.run())
    assert len(outcomes) == 8
    for outcome in outcomes:
        assert outcome.solved == ((outcome.answer.move in outcome.problem.answers) != outcome.problem.negated)
    total = examination.count("uct")
    assert (total.solved, total.total) == (sum(o.solved for o in outcomes if o.player == "uct"), 4)
    assert total.interval == wilson(total.solved, 4)
    again = Examination(problems, ["uct", "uct:C=0.3"], QUICK, seeds=2)
    assert [o.answer.move for o in again.run()] == [o.answer.move for o in outcomes], "one seed, one result"


def test_counts_and_comparison_by_hand():
    problem = named("six stones")
    right, wrong = next(iter(problem.answers)), PASS
    examination = Examination([problem], ["uct", "uct:C=0.3"], QUICK, seeds=3)
    moves = {"uct": [right, right, wrong], "uct:C=0.3": [right, wrong, wrong]}
    examination.outcomes = [
        Outcome(problem, p, seed, Answer(m, 0.5, problem.is_solved_by(m)), 1.0)
        for p, ms in moves.items()
        for seed, m in enumerate(ms)
    ]
    assert str(examination.count("uct", "snapback")) == "2/3  67 % [21, 94]"
    assert str(examination.count("uct", "ladder")) == "–"
    assert list(compared(examination)) == ["Only uct solved 1, only uct:C=0.3 solved 0."]
    assert table(examination).row_count == 2
    shown = problem.case("uct", examination.failed()[0].answer)
    assert "uct played pass" in shown
    assert "!" in shown
    assert problem.why in shown


def test_a_region_restricts_the_choice():
    problem = named("up or across")
    (outcome,) = Examination([problem], ["uct"], Budget(simulations=5)).run()
    assert outcome.answer.move in problem.region


def test_a_feature_is_switched_off():
    assert without("mogo", "nakade") == "mogo:nakade=off"
    assert without("mango:C=0.5", "PB=off") == "mango:C=0.5,PB=off"
    with pytest.raises(ValueError, match="no player 'nobody'"):
        Examination(POSITIONS, ["nobody"], QUICK)


@pytest.mark.processes
def test_the_command_prints_a_table_with_both_columns(monkeypatch, capsys):
    monkeypatch.setenv("COLUMNS", "120")
    words = [
        "--player",
        "mango",
        "--without",
        "PB",
        "--simulations",
        "60",
        "--category",
        "snapback",
        "--most",
        "3",
        "--jobs",
        "2",
    ]
    code, out, err = run_command(monkeypatch, capsys, "clinic", *words)
    assert code == 0, err
    assert "mango:PB=off" in out
    assert out.count("/3 ") == 2, "no line for all where there is one category"
    assert "Only mango solved" in out


def test_the_command_says_what_was_wrong(monkeypatch, capsys):
    ended = run_command(monkeypatch, capsys, "clinic", "--player", "uct", "--problems", "nowhere.txt")
    assert ended == (2, "", "kaya: nowhere.txt: No such file or directory.")


def test_an_interrupted_examination_shows_what_is_there(monkeypatch):
    console, examination = Console(record=True, width=100), Examination(POSITIONS[:3], ["uct"], QUICK)

    def interrupted(jobs):
        yield from list(whole(1))[:2]
        raise KeyboardInterrupt

    whole = examination.run
    monkeypatch.setattr(examination, "run", interrupted)
    assert not watch(examination, 1, console)
    show(examination, console, verbose=False, whole=False)
    shown = console.export_text()
    assert "Stopped: " in shown
    assert "category" in shown
