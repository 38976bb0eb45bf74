"""What a stop shows that is no search: a belief, a metaposition, simulated games. A game brings it."""

from typing import Any, Protocol

from ...show import Picture


class Scene(Protocol):
    """Made for each page that shows it. Clicks on what a picture names with `data-move` are actions, too."""

    def actions(self) -> list[tuple[str, str]]:
        """What a reader may do, each by its name and in words."""
        ...

    def act(self, name: str) -> None:
        """Do it; ValueError says why it cannot be done."""
        ...

    def pictures(self) -> list[Picture]: ...

    @property
    def words(self) -> str:
        """What has happened, in a sentence."""
        ...


def scene_payload(scene: Scene) -> dict[str, Any]:
    return {
        "say": "scene",
        "actions": [list(action) for action in scene.actions()],
        "pictures": [picture_payload(picture) for picture in scene.pictures()],
        "words": scene.words,
    }


def picture_payload(picture: Picture, name: str = "") -> dict[str, str]:
    return {"name": name, "title": picture.title, "svg": picture.embedded, "words": picture.words}
