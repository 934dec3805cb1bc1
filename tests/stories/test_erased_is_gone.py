"""After `cm erase` no byte of the home and of what was exported holds it, in any spelling; it does not come back; a kill in the
middle leaves nothing half done."""

import json
import os
import random
import shutil
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from unicodedata import normalize

import pytest

from tests.kit import run_cm

pytestmark = [pytest.mark.story, pytest.mark.skipif(os.name == "nt", reason="needs signals of Unix")]

ONE = "5f0c1d2e-3b4a-4c5d-8e6f-7a8b9c0d1e2f"
TWO = "6a0c1d2e-3b4a-4c5d-8e6f-7a8b9c0d1e2f"
RULE = "From now on always run the zebra migrations with `alembic upgrade head` before you start the server."
CHINESE = "始终使用斑马数据库迁移工具来更新生产环境的表结构，不要手动修改。"
PERSON = "Ingrid Bläumüller-Świątek"
TOKEN = "quokka-Live-7731-xyzzy"
LONG = "\n".join(
    [*(f"step {n} of the build went well, nothing to report here" for n in range(60)), f"deployed by {PERSON}\twith {TOKEN} in hand",
     *(f"step {n} of the rollout went well too" for n in range(60))]
)  # fmt: skip
QUIET = "Always ask the walrus team before you rename a column in the billing schema."


def said(shop, session, *turns):
    path = shop.parent / f".claude/projects/-shop/{session}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a") as file:
        for number, (who, text) in enumerate(turns):
            content = text if who == "user" else [{"type": "text", "text": text}]
            record = {
                "type": who, "uuid": f"{number:08d}-{session[:4]}-4000-8000-000000000000", "sessionId": session, "cwd": str(shop),
                "timestamp": f"2026-11-20T08:{number:02d}:00.000Z", "message": {"role": who, "content": content},
            }  # fmt: skip
            file.write(json.dumps(record) + "\n")  # with \u escapes, as the host writes them
    return path


@pytest.fixture
def shop(own_world):
    place = own_world / "shop"
    place.mkdir()
    subprocess.run(["git", "init", "-q", str(place)], check=True)
    said(
        place,
        ONE,
        ("user", RULE),
        ("assistant", "I will."),
        ("user", CHINESE),
        ("assistant", LONG),
        ("user", f"ok, {RULE.lower()}"),
    )
    said(place, TWO, ("user", QUIET), ("assistant", "Noted: the walrus team is asked first."))
    for words in (("init",), ("reflect",), ("project",)):
        assert run_cm(*words, cwd=place).code == 0, words
    return place


def home_of(shop):
    return shop.parent / ".cm"


def spellings(words):
    """The bytes that the words may stand there as."""
    forms = {words, words.lower(), words.upper(), words.title()}
    forms |= {normalize(form, each) for form in ("NFC", "NFD", "NFKC") for each in list(forms)}
    bare = [each.replace("`", "") for each in forms]
    for each in {*forms, *bare}:
        yield each.encode()
        yield each.encode("utf-16-le")
        yield json.dumps(each)[1:-1].encode()
        yield json.dumps(json.dumps(each)[1:-1])[1:-1].encode()


def bytes_below(home):
    """Every file with its name, and every object of the history."""
    for path in home.rglob("*"):
        if path.is_file():
            yield str(path.relative_to(home)), path.name.encode() + b"\n" + path.read_bytes()
    git = ["git", f"--git-dir={home}/.git"]
    names = subprocess.run(
        [*git, "cat-file", "--batch-all-objects", "--batch-check"], capture_output=True, check=True
    ).stdout
    assert names
    for line in names.decode().splitlines():
        name, kind, _ = line.split()
        yield (
            f"{kind} {name}",
            subprocess.run([*git, "cat-file", kind, name], capture_output=True, check=True).stdout,
        )


def holding(home, *words):
    """Where one of the words still stands."""
    needles = {form for each in words for form in spellings(each)}
    return sorted({where for where, data in bytes_below(home) if any(needle in data for needle in needles)})


def rule_with(shop, words):
    found = run_cm("list", "--state", "all", "--json", cwd=shop).data["rules"]
    return next(
        item["rule"]["id"] if "rule" in item else item["id"]
        for item in found
        if words in json.dumps(item, ensure_ascii=False)
    )


def erase(shop, what, *more):
    done = run_cm("erase", what, "--reason", "a story", "--yes", "--json", *more, cwd=shop)
    assert done.code == 0, done.err
    return done.data


def nothing_comes_back(shop, *words):
    home = home_of(shop)
    for path in (home / "state").glob("watermarks.db*"):
        path.unlink()  # everything is read again
    assert (
        run_cm(
            "reflect", "--session", str(shop.parent / f".claude/projects/-shop/{ONE}.jsonl"), cwd=shop
        ).code
        == 0
    )
    assert run_cm("reflect", cwd=shop).code == 0
    assert run_cm("project", cwd=shop).code == 0
    assert not holding(home, *words)
    shutil.rmtree(home / "journal")
    shutil.rmtree(home / "cache")
    (home / "state/reflected.json").unlink()
    assert run_cm("reflect", cwd=shop).code == 0
    assert not holding(home, *words)


@pytest.mark.parametrize("words", [RULE, CHINESE])
def test_a_rule_is_gone_with_all_its_words(shop, words):
    home = home_of(shop)
    assert holding(home, words)
    if words == RULE:  # reworded and marked on the way
        name = rule_with(shop, "zebra")
        assert (
            run_cm(
                "correct", name, "Run the zebra migrations with alembic before the server starts.", cwd=shop
            ).code
            == 0
        )
        assert run_cm("mark", name, "--helpful", cwd=shop).code == 0
    else:
        assert run_cm("add", words, cwd=shop).code == 0
    name = rule_with(shop, "zebra" if words == RULE else "斑马")
    (home / "playbook.yaml").write_text(f"# note to self: {words}\n" + (home / "playbook.yaml").read_text())
    (home / "backups").mkdir(exist_ok=True)
    (home / "backups/old.yaml").write_text((home / "playbook.yaml").read_text())
    shutil.copy(home / "cache/index.db", home / "backups/index.db")
    (home / "playbook.yaml.bak").write_text(words)
    (home / ".half.1-1.tmp").write_text(json.dumps({"text": words}))
    done = erase(shop, name)
    gone = [words, "Run the zebra migrations with alembic before the server starts."][
        : 2 if words == RULE else 1
    ]
    assert not holding(home, *gone)
    assert words not in (shop / "AGENTS.md").read_text() if (shop / "AGENTS.md").exists() else True
    assert name in done["removed"]
    assert any(item["where"].endswith(f"{ONE}.jsonl") for item in done["unreached"])
    assert run_cm("show", name, cwd=shop).code == 4
    nothing_comes_back(shop, *gone)
    again = run_cm("add", words, cwd=shop)
    assert (again.code, "blocked" in again.out + again.err) == (3, True)
    assert (
        subprocess.run(
            ["git", f"--git-dir={home}/.git", "fsck", "--strict"], check=False, capture_output=True
        ).returncode
        == 0
    )


def test_words_inside_a_long_event_are_gone_and_the_rest_of_it_stays(shop):
    home = home_of(shop)
    subprocess.run(
        ["git", f"--git-dir={home}/.git", "remote", "add", "origin", "https://me:pw@example.com/home.git"],
        check=True,
    )
    assert run_cm("add", f"Ask {PERSON} before each deploy of the billing service.", cwd=shop).code == 0
    assert holding(home, PERSON)
    assert "rewritten" in {item["done"] for item in erase(shop, PERSON, "--dry-run")["places"]}
    assert holding(home, PERSON)
    done = erase(shop, f"  {PERSON.upper()}\n")
    assert not holding(home, PERSON)
    assert erase(shop, TOKEN)["places"]
    assert not holding(home, PERSON, TOKEN)
    journal = b"".join(path.read_bytes() for path in (home / "journal").rglob("*.jsonl")).decode()
    assert "deployed by [erased]" in journal
    assert "step 59 of the build" in journal
    assert done["reworded"]
    [remote] = [item for item in done["unreached"] if item["where"].startswith("origin")]
    assert "push --force" in remote["todo"]
    assert "pw" not in remote["where"]
    nothing_comes_back(shop, PERSON, TOKEN)
    assert "Ask [erased] before each deploy" in json.dumps(run_cm("list", "--json", cwd=shop).data)


def test_a_session_is_gone_with_the_rules_that_rest_on_it_alone(shop):
    home = home_of(shop)
    assert holding(home, QUIET, TWO)
    name = rule_with(shop, "walrus")
    done = erase(shop, TWO[:13])
    assert done["removed"] == [name]
    assert not holding(home, QUIET, TWO, "walrus")
    assert holding(home, RULE)
    nothing_comes_back(shop, QUIET, TWO, "walrus")
    assert run_cm("erase", "--list", cwd=shop).out.startswith("e-")
    assert run_cm("journal", "verify", cwd=shop).code == 0


def test_an_agent_cannot_erase(shop):
    refused = run_cm("erase", TOKEN, "--reason", "x", "--yes", cwd=shop, env={"CLAUDECODE": "1"})
    assert (refused.code, bool(holding(home_of(shop), TOKEN))) == (3, True)
    assert run_cm("erase", TOKEN, "--reason", "x", cwd=shop).code == 3
    assert run_cm("erase", TOKEN, "--yes", cwd=shop).code == 2
    assert run_cm("erase", "a", "--yes", "--reason", "x", cwd=shop).code == 2
    assert run_cm("erase", "r-nothing", "--yes", "--reason", "x", cwd=shop).code == 4


def test_killed_at_any_instant_it_is_complete_after_the_next_start(shop):
    """Two ways to die: at a touch of the disk, and at a moment of the clock."""
    home = home_of(shop)
    name = rule_with(shop, "zebra")
    whole = shop.parent / "as-it-was"
    shutil.copytree(home, whole, symlinks=True)
    chance = random.Random(7)
    died = half = 0
    for turn in range(10):
        shutil.rmtree(home)
        shutil.copytree(whole, home, symlinks=True)
        world = {**os.environ, "PYTHONPATH": os.getcwd()}
        if turn % 2:
            words = [
                "-m",
                "tests.stories.dying",
                str(chance.randrange(20, 420)),
                "erase",
                name,
                "--reason",
                "x",
                "--yes",
            ]
            work = subprocess.Popen(
                [sys.executable, *words], cwd=os.getcwd(), env=world, stdout=-1, stderr=-1
            )
        else:
            words = ["-m", "cm", "erase", name, "--reason", "x", "--yes"]
            work = subprocess.Popen([sys.executable, *words], cwd=shop, env=world, stdout=-1, stderr=-1)
            seen = time.monotonic()
            while (
                not list((home / "state").glob("erasing/*.json"))
                and work.poll() is None
                and time.monotonic() - seen < 30
            ):
                time.sleep(0.005)
            time.sleep(chance.random() * 0.9)
            work.kill()
        work.communicate()
        died += work.returncode < 0
        begun = bool(list((home / "state").glob("erasing/*.json")))
        half += begun
        if begun:
            assert name not in run_cm("context", "run the zebra migrations", "--json", cwd=shop).out
            assert run_cm("list", cwd=shop).code == 0
        elif not list((home / "state").glob("receipts/*.json")):
            continue  # it had not begun
        assert not holding(home, RULE), turn
        assert not list((home / "state/erasing").glob("*")), turn
        assert list((home / "state/receipts").glob("e-*.json"))
        assert run_cm("doctor", "--json", cwd=shop).code in (0, 1)
    assert (died > 5, half > 1) == (True, True), (died, half)


def test_the_index_holds_nothing_in_its_free_pages(shop):
    home = home_of(shop)
    erase(shop, TOKEN)
    run_cm("search", "deployed", cwd=shop)
    with sqlite3.connect(home / "cache/index.db") as index:
        assert index.execute("select count(*) from events").fetchone()[0] > 3
    assert not holding(home, TOKEN)
    assert Path(home / "cache/index.db").stat().st_size > 0
