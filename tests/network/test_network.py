"""Networks: what kernels compute, against the formulas written out in float64; files; threads."""

import json
import threading
import time
import zipfile

import numpy as np
import pytest

from kaya.kernel import INTERPRETED, record, zeros
from kaya.network import SAID_NUMBERS, Evaluator, Network, aligned_memory, evaluate_at
from kaya.network.evaluator import best_tile
from kaya.network.growth import grow
from kaya.network.plain import evaluate_plainly
from kaya.network.winograd import TILES, matrices
from tests.conftest import run_python
from tests.kernels import kept_kernel

SIZES = 2, 3, 5, 7, 9, 13, 19
BLOCKS = 2


def pooled(x):
    return np.concatenate([x.mean(axis=(0, 1)), x.max(axis=(0, 1))])


def slowly_through_the_blocks(network: Network, w: dict[str, np.ndarray], planes: np.ndarray):
    n = len(planes)

    def conv(x, name):
        out = np.empty((n, n, w[f"{name}.b"].size))
        for r in range(n):
            for c in range(n):
                out[r, c] = w[f"{name}.b"]
                for dr in (-1, 0, 1):
                    for dc in (-1, 0, 1):
                        if 0 <= r + dr < n and 0 <= c + dc < n:
                            out[r, c] += x[r + dr, c + dc] @ w[f"{name}.w"][dr + 1, dc + 1]
        return out

    x = np.maximum(conv(planes.astype(np.float64), "stem"), 0)
    for i in range(network.blocks):
        h = np.maximum(conv(x, f"block{i}.conv1"), 0)
        y = conv(h, f"block{i}.conv2")
        if f"block{i}.pool" in w:
            y = y + pooled(h) @ w[f"block{i}.pool"]
        x = np.maximum(x + y, 0)
    return x @ w["head.w"] + w["head.b"]


def slowly(network: Network, planes: np.ndarray):
    """Policy, value and ownership, point by point as the formulas are written."""
    w = {name: array.astype(np.float64) for name, array in network.arrays.items()}
    q = slowly_through_the_blocks(network, w, planes)
    v = np.maximum(q[:, :, 32:], 0)
    g = pooled(v)
    s = np.maximum(q[:, :, :32] + g @ w["policy.pool"], 0)
    policy = [*(s @ w["policy.w"]).reshape(-1), g @ w["pass.w"] + w["pass.b"]]
    u = np.maximum(g @ w["value1.w"] + w["value1.b"], 0)
    usual = np.array(policy), np.tanh(u @ w["value2.w"] + w["value2.b"]), np.tanh(v @ w["own.w"] + w["own.b"])
    if "score.w" not in w:
        return *usual, usual[0], *[np.nan] * 4
    optimistic = [*(s @ w["optimistic.w"]).reshape(-1), g @ w["optimistic.pass.w"] + w["optimistic.pass.b"]]
    (score, spread), (short, error) = (u @ w[f"{name}.w"] + w[f"{name}.b"] for name in ("score", "short"))
    spread, error = np.log(1 + np.exp(spread)), np.log(1 + np.exp(error))
    return *usual, np.array(optimistic), 20 * score, 20 * spread, np.tanh(short), error


def some_planes(lines: int, seed: int = 1) -> np.ndarray:
    return np.random.default_rng(seed).normal(0, 1, (lines, lines, 16)).astype(np.float32)


def agree(ready: Evaluator, planes: np.ndarray) -> None:
    for ours, right in zip(ready.evaluate(planes), slowly(ready.network, planes), strict=True):
        assert np.allclose(ours, right, rtol=1e-5, atol=1e-4, equal_nan=True)


@pytest.mark.slow
@pytest.mark.parametrize(("channels", "pools", "tile"), [*((16, True, tile) for tile in TILES), (32, False, 3)])
def test_every_tile_and_size_agrees_with_the_formulas(channels, pools, tile):
    ready = Evaluator(Network.random(BLOCKS, channels, seed=channels, pools=pools), tile=tile)
    for lines in SIZES:
        agree(ready, some_planes(lines))


def test_one_evaluator_serves_all_sizes_in_any_order():
    ready = Evaluator(Network.random(1, 16, seed=5))
    for lines in (19, 9, 2, 13, 9):
        agree(ready, some_planes(lines))


def test_heads_that_may_be_missing_agree_with_the_formulas():
    ready = Evaluator(Network.random(2, 16, seed=4, heads=True))
    for lines in (5, 9):
        agree(ready, some_planes(lines))


def test_a_policy_of_moves_agrees_with_the_formulas():
    """logit from a to b = f(a) t(b) / sqrt(H), and belief = v belief.w; with more planes than Go has."""
    network = Network.random(2, 48, seed=3, heads=True, planes=32, policy="moves")
    w = {name: array.astype(np.float64) for name, array in network.arrays.items()}
    planes = np.random.default_rng(2).normal(0, 1, (8, 8, 32)).astype(np.float32)
    q = slowly_through_the_blocks(network, w, planes)
    v = np.maximum(q[..., 32:64], 0)
    g = pooled(v)
    f, t = np.maximum(q[..., :32] + g @ w["policy.pool"], 0).reshape(64, 32), q[..., 64:].reshape(64, 32)
    value = np.tanh(np.maximum(g @ w["value1.w"] + w["value1.b"], 0) @ w["value2.w"] + w["value2.b"])
    belief = v.reshape(64, 32) @ w["belief.w"] + w["belief.b"]
    for ours, right in zip(Evaluator(network).evaluate(planes), (f @ t.T / 32**0.5, value, belief), strict=True):
        assert np.allclose(ours, right, rtol=1e-5, atol=1e-4)


def test_a_network_with_more_channels_says_the_same():
    """New channels see everything, and nobody listens to them yet."""
    small, planes = Network.random(2, 16, seed=6), some_planes(5)
    large = grow(small, 2, 48, seed=1)
    for now, before in zip(evaluate_plainly(large, planes), evaluate_plainly(small, planes), strict=True):
        assert np.allclose(now, before, atol=1e-5, equal_nan=True)
    assert (large.arrays["block1.conv1.w"][:, :, :, 16:] != 0).all()


def test_a_network_with_more_blocks_says_nearly_the_same():
    small, planes = Network.random(2, 16, seed=6), some_planes(5)
    large = grow(small, 4, 16, seed=1)
    now, before = evaluate_plainly(large, planes), evaluate_plainly(small, planes)
    assert np.abs(now.policy - before.policy).max() < 0.1 * np.abs(before.policy).max()
    assert (large.arrays["block3.conv2.w"] != 0).all()


def test_a_network_does_not_shrink():
    with pytest.raises(
        ValueError, match=r"A network of 2 x 16 cannot be the beginning of one of 1 x 32: it can only grow"
    ):
        grow(Network.random(2, 16, seed=6), 1, 32)


def test_a_head_that_was_not_learned_says_nothing():
    network = Network.random(1, 16, seed=4, heads=True)
    network.about["learned"] = ["policy", "value", "owner", "short"]
    said = Evaluator(network).evaluate(some_planes(5))
    assert np.isnan([said.score, said.spread]).all()
    assert np.isfinite([said.short, said.error]).all()
    assert np.array_equal(said.optimistic, said.policy)


def test_a_pool_may_be_in_some_blocks_only():
    network = Network.random(2, 16, seed=3)
    del network.arrays["block0.pool"]
    agree(Evaluator(network), some_planes(5))


@pytest.mark.parametrize("tile", TILES)
def test_the_matrices_convolve(tile):
    a, g, b = matrices(tile)
    chance = np.random.default_rng(tile)
    data, weights = chance.random((tile + 2, tile + 2)), chance.random((3, 3))
    result = a @ ((g @ weights @ g.T) * (b @ data @ b.T)) @ a.T
    right = [[(data[y : y + 3, x : x + 3] * weights).sum() for x in range(tile)] for y in range(tile)]
    assert np.allclose(result, right)


def test_the_matrices_of_tile_4_are_those_of_lavin_and_gray():
    a, g, b = matrices(4)
    assert a[3].tolist() == [0, 1, -1, 8, -8, 1]
    assert np.allclose(g[1], -1 / 6)
    assert np.allclose(g[3], [1 / 24, 1 / 12, 1 / 6])
    assert b[0].tolist() == [4, 0, -5, 0, 1, 0]
    assert b[3].tolist() == [0, -2, -1, 2, 1, 0]


def test_boards_are_cut_into_tiles_that_fit():
    assert [best_tile(lines, 64) for lines in (2, 9, 19)] == [2, 3, 4]


WORK = record(
    ("planes", "f4", (361 * 16,)),
    ("policy", "f4", (370,)),
    ("optimistic", "f4", (370,)),
    ("ownership", "f4", (361,)),
    ("numbers", "f4", (SAID_NUMBERS + 1,)),
)


@kept_kernel
def values(address, memory, lines, work, count):
    """The sum of the values of so many evaluations, as a search would make them."""
    result = 0.0
    for _ in range(count):
        answers = work.policy, work.optimistic, work.ownership, work.numbers
        result += evaluate_at(address, memory, lines, work.planes, *answers)
    return result


def work_for(planes: np.ndarray):
    work = zeros(WORK)[0]
    work.planes[: planes.size] = planes.reshape(-1)
    return work


def test_a_kernel_evaluates_by_address_and_writes_no_further_than_the_board():
    ready, planes = Evaluator(Network.random(BLOCKS, 16, seed=1)), some_planes(9)
    memory, work = aligned_memory(ready.memory(9)), work_for(planes)
    work.policy[:], work.optimistic[:], work.ownership[:], work.numbers[:] = 7, 7, 7, 7
    value = values(ready.address, memory.ctypes.data, 9, work, 1)
    said = ready.evaluate(planes)
    assert value == said.value
    assert np.array_equal(work.policy[:82], said.policy)
    assert np.array_equal(work.optimistic[:82], said.optimistic)
    assert np.array_equal(work.ownership[:81], said.ownership.reshape(-1))
    for written, count in ((work.policy, 82), (work.optimistic, 82), (work.ownership, 81), (work.numbers, 4)):
        assert (written[count:] == 7).all()


@kept_kernel
def value_and_policy(address, memory, lines, work):
    none = work.policy[:0]
    return evaluate_at(address, memory, lines, work.planes, work.policy, none, none, none)


def test_a_search_asks_for_value_and_policy_alone():
    ready, planes = Evaluator(Network.random(BLOCKS, 16, seed=1)), some_planes(9)
    memory, work = aligned_memory(ready.memory(9)), work_for(planes)
    said = ready.evaluate(planes)
    assert value_and_policy(ready.address, memory.ctypes.data, 9, work) == said.value
    assert np.array_equal(work.policy[:82], said.policy)
    for unwanted in (work.optimistic, work.ownership, work.numbers):
        assert not unwanted.any()


@pytest.mark.skipif(INTERPRETED, reason="memory is not used")
@pytest.mark.parametrize("tile", TILES)
def test_no_more_memory_is_used_than_was_asked_for(tile):
    ready = Evaluator(Network.random(1, 16, seed=1), tile=tile)
    for lines in SIZES:
        size = ready.memory(lines)
        memory = aligned_memory(size + 4096)
        memory[size:] = 99
        values(ready.address, memory.ctypes.data, lines, work_for(some_planes(lines)), 1)
        assert (memory[size:] == 99).all()


@pytest.mark.skipif(INTERPRETED, reason="memory is not used")
def test_what_is_left_in_memory_does_not_matter():
    ready, planes = Evaluator(Network.random(BLOCKS, 16, seed=2)), some_planes(9)
    memory = aligned_memory(max(ready.memory(9), ready.memory(19)))
    first = values(ready.address, memory.ctypes.data, 9, work_for(planes), 1)
    memory.view(np.float32)[:] = np.nan
    assert values(ready.address, memory.ctypes.data, 9, work_for(planes), 1) == first


def test_memory_starts_on_a_cache_line():
    assert all(aligned_memory(size).ctypes.data % 64 == 0 for size in (1, 100, 10_000, 1_000_000))
    assert len(aligned_memory(1000)) == 1000


@pytest.mark.skipif(INTERPRETED, reason="sizes are not prepared")
def test_a_size_that_was_not_asked_about_has_no_value():
    ready = Evaluator(Network.random(1, 16, seed=1))
    memory = aligned_memory(ready.memory(9))
    work = work_for(some_planes(9))
    assert np.isnan([values(ready.address, memory.ctypes.data, n, work, 1) for n in (-1, 0, 1, 10, 19, 20)]).all()
    assert not np.isnan(values(ready.address, memory.ctypes.data, 5, work, 1))


@pytest.mark.parametrize("lines", [1, 20])
def test_boards_of_other_sizes_are_refused(lines):
    with pytest.raises(ValueError, match=f"boards of 2 to 19 lines, not of {lines}"):
        Evaluator(Network.random(1, 16, seed=1)).memory(lines)


def test_planes_of_another_shape_are_refused():
    with pytest.raises(ValueError, match=r"shape \(n, n, 16\), not \(9, 9, 17\)"):
        Evaluator(Network.random(1, 16, seed=1)).evaluate(np.zeros((9, 9, 17), np.float32))


def test_two_threads_get_what_one_gets():
    ready, boards = Evaluator(Network.random(BLOCKS, 16, seed=1)), [some_planes(9, seed) for seed in (1, 2)]
    right, found, count = [ready.evaluate(planes)[1] for planes in boards], [0.0, 0.0], 3 if INTERPRETED else 1000

    def search(k):
        memory = aligned_memory(ready.memory(9))
        found[k] = values(ready.address, memory.ctypes.data, 9, work_for(boards[k]), count)

    threads = [threading.Thread(target=search, args=(k,)) for k in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == pytest.approx([count * value for value in right], rel=1e-9)


def test_threads_that_need_a_network_at_once_make_it_ready_once(monkeypatch):
    """The plan that one evaluates by would be freed when another replaced it."""
    ready, made, make, all_here = Evaluator(Network.random(2, 16, seed=1)), [], Evaluator._plan, threading.Barrier(3)

    def slowly_made(self, tile):
        made.append(tile)
        time.sleep(0.1)
        return make(self, tile)

    def ask():
        all_here.wait()
        ready.memory(5)

    monkeypatch.setattr(Evaluator, "_plan", slowly_made)
    threads = [threading.Thread(target=ask) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(made) == 1


@pytest.mark.processes
def test_evaluations_take_no_memory_of_their_own():
    code = """
import resource
import numpy as np
from kaya.network import Evaluator, Network, aligned_memory
from tests.network.test_network import some_planes, values, work_for
ready = Evaluator(Network.random(2, 16, seed=1))
memory, work = aligned_memory(ready.memory(9)), work_for(some_planes(9))
values(ready.address, memory.ctypes.data, 9, work, 10)
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
values(ready.address, memory.ctypes.data, 9, work, 5000)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""
    if INTERPRETED:
        pytest.skip("NumPy allocates")
    run = run_python(code)
    assert int(run.stdout) < 256, run.stderr


def is_evaluated_alike() -> bool:
    """Does a kernel find what Python finds, which is right? Compiled or interpreted, see `tests/modes.py`."""
    ready = Evaluator(Network.random(2, 16, seed=1))
    agree(ready, some_planes(5))
    memory = aligned_memory(ready.memory(5))
    found = values(ready.address, memory.ctypes.data, 5, work_for(some_planes(5)), 1)
    return bool(found == pytest.approx(ready.evaluate(some_planes(5))[1]))


def test_a_file_holds_the_network_in_float16(tmp_path):
    network, path = Network.random(BLOCKS, 32, seed=4), tmp_path / "some.network"
    network.write(path)
    again = Network.read(path)
    assert again.about == network.about
    assert again.arrays.keys() == network.arrays.keys()
    for name, array in again.arrays.items():
        assert array.dtype == np.float32
        assert np.array_equal(array, network.arrays[name].astype(np.float16))
    with np.load(path) as file:
        assert file["stem.w"].dtype == np.float16
    again.write(tmp_path / "second")
    assert (tmp_path / "second").read_bytes() == path.read_bytes()


def test_a_network_without_pools_has_none_in_its_file(tmp_path):
    Network.random(1, 16, seed=4, pools=False).write(tmp_path / "net.npz")
    assert not any(name.startswith("block0.pool") for name in Network.read(tmp_path / "net.npz").arrays)


def test_weights_too_large_for_float16_are_not_written(tmp_path):
    network = Network.random(1, 16, seed=4)
    network.arrays["stem.w"][0, 0, 0, 0] = 1e6
    with pytest.raises(ValueError, match=r"net\.npz: stem\.w has weights that are too large for float16"):
        network.write(tmp_path / "net.npz")
    assert not (tmp_path / "net.npz").exists()


def changed(path, told=None, /, **arrays):
    """Write a network of which some arrays, or parts of what it says about itself, are others; None leaves one out."""
    network = Network.random(1, 16, seed=1)
    about = {k: v for k, v in {**network.about, **(told or {})}.items() if v is not None}
    parts = {**network.arrays, "about": np.array(json.dumps(about)), **arrays}
    np.savez(path, **{name: array for name, array in parts.items() if array is not None})


F32 = np.float32
BROKEN = {
    "there is no such file": lambda path: None,
    "this is no network: it is not made of plain arrays": lambda path: path.write_text("hello"),
    "this is no network, or a damaged one": lambda path: path.write_bytes(b""),
    "this is no network: it does not say what it is about": lambda path: changed(path, about=None),
    "what it says about itself is not JSON": lambda path: changed(path, about=np.array("{")),
    "its format is 2: this version of Kaya reads format 1": lambda path: changed(path, {"format": 2}),
    "its format is None": lambda path: changed(path, {"format": None}),
    "its game must be a name, not 3": lambda path: changed(path, {"game": 3}),
    "its blocks must be a number from 1 to 100, not 0": lambda path: changed(path, {"blocks": 0}),
    "its blocks must be a number from 1 to 100, not True": lambda path: changed(path, {"blocks": True}),
    "its channels must be a number from 16 to 512, a multiple of 16, not 20": lambda path: changed(
        path, {"channels": 20}
    ),
    "its hidden must be 32, not 16": lambda path: changed(path, {"hidden": 16}),
    "its planes must be names, a multiple of 16": lambda path: changed(path, {"planes": ["own"]}),
    "its sizes must be a list of numbers from 2 to 19": lambda path: changed(path, {"sizes": [9, 25]}),
    "block1.conv1.w is missing": lambda path: changed(path, {"blocks": 2}),
    "value2.b is missing": lambda path: changed(path, **{"value2.b": None}),
    "a network of this size has no array 'extra'": lambda path: changed(path, extra=np.zeros(3, F32)),
    "stem.b must have the shape (16,), not (17,)": lambda path: changed(path, **{"stem.b": np.zeros(17, F32)}),
    "own.b must be made of floating-point numbers, not of int64": lambda path: changed(path, **{"own.b": np.array(3)}),
    "head.b has weights that are no numbers, or infinite": lambda path: changed(
        path, **{"head.b": np.full(64, np.nan, F32)}
    ),
    "pass.b has weights that are no numbers, or infinite": lambda path: changed(path, **{"pass.b": np.array(np.inf)}),
}


@pytest.mark.parametrize("what", BROKEN)
def test_a_broken_file_is_refused_in_one_sentence(what, tmp_path):
    path = tmp_path / "net.npz"
    BROKEN[what](path)
    with pytest.raises(ValueError, match=r"net\.npz") as refused:
        Network.read(path)
    assert str(refused.value).startswith(f"{path}: {what}")
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("share", [0.02, 0.5, 0.98])
def test_a_truncated_file_is_refused(share, tmp_path):
    path = tmp_path / "net.npz"
    Network.random(1, 16, seed=1).write(path)
    path.write_bytes(path.read_bytes()[: int(share * path.stat().st_size)])
    with pytest.raises(ValueError, match=r"net\.npz: this is no network, or a damaged one"):
        Network.read(path)


def test_a_damaged_file_is_refused(tmp_path):
    path = tmp_path / "net.npz"
    Network.random(1, 16, seed=1).write(path)
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 0xFF
    path.write_bytes(content)
    with pytest.raises(ValueError, match=r"net\.npz: this is no network, or a damaged one"):
        Network.read(path)


def test_a_file_with_pickles_is_refused(tmp_path):
    path = tmp_path / "net.npz"
    np.savez(path, about=np.array([{"format": 1}], dtype=object))
    with pytest.raises(ValueError, match="it is not made of plain arrays"):
        Network.read(path)


def test_a_zip_of_something_else_is_refused(tmp_path):
    path = tmp_path / "net.npz"
    with zipfile.ZipFile(path, "w") as file:
        file.writestr("readme.txt", "hello")
    with pytest.raises(ValueError, match="this is no network"):
        Network.read(path)


def test_an_array_by_itself_is_refused(tmp_path):
    np.save(tmp_path / "net.npy", np.zeros(3))
    with pytest.raises(ValueError, match="this is no network: it does not say what it is about"):
        Network.read(tmp_path / "net.npy")


def test_a_folder_is_refused(tmp_path):
    with pytest.raises(ValueError, match="it cannot be read"):
        Network.read(tmp_path)
