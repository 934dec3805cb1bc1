"""How fast `cm mcp` is there, and how fast it answers: `python -m tests.bench.mcp [RULES]`.

Start: a new process until `initialize` is answered, and until `tools/list` is; beside it the same interpreter that imports `mcp` and
nothing else. Warm: `context` with so many rules, over the wire, and beside it `cm context` as a process of its own.
"""

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HELLO = {
    "jsonrpc": "2.0", "id": 0, "method": "initialize",
    "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "bench", "version": "1"}},
}  # fmt: skip
READY = {"jsonrpc": "2.0", "method": "notifications/initialized"}
TASKS = (
    "run the tests of the checkout service",
    "migrate the database",
    "fix the flaky upload test",
    "release a new version",
)


class Wire:
    """One `cm mcp`, and its two pipes."""

    def __init__(self, world, cwd):
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(
            [sys.executable, "-m", "cm", "mcp"], stdin=pipe, stdout=pipe, cwd=cwd, env=world
        )

    def say(self, message):
        self.process.stdin.write(json.dumps(message).encode() + b"\n")
        self.process.stdin.flush()

    def ask(self, number, method, params=None):
        self.say({"jsonrpc": "2.0", "id": number, "method": method, "params": params or {}})
        return json.loads(self.process.stdout.readline())

    def close(self):
        self.process.stdin.close()
        self.process.wait(20)


def timed(work):
    began = time.perf_counter()
    work()
    return (time.perf_counter() - began) * 1000


def started(world, cwd):
    """Milliseconds until `initialize` and until `tools/list` are answered."""
    began = time.perf_counter()
    wire = Wire(world, cwd)
    wire.say(HELLO)
    wire.process.stdout.readline()
    hello = time.perf_counter() - began
    wire.say(READY)
    wire.ask(1, "tools/list")
    tools = time.perf_counter() - began
    wire.close()
    return hello * 1000, tools * 1000


def measure(rules=10_000, rounds=7, calls=60):
    """All figures, in milliseconds; ratios to what was measured beside them in the same run."""
    from tests.bench.quick import playbook

    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder, "home")
        home.mkdir()
        (home / "playbook.yaml").write_text(playbook(rules), "utf-8")
        os.utime(home / "playbook.yaml", (1_700_000_000, 1_700_000_000))
        world = {**os.environ, "PYTHONPATH": str(ROOT), "CM_HOME": str(home)}
        run = [sys.executable, "-m", "cm", "context", TASKS[0]]
        for _ in range(2):
            subprocess.run(run, env=world, cwd=folder, check=True, capture_output=True)
        bare, hello, tools = [], [], []
        for _ in range(rounds):  # in turn, so that what else runs here meets both
            bare.append(
                timed(lambda: subprocess.run([sys.executable, "-c", "import mcp"], check=True, env=world))
            )
            one, other = started(world, folder)
            hello.append(one)
            tools.append(other)
        wire = Wire(world, folder)
        wire.say(HELLO)
        wire.process.stdout.readline()
        wire.say(READY)
        wire.ask(-1, "tools/list")
        time.sleep(2)  # as long as an agent takes to think of something, and less
        asked = [
            timed(
                lambda n=n: wire.ask(
                    n, "tools/call", {"name": "context", "arguments": {"task": TASKS[n % len(TASKS)]}}
                )
            )
            for n in range(1, calls + 1)
        ]
        wire.close()
        alone = [
            timed(lambda: subprocess.run(run, env=world, cwd=folder, check=True, capture_output=True))
            for _ in range(rounds)
        ]
    mid = statistics.median
    return {
        "rules": rules, "import mcp": mid(bare), "initialize": mid(hello), "tools/list": mid(tools),
        "initialize to import": mid(hello) / mid(bare), "tools/list to import": mid(tools) / mid(bare),
        "first context": asked[0], "context": mid(asked[1:]), "context, 19 of 20": sorted(asked[1:])[int(len(asked) * 0.95) - 1],
        "cm context as a process": mid(alone),
    }  # fmt: skip


def main():
    """Prints the figures, and as the last line all of them as one JSON object."""
    found = {
        name: round(value, 2)
        for name, value in measure(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000).items()
    }
    for name, value in found.items():
        print(f"{name:26} {value:10.2f}")
    print(json.dumps(found))


if __name__ == "__main__":
    main()
