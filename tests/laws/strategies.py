"""What the laws are tried on: small worlds in which texts collide, marks repeat and evidence is half true."""

from dataclasses import replace

from hypothesis import strategies as st

from cm.core.curation.curate import LedgerView
from cm.core.serving.blocklist import Blocklist
from cm.model.delta import (
    Add,
    Approve,
    Doubt,
    Follow,
    Judge,
    Merge,
    Pin,
    Promote,
    Replace,
    Restore,
    Retire,
    Settle,
    Split,
    Take,
)
from cm.model.ledger import Blocked, Mark
from cm.model.rule import Evidence, Origin, Rule, Scope, Unmerged, Valid, Was
from cm.model.session import Event
from tests.kit import NOW, book, ts
from tests.kit.relation import opposing

TEXTS = (
    "Use tabs for indentation.", "use **tabs** for indentation", "Always use tabs for indentation!", "Never use tabs for indentation.",
    "Use spaces for indentation.", "Run the tests with `uv run pytest -q`.", "Run tests with uv run pytest -q", "Run the tests with `uv run pytest -x`.",
    "Requests time out after 30 seconds.", "Requests time out after 300 seconds.", "Prefer tabs over spaces.", "Prefer spaces over tabs.",
    "请使用 pnpm，不要用 npm。", "Avoid using tabs for indentation", "Retry uploads twice.", "", "…", "x" * 600,
)  # fmt: skip
relate = opposing(
    (
        ("Use tabs for indentation.", "Never use tabs for indentation."),
        ("Always use tabs for indentation!", "Never use tabs for indentation."),
        ("Use tabs for indentation.", "Use spaces for indentation.", "perhaps"),
        ("Always use tabs for indentation!", "Use spaces for indentation.", "perhaps"),
        ("Requests time out after 30 seconds.", "Requests time out after 300 seconds."),
        ("Prefer tabs over spaces.", "Prefer spaces over tabs."),
        ("Prefer tabs over spaces.", "Use spaces for indentation.", "perhaps"),
        ("Run the tests with `uv run pytest -q`.", "Run the tests with `uv run pytest -x`.", "perhaps"),
        ("Run tests with uv run pytest -q", "Run the tests with `uv run pytest -x`.", "perhaps"),
        ("Avoid using tabs for indentation", "Prefer tabs over spaces.", "perhaps"),
    )
)
"""How the laws' rules relate."""
IDS = tuple(f"r-{at}" for at in range(6))
SAID = {
    "e1": ("s1", "user", "No: use **tabs** for indentation, from now on."),
    "e2": ("s2", "user", "please use tabs for indentation"),
    "e3": ("s1", "tool", "use tabs for indentation, said the linter"),
    "e4": ("s3", "user", "以后请使用 pnpm，不要用 npm。 Run tests with uv run pytest -q"),
}
EVENTS = {
    name: Event(name, f"codex/{session}", at, ts(1), by, "message", text)
    for at, (name, (session, by, text)) in enumerate(SAID.items())
}
SOURCES = ("human", "script", "agent", "heuristic", "model", "starter", "import", "review")
AUTOMATIC = ("agent", "heuristic", "model", "starter", "import")

texts = st.sampled_from(TEXTS) | st.text(max_size=40)
ids = st.sampled_from(IDS)
kinds = st.sampled_from(("rule", "anti-pattern", "fact", "preference"))
scopes = st.sampled_from(
    (Scope(), Scope(project="github.com/acme/shop"), Scope(path="../x"), Scope(language="go"))
)
evidence = st.lists(
    st.builds(
        Evidence,
        by=st.sampled_from(("user", "tool", "agent", "human")),
        quote=st.sampled_from(
            (
                "use tabs",
                "USE tabs for … now on",
                "from now on",
                "不要用 npm",
                "nobody said it",
                "",
                "uv run pytest -q",
            )
        ),
        session=st.sampled_from(("", "codex/s1", "codex/s2")),
        event=st.sampled_from(("", *SAID, "nowhere")),
        span=st.none() | st.just((0, 8)) | st.just((-3, 10**9)),
    ),
    max_size=3,
).map(tuple)
reasons = st.just("") | st.text(max_size=10)
validities = st.none() | st.sampled_from(
    (Valid("2026"), Valid("2026-11-20"), Valid("", "2026-11"), Valid(ts(2), ""), Valid("soon", "never"), Valid("2027", "2025"))
)  # fmt: skip
abouts = st.sampled_from(("", "", "person:Amal", "user, project:shop"))
lines = st.none() | st.sampled_from((Unmerged("a", "a" * 40), Unmerged("b", "b" * 40)))
adds = st.builds(
    Add, text=texts, kind=kinds, scope=scopes, why=reasons, evidence=evidence,
    standing_words=st.booleans(), tags=st.sampled_from(((), ("a",), ("b", "a"))), id=st.just("") | ids,
    about=abouts, unmerged=lines | st.just(Unmerged("")),
)  # fmt: skip
rules = st.builds(
    Rule,
    id=ids,
    text=st.sampled_from([text for text in TEXTS if 5 < len(text) < 500]),
    kind=kinds,
    scope=scopes.filter(lambda scope: not scope.path),
    state=st.sampled_from(("active", "active", "draft", "contested", "superseded", "retired")),
    why=st.sampled_from(("", "It is faster.", "The linter says so.")),
    pinned=st.sampled_from(("", "", "mine")),
    approved=st.sampled_from(("", "", ts(2))),
    evidence=st.just(()) | st.just((Evidence("user", "from now on", "codex/s1", "e1", (33, 44)),)),
    replaces=st.just(()) | ids.map(lambda name: (name,)),
    replaced_by=st.just("") | ids,
    contests=st.just(()) | ids.map(lambda name: (name,)),
    valid=validities,
    about=abouts,
    unmerged=lines,
    origin=st.sampled_from(("human", "model", "starter")).map(lambda by: Origin(by, ts(3))),
)
verbs = (
    st.builds(
        Replace, rule=ids, text=texts, why=reasons, evidence=evidence, kind=st.none() | kinds,
        since=st.sampled_from(("", "", "2026-11", "2027", "soon")), wording=st.booleans(),
    )
    | st.builds(Merge, rules=st.lists(ids, max_size=3).map(tuple), text=texts, why=reasons, evidence=evidence)
    | st.builds(Retire, rule=ids, reason=st.text(max_size=5))
    | st.builds(Approve, rule=ids)
    | st.builds(Pin, rule=ids, reason=st.sampled_from(("", "mine")))
    | st.builds(Promote, rule=ids, line=lines.filter(bool), into=st.just("main"))
    | st.builds(Follow, rule=ids, line=lines.filter(bool), branch=st.just("feature/new"))
    | st.builds(Doubt, rule=ids, reason=st.just("it is gone"))
    | st.builds(Split, rule=ids, texts=st.lists(texts, min_size=2, max_size=3).map(tuple))
    | st.builds(Settle, rules=st.tuples(ids, ids), keep=st.just("both") | ids)
    | st.builds(Judge, rule=ids, verdict=st.sampled_from(("helpful", "harmful")), session=st.sampled_from(("", "codex/s1")), evidence=evidence)
    | st.builds(Take, rule=rules.map(lambda rule: replace(rule, was=(Was("Use tabs for indentation."),))) | rules, live=st.booleans())
)  # fmt: skip
deltas = st.lists(
    adds | adds | verbs | st.builds(Restore, rule=ids, to=st.none() | rules, undoes=st.just("d-1")),
    max_size=6,
)
books = st.lists(rules, max_size=6, unique_by=lambda rule: rule.id).map(lambda found: book(*found))
marks = st.lists(
    st.builds(
        Mark,
        id=st.integers(0, 12).map(lambda n: f"m-{n}"),
        rule=ids,
        verdict=st.sampled_from(("helpful", "harmful", "harmful")),
        at=st.floats(-3, 400).map(ts),
        session=st.sampled_from(("", "a", "b", "c", "d")),
        note=st.just("") | st.text(max_size=20),
        weight=st.sampled_from((1.0, 0.5, 2.0, -1.0, float("inf"))),
        undoes=st.just("") | st.just("") | st.integers(0, 12).map(lambda n: f"m-{n}"),
    ),
    max_size=14,
).map(tuple)
blocks = st.lists(st.sampled_from(TEXTS), max_size=2).map(
    lambda found: Blocklist.from_lines(
        Blocked(f"x-{at}", "r-0", text, ts(2), "human") for at, text in enumerate(found)
    )
)
ledgers = st.builds(LedgerView, marks=marks, blocked=blocks)


def clean(text):
    """A content screen that lets everything pass, so that the laws meet the rest of the gate."""
    return


__all__ = [
    "AUTOMATIC",
    "EVENTS",
    "NOW",
    "SOURCES",
    "TEXTS",
    "adds",
    "blocks",
    "books",
    "clean",
    "deltas",
    "ids",
    "ledgers",
    "marks",
    "relate",
    "rules",
    "texts",
    "verbs",
]
