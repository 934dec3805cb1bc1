"""The home's history without certain words: every commit stays, with date and author; no object of git holds them."""

import os
import subprocess

import pytest

from cm.core.serving.buried import Tombstone, bury
from cm.core.serving.tombstones import Tombstones
from cm.store.home import Home
from cm.store.knife import Knife
from cm.store.rewriting import holds, look, rewrite

WORDS = "quokka secret handshake"
KEY = b"k" * 32
ENV = {"PATH": os.environ["PATH"], "HOME": "/nowhere"}


def knife(words=WORDS, **more):
    return Knife(Tombstones(KEY, (Tombstone("e-1", "", (bury(KEY, words, typed=True),)),)), **more)


@pytest.fixture
def home(tmp_path):
    made = Home(tmp_path / "home")
    made.root.mkdir()
    git(made, "init", "-q", "-b", "main")
    return made


def git(home, *args, data=None, at="2026-11-20T08:00:00Z", name="Somebody Else"):
    world = {
        **ENV, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1", "GIT_AUTHOR_NAME": name, "GIT_AUTHOR_EMAIL": "s@example.com",
        "GIT_COMMITTER_NAME": name, "GIT_COMMITTER_EMAIL": "s@example.com", "GIT_AUTHOR_DATE": at, "GIT_COMMITTER_DATE": at,
    }  # fmt: skip
    done = subprocess.run(
        ["git", "-C", str(home.root), *args], input=data, env=world, capture_output=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.decode().strip()


def keep(home, message, at="2026-11-20T08:00:00Z", name="Somebody Else", **files):
    for path, text in files.items():
        place = home.root / path.replace("__", "/").replace("_", ".")
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text)
    git(home, "add", "--all")
    git(home, "commit", "-q", "--allow-empty", "-m", message, at=at, name=name)
    return git(home, "rev-parse", "HEAD")


def objects_with(home, words=WORDS):
    names = git(home, "cat-file", "--batch-all-objects", "--batch-check").splitlines()
    found = []
    for line in names:
        name, kind, _ = line.split()
        text = subprocess.run(
            ["git", "-C", str(home.root), "cat-file", "-p", name], capture_output=True, check=True
        ).stdout
        if words.encode() in text.lower():
            found.append((kind, name))
    return found


def test_words_leave_blobs_messages_and_people_and_everything_else_stays(home):
    first = keep(home, "The first", notes_md="nothing here\n", at="2026-11-01T08:00:00Z")
    keep(
        home,
        f"Added the {WORDS}\n\nand why",
        decisions_jsonl=f'{{"say":"the {WORDS}"}}\n{{"say":"other"}}\n',
        at="2026-11-02T08:00:00Z",
    )
    keep(home, "By somebody", x_md="x", name=WORDS.title(), at="2026-11-03T08:00:00Z")
    keep(
        home,
        "Later",
        decisions_jsonl=f'{{"say":"the {WORDS}"}}\n{{"say":"other"}}\n{{"say":"third"}}\n',
        at="2026-11-04T08:00:00Z",
    )
    assert look(home, ENV, knife()).objects == len(objects_with(home))
    done = rewrite(home, ENV, knife())
    assert (done.said, done.left, done.commits) == ("", 0, 3)
    assert objects_with(home) == []
    told = git(home, "log", "--format=%ad %s", "--date=format:%d").splitlines()
    assert told == ["04 Later", "03 By somebody", "02 Added the [erased]", "01 The first"]
    assert git(home, "rev-list", "--max-parents=0", "HEAD") == first
    assert git(home, "show", "HEAD:decisions.jsonl").splitlines()[1:] == [
        '{"say":"other"}',
        '{"say":"third"}',
    ]
    assert git(home, "status", "--porcelain") == "M decisions.jsonl"  # the file itself is another's work
    assert git(home, "fsck", "--strict") == ""
    assert rewrite(home, ENV, knife()).objects == 0


def test_branches_tags_notes_stashed_changes_and_a_checked_out_commit_move_along(home):
    keep(home, "One", a_md=f"{WORDS}\n")
    git(home, "tag", "light")
    git(home, "tag", "-a", "-m", f"of the {WORDS}", "heavy")
    git(home, "checkout", "-q", "-b", "side")
    side = keep(home, "Side", b_md="b\n")
    git(home, "checkout", "-q", "main")
    keep(home, "Two", c_md="c\n")
    git(home, "merge", "-q", "--no-ff", "-m", "Together", "side")
    git(home, "notes", "add", "-m", f"a note on {WORDS}", side)
    for text in ("first", f"second {WORDS}"):
        (home.root / "c.md").write_text(text)
        git(home, "stash", "push", "-q", "-m", f"wip {text}")
    git(home, "checkout", "-q", "--detach", "side")
    done = rewrite(home, ENV, knife())
    assert (done.said, done.left) == ("", 0)
    assert objects_with(home) == []
    assert git(home, "rev-parse", "HEAD") == git(home, "rev-parse", "side")
    assert git(home, "show", "light:a.md") == "[erased]"
    assert git(home, "tag", "-l", "--format=%(contents)", "heavy") == "of the [erased]"
    assert git(home, "notes", "show", "side") == "a note on [erased]"
    assert [line.partition(": ")[2] for line in git(home, "stash", "list").splitlines()] == [
        "On main: wip second [erased]",
        "On main: wip first",
    ]
    assert git(home, "log", "--format=%s", "-1", "main") == "Together"
    assert len(git(home, "rev-list", "--parents", "-1", "main").split()) == 3
    assert "refs/cm-erase" not in git(home, "for-each-ref")


def test_what_nothing_reaches_any_more_goes_too(home):
    keep(home, "One", a_md="a\n")
    keep(home, f"Two {WORDS}", b_md=WORDS)
    git(home, "reset", "-q", "--hard", "HEAD~1")
    before = git(home, "rev-parse", "HEAD")
    assert objects_with(home)
    assert WORDS in (home.git / "logs/HEAD").read_text()
    done = rewrite(home, ENV, knife())
    assert (done.left, objects_with(home), git(home, "rev-parse", "HEAD")) == (0, [], before)
    assert not [
        path for path in home.git.rglob("*") if path.is_file() and WORDS.encode() in path.read_bytes()
    ]


def test_names_of_files_are_words_too_and_strange_names_survive(home):
    odd = 'a "quoted"\tname é.md'
    (home.root / odd).write_text("x")
    keep(home, "One", starters__acme_md="fine\n")
    (home.root / f"{WORDS}.yaml").write_text("rules: []\n")
    keep(home, "Two")
    done = rewrite(home, ENV, knife())
    assert (done.said, done.left) == ("", 0)
    names = subprocess.run(
        ["git", "-C", str(home.root), "ls-tree", "-z", "--name-only", "HEAD"], capture_output=True, check=True
    ).stdout
    assert sorted(names.decode().split("\0"))[1:] == [odd, "erased.yaml", "starters"]


def test_remotes_are_told_without_their_login_and_what_is_known_of_their_branches_goes(home, tmp_path):
    keep(home, "One", a_md=WORDS)
    subprocess.run(
        ["git", "clone", "-q", "--bare", str(home.root), str(tmp_path / "far.git")],
        check=True,
        capture_output=True,
    )
    git(home, "remote", "add", "far", str(tmp_path / "far.git"))
    git(home, "fetch", "-q", "far")
    git(home, "remote", "set-url", "far", "https://me:pw@example.com/h.git")
    done = rewrite(home, ENV, knife())
    assert done.remotes == ("far https://example.com/h.git",)
    assert (done.left, objects_with(home)) == (0, [])
    git(home, "remote", "set-url", "far", str(tmp_path / "far.git"))
    git(home, "fetch", "-q", "far")
    assert holds(home, ENV, knife(), "refs/remotes/far/main", "^main")
    assert not holds(home, ENV, knife("other words entirely"), "refs/remotes/far/main", "^main")


def test_a_rule_leaves_old_playbooks_whole_and_they_still_parse(home):
    book = (
        "schema: 1\nrules:\n  - id: r-one\n    text: Keep this one.\n    kind: rule\n    category: general\n    scope: {}\n    state: active\n"
        "    origin: {by: human, at: 2026-11-30T09:12:00Z}\n  # a comment of mine\n  - id: r-two\n    text: Words that nobody erased by text.\n"
        "    kind: rule\n    category: general\n    scope: {}\n    state: active\n    origin: {by: human, at: 2026-11-30T09:12:00Z}\n"
    )
    keep(home, "Added r-two (new): Words that nobody erased by text.", playbook_yaml=book)
    done = rewrite(home, ENV, Knife(Tombstones(KEY, ()), rules=frozenset({"r-two"})))
    assert (done.said, done.left) == ("", 0)
    text = git(home, "show", "HEAD:playbook.yaml")
    assert ("r-one" in text, "# a comment of mine" in text, "Words that" in text) == (True, True, False)
    assert git(home, "log", "-1", "--format=%s") == "Added r-two (new): [erased]"


def test_without_a_history_or_without_git_it_says_so(tmp_path):
    bare = Home(tmp_path / "none")
    bare.root.mkdir()
    assert rewrite(bare, ENV, knife()).said == ""
    made = Home(tmp_path / "home")
    made.root.mkdir()
    git(made, "init", "-q", "-b", "main")
    assert "git is not installed" in rewrite(made, {"PATH": ""}, knife()).said
    (bare.root / ".git").write_text("gitdir: /elsewhere\n")
    assert "link" in rewrite(bare, ENV, knife()).said
