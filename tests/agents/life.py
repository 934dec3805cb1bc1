"""One life of `cm` in one program: set up, told, guarded, asked, learned from, taken back. What was seen is a value; judging is the tests'."""

import json
import os
import subprocess
import sys
from pathlib import Path

from cm.llm.stand_in import Shell, Step
from tests.agents import box
from tests.agents.clients import CLIENTS as CLIENTS
from tests.agents.clients import folder, path_of

RULE = "Run the tests with `make check-all`, never with bare pytest."
STORY = "It wiped the release folder of the customer twice."
LESSON = "From now on always use pnpm, never npm, in this repository."
PROMPT = f"Please run the tests. {LESSON}"
MARKS = (b"hook_start.py", b"cm setup", b"cm guard install", b'"cm"', b"mcp_servers.cm", b".cm/guards")
URL = f"http://127.0.0.1:{box.PORT}"


def live(client, place):
    """The whole life, in a home of its own below `place`."""
    home, project = place / "home", place / "project"
    for each in (home, project):
        each.mkdir(parents=True)
    subprocess.run(
        ["git", "init", "-q", "-b", "main", str(project)],
        check=True,
        env={"PATH": os.environ["PATH"], "HOME": str(home)},
    )
    for name, text in client.files.items():
        path = home / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text.replace("{url}", URL))
    cm = Cm(home, project)
    seen = {"host": client.host, "program": path_of(client)}
    cm("init")
    cm("add", RULE)
    cm(
        "trauma",
        "add",
        r"touch\s+forbidden\.txt",
        "--message",
        STORY,
        "--deny",
        "touch forbidden.txt",
        "--allow",
        "touch allowed.txt",
        "--yes",
    )
    before = snapshot(home)
    seen["setup"] = cm("setup", client.host, "--json")
    there = snapshot(home)
    seen["doctor"] = cm("doctor", "--live", client.host, "--json", alone=True)  # starts the program, too
    seen["tried"] = json.loads(seen["doctor"]["out"])["data"]["tried"]
    touched = sorted(name for name in there.keys() | before.keys() if there.get(name) != before.get(name))
    seen["touched"] = touched
    seen.update(asked(client, place, home, project))
    seen["forbidden"], seen["allowed"] = (
        (project / "forbidden.txt").exists(),
        (project / "allowed.txt").exists(),
    )
    seen["hook_log"] = lines(home / ".cm/state/hooks.jsonl")
    seen["guard_log"] = [
        (line.get("kind"), line.get("id", "")) for line in lines(home / ".cm/state/guard/log.jsonl")
    ]
    seen["rules"] = cm("list", "--json")
    ended = snapshot(home)
    seen["removed"] = cm("setup", "--remove", client.host, "--yes", "--json")
    after = snapshot(home)
    seen["left"] = {
        name: "other bytes" if ended.get(name) == there.get(name) else "ours is in it"
        for name in touched
        if after.get(name) != before.get(name)
        and (ended.get(name) == there.get(name) or any(mark in after.get(name, b"") for mark in MARKS))
    }
    seen["empty_folders"] = [
        str(each.relative_to(home))
        for each in home.rglob("cm-*")
        if each.is_dir() and not any(each.iterdir()) and ".cm" not in each.parts
    ]
    return seen


def asked(client, place, home, project):
    """The program, asked once; what the model was told and what came of it."""
    steps = [
        Step("First this.", (Shell("touch forbidden.txt"),)),
        Step("Then this.", (Shell("touch allowed.txt"),)),
        *(Step("Asking.", (each,)) for each in client.tool),
        Step("All is done."),
    ]
    environ = {
        "HOME": str(home), "USER": "somebody", "LANG": "C.UTF-8", "TERM": "dumb", "SHELL": "/bin/sh", "TMPDIR": str(place),
        "PATH": os.pathsep.join([*([os.path.join(folder(), "bin")] if folder() else []), os.environ.get("PATH", "")]),
        **{name: value.replace("{url}", URL) for name, value in client.environ.items()},
    }  # fmt: skip
    commands = [client.before, client.argv] if client.before else [client.argv]
    job = {
        "commands": [[word.replace("{url}", URL).replace("{prompt}", PROMPT) for word in words] for words in commands],
        "environ": environ, "folder": str(project), "seconds": client.slow, "report": str(place / "report.json"),
        "steps": [plain(step) for step in steps], "wait_for": str(home / ".cm/state/hooks.jsonl"), "patience": 30.0,
    }  # fmt: skip
    return box.run(job, seconds=client.slow)


def plain(step):
    calls = [
        {"shell": each.command}
        if isinstance(each, Shell)
        else {"pattern": each.pattern, "arguments": each.arguments, "named": each.named}
        for each in step.calls
    ]
    return {"text": step.text, "calls": calls}


class Cm:
    """`cm` as a person would call it, in a home of its own."""

    def __init__(self, home, project):
        programs = [os.path.join(folder(), "bin")] if folder() else []
        self.environ = {
            "HOME": str(home),
            "PATH": os.pathsep.join([*programs, os.environ.get("PATH", "")]),
            "NO_COLOR": "1",
            "COLUMNS": "80",
            "PYTHONPATH": str(box.ROOT),
        }
        self.project = project

    def __call__(self, *words, alone=False):
        line = [sys.executable, "-P", "-m", "cm", *words]
        done = subprocess.run(
            box.sealed(line) if alone else line, cwd=self.project, env=self.environ, stdin=subprocess.DEVNULL, capture_output=True, timeout=240
        )  # fmt: skip
        return {
            "exit": done.returncode,
            "out": done.stdout.decode("utf-8", "replace"),
            "err": done.stderr.decode("utf-8", "replace"),
        }


def snapshot(home):
    """Every file of the home but those of `cm` itself."""
    return {
        str(path.relative_to(home)): path.read_bytes()
        for path in sorted(Path(home).rglob("*"))
        if path.is_file() and not path.is_symlink() and path.relative_to(home).parts[0] != ".cm"
    }


def lines(path):
    if not path.exists():
        return []
    return [json.loads(line) for line in path.read_text().splitlines() if line.strip()]
