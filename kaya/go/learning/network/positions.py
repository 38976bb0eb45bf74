"""Positions to learn from, on the device that learns: a few bytes each, made into planes when a batch is drawn."""

from typing import Any, NamedTuple

import numpy as np
import torch

from ...knowledge import planes as p

SYMMETRIES = 8
BLACK = 1


class Batch(NamedTuple):
    """Planes, and what is to be learned of them. A weight of 0 says that something is not known."""

    planes: torch.Tensor
    policy: torch.Tensor  # a probability for every point and the pass
    value: torch.Tensor  # from -1 to +1, for the player to move
    value_weight: torch.Tensor
    owner: torch.Tensor  # from -1 to +1 for every point, for the player to move
    owner_weight: torch.Tensor
    score: torch.Tensor  # points, for the player to move
    score_weight: torch.Tensor
    short: torch.Tensor  # the value that searches of the next moves find
    reply: torch.Tensor  # the next position's policy
    reply_weight: torch.Tensor
    searched: torch.Tensor  # 1 if policy and short come from searches


def without_search(planes: torch.Tensor, policy: torch.Tensor, value: torch.Tensor, weight: torch.Tensor) -> Batch:
    """A batch of which only moves and winners are known."""
    none, nobody = torch.zeros_like(value), torch.zeros_like(policy[:, :-1])
    return Batch(planes, policy, value, weight, nobody, none, none, none, none, torch.zeros_like(policy), none, none)


class Planes:
    """Makes planes of codes and facts (`go/knowledge/planes.py`) for boards of one size, turned as is wished."""

    def __init__(self, lines: int, device: str, kind: torch.dtype):
        self.lines, self.device, self.kind = lines, device, kind
        rows = np.arange(lines * lines).reshape(lines, lines)
        turned = [t for k in range(4) for t in (np.rot90(rows, k), np.rot90(rows, k).T)]
        table = np.stack([t.reshape(-1) for t in turned])
        self.source = torch.from_numpy(table).to(device)  # where what stands at a place comes from
        self.target = torch.from_numpy(np.argsort(table, 1)).to(device)  # where it goes to
        codes = torch.zeros(2 * p.MOST_LIBERTIES + 1, p.DEPTH)
        codes[:, p.BOARD] = 1
        codes[1 : p.MOST_LIBERTIES + 1, p.OWN] = 1
        codes[p.MOST_LIBERTIES + 1 :, p.OPPONENT] = 1
        for k in range(p.MOST_LIBERTIES - 1):
            codes[1 + k, p.OWN_LIBERTIES + k] = 1
            codes[1 + p.MOST_LIBERTIES + k, p.OPPONENT_LIBERTIES + k] = 1
        self.codes = codes.to(device=device, dtype=kind)

    def turned(self, values: torch.Tensor, symmetry: torch.Tensor) -> torch.Tensor:
        return values.gather(1, self.source[symmetry])

    def __call__(self, codes: torch.Tensor, facts: torch.Tensor, symmetry: torch.Tensor | None = None) -> torch.Tensor:
        """(batch, DEPTH, lines, lines), the planes of a point lying together in memory."""
        count = codes.shape[0]
        facts = facts.long()
        if symmetry is not None:
            codes = self.turned(codes, symmetry)
        x = self.codes[codes.int()]
        each = torch.arange(count, device=codes.device)
        for plane, fact in [*((p.LAST + k, k) for k in range(p.LAST_MOVES)), (p.KO, p.KO_FACT)]:
            place = facts[:, fact]
            there = place.clamp_min(0)
            if symmetry is not None:
                there = self.target[symmetry].gather(1, there[:, None])[:, 0]
            x[each, there, plane] = (place >= 0).to(x.dtype)
        sign = torch.where(facts[:, p.TURN_FACT] == BLACK, -1.0, 1.0)
        x[:, :, p.KOMI] = (sign * facts[:, p.KOMI_FACT] / p.KOMI_UNIT).to(x.dtype)[:, None]
        x[:, :, p.PASSED] = (facts[:, p.PASSED_FACT] > 0).to(x.dtype)[:, None]
        return x.view(count, self.lines, self.lines, p.DEPTH).permute(0, 3, 1, 2)


class Memory:
    """The latest positions of self-play, the oldest being overwritten."""

    def __init__(self, lines: int, room: int, device: str):
        points = lines * lines
        self.lines, self.room, self.device, self.stored, self.next = lines, room, device, 0, 0
        self.window = room  # how many of the latest are learned from
        numbers = dict.fromkeys(("value", "owner_weight", "score", "short", "reply_weight"), ((), torch.float32))
        kinds: dict[str, tuple[tuple[int, ...], torch.dtype]] = dict(
            codes=((points,), torch.uint8),
            facts=((p.FACTS,), torch.int16),
            policy=((points + 1,), torch.float16),
            reply=((points + 1,), torch.float16),
            owner=((points,), torch.int8),
            version=((), torch.int32),
            **numbers,
        )
        self.columns = {
            name: torch.zeros(room, *shape, dtype=kind, device=device) for name, (shape, kind) in kinds.items()
        }

    def add(self, **columns: np.ndarray) -> None:
        """Store positions; each column is one of `columns`."""
        count = len(columns["value"])
        for start in range(0, count, self.room):
            stop = min(start + self.room, count)
            places = (self.next + torch.arange(stop - start, device=self.device)) % self.room
            for name, values in columns.items():
                column = self.columns[name]
                part = torch.from_numpy(np.require(values[start:stop], requirements=["C", "W"]))
                column[places] = part.to(self.device, non_blocking=True).to(column.dtype)
            self.next = (self.next + stop - start) % self.room
            self.stored = min(self.stored + stop - start, self.room)

    def batch(self, planes: Planes, places: torch.Tensor, symmetry: torch.Tensor) -> Batch:
        drawn = {name: column[places] for name, column in self.columns.items()}
        value, points = drawn["value"], drawn["codes"].shape[1]

        def turned(policy: torch.Tensor) -> torch.Tensor:
            policy = policy.float()
            return torch.cat([planes.turned(policy[:, :points], symmetry), policy[:, points:]], 1)

        return Batch(
            planes(drawn["codes"], drawn["facts"], symmetry),
            turned(drawn["policy"]),
            value,
            torch.ones_like(value),
            planes.turned(drawn["owner"].float(), symmetry),
            drawn["owner_weight"],
            drawn["score"],
            drawn["owner_weight"],
            drawn["short"],
            turned(drawn["reply"]),
            drawn["reply_weight"],
            torch.ones_like(value),
        )

    def draw(self, into: torch.Tensor) -> None:
        """Any of the latest positions."""
        into.random_(0, max(min(self.stored, self.window), 1))
        into.neg_().add_(self.next - 1).remainder_(max(self.stored, 1))

    def age(self, version: int) -> float:
        """By how many steps of training the networks that played the latest positions are behind this version."""
        count = min(self.stored, self.window)
        places = (self.next - 1 - torch.arange(count, device=self.device)) % self.room
        return version - self.columns["version"][places].double().mean().item() if count else 0.0

    def state(self) -> dict[str, torch.Tensor]:
        """All that is stored, the oldest first."""
        order = (torch.arange(self.stored, device=self.device) + self.next - self.stored) % self.room
        return {name: column[order].cpu() for name, column in self.columns.items()}

    def restore(self, state: dict[str, torch.Tensor]) -> None:
        self.add(**{name: column.numpy() for name, column in state.items()})


class Both:
    """A part of every batch from one source, the rest from another."""

    def __init__(self, first: Any, second: Any, share: float):
        self.first, self.second, self.share = first, second, share

    def _cut(self, size: int) -> int:
        """How many of a batch come from the first."""
        return size - round(self.share * size)

    def draw(self, into: torch.Tensor) -> None:
        cut = self._cut(len(into))
        self.first.draw(into[:cut])
        self.second.draw(into[cut:])

    def batch(self, planes: Planes, places: torch.Tensor, symmetry: torch.Tensor) -> Batch:
        cut = self._cut(len(places))
        if cut in (0, len(places)):
            return (self.first if cut else self.second).batch(planes, places, symmetry)
        one = self.first.batch(planes, places[:cut], symmetry[:cut])
        two = self.second.batch(planes, places[cut:], symmetry[cut:])
        return Batch(*(torch.cat(parts) for parts in zip(one, two, strict=True)))
