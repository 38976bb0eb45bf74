"""The queue of searches."""

import asyncio

from kaya.web import searches
from kaya.web.searches import Searches


def test_moves_come_before_looks_and_a_look_gives_way(monkeypatch):
    monkeypatch.setattr(searches, "PATIENCE", 0.0)
    order = []

    async def scenario():
        queue, told = Searches(1), asyncio.Event()

        async def look():
            async with queue.turn(give_way=told.set):
                order.append("look")
                await told.wait()

        async def second_look():
            async with queue.turn(give_way=lambda: None):
                order.append("second look")

        async def move():
            async with queue.turn():
                order.append("move")

        first = asyncio.create_task(look())
        await asyncio.sleep(0)
        await asyncio.gather(first, second_look(), move())
        assert not queue.running
        assert not queue.waiting

    asyncio.run(scenario())
    assert order == ["look", "move", "second look"]


def test_who_is_served_just_when_its_patience_ends_is_served(monkeypatch):
    async def scenario():
        queue, free, told = Searches(1), asyncio.Event(), []

        async def first():
            async with queue.turn():
                await free.wait()

        async def times_out_when_it_is_served(waiting, seconds):
            waiting.close()
            free.set()
            await running
            raise TimeoutError

        monkeypatch.setattr(searches.asyncio, "wait_for", times_out_when_it_is_served)
        running = asyncio.create_task(first())
        await asyncio.sleep(0)
        async with queue.turn(waits=told.append):
            assert told == []

    asyncio.run(scenario())


def test_who_is_cancelled_while_waiting_leaves_the_queue():
    async def scenario():
        queue, free = Searches(1), asyncio.Event()

        async def move(wait):
            async with queue.turn():
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
