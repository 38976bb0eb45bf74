"""What the package can do besides playing takes other packages, an extra each: `pip install "kaya-mcts[lab]"`."""

from importlib.util import find_spec

DISTRIBUTION = "kaya-mcts"
EXTRAS = {
    "lab": {"matplotlib": "matplotlib", "jinja2": "Jinja2"},
    "cluster": {"ray": "Ray"},
    "train": {"torch": "PyTorch", "matplotlib": "matplotlib"},
    "pettingzoo": {"pettingzoo": "PettingZoo", "matplotlib": "matplotlib"},
    "openspiel": {"open_spiel": "OpenSpiel"},
}
"""By extra, the modules that it brings and what they are called, as in pyproject.toml."""


def need(extra: str, who: str) -> None:
    """ValueError with one sentence if something of an extra is not installed; `who` needs it, as `kaya report`."""
    missing = [title for module, title in EXTRAS[extra].items() if find_spec(module) is None]
    if missing:
        raise ValueError(f'{who} needs {" and ".join(missing)}: pip install "{DISTRIBUTION}[{extra}]".')
