"""Two rules that say opposed things: told together and marked, exported neither, and one of them alone once the other is gone."""

import pytest

from tests.kit import run_cm

pytestmark = pytest.mark.story


def test_nobody_is_told_one_side_of_a_dispute_until_it_is_over(own_world, tmp_path):
    shop = tmp_path / "shop"
    (shop / ".git").mkdir(parents=True)
    (shop / ".git" / "config").write_text('[remote "origin"]\n\turl = git@github.com:acme/shop.git\n')
    (shop / ".git" / "HEAD").write_text("ref: refs/heads/main\n")

    def cm(*words):
        done = run_cm(*words, cwd=shop)
        assert done.code == 0, done.err
        return done

    npm = cm("remember", "Install packages with npm.", "--json").data["told"][0]["rule"]
    pnpm = cm("remember", "Install packages with pnpm, not npm.", "--json").data["told"][0]["rule"]
    for _ in range(2):  # the long way, then the quick one
        data = cm("context", "install packages", "--json").data
        assert data["rules"] == []
        assert {rule["id"] for rule in data["disputed"][0]["rules"]} == {npm, pnpm}
    assert "`cm review` settles it" in cm("context", "install packages").out
    cm("project")
    assert not (shop / "AGENTS.md").exists()
    assert "only together with" in " ".join(cm("why", npm).out.split())
    assert "contested" in cm("log", npm).out

    cm("forget", npm, "--reason", "the team moved on")
    for _ in range(2):
        data = cm("context", "install packages", "--json").data
        assert ([rule["id"] for rule in data["rules"]], data["disputed"]) == ([pnpm], [])
    cm("project")
    assert pnpm in (shop / "AGENTS.md").read_text()
