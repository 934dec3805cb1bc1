"""A repository's own git asks the guard: commits and pushes that add what once did damage are refused, whoever makes them.

What is staged is never run: the words are only looked at.
"""

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from cm.flows import git_guard
from cm.flows.env import open_env
from guards.runtime import _name

pytestmark = [
    pytest.mark.story,
    pytest.mark.skipif(shutil.which("git") is None or os.name == "nt", reason="needs git and a POSIX shell"),
]

WIPE = "#!/bin/sh\nrm -rf /\n"


@pytest.fixture
def home(own_world):
    folder = Path(os.environ["CM_HOME"])
    folder.mkdir(parents=True)
    (folder / "config.toml").write_text('[guard]\npacks = ["core", "git"]\n')
    return folder


@pytest.fixture
def shop(home, tmp_path):
    return repository(tmp_path / "shop")


def repository(path):
    path.mkdir(parents=True)
    git(path, "init", "-q", "-b", "main")
    write(path / "README.md", "shop\n")
    git(path, "add", "-A")
    git(path, "commit", "-q", "-m", "first")
    return path


def git(cwd, *args, ok=True):
    world = {
        **os.environ,
        "GIT_CONFIG_GLOBAL": os.environ.get("GIT_CONFIG_GLOBAL", os.devnull),
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_AUTHOR_NAME": "a",
        "GIT_AUTHOR_EMAIL": "a@example.org",
        "GIT_COMMITTER_NAME": "a",
        "GIT_COMMITTER_EMAIL": "a@example.org",
    }
    done = subprocess.run(
        ["git", "-C", str(cwd), *args], env=world, capture_output=True, text=True, check=False
    )
    assert not ok or done.returncode == 0, done.stderr
    return done


def write(path, text, mode=0o644):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(mode)


def staged(repo, name, text, mode=0o644):
    write(repo / name, text, mode)
    git(repo, "add", "-f", name)


def log(home):
    path = home / "state" / "guard" / "log.jsonl"
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def install(repo):
    return git_guard.install(open_env(cwd=repo))


def remove(repo):
    return git_guard.remove(open_env(cwd=repo))


def test_a_commit_that_adds_what_did_damage_is_refused_with_place_story_and_way_out(home, shop):
    assert [each.became for each in install(shop).hooks] == ["put", "put"]
    staged(shop, "tools/wipe it.sh", WIPE)
    staged(shop, "README.md", "Never run rm -rf / or git push --force.\n")
    refused = git(shop, "commit", "-m", "wipe", ok=False)
    assert refused.returncode == 1
    assert "tools/wipe it.sh:2: rm --force --recursive /" in refused.stderr
    assert "trauma core-rm-root (fatal): A recursive delete" in refused.stderr
    assert "cm trauma heal core-rm-root" in refused.stderr
    assert "--no-verify" in refused.stderr
    assert "README" not in refused.stderr
    assert git(shop, "rev-list", "--count", "HEAD").stdout.strip() == "1"
    (line,) = log(home)
    assert (line["kind"], line["host"], line["id"]) == ("denied", "git", "core-rm-root")
    git(shop, "rm", "-q", "--cached", "tools/wipe it.sh")
    git(shop, "commit", "-q", "-m", "docs")


def test_the_registry_of_a_stranger_is_not_even_read(home, shop):
    install(shop)
    with (home / "config.toml").open("a") as file:
        file.write('unreadable = "deny"\n')
    install(shop)
    (shop / ".cm").mkdir()
    (shop / ".cm" / "traumas.jsonl").symlink_to("/dev/zero")
    staged(shop, "a.sh", "echo a\n")
    done = git(shop, "commit", "-m", "a")
    assert "could not be judged" not in done.stderr
    assert sorted(each.name for each in (home / "state" / "guard").glob("cache-*")) == [
        "cache-home",
        "cache-home.words",
    ]


def test_the_registry_of_a_repository_that_the_policy_names_counts_for_its_admitted_lines(home, shop):
    install(shop)
    row = {"id": "t-zap", "pattern": "zap .*reactor", "severity": "critical", "status": "active"}
    registry, guard = shop / ".cm" / "traumas.jsonl", home / "state" / "guard"
    write(registry, json.dumps(row) + "\n")
    with (guard / "admitted").open("a") as file:
        file.write(_name(json.dumps(row).encode()) + "\n")
    staged(shop, "zap.sh", "zap the reactor\n")
    git(shop, "commit", "-q", "-m", "nobody named it")
    policy = json.loads((guard / "policy.json").read_text())
    policy["protected"].append(str(registry))
    (guard / "policy.json").write_text(json.dumps(policy))
    staged(shop, "again.sh", "zap the reactor\n")
    assert "t-zap" in git(shop, "commit", "-m", "again", ok=False).stderr


def test_an_agent_that_commits_gives_no_persons_word(home, shop, monkeypatch):
    install(shop)
    staged(shop, "wipe.sh", "rm -rf /  # cm-guard: allow core-rm-root it runs in a throw-away image\n")
    monkeypatch.setenv("CLAUDECODE", "1")
    refused = git(shop, "commit", "-m", "x", ok=False)
    assert "counts when a person commits it" in refused.stderr
    assert [line["kind"] for line in log(home)] == ["denied"]
    monkeypatch.delenv("CLAUDECODE")
    git(shop, "commit", "-q", "-m", "x")


def test_a_mark_with_a_reason_lets_a_line_pass_and_is_logged(home, shop):
    install(shop)
    staged(shop, "wipe.sh", "rm -rf /  # cm-guard: allow core-rm-root\n")
    refused = git(shop, "commit", "-m", "x", ok=False)
    assert "says no reason" in refused.stderr
    staged(shop, "wipe.sh", "rm -rf /  # cm-guard: allow core-rm-root it runs in a throw-away image\n")
    git(shop, "commit", "-q", "-m", "x")
    line = log(home)[-1]
    assert (line["kind"], line["place"]) == ("allowed", "wipe.sh:1")
    assert line["line"] == "core-rm-root it runs in a throw-away image"


def test_a_person_passes_by_without_verification(home, shop):
    install(shop)
    staged(shop, "wipe.sh", WIPE)
    git(shop, "commit", "-q", "--no-verify", "-m", "x")


def test_what_was_there_before_is_nobodys_fault(home, shop):
    staged(shop, "wipe.sh", WIPE)
    git(shop, "commit", "-q", "-m", "before the guard")
    install(shop)
    staged(shop, "wipe.sh", WIPE + "echo done\n")
    git(shop, "commit", "-q", "-m", "after")
    git(shop, "mv", "wipe.sh", "clean.sh")
    git(shop, "commit", "-q", "-m", "renamed")


def test_the_first_commit_of_a_repository_and_a_part_of_the_index_are_looked_at_too(home, tmp_path):
    repo = tmp_path / "new"
    repo.mkdir()
    git(repo, "init", "-q", "-b", "main")
    install(repo)
    staged(repo, "wipe.sh", WIPE)
    assert git(repo, "commit", "-m", "x", ok=False).returncode == 1
    git(repo, "rm", "-q", "--cached", "wipe.sh")
    staged(repo, "a.txt", "a\n")
    git(repo, "commit", "-q", "-m", "first")
    write(repo / "a.txt", "b\n")
    staged(repo, "wipe.sh", WIPE)
    git(repo, "commit", "-q", "-m", "only a", "--", "a.txt")
    assert git(repo, "commit", "-m", "all", ok=False).returncode == 1


def test_attributes_and_settings_of_git_hide_nothing(home, shop):
    install(shop)
    staged(shop, ".gitattributes", "*.sh binary -diff\n")
    for key, value in (
        ("diff.external", "true"),
        ("diff.noprefix", "true"),
        ("color.ui", "always"),
        ("diff.renames", "copies"),
    ):
        git(shop, "config", key, value)
    staged(shop, 'od"d\nname.sh', WIPE)
    refused = git(shop, "commit", "-m", "x", ok=False)
    assert refused.returncode == 1
    assert "core-rm-root" in refused.stderr


def test_a_hook_that_was_there_runs_first_and_is_brought_back_to_the_byte(home, shop):
    hook = shop / ".git" / "hooks" / "pre-commit"
    write(hook, '#!/bin/sh\necho "before: $# $0" >&2\n[ ! -e stop ] || exit 3\n', 0o750)
    os.utime(hook, (1_700_000_000, 1_700_000_000))
    target = shop / "push hook"
    write(target, '#!/bin/sh\ncat > pushed.txt\necho "$1" > remote.txt\n', 0o755)
    (shop / ".git" / "hooks" / "pre-push").symlink_to("../../push hook")
    before = (hook.read_bytes(), hook.stat().st_mode, hook.stat().st_mtime_ns)

    assert [each.became for each in install(shop).hooks] == ["chained", "chained"]
    ours = hook.read_bytes()
    assert [each.became for each in install(shop).hooks] == ["kept", "kept"]
    assert hook.read_bytes() == ours
    staged(shop, "a.txt", "a\n")
    assert "before: 0 .git/hooks/pre-commit.before-cm" in git(shop, "commit", "-m", "a").stderr
    write(shop / "stop", "")
    staged(shop, "b.txt", "b\n")
    assert git(shop, "commit", "-m", "b", ok=False).returncode == 1
    (shop / "stop").unlink()
    staged(shop, "wipe.sh", WIPE)
    assert "core-rm-root" in git(shop, "commit", "-m", "b", ok=False).stderr
    git(shop, "init", "-q", "--bare", str(shop.parent / "far.git"))
    git(shop, "push", "-q", str(shop.parent / "far.git"), "main")
    assert (shop / "pushed.txt").read_text().startswith("refs/heads/main ")
    assert (shop / "remote.txt").read_text().strip() == str(shop.parent / "far.git")

    assert [each.became for each in remove(shop).hooks] == ["restored", "restored"]
    assert (hook.read_bytes(), hook.stat().st_mode, hook.stat().st_mtime_ns) == before
    assert os.readlink(shop / ".git" / "hooks" / "pre-push") == "../../push hook"
    assert not list((shop / ".git" / "hooks").glob("*cm*"))
    assert not list((home / "guards").glob("*git*"))
    git(shop, "commit", "-q", "-m", "c")


def test_a_look_writes_nothing(home, shop):
    before = sorted(str(path) for path in shop.rglob("*"))
    done = git_guard.install(open_env(cwd=shop), dry_run=True)
    assert [each.became for each in done.hooks] == ["put", "put"]
    assert sorted(str(path) for path in shop.rglob("*")) == before
    assert not (home / "guards").exists()


def test_a_push_is_refused_for_what_the_other_side_does_not_have(home, shop):
    far = shop.parent / "far.git"
    git(shop, "init", "-q", "--bare", str(far))
    git(shop, "remote", "add", "origin", str(far))
    git(shop, "push", "-q", "-u", "origin", "main")
    install(shop)
    staged(shop, "wipe.sh", WIPE)
    git(shop, "commit", "-q", "--no-verify", "-m", "wipe")
    refused = git(shop, "push", "origin", "main", ok=False)
    assert refused.returncode == 1
    assert "wipe.sh:2 (commit " in refused.stderr
    assert git(shop, "push", "origin", "main:other", ok=False).returncode == 1
    staged(shop, "wipe.sh", "#!/bin/sh\n# cm-guard: allow core-rm-root the image is thrown away\nrm -rf /\n")
    git(shop, "commit", "-q", "-m", "say why")
    git(shop, "push", "-q", "origin", "main")
    git(shop, "branch", "topic")
    git(shop, "push", "-q", "origin", "topic")
    git(shop, "push", "-q", "origin", "--delete", "topic")
    git(shop, "tag", "v1")
    git(shop, "push", "-q", "origin", "v1")


def test_a_merge_is_looked_at_for_what_neither_side_had(home, shop):
    far = shop.parent / "far.git"
    git(shop, "init", "-q", "--bare", str(far))
    git(shop, "remote", "add", "origin", str(far))
    install(shop)
    staged(shop, "a.sh", "echo a\n")
    git(shop, "commit", "-q", "-m", "a")
    git(shop, "push", "-q", "origin", "main")
    git(shop, "checkout", "-q", "-b", "topic")
    staged(shop, "b.sh", "echo b\n")
    git(shop, "commit", "-q", "-m", "b")
    git(shop, "checkout", "-q", "main")
    staged(shop, "c.sh", "echo c\n")
    git(shop, "commit", "-q", "-m", "c")
    git(shop, "merge", "-q", "--no-ff", "-m", "merge", "topic")
    staged(shop, "a.sh", "rm -rf /\n")
    git(shop, "commit", "-q", "--no-verify", "--amend", "-m", "an evil merge")
    assert git(shop, "push", "origin", "main", ok=False).returncode == 1


@pytest.mark.parametrize("value", ["absolute", "relative-outside"])
def test_hooks_that_lie_elsewhere_are_found_there(home, shop, value):
    folder = shop.parent / "all hooks"
    git(shop, "config", "core.hooksPath", str(folder) if value == "absolute" else "../all hooks")
    done = install(shop)
    assert done.shared
    assert Path(done.folder) == folder
    staged(shop, "wipe.sh", WIPE)
    assert git(shop, "commit", "-m", "x", ok=False).returncode == 1
    remove(shop)
    assert list(folder.iterdir()) == []


def test_hooks_of_the_repository_itself_are_not_touched_but_told_what_to_add(home, shop):
    git(shop, "config", "core.hooksPath", ".githooks")
    staged(shop, ".githooks/pre-commit", "#!/bin/sh\n", 0o755)
    git(shop, "commit", "-q", "-m", "hooks")
    done = install(shop)
    assert "tracked" in done.refusal
    assert (shop / ".githooks" / "pre-commit").read_text() == "#!/bin/sh\n"
    path, line = done.add[0]
    assert path == str(shop / ".githooks" / "pre-commit")
    write(Path(path), f"#!/bin/sh\n{line}\n", 0o755)
    staged(shop, "wipe.sh", WIPE)
    assert git(shop, "commit", "-m", "x", ok=False).returncode == 1


def test_hooks_that_husky_makes_are_left_to_it(home, shop):
    write(shop / ".husky" / "_" / "h", "#!/bin/sh\n")
    write(shop / ".husky" / "_" / ".gitignore", "*\n")
    git(shop, "config", "core.hooksPath", ".husky/_")
    done = install(shop)
    assert "husky" in done.refusal
    assert done.add[0][0] == str(shop / ".husky" / "pre-commit")


def test_hooks_that_are_switched_off_are_said_to_be(home, shop):
    git(shop, "config", "core.hooksPath", os.devnull)
    assert "switches the hooks of this repository off" in install(shop).refusal


def test_worktrees_share_the_guard_of_their_repository(home, shop):
    tree = shop.parent / "tree"
    git(shop, "worktree", "add", "-q", str(tree), "-b", "topic")
    assert Path(install(tree).folder) == shop / ".git" / "hooks"
    for repo in (shop, tree):
        staged(repo, "wipe.sh", WIPE)
        assert git(repo, "commit", "-m", "x", ok=False).returncode == 1


def test_a_guard_that_is_gone_is_said_aloud_and_left_to_the_policy(home, shop):
    install(shop)
    for path in (home / "guards").glob("*.py"):
        path.unlink()
    staged(shop, "wipe.sh", WIPE)
    done = git(shop, "commit", "-m", "x")
    assert "cannot be run" in done.stderr
    (home / "config.toml").write_text('[guard]\nunreadable = "deny"\n')
    install(shop)
    (home / "guards" / "cm_guard.py").write_text("raise SystemError\n")
    staged(shop, "b.txt", "b\n")
    done = git(shop, "commit", "-m", "x", ok=False)
    assert done.returncode == 1
    assert "cannot run" in done.stderr
    assert log(home)[-1]["kind"] == "fault"


def test_what_cannot_be_judged_is_said_logged_and_left_to_the_policy(home, shop):
    install(shop)
    staged(shop, "long.sh", "echo a\n" * 200_000)
    done = git(shop, "commit", "-m", "x")
    assert "long.sh is too long" in done.stderr
    assert log(home)[-1]["kind"] == "unjudged"


def test_a_healed_trauma_refuses_nothing(home, shop):
    install(shop)
    (home / "state" / "guard" / "packs.jsonl").write_text("")
    staged(shop, "wipe.sh", WIPE)
    git(shop, "commit", "-q", "-m", "x")


def test_it_is_told_how_the_hooks_stand(home, shop):
    assert not git_guard.state(open_env(cwd=shop)).installed
    install(shop)
    found = git_guard.state(open_env(cwd=shop))
    assert (found.installed, found.ok) == (True, True)
    write(shop / ".git" / "hooks" / "pre-commit", "#!/bin/sh\n", 0o755)
    found = git_guard.state(open_env(cwd=shop))
    assert "another hook stands" in found.hooks[0].trouble
    assert "another hook stands" not in (found.hooks[1].trouble or "")
    done = remove(shop)
    assert (shop / ".git" / "hooks" / "pre-commit").read_text() == "#!/bin/sh\n"
    assert [each.became for each in done.hooks] == ["gone", "gone"]


def test_the_hooks_are_among_the_files_that_an_agent_may_not_write(home, shop):
    install(shop)
    kept = json.loads((home / "state" / "guard" / "policy.json").read_text())["protected"]
    assert str(shop / ".git" / "hooks" / "pre-commit") in kept


@pytest.mark.parametrize("again", [True, False])
@pytest.mark.parametrize("dies", ["before the old one is moved", "before ours is there", "after it"])
def test_a_process_that_dies_while_it_puts_a_hook_there_loses_nobodys_hook(
    home, shop, monkeypatch, dies, again
):
    class Died(BaseException):
        pass

    def die(*paths):
        if "pre-commit" in str(paths[1]):
            if dies == "after it":
                replaced(*paths)
            raise Died
        return replaced(*paths)

    hook = shop / ".git" / "hooks" / "pre-commit"
    write(hook, "#!/bin/sh\necho mine >&2\n", 0o755)
    before = hook.read_bytes()
    replaced = os.replace
    with monkeypatch.context() as patch:
        patch.setattr(os, "rename" if dies.startswith("before the old") else "replace", die)
        with pytest.raises(Died):
            install(shop)
    if again:
        assert install(shop).ok
        staged(shop, "wipe.sh", WIPE)
        said = git(shop, "commit", "-m", "b", ok=False).stderr
        assert "mine" in said
        assert "core-rm-root" in said
    assert remove(shop).ok
    assert hook.read_bytes() == before
    assert not list(hook.parent.glob("*cm*"))


def test_an_older_hook_of_ours_is_still_ours_when_a_process_died_before_it_was_renewed(
    home, shop, monkeypatch
):
    install(shop)
    monkeypatch.setattr(git_guard, "real_python", lambda: "/usr/bin/python9")
    with monkeypatch.context() as patch:
        patch.setattr(git_guard.git_hooks, "put", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
        with pytest.raises(KeyboardInterrupt):
            install(shop)
    assert [each.became for each in install(shop).hooks] == ["refreshed", "refreshed"]
    assert [each.became for each in remove(shop).hooks] == ["gone", "gone"]


def test_a_hook_of_ours_that_somebody_wrote_into_is_left_and_said_so(home, shop):
    install(shop)
    hook = shop / ".git" / "hooks" / "pre-commit"
    with open(hook, "a") as file:
        file.write("# mine\n")
    done = remove(shop)
    assert [each.became for each in done.hooks] == ["left", "gone"]
    assert "changed since" in done.hooks[0].trouble
    assert hook.read_text().endswith("# mine\n")
    assert (home / "guards" / "git.py").exists()
    assert not install(shop).ok


def test_a_name_that_is_taken_is_not_taken_from_anybody(home, shop):
    hooks = shop / ".git" / "hooks"
    write(hooks / "pre-commit", "#!/bin/sh\necho first >&2\n", 0o755)
    write(hooks / "pre-commit.before-cm", "somebody's\n")
    assert install(shop).hooks[0].moved == str(hooks / "pre-commit.before-cm-2")
    staged(shop, "a.txt", "a\n")
    assert "first" in git(shop, "commit", "-m", "a").stderr
    assert [each.became for each in install(shop).hooks] == ["kept", "kept"]
    remove(shop)
    assert (hooks / "pre-commit").read_text() == "#!/bin/sh\necho first >&2\n"
    assert (hooks / "pre-commit.before-cm").read_text() == "somebody's\n"


def test_the_hooks_of_all_repositories_go_at_once(home, shop, tmp_path):
    other = repository(tmp_path / "other")
    install(shop)
    install(other)
    done = git_guard.remove(open_env(cwd=tmp_path), everywhere=True)
    assert len(done.hooks) == 4
    assert not (other / ".git" / "hooks" / "pre-commit").exists()
    assert not (shop / ".git" / "hooks" / "pre-push").exists()
