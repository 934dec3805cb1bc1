"""Somebody begins with what others learned: a starter fits, is taken, is served, proves itself in part, and is taken out."""

import pytest

from tests.kit import run_cm

pytestmark = pytest.mark.story


@pytest.fixture
def shop(tmp_path):
    root = tmp_path / "shop"
    (root / ".git").mkdir(parents=True)
    (root / ".git/HEAD").write_text("ref: refs/heads/main\n")
    (root / "pyproject.toml").write_text("[project]\nname = 'shop'\ndependencies = ['django>=5']\n")
    return root


def cm(root, *words, code=0, **more):
    done = run_cm(*words, cwd=root, **more)
    assert done.code == code, done.out + done.err
    assert "Traceback" not in done.err
    assert all(len(line) <= 80 for line in done.out.splitlines() if "/" not in line), done.out
    return done


def test_a_starter_is_found_taken_served_and_taken_out(shop, own_world):
    home = own_world / ".cm"

    # a look: what fits and why, and nothing is made by it
    assert "django            12 rules · pyproject.toml names django" in cm(shop, "starters").out
    assert not home.exists()

    # beginning with one of them; the others that fit are named and not taken
    began = cm(shop, "init", "--starter", "django", "--starter", "general").out
    assert "django  12 rules added" in began
    assert "general  10 rules added" in began
    assert "python            pyproject.toml is here" in began
    assert "Take them: cm starters add python" in began
    assert {item["rule"]["origin"]["name"] for item in cm(shop, "list", "--json").data["rules"]} == {
        "django",
        "general",
    }

    # its rules come when a task is about them
    given = cm(shop, "context", "add a field to the order model and write the migration", "--json").data
    ids = [rule["id"] for rule in (*given["rules"], *given["anti_patterns"])]
    assert "r-django-01" in ids

    # one rule is found helpful, one is put into other words
    cm(shop, "mark", "r-django-01", "--helpful")
    cm(shop, "correct", "r-django-03", "Load relations with `select_related` before a loop touches them.")

    # a trial says what would leave and what would stay
    trial = cm(shop, "starters", "remove", "django", "--dry-run").out
    assert "10 rules would be taken out" in trial
    assert "Nothing was written." in trial
    assert len(cm(shop, "list", "--json").data["rules"]) == 22

    gone = cm(shop, "starters", "remove", "django").out
    assert "10 rules taken out" in gone
    assert "r-django-01  marked:" in gone
    left = {item["rule"]["id"] for item in cm(shop, "list", "--json").data["rules"]}
    assert {each for each in left if "django" in each} == {"r-django-01", "r-django-03"}
    given = cm(
        shop, "context", "send a mail after the order is saved, with transaction.on_commit", "--json"
    ).data
    assert "r-django-05" not in [rule["id"] for rule in given["rules"]]


def test_a_starter_of_ones_own(shop, own_world):
    cm(shop, "init")
    folder = own_world / ".cm/starters"
    folder.mkdir()
    (folder / "team.yaml").write_text(
        "description: How our team works.\n"
        "fits: [{python: django}]\n"
        "rules:\n  - {id: r-team-01, text: Run `just check` before handing over., why: The pipeline runs it.}\n"
    )
    (folder / "django.yaml").write_text("rules: [\n")

    listed = cm(shop, "starters").out
    assert "team              1 rule · yours · pyproject.toml names django" in listed
    assert "yours · in the place of the shipped one" in listed
    assert "! cannot be read:" in listed
    assert "django.yaml:2" in cm(shop, "starters", "add", "django", code=5).err.replace("\n    ", "")
    assert "django.yaml" in cm(shop, "doctor").out

    # inside an agent it waits for a person, since an agent could have written it
    agent = {"CLAUDECODE": "1"}
    assert "1 rule added as a draft (cm review)" in cm(shop, "starters", "add", "team", env=agent).out
    assert "r-team-01" in cm(shop, "review").out


@pytest.mark.parametrize(
    "words, code, said",
    [
        (["add"], 2, "which starter?"),
        (["add", "nothing-like-it"], 4, "`cm starters` lists them"),
        (["add", "pyhton"], 4, "did you mean `python`?"),
        (["remove", "go"], 4, "none of your rules came from a starter `go`"),
        (["add", "go", "--repo"], 4, "cm init --repo"),
        (["show"], 2, "show takes one starter"),
        (["python"], 2, "cm starters show python"),
        (["list", "--dry-run"], 2, "go with add and remove"),
    ],
)
def test_what_is_asked_for_wrongly_is_told_with_the_way_on(shop, words, code, said):
    done = cm(shop, "starters", *words, code=code)
    assert said in " ".join(done.err.split())
    assert done.out == ""
    failed = cm(shop, "starters", *words, "--json", code=code).json
    assert (failed["ok"], failed["error"]["exit"]) == (False, code)
