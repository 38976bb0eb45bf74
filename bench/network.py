"""How fast networks are evaluated: `python -m bench.network` prints evaluations per CPU-second, one position at a time.

Each network, with random weights, is evaluated on each board by Kaya, and by ONNX Runtime and PyTorch where they are
installed, with one thread each, alternately; the best of some rounds counts. Then Kaya with the other tiles (see
`kaya.network.winograd`), in percent of the one that it chooses, and two threads against one, by the clock on
the wall, which needs two free cores, and by CPU-time. Needs nothing but NumPy and Numba.
"""

import argparse
import importlib.util
import os
import platform
import threading
import time
from collections.abc import Callable

import numpy as np

from kaya.kernel import kernel
from kaya.kernel.vectors import WIDTH
from kaya.network import Evaluator, Network, aligned_memory, evaluate_at
from kaya.network.evaluator import best_tile
from kaya.network.file import HIDDEN, PLANES
from kaya.network.winograd import TILES

NETWORKS = "4x32", "6x64", "6x96", "10x128"
SIZES = 9, 13, 19
SAMPLE_SECONDS = 0.15
Run = Callable[[int], object]
"""Evaluates a position so many times."""


@kernel
def many_evaluations(address, memory, lines, planes, answers, count):
    """The sum of the values of so many evaluations."""
    result = 0.0
    for _ in range(count):
        result += evaluate_at(address, memory, lines, planes, answers[0], answers[1], answers[2], answers[3])
    return result


def ours(ready: Evaluator, planes: np.ndarray) -> Run:
    """Kaya, with memory of its own."""
    lines = len(planes)
    memory = aligned_memory(ready.memory(lines))
    flat, answers = planes.reshape(-1), np.empty((4, lines * lines + 1), np.float32)
    return lambda count: many_evaluations(ready.address, memory.ctypes.data, lines, flat, answers, np.int64(count))


def by_onnx(network: Network, planes: np.ndarray) -> Run:
    """ONNX Runtime, on a graph of its own operators."""
    import onnxruntime  # type: ignore
    from onnx import TensorProto, helper, numpy_helper  # type: ignore

    lines, w = len(planes), network.arrays
    nodes, constants = [], []

    def constant(name, array):
        constants.append(numpy_helper.from_array(np.ascontiguousarray(array), name))
        return name

    def node(operator, *inputs, **attributes):
        nodes.append(helper.make_node(operator, inputs, [f"value{len(nodes)}"], **attributes))
        return f"value{len(nodes) - 1}"

    def convolution(x, name):
        weights = constant(f"{name}.w", w[f"{name}.w"].transpose(3, 2, 0, 1))
        return node("Conv", x, weights, constant(f"{name}.b", w[f"{name}.b"]), pads=[1, 1, 1, 1])

    def affine(x, name, *, columns=1):
        weights = constant(f"{name}.w", w[f"{name}.w"].reshape(-1, columns))
        return node("Gemm", x, weights, constant(f"{name}.b", w[f"{name}.b"].reshape(-1)))

    def pointwise(x, weights, bias, name):
        kernel = constant(f"{name}.kernel", weights.T.reshape(weights.shape[1], weights.shape[0], 1, 1))
        return node("Conv", x, kernel, constant(f"{name}.bias", bias.reshape(-1)))

    def pooled(x):
        both = node("Concat", node("GlobalAveragePool", x), node("GlobalMaxPool", x), axis=1)
        return node("Flatten", both)

    def shift(g, name):
        added = node("MatMul", g, constant(name, w[name]))
        return node("Reshape", added, constant(f"{name}.shape", np.array([1, w[name].shape[1], 1, 1])))

    x = node("Relu", convolution("planes", "stem"))
    for i in range(network.blocks):
        h = node("Relu", convolution(x, f"block{i}.conv1"))
        y = convolution(h, f"block{i}.conv2")
        if f"block{i}.pool" in w:
            y = node("Add", y, shift(pooled(h), f"block{i}.pool"))
        x = node("Relu", node("Add", x, y))
    p = pointwise(x, w["head.w"][:, :HIDDEN], w["head.b"][:HIDDEN], "policy.head")
    v = node("Relu", pointwise(x, w["head.w"][:, HIDDEN:], w["head.b"][HIDDEN:], "value.head"))
    g = pooled(v)
    s = node("Relu", node("Add", p, shift(g, "policy.pool")))
    outputs = (
        pointwise(s, w["policy.w"][:, None], np.zeros(1, np.float32), "policy"),
        affine(g, "pass"),
        node("Tanh", affine(node("Relu", affine(g, "value1", columns=64)), "value2")),
        node("Tanh", pointwise(v, w["own.w"][:, None], w["own.b"], "own")),
    )
    graph = helper.make_graph(
        nodes,
        "network",
        [helper.make_tensor_value_info("planes", TensorProto.FLOAT, [1, PLANES, lines, lines])],
        [helper.make_tensor_value_info(name, TensorProto.FLOAT, None) for name in outputs],
        constants,
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    session = onnxruntime.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])
    fed = {"planes": np.ascontiguousarray(planes.transpose(2, 0, 1)[None])}
    policy, passing, value, _ = session.run(list(outputs), fed)
    _same(network, planes, np.append(policy, passing), float(value.item()))

    def run(count: int) -> None:
        for _ in range(count):
            session.run(list(outputs), fed)

    return run


def by_torch(network: Network, planes: np.ndarray) -> Run:
    """PyTorch, function by function."""
    import torch  # type: ignore
    from torch.nn import functional as f  # type: ignore

    torch.set_num_threads(1)
    w = {
        name: torch.from_numpy(a.transpose(3, 2, 0, 1).copy() if a.ndim == 4 else a)
        for name, a in network.arrays.items()
    }
    x0 = torch.from_numpy(np.ascontiguousarray(planes.transpose(2, 0, 1)[None]))

    def pooled(x):
        return torch.cat([x.mean((2, 3)), x.amax((2, 3))], 1)

    def once():
        x = f.conv2d(x0, w["stem.w"], w["stem.b"], padding=1).relu_()
        for i in range(network.blocks):
            name = f"block{i}"
            h = f.conv2d(x, w[f"{name}.conv1.w"], w[f"{name}.conv1.b"], padding=1).relu_()
            y = f.conv2d(h, w[f"{name}.conv2.w"], w[f"{name}.conv2.b"], padding=1)
            if f"{name}.pool" in w:
                y += (pooled(h) @ w[f"{name}.pool"])[:, :, None, None]
            x = y.add_(x).relu_()
        q = f.conv2d(x, w["head.w"].T[:, :, None, None], w["head.b"])
        v = q[:, HIDDEN:].relu()
        g = pooled(v)
        s = (q[:, :HIDDEN] + (g @ w["policy.pool"])[:, :, None, None]).relu_()
        policy, passing = torch.einsum("bchw,c->bhw", s, w["policy.w"]), g @ w["pass.w"] + w["pass.b"]
        value = ((g @ w["value1.w"] + w["value1.b"]).relu_() @ w["value2.w"] + w["value2.b"]).tanh_()
        return policy, passing, value, (torch.einsum("bchw,c->bhw", v, w["own.w"]) + w["own.b"]).tanh_()

    def run(count: int) -> None:
        with torch.inference_mode():
            for _ in range(count):
                once()

    with torch.inference_mode():
        policy, passing, value, _ = once()
    _same(network, planes, np.append(policy.numpy(), passing.numpy()), value.item())
    return run


def _same(network: Network, planes: np.ndarray, policy: np.ndarray, value: float) -> None:
    """Both must have computed the same, or their times cannot be compared."""
    logits, found, *_ = Evaluator(network).evaluate(planes)
    assert np.allclose(logits, policy, atol=1e-3 * max(1.0, float(np.abs(policy).max())))
    assert abs(found - value) < 1e-3


OTHERS = {"ONNX Runtime": ("onnxruntime onnx", by_onnx), "PyTorch": ("torch", by_torch)}


def seconds_each(runs: dict[str, Run], rounds: int) -> dict[str, float]:
    """CPU-seconds of one evaluation by each, run alternately: the least of some rounds."""
    counts, least = {}, {}
    for name, run in runs.items():
        run(2)
        began = time.process_time()
        run(3)
        counts[name] = max(3, int(3 * SAMPLE_SECONDS / (time.process_time() - began)))
    for _ in range(rounds):
        for name, run in runs.items():
            began = time.process_time()
            run(counts[name])
            taken = (time.process_time() - began) / counts[name]
            least[name] = min(taken, least.get(name, taken))
    return least


def two_threads(ready: Evaluator, planes: np.ndarray, rounds: int) -> tuple[float, float]:
    """How many times as many evaluations two threads make as one in a second on the wall, the best of some rounds, and
    would make if each had a core to itself: twice the CPU-time of an evaluation alone by that beside another."""
    first, second = ours(ready, planes), ours(ready, planes)
    count = max(1, int(2 * SAMPLE_SECONDS / seconds_each({"": first}, 1)[""]))

    def taken(*runs: Run) -> tuple[float, float]:
        threads = [threading.Thread(target=run, args=(count,)) for run in runs]
        wall, cpu = time.perf_counter(), time.process_time()
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return time.perf_counter() - wall, time.process_time() - cpu

    pairs = [(taken(first), taken(first, second)) for _ in range(rounds)]
    alone, beside = (np.min(times, axis=0) for times in zip(*pairs, strict=True))
    return 2 * alone[0] / beside[0], 4 * alone[1] / beside[1]


def installed(packages: str) -> bool:
    return all(importlib.util.find_spec(package) for package in packages.split())


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.network", description=__doc__)
    parser.add_argument("--rounds", type=int, default=5, help="how often each comparison is repeated")
    parser.add_argument("--networks", nargs="+", default=NETWORKS, help="blocks x channels, for example 6x64")
    parser.add_argument("--sizes", nargs="+", type=int, default=SIZES, help="lines of the boards")
    parser.add_argument("--pools", action="store_true", help="give every block a pool")
    options = parser.parse_args()
    others = {name: by for name, (packages, by) in OTHERS.items() if installed(packages)}
    print(
        f"{platform.machine()}, vectors of {WIDTH}, Python {platform.python_version()}, load {os.getloadavg()[0]:.1f}"
    )
    for name, (packages, _) in OTHERS.items():
        if name not in others:
            print(f"{name} is left out: it is not installed (pip install {packages}).")
    heads = [f"{name:>13} {'ratio':>6}" for name in others]
    tiles = [f"{f'F({m})':>5}" for m in TILES]
    print("\nnetwork board tile   ms each  a CPU-s", *heads, *tiles, "2 threads:", "by CPU")
    for text in options.networks:
        blocks, channels = map(int, text.split("x"))
        network = Network.random(blocks, channels, seed=1, pools=options.pools)
        for lines in options.sizes:
            planes = np.random.default_rng(lines).random((lines, lines, PLANES), np.float32)
            best, ready = best_tile(lines, channels), {m: Evaluator(network, tile=m) for m in TILES}
            runs: dict[str, Run] = {f"tile {m}": ours(ready[m], planes) for m in TILES}
            runs |= {name: by(network, planes) for name, by in others.items()}
            least = seconds_each(runs, options.rounds)
            mine = least[f"tile {best}"]
            line = f"{text:>7} {lines:>5} {best:>4} {1000 * mine:>9.3f} {1 / mine:>8,.0f}"
            for name in others:
                line += f" {1 / least[name]:>13,.0f} {least[name] / mine:>6.2f}"
            for m in TILES:
                line += f" {mine / least[f'tile {m}']:>5.0%}"
            wall, cores = two_threads(ready[best], planes, options.rounds)
            print(f"{line} {wall:>10.2f} {cores:>6.2f}", flush=True)


if __name__ == "__main__":
    main()
