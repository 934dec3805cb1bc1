"""Progress of long calls: told by a token, in growing numbers, not too often, over every wire."""

import asyncio

import anyio
import pytest
from mcp import Client

from cm.mcp import progress
from cm.mcp.progress import Steps, told
from cm.mcp.server import build


class Session:
    def __init__(self, gone=False):
        self.heard = []
        self.gone = gone

    async def report_progress(self, done, total=None, message=None):
        if self.gone:
            raise anyio.BrokenResourceError
        self.heard.append((done, total, message))


def at_work(work, session, monkeypatch, pause=0.01, quiet=10.0):
    monkeypatch.setattr(progress, "PAUSE", pause)
    monkeypatch.setattr(progress, "QUIET", quiet)
    steps = Steps()

    async def main():
        async with told(session, steps):
            await work(steps)

    asyncio.run(main())


def test_stages_are_counted_on_so_that_numbers_only_grow():
    steps, seen = Steps(), []
    for done, total in ((0, 3), (1, 3), (3, 3), (0, 2), (2, 2), (1, 2), (1, 7), (7, 7)):
        steps(done, total, "whatever", 10, 20)
        seen.append(steps.far())
    assert seen == [
        (0, 3), (1, 3), (3, 3), (3, 5), (5, 5), (6, 7), (7, 13), (13, 13),
    ]  # fmt: skip


def test_many_steps_are_few_notifications_and_the_last_one_is_told(monkeypatch):
    async def work(steps):
        for number in range(1000):
            steps(number + 1, 1000, "")
            if number % 100 == 0:
                await anyio.sleep(0.01)

    session = Session()
    at_work(work, session, monkeypatch, pause=0.03)
    numbers = [done for done, _, _ in session.heard]
    assert numbers == sorted(set(numbers))
    assert len(numbers) < 12
    assert session.heard[-1] == (1000, 1000, "1,000 of 1,000")


def test_work_that_counts_nothing_is_told_of_as_going_on(monkeypatch):
    session = Session()
    at_work(lambda steps: anyio.sleep(0.08), session, monkeypatch, quiet=0.02)
    numbers = [done for done, _, _ in session.heard]
    assert len(numbers) >= 2
    assert numbers == sorted(set(numbers))
    assert numbers[-1] < 0.1
    assert session.heard[0][1:] == (None, "still at work after 0 s")


def test_quick_work_that_counts_nothing_says_nothing_and_a_client_that_has_gone_stops_no_work(monkeypatch):
    session = Session()
    at_work(lambda steps: anyio.sleep(0), session, monkeypatch)
    assert session.heard == []
    done = []

    async def work(steps):
        steps(1, 2, "")
        await anyio.sleep(0.03)
        steps(2, 2, "")
        done.append(True)

    at_work(work, Session(gone=True), monkeypatch)
    assert done == [True]


@pytest.mark.parametrize(
    ("tool", "words"),
    [
        ("reflect", {"action": "run", "again": True}),
        ("status", {}),
    ],
)
def test_a_client_that_asks_is_told_and_one_that_does_not_is_not(used, caller, tool, words):
    async def main(heard):
        async with Client(build(lambda ctx: caller)) as client:

            async def tell(done, total, message):
                heard.append((done, total, message))

            answer = await client.call_tool(
                tool, words, progress_callback=tell if heard is not None else None
            )
            assert not answer.is_error
            await anyio.sleep(0)

    heard = []
    asyncio.run(main(heard))
    assert heard
    numbers = [done for done, _, _ in heard]
    assert numbers == sorted(set(numbers))
    assert all("session" not in message and "/" not in message for _, _, message in heard)
    asyncio.run(main(None))
