"""Networks as files: .npz, without pickles, float16 on disk and float32 in memory.

    about                               JSON: format, game, planes, sizes, blocks, channels, hidden, learned, made
    stem.w (3, 3, P, C), stem.b (C)     a 3x3 convolution: row, column, in, out
    block{i}.conv1.w (3, 3, C, C), .b   i = 0 .. B - 1; conv2 likewise
    block{i}.pool (2C, C)               optional: what mean and maximum of the block's middle add to its end
    head.w (C, 2H), head.b (2H)         policy and value, H = 32; if moves are chosen by two points (C, 3H) and (3H)
    policy.pool (2H, H), policy.w (H), pass.w (2H), pass.b ()
    value1.w (2H, 64), value1.b (64), value2.w (64), value2.b (), own.w (H), own.b ()
    score.w (64, 2), score.b (2)        optional, as all below: mean and spread of the final score
    short.w (64, 2), short.b (2)        the value some moves later, and the squared error to be expected of it
    reply.w (H), reply.pass.w (2H), .b  a policy: the opponent's reply; soft and optimistic likewise

Of a network whose policy is of `moves`, from one point to another, all from policy.w on but the value is missing, and

    belief.w (H, 7), belief.b (7)       optional: what stands on a point that its player does not see

`plain` says what is computed from them. Batch norms are part of the weights and biases already.
"""

import json
import os
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np
from numpy.lib.npyio import NpzFile

FORMAT = 1
PLANES, HIDDEN, VALUE_HIDDEN = 16, 32, 64  # the planes of Go; of other games a multiple of 16
POINTS_POLICY, MOVES_POLICY = "points", "moves"
BELIEF, KINDS = "belief", 7  # what may stand on a point
POINTS = 20.0  # of the score, for 1 in the output of its head
POLICIES = "reply", "soft", "optimistic"  # besides the policy itself
NUMBERS = "score", "short"  # two numbers each
HEADS = "policy", "value", "owner", *NUMBERS, *POLICIES
MOVES_HEADS = "policy", "value", BELIEF
STEP, MOST_CHANNELS, MOST_BLOCKS = 16, 512, 100
SMALLEST, LARGEST, MOST_PLANES = 2, 19, 256


@dataclass(frozen=True, eq=False)
class Network:
    """A residual network: what it is, and its weights. Whatever is made of it has been checked."""

    about: dict[str, Any]
    arrays: dict[str, np.ndarray]

    def __post_init__(self):
        _check_about(self.about)
        object.__setattr__(self, "arrays", _checked(self.arrays, self.about))

    @property
    def blocks(self) -> int:
        return self.about["blocks"]

    @property
    def channels(self) -> int:
        return self.about["channels"]

    @property
    def planes(self) -> int:
        return len(self.about["planes"])

    @property
    def policy(self) -> str:
        """What is chosen: one of all `points`, or one of the `moves` from a point to another."""
        return self.about.get("policy", POINTS_POLICY)

    @property
    def learned(self) -> tuple[str, ...]:
        """The heads that were trained: what the others say is chance."""
        return tuple(self.about.get("learned", HEADS[:3]))

    @classmethod
    def read(cls, path: str | os.PathLike) -> "Network":
        """The network in a file; ValueError says in one sentence what is wrong with it."""
        try:
            with Path(path).open("rb") as opened:
                loaded = np.load(opened, allow_pickle=False)
                arrays = {name: loaded[name] for name in loaded.files} if isinstance(loaded, NpzFile) else {}
        except FileNotFoundError:
            raise ValueError(f"{path}: there is no such file.") from None
        except OSError as error:
            raise ValueError(f"{path}: it cannot be read ({error.strerror or 'it is damaged'}).") from None
        except (BadZipFile, EOFError, zlib.error, KeyError, NotImplementedError, MemoryError, SyntaxError):
            raise ValueError(f"{path}: this is no network, or a damaged one.") from None
        except ValueError:  # numpy's own, about pickles and headers
            raise ValueError(f"{path}: this is no network: it is not made of plain arrays.") from None
        try:
            return cls(_about(arrays.pop("about", None)), arrays)
        except ValueError as error:
            raise ValueError(f"{path}: {error}") from None

    @classmethod
    def random(
        cls,
        blocks: int,
        channels: int,
        seed: int,
        pools: bool = True,
        game: str = "",
        heads: bool = False,
        planes: int = PLANES,
        policy: str = POINTS_POLICY,
    ) -> "Network":
        """A network that has learned nothing: weights from normal distributions that keep the size of numbers about
        the same from layer to layer (He et al. 2015), small biases. Optional heads only if `heads`."""
        chance = np.random.default_rng(seed)
        arrays = {}
        for name, shape in shapes(blocks, channels, planes, policy).items():
            if not ((_is_pool(name) and not pools) or (optional_head(name) and not heads)):
                inputs = np.prod(shape[:-1]) if len(shape) > 1 else shape[0] if name.endswith("w") and shape else 100
                arrays[name] = chance.normal(0, (2 / inputs) ** 0.5, shape)
                if name.endswith("conv2.w") or _is_pool(name):
                    arrays[name] *= 0.3  # what a block adds to what it was given
        about = {
            "format": FORMAT,
            "game": game,
            "planes": [f"plane {k}" for k in range(planes)],
            "policy": policy,
            "sizes": list(range(SMALLEST, LARGEST + 1)),
            "blocks": blocks,
            "channels": channels,
            "hidden": HIDDEN,
            "learned": list(MOVES_HEADS if policy == MOVES_POLICY else HEADS if heads else HEADS[:3]),
            "made": {"seed": seed},
        }
        return cls(about, {name: np.asarray(array, np.float32) for name, array in arrays.items()})

    def write(self, path: str | os.PathLike) -> None:
        """Write it as float16; ValueError if a weight is too large for that."""
        halves = {}
        for name, array in self.arrays.items():
            if np.abs(array).max() > np.finfo(np.float16).max:
                raise ValueError(f"{path}: {name} has weights that are too large for float16.")
            halves[name] = array.astype(np.float16)
        with Path(path).open("wb") as file:  # a name alone would get .npz appended
            np.savez_compressed(file, about=np.array(json.dumps(self.about)), **halves)


def _about(text: np.ndarray | None) -> dict[str, Any]:
    if text is None or text.ndim or text.dtype.kind != "U":
        raise ValueError("this is no network: it does not say what it is about.")
    try:
        about = json.loads(str(text))
    except ValueError:
        about = None
    if not isinstance(about, dict):
        raise ValueError("what it says about itself is not JSON.")
    return about


def _check_about(about: dict[str, Any]) -> None:
    if about.get("format") != FORMAT:
        raise ValueError(f"its format is {about.get('format')!r}: this version of Kaya reads format {FORMAT}.")
    if not isinstance(about.get("game"), str):
        raise ValueError(f"its game must be a name, not {about.get('game')!r}.")
    for name, least, most, step in (
        ("blocks", 1, MOST_BLOCKS, 1),
        ("channels", STEP, MOST_CHANNELS, STEP),
        ("hidden", HIDDEN, HIDDEN, 1),
    ):
        value = about.get(name)
        if type(value) is not int or not least <= value <= most or value % step:
            wanted = str(least) if least == most else f"a number from {least} to {most}"
            wanted += f", a multiple of {step}" if step > 1 else ""
            raise ValueError(f"its {name} must be {wanted}, not {value!r}.")
    learned = about.get("learned", [])
    if not (isinstance(learned, list) and all(head in (*HEADS, BELIEF) for head in learned)):
        raise ValueError(f"what it has learned must be some of {', '.join(HEADS)}, not {learned!r}.")
    planes, sizes = about.get("planes", []), about.get("sizes", [])
    named = isinstance(planes, list) and all(isinstance(p, str) for p in planes)
    if not (named and PLANES <= len(planes) <= MOST_PLANES and len(planes) % PLANES == 0):
        raise ValueError(f"its planes must be names, a multiple of {PLANES} and at most {MOST_PLANES}.")
    if len(planes) > about["channels"]:
        raise ValueError(f"it must have as many channels as planes, {len(planes)}, not {about['channels']}.")
    if (policy := about.get("policy", POINTS_POLICY)) not in (POINTS_POLICY, MOVES_POLICY):
        raise ValueError(f"its policy must be of {POINTS_POLICY} or of {MOVES_POLICY}, not {policy!r}.")
    good = isinstance(sizes, list) and all(type(n) is int and SMALLEST <= n <= LARGEST for n in sizes)
    if not (good and sizes):
        raise ValueError(f"its sizes must be a list of numbers from {SMALLEST} to {LARGEST}, not {sizes!r}.")


def shapes(blocks: int, channels: int, planes: int = PLANES, policy: str = POINTS_POLICY) -> dict[str, tuple[int, ...]]:
    """What arrays a network of this size has, those that may be missing included."""
    c, h = channels, HIDDEN
    columns = h * (3 if policy == MOVES_POLICY else 2)
    value = {
        "value1.w": (2 * h, VALUE_HIDDEN),
        "value1.b": (VALUE_HIDDEN,),
        "value2.w": (VALUE_HIDDEN,),
        "value2.b": (),
    }
    whole = {
        "stem.w": (3, 3, planes, c),
        "stem.b": (c,),
        **{f"block{i}.conv{k}.w": (3, 3, c, c) for i in range(blocks) for k in (1, 2)},
        **{f"block{i}.conv{k}.b": (c,) for i in range(blocks) for k in (1, 2)},
        **{f"block{i}.pool": (2 * c, c) for i in range(blocks)},
        "head.w": (c, columns),
        "head.b": (columns,),
        "policy.pool": (2 * h, h),
    }
    if policy == MOVES_POLICY:
        return whole | value | {"belief.w": (h, KINDS), "belief.b": (KINDS,)}
    return whole | {
        "policy.w": (h,),
        "pass.w": (2 * h,),
        "pass.b": (),
        **value,
        "own.w": (h,),
        "own.b": (),
        **{f"{name}.w": (VALUE_HIDDEN, 2) for name in NUMBERS},
        **{f"{name}.b": (2,) for name in NUMBERS},
        **{f"{name}.w": (h,) for name in POLICIES},
        **{f"{name}.pass.w": (2 * h,) for name in POLICIES},
        **{f"{name}.pass.b": () for name in POLICIES},
    }


def _is_pool(name: str) -> bool:
    return name.startswith("block") and name.endswith(".pool")


def optional_head(name: str) -> str:
    """The optional head that an array belongs to, or none."""
    head = name.partition(".")[0]
    return head if head in (*NUMBERS, *POLICIES, BELIEF) else ""


def _checked(arrays: dict[str, np.ndarray], about: dict[str, Any]) -> dict[str, np.ndarray]:
    wanted = shapes(about["blocks"], about["channels"], len(about["planes"]), about.get("policy", POINTS_POLICY))
    for name in arrays:
        if name not in wanted:
            raise ValueError(f"a network of this size has no array {name!r}.")
    checked, given = {}, {optional_head(name) for name in arrays}
    for name, shape in wanted.items():
        array = arrays.get(name)
        if array is None and (_is_pool(name) or (optional_head(name) and optional_head(name) not in given)):
            continue
        if array is None:
            raise ValueError(f"{name} is missing.")
        if array.dtype.kind != "f":
            raise ValueError(f"{name} must be made of floating-point numbers, not of {array.dtype}.")
        if array.shape != shape:
            raise ValueError(f"{name} must have the shape {shape}, not {array.shape}.")
        if not np.isfinite(array).all():
            raise ValueError(f"{name} has weights that are no numbers, or infinite.")
        checked[name] = np.ascontiguousarray(array, np.float32).reshape(shape)
    return checked
