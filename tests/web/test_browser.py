"""The page in a real browser."""

import os
import sys
from math import log, sqrt
from pathlib import Path

import pytest

from kaya.kriegspiel.files.pgn import KriegspielRecord, save
from kaya.kriegspiel.rules import KriegspielPosition
from kaya.players import USUAL_LEVEL
from kaya.web import analysis, lobby, offers, pool
from kaya.web.adapter import adapter_of

from .browser import opened, window
from .page import served

pytestmark = pytest.mark.browser

AXE = Path(os.environ.get("KAYA_AXE") or Path(sys.prefix) / "node_modules" / "axe-core" / "axe.min.js")

USUAL = {"go": "quick", "kriegspiel": "blind", "phantom-go": "phantom-random"}
NOTES_COVER = """() => {
    const note = document.querySelector(".note").getBoundingClientRect();
    return [...document.querySelectorAll(".strip")].some((strip) => {
        const box = strip.getBoundingClientRect();
        return box.left < note.right && note.left < box.right && box.top < note.bottom && note.top < box.bottom;
    });
}"""
PHONE = {"size": {"width": 390, "height": 844}, "has_touch": True, "device_scale_factor": 2}


@pytest.fixture(scope="module")
def browser():
    with opened() as made:
        yield made


@pytest.fixture(autouse=True)
def _usual_players(monkeypatch):
    for told in (lobby, offers):
        monkeypatch.setattr(told, "default_player", lambda game: USUAL.get(game, "mcts"))
    monkeypatch.setattr(lobby.random, "randrange", lambda most: 2)  # the programs' seeds


def begin(shown, size=5, button="#begin", **choices):
    """A new game by the form, or a study."""
    page = shown.page
    for name, value in choices.items():
        page.check(f"input[name={name}][value='{value}']", force=True)
    if size:
        page.check("input[name=size][value=other]", force=True)
        page.fill("input[type=number] >> nth=0", str(size))
        page.keyboard.press("Tab")
    page.click(button)
    page.wait_for_selector(".game")


@pytest.mark.slow
def test_a_whole_game_of_go_with_clicks_and_a_reload(browser, server):
    with window(browser, server.address) as shown:
        page = shown.page
        begin(shown)
        for number, name in enumerate(("C3", "B2", "D4"), start=1):
            shown.until("yours")
            shown.click(name, 5)
            page.wait_for_selector(f".moves li:nth-child({2 * number})")
        assert (shown.stones("black"), shown.stones("white")) == (3, 3)
        page.reload()
        shown.until("yours")
        assert (shown.stones("black"), shown.stones("white")) == (3, 3)
        page.keyboard.press("ArrowLeft")
        assert shown.stones("white") == 2
        page.keyboard.press("Escape")
        page.keyboard.press("u")
        page.wait_for_selector(".moves li:nth-child(5)", state="detached")
        page.keyboard.press("e")
        page.wait_for_selector(".owners rect", state="attached")
        assert page.inner_text(".advice").startswith("Estimate: ")
        page.keyboard.press("p")
        shown.until("counting")
        assert "A click on stones" in page.inner_text(".status")
        before = page.locator(".stones .dead").count()
        shown.click("C3", 5)
        page.wait_for_function("n => document.querySelectorAll('.stones .dead').length !== n", arg=before)
        page.click("text=Agree")
        shown.until("over")
        assert " by " in page.inner_text(".status")
        assert shown.faults == []


def test_the_keyboard_alone_plays(browser, server):
    with window(browser, server.address) as shown:
        begin(shown)
        shown.until("yours")
        shown.page.focus(".board-host")
        for key in ("ArrowRight", "ArrowRight", "ArrowUp", "Enter"):
            shown.page.keyboard.press(key)
        shown.page.wait_for_selector(".moves li:nth-child(2)")
        assert shown.page.locator(".moves li button").first.inner_text().split()[-1] == "D4"
        assert "White" in shown.page.inner_text("#spoken")
        assert shown.faults == []


def test_hints_and_estimates_are_words_until_a_second_click_or_a_move_and_keys_live_everywhere(
    browser, server, monkeypatch
):
    monkeypatch.setattr(pool, "analyst", lambda game: "quick")
    with window(browser, server.address) as shown:
        page = shown.page
        begin(shown)
        shown.until("yours")
        shown.click("C3", 5)
        page.wait_for_selector(".moves li:nth-child(2)")
        for tool, drawn in (("hint", ".go-board .hint"), ("estimate", ".owners rect")):
            page.click(f"[data-tool={tool}]")
            page.wait_for_selector(drawn, state="attached")
            assert page.inner_text(".advice").startswith(("Hint: B5.", "Estimate: "))
            page.click(f"[data-tool={tool}]")
            page.wait_for_selector(drawn, state="detached")
            assert page.inner_text(".advice") == ""
        page.keyboard.press("h")
        page.wait_for_selector(".go-board .hint", state="attached")
        shown.click("D4", 5)
        page.wait_for_selector(".moves li:nth-child(4)")
        assert page.locator(".go-board .hint").count() == 0
        assert page.inner_text(".advice") == ""
        page.keyboard.press("u")
        page.wait_for_selector(".moves li:nth-child(3)", state="detached")
        page.focus("[data-tab=game]")
        page.keyboard.press("ArrowRight")
        assert page.evaluate("document.activeElement.dataset.tab") == "search"
        page.click("label.switch:has-text('Territory')")
        page.keyboard.press("u")  # and no switch keeps it
        page.keyboard.press("ArrowLeft")
        page.wait_for_function("() => !document.querySelector('.go-board .stones')")
        page.keyboard.press("?")
        assert "Undo" in page.inner_text("dialog").title()
        page.keyboard.press("u")
        page.keyboard.press("Escape")
        page.wait_for_selector("dialog", state="detached")
        page.focus("[data-tab=search]")
        page.keyboard.press("ArrowLeft")
        page.keyboard.press("ArrowLeft")
        assert page.get_attribute("[data-tab=player]", "aria-selected") == "true"
        page.keyboard.press("u")  # there is nothing left to take back
        page.wait_for_selector(".note.error")
        assert not page.evaluate(NOTES_COVER)
        page.keyboard.press("h")
        page.wait_for_selector(".go-board .hint", state="attached")
        page.click("[data-tool=resign]")
        page.click(".danger")
        shown.until("over")
        assert page.inner_text(".advice") == ""
        assert shown.faults == []


def test_each_game_has_its_own_levels(browser, server):
    with window(browser, server.address) as shown:
        page = shown.page
        page.check("input[name=side][value=watch]", force=True)
        for k, level in enumerate(("8", "3")):
            page.fill(f"input[type=range] >> nth={k}", level)
        for game, levels in (("kriegspiel", [str(USUAL_LEVEL)] * 2), ("go", ["8", "3"])):
            page.check(f"input[name=game][value={game}]", force=True)
            assert [each.input_value() for each in page.locator("input[type=range]").all()] == levels
        assert shown.faults == []


def test_a_try_is_refused_a_pawn_tries_and_no_frame_has_more_than_the_view(browser, server, tmp_path):
    position = KriegspielPosition("k7/6P1/8/3p4/4P3/8/8/K6R w - - 0 1")
    (tmp_path / "game.pgn").write_text(save(KriegspielRecord(position)))
    with window(browser, server.address) as shown:
        page = shown.page
        page.set_input_files("input[type=file]", tmp_path / "game.pgn")
        shown.until("over")
        shown.frames.clear()
        page.evaluate("localStorage.setItem('kaya.form', JSON.stringify({ game: 'kriegspiel', player: 'blind' }))")
        page.click("[data-tool=play]")
        shown.until("yours")
        assert page.locator(".chess-board .pieces use").count() == 4
        assert "Pawn tries: 1" in page.inner_text(".facts-list")
        page.mouse.click(*shown.square("e4"))
        assert page.locator(".goal").count() == 3
        page.mouse.click(*shown.square("f5"))
        page.wait_for_selector(".log .refused")
        page.mouse.move(*shown.square("e4"))  # and now by dragging
        page.mouse.down()
        page.mouse.move(*shown.square("d5"), steps=4)
        page.mouse.up()
        page.wait_for_selector(".log .loud")
        shown.until("yours")
        page.mouse.click(*shown.square("g7"))
        page.mouse.click(*shown.square("g8"))
        box = page.locator(".promotion button").nth(1).bounding_box()  # the pieces stand beside the pawn: a rook on g7
        x, y = shown.square("g7")
        assert abs(box["x"] + box["width"] / 2 - x) < 10
        assert abs(box["y"] + box["height"] / 2 - y) < 10
        page.mouse.click(x, y)
        page.wait_for_selector(".log li:has-text('g7g8=R')")
        shown.until("yours")
        page.click("[data-tab=guess]")
        page.click(".guess-panel label.switch")
        page.wait_for_selector(".kinds label")
        right = page.evaluate("document.querySelector('.kinds').getBoundingClientRect().right")
        for box in page.evaluate(
            "[...document.querySelectorAll('.kinds label')].map((label) => label.getBoundingClientRect().right)"
        ):
            assert box <= right
        page.click(".brushes button >> nth=4")
        page.mouse.click(*shown.square("b7"))
        assert page.locator(".chess-board .guess").count() == 1
        page.reload()
        shown.until("yours")
        assert page.locator(".chess-board .guess").count() == 1
        during = [frame for frame in shown.frames if frame["say"] == "game"]
        page.click("[data-tool=resign]")
        page.click(".danger")
        shown.until("over")
        assert page.locator(".chess-board").count() == 3
        page.keyboard.press("Home")
        assert page.locator(".log .later").count() == page.locator(".log li").count()
        page.keyboard.press("ArrowRight")
        assert "e4xd5" in page.locator(".log .at").last.inner_text()
        assert page.inner_text(".comment").startswith("White e4xd5. Tried in vain: e4f5. Umpire: ")
        assert page.locator(".moves em").first.inner_text() == "⊘"
        page.click("[data-tab=moment]")
        page.wait_for_selector(".chess-board .chance", state="attached")
        words = "import('/voice.js').then(({ spoken }) => spoken({ by: 'White', text: 'Ng1xe5=Q; file check' }))"
        assert page.evaluate(words) == "White: knight g1 takes e5 becomes queen; file check."
        assert shown.faults == []
    assert len(during) >= 4
    for frame in during:
        assert "record" not in frame["board"]
        assert all(letter.isupper() for letter in frame["board"]["pieces"].values())
    assert adapter_of("kriegspiel").hidden


def test_two_people_in_two_browsers_and_at_one_board(browser, server):
    with window(browser, server.address) as first:
        begin(first, size=0, game="kriegspiel", against="browsers", side="White")
        link = first.page.input_value(".address")
        with window(browser, link, ready=".game") as second, window(browser, first.page.url, ready=".cover") as third:
            second.until("theirs")
            assert second.page.url == first.page.url  # the key is not left in the address
            for name in ("e2", "e4"):
                first.page.mouse.click(*first.square(name))
            second.until("yours")
            second.page.click("[data-tool=draw]")
            first.page.click(".offer .primary")
            for shown in (first, second, third):
                shown.until("over")
                assert shown.page.locator(".chess-board").count() == 3
            second.page.click("text=Rematch")
            second.until("yours")
            first.page.click("text=Join the rematch")
            first.until("theirs")
            assert first.faults == second.faults == third.faults == []
        page = first.page
        page.click(".brand")
        page.wait_for_selector("#begin")
        begin(first, against="board", game="phantom-go")
        page.click("[data-tool=uncover]")
        first.until("yours")
        first.click("C3", 5)
        page.click("[data-tool=cover]")
        page.click("[data-tool=uncover]")
        first.until("yours")
        assert first.stones("black") == 0
        assert first.faults == []


def test_phantom_go_with_clicks_a_guess_and_three_boards(browser, server):
    with window(browser, server.address) as shown:
        page = shown.page
        begin(shown, game="phantom-go")
        for number, name in enumerate(("C3", "B2", "D4"), start=1):
            shown.until("yours")
            shown.click(name, 5)
            page.wait_for_selector(f".log li:nth-child({2 * number})")
        shown.until("yours")
        page.mouse.click(*shown.point("E1", 5), button="right")
        assert page.locator(".go-board .guess").count() == 1
        during = [frame["board"] for frame in shown.frames if frame["say"] == "game"]
        page.click("[data-tool=resign]")
        page.click(".danger")
        shown.until("over")
        assert page.locator(".go-board").count() == 3
        page.focus(".board-host")
        for key in ("ArrowUp", "ArrowLeft", "Enter"):
            page.keyboard.press(key)
        page.wait_for_selector(".lines .at:text-is('B3')")
        page.click(".brand")
        page.wait_for_selector("#begin")
        begin(shown, game="phantom-go", button="#study")
        page.click("label.switch:has(#set-up)")
        page.focus(".board-host")
        page.keyboard.press("ArrowUp")
        page.keyboard.press("Enter")
        page.wait_for_selector(".three-boards .stones .black")
        assert shown.faults == []
    assert all("record" not in board for board in during)
    assert not any(2 in board["stones"] for board in during)  # none was refused, so none is known


@pytest.mark.slow
def test_analysis_runs_while_moves_are_made_and_a_card_adds_up(browser, server):
    with window(browser, server.address) as shown:
        page = shown.page
        begin(shown)
        shown.until("yours")
        page.click("[data-tab=search]")
        page.click("label.switch:has(#analyse)")
        page.wait_for_selector(".candidates-list tbody tr")
        page.select_option(".search-head select", "uct")
        page.wait_for_function("() => document.querySelector('.search-head select').value === 'uct'")
        shown.click("C3", 5)
        page.wait_for_selector(".candidate")
        shown.until("yours")
        shown.hear(5, say="search", who="analysis", number=2)
        move = page.locator(".candidates-list tbody .link").first.inner_text()
        page.click(".candidates-list tbody .link >> nth=0")
        page.wait_for_selector(".candidate-card")
        page.click("label.switch:has(#analyse)")  # the numbers stand still
        page.wait_for_selector(".candidate", state="detached")
        assert page.locator(".candidates-list tbody tr").count() > 3
        assert page.locator(".candidate-card").is_visible()
        page.click("[data-tab=tree]")
        page.click("text=Read the tree")
        page.click(f".tree .link:text-is('{move}')")
        page.wait_for_selector(".tree-panel .candidate-card")
        card = next(f for f in reversed(shown.frames) if f["say"] == "card")
        parts = dict(card["select"]["parts"])
        n, parent = card["visits"], card["parent"]
        assert parts == {
            "value: v": pytest.approx(card["value"]),
            "exploration: C √(ln n_p / n)": pytest.approx(0.7 * sqrt(log(parent) / n)),
        }
        drawn = page.locator(".tree-panel .terms td.number").all_inner_texts()
        assert drawn == [f"{x:.4f}" for x in (*parts.values(), sum(parts.values()))]
        page.click("[data-tab=player]")
        page.wait_for_selector("[data-name=C] input")
        assert shown.faults == []


def test_lines_are_tried_out_in_a_finished_game_and_saved_with_it(browser, server, tmp_path):
    (tmp_path / "game.sgf").write_text("(;GM[1]SZ[5]KM[0.5]RE[B+R];B[cc]C[the middle];W[bb];B[dd])")
    with window(browser, server.address) as shown:
        page = shown.page
        page.set_input_files("input[type=file]", tmp_path / "game.sgf")
        shown.until("over")
        for _ in range(2):
            page.keyboard.press("ArrowLeft")
        assert page.inner_text(".comment") == "the middle"
        shown.click("D2", 5)
        shown.click("B2", 5)
        page.wait_for_selector(".lines .at:text-is('B2')")
        assert (shown.stones("black"), shown.stones("white")) == (2, 1)
        page.keyboard.press("ArrowLeft")
        assert (shown.stones("black"), shown.stones("white")) == (1, 1)
        page.keyboard.press("ArrowRight")
        shown.click("B2", 5)  # a stone is there
        assert (shown.stones("black"), shown.stones("white")) == (2, 1)
        page.click("[data-tool=edit]")
        page.fill("textarea", "why not")
        page.click("[data-tool=mark-circle]")
        shown.click("E5", 5)
        page.wait_for_selector(".file-marks circle", state="attached")
        page.click("[data-tool=mark-circle]")
        page.keyboard.press("Escape")
        assert shown.stones("black") == 1
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowDown")  # from the move that was played to the variation
        page.wait_for_selector(".lines .at:text-is('D2')")
        page.keyboard.press("Escape")
        page.keyboard.press("End")
        assert (shown.stones("black"), shown.stones("white")) == (2, 1)
        with page.expect_download() as download:
            page.keyboard.press("s")
        assert "(;W[dd];B[bd]C[whynot]CR[ea])" in "".join(Path(download.value.path()).read_text().split())
        page.click(".brand")
        page.click("#study")
        shown.until("over")
        page.check("#set-up", force=True)
        page.click("[data-piece=white]")
        shown.click("C3", 9)
        page.wait_for_selector(".stones .white", state="attached")
        page.uncheck("#set-up", force=True)
        shown.click("E5", 9)
        page.wait_for_selector(".moves li")
        assert (shown.stones("black"), shown.stones("white")) == (1, 1)
        assert shown.faults == []


def test_a_review_has_axes_a_dot_for_the_loss_of_each_move_and_marks_what_was_played(
    browser, server, tmp_path, monkeypatch
):
    monkeypatch.setattr(pool, "analyst", lambda game: "uct")
    (tmp_path / "game.sgf").write_text("(;GM[1]SZ[5]KM[0.5]RE[B+R];B[cc];W[aa];B[dd];W[ea])")
    with window(browser, server.address) as shown:
        page = shown.page
        page.set_input_files("input[type=file]", tmp_path / "game.sgf")
        shown.until("over")
        page.click("text=Review the game")
        page.wait_for_selector(".score-chart")
        shown.hear(1, say="review", done=True)
        page.wait_for_function("() => document.querySelectorAll('.moves .loss').length === 4")
        assert page.locator(".axis-y >> nth=0").inner_text().split("\n") == ["100 %", "50 %", "0 %"]
        assert page.locator(".axis-x >> nth=0").inner_text().split("\n") == ["0", "2", "move 4"]
        assert page.inner_text(".legend").startswith("Loss of winning rate")
        page.keyboard.press("Home")
        page.keyboard.press("ArrowRight")
        page.click("[data-tab=search]")
        assert page.locator(".candidates-list .played").get_attribute("data-move") == "A5"
        assert shown.faults == []


@pytest.mark.skipif(not AXE.exists(), reason="there is no axe-core: `make test` gets it where npm can be reached")
def test_nothing_is_in_the_way_of_those_who_see_or_point_badly_in_either_theme(browser, server, monkeypatch):
    """By axe-core: contrast, roles, headings, names, the size of targets; with KAYA_WIDTHS=390,800,1280 at these."""
    monkeypatch.setattr(analysis, "analyst", lambda game: "uct")
    with window(browser, server.address) as shown:
        page, violations = shown.page, []
        page.evaluate(AXE.read_text(encoding="utf-8"))
        widths = [int(width) for width in os.environ.get("KAYA_WIDTHS", "800").split(",")]

        def look():
            for width in widths:
                page.set_viewport_size({"width": width, "height": 850})
                look_at(width)

        def look_at(width):
            for theme, rules in (("light", {}), ("dark", {"runOnly": ["color-contrast"]})):
                page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
                page.wait_for_function("() => !document.getAnimations().some((a) => a instanceof CSSTransition)")
                options = {"resultTypes": ["violations"], **rules}
                found = page.evaluate("options => axe.run(document, options)", options)["violations"]
                violations.extend((width, theme, v["id"], node["html"]) for v in found for node in v["nodes"])

        look()
        begin(shown)
        shown.until("yours")
        page.click("[data-tab=search]")
        page.click("label.switch:has(#analyse)")
        shown.hear(3, say="search", who="analysis", number=0)
        page.click("label.switch:has(#analyse)")
        page.click(".candidates-list tbody .link >> nth=0")
        page.wait_for_selector(".candidate-card")
        look()
        page.click("[data-tab=tree]")
        page.click("text=Read the tree")
        page.wait_for_selector(".tree .link")
        look()
        page.click(".brand")
        page.wait_for_selector("#begin")
        begin(shown, size=0, game="kriegspiel", against="browsers")
        page.wait_for_selector(".people")
        page.click("[data-tool=draw]")
        look()
        page.click(".brand")
        page.wait_for_selector("#begin")
        begin(shown, size=0, against="board")
        page.wait_for_selector(".cover")
        look()
        page.click(".brand")
        page.wait_for_selector("#begin")
        begin(shown, against="program", game="phantom-go", button="#study")
        page.click("label.switch:has(#set-up)")
        page.wait_for_selector(".brushes")
        look()
        for place, there in (
            ("learn", ".tours"),
            ("learn/kriegspiel/3", ".scene svg"),
            ("learn/bench", ".compare-form"),
        ):
            page.evaluate("place => { location.hash = place; }", place)
            page.wait_for_selector(there)
            look()
        page.select_option(".compare-form select >> nth=0", "tictactoe")
        page.click(".compare-form .primary")
        page.wait_for_selector(".lane .kaya-chart")
        look()
        assert violations == []


def test_a_tab_finds_its_way_back_and_another_browser_needs_the_token(browser, tmp_path):
    secret = {"host": "0.0.0.0", "token": "a-secret-token"}
    with served(tmp_path, **secret) as running, window(browser, f"{running.address}?token=a-secret-token") as shown:
        page, port = shown.page, running.port
        begin(shown)
        shown.until("yours")
        link = page.url
        running.stop()
        page.wait_for_selector("#offline:visible")
        with served(tmp_path, port=port, **secret):
            page.wait_for_selector("#offline", state="hidden")
            shown.click("C3", 5)
            page.wait_for_selector(".moves li:nth-child(2)")
            with window(browser, link.replace("#", "?token=a-secret-token#"), ready=".game") as phone:
                phone.until("yours")
                assert (phone.stones("black"), phone.page.url) == (1, link)
            with window(browser, link, ready="body") as stranger:
                assert "needs the token" in stranger.page.inner_text("body")
        with served(tmp_path, port=port, host="0.0.0.0", token="another-token"):
            page.wait_for_selector("#offline:has-text('needs the token')")


@pytest.mark.slow
def test_searches_side_by_side_and_a_tour_are_in_the_readers_hands(browser, server):
    with window(browser, server.address + "learn/bench", ready=".compare-form") as shown:
        page = shown.page

        def count(number):
            page.wait_for_function(
                "n => document.querySelector('.pace-count').textContent === `${n} simulations`", arg=number
            )

        page.select_option(".compare-form select >> nth=0", "tictactoe")
        page.click(".compare-form .primary")
        page.wait_for_selector(".lane:nth-child(2) .kaya-chart")
        page.click(".pace button:has-text('+100')")
        count(100)
        words = "[...document.querySelectorAll('.lane .picture:nth-child(2)')].map((picture) => picture.innerText)"
        page.wait_for_function(f"() => {words}.every((text) => text.includes('n = '))")
        page.evaluate("document.activeElement.blur()")
        page.keyboard.press(".")
        count(101)
        page.locator(".pace .slider").fill("40")
        count(40)
        page.fill(".switches input >> nth=0", "C")
        page.fill(".switches input >> nth=1", "0")
        page.click(".switches button")
        page.wait_for_selector(".lane:nth-child(2) h2:has-text('mcts, C=0')")
        page.evaluate("location.hash = 'learn/kriegspiel/3'")
        page.wait_for_selector(".scene svg [data-move=f1b5]")
        page.locator(".scene svg [data-move=f1b5] .head").dispatch_event("click")
        page.wait_for_selector(".scene .words:has-text('f1b5')")
        page.click("a.next")
        page.wait_for_selector("h1:has-text('People repeat themselves')")
        page.keyboard.press("PageUp")
        page.wait_for_selector("h1:has-text('A metaposition')")
        page.click(".brand")
        page.wait_for_selector("#begin")
        assert shown.faults == []


def test_a_changed_parameter_restarts_the_search(browser, server):
    with window(browser, server.address) as shown:
        page = shown.page
        begin(shown)
        page.click("[data-tab=search]")
        page.click("label.switch:has(#analyse)")
        page.wait_for_selector(".search-head select")
        page.select_option(".search-head select", "uct")
        page.click("[data-tab=player]")
        page.wait_for_selector("[data-name=C] input")
        page.fill("[data-name=C] input", "9")
        page.keyboard.press("Tab")
        page.wait_for_selector(".note.error")
        assert "from 0 to 5" in page.inner_text(".note")
        page.fill("[data-name=C] input", "0.25")
        page.keyboard.press("Tab")
        page.wait_for_selector("[data-name=C].changed")
        assert shown.faults == []


@pytest.mark.parametrize(("name", "options"), [("desktop", {}), ("phone", PHONE), ("dark", {"color_scheme": "dark"})])
def test_the_page_fits_its_screen(browser, server, tmp_path, name, options):
    with window(browser, server.address, **options) as shown:
        page = shown.page
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        begin(shown, size=0)
        shown.until("yours")
        shown.click("E5", 9)
        page.wait_for_selector(".moves li:nth-child(2)")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        board = page.locator(".go-board").bounding_box()
        height = options.get("size", {"height": 800})["height"]
        assert board["y"] + board["height"] <= height
        assert board["width"] > 340
        page.screenshot(path=tmp_path / f"{name}.png")
        page.click(".brand")
        page.wait_for_selector("#begin")
        page.set_viewport_size({"width": 390, "height": 500})
        page.evaluate("scrollTo(0, 1000)")
        begin(shown, size=0)
        shown.until("yours")
        assert page.evaluate("scrollY") == 0  # though the form was read to its end
        assert shown.faults == []


@pytest.mark.skipif("KAYA_PICTURES" not in os.environ, reason="KAYA_PICTURES names no folder for the pictures")
def test_pictures_for_the_readme(browser, server, monkeypatch):
    monkeypatch.undo()
    folder = Path(os.environ["KAYA_PICTURES"])
    with window(browser, server.address, size={"width": 1360, "height": 880}) as shown:
        page = shown.page
        page.evaluate("localStorage.setItem('kaya.form', JSON.stringify({ levels: { go: 8 } }))")
        page.reload()
        page.wait_for_selector("#begin")
        begin(shown, size=0)
        for name in ("E5", "C4", "G6", "D7", "F3", "C6"):
            shown.until("yours")
            stones = page.locator(".go-board .stones circle").count()
            shown.click(name, 9)
            page.wait_for_timeout(300)
            if page.locator(".go-board .stones circle").count() > stones:
                page.wait_for_selector(f".moves li:nth-child({stones + 2})", timeout=60_000)
        shown.until("yours")
        page.click("[data-tab=search]")
        page.click("label.switch:has(#analyse)")
        page.wait_for_selector(".candidates-list tbody tr:nth-child(2)", timeout=60_000)
        page.select_option(".search-head select", "mogo")
        page.wait_for_timeout(6000)
        page.click(".candidates-list tbody .link >> nth=0")
        page.mouse.move(640, 5)
        page.wait_for_selector("text=/Taking .* apart/", state="detached")
        page.wait_for_timeout(500)
        page.screenshot(path=folder / "web.png")
        page.click("label.switch:has(#analyse)")
        page.click("[data-tab=game]")
        page.click("text=Review the game")
        page.wait_for_selector(".mistakes progress")
        page.wait_for_selector(".mistakes progress", state="detached", timeout=120_000)
        page.click(".mistakes li .link >> nth=1")  # what should have been played instead of the worst move
        for _ in range(3):
            page.keyboard.press("ArrowRight")
        page.wait_for_timeout(600)
        page.screenshot(path=folder / "web-review.png")
        page.evaluate("location.hash = 'learn/mango/11'")
        page.wait_for_function("() => document.querySelector('.pace-count')?.textContent === '600 simulations'")
        page.screenshot(path=folder / "web-learn.png")
    with window(browser, server.address, size={"width": 1360, "height": 880}) as shown:
        page = shown.page
        begin(shown, size=0, game="kriegspiel")
        for start, end in (("e2", "e4"), ("g1", "f3"), ("f1", "c4"), ("d2", "d4"), ("e1", "g1"), ("c1", "g5")):
            shown.until("yours")
            for name in (start, end):
                page.mouse.click(*shown.square(name))
            page.wait_for_timeout(600)
        shown.until("yours")
        page.click("[data-tab=guess]")
        page.click("label.switch:has-text('Show on the board')")
        page.click(".kinds label:has-text('pieces')")
        page.wait_for_timeout(1500)
        page.screenshot(path=folder / "web-kriegspiel.png")
