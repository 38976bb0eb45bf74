"""How long the expansion of a node takes: `python -m bench.expansion pro19.txt.xz go9.txt.xz` prints CPU-microseconds.

In the positions of `bench.heuristic` H of all moves is computed and sorted, by features and by MoGo's rules; the best
of five runs. The other columns are the rules without ladders, without shapes, and without the learned model; the last
one is what a playout takes to remember who owns what."""

import sys
import time

from kaya.go.knowledge.expert_rules import remember_owners
from kaya.go.rules import go
from kaya.go.rules.board import moves
from kaya.go.strategies import by_features, by_rules
from kaya.kernel import kernel, plain
from kaya.search.tree import new_work

from .heuristic import MOVE_NUMBERS, positions

features, rules = by_features.function, by_rules.function
ALWAYS = dict(shapes_from=2)
KINDS = {
    "rules": ALWAYS,
    "no ladders": dict(ALWAYS, extension=0, out_of_ladder=0),
    "no shapes": dict(shapes_from=20),
    "no model": dict(ALWAYS, patterns=0),
}


@kernel
def by_features_all(boards, work, p):
    for k in range(len(boards)):
        features(boards[k], work[0], moves(boards[k], work[0].moves), p[0])


@kernel
def by_rules_all(boards, work, p):
    for k in range(len(boards)):
        rules(boards[k], work[0], moves(boards[k], work[0].moves), p[0])


@kernel
def remember_all(boards, work, p):
    for k in range(len(boards)):
        remember_owners(boards[k], work[0])


def microseconds(run, boards, p) -> float:
    work, best = plain(new_work()), float("inf")
    for _ in range(6):  # the first one compiles
        began = time.process_time()
        run(boards, work, p)
        best = min(best, time.process_time() - began)
    return 1e6 * best / len(boards)


def main(paths: list[str]) -> None:
    model = plain(by_features.parameters.as_record())
    records = {name: plain(by_rules(**changes).parameters.as_record()) for name, changes in KINDS.items()}
    print(f"{'file':16} {'moves':>8} {'features':>10} {' '.join(f'{name:>10}' for name in KINDS)} {'owners':>10}")
    for path in paths:
        for first, last in MOVE_NUMBERS:
            boards = positions(path, first, last)
            if len(boards) == 0:
                continue
            assert boards.dtype == go.dtype
            times = [microseconds(by_features_all, boards, model)]
            times += [microseconds(by_rules_all, boards, record) for record in records.values()]
            times.append(microseconds(remember_all, boards, model))
            row = " ".join(f"{t:10.1f}" for t in times)
            print(f"{path.split('/')[-1]:16} {f'{first}-{last}':>8} {row}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
