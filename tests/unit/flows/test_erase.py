"""Erasing: found everywhere, cut once, told in a receipt, refused to agents, and kept out by gate, predicate and ingest."""

import errno
import json
import os
import subprocess
from dataclasses import replace

import pytest

from cm.errors import NeedsAHuman, NotFound, Unwritable, Usage
from cm.flows import erasing
from cm.flows.add import Wish, add
from cm.flows.commit import commit, replayed
from cm.flows.correct import correct
from cm.flows.erase import erase, erased, erased_in
from cm.flows.erasing import resume
from cm.flows.init import init
from cm.flows.likeness import vectors_file
from cm.flows.marking import mark
from cm.flows.reading import shelf
from cm.flows.reflect import Wish as Reflect
from cm.flows.reflect import reflect
from cm.flows.refresh import refresh
from cm.flows.trust import say_yes
from cm.model.delta import Add
from cm.model.ledger import Blocked, Outcome, Shown
from cm.model.rule import Evidence
from cm.store import leftovers, receipts
from cm.store.decisions import read_log
from cm.store.files import replace_json
from cm.store.journal import Journal
from cm.store.ledger import LedgerFiles
from cm.store.tombstones import read_tombstones
from cm.store.vectors import Vectors, sha_of
from cm.store.watermarks import Watermark, Watermarks
from tests.kit.world import repository, world
from tests.unit.flows.test_privacy_flow import CLAUDE, by_claude

WORDS = "the quokka billing handshake token"
RULE = f"Never print {WORDS} in a log line."


@pytest.fixture
def shop(own_world):
    (own_world / "shop").mkdir()
    return own_world / "shop"


@pytest.fixture
def env(shop):
    return at_home(shop)


def at_home(shop, **environ):
    return world(
        shop.parent, cwd=shop, tty=False, CM_HOME=str(shop.parent / ".cm"), HOME=str(shop.parent), **environ
    )


def everywhere(env, words):
    """The files below the home, but for git's packed objects, that hold the words."""
    needle = words.encode().lower()
    return sorted(
        path.relative_to(env.home.root).as_posix() for path in env.home.root.rglob("*")
        if path.is_file() and needle in path.read_bytes().lower()
    )  # fmt: skip


def rule_of(env, words):
    return next(item.rule for item in shelf(env, whole=True).shelved if words in item.rule.text)


def done(env, what, **more):
    return erase(env, what, "a test", yes=True, **more)


def test_the_book_is_what_its_decisions_give_before_and_after(env):
    commit(env, [Add(RULE), Add("Keep migrations small.")], source="human")
    gone = rule_of(env, WORDS)
    told = done(env, gone.id)
    assert told.removed == (gone.id,)
    assert dict(replayed(env).rules) == {item.rule.id: item.rule for item in shelf(env).shelved}
    assert read_log(env.home.decisions).checkpoint is not None
    assert everywhere(env, WORDS) == []
    done_by_hand = commit(env, (), source="human")
    assert done_by_hand.adopted == ()


def test_vectors_of_what_is_erased_are_gone(env):
    commit(env, [Add(RULE)], source="human")
    with Vectors.open(vectors_file(env), "toy", "1") as cache:
        cache.put({sha_of(RULE): [1.0, 0.0]})
    done(env, rule_of(env, WORDS).id)
    assert not vectors_file(env).exists()


def test_other_rules_lose_the_words_in_their_past_their_reasons_and_their_proof(env):
    commit(
        env,
        [Add(RULE), Add("Mask all tokens.", why=f"We said {RULE} in march.")],
        source="human",
    )
    commit(
        env,
        [Add("Name the service in each log.", evidence=(Evidence("human", f"we said: {RULE}"),))],
        source="human",
    )
    told = done(env, rule_of(env, WORDS).id)
    assert everywhere(env, WORDS) == []
    assert {item.rule.why for item in shelf(env).shelved} == {"We said [erased]. in march.", ""}
    assert "we said: [erased]." in {each.quote for item in shelf(env).shelved for each in item.rule.evidence}
    assert told.places


def test_ledgers_keep_their_lines_and_lose_the_words(env):
    commit(env, [Add(RULE)], source="human")
    gone = rule_of(env, WORDS)
    mark(env, gone.id, "harmful", session="claude-code/s1", reason="it is about the handshake")
    ledger = LedgerFiles(env.home.ledger_dir)
    ledger.append_outcome(
        Outcome("o-1", "claude-code/s1", "failure", env.stamp, notes=f"leaked {RULE}", task="ship it")
    )
    ledger.append_shown(Shown("c-1", env.stamp, "context", (gone.id,), "0" * 64, task=f"why {RULE.lower()}"))
    ledger.append_blocked(Blocked("b-1", gone.id, RULE.lower(), env.stamp, "human", f"as {RULE} is wrong"))
    done(env, gone.id)
    assert everywhere(env, WORDS) == []
    [kept] = ledger.marks()
    assert (kept.rule, kept.reason) == (gone.id, "[erased]")
    assert (ledger.outcomes()[0].notes, ledger.outcomes()[0].task) == ("leaked [erased].", "ship it")
    assert ledger.blocked()[0].text == "[erased]"
    assert "handshake" not in ledger.shown()[0].task


def test_gate_and_predicate_keep_it_out_under_any_name_and_in_any_clothes(env):
    commit(env, [Add(RULE)], source="human")
    gone = rule_of(env, WORDS)
    done(env, gone.id)
    for words in (
        RULE,
        f"Always remember: {RULE.lower()}",
        f"Please, never print {WORDS} in a log line, ever",
    ):
        told = commit(env, [Add(words)], source="human").decisions[0]
        assert (told.verdict, told.reason, told.proposed) == ("refused", "blocked", "")
    beside = commit(env, [Add("Mask all tokens in logs.", why=RULE)], source="human").decisions[0]
    assert beside.reason == "blocked"
    quoted = commit(
        env, [Add("Mask every token there is.", evidence=(Evidence("human", RULE),))], source="human"
    ).decisions[0]
    assert quoted.reason == "blocked"
    text = env.home.playbook.read_text().replace("rules: []", "rules:")
    env.home.playbook.write_text(f"{text}  - id: r-back\n    text: {RULE}\n")
    [item] = shelf(env).shelved
    assert item.blocked_by.startswith("e-")


def test_quotes_around_what_was_cut_are_found_at_their_new_place(env, shop):
    by_claude(shop, "Ada Lovelace-Quokka says: from now on always use pnpm and never npm in this repo.")
    reflect(env, Reflect())
    before = rule_of(env, "pnpm")
    assert before.evidence[0].span is not None
    done(env, "Ada Lovelace-Quokka")
    rule = rule_of(env, "pnpm")
    [event] = [
        event for event in Journal(env.home.journal).read(CLAUDE)[1] if event.id == rule.evidence[0].event
    ]
    assert event.text.startswith("[erased] says: from now on")
    item = rule.evidence[0]
    assert (item.span is None) == ("[erased]" in item.quote)
    if item.span:
        assert event.text[item.span[0] : item.span[1]] == item.quote
    assert everywhere(env, "lovelace-quokka") == []


def test_what_lies_about_in_the_home_is_cleaned_by_what_it_is(env):
    commit(env, [Add("Keep migrations small.")], source="human")
    state = env.home.state
    (state / "plans").mkdir()
    replace_json(state / "plans/p-1.json", {"merge": [{"say": f"x {WORDS} y"}], "n": 1})
    (state / "hooks.jsonl").write_text(json.dumps({"said": WORDS.upper()}) + "\nnot json " + WORDS + "\n")
    (state / "reply.txt").write_text(f"the model said:\n  {WORDS.replace(' ', chr(10))}\n")
    (env.home.root / "starters").mkdir()
    (env.home.root / "starters/mine.yaml").write_text(
        f"schema: 1\nname: mine\nrules:\n  - id: r-a\n    text: {WORDS}\n  - id: r-b\n    text: Keep.\n"
    )
    (env.home.root / f"{WORDS}.bak").write_text("a name")
    (env.home.root / "backups").mkdir()
    (env.home.root / "backups/wide.txt").write_bytes(f"x {WORDS}".encode("utf-16"))
    with Watermarks.open(env.home.watermarks.with_suffix(".db")) as marks:
        marks.put(
            Watermark("/t/a.jsonl", "claude-code", carry=json.dumps({"last": WORDS})),
            Watermark("/t/b.jsonl", "claude-code"),
        )
    told = done(env, WORDS)
    assert everywhere(env, WORDS) == []
    assert WORDS not in (env.home.root / "backups/wide.txt").read_bytes().decode("utf-16")
    assert not [path for path in env.home.root.rglob("*") if WORDS in path.name]
    assert json.loads((state / "plans/p-1.json").read_text()) == {"merge": [{"say": "x [erased] y"}], "n": 1}
    assert "Keep." in (env.home.root / "starters/mine.yaml").read_text()
    with Watermarks.open(env.home.watermarks.with_suffix(".db")) as marks:
        assert [each.path for each in marks.all()] == ["/t/b.jsonl"]
    assert {each.where for each in told.places} >= {"state/plans/p-1.json", "state/hooks.jsonl", "watermarks"}


def test_what_the_user_set_himself_is_left_and_named(env):
    commit(env, [Add("Keep migrations small.")], source="human")
    env.home.config.write_text(f"# {WORDS}\n")
    told = done(env, WORDS)
    assert [each.where for each in told.unreached if "config.toml" in each.where] == [str(env.home.config)]
    assert env.home.config.read_text() == f"# {WORDS}\n"


def test_a_repository_that_is_trusted_is_cleaned_and_stays_trusted_and_its_own_history_is_named(env, shop):
    repository(shop)
    init(at_home(shop), repo=True)
    here = at_home(shop)
    add(here, [Wish(Add(RULE))], layer="repo")
    assert here.trusted
    told = done(at_home(shop), rule_of(here, WORDS).id)
    left = [path for path in (shop / ".cm").rglob("*") if path.is_file() and WORDS in path.read_text()]
    assert left == []
    assert at_home(shop).trusted
    [own] = [each for each in told.unreached if "its own git history" in each.where]
    assert "filter-repo" in own.todo
    assert dict(replayed(at_home(shop), "repo").rules) == {}


def test_a_stranger_s_repository_is_not_written_to(env, shop):
    repository(shop)
    (shop / ".cm").mkdir()
    (shop / ".cm/playbook.yaml").write_text(f"schema: 1\nrules:\n  - id: r-theirs\n    text: {RULE}\n")
    commit(env, [Add("Keep migrations small.")], source="human")
    here = at_home(shop)
    with pytest.raises(Usage, match="not trusted"):
        done(here, "r-theirs")
    told = done(here, RULE)
    assert RULE in (shop / ".cm/playbook.yaml").read_text()
    assert [each for each in told.unreached if "not trusted" in each.why]
    say_yes(at_home(shop), yes=True)
    [item] = [item for item in shelf(at_home(shop)).shelved if item.rule.id == "r-theirs"]
    assert item.blocked_by.startswith("e-")


def test_trying_writes_nothing_at_all_and_needs_nobody(env, shop):
    by_claude(shop, f"From now on always hide {WORDS} from everybody.")
    reflect(env, Reflect())
    before = {path: path.read_bytes() for path in env.home.root.rglob("*") if path.is_file()}
    told = erase(at_home(shop, CLAUDECODE="1"), WORDS, "why not", dry_run=True)
    assert {path: path.read_bytes() for path in env.home.root.rglob("*") if path.is_file()} == before
    assert (told.dry_run, told.receipt, told.id) == (True, "", "")
    assert {"journal", "playbook", "git history of the home"} <= {each.where for each in told.places}
    with pytest.raises(NeedsAHuman):
        erase(at_home(shop, CLAUDECODE="1"), WORDS, "why not", yes=True)
    with pytest.raises(NeedsAHuman):
        erase(env, WORDS, "why not")


def test_a_rule_whose_id_came_from_elsewhere_is_erased_by_it(env):
    commit(env, [Add(RULE)], source="human")
    book = env.home.playbook
    book.write_text(book.read_text().replace(rule_of(env, WORDS).id, "b-lmbz12ab"))
    assert done(env, "b-lmbz12ab").removed == ("b-lmbz12ab",)
    assert everywhere(env, WORDS) == []


def test_too_little_to_go_by_is_refused(env):
    for what in ("", "  ", "ab", "...", "的"):
        with pytest.raises(Usage):
            erase(env, what, "x", yes=True)
    with pytest.raises(Usage):
        erase(env, "enough words", " ", yes=True)
    with pytest.raises(NotFound):
        erase(env, "r-nothing", "x", yes=True)


def test_what_is_nowhere_is_kept_out_all_the_same(env, shop):
    commit(env, [Add("Keep migrations small.")], source="human")
    told = done(env, WORDS)
    assert (told.places, bool(told.receipt)) == ((), True)
    by_claude(shop, f"From now on always hide {WORDS} from everybody, and use pnpm.", f"again {WORDS}")
    reflect(env, Reflect())
    assert everywhere(env, WORDS) == []
    assert "hide [erased] from everybody" in "".join(
        path.read_text() for path in env.home.journal.rglob("*.jsonl")
    )


def test_the_receipt_has_no_word_of_it_and_is_listed(env):
    commit(env, [Add("Keep migrations small.")], source="human")
    told = erase(env, WORDS, f"since {WORDS} is secret", yes=True)
    [kept] = erased(env).receipts
    assert (kept.id, kept.words, kept.reason) == (told.id, 5, "since [erased] is secret")
    assert erased(env).pending == ()
    assert everywhere(env, WORDS) == []
    assert oct(os.stat(env.home.tombstone_key).st_mode)[-3:] == "600"


def test_a_secret_that_is_the_reason_is_in_no_receipt(env):
    token = "ghp_16C7e42F292c6912E7710c838347Ae178B4a"
    erase(env, WORDS, f"it stood beside {token}", yes=True)
    [kept] = erased(env).receipts
    assert kept.reason.startswith("it stood beside [secret:")
    assert everywhere(env, token) == []


def test_what_was_cut_short_is_completed_by_the_next_command(env):
    commit(env, [Add(RULE), Add("Keep migrations small.")], source="human")
    gone = rule_of(env, WORDS)
    done(env, gone.id)
    [kept] = receipts.receipts(env.home)
    # as if it had died before its first step
    receipts.begin(env.home, replace(kept, done=False, places=()))
    (env.home.receipts / f"{kept.id}.json").unlink()
    env.home.playbook.write_text(f"schema: 1\nrules:\n  - id: {gone.id}\n    text: {RULE}\n")
    (env.home.root / "left.bak").write_text(RULE)
    refresh(env)
    assert erased(env).pending == ()
    [later] = erased(env).receipts
    assert (later.completed_later, later.done) == (True, True)
    assert everywhere(env, WORDS) == []
    assert resume(env) == ()


def test_bytes_of_another_machine_are_known(env):
    commit(env, [Add(RULE)], source="human")
    lines = env.home.decisions.read_bytes()
    book = env.home.playbook.read_bytes()
    assert erased_in(env, lines) == ""
    told = done(env, rule_of(env, WORDS).id)
    assert erased_in(env, lines) == erased_in(env, book) == told.id
    assert erased_in(env, b"other bytes") == ""
    assert read_tombstones(env.home).stones[0].rules == told.removed


def test_a_session_that_was_handed_over_goes_with_its_file_and_out_of_old_commits(env, shop):
    init(env)
    inbox = env.home.root / "inbox"
    inbox.mkdir(parents=True)
    for name, words in (("other", "nothing"), ("mine", WORDS)):
        lines = [
            {"schema": "cm.session/1", "session": name, "tool": "helpmate", "cwd": str(shop)},
            {"by": "user", "text": f"always hide {words}"},
        ]
        (inbox / f"{name}.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    reflect(env, Reflect())
    [head] = [head for head in Journal(env.home.journal).sessions() if head.source.endswith("mine.jsonl")]
    git = ["git", "-C", str(env.home.root)]
    subprocess.run([*git, "add", "-f", "inbox/mine.jsonl"], check=True)
    subprocess.run(
        [*git, "-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "by hand"], check=True
    )
    done(env, head.id)
    assert not (inbox / "mine.jsonl").exists()
    assert (inbox / "other.jsonl").exists()
    assert everywhere(env, WORDS) == []
    objects = subprocess.run(
        [*git, "cat-file", "--batch-all-objects", "--batch"], capture_output=True, check=True
    ).stdout
    assert WORDS.encode() not in objects


def test_what_is_appended_to_a_log_meanwhile_is_not_lost(env, monkeypatch):
    commit(env, [Add("Keep migrations small.")], source="human")
    ledger = LedgerFiles(env.home.ledger_dir)
    ledger.append_shown(Shown("c-1", env.stamp, "context", ("r-a",), "0" * 64, task=WORDS))
    real = leftovers.replace

    def slow(path, data, **more):
        if path == env.home.shown:
            ledger.append_shown(Shown("c-2", env.stamp, "context", ("r-b",), "0" * 64, task=f"again {WORDS}"))
        real(path, data, **more)

    monkeypatch.setattr(leftovers, "replace", slow)
    done(env, WORDS)
    assert [(each.id, each.task) for each in ledger.shown()] == [
        ("c-1", "[erased]"),
        ("c-2", "again [erased]"),
    ]


def test_a_folder_that_is_called_so_is_named_and_its_path_is_not_written_down_again(own_world):
    place = own_world / "quokka-industries"
    place.mkdir()
    env = at_home(place)
    by_claude(place, "From now on always use pnpm and never npm in this repo.")
    reflect(env, Reflect())
    told = done(env, "quokka industries")
    assert [each for each in told.unreached if each.where == str(place) and "rename" in each.todo]
    reflect(at_home(place), Reflect())
    assert everywhere(env, "quokka-industries") == []


def test_a_file_that_may_not_be_written_is_named_and_hinders_nothing(env, monkeypatch):
    commit(env, [Add(RULE)], source="human")
    old = env.home.root / "backups/old.txt"
    old.parent.mkdir()
    old.write_text(RULE)
    real = leftovers.replace

    def shut(path, data, **more):
        if path == old:
            raise Unwritable(f"cannot write {path}", hint="", errno=errno.EACCES)
        real(path, data, **more)

    monkeypatch.setattr(leftovers, "replace", shut)
    told = done(env, rule_of(env, WORDS).id)
    assert [each.where for each in told.unreached if "old.txt" in each.where]
    assert everywhere(env, WORDS) == ["backups/old.txt"]
    assert erased(env).pending == ()
    full = Unwritable("the disk is full", hint="", errno=errno.ENOSPC)
    monkeypatch.setattr(leftovers, "replace", lambda *_, **__: (_ for _ in ()).throw(full))
    with pytest.raises(Unwritable):
        done(env, WORDS)
    assert len(erased(env).pending) == 1
    monkeypatch.setattr(leftovers, "replace", real)
    assert len(resume(env)) == 1
    assert everywhere(env, WORDS) == []


def test_quotes_of_an_erased_session_are_known_in_another_machine_s_files(env, shop):
    by_claude(shop, f"From now on always hide {WORDS} from everybody.")
    reflect(env, Reflect())
    book, lines = env.home.playbook.read_bytes(), env.home.decisions.read_bytes()
    told = done(env, CLAUDE)
    assert erased_in(env, book) == erased_in(env, lines) == told.id
    assert (
        erased_in(env, env.home.playbook.read_bytes())
        == erased_in(env, env.home.decisions.read_bytes())
        == ""
    )


def test_a_short_rule_goes_from_the_event_that_it_was_learned_from_and_its_transcript_is_named(env, shop):
    path = by_claude(shop, "ok, always use pnpm.", "hm, do they always use pnpm over there?")
    reflect(env, Reflect())
    event = Journal(env.home.journal).read(CLAUDE)[1][0]
    proof = Evidence("user", "always use pnpm", session=CLAUDE, event=event.id, span=(4, 19))
    commit(env, [Add("Always use pnpm.", evidence=(proof,))], source="human")
    told = done(env, rule_of(env, "Always use pnpm").id)
    events = Journal(env.home.journal).read(CLAUDE)[1]
    assert "pnpm" not in events[0].text
    assert events[1].text == "hm, do they always use pnpm over there?"
    assert [each.where for each in told.unreached] == [str(path)]


def test_a_broken_playbook_hinders_nobody_from_erasing(env):
    commit(env, [Add("Keep migrations small.")], source="human")
    env.home.playbook.write_text(f"rules: [\n  - {WORDS}\n")
    assert done(env, WORDS).places
    assert everywhere(env, WORDS) == []


@pytest.mark.parametrize(
    "step", ["_keep_out", "take_out_sessions", "cut_book", "_exports", "clean_files", "unreached", "finish"]
)
def test_cut_short_before_any_step_it_is_complete_at_the_next_question(env, monkeypatch, step):
    commit(env, [Add(RULE), Add("Keep migrations small.")], source="human")

    def dies(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(erasing, step, dies)
    with pytest.raises(KeyboardInterrupt):
        done(env, rule_of(env, WORDS).id)
    monkeypatch.undo()
    assert len(erased(env).pending) == 1
    assert not [item for item in shelf(env).shelved if WORDS in item.rule.text]  # asking completes it
    assert (erased(env).pending, len(erased(env).receipts)) == ((), 1)
    assert everywhere(env, WORDS) == []
    assert dict(replayed(env).rules) == {item.rule.id: item.rule for item in shelf(env).shelved}


def test_with_a_fact_go_those_that_it_replaced(env):
    init(env)
    add(env, [Wish(Add("The quokka gateway listens on port 5432.", kind="fact", about="project:quokka"))])
    add(env, [Wish(Add("The walrus gateway listens on port 9999.", kind="fact", about="project:walrus"))])
    for port in ("6543", "7654"):
        correct(env, newest(env, "quokka"), f"The quokka gateway listens on port {port}.")
    done = erase(env, newest(env, "quokka"), "a secret place", yes=True)
    assert len(done.removed) == 3
    assert everywhere(env, "quokka gateway") == []
    assert rule_of(env, "walrus").state == "active"


def newest(env, words):
    found = [item.rule for item in shelf(env, whole=True).shelved if words in item.rule.text]
    return next(rule.id for rule in found if rule.state == "active")
