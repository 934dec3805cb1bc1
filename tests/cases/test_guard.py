from pathlib import Path

import pytest
from ruamel.yaml import YAML

from guards import runtime
from tests.bench.guard import armed

CASES = Path(__file__).parent / "guard"
TRAUMAS = armed()
WORDS = runtime.command_words({word for trauma in TRAUMAS for word in trauma.words})


def cases(name):
    held = YAML(typ="safe").load((CASES / name).read_text("utf-8"))
    return [
        pytest.param(command, id=f"{kind}: {command[:60]!r}")
        for kind, some in held.items()
        for command in some
    ]


@pytest.mark.parametrize("command", cases("denied.yaml"))
def test_what_does_damage_is_denied_in_every_spelling(command):
    verdict = runtime.judge(command, TRAUMAS)
    assert verdict.action == "deny", runtime.Reader().read(command).canonical
    assert runtime.may_matter(command.encode(), WORDS)


@pytest.mark.parametrize("command", cases("allowed.yaml"))
def test_what_only_looks_like_damage_goes_through(command):
    verdict = runtime.judge(command, TRAUMAS)
    assert (verdict.action, verdict.id, verdict.line) == ("allow", "", "")


@pytest.mark.parametrize(
    ("action", "shell", "command"),
    [
        pytest.param(*kind.split(), command, id=f"{kind}: {command[:60]!r}")
        for kind, some in YAML(typ="safe").load((CASES / "windows.yaml").read_text("utf-8")).items()
        for command in some
    ],
)
def test_the_shells_of_windows_are_read_in_their_own_grammar(action, shell, command):
    verdict = runtime.judge(command, TRAUMAS, shell=shell)
    assert verdict.action == action, runtime.Reader().read(command, shell).canonical
    assert action == "allow" or runtime.may_matter(command.encode(), WORDS)


@pytest.mark.parametrize("trauma", TRAUMAS, ids=[trauma.row["id"] for trauma in TRAUMAS])
def test_a_trauma_of_the_catalogue_holds_what_it_promises(trauma):
    trauma.compiled()
    row = trauma.row
    assert row["story"]["message"].endswith(".")
    assert row["examples"]["deny"]
    assert row["examples"]["allow"]
    words = runtime.command_words(trauma.words)
    assert trauma.words, "without a word the quick look could never say no"
    for command in row["examples"]["deny"]:
        assert trauma.search(runtime.views_of(runtime.Reader().read(command), command)), command
        assert runtime.may_matter(command.encode(), words), command
    for command in row["examples"]["allow"]:
        assert runtime.judge(command, TRAUMAS).action == "allow", command


def test_the_ids_of_the_catalogue_begin_with_their_pack_and_are_its_own():
    ids = [trauma.row["id"] for trauma in TRAUMAS]
    assert len(ids) == len(set(ids))
    assert all(trauma.row["id"].startswith(trauma.row["pack"] + "-") for trauma in TRAUMAS)
