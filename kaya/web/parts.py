"""Parts of the page that games bring besides themselves, as Go its clinic."""

from dataclasses import dataclass

from ..games.registry import bundles, imported


@dataclass(frozen=True)
class Part:
    """A part of the page: its name in the address, its title in the bar, and the address of the module that exports the
    class `Part`, which shows it. What it says are subclasses of `messages.OfPart`."""

    name: str
    title: str
    script: str


def all_parts() -> list[Part]:
    return [part for bundle in bundles() for part in imported(bundle.page_parts or ())]


def listed() -> list[dict[str, str]]:
    """As a page is told of them."""
    return [{"name": part.name, "script": part.script} for part in all_parts()]
