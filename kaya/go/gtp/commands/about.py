"""Commands about the program and the session."""

import time

from .... import __version__
from ..engine import Engine
from ..registry import GtpError, command


@command("protocol_version")
def protocol_version(engine: Engine) -> str:
    """The version of GTP that is spoken."""
    return "2"


@command("name")
def name(engine: Engine) -> str:
    """The program's name."""
    return "Kaya"


@command("version")
def version(engine: Engine) -> str:
    """The program's version and the player that thinks."""
    return f"{__version__} ({engine.player.name})"


@command("known_command")
def known_command(engine: Engine, name: str) -> str:
    """true if there is a command of this name, else false."""
    return "true" if name in engine.commands else "false"


@command("list_commands")
def list_commands(engine: Engine) -> str:
    """The names of all commands, one on a line."""
    return "\n".join(engine.commands)


@command("help")
def help(engine: Engine, name: str = "") -> str:
    """What all commands take and do, or one of them."""
    if name and name not in engine.commands:
        raise GtpError(f"unknown command: there is no {name[:40]!r}; `list_commands` has all names")
    return "\n".join(c.help for c in engine.commands.values() if name in ("", c.name))


@command("quit")
def quit(engine: Engine) -> None:
    """End the session."""
    engine.running = False


@command("stop", "gogui-interrupt")
def stop(engine: Engine) -> None:
    """Nothing: any line ends an analysis, and `# interrupt` cuts a search for a move short."""


@command("cputime", "gomill-cpu_time")
def cputime(engine: Engine) -> str:
    """Seconds of computing so far, of all threads together."""
    return f"{time.process_time():.3f}"


@command("kgs-game_over")
def kgs_game_over(engine: Engine) -> None:
    """Told by KGS when a game has ended: the tree is dropped."""
    engine.player.forget()
