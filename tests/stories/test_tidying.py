"""A book that grew untidy: a plan says what could be done, an agent only makes it, a person applies it and may take it back."""

import subprocess

import pytest

from tests.kit import run_cm

pytestmark = pytest.mark.story
AGENT = {"CLAUDECODE": "1"}


def git(folder, *words):
    names = ("-c", "user.name=a", "-c", "user.email=a@example.org")
    subprocess.run(["git", *names, *words], cwd=folder, check=True, capture_output=True)


def test_a_plan_is_made_by_anybody_and_applied_by_a_person_as_it_was_read(own_world, tmp_path):
    shop = tmp_path / "shop"
    (shop / "scripts").mkdir(parents=True)
    (shop / "scripts" / "deploy.sh").write_text("true\n")
    (shop / "Makefile").write_text("test:\n\tpytest\n")
    git(shop, "init", "-q")
    git(shop, "remote", "add", "origin", "git@github.com:acme/shop.git")
    git(shop, "add", ".")
    git(shop, "commit", "-q", "-m", "one")

    def cm(*words, **more):
        return run_cm(*words, cwd=shop, **more)

    for text in (
        "Deploy with `scripts/deploy.sh` and with nothing else.",
        "Run `make test` before a commit.",
        "In this PR, do not touch the migrations.",
    ):
        assert cm("remember", text).code == 0
    assert [item["kind"] for item in cm("tidy", "--dry-run", "--json").data["items"]] == ["passing"]
    git(shop, "rm", "-q", "scripts/deploy.sh")
    git(shop, "commit", "-q", "-m", "two")

    playbook = own_world / ".cm" / "playbook.yaml"
    playbook.write_text(playbook.read_text() + "  - {id: r-hand, text: run `make test` before a commit, scope: {project: github.com/acme/shop}, state: active}\n")  # fmt: skip
    made = cm("tidy", "--json", env=AGENT).data
    assert [item["kind"] for item in made["items"]] == ["merge", "passing", "anchors"]
    refused = cm("tidy", "--apply", made["plan"], "--yes", env=AGENT)
    assert (refused.code, "not done for an agent" in " ".join(refused.err.split())) == (3, True)
    assert cm("tidy", "--apply", made["plan"]).code == 3  # a script says --yes

    before = playbook.read_bytes()
    assert "Nothing was written." in cm("tidy", "--apply", made["plan"], "--yes", "--dry-run").out
    assert playbook.read_bytes() == before
    done = cm("tidy", "--apply", made["plan"], "--yes", "--json").data
    assert done["numbers"] == [1, 2, 3]
    assert len(cm("list", "--json").data["rules"]) == 1
    assert cm("tidy", "list", "--json").data["plans"] == []
    assert cm("undo", done["change"]["tx"], "--yes").code == 0
    assert len(cm("list", "--json").data["rules"]) == 4


def test_a_plan_whose_ground_moved_is_refused_and_says_which_rule(own_world):
    run_cm("remember", "Name branches after tickets.")
    playbook = own_world / ".cm" / "playbook.yaml"
    playbook.write_text(
        playbook.read_text() + "  - {id: r-hand, text: name branches after tickets, state: active}\n"
    )
    plan = run_cm("tidy", "--json").data["plan"]
    run_cm("correct", "r-hand", "Keep branches short-lived.")
    done = run_cm("tidy", "--apply", plan, "--yes", "--json")
    assert (done.code, done.json["error"]["context"]["rules"]) == (3, ["r-hand"])
    assert run_cm("tidy", "drop", plan).code == 0
    assert run_cm("tidy").out.startswith("Nothing to put in order")
