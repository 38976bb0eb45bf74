"""SGF: what is written reads back, and a bad file gets one sentence."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sgfmill import sgf as sgfmill_sgf
from sgfmill import sgf_grammar

from kaya import Budget, GoPosition, make_player
from kaya.go.files.sgf import GameRecord, Mark, Variation, load, result_text, save
from kaya.go.rules import BLACK, PASS, WHITE, parse_vertex, vertex
from kaya.protocols.formats import game_of


def random_game(lines: int, moves: int, seed: int, handicap: int = 0) -> GoPosition:
    choose = random.Random(seed)
    game = GoPosition(lines, komi=choose.choice([7.5, 0, -3, 0.5, 6.75]))
    if handicap:
        game.fixed_handicap(handicap)
    for _ in range(moves):
        game.play(choose.choice(game.legal_moves() or [PASS]), resume=True)
    return game


def assert_one_sentence(error: BaseException) -> None:
    text = str(error)
    assert text.endswith(".")
    assert "\n" not in text
    assert 10 < len(text) < 200


@pytest.mark.slow
@settings(max_examples=40, deadline=None)
@given(st.integers(2, 19), st.integers(0, 60), st.integers(0, 1000), st.sampled_from([0, 0, 2, 4]))
def test_a_game_reads_back_as_it_was(lines, moves, seed, handicap):
    game = random_game(lines, moves, seed, handicap if lines >= 7 else 0)
    record = GameRecord.of(game, black_name="Anna", white_name="uct", result="B+R", date="2024-05-01")
    again = load(save(record))
    assert again == record
    replayed = again.position()
    assert str(replayed) == str(game)
    assert (replayed.komi, replayed.mover, replayed.played) == (game.komi, game.mover, game.played)


def test_a_handicap_game_has_its_stones_and_white_first():
    game = GoPosition(9, komi=0.5)
    game.fixed_handicap(4)
    data = save(GameRecord.of(game))
    root = sgfmill_sgf.Sgf_game.from_bytes(data).get_root()
    assert (root.get("HA"), root.get("PL"), len(root.get("AB"))) == (4, "w", 4)
    assert load(data).position().mover == WHITE


def test_the_root_says_what_a_reader_needs():
    data = save(GameRecord.of(random_game(9, 5, 1), black_name="A]\\", white_name="棋", result="W+3.5"))
    root = sgfmill_sgf.Sgf_game.from_bytes(data).get_root()
    facts = [root.get(name) for name in ("FF", "GM", "SZ", "CA", "RU", "PB", "PW", "RE")]
    assert facts == [4, 1, 9, "UTF-8", "Chinese", "A]\\", "棋", "W+3.5"]
    assert root.get("AP")[0] == "Kaya"


def test_upto_replays_only_the_first_moves():
    record = GameRecord.of(random_game(9, 20, 3))
    assert record.position(upto=7).played == [p for _, p in record.moves[:7]]
    assert record.position(upto=0).played == []
    assert len(record.position(upto=99).played) == 20


def test_moves_need_not_alternate():
    record = load(b"(;SZ[9];B[aa];B[bb];W[];W[tt];B[cc])")
    assert [colour for colour, _ in record.moves] == [BLACK, BLACK, WHITE, WHITE, BLACK]
    game = record.position()
    assert len(game.stones(BLACK)) == 3
    assert load(save(GameRecord.of(game))).moves == record.moves


def test_an_illegal_move_is_named_by_its_number():
    with pytest.raises(ValueError, match=r"^Move 2, White A9, is not allowed: occupied\.$"):
        load(b"(;SZ[9];B[aa];W[aa])").position()
    with pytest.raises(ValueError, match=r"^Move 3, White A9, is not allowed: suicide\.$"):
        load(b"(;SZ[9];B[ab];B[ba];W[aa])").position()


def test_setup_before_the_first_move_is_read():
    record = load(b"(;SZ[9]AB[aa:bb][ee]PL[W];AE[aa]AW[ff];W[gg])")
    assert (len(record.black), len(record.white), record.first) == (4, 1, WHITE)
    assert len(record.position().stones(BLACK)) == 4


def test_handicap_without_stones_means_the_usual_points():
    assert load(b"(;SZ[19]HA[4];W[cc])").black == sorted(parse_vertex(v, 19) for v in ("D4", "D16", "Q4", "Q16"))
    assert load(b"(;SZ[19]HA[2];B[dd];B[pp];W[cc])").black == []


def test_comments_and_variations_read_back():
    record = GameRecord.of(random_game(9, 6, 5), comments={0: "start", 4: "a ] and a \\ :\nnew line"})
    record.variations[3] = [Variation(((BLACK, parse_vertex("J9", 9)), (WHITE, PASS)), "why not here")]
    assert load(save(record)) == record


def test_a_search_is_written_down_as_comment_and_variations():
    player, game, reports = make_player("uct", seed=1), GoPosition(9), []
    for _ in range(4):
        decision = player.choose(game, Budget(simulations=400))
        game.play(decision.move)
        reports.append(decision.report)
    record = GameRecord.of(game)
    for number, report in enumerate(reports, start=1):
        record.annotate(number, report, top=3)
    data = save(record)
    nodes = sgfmill_sgf.Sgf_game.from_bytes(data).get_main_sequence()
    assert [node.get_move()[0] for node in nodes[1:]] == ["b", "w", "b", "w"]
    assert nodes[1].get("C").startswith("Black's winning rate ")
    assert "400 simulations" in nodes[2].get("C")
    assert len(nodes[0]) >= 2  # the game's move and at least one other
    assert "visits" in nodes[0][1].get("C")
    again = load(data)
    assert again.moves == record.moves
    assert again.comments == record.comments
    for number, lines in again.variations.items():
        for line in lines:
            position = again.position(upto=number - 1)
            for colour, move in line.moves:
                position.play(move, colour)  # no ValueError: every line can be played


def test_lines_after_the_last_move_are_not_read_as_played():
    record = GameRecord.of(random_game(9, 1, 5))
    colour, move = record.moves[0]
    record.variations[1] = [Variation(((colour, move), (WHITE, PASS), (BLACK, PASS)))]
    assert load(save(record)).moves == record.moves


def test_other_encodings_are_read():
    text = "(;CA[Shift_JIS]SZ[9]PB[表]PW[ソ];B[aa])"  # their second bytes are a backslash
    record = load(text.encode("shift_jis"))
    assert (record.black_name, record.white_name, len(record.moves)) == ("表", "ソ", 1)
    assert load("(;SZ[9]PB[é])".encode("latin-1")).black_name == "é"
    assert load("(;SZ[9]PB[é])".encode()).black_name == "é"
    assert load("(;CA[nonsense]SZ[9]PB[é])".encode()).black_name == "é"
    assert load("(;CA[utf-16]SZ[9]PB[é])".encode()).black_name == "é"


def test_other_facts_are_kept():
    data = b"(;SZ[9]EV[Cup]RO[2]BR[3d]WR[1k]C[hello];B[aa])"
    assert load(save(load(data))).other == {"EV": "Cup", "RO": "2", "BR": "3d", "WR": "1k"}


RICH = """(;GM[1]FF[4]CA[GB2312]AP[Other tool:2.1]ST[2]SZ[9]KM[6.5]RU[AGA]HA[2]AB[cc][gg]PL[W]
PB[Black one]BR[9d]BT[One]PW[White: two]WR[8p]EV[Cup \\] 1]RO[2 (final)]DT[1846-09-11,13]PC[Innoshima]RE[W+R]GC[line
two]US[me]SO[book]CP[nobody]AN[somebody]TM[3600]OT[3x60]ON[mini]KGSDE[9]MULTIGOGM[1]VW[]
;W[ee]LB[aa:A][bb:12]TR[cc]SQ[gg]WL[3599.5]OW[3]N[a node]GB[1]BM[2]
;C[no move here]CR[dd]MA[aa:ab]SL[ii]
(;B[cg]C[with a \\] bracket]TW[hh]TB[ab];W[]SBKV[47.5](;B[gc])(;B[gd]C[why not]LB[gd:x](;W[ab];B[ba])(;W[ba])))
(;B[hh];C[a thought];W[hg]DM[1]AR[aa:bb]LN[cc:dd]))
(;GM[1]SZ[19]PB[another game];B[dd])
"""


def properties(data):
    """Every node of all games of a file, in its order, with its properties and how deep it lies."""

    def walk(tree, depth):
        for node in tree.sequence:
            yield depth, {name: values for name, values in node.items() if name != "CA"}
        for child in tree.children:
            yield from walk(child, depth + 1)

    return [node for tree in sgf_grammar.parse_sgf_collection(data) for node in walk(tree, 0)]


def test_nothing_of_a_file_is_lost():
    saved = save(load(RICH))
    assert properties(saved) == properties(RICH.encode())
    assert b"CA[UTF-8]" in saved
    assert properties(save(load(saved))) == properties(saved)


def test_what_has_changed_is_written_into_the_file():
    record = load(RICH)
    record.result, record.black_name = "", "Somebody else"
    record.comments[3] = "a pass"
    record.comments[2] += "\n\nand more"
    record.variations[2].append(Variation(((BLACK, parse_vertex("A9", 9)), (WHITE, PASS))))
    again = load(save(record))
    assert (again.black_name, again.result, again.other) == ("Somebody else", "", record.other)
    assert (again.comments, again.moves, again.marks) == (record.comments, record.moves, record.marks)
    assert [line.moves for line in again.variations[2]] == [line.moves for line in record.variations[2]]
    left = {name for _, node in properties(RICH.encode()) for name in node}
    assert left - {name for _, node in properties(save(record)) for name in node} == {"RE"}


@pytest.mark.parametrize("moves", [0, 2, 4])
def test_a_game_that_left_its_file_is_what_is_read_and_the_file_is_beside_it(moves):
    record = load(RICH)
    record.moves = record.moves[:moves]
    if moves:
        record.moves.append((record.moves[-1][0] ^ 3, parse_vertex("J9", 9)))
    saved = save(record)
    assert load(saved).moves == record.moves
    there = properties(saved)
    assert all(node in [found for _, found in there] for _, node in properties(RICH.encode()))


def test_marks_are_read():
    kinds = {
        number: [(m.kind, vertex(m.point, 9), m.text) for m in found] for number, found in load(RICH).marks.items()
    }
    first = [("triangle", "C7", ""), ("square", "G3", ""), ("label", "A9", "A"), ("label", "B8", "12")]
    assert kinds[1][:4] == first
    assert sorted(kinds[1][4:]) == [
        ("circle", "D6", ""),
        ("cross", "A8", ""),
        ("cross", "A9", ""),
        ("selected", "J1", ""),
    ]
    assert load("(;SZ[9];B[aa]TR[zz][][a]LB[aa]LB[:x])").marks == {1: [Mark("label", parse_vertex("A9", 9))]}


def test_results_in_words_of_sgf():
    assert [result_text(s) for s in (3.5, -0.5, 0, 12.0)] == ["B+3.5", "W+0.5", "0", "B+12"]


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "not an SGF file"),
        (b"hello", "not an SGF file"),
        (b"(;SZ[9];B[aa]", "not an SGF file"),
        (b"(;[9])", "not an SGF file"),
        (b"(;SZ)", "not an SGF file"),
        (b"(;GM[2]SZ[8])", "not a game of Go"),
        (b"(;SZ[20])", "2 to 19 lines"),
        (b"(;SZ[1])", "2 to 19 lines"),
        (b"(;SZ[-9])", "2 to 19 lines"),
        (b"(;SZ[9:13])", "square"),
        (b"(;SZ[])", "2 to 19 lines"),
        (b"(;SZ[" + b"9" * 5000 + b"])", "2 to 19 lines"),
        (b"(;SZ[9]KM[nan])", "Komi must be"),
        (b"(;SZ[9]KM[1e300])", "Komi must be"),
        (b"(;SZ[9]KM[lots])", "Komi must be"),
        (b"(;SZ[9]HA[-2])", "Handicap must be"),
        (b"(;SZ[9];B[aa];W[zz])", r"Move 2, W\[zz\]"),
        (b"(;SZ[9];B[\n\xff\xff])", "Move 1"),
        (b"(;SZ[9];B[aa]W[bb])", "two moves in one place, at move 1"),
        (b"(;SZ[9];B[aa][bb])", "two moves"),
        (b"(;SZ[9]AB[jj])", r"AB\[jj\]"),
        (b"(;SZ[9]AB[bb:aa])", "AB"),
        (b"(;SZ[9]AB[aa:bb:cc])", "AB"),
        (b"(;SZ[9]AB[tt])", "AB"),
        (b"(;SZ[9]AB[aa]AW[aa])", "two colours"),
        (b"(;SZ[9];B[aa];AW[cc];W[dd])", "set up after move 1"),
    ],
)
def test_a_bad_file_gets_one_sentence(data, says):
    with pytest.raises(ValueError, match=says) as caught:
        load(data)
    assert_one_sentence(caught.value)


def test_sizes_written_twice_are_read():
    assert load(b"(;SZ[9:9])").lines == 9
    assert load(b"(;GM[1])").lines == 19


def loaded_or_refused(data: bytes) -> None:
    try:
        record = load(data)
        save(record)
        record.position()
    except ValueError as error:
        assert_one_sentence(error)


PIECES = [
    b"(",
    b")",
    b";",
    b"[",
    b"]",
    b"\\",
    b":",
    b"SZ",
    b"B",
    b"W",
    b"AB",
    b"AE",
    b"KM",
    b"CA",
    b"GM",
    b"PL",
    b"HA",
    b"C",
    b"[aa]",
    b"[bc]",
    b"[]",
    b"[9]",
    b"[aa:ff]",
    b"[GBK]",
    b"[utf-16]",
    b"[hex]",
    b"\n",
    b"\xff",
    b"(;",
]


@pytest.mark.slow
@settings(max_examples=400, deadline=None)
@given(st.lists(st.sampled_from(PIECES) | st.binary(max_size=4), max_size=40).map(b"".join))
def test_no_bytes_bring_anything_but_a_sentence(data):
    loaded_or_refused(data)
    loaded_or_refused(b"(;SZ[9]" + data + b")")


GOOD = save(GameRecord.of(random_game(9, 12, 7, handicap=2), black_name="Anna", comments={3: "hm"}))


@pytest.mark.slow
@settings(max_examples=200, deadline=None)
@given(st.lists(st.tuples(st.integers(0, len(GOOD) - 1), st.integers(0, 255)), min_size=1, max_size=6))
def test_a_damaged_file_is_read_or_refused(damage):
    data = bytearray(GOOD)
    for place, byte in damage:
        data[place] = byte
    loaded_or_refused(bytes(data))


@pytest.mark.slow
def test_a_deeply_nested_file_is_read_or_refused():
    loaded_or_refused(b"(;SZ[9]" + b"(;B[aa]" * 20_000 + b")" * 20_001)


@pytest.mark.parametrize("text", ["(;SZ[9];B[aa])", "(;FF[4]GM[1]SZ[9])", "( ; GM [1]\nC[GM[2\\]])"])
def test_a_file_of_go_is_known(text):
    assert game_of(text) == "go"


@pytest.mark.parametrize("text", ["(;FF[4]GM[2]SZ[8])", "(;GM[3])", "(;FF[4]\nGM [ 40 ])"])
def test_a_file_of_another_game_is_not_taken_for_go(text):
    with pytest.raises(ValueError, match="This is no game"):
        game_of(text)
