"""The main job from end to end: example sessions become rules with proof, and come back before the next task.

Everything happens in a throw-away home; nothing of yours is read or written. At the end it says what `cm` would
read from your own sessions, by looking at file names and sizes alone. Run it with `make demo`.
"""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
STEPS = (
    ("A home for the rules: a folder and a git repository of its own.", "init"),
    ("Read the sessions, keep what was said, propose rules from the users' own words.", "reflect"),
    ("What stands in the playbook now.", "list"),
    ("Before the next task, the few rules that matter.", 'context "fix the failing test in the cart module"'),
    ("Why a rule exists, and whether an agent would see it.", "why {first}"),
    (
        "Say that it helped; one line is appended, no YAML is rewritten.",
        "mark {first} --helpful --reason 'the tests ran at once'",
    ),
    ("Search everything that was ever said or run.", 'search "alembic"'),
    ("A second run reads nothing new.", "reflect"),
)


def run(arguments: list[str], world: dict[str, str], cwd: Path) -> str:
    """Runs one command of `cm` and returns what it printed; a failing step ends the demo."""
    done = subprocess.run(
        [sys.executable, "-m", "cm", *arguments],
        env=world,
        cwd=cwd,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        sys.exit(f"cm {shlex.join(arguments)} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
    return done.stdout


def main() -> None:
    """Plays the steps in a temporary home."""
    with tempfile.TemporaryDirectory(prefix="cm-demo-") as folder:
        home = Path(folder)
        world = {
            "PATH": os.environ.get("PATH", ""), "HOME": folder, "CM_HOME": str(home / "cm"), "NO_COLOR": "1", "LC_ALL": "C.UTF-8",
            "CLAUDE_CONFIG_DIR": str(HERE / "sessions/claude"), "CODEX_HOME": str(HERE / "sessions/codex"),
        }  # fmt: skip
        # The sessions took place in /home/dev/shop; a project that is not on this machine is named by its path.
        world["CM_PROJECT"] = "/home/dev/shop"
        first = ""
        for number, (what, command) in enumerate(STEPS, start=1):
            arguments = shlex.split(command.format(first=first))
            print(f"\n{number}. {what}\n\n$ cm {shlex.join(arguments)}")
            print(run(arguments, world, home).rstrip())
            if arguments[0] == "reflect" and not first:
                first = run(["list", "--ids"], world, home).split()[0]
        print("\nWhat cm would read from your own sessions (nothing was opened or written):\n")
        own = {name: value for name, value in os.environ.items() if not name.startswith("CM_")} | {
            "CM_HOME": str(home / "none"),
            "NO_COLOR": "1",
        }
        print(run(["sessions", "--preview"], own, HERE).rstrip())
        print("\nNext: `pipx install .`, then `cm init` and `cm reflect`. README.md shows the daily verbs.")


if __name__ == "__main__":
    main()
