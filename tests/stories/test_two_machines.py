"""Two homes that travel by a git remote, and two clones of a repository whose `.cm/` git merges with our driver."""

import os
import shutil
import subprocess
import sys

import pytest

from tests.kit.run import run_cm

pytestmark = [
    pytest.mark.story,
    pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed"),
]

PATH = f"{os.path.dirname(sys.executable)}{os.pathsep}{os.environ['PATH']}"
TESTS = "Run the tests with `uv run pytest -q`."
ASK = "Ask before adding a dependency."
WORDS = [
    "fixtures",
    "lockfiles",
    "snapshots",
    "migrations",
    "changelogs",
    "schemas",
    "translations",
    "icons",
    "fonts",
    "certificates",
    "bindings",
    "goldens",
]
TABS = "Indent Makefiles with tabs."


def git(*args, cwd, ok=True):
    world = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    world |= {"GIT_CONFIG_GLOBAL": os.devnull, "PYTHONPATH": os.getcwd(), "PATH": PATH}
    named = ["-c", "user.name=Kim", "-c", "user.email=kim@example.org", "-c", "protocol.file.allow=always"]
    done = subprocess.run(
        ["git", *named, *args], cwd=cwd, env=world, capture_output=True, timeout=60, check=False
    )
    assert not ok or done.returncode == 0, done.stderr.decode()
    return done


class Machine:
    def __init__(self, root, name):
        self.home = root / name
        self.place = root / f"{name}-work"
        self.place.mkdir(exist_ok=True)

    def cm(self, *args, code=0, env=None, **more):
        done = run_cm(*args, cwd=self.place, env={"CM_HOME": str(self.home), **(env or {})}, **more)
        assert done.code == code, (args, done.out, done.err)
        return done

    def rules(self, *states):
        found = [item["rule"] for item in self.cm("list", "--state", "all", "--json").data["rules"]]
        return {rule["text"]: rule["state"] for rule in found if not states or rule["state"] in states}

    def id_of(self, text):
        found = self.cm("list", "--state", "all", "--json").data["rules"]
        return next(item["rule"]["id"] for item in found if item["rule"]["text"] == text)


def test_what_lifts_a_trauma_on_one_machine_counts_on_the_other_at_a_persons_word(machines):
    one, two = machines

    def states(machine):
        found = machine.cm("trauma", "list", "--json").data
        mine = [row for row in found["traumas"] if not row["trauma"].get("pack")]
        return {row["trauma"]["id"]: row["state"] for row in mine}, len(found["waiting"])

    one.cm("trauma", "add", "zap --all", "--id", "t-zap", "--message", "it hurt")
    one.cm("sync")
    two.cm("sync")
    assert states(two)[0]["t-zap"] == "armed"
    one.cm("trauma", "heal", "t-zap", "--reason", "over", "--yes")
    two.cm("trauma", "add", "zip --all", "--id", "t-zip", "--message", "it hurt too")
    one.cm("sync")
    said = two.cm("sync")
    assert "t-zap" in said.out + said.err
    assert "--waiting" in said.out + said.err
    assert states(two) == ({"t-zap": "armed", "t-zip": "armed"}, 1)
    two.cm("trauma", "activate", "--waiting", "--yes")
    assert states(two)[0]["t-zap"] == "healed"
    one.cm("sync")
    assert states(one)[0] == {"t-zap": "healed", "t-zip": "armed"}
    one.cm("trauma", "activate", "t-zap")
    one.cm("trauma", "heal", "t-zip", "--reason", "over", "--yes")
    one.cm("sync")
    two.cm("sync", "--yes")
    assert states(two) == ({"t-zap": "armed", "t-zip": "healed"}, 0)


_made = {}


@pytest.fixture
def machines(tmp_path, tmp_path_factory):
    """Two machines that have met; made once, and moved: what names the place where they were made names the new one."""
    if not _made:
        _made["root"] = met(tmp_path_factory.mktemp("met"))
    root = _made["root"]
    shutil.copytree(root, tmp_path, dirs_exist_ok=True, symlinks=True)
    for path in tmp_path.rglob("*"):
        if path.is_file() and "objects" not in path.parts and path.suffix != ".db":
            data = path.read_bytes()
            if str(root).encode() in data:
                path.write_bytes(data.replace(str(root).encode(), str(tmp_path).encode()))
    return Machine(tmp_path, "one"), Machine(tmp_path, "other")


def met(root):
    git("init", "--quiet", "--bare", "--initial-branch=main", "remote.git", cwd=root)
    one, other = Machine(root, "one"), Machine(root, "other")
    for machine in (one, other):
        machine.cm("init")
    one.cm("remember", TESTS)
    one.cm("sync", "--remote", str(root / "remote.git"), "--yes")
    other.cm("remember", ASK)
    other.cm("remember", TESTS)
    other.cm("sync", "--remote", str(root / "remote.git"), "--yes")
    one.cm("sync")
    for machine in (one, other):
        shutil.rmtree(machine.home / "cache", ignore_errors=True)  # derived, and it knows where it lay
    return root


def test_both_machines_have_both_rules_and_the_one_both_learned_is_one(machines):
    one, other = machines
    assert one.rules() == other.rules() == {TESTS: "active", ASK: "active"}
    assert (one.home / "playbook.yaml").read_text() == (other.home / "playbook.yaml").read_text()


def test_settings_stay_each_machines_own_and_do_not_travel(machines):
    one, other = machines
    one.cm("config", "set", "context.budget", "900")
    one.cm("sync")
    other.cm("sync")
    assert "900" in (one.home / "config.toml").read_text()
    assert "900" not in (other.home / "config.toml").read_text()
    assert "config.toml" not in git("ls-files", cwd=one.home).stdout.decode()
    for machine in (one, other, one):
        assert "Nothing new" in machine.cm("sync").out


def test_nothing_new_is_said_to_be_nothing_new(machines):
    one, _ = machines
    assert "Nothing new" in one.cm("sync").out
    assert one.cm("sync", "--json").data["came"] == []


def test_what_one_machine_forgot_is_gone_on_the_other(machines):
    one, other = machines
    one.cm("forget", one.id_of(ASK), "--reason", "not any more")
    one.cm("sync")
    other.cm("sync")
    assert other.rules("active") == {TESTS: "active"}
    again = other.cm("remember", ASK, code=3)
    assert "forgotten" in again.err or "withdrawn" in again.err


def test_marks_of_both_machines_count(machines):
    one, other = machines
    for at, machine in enumerate((one, other)):
        machine.cm("mark", machine.id_of(TESTS), "--helpful", "--session", f"s{at}")
    one.cm("sync")
    other.cm("sync")
    one.cm("sync")
    for machine in (one, other):
        told = machine.cm("why", machine.id_of(TESTS), "--json").data
        assert len(told["life"]["marks"]) == 2


def test_new_words_on_both_machines_are_a_contested_pair_and_no_conflict_marker(machines):
    one, other = machines
    rule = one.id_of(TESTS)
    one.cm("correct", rule, "Run the tests with `uv run pytest -q --no-cov`.", "--reason", "quicker")
    other.cm("correct", rule, "Run the tests with `uv run pytest -q -x`.", "--reason", "stop early")
    one.cm("sync")
    said = other.cm("sync").out
    one.cm("sync")
    assert "contested" in said.lower()
    for machine in (one, other):
        assert list(machine.rules("contested").values()) == ["contested", "contested"]
        assert "<<<<" not in (machine.home / "playbook.yaml").read_text()


def test_a_machine_that_was_away_takes_everything_in_at_once(machines, tmp_path):
    one, _ = machines
    for at in range(12):
        one.cm("remember", f"Never edit {WORDS[at]} by hand.")
    one.cm("sync")
    third = Machine(tmp_path, "third")
    third.cm("sync", "--remote", str(tmp_path / "remote.git"), "--yes")
    assert len(third.rules("active")) == 14
    assert "other-machine" in (third.home / "decisions.jsonl").read_text()


def test_an_unreachable_remote_changes_nothing(machines, tmp_path):
    one, _ = machines
    (tmp_path / "remote.git").rename(tmp_path / "moved.git")
    before = (one.home / "playbook.yaml").read_bytes()
    done = one.cm("sync", code=7)
    assert "could not be reached" in done.err
    assert (one.home / "playbook.yaml").read_bytes() == before


def test_a_dry_run_says_what_would_come_in_and_writes_nothing(machines):
    one, other = machines
    other.cm("remember", TABS)
    other.cm("sync")
    before = (one.home / "playbook.yaml").read_bytes()
    assert len(one.cm("sync", "--dry-run", "--json").data["came"]) == 1
    assert (one.home / "playbook.yaml").read_bytes() == before


def test_a_new_remote_is_a_persons_word(tmp_path):
    machine = Machine(tmp_path, "alone")
    machine.cm("init")
    refused = run_cm(
        "sync",
        "--remote",
        str(tmp_path / "x.git"),
        "--yes",
        cwd=machine.place,
        env={"CM_HOME": str(machine.home), "CLAUDECODE": "1"},
    )
    assert refused.code == 3
    assert "no remote yet" in machine.cm("sync", code=2).err


PLAYBOOK = """\
# the team's rules
schema: 1
rules:
  # about tests
  - id: r-tests
    text: Run the tests with make test.
    kind: rule
    category: testing
    scope: {}
    state: active
    origin: {by: human, at: 2026-11-01T00:00:00Z}
"""
MORE = """\
  - id: r-%s
    text: %s
    kind: rule
    category: general
    scope: {}
    state: active
    origin: {by: human, at: 2026-11-0%dT00:00:00Z}
"""


@pytest.fixture
def clones(tmp_path):
    git("init", "--quiet", "--bare", "--initial-branch=main", "shared.git", cwd=tmp_path)
    git("clone", "--quiet", "shared.git", "first", cwd=tmp_path)
    first = tmp_path / "first"
    git("checkout", "--quiet", "-B", "main", cwd=first)
    (first / ".cm").mkdir()
    (first / ".cm" / "playbook.yaml").write_text(PLAYBOOK)
    world = {"CM_HOME": str(tmp_path / "home"), "PATH": PATH}
    assert run_cm("sync", "--repo", cwd=first, env=world).code == 0
    git("add", "--all", cwd=first)
    git("commit", "--quiet", "-m", "rules", cwd=first)
    git("push", "--quiet", "origin", "main", cwd=first)
    git("clone", "--quiet", "shared.git", "second", cwd=tmp_path)
    assert run_cm("sync", "--repo", cwd=tmp_path / "second", env=world).code == 0
    return first, tmp_path / "second"


def changed(clone, text, message):
    (clone / ".cm" / "playbook.yaml").write_text(text)
    git("commit", "--quiet", "-a", "-m", message, cwd=clone)


def test_two_clones_merge_rules_that_both_added_at_the_end_of_the_file(clones):
    first, second = clones
    changed(first, PLAYBOOK + MORE % ("ask", "Ask before adding a dependency.", 2), "ask")
    changed(second, PLAYBOOK + MORE % ("tabs", "Indent Makefiles with tabs.", 3), "tabs")
    git("push", "--quiet", "origin", "main", cwd=first)
    git("pull", "--quiet", "--no-rebase", "--no-edit", "origin", "main", cwd=second)
    text = (second / ".cm" / "playbook.yaml").read_text()
    assert "r-ask" in text
    assert "r-tabs" in text
    assert "<<<<" not in text
    assert "# about tests" in text
    assert text.startswith("# the team's rules")


def test_a_rebase_replays_each_commit_through_the_same_merge(clones):
    first, second = clones
    changed(first, PLAYBOOK.replace("make test", "make check"), "other words")
    git("push", "--quiet", "origin", "main", cwd=first)
    changed(second, PLAYBOOK.replace("category: testing", "category: build"), "other category")
    changed(
        second,
        PLAYBOOK.replace("category: testing", "category: build")
        + MORE % ("tabs", "Indent Makefiles with tabs.", 3),
        "tabs",
    )
    git("pull", "--quiet", "--rebase", "origin", "main", cwd=second)
    text = (second / ".cm" / "playbook.yaml").read_text()
    assert "make check" in text
    assert "category: build" in text
    assert "r-tabs" in text


def test_two_new_wordings_in_two_clones_become_a_contested_pair(clones):
    first, second = clones
    changed(first, PLAYBOOK.replace("make test", "make check"), "one")
    git("push", "--quiet", "origin", "main", cwd=first)
    changed(second, PLAYBOOK.replace("make test", "uv run pytest"), "two")
    git("pull", "--quiet", "--no-rebase", "--no-edit", "origin", "main", cwd=second)
    text = (second / ".cm" / "playbook.yaml").read_text()
    assert text.count("state: contested") == 2
    assert "<<<<" not in text


def test_opposites_from_two_clones_are_a_contested_pair(clones):
    first, second = clones
    changed(first, PLAYBOOK + MORE % ("npm", "Install packages with npm.", 2), "npm")
    git("push", "--quiet", "origin", "main", cwd=first)
    changed(second, PLAYBOOK + MORE % ("pnpm", "Install packages with pnpm.", 3), "pnpm")
    git("pull", "--quiet", "--no-rebase", "--no-edit", "origin", "main", cwd=second)
    text = (second / ".cm" / "playbook.yaml").read_text()
    assert text.count("state: contested") == 2


def test_a_broken_side_stays_a_conflict_for_a_person(clones):
    first, second = clones
    changed(first, PLAYBOOK + "  - id: [broken\n", "broken")
    git("push", "--quiet", "origin", "main", cwd=first)
    changed(second, PLAYBOOK + MORE % ("tabs", "Indent Makefiles with tabs.", 3), "tabs")
    done = git("pull", "--no-rebase", "--no-edit", "origin", "main", cwd=second, ok=False)
    assert done.returncode != 0
    assert "r-tabs" in (second / ".cm" / "playbook.yaml").read_text()


def test_opposites_learned_on_two_machines_are_never_both_served_unmarked(machines):
    one, other = machines
    one.cm("remember", "Install packages with npm.")
    other.cm("remember", "Install packages with pnpm.")
    one.cm("sync")
    assert "contested" in other.cm("sync").out
    one.cm("sync")
    for machine in (one, other):
        assert len(machine.rules("contested")) == 2
