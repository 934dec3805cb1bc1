"""The user's word is obeyed at every door: asked for once, a no leaves no trace, a yes reads again, each use is recorded."""

import io
import json
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from zlib import crc32

import pytest

from cm.errors import BadState, NeedsAHuman, NotAllowed, NotFound, Usage
from cm.flows import privacy
from cm.flows.add import Wish as Added
from cm.flows.add import add
from cm.flows.context import context
from cm.flows.diary import diaries, diary
from cm.flows.doctor import examine
from cm.flows.env import open_env
from cm.flows.ingest import ingest
from cm.flows.init import init
from cm.flows.listing import Wanted, list_rules
from cm.flows.permission import chosen_of, left_in_journal, why_withheld
from cm.flows.reflect import Wish, reflect
from cm.flows.remember import plain, remember
from cm.flows.search import search
from cm.flows.sessions import Filter, sessions
from cm.flows.why import why
from cm.hosts.registry import HOSTS
from cm.model.privacy import Lists, Privacy
from cm.store.journal import Journal
from cm.store.privacy import read_privacy, read_uses
from tests.hosts.kit import FIXTURES
from tests.kit import NOW

CLAUDE, CODEX = (
    "claude-code/5f0c1d2e-3b4a-4c5d-8e6f-7a8b9c0d1e2f",
    "codex/04efaf08-0f5a-4e74-81c2-9d1ca6a48569",
)
OTHER = "claude-code/6a0c1d2e-3b4a-4c5d-8e6f-7a8b9c0d1e2f"


@pytest.fixture
def shop(own_world):
    (own_world / "shop").mkdir()
    return own_world / "shop"


def by_claude(shop, *texts, session=CLAUDE, first=0, **fields):
    """Appends what a user said in Claude Code; the same text has the same name in every session."""
    native = session.partition("/")[2]
    path = shop.parent / f".claude/projects/-shop/{native}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a") as file:
        for number, text in enumerate(texts, first):
            record = {
                "type": "user", "uuid": f"{number:08d}-{crc32(text.encode()) % 10000:04d}-4000-8000-000000000000", "sessionId": native,
                "cwd": str(shop), "timestamp": f"2026-11-20T08:00:{number:02d}.000Z", "message": {"role": "user", "content": text},
            }  # fmt: skip
            file.write(json.dumps(record | fields) + "\n")
    return path


def by_codex(shop, *texts, cwd=None):
    native = CODEX.partition("/")[2]
    path = shop.parent / f".codex/sessions/2026/11/21/rollout-2026-11-21T16-00-00-{native}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    at = "2026-11-21T16:00:00.000Z"
    meta = {
        "id": native,
        "timestamp": at,
        "cwd": str(cwd or shop),
        "originator": "codex_cli_rs",
        "cli_version": "0.149.0",
    }
    lines = [{"timestamp": at, "type": "session_meta", "payload": meta}]
    for text in texts:
        said = {"type": "message", "role": "user", "content": [{"type": "input_text", "text": text}]}
        lines.append({"timestamp": at, "type": "response_item", "payload": said})
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


def at(shop, *, tty=False, **environ):
    return open_env({**os.environ, **environ}, shop, clock=lambda: NOW, nonce=lambda: "n", tty=tty)


@pytest.fixture
def both(shop):
    by_claude(shop, "please add a zebra test")
    by_codex(shop, "please add a walrus test")
    return shop


def answer(monkeypatch, *lines):
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(lines)))


def kept(env):
    return {head.id for head in Journal(env.home.journal).sessions()}


def traces(env, word):
    """The files of the home in which a word stands, in whatever encoding SQLite and JSON give it."""
    files = [path for path in env.home.root.rglob("*") if path.is_file()]
    return [
        str(path.relative_to(env.home.root)) for path in files if word.encode() in path.read_bytes().lower()
    ]


# --- who is asked, and what an agent may read


def test_a_script_reads_all_that_is_found_and_the_record_says_so(both):
    env = at(both)
    ingest(env, door="reflect")
    assert kept(env) == {CLAUDE, CODEX}
    [use] = read_uses(env.home)
    assert (use.door, use.used_for, use.by, use.hosts) == (
        "reflect",
        "",
        "script",
        {"claude-code": 1, "codex": 1},
    )
    assert not env.home.privacy.exists()
    ingest(env)
    assert len(read_uses(env.home)) == 1


def test_inside_an_agent_only_its_own_sessions_are_read(both):
    env = at(both, CLAUDECODE="1")
    done = ingest(env)
    assert kept(env) == {CLAUDE}
    assert "Codex" in done.notes[0]
    assert read_uses(env.home) == ()
    with pytest.raises(NotAllowed) as caught:
        ingest(env, hosts=["codex"])
    assert "cm privacy enable" in caught.value.hint


def test_a_quote_from_an_agent_nobody_knows_misses_the_session_and_not_the_host(both):
    wish = Added(plain("Use tabs in Makefiles."), quote="use tabs", session="claude-code/none")
    with pytest.raises(NotFound, match="there is no session"):
        add(at(both, AI_AGENT="somebody"), [wish])


def test_inside_an_agent_nobody_knows_nothing_is_read(both):
    env = at(both, AI_AGENT="somebody")
    ingest(env)
    assert kept(env) == set()


def test_a_named_file_of_another_agent_is_closed_too(both):
    env = at(both, CLAUDECODE="1")
    ingest(env, paths=[both.parent / ".codex"])
    assert kept(env) == set()


@pytest.mark.parametrize(
    "said, read",
    [("\n", {CLAUDE, CODEX}), ("yes\n", {CLAUDE, CODEX}), ("2\n", {CODEX}), ("codex\n", {CODEX}), ("none\n", set()), ("what?\n1\n", {CLAUDE})],
)  # fmt: skip
def test_a_human_is_asked_once_which_may_be_read(both, monkeypatch, capsys, said, read):
    answer(monkeypatch, said)
    env = at(both, tty=True)
    ingest(env)
    assert kept(env) == read
    assert "Claude Code (1 file)" in capsys.readouterr().err
    held = read_privacy(env.home)
    assert (held.across, held.by) == (bool(read), "human")
    assert {name.partition("/")[0] for name in read} == set(held.hosts.allow)
    answer(monkeypatch)
    ingest(env)
    assert capsys.readouterr().err == ""


def test_a_terminal_that_does_not_answer_gives_no_consent(both, monkeypatch):
    answer(monkeypatch)
    env = at(both, tty=True)
    with pytest.raises(NeedsAHuman):
        ingest(env)
    assert kept(env) == set()
    assert not env.home.privacy.exists()


def test_an_agent_found_later_is_asked_about_then_and_only_that(shop, monkeypatch, capsys):
    by_claude(shop, "please add a zebra test")
    answer(monkeypatch, "\n")
    env = at(shop, tty=True)
    ingest(env)
    by_codex(shop, "please add a walrus test")
    ingest(at(shop, CLAUDECODE="1"))
    assert kept(env) == {CLAUDE}  # what nobody was asked about is not covered
    capsys.readouterr()
    answer(monkeypatch, "\n")
    ingest(env)
    assert "Claude" not in capsys.readouterr().err
    assert kept(env) == {CLAUDE, CODEX}


@pytest.mark.parametrize(
    "said, meant",
    [
        ("", ("a", "b")),
        ("ALL", ("a", "b")),
        ("n", ()),
        ("1,2", ("a", "b")),
        ("2 b", ("b",)),
        ("3", None),
        ("c", None),
    ],
)
def test_what_an_answer_means(said, meant):
    assert chosen_of(said, ("a", "b")) == meant


def test_an_answer_is_a_commit_of_the_home(both, monkeypatch):
    answer(monkeypatch, "1\n")
    env = at(both, tty=True)
    ingest(env)
    log = subprocess.run(
        ["git", "log", "--format=%s"], cwd=env.home.root, capture_output=True, text=True, check=True
    )
    assert "Privacy: read claude-code" in log.stdout


# --- across agents


def test_an_agent_cannot_open_others_and_a_script_needs_its_flag(both):
    for act in (privacy.enable, lambda env, yes: privacy.allow(env, ["codex"], yes=yes)):
        with pytest.raises(NeedsAHuman):
            act(at(both, CLAUDECODE="1"), yes=True)
        with pytest.raises(NeedsAHuman):
            act(at(both), yes=False)
    assert not at(both).home.privacy.exists()


def test_once_a_human_enabled_it_an_agent_reads_all_and_each_use_is_recorded(both):
    privacy.enable(at(both), yes=True)
    env = at(both, CLAUDECODE="1")
    ingest(env, door="reflect")
    assert kept(env) == {CLAUDE, CODEX}
    [use] = read_uses(env.home)
    assert (use.door, use.used_for, use.hosts, use.by) == ("reflect", "claude-code", {"codex": 1}, "agent")


def test_an_agent_may_close_and_is_kept_to_its_own_again(both):
    privacy.enable(at(both), yes=True)
    env = at(both, CLAUDECODE="1")
    privacy.disable(env)
    assert read_privacy(env.home).by == "agent"
    ingest(env)
    assert kept(env) == {CLAUDE}
    ingest(at(both))
    assert kept(env) == {CLAUDE, CODEX}  # the user's own command crosses nothing


def test_search_and_context_show_an_agent_its_own_sessions_until_a_human_opens_all(both):
    ingest(at(both))
    env = at(both, CLAUDECODE="1")

    def seen():
        found = {hit.session for hit in search(env, "add test").hits}
        told = {piece.session for piece in context(env, "please add a walrus or zebra test").history}
        return found, told

    assert seen() == ({CLAUDE}, {CLAUDE})
    assert any("only sessions of claude-code" in note for note in search(env, "test").notes)
    assert not search(env, "test", host="codex").hits
    assert {hit.session for hit in search(at(both), "add test").hits} == {CLAUDE, CODEX}
    before = len(read_uses(env.home))
    privacy.enable(at(both), yes=True)
    assert seen() == ({CLAUDE, CODEX}, {CLAUDE, CODEX})
    uses = read_uses(env.home)[before:]
    assert [(use.door, use.used_for, use.hosts) for use in uses] == [
        ("search", "claude-code", {"codex": 1}),
        ("context", "claude-code", {"codex": 1}),
    ]
    privacy.disable(env)
    assert seen() == ({CLAUDE}, {CLAUDE})


def test_a_rule_that_rests_on_another_agents_session_is_handed_over_and_recorded(shop):
    by_codex(shop, "From now on always run the walrus tests with `uv run pytest -q` here.")
    reflect(at(shop), Wish())
    env = at(shop, CLAUDECODE="1")
    assert context(env, "run the walrus tests").rules
    assert read_uses(env.home)[-1].hosts == {"codex": 1}
    assert privacy.audit(env).uses[0].door == "context"


def test_a_rules_proof_shows_another_agent_the_quote_and_not_the_talk_around_it(shop):
    said = "From now on always run the walrus tests with `uv run pytest -q` here."
    by_codex(shop, f"Good morning.\n\nThe codename is marzipan.\n\n{said}")
    reflect(at(shop), Wish())
    rule = next(item.rule.id for item in list_rules(at(shop), Wanted(states=())).rules)
    (open_,) = why(at(shop), rule).proof
    assert open_.verified
    assert "marzipan" in open_.around
    (proof,) = why(at(shop, CLAUDECODE="1"), rule).proof
    assert proof.verified
    assert (proof.around, proof.title) == ("", "")


# --- no


def test_denying_a_host_leaves_no_trace_and_allowing_reads_again(both):
    env = at(both)
    reflect(env, Wish())
    assert len(traces(env, "walrus")) >= 3  # journal, diary, index
    done = privacy.deny(env, ["codex"])
    assert done.purged.sessions == (CODEX,)
    assert done.purged.diaries == 1
    assert traces(env, "walrus") == []
    assert traces(env, CODEX.partition("/")[2]) == []
    assert kept(env) == {CLAUDE}
    assert search(env, "zebra").hits
    again = reflect(env, Wish())
    assert (again.sessions, kept(env)) == (0, {CLAUDE})
    with pytest.raises(NotAllowed):
        ingest(env, hosts=["codex"])
    assert left_in_journal(env) == 0
    privacy.allow(env, ["codex"], yes=True)
    ingest(env)
    assert kept(env) == {CLAUDE, CODEX}


def test_denying_a_project_takes_out_what_every_agent_did_there(both, shop):
    elsewhere = shop.parent / "elsewhere"
    elsewhere.mkdir()
    by_codex(both, "please add a walrus test", cwd=elsewhere)
    env = at(both)
    ingest(env)
    assert len(kept(env)) == 2
    assert privacy.deny(env, projects=["here"]).purged.sessions == (CLAUDE,)
    assert traces(env, "zebra") == []
    assert ingest(env).total.read == 1  # looked at once more, and left out
    assert ingest(env).total.read == 0  # known by then, and not opened
    assert (kept(env), traces(env, "zebra")) == ({CODEX}, [])
    by_claude(both, "and a second zebra", first=5)
    done = ingest(env)
    assert (done.total.events, kept(env)) == (0, {CODEX})
    assert "1 of a denied project" in done.notes[0]
    privacy.allow(env, projects=[str(both)], yes=True)
    ingest(env)
    assert kept(env) == {CLAUDE, CODEX}


def test_everything_may_be_denied_but_what_is_allowed_by_name(both, shop):
    elsewhere = shop.parent / "elsewhere"
    elsewhere.mkdir()
    by_codex(both, "please add a walrus test", cwd=elsewhere)
    env = at(both)
    privacy.allow(env, projects=[str(elsewhere)], yes=True)
    privacy.deny(env, projects=["*"])
    ingest(env)
    assert kept(env) == {CODEX}


def test_a_dry_run_says_what_would_go_and_takes_nothing(both):
    env = at(both)
    ingest(env)
    done = privacy.deny(env, ["codex"], dry_run=True)
    assert (done.purged.sessions, done.dry_run) == ((CODEX,), True)
    assert kept(env) == {CLAUDE, CODEX}
    assert not env.home.privacy.exists()


def test_rules_that_rest_on_what_goes_are_named_and_stay(shop):
    by_codex(shop, "From now on always run the walrus tests with `uv run pytest -q` here.")
    env = at(shop)
    reflect(env, Wish())
    [rule] = privacy.deny(env, ["codex"]).purged.rules
    assert (rule.sessions, rule.state) == ((CODEX,), "active")
    assert rule.id in env.home.playbook.read_text()
    assert traces(env, "walrus") != []  # in the playbook, its decisions and its history
    assert not [name for name in traces(env, "walrus") if name.startswith(("journal", "diary", "state"))]


def test_taking_out_is_not_for_an_agent_and_asks_at_a_terminal(both, monkeypatch):
    ingest(at(both))
    with pytest.raises(NeedsAHuman):
        privacy.deny(at(both, CLAUDECODE="1"), ["codex"], yes=True)
    answer(monkeypatch, "n\n")
    with pytest.raises(NeedsAHuman):
        privacy.deny(at(both, tty=True), ["codex"])
    assert kept(at(both)) == {CLAUDE, CODEX}
    answer(monkeypatch, "y\n")
    privacy.deny(at(both, tty=True), ["codex"])
    assert kept(at(both)) == {CLAUDE}


def test_an_agent_may_deny_where_nothing_was_kept(both):
    env = at(both, CLAUDECODE="1")
    privacy.deny(env, ["codex"])
    ingest(at(both))
    assert kept(env) == {CLAUDE}


def test_whom_it_is_about_has_to_be_named_and_known(both):
    with pytest.raises(Usage):
        privacy.deny(at(both))
    with pytest.raises(NotFound):
        privacy.deny(at(both), ["nobody"])


def test_a_word_edited_by_hand_holds_at_the_next_reading(both):
    env = at(both)
    ingest(env)
    env.home.privacy.write_text('{"schema": 1, "hosts": {"deny": ["codex"]}}')
    assert left_in_journal(env) == 1
    assert any(item.code == "not-taken-out" for item in examine(env).findings)
    ingest(env)
    assert (kept(env), traces(env, "walrus")) == ({CLAUDE}, [])


def test_a_word_that_cannot_be_read_is_no_yes(both):
    ingest(at(both))
    env = at(both, CLAUDECODE="1")
    env.home.privacy.write_text('{"across": "of course"}')
    with pytest.raises(BadState):
        ingest(env)
    assert {piece.session for piece in context(env, "please add a walrus or zebra test").history} == {CLAUDE}


# --- .cmignore and `# cm: off`


def test_a_cmignore_keeps_sessions_out_and_its_going_lets_them_in(both):
    (both / ".cmignore").write_text("# nothing of this project\n*\n!codex/04efaf08\n")
    env = at(both)
    done = ingest(env)
    assert (kept(env), traces(env, "zebra")) == ({CODEX}, [])
    assert "1 by a .cmignore" in done.notes[0]
    assert ingest(env).total.read == 0
    (both / ".cmignore").unlink()
    ingest(env)
    assert kept(env) == {CLAUDE, CODEX}


def test_a_cmignore_that_comes_later_takes_out_what_was_kept(both):
    env = at(both)
    reflect(env, Wish())
    assert traces(env, "zebra")
    (both / ".cmignore").write_text(CLAUDE + "\n")
    ingest(env)
    assert (kept(env), traces(env, "zebra")) == ({CODEX}, [])


def test_a_users_line_switches_a_session_off_and_nothing_of_it_is_kept(shop):
    by_claude(shop, "please add a zebra test", "# cm: off", "and one for the giraffe")
    env = at(shop)
    ingest(env)
    assert (kept(env), traces(env, "zebra"), traces(env, "giraffe")) == (set(), [], [])
    assert ingest(env).total.read == 0


def test_a_line_that_comes_later_takes_out_what_was_kept_of_the_session(shop):
    by_claude(shop, "please add a zebra test")
    env = at(shop)
    reflect(env, Wish())
    assert kept(env) == {CLAUDE}
    by_claude(shop, "# cm: off", first=5)
    done = ingest(env)
    assert (done.sessions, kept(env), traces(env, "zebra")) == ((), set(), [])
    by_claude(shop, "more about the zebra", first=7)
    ingest(env)
    assert (kept(env), traces(env, "zebra")) == (set(), [])


def test_a_resumed_session_does_not_bring_the_words_of_one_that_is_left_out(shop):
    path = by_claude(shop, "please add a zebra test")
    os.utime(path, (1, 1))
    (shop / ".cmignore").write_text(CLAUDE + "\n")
    by_claude(shop, "please add a zebra test", "now the heron", session=OTHER)
    env = at(shop)
    ingest(env)
    assert (kept(env), traces(env, "zebra")) == ({OTHER}, [])
    assert traces(env, "heron")


def test_subagents_of_a_session_that_is_left_out_are_left_out_also_when_they_were_read_before_it(shop):
    main = by_claude(shop, "please add a zebra test", "# cm: off")
    part = main.with_suffix("") / "subagents/agent-a1b2c3.jsonl"
    part.parent.mkdir(parents=True)
    part.write_text(
        main.read_text().splitlines()[0].replace("zebra", "giraffe").replace('"uuid": "0', '"uuid": "7')
        + "\n"
    )
    os.utime(part, (1, 1))
    env = at(shop)
    ingest(env)
    assert (kept(env), traces(env, "giraffe"), traces(env, "zebra")) == (set(), [], [])


# --- status


def test_the_status_says_how_things_stand(both):
    env = at(both)
    ingest(env)
    privacy.deny(env, ["codex"], ["github.com/acme/*"])
    found = privacy.status(at(both, CLAUDECODE="1"))
    said = {item.name: (item.said, item.files, item.sessions, item.withheld) for item in found.hosts}
    assert said["claude-code"] == ("not asked", 1, 1, "")
    assert said["codex"] == ("denied", 1, 0, "denied")
    assert (found.across, found.only, found.projects.deny) == (None, "claude-code", ("github.com/acme/*",))


def test_a_home_that_is_not_there_is_not_made_by_looking(both):
    env = at(both)
    assert privacy.status(env).uses == 0
    assert privacy.audit(env).uses == ()
    assert not env.home.root.exists()


def test_what_was_remembered_by_hand_is_not_touched_by_a_no(both):
    env = at(both)
    remember(env, Added(plain("Use tabs in Makefiles.")))
    before = env.home.playbook.read_bytes()
    ingest(env)
    privacy.deny(env, ["codex"])
    assert env.home.playbook.read_bytes() == before


# --- what is kept already is closed to other agents too


def test_an_agent_lists_tells_and_reflects_on_its_own_sessions_alone(both):
    ingest(at(both))
    env = at(both, CLAUDECODE="1")
    assert [row.id for row in sessions(env, Filter(), read=False).sessions] == [CLAUDE]
    assert [told.head.id for told in diaries(env, Filter(), read=False).diaries] == [CLAUDE]
    with pytest.raises(NotAllowed):
        diary(env, CODEX)
    done = reflect(env, Wish())
    assert (done.sessions, done.passed_over) == (1, {"another agent's (cm privacy)": 1})
    assert any("Codex" in note for note in done.notes)


def test_once_opened_each_of_these_doors_records_whom_it_used(both):
    ingest(at(both))
    privacy.enable(at(both), yes=True)
    env = at(both, CLAUDECODE="1")
    before = len(read_uses(env.home))
    sessions(env, Filter(), read=False)
    diaries(env, Filter(), read=False)
    diary(env, CODEX)
    reflect(env, Wish())
    assert [use.door for use in read_uses(env.home)[before:]] == ["sessions", "diary", "diary", "reflect"]
    sessions(at(both), Filter(), read=False)
    assert len(read_uses(env.home)) == before + 4  # the user looks at their own


def test_making_a_home_at_a_terminal_asks_too(both, monkeypatch, capsys):
    env = at(both, tty=True)
    answer(monkeypatch)
    init(env)
    assert not env.home.privacy.exists()  # nobody answered: the first reading asks
    answer(monkeypatch, "1\n")
    init(env)
    assert read_privacy(env.home).hosts == Lists(("claude-code",), ("codex",))
    answer(monkeypatch)
    capsys.readouterr()
    init(env)
    assert capsys.readouterr().err == ""
    init(at(both))


def test_files_of_no_agent_cross_nothing(both):
    inside = at(both, CLAUDECODE="1")
    said = {
        host.agent: why_withheld(inside, Privacy(), host.name)
        for host in HOSTS.values()
        if host.name != inside.agent
    }
    assert said[True] == "other-agent"
    assert said.get(False, "") == ""


# --- a file of many sessions


@pytest.mark.parametrize("read_before", [True, False])
def test_sessions_of_a_database_are_left_out_one_by_one_and_read_again(shop, read_before):
    path = shop.parent / ".local/share/opencode/opencode.db"
    path.parent.mkdir(parents=True)
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.executescript((FIXTURES / "opencode/sessions-1.18.sql").read_text("utf-8"))
    env = at(shop)
    if read_before:
        ingest(env)
        assert len(kept(env)) == 2
    assert len(privacy.deny(env, projects=["/w/shop"]).purged.sessions) == (2 if read_before else 0)
    ingest(env)
    assert (kept(env), traces(env, "ses_01aaaa"), traces(env, "round the total")) == (set(), [], [])
    assert ingest(env).total.events == 0
    privacy.allow(env, projects=["/w/shop"], yes=True)
    ingest(env)
    assert len(kept(env)) == 2
