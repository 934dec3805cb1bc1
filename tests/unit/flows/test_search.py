import os
from pathlib import Path

import pytest

from cm.core.secrets.scrub import VERSION
from cm.errors import Usage
from cm.flows.commit import commit
from cm.flows.diary import diary
from cm.flows.env import open_env
from cm.flows.search import quick_search, search
from cm.model.delta import Add
from cm.model.ledger import Blocked
from cm.model.rule import Evidence, Scope, Valid
from cm.model.session import Event, SessionHead
from cm.store.index import Index
from cm.store.journal import Journal
from cm.store.ledger import LedgerFiles
from tests.kit import NOW, ts

SHOP = "github.com/acme/shop"


@pytest.fixture
def env(own_world, tmp_path):
    Path(os.environ["CM_HOME"]).mkdir()
    return open_env(cwd=tmp_path, clock=lambda: NOW, tty=True)


@pytest.fixture(autouse=True)
def journal(env):
    kept = Journal(env.home.journal)
    head = SessionHead("host/a1", "host", "a1", project=SHOP, started=ts(9), ended=ts(2))
    said = [
        ("user", "message", "the flaky upload test fails again", 9, {}),
        ("agent", "message", "I pinned the clock, the upload passes now", 9, {}),
        ("agent", "command", "pytest -k upload", 2, {}),
        ("tool", "output", "1 failed, 12 passed in upload_test.py " + "x " * 800 + "the end", 2, {"of": "e-a2", "exit": 1}),
        ("agent", "command", "pytest -k upload --lf", 2, {}),
        ("tool", "output", "13 passed", 2, {"of": "e-a4", "exit": 0}),
        ("user", "message", "a key: [secret:github-token]", 2, {}),
    ]  # fmt: skip
    kept.append(
        head,
        [
            Event(f"e-a{n}", "host/a1", n, ts(days), by, kind, text, scrubbed=VERSION, **more)
            for n, (by, kind, text, days, more) in enumerate(said)
        ],
    )
    other = SessionHead("host/b1", "host", "b1", project="elsewhere/shop", started=ts(1))
    kept.append(other, [Event("e-b0", "host/b1", 0, ts(1), "user", "message", "upload the 部署脚本 with fetchUserProfile in src/app/main_view.py")])  # fmt: skip
    return kept


def ids(found):
    return [hit.id for hit in found.hits]


def add(env, text, **fields):
    return list(commit(env, [Add(text=text, **fields)], source="human").book)[-1].id


def marked(hit):
    return [hit.text[start:end] for start, end in hit.matches]


def test_all_of_the_words_come_first_and_any_of_them_otherwise(env):
    found = search(env, "flaky upload")
    assert (ids(found), found.every_word) == (["e-a0"], True)
    found = search(env, "flaky deployment")
    assert (ids(found), found.every_word) == (["e-a0"], False)


def test_what_stands_in_quotes_has_to_be_there_even_when_any_word_is_enough(env):
    assert ids(search(env, '"upload passes" nothing')) == ["e-a1"]
    assert ids(search(env, '"passes upload" upload')) == []


@pytest.mark.parametrize(
    "query, expected",
    [
        ("upload kind:command", {"e-a2", "e-a4"}),
        ("upload project:elsewhere/shop", {"e-b0"}),
        ("upload project:shop kind:message", {"e-a0", "e-a1", "e-b0"}),
        ("upload since:5d kind:message,command", {"e-a2", "e-a4", "e-b0"}),
        (f"upload until:{ts(8)[:10]}", {"e-a0", "e-a1"}),
        ("upload by:agent kind:message", {"e-a1"}),
        ("upload host:other", set()),
        ("pytest exit:!0", {"e-a2"}),
        ("pytest exit:0", {"e-a4"}),
        ("kind:command exit:1", {"e-a2"}),
        ("passed exit:1", {"e-a3"}),
        ("upload -pytest -clock", {"e-a0", "e-b0", "e-a3"}),
        ("upload -kind:message -kind:output", {"e-a2", "e-a4"}),
        ("flak* OR clock", {"e-a0", "e-a1"}),
        ("session:b1", {"e-b0"}),
        ("部署", {"e-b0"}),
        ("署脚", {"e-b0"}),
        ("部", {"e-b0"}),
        ("profile", {"e-b0"}),
        ("fetch_user_profile", {"e-b0"}),
        ("fetchuserprofile", {"e-b0"}),
        ("src/app/main_view.py", {"e-b0"}),
        ("view.py", {"e-b0"}),
        ('"the end" kind:output', {"e-a3"}),
    ],
)
def test_the_query_language_on_a_journal(env, query, expected):
    found = search(env, query)
    assert set(ids(found)) == expected
    assert found.every_word


def test_options_are_filters(env):
    assert ids(search(env, "upload", project="elsewhere/shop")) == ["e-b0"]
    assert ids(search(env, "pytest", kind="command", since="5d", by="agent", limit=1)) == ["e-a2"]


def test_the_middle_of_a_long_output_is_found_and_shown_around_the_words(env):
    hit = search(env, "passed upload_test.py").hits[0]
    assert (hit.id, hit.exit) == ("e-a3", 1)
    assert hit.text.startswith("1 failed")
    assert hit.text.endswith("…")
    assert marked(hit) == ["passed", "upload_test.py"]


def test_a_rule_that_matches_well_comes_first_with_its_place(env):
    made = add(env, "Pin the clock before the upload tests run.", scope=Scope(project=SHOP))
    found = search(env, "upload clock")
    assert [hit.source for hit in found.hits] == ["rule", "event"]
    assert (found.hits[0].id, found.hits[0].place, found.hits[0].project) == (made, "user playbook", SHOP)
    assert [hit.source for hit in search(env, "upload clock kind:rule").hits] == ["rule"]
    assert search(env, "clock kind:anti-pattern").hits == ()
    assert ids(search(env, "upload clock project:elsewhere/shop")) == ["e-b0"]


def test_a_withdrawn_rule_does_not_come_back_by_its_own_words(env):
    made = add(env, "Zebrafish fixtures are sorted before every comparison.")
    assert ids(search(env, "zebrafish")) == [made]
    LedgerFiles(env.home.ledger_dir).append_blocked(
        Blocked("b-1", made, "Zebrafish fixtures are sorted before every comparison.", ts(), "human")
    )
    found = search(env, "zebrafish")
    assert found.hits == ()


def test_diaries_are_found_and_follow_their_file(env):
    told = diary(env, "a1")
    found = search(env, "flaky kind:diary")
    assert [(hit.source, hit.id, hit.session) for hit in found.hits] == [("diary", told.diary.id, "host/a1")]
    assert "diary" in [hit.source for hit in search(env, "flaky upload").hits]
    next(env.home.diary.rglob("y-*.json")).unlink()
    assert search(env, "flaky kind:diary").hits == ()


def test_what_says_the_very_same_is_told_once(env, journal):
    head = SessionHead("host/c1", "host", "c1", started=ts(1))
    journal.append(
        head, [Event(f"e-c{n}", "host/c1", n, ts(1), "agent", "command", "make lint") for n in range(5)]
    )
    found = search(env, "make lint")
    assert [(hit.id, hit.alike) for hit in found.hits] == [("e-c4", 4)]


def test_the_index_is_made_from_the_journal_when_it_is_gone(env):
    search(env, "upload")
    Index.delete(env.home.index)
    assert len(search(env, "upload").hits) == 6


def test_withdrawn_words_are_counted_and_not_shown(env):
    LedgerFiles(env.home.ledger_dir).append_blocked(
        Blocked("b-1", "r-x", "the flaky upload test fails again", ts(), "human")
    )
    found = search(env, "flaky upload")
    assert (found.hits, found.withheld) == ((), 1)


def test_a_secret_that_an_older_scrubber_let_pass_is_not_shown(env, journal):
    head = SessionHead("host/d1", "host", "d1", started=ts(1))
    text = "zanzibar ghp_" + "aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0dF3hJ6"
    journal.append(head, [Event("e-d0", "host/d1", 0, ts(1), "user", "message", text)])
    found = search(env, "zanzibar")
    assert (found.hits, found.withheld) == ((), 1)


def test_the_quick_way_answers_the_same_as_the_long_way(env, monkeypatch, tmp_path):
    add(env, "Pin the clock before the upload tests run.")
    monkeypatch.setenv("CM_NOW", ts())
    for path in (env.home.playbook, env.home.decisions):
        os.utime(path, (1_700_000_000, 1_700_000_000))
    for query in ("upload clock", "upload since:5d", "pytest exit:!0", "部署"):
        long = search(open_env(cwd=tmp_path), query)
        assert quick_search(os.environ, str(tmp_path), query).data() == long.data()


def test_a_filter_that_names_nothing_is_told(env):
    assert search(env, "upload host:nobody").notes == ("`host:nobody` names nothing that is kept",)
    assert search(env, "test:unit").notes == ("`test:unit` was looked for as text: it is no filter",)


@pytest.mark.parametrize("query", ["  ", '"', "***"])
def test_no_words_are_a_usage_error_that_names_the_filters(env, query):
    with pytest.raises(Usage) as told:
        search(env, query)
    assert "exit:0" in told.value.hint


def test_an_unreadable_age_is_a_usage_error(env):
    with pytest.raises(Usage, match="since"):
        search(env, "upload", since="soon")


def fact(env, text, about="", since="", until="", evidence=(), **more):
    (made,) = commit(
        env,
        [
            Add(
                text=text,
                kind="fact",
                about=about,
                valid=Valid(since, until) if since or until else None,
                evidence=evidence,
                **more,
            )
        ],
        source="human",
    ).decisions
    return made.rules[0]


def test_a_fact_tells_whom_it_is_about_and_from_when_it_holds(env):
    made = fact(env, "The deploy target is the Frankfurt cluster.", "project:github.com/acme/shop", "2026-03")
    (hit,) = search(env, "frankfurt").hits
    assert (hit.id, hit.kind, hit.about, hit.since, hit.until) == (
        made, "fact", "project:github.com/acme/shop", "2026-03", "",
    )  # fmt: skip
    assert ids(search(env, "acme cluster")) == [made]  # whom it is about is found too


@pytest.mark.parametrize(
    "asked", ["about:ana", 'about:"ÁNA"', "about:person:ana", "about:anita billing", "billing about:Ana"]
)
def test_about_finds_facts_under_every_name_and_what_proves_them(env, journal, asked):
    journal.append(
        SessionHead("host/c1", "host", "c1", started=ts(3)),
        [Event("e-c0", "host/c1", 0, ts(3), "user", "message", "Ana owns the billing service, remember that", scrubbed=VERSION)],
    )  # fmt: skip
    proof = Evidence("user", "Ana owns the billing service", "host/c1", "e-c0", at=ts(3))
    made = fact(env, "Ana owns the billing service.", "person:Ana", evidence=(proof,), tags=("alias:Anita",))
    fact(env, "Bob owns the billing dashboards.", "person:Bob")
    assert set(ids(search(env, asked))) == {made, "e-c0"}


def test_the_project_here_is_meant_by_here_as_everywhere_else(env):
    made = fact(env, "The deploy target is the Frankfurt cluster.", f"project:{env.project}")
    fact(env, "The deploy target is the Paris cluster.", "project:github.com/acme/office")
    found = search(env, "deploy about:project:here")
    assert (ids(found), found.notes) == ([made], ())


def test_an_entity_that_no_fact_is_about_is_told(env):
    assert search(env, "upload about:nobody").notes == ("`about:nobody` names nothing that is kept",)
    assert ids(search(env, "upload about:nobody")) == []


def test_a_source_is_an_agent_an_author_or_a_file(env, journal):
    journal.append(
        SessionHead("other/d1", "other", "d1", source="/srv/shop/docs/OPS.md", started=ts(3)),
        [Event("e-d0", "other/d1", 0, ts(3), "file", "message", "The upload gateway listens on 8443.", scrubbed=VERSION)],
    )  # fmt: skip
    proof = Evidence("file", "The upload gateway listens on 8443.", "other/d1", "e-d0", at=ts(3))
    made = fact(env, "The upload gateway listens on 8443.", evidence=(proof,))
    both = {made, "e-d0"}
    assert set(ids(search(env, "upload source:other"))) == both
    assert set(ids(search(env, "upload source:file"))) == both
    assert set(ids(search(env, "upload source:docs/ops.md"))) == both
    assert set(ids(search(env, "upload", source="OPS.md"))) == both
    assert set(ids(search(env, "upload source:user"))) == {"e-a0", "e-b0"}
    assert search(env, "upload source:nowhere.md").notes == (
        "`source:nowhere.md` names nothing that is kept",
    )


def test_rules_facts_and_talk_stand_in_one_list(env):
    for n in range(6):
        add(env, f"Pin the clock before upload batch {'abcdef'[n]} runs.")
    fact(env, "The upload clock is pinned to UTC.")
    told = [hit.kind for hit in search(env, "upload clock").hits]
    assert told.index("message") < 3  # the one thing that was said is not behind all rules
    assert set(told) == {"rule", "fact", "message"}
    scores = [hit.score for hit in search(env, "upload clock").hits]
    assert scores == sorted(scores, reverse=True)


@pytest.mark.parametrize(
    "asked",
    [
        "about:org:acme",
        "source:needle.md",
        "project:acme/needle",
        "since:2026-11-29",
        "until:2020-01-01",
        "kind:fact",
        "host:rare",
    ],
)
def test_a_needle_is_found_behind_ten_thousand_better_hits(asked):
    """Filters are asked before anything is left out: of rules and of what was said alike."""
    from cm.core.language.query import read_query
    from cm.flows.search import _lists
    from cm.model.rule import Origin, Rule
    from cm.store import index_facets, index_rules, index_search, index_words

    index = Index.in_memory()
    made = {"until:2020-01-01": "2019-05-01T00:00:00Z", "since:2026-11-29": "2026-11-30T00:00:00Z"}.get(
        asked, ts(300)
    )
    hay = Rule(
        "r-hay", "upload upload", scope=Scope(project="hay", host="host"), origin=Origin("agent", at=ts(200))
    )
    needle = Rule(
        "r-needle", "a long sentence in which the upload stands among many other words that say nothing",
        kind="fact", about="org:acme", scope=Scope(project="github.com/acme/needle", host="rare" if "host" in asked else ""),
        origin=Origin("agent", at=made),
        evidence=(Evidence("file", "x", "rare/n", "e-needle"),),
    )  # fmt: skip
    card = '{{"id": "{0}", "text": "{1}"}}'
    with index.write():
        for n in range(10_000):
            index.db.execute("insert into rules (n, source, id, card, stage) values (?, 'user', ?, ?, '')", (n + 1, f"r-{n}", card.format(f"r-{n}", hay.text)))  # fmt: skip
            index.db.execute(
                "insert into rules_words (rowid, text, parts) values (?, ?, '')", (n + 1, hay.text)
            )
            index_facets.put_facets(index, n + 1, hay)
        # the needle is the oldest, so that the newest so many do not have it
        n = index_rules.put_rule(
            index, source="user", id="r-needle", sha="", state="active", card=card.format("r-needle", needle.text), rule="{}",
            terms={}, blocked_by="", screened="",
        )  # fmt: skip
        index_facets.put_facets(index, n, needle)
        reader = index_rules.put_verdicts(index, "k", 1e12, [(each + 1, 0) for each in range(10_001)])
    first = Event("e-needle", "rare/n", 0, made, "file", "message", needle.text, scrubbed=VERSION)
    index.add_events(
        SessionHead("rare/n", "rare", "n", source="/x/needle.md", project="github.com/acme/needle"), [first]
    )
    index.add_events(
        SessionHead("host/h", "host", "h", project="hay"),
        [Event(f"e-{n}", "host/h", n, ts(200), "user", "message", "upload upload", scrubbed=VERSION) for n in range(10_000)],
    )  # fmt: skip
    query = read_query(f"upload {asked}", 1_790_000_000.0)
    places = index_search.places(index, query, (), reader)
    rules, _, events = _lists(index, query, index_words.expression(query), places, reader, 40)
    assert [row.id for row in rules] == ["r-needle"]
    assert [row.id for row in events] == ([] if asked.startswith("kind:") else ["e-needle"])
    index.close()


def around(hit):
    return [(">" if line.hit else "|") + line.text for line in hit.lines]


def test_lines_of_the_source_stand_around_a_hit_in_its_event_and_its_neighbours(env, journal):
    text = "first\nsecond\nthe zebra line\nfourth\nfifth"
    said = [("user", "what happened?"), ("tool", text), ("agent", "I see")]
    journal.append(
        SessionHead("host/z1", "host", "z1", started=ts(3)),
        [Event(f"e-z{n}", "host/z1", n, ts(3), by, "message", words, scrubbed=VERSION) for n, (by, words) in enumerate(said)],
    )  # fmt: skip
    assert search(env, "zebra").hits[0].lines == ()
    assert around(search(env, "zebra", source_lines=1).hits[0]) == ["|second", ">the zebra line", "|fourth"]
    (hit,) = search(env, "zebra", source_lines=3).hits
    assert around(hit) == [
        "|what happened?", "|first", "|second", ">the zebra line", "|fourth", "|fifth", "|I see",
    ]  # fmt: skip
    assert [line.by for line in hit.lines] == ["user", *["tool"] * 5, "agent"]


def test_the_lines_of_a_fact_are_those_of_the_file_as_it_was_read(env, journal, tmp_path):
    (tmp_path / "OPS.md").write_text("The gateway moved away.\n")
    text = "# Ops\nThe gateway listens on 8443.\nAsk Ana."
    journal.append(
        SessionHead("notes/o1", "notes", "o1", source=str(tmp_path / "OPS.md"), started=ts(3)),
        [Event("e-o0", "notes/o1", 0, ts(3), "file", "message", text, scrubbed=VERSION)],
    )
    proof = Evidence("file", "The gateway listens on 8443.", "notes/o1", "e-o0", at=ts(3))
    fact(env, "The gateway listens on 8443.", evidence=(proof,))
    (hit,) = search(env, "gateway kind:fact", source_lines=1).hits
    assert around(hit) == ["|# Ops", ">The gateway listens on 8443.", "|Ask Ana."]


def test_withdrawn_lines_and_secrets_do_not_stand_around_a_hit(env, journal):
    far = "\n".join(["other words that fill a line " * 4] * 4)
    secret = "ghp_k3Jd82LmQpZx7VnT4rYb9WcE1sHg6uAo5fRi"
    text = f"Zebrafish fixtures are sorted before every comparison.\n{far}\nthe quokka line\n{far}\n{secret}"
    journal.append(
        SessionHead("host/q1", "host", "q1", started=ts(3)),
        [Event("e-q0", "host/q1", 0, ts(3), "tool", "output", text, scrubbed=0)],
    )
    LedgerFiles(env.home.ledger_dir).append_blocked(
        Blocked("b-1", "r-x", "Zebrafish fixtures are sorted before every comparison.", ts(), "human")
    )
    hits = search(env, "quokka", source_lines=5).hits
    said = "\n".join(line.text for hit in hits for line in hit.lines)
    assert [line.text for hit in hits for line in hit.lines if line.hit] == ["the quokka line"]
    assert len(hits[0].lines) == 11
    assert "Zebrafish" not in said
    assert "ghp_k3Jd" not in said
