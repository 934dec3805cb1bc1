"""What is learned on an unmerged branch: whose it is, where it is served, and what becomes of it when git says so."""

import json
import os
import subprocess
from dataclasses import replace

import pytest

from cm.errors import Usage
from cm.flows import branches_here, landed
from cm.flows.add import Wish as AddWish
from cm.flows.add import add
from cm.flows.context import context
from cm.flows.forget import forget
from cm.flows.landed import look
from cm.flows.listing import Wanted, list_rules
from cm.flows.reading import shelf
from cm.flows.reflect import Wish, reflect
from cm.flows.remember import plain, remember
from cm.flows.review import deck
from cm.flows.search import search
from cm.flows.sweep import sweep
from cm.flows.why import why
from cm.model.rule import Scope
from cm.model.stamp import stamp
from tests.kit.world import world

PROJECT = "github.com/acme/shop"
BRANCH = "feature/jobs"
SAID = "Always use `uv` to run Python, never a bare interpreter."
FAILED = "error[E0308]: mismatched types\n --> src/jobs.rs:3:9\nerror: could not compile `shop` due to 1 previous error"
TASK = "cargo test jobs fails with mismatched types"


class Git:
    """A real repository with a bare one behind it."""

    def __init__(self, tmp_path):
        self.root = tmp_path / "shop"
        self.origin = tmp_path / "origin.git"
        self("init", "-q", "--bare", "-b", "main", str(self.origin), at=tmp_path)
        self("init", "-q", "-b", "main", str(self.root), at=tmp_path)
        self("remote", "add", "origin", str(self.origin))
        self.commit("src/lib.rs", "fn main() {}\n" * 5)
        self("push", "-q", "origin", "main")

    def __call__(self, *words, at=None):
        told = subprocess.run(
            ["git", "-c", "user.name=A", "-c", "user.email=a@b.c", "-c", "commit.gpgsign=false", *words],
            cwd=at or self.root, capture_output=True, text=True, check=True,
        )  # fmt: skip
        return told.stdout.strip()

    def commit(self, path, text, at=None):
        file = (at or self.root) / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        self("add", "-A", at=at)
        self("commit", "-qm", f"change {path}", at=at)
        return self("rev-parse", "HEAD", at=at)


@pytest.fixture(autouse=True)
def no_background(monkeypatch):
    """What would run in the background is counted."""
    started = []
    monkeypatch.setattr(
        "cm.store.detached.start_detached", lambda call, environ, cwd: started.append(call) or True
    )
    return started


@pytest.fixture
def git(tmp_path):
    return Git(tmp_path)


@pytest.fixture
def at(git, tmp_path):
    """An env that stands in the repository, or in another folder."""
    return lambda cwd=None, **more: world(tmp_path, cwd=cwd or git.root, project=PROJECT, **more)


def session(env, git, number, branch=BRANCH, said=SAID, cwd=None):
    """A session in which a command failed and passed after an edit."""
    now = stamp(env.now)
    lines = [
        {
            "schema": "cm.session/1", "session": f"s{number}", "tool": "helpmate", "cwd": str(cwd or git.root), "branch": branch,
            "started": "2026-11-30T09:00:00Z", "ended": "2099-01-01T00:00:00Z",
        },
        {"by": "user", "at": now, "text": said},
        {"kind": "command", "id": f"a{number}", "text": "cargo test -q jobs"},
        {"kind": "output", "of": f"a{number}", "exit": 101, "text": FAILED},
        {"kind": "edit", "id": f"b{number}", "text": str(git.root / "src/jobs.rs")},
        {"kind": "command", "id": f"c{number}", "text": "cargo test -q jobs"},
        {"kind": "output", "of": f"c{number}", "exit": 0, "text": "test result: ok. 4 passed; 0 failed"},
    ]  # fmt: skip
    inbox = env.home.root / "inbox"
    inbox.mkdir(parents=True, exist_ok=True)
    (inbox / f"s{number}.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))


def learned(env, git, branch=BRANCH, **more):
    """Two sessions on a branch: what they found is in service."""
    for number in (1, 2):
        session(env, git, number, branch, **more)
    return reflect(env, Wish())


def the_repair(env):
    (found,) = [item.rule for item in shelf(env).shelved if "E0308" in item.rule.text]
    return found


def the_wish(env):
    (found,) = [item.rule for item in shelf(env).shelved if item.rule.kind != "fact"]
    return found


def told(env, task=TASK):
    return [hit.id for hit in context(env, task).rules]


def branched(git):
    git("checkout", "-qb", BRANCH)
    return git.commit("src/jobs.rs", "fn jobs() {}\n" * 4)


def test_what_commands_showed_on_a_branch_is_the_branchs_own_and_the_users_wish_is_everybodys(git, at):
    tip = branched(git)
    learned(at(), git)
    assert the_repair(at()).state == "active"
    assert (the_repair(at()).unmerged.branch, the_repair(at()).unmerged.commit) == (BRANCH, tip)
    assert the_wish(at()).unmerged is None


def test_it_is_told_on_its_branch_and_in_its_worktree_and_nowhere_else(git, at, tmp_path):
    branched(git)
    learned(at(), git)
    name = the_repair(at()).id
    assert name in told(at())
    assert name in [hit.id for hit in search(at(), "mismatched types").hits]
    git("checkout", "-q", "main")
    assert name not in told(at())
    assert name not in [hit.id for hit in search(at(), "mismatched types").hits]
    assert why(at(), name).life.why_not == "unmerged"
    (item,) = [each for each in list_rules(at(), Wanted()).rules if each.rule.id == name]
    assert item.withheld == "unmerged"
    tree = tmp_path / "tree"
    git("worktree", "add", "-q", str(tree), BRANCH)
    assert name in told(at(tree))
    assert name not in told(at())
    git("checkout", "-q", "--detach", at=tree)  # a commit alone is no branch
    assert name not in told(at(tree))


@pytest.mark.parametrize("way", ["merge", "squash", "rebase", "squash, then changed again", "fast-forward"])
def test_it_holds_everywhere_once_its_branch_was_merged(git, at, way):
    branched(git)
    learned(at(), git)
    name = the_repair(at()).id
    git.commit("src/more.rs", "fn more() {}\n")  # the branch goes on after the session
    git("checkout", "-q", "main")
    if way != "fast-forward":
        git.commit("README.md", "# shop\n")
    match way:
        case "merge":
            git("merge", "-q", "--no-ff", "-m", "merged", BRANCH)
        case "fast-forward":
            git("merge", "-q", "--ff-only", BRANCH)
        case "rebase":
            for sha in git("rev-list", "--reverse", f"main..{BRANCH}").split():
                git("cherry-pick", sha)
            git("branch", "-qD", BRANCH)
        case _:
            git("merge", "-q", "--squash", BRANCH)
            git("commit", "-qm", "jobs (#7)")
    if way.endswith("again"):
        git.commit("src/jobs.rs", "fn others() {}\n" * 4)
    (said,) = look(at())
    assert (said.verdict, said.reason, said.rule) == ("promoted", "merged", name)
    assert the_repair(at()).unmerged is None
    assert name in told(at())
    assert look(at()) == ()


def test_a_branch_that_is_open_or_pushed_and_deleted_here_decides_nothing(git, at):
    branched(git)
    learned(at(), git)
    git("checkout", "-q", "main")
    assert look(at()) == ()
    git("push", "-q", "origin", f"{BRANCH}:feature/tasks")
    git("branch", "-qD", BRANCH)
    assert look(at()) == ()
    assert the_repair(at()).unmerged.branch == BRANCH


def test_a_rule_follows_its_branch_to_the_name_that_it_was_given(git, at):
    branched(git)
    learned(at(), git)
    name, line = the_repair(at()).id, the_repair(at()).unmerged
    git("branch", "-m", BRANCH, "jobs")
    git("branch", "-m", "jobs", "feature/tasks")
    assert name not in told(at())
    (said,) = look(at())
    assert (said.verdict, said.reason, said.rule) == ("moved", "renamed", name)
    assert the_repair(at()).unmerged == replace(line, branch="feature/tasks")
    assert name in told(at())
    assert look(at()) == ()
    git("checkout", "-q", "main")
    git("merge", "-q", "--no-ff", "-m", "merged", "feature/tasks")
    assert [each.verdict for each in look(at())] == ["promoted"]


def test_of_a_name_that_another_branch_has_by_now_nothing_is_followed(git, at):
    branched(git)
    learned(at(), git)
    git("branch", "-m", BRANCH, "feature/tasks")
    git("branch", BRANCH, "main")
    assert look(at()) == ()
    assert the_repair(at()).unmerged.branch == BRANCH


def test_a_branch_that_died_sends_its_rule_to_a_person(git, at):
    branched(git)
    learned(at(), git)
    git("checkout", "-q", "main")
    git("branch", "-qD", BRANCH)
    dry = look(at(), dry_run=True)
    assert ([item.verdict for item in dry], the_repair(at()).stale) == (["stale"], "")
    swept = sweep(at())
    assert [item.verdict for item in swept.change.told] == ["stale"]
    assert the_repair(at()).stale == f"learned on {BRANCH}, which is gone and never reached main"
    assert the_repair(at()).id in {
        side.rule.id for card in deck(at()).cards if card.kind == "stale" for side in card.sides
    }
    assert look(at()) == ()  # once is enough


@pytest.mark.parametrize(
    "why_not", ["shallow", "another repository", "no main branch", "gone from this machine"]
)
def test_where_it_cannot_be_told_nothing_is_decided(git, at, tmp_path, why_not):
    branched(git)
    learned(at(), git)
    git("checkout", "-q", "main")
    git("branch", "-qD", BRANCH)
    place = git.root
    match why_not:
        case "shallow":
            (git.root / ".git/shallow").write_text("")
        case "another repository":
            place = tmp_path / "other"
            git("clone", "-q", str(git.origin), str(place), at=tmp_path)
            git.root.rename(tmp_path / "away")
        case "no main branch":
            git("update-ref", "-d", "refs/remotes/origin/main")
            git("branch", "-m", "main", "work")
        case _:
            git.root.rename(tmp_path / "away")
            place = tmp_path
    assert look(at(place)) == ()
    assert the_repair(at(place)).stale == ""


def test_a_session_on_the_main_branch_or_one_that_is_merged_already_marks_nothing(git, at):
    branched(git)
    git("checkout", "-q", "main")
    git("merge", "-q", "--no-ff", "-m", "merged", BRANCH)
    learned(at(), git)
    assert the_repair(at()).unmerged is None


def test_what_was_seen_on_two_branches_is_of_none(git, at):
    branched(git)
    session(at(), git, 1)
    reflect(at(), Wish())
    assert the_repair(at()).unmerged.branch == BRANCH
    git("checkout", "-qb", "feature/other", "main")
    git.commit("src/other.rs", "fn other() {}\n")
    session(at(), git, 2, "feature/other")
    reflect(at(), Wish())
    assert the_repair(at()).unmerged is None


def test_reflected_on_late_the_commit_is_the_one_of_its_time(git, at):
    tip = branched(git)
    log = git.root / ".git/logs/refs/heads/feature/jobs"
    lines = log.read_text().splitlines()
    log.write_text(
        "\n".join([*lines, f"{tip} {'b' * 40} A <a@b.c> 5000000000 +0000\tcommit: next year"]) + "\n"
    )
    learned(at(), git)
    assert the_repair(at()).unmerged.commit == tip


def test_an_agents_own_lesson_is_the_branchs_a_persons_is_not(git, at):
    tip = branched(git)
    mine = plain("Regenerate `src/jobs.rs` with `cargo xtask jobs`.", scope=Scope(project=PROJECT))
    add(at(CLAUDECODE="1"), [AddWish(mine)])
    (rule,) = [item.rule for item in shelf(at()).shelved]
    assert (rule.state, rule.unmerged.branch, rule.unmerged.commit) == ("draft", BRANCH, tip)
    remember(at(tty=True), AddWish(plain("Regenerate the bindings with `cargo xtask bind`.")))
    assert [item.rule.unmerged for item in shelf(at()).shelved if "bind" in item.rule.text] == [None]


def test_a_person_may_keep_a_rule_for_the_branch_that_is_checked_out(git, at):
    branched(git)
    remember(at(tty=True), AddWish(plain("Run the jobs with `cargo run --bin jobs`.")), branch="here")
    (rule,) = [item.rule for item in shelf(at()).shelved]
    assert (rule.state, rule.unmerged.branch) == ("active", BRANCH)
    with pytest.raises(Usage, match="other is not the branch"):
        remember(at(tty=True), AddWish(plain("Run the jobs twice a day.")), branch="other")
    with pytest.raises(Usage, match="of one project"):
        remember(at(tty=True), AddWish(plain("Run the jobs twice.")), branch="here", everywhere=True)
    git("checkout", "-q", "main")
    with pytest.raises(Usage, match="main is the main branch here"):
        remember(at(tty=True), AddWish(plain("Run the jobs thrice.")), branch="here")


def test_a_fact_that_names_a_file_of_the_branch_alone_is_the_branchs_own(git, at):
    branched(git)
    env = at(CLAUDECODE="1")
    for text in (
        "`src/jobs.rs` starts the queue.",
        "`src/lib.rs` starts the server.",
        "The queue is Redis 7.",
    ):
        wish = plain(text, kind="fact", scope=Scope(project=PROJECT))
        add(env, [AddWish(wish, quote=f"by the way: {text}")])
    # quotes that are in no session prove nothing, so ask the marking itself
    from cm.flows.unmerged import stamped_here
    from cm.model.rule import Evidence

    texts = ("`src/jobs.rs` starts the queue.", "`src/lib.rs` starts the server.", "The queue is Redis 7.")
    adds = [
        replace(plain(text, kind="fact", scope=Scope(project=PROJECT)), evidence=(Evidence("user", text),))
        for text in texts
    ]
    assert [each.unmerged is not None for each in stamped_here(env, adds)] == [True, False, False]
    people = [replace(each, evidence=(), about="person:Amal") for each in adds]
    assert [each.unmerged for each in stamped_here(env, people)] == [None] * 3
    assert all(each.unmerged for each in stamped_here(env, [replace(each, evidence=()) for each in adds]))


def test_forgotten_on_its_branch_it_is_gone_everywhere_and_does_not_come_back(git, at):
    branched(git)
    learned(at(), git)
    name = the_repair(at()).id
    forget(at(tty=True), name, "it misled")
    assert name not in told(at())
    git("checkout", "-q", "main")
    git("merge", "-q", "--no-ff", "-m", "merged", BRANCH)
    session(at(), git, 3, "main")
    reflect(at(), Wish())
    assert look(at()) == ()
    assert {item.rule.state for item in shelf(at()).shelved if "E0308" in item.rule.text} == {"retired"}


def test_a_quick_door_sees_that_branches_moved_and_leaves_git_to_a_process_of_its_own(git, at, no_background):
    branched(git)
    learned(at(), git)
    git("checkout", "-q", "main")
    told(at())
    told(at())
    assert no_background.count(branches_here.LOOK) <= 1
    no_background.clear()
    git("merge", "-q", "--no-ff", "-m", "merged", BRANCH)
    os.utime(git.root / ".git/refs/heads/main", (2_000_000_000, 2_000_000_000))
    told(at())
    told(at())
    assert no_background == [branches_here.LOOK]
    look(at())
    assert the_repair(at()).unmerged is None
    no_background.clear()
    told(at())
    assert no_background == []


def test_without_rules_of_branches_no_git_is_asked_and_the_branch_is_not_looked_at(git, at, monkeypatch):
    remember(at(tty=True), AddWish(plain("Run the tests with `cargo test`.")))
    asked = []
    monkeypatch.setattr("cm.store.branches.Clone._ask", lambda *a, **k: asked.append(a))
    monkeypatch.setattr("cm.flows.branches_here.watch", lambda *a: asked.append(a))
    assert told(at(), "run the tests")
    assert look(at()) == ()
    sweep(at())
    assert asked == []


def test_a_git_that_does_not_answer_ends_nothing(git, at, monkeypatch):
    branched(git)
    learned(at(), git)
    git("checkout", "-q", "main")
    git("branch", "-qD", BRANCH)
    real = subprocess.run

    def slow(command, **more):
        if "--is-ancestor" in command or any("--contains" in str(word) for word in command):
            raise subprocess.TimeoutExpired(command, 10)
        return real(command, **more)

    monkeypatch.setattr("cm.store.branches.subprocess.run", slow)
    assert look(at()) == ()
    assert the_repair(at()).stale == ""
    monkeypatch.undo()
    assert [item.verdict for item in look(at())] == ["stale"]


def test_where_no_branch_moved_a_reflection_does_not_ask_again(git, at, monkeypatch):
    branched(git)
    learned(at(), git)
    asked = []
    real = landed._fate
    monkeypatch.setattr(landed, "_fate", lambda *a: asked.append(a) or real(*a))
    reflect(at(), Wish())
    assert asked == []
    git("checkout", "-q", "main")
    git("merge", "-q", "--no-ff", "-m", "merged", BRANCH)
    assert [item.verdict for item in reflect(at(), Wish()).told] == ["promoted"]
    assert asked


def test_a_promotion_is_taken_back_like_every_change(git, at):
    from cm.flows.undo import undo

    branched(git)
    env = at(tty=True)  # one env: ids count up
    learned(env, git)
    line = the_repair(at()).unmerged
    git("checkout", "-q", "main")
    git("merge", "-q", "--no-ff", "-m", "merged", BRANCH)
    (said,) = look(env)
    undo(env, said.decision, yes=True)
    assert the_repair(at()).unmerged == line


def test_the_quick_way_sees_that_a_worktree_stands_on_another_branch(git, at, tmp_path):
    from cm.flows.context import Wish as ContextWish
    from cm.flows.context import quick_context

    branched(git)
    learned(at(), git)
    git("checkout", "-q", "main")
    name = the_repair(at()).id
    tree = tmp_path / "tree"
    git("worktree", "add", "-q", str(tree), BRANCH)

    def quickly():
        return [hit.id for hit in quick_context(at(tree).environ, str(tree), TASK, ContextWish()).rules]

    assert name in quickly()
    assert name in quickly()
    git("checkout", "-qb", "feature/b", "main", at=tree)
    assert name not in quickly()
    assert name not in quickly()
    git("checkout", "-q", BRANCH, at=tree)
    assert name in quickly()


def test_seen_again_where_no_branch_can_be_told_a_lesson_stays_its_branchs(git, at):
    branched(git)
    learned(at(), git)
    session(at(), git, 3, branch="")
    session(at(), git, 4, branch="feature/of-another-machine")
    reflect(at(), Wish())
    assert len({item.session for item in the_repair(at()).evidence}) == 4
    assert the_repair(at()).unmerged.branch == BRANCH
    session(at(), git, 5, branch="main")
    reflect(at(), Wish())
    assert the_repair(at()).unmerged is None


def test_where_no_branch_can_be_told_a_new_lesson_is_of_none(git, at):
    branched(git)
    learned(at(), git, branch="")
    assert the_repair(at()).unmerged is None
