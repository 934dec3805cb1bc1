"""Rules travel: from one home to another by a file, and from a store of another program with its ids and its withdrawals."""

import hashlib
import json

import pytest

from tests.kit import run_cm
from tests.kit.cass import cass_store

pytestmark = pytest.mark.story


def cm(folder, *words, code=0, home=None, **more):
    env = {"CM_HOME": str(home)} if home else {}
    done = run_cm(*words, cwd=folder, env={**env, **more.pop("env", {})}, **more)
    assert done.code == code, done.out + done.err
    assert "Traceback" not in done.err
    return done


def context(folder, task, home=None):
    return [rule["id"] for rule in cm(folder, "context", task, "--json", home=home).data["rules"]]


def test_from_one_home_to_another(tmp_path):
    ann, bob = tmp_path / "ann", tmp_path / "bob"
    here = tmp_path / "shop"
    here.mkdir()
    shop = "project=github.com/acme/shop"
    cm(here, "init", "--yes", home=ann)
    cm(here, "add", "Run the upload tests with `make upload-test`, not by hand.", "--scope", shop, home=ann)
    cm(
        here,
        "add",
        "Never push to the release branch of the shop.",
        "--scope",
        shop,
        "--kind",
        "anti-pattern",
        home=ann,
    )
    gone = cm(here, "add", "Deploy on friday evenings.", "--scope", shop, "--json", home=ann).data["told"][0][
        "rule"
    ]
    cm(here, "add", "Answer me in plain words.", home=ann)
    kept = [rule["rule"]["id"] for rule in cm(here, "list", "--json", home=ann).data["rules"]]
    upload = next(name for name in kept if "upload" in cm(here, "show", name, home=ann).out)
    for session in ("s1", "s2"):
        cm(here, "mark", upload, "--helpful", "--session", f"codex/{session}", home=ann)
    cm(here, "forget", gone, "--reason", "it went wrong", home=ann)

    # what leaves says nothing of the home it comes from
    told = cm(here, "export", "rules.yaml", "--with-standing", home=ann).out
    assert "2 rules, 2 marks" in told
    text = (here / "rules.yaml").read_text("utf-8")
    for secret in (str(tmp_path), "codex/s1", "friday", "plain words"):
        assert secret not in text
    assert cm(here, "export", home=ann).out == cm(here, "export", "-", home=ann).out

    # in the other home everything waits, and nothing is served
    cm(here, "init", "--yes", home=bob)
    assert "Nothing was written" in cm(here, "import", "rules.yaml", "--dry-run", home=bob).out
    moved = cm(here, "import", "rules.yaml", "--with-standing", "--json", home=bob).data
    assert [(item["verdict"], item["state"]) for item in moved["items"]] == [("added", "draft")] * 2
    assert moved["marks"] == 2
    world = {"CM_PROJECT": "github.com/acme/shop"}
    ask = ("context", "run the upload tests", "--json")
    assert cm(here, *ask, home=bob, env=world).data["rules"] == []

    # an agent does not put it in force, a person does; then it is served with the standing it brought
    cm(here, "import", "rules.yaml", "--as", "active", "--yes", home=bob, env={"CLAUDECODE": "1"}, code=3)
    cm(here, "review", "approve", upload, "--yes", home=bob)
    assert [rule["id"] for rule in cm(here, *ask, home=bob, env=world).data["rules"]] == [upload]
    life = cm(here, "why", upload, home=bob).out
    assert "marked helpful: by import" in life

    # again, nothing changes; and what is wrong in a file is named while the rest goes on
    before = (bob / "playbook.yaml").read_bytes()
    assert "2 here already" in cm(here, "import", "rules.yaml", "--with-standing", home=bob).out
    assert (bob / "playbook.yaml").read_bytes() == before
    (here / "broken.json").write_text('[{"text": "Keep the shop\'s migrations in one folder."},\n{"te')
    out = cm(here, "import", "broken.json", home=bob).out
    assert "1 added" in out
    assert "broken.json:2" in out


def test_a_store_of_another_program_moves_in(own_world, tmp_path):
    store = cass_store(own_world / ".cass-memory")
    before = {
        path: hashlib.sha256(path.read_bytes()).hexdigest() for path in store.rglob("*") if path.is_file()
    }
    home = own_world / ".cm"
    assert "cm import --from-cass" in cm(tmp_path, "init", "--yes").out
    cm(tmp_path, "import", "--from-cass", "--dry-run")
    out = cm(tmp_path, "import", "--from-cass").out
    assert "7 added" in out or "8 added" in out
    assert "cm config set standing.half_life_days 60" in out
    assert {
        path: hashlib.sha256(path.read_bytes()).hexdigest() for path in store.rglob("*") if path.is_file()
    } == before

    # approved, it is served under the id that it had
    assert context(tmp_path, "is this change done? run the checks") == []
    cm(tmp_path, "review", "approve", "b-aaa111", "--yes")
    assert context(tmp_path, "is this change done? run the checks") == ["b-aaa111"]

    # what an agent said of it, in the old way of writing, is heard
    said = [
        {"schema": "cm.session/1", "session": "42", "tool": "helpmate", "started": "2026-11-30T09:00:00Z"},
        {"by": "user", "text": "please mend the upload", "at": "2026-11-30T09:00:05Z"},
        {
            "by": "agent",
            "text": "[cass: helpful b-aaa111] it caught the broken import",
            "at": "2026-11-30T09:05:00Z",
        },
    ]
    inbox = home / "inbox"
    inbox.mkdir()
    (inbox / "42.jsonl").write_text("".join(json.dumps(line) + "\n" for line in said), encoding="utf-8")
    cm(tmp_path, "reflect")
    marks = [json.loads(line) for line in (home / "ledger/feedback.jsonl").read_text("utf-8").splitlines()]
    assert [mark["rule"] for mark in marks if mark["by"] == "inline"] == ["b-aaa111"]

    # what was withdrawn there stays so here, by every road
    words = "Deploy straight from a laptop when the pipeline is slow."
    assert "blocked" in cm(tmp_path, "add", words, code=3).err
    (tmp_path / "more.txt").write_text(f"- {words}\n")
    assert "1 refused" in cm(tmp_path, "import", "more.txt", code=1).out
    assert "laptop" not in cm(tmp_path, "list", "--state", "all").out

    # and what waits to be looked at is told
    assert "armed by nothing" in " ".join(cm(tmp_path, "doctor").out.split())
    before = (home / "playbook.yaml").read_bytes()
    cm(tmp_path, "import", "--from-cass")
    assert (home / "playbook.yaml").read_bytes() == before
