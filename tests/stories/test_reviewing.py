"""A person sits down at a terminal and answers what waits; an agent may look, and no more."""

import sys

import pytest

from tests.kit import run_cm

pytestmark = [
    pytest.mark.story,
    pytest.mark.skipif(sys.platform == "win32", reason="there is no terminal to open here"),
]
AGENT = {"CLAUDECODE": "1"}
HTTPX = "Prefer httpx over requests in new code."
FLAGS = "Name feature flags after the ticket that asked for them."


def proposed(text):
    return run_cm("add", text, "--json", env=AGENT).data["told"][0]["rule"]


def kept(text):
    return run_cm("remember", text, "--json").data["told"][0]["rule"]


def states():
    rows = run_cm("list", "--state", "all", "--json").data["rules"]
    return {row["rule"]["id"]: row["rule"]["state"] for row in rows}


def at_terminal(*args, **more):
    from tests.kit.terminal import at_terminal as run

    return run(*args, **more)


@pytest.mark.parametrize("columns", [80, 60])
def test_answers_are_kept_one_by_one_and_the_last_is_taken_back(own_world, columns):
    npm, pnpm = kept("Install packages with npm."), kept("Install packages with pnpm, not npm.")
    first, second = proposed(HTTPX), proposed(FLAGS)
    seen = at_terminal("review", keys=["?", "1", "u", "2", "a", "r too narrow", "u", "q"], columns=columns)
    assert seen.code == 0, seen.text
    told = states()
    kinds = {told[npm], told[pnpm]}
    assert kinds == {"active", "superseded"}
    assert sorted((told[first], told[second])) == ["active", "draft"]
    assert "1 left" in seen.text
    assert "\x1b[" not in seen.raw  # nobody asked for colours
    assert all(len(line) <= columns for line in seen.text.split("\n") if "> " not in line)
    accepted = first if told[first] == "active" else second
    shown = run_cm("show", accepted, "--json").data
    assert shown["rule"]["approved"]
    log = run_cm("log", accepted, "--json").out
    assert '"human"' in log


def test_it_goes_on_where_it_stopped_and_what_was_put_off_comes_last(own_world):
    first, second = proposed(HTTPX), proposed(FLAGS)
    seen = at_terminal("review", keys=["s", "^D"])
    put_off = next(
        name
        for name in (first, second)
        if f"draft:{name}" in (own_world / ".cm" / "state" / "review.json").read_text()
    )
    assert seen.code == 0
    again = at_terminal("review", keys=["a", "^C"])
    assert again.code == 130
    assert "1 answer kept" in again.text
    assert states()[put_off] == "draft"
    assert "put off before" in again.text


def test_an_editor_changes_the_words_and_one_line_does_where_there_is_none(own_world, tmp_path):
    rule = proposed(HTTPX)
    script = tmp_path / "editor.py"
    script.write_text(
        "import sys; p = sys.argv[1]; t = open(p).read(); open(p, 'w').write(t.replace('new code', 'new services'))"
    )
    done = at_terminal("review", keys=["e", ""], env={"VISUAL": f"{sys.executable} {script}"})
    assert done.code == 0, done.text
    assert (
        run_cm("show", rule, "--json").data["rule"]["text"] == "Prefer httpx over requests in new services."
    )
    other = proposed(FLAGS)
    at_terminal(
        "review", keys=["e", "Name feature flags after their ticket.", ""], env={"VISUAL": "", "EDITOR": ""}
    )
    assert run_cm("show", other, "--json").data["rule"]["text"] == "Name feature flags after their ticket."
    assert states()[other] == "active"


def test_rules_that_may_be_one_are_merged_or_told_apart_for_good(own_world):
    one, other = (
        kept("Run the unit tests before every commit."),
        kept("Before you commit, run the unit tests."),
    )
    seen = at_terminal("review", keys=["m", "u", "d", ""])
    assert "two rules that may be one" in seen.text
    assert "-> one rule now: r-" in seen.text
    assert "-> taken back" in seen.text
    assert states() == {one: "active", other: "active"}
    assert "Nothing waits for you." in at_terminal("review").text


def test_an_agent_looks_and_leaves_the_answers_to_the_user(own_world):
    rule = proposed(HTTPX)
    assert run_cm("review", "list", "--json", env=AGENT).data["total"] == 1
    assert run_cm("review", "show", rule, "--json", env=AGENT).data["cards"][0]["kind"] == "draft"
    for words in (
        ("approve", rule), ("edit", rule, "--text", "Use httpx."), ("settle", rule, rule, "--keep", "both"),
        ("merge", rule, rule), ("defer", rule),
    ):  # fmt: skip
        done = run_cm("review", *words, "--yes", "--json", env=AGENT)
        assert (done.code, done.json["error"]["code"]) == (3, "needs-a-human"), words
    assert "waits" in at_terminal("review", env=AGENT).text  # at a terminal of its own it is given the list
    assert states()[rule] == "draft"
    assert run_cm("review", "approve", rule, "--yes", "--json").data["told"][0]["state"] == "active"


def test_in_a_pipe_it_prints_the_queue(own_world):
    proposed(HTTPX)
    done = run_cm("review")
    assert (done.code, "1 rule waits for your yes or no." in done.out) == (0, True)
