"""Published pages: what they show, keep and add."""

import copy
import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from kaya.lab.experiments.experiment import Extent, Run
from kaya.lab.experiments.played import _named
from kaya.lab.experiments.published import Published, game_points
from kaya.lab.experiments.publishing import in_ranges, page_of, publish
from kaya.lab.matches.match import Standing
from kaya.lab.matches.store import Store

from .tiny import TINY, add_games, tiny


def test_a_program_is_published_without_its_folder():
    assert _named("gtp:/opt/games/gnugo --level 10") == "gtp:gnugo --level 10"
    assert _named("gtp:gnugo --load a/b") == "gtp:gnugo --load a/b"
    assert _named("uct:C=0.5") == "uct:C=0.5"


@pytest.mark.slow
def test_a_page_is_published_and_keeps_what_was_written_by_hand(tmp_path):
    with Store(tmp_path / "results.db") as store:
        run = Run(store, Console(quiet=True), Extent(effort=1.0))
        assert not publish(tiny, run, tmp_path / "pages" / "tiny.md")
        add_games(store, TINY, [1.0, 0.0, 1.0, 1.0])
        page = page_of(tiny, tmp_path / "pages")
        assert publish(tiny, run, page)
        text = page.read_text()
        assert "# tiny: A tiny table" in text
        assert "| 60 against 5 | 90.0 % (100 games) | 75.0 % |" in text
        assert "`kaya reproduce tiny`" in text
        assert "commit abc" in text
        assert "![A tiny table](tiny.svg)" in text
        assert (tmp_path / "pages" / "tiny.svg").is_file()
        counts = json.loads((tmp_path / "pages" / "tiny.json").read_text())["lines"]
        assert [(c["line"], c["won"], c["drawn"], c["lost"]) for c in counts] == [("60 against 5", 3, 0, 1)]
        page.write_text(
            text.replace("## How it was made", "## What we make of it\n\nIt is *tiny*.\n\n## How it was made")
        )
        add_games(store, TINY, [1.0] * 6)
        assert publish(tiny, run, page)
        again = page.read_text()
        assert "It is *tiny*." in again
        assert "83.3 %" in again
        assert again.count("## How it was made") == again.count("## What we make of it") == 1


@pytest.mark.slow
def test_a_page_keeps_lines_of_which_the_store_has_fewer_games(tmp_path):
    page = page_of(tiny, tmp_path)
    console = Console(quiet=True)
    with Store(tmp_path / "first.db") as store:
        add_games(store, TINY, [1.0, 0.0, 1.0, 0.5, 0.5, 0.5])
        publish(tiny, Run(store, console, page=page), page)
    before = page.read_text()
    with Store(tmp_path / "second.db") as store:
        run = Run(store, console, page=page)
        assert publish(tiny, run, page)
        assert page.read_text() == before, "an empty store takes nothing away"
        assert isinstance(tiny.standings(run)[0][1], Published)
        assert not tiny.standings(Run(store, console))[0][1].points, "what is not published shows the store alone"
        assert publish(tiny, Run(store, console, seed=1, page=page), page)
        assert "`kaya reproduce tiny --seed 1`; other games with `--seed` 0" in page.read_text()
        (line,) = json.loads(page.with_suffix(".json").read_text())["lines"]
        assert line["conditions"]["seed"] == 0, "it was played with that"
        add_games(store, TINY, [1.0] * 8)
        assert publish(tiny, run, page)
        assert "100.0 %" in page.read_text()
        page.with_suffix(".json").write_text("[]")
        with pytest.raises(ValueError, match=r"tiny\.json does not hold the counts of a published page"):
            publish(tiny, run, page)


def test_a_page_keeps_lines_that_were_not_played_now(tmp_path):
    page, console = page_of(tiny, tmp_path), Console(quiet=True)
    with Store(tmp_path / "first.db") as store:
        add_games(store, TINY, [1.0, 0.0])
        publish(tiny, Run(store, console, page=page), page)
    with Store(tmp_path / "second.db") as store:
        add_games(store, replace(TINY, komi=1.5), [1.0, 1.0, 0.0, 0.0])
        publish(tiny, Run(store, console, Extent(only="again"), page=page), page)
    lines = json.loads(page.with_suffix(".json").read_text())["lines"]
    assert [(x["line"], x["won"] + x["lost"]) for x in lines] == [("60 against 5", 2), ("again", 4)]


def test_a_page_keeps_what_was_measured_in_games_that_are_not_at_hand(tmp_path):
    measuring = copy.copy(tiny)
    object.__setattr__(measuring, "measure", lambda game: {"number": float(game.number)})
    page, console = page_of(tiny, tmp_path), Console(quiet=True)
    for seed in (0, 1):
        with Store(tmp_path / f"{seed}.db") as store:
            add_games(store, replace(TINY, seed=seed), [1.0, 0.0], record="a game")
            publish(measuring, Run(store, console, seed=seed, page=page), page)
    lines = json.loads(page.with_suffix(".json").read_text())["lines"]
    assert [line["measured"] for line in lines] == [{"number": [0.0, 1.0]}] * 2
    assert "| 60 against 5 | 2 | 0 | 2 | +0.5 ± 0.6 |" in page.read_text()


@pytest.mark.slow
def test_a_page_adds_games_of_other_seeds(tmp_path):
    page, console = page_of(tiny, tmp_path), Console(quiet=True)
    played = {0: [1.0, 1.0, 1.0, 0.0], 1: [0.0, 0.0], 2: [0.5, 0.5, 1.0, 0.0]}
    for seed, points in played.items():
        with Store(tmp_path / f"{seed}.db") as store:
            add_games(store, replace(TINY, seed=seed), points)
            publish(tiny, Run(store, console, seed=seed, page=page), page)
    lines = json.loads(page.with_suffix(".json").read_text())["lines"]
    assert [(x["conditions"]["seed"], x["won"], x["drawn"], x["lost"]) for x in lines] == [
        (2, 1, 2, 1),
        (1, 0, 0, 2),
        (0, 3, 0, 1),
    ]
    assert "50.0 %" in page.read_text()
    assert "other games with `--seed` 0, 1" in page.read_text()
    with Store(tmp_path / "1.db") as store:
        run = Run(store, console, seed=1, page=page)
        standing = tiny.standings(run)[0][1]
        assert len(standing.points) == 10, "the same games are not counted twice"
        assert standing.results.counts == (1, 0, 3, 0, 1), "and are pairs still"
        add_games(store, replace(TINY, seed=1), [0.0, 0.0, 1.0, 1.0])
        standing = tiny.standings(run)[0][1]
        assert (len(standing.points), standing.score.points) == (12, 7.0), "more of the same seed take their place"


def test_a_page_has_lines_of_every_effort(tmp_path):
    page, console = page_of(tiny, tmp_path), Console(quiet=True)
    for effort, points in ((1.0, [1.0, 0.0, 1.0, 1.0]), (0.5, [0.0, 0.0])):
        with Store(tmp_path / f"{effort}.db") as store:
            add_games(store, tiny.matches(Extent(effort=effort, only="60 against 5"))[0], points)
            publish(tiny, Run(store, console, Extent(effort=effort), page=page), page)
    text = page.read_text()
    for of, rate in (("the paper's", "75.0 %"), ("0.5 times the paper's", "0.0 %")):
        below = text[text.index(f"**Simulations and seconds a move are {of}:**") :]
        assert next(row for row in below.splitlines() if row.startswith("| 60")).split(" | ")[2] == rate
    assert "| again" not in text, "nobody has played it"
    assert "`kaya reproduce tiny`\n- `kaya reproduce tiny --effort 0.5`" in text
    lines = json.loads(page.with_suffix(".json").read_text())["lines"]
    assert [(line["effort"], line["won"] + line["lost"]) for line in lines] == [(1.0, 4), (0.5, 2)]


def test_seeds_in_ranges():
    assert in_ranges([]) == ""
    assert in_ranges([0, 2, 3, 7, 8, 9, 12]) == "0, 2, 3, 7 to 9, 12"


@pytest.mark.slow
@given(st.lists(st.tuples(*[st.sampled_from([0.0, 0.5, 1.0])] * 2)), st.booleans())
def test_counts_of_a_page_give_the_same_results_as_the_games(pairs, broken):
    points = [p for pair in pairs for p in pair] + [1.0] * broken
    before = Standing(TINY, 0, dict(enumerate(points)))
    score, results = before.score, before.results
    counts = {
        "won": score.wins,
        "drawn": score.draws,
        "lost": score.losses,
        "pairs": list(results.counts) if len(results.counts) == 5 else None,
    }
    after = Standing(TINY, 0, game_points(counts))
    assert after.score == score
    assert after.results == results
