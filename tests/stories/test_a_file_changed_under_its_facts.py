"""A file changed under its facts: they are superseded, wait, or stay because somebody else says them too. Command by command."""

import pytest

from cm.flows.env import open_env
from cm.store.playbook import read_playbook
from tests.kit import run_cm

pytestmark = pytest.mark.story

PAGE = """# Shop

The deploy target is Fly.io.
The staging cluster lives in eu-west-1.

## Architecture

- **Database**: Postgres 16 on port 5433
- `core/prices.py` holds every price rule.
- Never push to `main`.
"""


@pytest.fixture
def shop(own_world, tmp_path, monkeypatch):
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(tmp_path / "none"))
    monkeypatch.setenv("CODEX_HOME", str(tmp_path / "none"))
    root = tmp_path / "shop"
    (root / ".git").mkdir(parents=True)
    (root / ".git/HEAD").write_text("ref: refs/heads/main\n")
    (root / ".git/config").write_text('[remote "origin"]\n\turl = https://github.com/acme/shop.git\n')
    (root / "README.md").write_text(PAGE)
    return root


def cm(where, *words, at="2026-11-20T08:00:00Z"):
    done = run_cm(*words, cwd=where, env={"CM_NOW": at})
    assert done.code == 0, done.out + done.err
    return done


def listed(shop, state):
    book = read_playbook(open_env(cwd=shop).home.playbook).rules.values()
    return {rule.text: rule for rule in book if rule.state == state}


def test_a_file_changed_under_its_facts(shop):
    told = cm(shop, "reflect", "--files").out
    assert "4 facts wait for you" in told
    assert "Never push" not in told
    assert len(listed(shop, "draft")) == 4

    cm(shop, "config", "set", "admission.file", "active", "--yes")
    cm(shop, "reflect", "--files", "--again")
    before = listed(shop, "active")
    assert len(before) == 4
    cm(shop, "add", "The staging cluster lives in eu-west-1.", "--kind", "fact")

    half = PAGE.replace("5433", "6000") + "```\nmake\n"
    (shop / "README.md").write_text(half)
    later = "2026-11-25T12:00:00Z"
    assert "does not end" in cm(shop, "reflect", "--files", at=later).out
    assert listed(shop, "active").keys() == before.keys()

    (shop / "README.md").write_text(
        "# Shop\n\n## Architecture\n\n- **Database**: Postgres 17 on port 6000\n- `core/prices.py` holds every price rule.\n"
    )
    told = cm(shop, "reflect", "--files", at=later).out
    assert "takes the place of" in told
    (old,) = listed(shop, "superseded").values()
    assert old.text == "Database: Postgres 16 on port 5433"
    after = listed(shop, "active")
    assert after["Database: Postgres 17 on port 6000"].replaces == (old.id,)
    assert not after["The staging cluster lives in eu-west-1."].stale
    gone = after["The deploy target is Fly.io."]
    assert gone.stale == "no longer said in README.md"
    assert "README.md changed and says so now" in cm(shop, "log", old.id, at=later).out
    assert gone.id[:10] in cm(shop, "stale", at=later).out

    assert "1 as before" in cm(shop, "reflect", "--files", at=later).out
    (shop / "README.md").write_text(PAGE)
    cm(shop, "reflect", "--files", at="2026-11-26T12:00:00Z")
    assert not listed(shop, "active")["The deploy target is Fly.io."].stale
