"""Fischer time, which KataGo's `kata-time_settings` and the Online Go Server have."""

from dataclasses import dataclass

from ...search import Clock

SHARE = 0.9  # of the increment, which a move may use besides its share of the clock


@dataclass
class FischerClock(Clock):
    """Every move adds `increment` seconds, up to `limit` in all; no move may take more than `longest`."""

    increment: float = 0.0
    limit: float = float("inf")
    longest: float = float("inf")

    @property
    def unlimited(self) -> bool:
        return self.main <= 0 and self.increment <= 0

    def move_made(self) -> None:
        if self.left >= 0:  # a flag that has fallen stays down
            self.left = min(self.left + self.increment, self.limit)

    def allowance(self, moves_to_go: float, overhead: float = 0.0) -> float:
        """As in sudden death, and most of the increment; never more than the clock shows."""
        usable = min(self.left, self.longest) - self.margin
        share = super().allowance(moves_to_go, overhead) + SHARE * self.increment
        return max(min(share, usable - overhead), 0.001)
