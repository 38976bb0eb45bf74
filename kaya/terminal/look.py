"""What a terminal can show, and the colours of the boards on it."""

from dataclasses import dataclass
from typing import Any, NamedTuple

from rich.console import Console
from rich.style import Style

LABEL = "dim"
LIKELY = 0.1  # the chance of something hidden from which on it is shown


class Palette(NamedTuple):
    """Colours of what is on a Go board; its own wood below them makes it look the same on dark and light terminals."""

    wood: str
    grid: str
    black: str
    white: str
    last: str
    hint: str


FINE = Palette(
    "rgb(214,170,98)", "rgb(150,108,48)", "rgb(16,16,16)", "rgb(255,255,255)", "rgb(205,20,20)", "rgb(0,70,200)"
)
ALARM = "rgb(196,60,44)"
SIXTEEN = Palette("yellow", "black", "black", "bright_white", "bright_red", "bright_blue")  # where there are no others


@dataclass(frozen=True)
class Look:
    colours: bool = True
    unicode: bool = True
    palette: Palette = FINE

    @classmethod
    def of(cls, console: Console) -> "Look":
        system = console.color_system
        colours = system is not None and not console.no_color
        return cls(colours, console.encoding.startswith("utf"), SIXTEEN if system == "standard" else FINE)

    def style(self, colour: str, **more: Any) -> Style:
        return Style(color=colour, bgcolor=self.palette.wood, **more) if self.colours else Style(**more)

    def shaded(self, base: str, share: float) -> str:
        """A colour between this one and the alarm's, by a share from 0 to 1; itself where there are few colours."""
        if self.palette is not FINE:
            return base
        low, high = ([int(n) for n in colour[4:-1].split(",")] for colour in (base, ALARM))
        mixed = (round(a + (b - a) * share) for a, b in zip(low, high, strict=True))
        return f"rgb({','.join(map(str, mixed))})"

    def stone(self, first: bool, **more: Any) -> Style:
        return self.style(self.palette.black if first else self.palette.white, **more)


def fresh_screen(console: Console, rows: int = 40) -> tuple[int, int]:
    """Clear the screen, where there is one; its columns and rows, so many rows elsewhere."""
    if console.is_terminal:
        console.clear()
    return console.width, console.height if console.is_terminal else rows
