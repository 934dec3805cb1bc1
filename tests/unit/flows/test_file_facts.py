"""What documents say is so: read whole and once, kept with the file's words, and followed when the file changes."""

import os
import shutil
import subprocess
from dataclasses import replace

import pytest

from cm.cli import say
from cm.cli.reflect_files import found, summary
from cm.core.curation.outdated import NO_LONGER
from cm.errors import Unwritable
from cm.flows import file_changes, file_facts, journal
from cm.flows.add import Wish as Asked
from cm.flows.doctor import examine
from cm.flows.erase import erase
from cm.flows.file_facts import read_new_files
from cm.flows.init import init
from cm.flows.journal import prune
from cm.flows.listing import Wanted, list_rules
from cm.flows.privacy import allow, deny
from cm.flows.reflect import Wish, reflect
from cm.flows.remember import remember
from cm.flows.why import why
from cm.model.delta import Add
from cm.store.file_versions import read_versions
from cm.store.journal import Journal
from tests.kit.world import repository, world

SHOP = "github.com/acme/shop"
PAGE = """# Shop

The deploy target is Fly.io.

## Architecture

- **Database**: Postgres 16 on port 5433
- `core/prices.py` holds every price rule.
- Always run `make test` before a commit.
"""
PORT, FLY, CORE = (
    "Database: Postgres 16 on port 5433",
    "The deploy target is Fly.io.",
    "`core/prices.py` holds every price rule.",
)


@pytest.fixture
def root(tmp_path):
    root = repository(tmp_path / "shop")
    (root / "README.md").write_text(PAGE)
    return root


@pytest.fixture
def env(tmp_path, root):
    quiet = {name: str(tmp_path / "none") for name in ("CLAUDE_CONFIG_DIR", "CODEX_HOME")}
    env = world(tmp_path, cwd=root, **quiet)
    init(env)
    return env


def live(env):
    """Files may speak for themselves."""
    return replace(env, flags={"admission.file": "active"})


def rules(env, *states):
    found = list_rules(env, Wanted(states=states or ("draft", "active", "contested"))).rules
    return {item.rule.text: item.rule for item in found}


def write(root, text, name="README.md"):
    """A new version of a document; two versions of one second are told apart."""
    path = root / name
    seen = path.stat().st_mtime_ns if path.exists() else 0
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    if seen:
        os.utime(path, ns=(seen + 10**9, seen + 10**9))


def fates(done):
    return {each.file: each.fate for each in done.files}


def test_statements_become_facts_that_wait_with_the_files_words(env):
    done = read_new_files(env)
    assert fates(done) == {"README.md": "new"}
    found = rules(env)
    assert set(found) == {PORT, FLY, CORE}
    fact = found[PORT]
    assert (fact.kind, fact.state, fact.origin.by, fact.origin.name) == ("fact", "draft", "file", "README.md")
    assert (fact.scope.project, fact.about) == (SHOP, f"project:{SHOP}")
    (proof,) = fact.evidence
    (event,) = [each for each in Journal(env.home.journal).read(proof.session)[1] if each.id == proof.event]
    assert event.text[slice(*proof.span)] == proof.quote == "**Database**: Postgres 16 on port 5433"
    assert (proof.by, event.by) == ("file", "file")


def test_cm_why_shows_where_it_stood(env):
    read_new_files(env)
    told = why(env, rules(env)[PORT].id)
    assert PORT in str(told)
    assert "core/prices.py" in str(told)


def test_an_order_of_a_file_is_never_learned(env, root):
    write(root, "# A\n\nNever push to `main`.\n\n- You must use `uv`.\n- Run `make`.\n", "AGENTS.md")
    read_new_files(live(env))
    assert set(rules(env)) == {PORT, FLY, CORE}


def test_nothing_is_read_twice_and_a_touched_file_is_none_that_changed(env, root):
    first = read_new_files(env)
    assert f"  {say.short(first.told[0].rule)}  {first.told[0].text}"[:40] in found(first)
    before = env.home.playbook.read_bytes()
    assert fates(read_new_files(env)) == {"README.md": "unchanged"}
    write(root, PAGE)
    assert fates(read_new_files(env)) == {"README.md": "unchanged"}
    again = read_new_files(env, again=True)
    assert fates(again) == {"README.md": "changed"}
    assert summary(again).startswith("Documents of projects: 1 read again.")
    assert env.home.playbook.read_bytes() == before


def test_a_dry_run_writes_nothing_of_it(env):
    before = env.home.playbook.read_bytes()
    done = read_new_files(env, dry_run=True)
    assert len(done.told) == 3
    assert env.home.playbook.read_bytes() == before
    assert read_versions(env.home) == {}


def test_another_value_takes_the_place_of_a_fact_in_force_where_files_may_speak(env, root):
    read_new_files(live(env))
    old = rules(env)[PORT]
    assert old.state == "active"
    write(root, PAGE.replace("5433", "6000"))
    done = read_new_files(live(env))
    new = rules(env)[PORT.replace("5433", "6000")]
    gone = rules(env, "superseded")[PORT]
    assert (gone.id, gone.replaced_by, new.replaces) == (old.id, new.id, (old.id,))
    assert "README.md" in gone.retired.reason
    assert gone.evidence == old.evidence
    assert [item.verdict for item in done.told] == ["replaced"]
    assert not rules(env)[CORE].stale


def test_a_draft_gets_the_new_words(env, root):
    read_new_files(env)
    old = rules(env)[PORT]
    write(root, PAGE.replace("5433", "6000"))
    read_new_files(env)
    new = rules(env)[PORT.replace("5433", "6000")]
    assert PORT not in rules(env)
    assert new.state == "draft"
    assert old.text in {new.text, *(was.text for was in new.was)}


def test_what_is_said_no_more_waits_and_comes_back_when_it_is_said_again(env, root):
    read_new_files(live(env))
    write(root, PAGE.replace(f"{FLY}\n", ""))
    read_new_files(live(env))
    assert rules(env)[FLY].stale.startswith(NO_LONGER)
    assert rules(env)[FLY].state == "active"
    write(root, PAGE + "\nMore.\n")
    read_new_files(live(env))
    assert rules(env)[FLY].stale == ""


def test_a_deleted_file_is_told_with_its_project(env, root):
    read_new_files(live(env))
    (root / "README.md").unlink()
    assert [(each.file, each.project, each.fate) for each in read_new_files(live(env)).files] == [
        ("README.md", SHOP, "gone")
    ]


def test_a_deleted_file_is_a_change_and_a_folder_that_is_away_is_none(env, root, tmp_path):
    read_new_files(live(env))
    away = root.rename(tmp_path / "away")
    read_new_files(replace(live(env), cwd=tmp_path, repo=None))
    assert not any(rule.stale for rule in rules(env).values())
    away.rename(root)
    (root / "README.md").unlink()
    done = read_new_files(live(env))
    assert fates(done) == {"README.md": "gone"}
    assert {rule.stale for rule in rules(env).values()} == {f"{NO_LONGER}README.md, which is gone"}
    assert {each.sha256 for each in read_versions(env.home).values()} == {""}
    assert read_new_files(live(env)).told == ()


def test_what_the_user_says_too_is_not_touched(env, root):
    read_new_files(live(env))
    remember(env, Asked(Add(FLY, kind="fact")))
    write(root, "# Shop\n\nThe deploy target is Render.\n")
    read_new_files(live(env))
    assert rules(env)[FLY].state != "superseded"
    assert rules(env)[FLY].stale == ""
    assert rules(env)[CORE].stale


def test_what_another_document_says_is_not_touched_until_that_one_changes_too(env, root):
    write(root, f"# For agents\n\n{FLY}\n", "AGENTS.md")
    read_new_files(live(env))
    assert len(rules(env)[FLY].evidence) == 2
    write(root, PAGE.replace(f"{FLY}\n", ""))
    read_new_files(live(env))
    assert rules(env)[FLY].stale == ""
    write(root, "# For agents\n\nNothing.\n", "AGENTS.md")
    read_new_files(live(env))
    assert rules(env)[FLY].stale == f"{NO_LONGER}AGENTS.md"


def test_two_files_that_say_it_make_no_draft_live(env, root):
    write(root, f"# For agents\n\n{FLY}\n", "AGENTS.md")
    read_new_files(env)
    assert rules(env)[FLY].state == "draft"


@pytest.mark.parametrize(
    "text", ["", "# Shop\n<<<<<<< HEAD\na\n", "# Shop\n```\nmake\n", "# Shop\n<!-- cm:end -->\n"]
)
def test_a_half_written_version_changes_nothing(env, root, text):
    read_new_files(live(env))
    before = env.home.playbook.read_bytes()
    write(root, text)
    done = read_new_files(live(env))
    assert fates(done) == {"README.md": "waits"}
    assert done.files[0].why
    assert env.home.playbook.read_bytes() == before
    write(root, PAGE.replace("5433", "6000"))
    read_new_files(live(env))
    assert PORT not in rules(env)


def test_killed_between_the_change_and_its_record_the_next_run_does_nothing_twice(env, root, monkeypatch):
    read_new_files(live(env))
    write(root, PAGE.replace("5433", "6000"))

    def dies(home, versions):
        raise Unwritable("killed", hint="")

    with monkeypatch.context() as patch:
        patch.setattr(file_facts, "write_versions", dies)
        with pytest.raises(Unwritable):
            read_new_files(live(env))
    before = env.home.playbook.read_bytes()
    assert fates(read_new_files(live(env))) == {"README.md": "changed"}
    assert env.home.playbook.read_bytes() == before
    assert fates(read_new_files(live(env))) == {"README.md": "unchanged"}


def test_killed_before_the_change_the_next_run_does_it(env, root, monkeypatch):
    read_new_files(live(env))
    write(root, PAGE.replace("5433", "6000"))

    def dies(*words, **more):
        raise Unwritable("killed", hint="")

    with monkeypatch.context() as patch:
        patch.setattr(file_changes, "change", dies)
        with pytest.raises(Unwritable):
            read_new_files(live(env))
    read_new_files(live(env))
    assert PORT in rules(env, "superseded")


def test_one_file_gives_no_more_than_the_settings_say(env, root):
    write(root, "# A\n\n" + "".join(f"- `core/part{n}.py` holds part {n}.\n" for n in range(40)), "AGENTS.md")
    read_new_files(env)
    assert len(rules(env)) == 3 + env.settings.facts.per_file


def test_named_documents_are_read_and_off_is_off(env, root):
    write(root, "# D\n\nThe worker reads its queue from Redis on port 6379.\n", "docs/queue.md")
    more = replace(env, flags={"facts.files": ("docs/*.md", "../*.md")})
    assert set(fates(read_new_files(more))) == {"README.md", "docs/queue.md"}
    off = replace(env, flags={"facts.from_files": False})
    assert read_new_files(off).off
    says = [finding.say for finding in examine(more).findings]
    assert any("../*.md" in each for each in says)


def test_a_secret_in_a_file_becomes_no_fact(env, root):
    key = "AKIA" + "IOSFODNN7EXAMPLE"
    write(root, f"# A\n\nThe deploy key of the server on port 22 is `{key}`.\n", "AGENTS.md")
    read_new_files(live(env))
    assert key not in env.home.playbook.read_text()
    assert set(rules(env)) == {PORT, FLY, CORE}


def test_reflection_reads_the_documents_unless_it_is_asked_for_something_else(env):
    done = reflect(env, Wish())
    assert len(done.files.told) == 3
    assert reflect(env, Wish(session=str(env.cwd))).files is None


def test_doctor_names_a_document_that_changed_since(env, root):
    read_new_files(env)
    write(root, PAGE + "\nMore.\n")
    assert any(finding.code == "document-changed" for finding in examine(env).findings)
    read_new_files(env)
    assert not any(finding.code == "document-changed" for finding in examine(env).findings)


def test_on_an_unmerged_branch_nothing_is_read_and_nothing_is_gone(env, root, tmp_path):
    where = {
        "GIT_AUTHOR_NAME": "a",
        "GIT_AUTHOR_EMAIL": "a@b",
        "GIT_COMMITTER_NAME": "a",
        "GIT_COMMITTER_EMAIL": "a@b",
    }

    def git(*words):
        subprocess.run(
            ["git", *words], cwd=root, check=True, capture_output=True, env={**os.environ, **where}
        )

    shutil.rmtree(root / ".git")
    git("init", "-q", "-b", "main")
    git("remote", "add", "origin", "https://github.com/acme/shop.git")
    git("add", "-A")
    git("commit", "-qm", "one")
    read_new_files(live(env))
    git("switch", "-qc", "next")
    write(root, PAGE.replace("5433", "6000"))
    git("commit", "-qam", "two")
    (done,) = read_new_files(live(env)).files
    assert (done.fate, done.why) == ("waits", "next is not merged: it is read from the main branch")
    (root / "README.md").unlink()
    git("commit", "-qam", "three")
    assert read_new_files(live(env)).files == ()
    assert not any(rule.stale for rule in rules(env).values())
    git("switch", "-q", "main")
    read_new_files(live(env))
    assert PORT in rules(env)


def test_a_copy_of_the_working_tree_that_is_gone_holds_nothing_up(env, root, tmp_path):
    copy = repository(tmp_path / "copy")
    (copy / "README.md").write_text(PAGE)
    read_new_files(replace(live(env), cwd=copy, repo=None))
    read_new_files(live(env))
    assert len(rules(env)[FLY].evidence) == 2
    write(root, PAGE.replace(f"{FLY}\n", ""))
    read_new_files(live(env))
    assert rules(env)[FLY].stale == ""  # the copy says it still
    shutil.rmtree(copy)
    write(root, PAGE.replace(f"{FLY}\n", "") + "\nMore.\n")
    read_new_files(live(env))
    assert rules(env)[FLY].stale


def test_whose_hosts_are_named_without_documents_is_not_read_by_the_way(env):
    named = replace(env, flags={"hosts": ("claude-code",)})
    read_new_files(replace(env, flags={"facts.per_file": 0}))
    assert reflect(named, Wish()).files.files == ()


def test_code_and_comments_that_go_on_over_a_heading_are_no_prose_and_what_follows_them_is(env, root):
    page = """# Shop

```bash
# The old way
The fenced service listens on port 668 in `fenced.py`.
```

The gateway listens on port 700 in `gate.py`.

<!--
# Hidden

The secret service listens on port 669 in `secret.py`.
-->

The queue listens on port 701 in `queue.py`.
"""
    write(root, page)
    read_new_files(env)
    assert set(rules(env)) == {
        "The gateway listens on port 700 in `gate.py`.",
        "The queue listens on port 701 in `queue.py`.",
    }


def test_a_link_leads_out_of_no_project(env, root, tmp_path):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine/notes.md").write_text("# Mine\n\nThe vault listens on port 4711 in `vault/`.\n")
    (root / "AGENTS.md").symlink_to(tmp_path / "mine/notes.md")
    (root / "docs").mkdir()
    (root / "docs/real.md").write_text("# Real\n\nThe real gateway listens on port 700 in `gate.py`.\n")
    (root / "CLAUDE.md").symlink_to("docs/real.md")
    read_new_files(env)
    read_new_files(env)
    assert set(rules(env)) == {PORT, FLY, CORE, "The real gateway listens on port 700 in `gate.py`."}
    assert not any("4711" in each.read_text() for each in env.home.journal.rglob("*.jsonl"))


def test_what_a_renamed_document_said_is_in_doubt_when_that_is_gone_too(env, root):
    read_new_files(live(env))
    (root / "README.md").rename(root / "AGENTS.md")
    read_new_files(live(env))
    assert not any(rule.stale for rule in rules(env).values())
    (root / "AGENTS.md").unlink()
    assert fates(read_new_files(live(env))) == {"AGENTS.md": "gone"}
    assert {text for text, rule in rules(env).items() if rule.stale} == {PORT, FLY, CORE}
    assert read_new_files(live(env)).files == ()
    write(root, PAGE)
    assert fates(read_new_files(live(env))) == {"README.md": "new"}
    assert not any(rule.stale for rule in rules(env).values())


def test_two_documents_that_say_otherwise_wait_for_a_person_whichever_is_read_last(env, root):
    (root / "AGENTS.md").write_text("# Shop\n\nThe cache listens on port 10 in `cache/`.\n")
    (root / "README.md").write_text("# Shop\n\nThe cache listens on port 9 in `cache/`.\n")
    read_new_files(live(env))
    assert {rule.state for rule in rules(env).values()} == {"contested"}
    assert len(rules(env)) == 2


def test_a_document_that_was_renamed_and_changed_says_the_later_word(env, root):
    page = "# Shop\n\nThe cache listens on port 9 in `cache/`.\n"
    write(root, page)
    read_new_files(live(env))
    (root / "README.md").unlink()
    (root / "AGENTS.md").write_text(page.replace("9", "10"))
    read_new_files(live(env))
    assert set(rules(env)) == {"The cache listens on port 10 in `cache/`."}
    assert set(rules(env, "superseded")) == {"The cache listens on port 9 in `cache/`."}


def test_what_another_memory_wrote_into_a_document_is_not_read(env, root):
    memory = "<claude-mem-context>\n# Recent Activity\n\n- The vault listens on port 667 in `vault.py`.\n\n</claude-mem-context>\n"
    write(
        root, f"{PAGE}\n{memory}\nThe <b>queue</b> is old.\n\nThe gateway listens on port 700 in `gate.py`.\n"
    )
    read_new_files(env)
    assert set(rules(env)) == {PORT, FLY, CORE, "The gateway listens on port 700 in `gate.py`."}


def test_what_was_put_into_a_comment_is_no_longer_said(env, root):
    read_new_files(live(env))
    write(root, PAGE.replace(FLY, f"<!-- {FLY} -->"))
    read_new_files(live(env))
    assert {text for text, rule in rules(env).items() if rule.stale} == {FLY}


def test_a_pipe_in_a_documents_place_holds_nothing_up(env, root):
    read_new_files(live(env))
    (root / "README.md").unlink()
    os.mkfifo(root / "README.md")
    assert "it is no regular file" in str(file_facts.behind(env))
    read_new_files(live(env))
    assert not any(rule.stale for rule in rules(env).values())


def files_with(env, word):
    return [path.name for path in env.home.root.rglob("*") if path.is_file() and word in path.read_bytes()]


def test_a_word_erased_out_of_a_documents_path_stays_out_and_puts_no_fact_in_doubt(env, root):
    fact = "The cache is Redis 7 on port 6399."
    write(root, f"# D\n\n{fact}\n", "docs/zanzibar.md")
    more = replace(env, flags={"admission.file": "active", "facts.files": ("docs/*.md",)})
    read_new_files(more)
    erase(env, "zanzibar", "she asked", text=True, yes=True)
    write(root, f"# D\n\n{fact}\n\nThe queue is Kafka 3 on port 9092.\n", "docs/zanzibar.md")
    assert fates(read_new_files(more)) == {"README.md": "unchanged", "docs/[erased].md": "new"}
    assert files_with(env, b"zanzibar") == []
    assert rules(env)[fact].stale == ""
    assert not [each.say for each in examine(more).findings if "[erased]" in each.say]


@pytest.mark.parametrize("how", ["host", "project", "erase"])
def test_of_a_document_that_is_taken_out_nothing_is_remembered(env, how):
    read_new_files(live(env))
    (known,) = read_versions(env.home).values()
    if how == "erase":
        erase(env, known.session, "she asked", yes=True)
    elif how == "host":
        deny(env, hosts=[known.session.partition("/")[0]])
    else:
        deny(env, projects=[SHOP])
    assert read_versions(env.home) == {}


def test_a_document_that_may_be_read_again_gives_no_fact_twice(env):
    read_new_files(live(env))
    before = env.home.playbook.read_bytes()
    deny(env, projects=[SHOP])
    allow(env, projects=[SHOP], yes=True)
    assert fates(read_new_files(live(env))) == {"README.md": "new"}
    assert env.home.playbook.read_bytes() == before


def test_no_limit_takes_the_passages_of_a_document_that_is_still_there(env, root, monkeypatch):
    write(root, PAGE + "\n## Chat\n\nHello there.\n")
    read_new_files(live(env))
    monkeypatch.setattr(journal, "MB", 1)
    assert prune(env, max_mb=10, waiting=True).left == ()
    write(root, PAGE + "\n## Chat\n\nHello there.\n\n## Queue\n\nThe queue is Redis 7 on port 6399.\n")
    assert fates(read_new_files(live(env))) == {"README.md": "changed"}
    (root / "README.md").unlink()
    assert len(prune(env, max_mb=10, waiting=True).left) == 1
