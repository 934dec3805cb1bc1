"""A home with guards in it, payloads in the words of any host, and asking a generated script as a host does."""

import json
import subprocess
from dataclasses import dataclass

from cm.flows.env import open_env
from cm.flows.scripts import script_of, write_scripts
from cm.hosts.registry import HOSTS

ROWS = [
    {"id": "t-root", "pattern": r"rm (?:-\S+ )*(?:/|~|/etc|/srv)(?= |$)", "severity": "fatal", "story": {"message": "It took the server with it.", "by": "human"}, "instead": "Name one folder."},
    {"id": "t-reset", "pattern": r"git reset (?:\S+ )*--hard(?= |$)", "severity": "critical", "story": "A day's work was gone."},
    {"id": "t-stash", "pattern": r"git stash (?:clear|drop)(?= |$)", "severity": "caution", "story": "Stashes do not come back."},
]  # fmt: skip


@dataclass
class Said:
    code: int
    out: str
    err: str
    log: list

    @property
    def kinds(self):
        return [row["kind"] for row in self.log]


def guarded(root, hosts=("claude-code",), rows=ROWS, unreadable="allow", protected=(), repos=None):
    """A home in `root` with these patterns armed and the scripts of these hosts; its env."""
    env = open_env({"HOME": str(root), "CM_HOME": str(root / ".cm"), "PATH": "/usr/bin:/bin"}, root)
    env.home.guard.mkdir(parents=True, exist_ok=True)
    arm(env, rows)
    (env.home.guard / "admitted").touch()
    policy = {
        "unreadable": unreadable,
        "repos": repos or {},
        "protected": [str(each) for each in protected],
    }
    (env.home.guard / "policy.json").write_text(json.dumps(policy), "utf-8")
    write_scripts(env, hosts)
    return env


def arm(env, rows):
    """Writes the patterns as those of packs, which need no admission."""
    text = "".join(json.dumps(row) + "\n" for row in rows)
    (env.home.guard / "packs.jsonl").write_text(text, "utf-8")


def log_of(env):
    """The lines of the guard log."""
    path = env.home.guard / "log.jsonl"
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()] if path.exists() else []


def ask(env, host, payload, cwd=None):
    """What the script of a host answers, started as the host would start it, and what it wrote into the log."""
    before = len(log_of(env))
    done = subprocess.run(
        script_of(env, host).argv, input=payload, capture_output=True, check=False, cwd=cwd or env.user_home, timeout=60
    )  # fmt: skip
    return Said(done.returncode, done.stdout.decode(), done.stderr.decode(), log_of(env)[before:])


def call(host, command, cwd, **more):
    """A payload that asks about a command, in the host's own shape."""
    dialect = HOSTS[host].guard
    named = [name for name in dialect.shells if name != "*"] or ["*"]
    return _payload(dialect, named[0], {dialect.commands[0]: command, **more}, cwd)


def write(host, path, text, cwd, **more):
    """A payload that asks about writing a file; None where the host has no tool for that."""
    dialect = HOSTS[host].guard
    if not dialect.writers:
        return None
    given = {dialect.files[0]: str(path), **more}
    if dialect.contents:
        given[dialect.contents[0]] = text
    return _payload(dialect, dialect.writers[0], given, cwd)


def _payload(dialect, tool, given, cwd):
    value = {}
    if tool != "*" and dialect.tool:
        _put(value, dialect.tool[0], tool)
    if dialect.input[0]:
        _put(value, dialect.input[0], given)
    else:
        value.update(given)
    for path in dialect.session[:1]:
        _put(value, path, "session-1")
    if "cwd" in dialect.folder:
        value["cwd"] = str(cwd)
    else:
        _put(value, dialect.folder[-1], str(cwd))
    return json.dumps(value).encode()


def _put(value, path, held):
    *above, last = path.split(".")
    for key in above:
        value = value.setdefault(key, {})
    value[last] = held
