"""How often somebody may do something."""

import time


class Bucket:
    """How often somebody may do something: `burst` times at once, `rate` times a second."""

    def __init__(self, burst: float, rate: float):
        self.burst, self.rate, self.left, self.at = burst, rate, burst, time.monotonic()

    def take(self) -> bool:
        now = time.monotonic()
        self.left = min(self.burst, self.left + (now - self.at) * self.rate)
        self.at = now
        if self.left < 1:
            return False
        self.left -= 1
        return True
