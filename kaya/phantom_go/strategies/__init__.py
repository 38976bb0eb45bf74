"""What the search leaves open, for Phantom Go: when hidden stones are sampled, and by what. The rest is Go's."""

from .determinization import by_replies, hidden_playout, with_replies

__all__ = ["by_replies", "hidden_playout", "with_replies"]
