"""The onboarding page where agents take skills from: put once, taken away exactly, and never over somebody else's."""

import re

import pytest

from cm.errors import NotFound, Usage
from cm.flows import skills
from cm.flows.checks_elsewhere import look_at_pages
from cm.flows.skills import old_pages, put_skill, skill, skilled_hosts, take_skill
from cm.store.hostfiles import read_exports
from tests.kit.run import run_cm
from tests.kit.world import repository, world


@pytest.fixture
def env(tmp_path):
    return world(tmp_path, PATH="", HOME=str(tmp_path / "user"), CLAUDE_CONFIG_DIR="")


def tree(root):
    return sorted(str(path.relative_to(root)) for path in root.rglob("*")) if root.exists() else []


def page(env, below=".claude"):
    return env.user_home / below / "skills" / "cm-onboard" / "SKILL.md"


def test_the_page_has_the_front_matter_that_hosts_know_a_skill_by():
    head = re.match(r"---\nname: (.+)\ndescription: (.+)\n---\n", skill())
    assert head, skill()[:200]
    assert head[1] == skills.NAME
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", head[1])
    assert len(head[1]) <= 64
    assert len(head[2]) <= 1024
    assert ": " not in head[2]  # else the description has to be quoted


def test_it_is_put_where_the_host_takes_skills_from_and_twice_is_once(env):
    (done,) = put_skill(env, ["claude-code"]).pages
    assert (done.action, done.path) == ("created", str(page(env)))
    assert page(env).read_text() == skill()
    kept = env.home.exports.read_bytes()
    assert put_skill(env, ["claude-code"]).pages[0].action == "unchanged"
    assert env.home.exports.read_bytes() == kept


def test_a_variable_that_moves_the_hosts_folder_moves_the_page(tmp_path):
    env = world(tmp_path, HOME=str(tmp_path / "user"), CLAUDE_CONFIG_DIR=str(tmp_path / "moved"))
    assert put_skill(env, ["claude-code"]).pages[0].path == str(tmp_path / "moved/skills/cm-onboard/SKILL.md")


def test_taking_it_away_leaves_everything_as_it_was(env):
    (env.user_home / ".claude/skills/mine").mkdir(parents=True)
    (env.user_home / ".claude/skills/mine/SKILL.md").write_text("mine")
    before = tree(env.user_home)
    put_skill(env, ["claude-code", "codex", "cursor"])
    assert len(tree(env.user_home)) > len(before)
    done = take_skill(env)
    assert {each.action for each in done.pages} == {"removed"}
    assert tree(env.user_home) == before
    assert not read_exports(env.home.exports).files


def test_hosts_that_share_a_folder_share_the_page_and_it_goes_with_the_last(env):
    (done,) = put_skill(env, ["codex", "gemini-cli"]).pages
    assert done.hosts == ("codex", "gemini-cli")
    put_skill(env, ["pi"])
    (first,) = take_skill(env, ["codex"]).pages
    assert (first.action, first.others) == ("kept", ("gemini-cli", "pi"))
    assert page(env, ".agents").exists()
    (last,) = take_skill(env, ["pi", "gemini-cli"]).pages
    assert last.action == "removed"
    assert not (env.user_home / ".agents").exists()


def test_without_names_a_page_goes_also_where_no_host_would_look_any_more(env, tmp_path):
    put_skill(env, ["codex"])
    moved = world(tmp_path, HOME=str(tmp_path / "user"), CLAUDE_CONFIG_DIR=str(tmp_path / "moved"))
    put_skill(moved, ["claude-code"])
    done = take_skill(env)
    assert {each.hosts for each in done.pages} == {("codex",), ("claude-code",)}
    assert tree(tmp_path / "moved") == []
    assert tree(tmp_path / "user") == []


def test_a_page_of_somebody_else_is_left_alone(env):
    page(env).parent.mkdir(parents=True)
    page(env).write_text("theirs")
    done = put_skill(env, ["claude-code"])
    assert not done.ok
    assert "somebody else's" in done.pages[0].trouble
    assert page(env).read_text() == "theirs"
    assert not read_exports(env.home.exports).files
    assert take_skill(env, ["claude-code"]).pages[0].action == "not there"
    assert page(env).read_text() == "theirs"


def test_a_page_that_was_changed_since_is_neither_renewed_nor_removed(env, monkeypatch):
    put_skill(env, ["claude-code"])
    page(env).write_text(skill() + "\nAnd mind the tests.\n")
    monkeypatch.setattr(skills, "skill", lambda: "newer")
    assert "changed the page" in put_skill(env, ["claude-code"]).pages[0].trouble
    assert "changed the page" in take_skill(env, ["claude-code"]).pages[0].trouble
    assert "mind the tests" in page(env).read_text()
    assert old_pages(env) == ()


def test_a_page_of_an_earlier_version_is_told_and_renewed(env, monkeypatch):
    put_skill(env, ["claude-code"])
    assert old_pages(env) == ()
    monkeypatch.setattr(skills, "skill", lambda: "newer")
    (old,) = old_pages(env)
    assert (old.path, old.hosts) == (str(page(env)), ("claude-code",))
    (told,) = look_at_pages(env)
    assert (told.code, told.todo) == ("old-page", "cm onboard skill --host claude-code")
    assert put_skill(env, ["claude-code"]).pages[0].action == "renewed"
    assert page(env).read_text() == "newer"
    take_skill(env)
    assert not page(env).exists()


def test_a_trial_run_writes_nothing_at_all(env, tmp_path):
    put_skill(env, ["codex"])
    before = tree(tmp_path)
    (put,) = put_skill(env, ["claude-code"], dry_run=True).pages
    (taken,) = take_skill(env, ["codex"], dry_run=True).pages
    assert (put.action, taken.action) == ("created", "removed")
    assert tree(tmp_path) == before


def test_without_names_it_goes_to_the_hosts_that_are_here(env):
    with pytest.raises(NotFound):
        put_skill(env)
    (env.user_home / ".codex").mkdir(parents=True)
    (env.user_home / ".omp").mkdir()
    done = put_skill(env)
    assert [each.hosts for each in done.pages] == [("codex",)]
    assert done.without == ("oh-my-pi",)


def test_a_link_stays_a_link_and_what_it_leads_to_is_written(env, tmp_path):
    (tmp_path / "dotfiles").mkdir()
    (env.user_home / ".claude").mkdir(parents=True)
    (env.user_home / ".claude/skills").symlink_to(tmp_path / "dotfiles")
    put_skill(env, ["claude-code"])
    assert (tmp_path / "dotfiles/cm-onboard/SKILL.md").read_text() == skill()
    take_skill(env)
    assert (env.user_home / ".claude/skills").is_symlink()
    assert tree(tmp_path / "dotfiles") == []


def test_a_page_made_read_only_is_told_and_left(env, monkeypatch):
    put_skill(env, ["claude-code"])
    page(env).chmod(0o400)
    monkeypatch.setattr(skills, "skill", lambda: "newer")
    assert "read-only" in put_skill(env, ["claude-code"]).pages[0].trouble
    assert page(env).read_text() != "newer"


def test_names_that_take_no_skills_say_which_do(env):
    for name in ("aider", "nobody"):
        with pytest.raises(NotFound) as told:
            put_skill(env, [name])
        assert "claude-code" in told.value.hint
    with pytest.raises(Usage):
        put_skill(env, ["codex"], project=True)


def test_every_host_names_a_folder_below_home_and_below_the_project():
    assert len(skilled_hosts()) >= 10
    for host in skilled_hosts():
        for below in (host.skills.user, host.skills.project):
            assert below.endswith("skills")
            assert not below.startswith(("/", "~"))


def test_the_command_puts_it_into_a_repository_and_takes_it_away(tmp_path):
    repo = repository(tmp_path / "repo")
    outside = {"CM_HOME": str(tmp_path / "cm"), "HOME": str(tmp_path), "COLUMNS": "80", "CLAUDECODE": "1"}
    put = run_cm("onboard", "skill", "--host", "claude-code", "--host", "pi", "--repo", cwd=repo, env=outside)
    assert put.code == 0, put.err
    assert (repo / ".claude/skills/cm-onboard/SKILL.md").read_text() == skill()
    assert (repo / ".agents/skills/cm-onboard/SKILL.md").read_text() == skill()
    taken = run_cm("onboard", "skill", "--remove", "--repo", "--json", cwd=repo, env=outside)
    assert {each["action"] for each in taken.data["pages"]} == {"removed"}
    assert not (repo / ".claude").exists()
    assert run_cm("onboard", "skill", "--repo", cwd=repo, env=outside).code == 2
    assert run_cm("onboard", "status", "--host", "pi", cwd=repo, env=outside).code == 2
    page = repo / ".claude/skills/cm-onboard/SKILL.md"
    page.parent.mkdir(parents=True)
    page.write_text("theirs")
    refused = run_cm("onboard", "skill", "--host", "claude-code", "--repo", cwd=repo, env=outside)
    assert refused.code == 5
    assert "left alone" in refused.out
