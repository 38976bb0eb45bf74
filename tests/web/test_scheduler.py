"""The queue of searches."""

import asyncio

from kaya.web import scheduler
from kaya.web.scheduler import Scheduler


def test_moves_come_before_analyses_and_an_analysis_gives_way(monkeypatch):
    monkeypatch.setattr(scheduler, "PATIENCE", 0.0)
    order = []

    async def scenario():
        queue, told = Scheduler(1), asyncio.Event()

        async def analysis():
            async with queue.slot(give_way=told.set):
                order.append("analysis")
                await told.wait()

        async def second_analysis():
            async with queue.slot(give_way=lambda: None):
                order.append("second analysis")

        async def move():
            async with queue.slot():
                order.append("move")

        first = asyncio.create_task(analysis())
        await asyncio.sleep(0)
        await asyncio.gather(first, second_analysis(), move())
        assert not queue.running
        assert not queue.waiting

    asyncio.run(scenario())
    assert order == ["analysis", "move", "second analysis"]


def test_who_is_served_just_when_its_patience_ends_is_served(monkeypatch):
    async def scenario():
        queue, free, told = Scheduler(1), asyncio.Event(), []

        async def first():
            async with queue.slot():
                await free.wait()

        async def times_out_when_it_is_served(waiting, seconds):
            waiting.close()
            free.set()
            await running
            raise TimeoutError

        monkeypatch.setattr(scheduler.asyncio, "wait_for", times_out_when_it_is_served)
        running = asyncio.create_task(first())
        await asyncio.sleep(0)
        async with queue.slot(waits=told.append):
            assert told == []

    asyncio.run(scenario())


def test_who_is_cancelled_while_waiting_leaves_the_queue():
    async def scenario():
        queue, free = Scheduler(1), asyncio.Event()

        async def move(wait):
            async with queue.slot():
                await wait.wait()

        first = asyncio.create_task(move(free))
        await asyncio.sleep(0)
        second = asyncio.create_task(move(free))
        await asyncio.sleep(0)
        second.cancel()
        await asyncio.wait([second])
        assert not queue.waiting
        free.set()
        await first

    asyncio.run(scenario())
