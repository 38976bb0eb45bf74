import threading

from kaya.kernel import atomic_add, atomic_load, atomic_store, atomic_swap_if, kernel, record, zeros

COUNTERS = record(("whole", "i4"), ("halves", "f8"), ("claimed", "i4"), ("winners", "i4"))


@kernel
def count_up(counters, times):
    for _ in range(times):
        atomic_add(counters, "whole", 1)
        atomic_add(counters, "halves", 0.5)


@kernel
def claim(counters):
    if atomic_swap_if(counters, "claimed", 0, 1):
        atomic_add(counters, "winners", 1)
    return atomic_load(counters, "claimed")


@kernel
def release(counters):
    atomic_store(counters, "claimed", 0)


def in_threads(count, target, *args):
    threads = [threading.Thread(target=target, args=args) for _ in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def test_no_update_of_several_threads_is_lost():
    counters = zeros(COUNTERS)
    count_up(counters[0], 1)
    in_threads(4, count_up, counters[0], 500_000)
    assert counters.whole[0] == 2_000_001
    assert counters.halves[0] == 1_000_000.5


def test_only_one_thread_wins_a_claim():
    counters = zeros(COUNTERS)
    in_threads(8, claim, counters[0])
    assert counters.winners[0] == 1
    release(counters[0])
    assert claim(counters[0]) == 1
    assert counters.winners[0] == 2
