"""The wire of stdio: lines come in, answers go out, and who closes first is waited for."""

import json
import os
import threading

import anyio
import pytest

from cm.errors import Busy
from cm.mcp.desk import Desk
from cm.mcp.stdio import Answers, Lines, Owed, as_message, no_message, read_lines


def piped(data):
    out, into = os.pipe()

    def write():
        os.write(into, data) if len(data) < 4096 else [
            os.write(into, data[i : i + 4096]) for i in range(0, len(data), 4096)
        ]
        os.close(into)

    threading.Thread(target=write).start()
    return out


@pytest.mark.parametrize(
    "data, lines",
    [
        (b"", []),
        (b"a\nb\n", ["a", "b"]),
        (b"a\r\n\n  \nb", ["a\r", "b"]),
        (b"\xff\n", ["�"]),
        ("ü\n".encode() * 3, ["ü"] * 3),
        (b"x" * 100_000 + b"\n", ["x" * 100_000]),
    ],
)
def test_lines_come_in(data, lines):
    assert list(read_lines(piped(data))) == lines


def test_a_line_that_is_too_long_is_dropped_and_the_next_is_read():
    assert list(read_lines(piped(b"x" * 300_000 + b"\nnext\n"), longest=1000)) == ["", "next"]


def test_requests_are_owed_until_they_are_answered_or_cancelled():
    owed = Owed()
    for line in (
        '{"id": 1, "method": "tools/call"}', '{"id": "1", "method": "x"}', '{"method": "notifications/initialized"}', "nothing", "[1]",
        '{"id": 2, "method": "x"}',
    ):  # fmt: skip
        owed.came(line)
    owed.went('{"id": 1, "result": {}}')
    owed.went('{"id": "1", "method": "elicitation/create"}')
    assert owed._ids == {"'1'", "2"}
    owed.came('{"method": "notifications/cancelled", "params": {"requestId": 2}}')
    owed.went('{"id": "1", "error": {}}')
    assert not owed._ids


CALL = '{"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": {"name": "context", "arguments": {"task": "%s"}}}'


@pytest.mark.parametrize(
    "line, name, code",
    [
        ("{", None, -32700),
        ("", None, -32700),  # what a line that is too long is read as
        ("[" * 100_000, None, -32700),
        ("1", None, -32700),
        (f"[{CALL % 'x'}]", None, -32600),
        ('{"jsonrpc": "2.0"}', None, -32600),
        ('{"jsonrpc": "2.0", "id": 7, "result": [1]}', None, -32600),  # an answer to us, under our id
        ('{"jsonrpc": "1.0", "id": "q", "method": "ping"}', "q", -32600),
        ('{"jsonrpc": "2.0", "id": 7, "method": "ping", "params": [1]}', 7, -32600),
        ('{"jsonrpc": "2.0", "id": true, "method": 1}', None, -32600),
    ],
)
def test_what_is_no_message_is_answered_under_its_id_and_goes_no_further(line, name, code):
    assert as_message(line) is None
    said = json.loads(no_message(line))
    assert (said["id"], said["error"]["code"]) == (name, code)
    back, into = os.pipe()
    answers, came = Answers(into, Owed()), []

    async def main():
        async for each in Lines(piped(f"{line or ' '}\n{CALL % 'x'}\n".encode()), Owed(), answers):
            came.append(each)
            return

    anyio.run(main)
    answers.close()
    assert came == [CALL % "x"]
    if line:
        assert os.read(back, 65536).decode() == no_message(line)


def test_a_sign_that_was_cut_in_two_loses_no_call():
    told = json.loads(as_message(CALL % "fix the \\ud83d"))
    assert told["id"] == 7
    assert told["params"]["arguments"] == {"task": "fix the \ufffd"}
    assert as_message(CALL % "\\ud83d\\ude00") == CALL % "\\ud83d\\ude00"


def test_a_client_that_closes_its_side_still_gets_its_answers():
    owed = Owed()
    out = piped(b'{"jsonrpc": "2.0", "id": 1, "method": "x"}\n')
    seen = []

    async def main():
        async def answer():
            await anyio.sleep(0.1)
            seen.append("answered")
            owed.went('{"id": 1, "result": {}}')

        async with anyio.create_task_group() as group:
            async for _ in Lines(out, owed):
                group.start_soon(answer)
            seen.append("ended")

    anyio.run(main)
    assert seen == ["answered", "ended"]


def test_a_client_that_has_gone_ends_the_answers_quietly():
    out, into = os.pipe()
    os.close(out)
    answers = Answers(into, Owed())

    async def main():
        await answers.write("{}\n")
        with anyio.fail_after(5):
            while not answers._gone:
                await anyio.sleep(0.01)
        with pytest.raises(anyio.ClosedResourceError):
            await answers.write("{}\n")

    anyio.run(main)
    answers.close()


def test_few_work_at_once_and_few_wait():
    async def main():
        desk = Desk(at_once=2, waiting=3)
        held, most, now, lock = threading.Event(), [], [], threading.Lock()

        def work():
            with lock:
                now.append(1)
                most.append(len(now))
            held.wait(5)
            with lock:
                now.pop()

        refused = []

        async def call():
            try:
                await desk.do(work, 5)
            except Busy as error:
                refused.append(error)

        async with anyio.create_task_group() as group:
            for _ in range(7):
                group.start_soon(call)
            await anyio.sleep(0.2)
            held.set()
        assert max(most) == 2
        assert len(refused) == 2

    anyio.run(main)


def test_what_takes_too_long_is_told_and_keeps_its_place_until_it_ends():
    async def main():
        desk = Desk(at_once=1, waiting=3)
        held = threading.Event()
        with pytest.raises(Busy, match="no answer"):
            await desk.do(lambda: held.wait(5), 0.05)
        with pytest.raises(Busy):
            await desk.do(lambda: None, 0.05)
        held.set()
        assert await desk.do(lambda: "done", 5) == "done"

    anyio.run(main)
