"""KataGo's analysis protocol: queries as lines of JSON on standard input, answers as lines of JSON on standard output.

    >>> from kaya import make_player
    >>> from kaya.go.analysis import serve
    >>> serve(make_player("kaya"))

`query` reads what is asked, `answer` writes what was found, `engine` holds the queue and the searches. What KataGo says
of the protocol is in docs/Analysis_Engine.md of its repository.
"""

from .engine import Engine, serve

__all__ = ["Engine", "serve"]
