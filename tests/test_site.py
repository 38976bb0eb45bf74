"""The site of the docs: it is built without a warning, and links lead to pages of it."""

import importlib.util

import pytest

from .conftest import ROOT

pytest.importorskip("sphinx", reason="Sphinx is not installed: pip install sphinx myst-parser furo")


@pytest.fixture(scope="module")
def site():
    spec = importlib.util.spec_from_file_location("site_of_docs", ROOT / "docs" / "site.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_links_out_of_the_docs_lead_to_pages_of_the_site(site, tmp_path):
    pages = site.Pages(tmp_path / "source")
    text = (
        "[a](lab.md#reports) [b](../kaya/search/loop.py) [c](https://x.org/y.md) [d](notebooks/mogo.ipynb) [e](#here)"
    )
    found = pages.linked(text, ROOT / "docs" / "own.md")
    assert found == (
        "[a](lab.md#reports) [b](/code/kaya/search/loop.md) [c](https://x.org/y.md) [d](notebooks/mogo.md) [e](#here)"
    )
    from_readme = pages.linked("[f](docs/lab.md) [g](docs/notebooks/mogo.ipynb)", ROOT / "README.md")
    assert from_readme == "[f](/lab.md) [g](/notebooks/mogo.md)"
    pages.write_wanted()
    assert "def run(" in (tmp_path / "source" / "code" / "kaya" / "search" / "loop.md").read_text()


def test_every_command_is_in_the_reference(site):
    text = site.commands()
    assert "\n## `kaya match`\n" in text
    assert "\n## `kaya learn zero`\n" in text
    assert "| `--new-heads` | Learn only heads that" in text


@pytest.mark.slow
def test_the_site_is_built_without_a_warning(site, tmp_path, capsys):
    assert site.build(tmp_path, "dummy", run=False) == 0, capsys.readouterr().err
    pages = [page for part in site.PARTS.values() for page in part]
    assert [page for page in pages if not (tmp_path / "source" / f"{page}.md").exists()] == []
