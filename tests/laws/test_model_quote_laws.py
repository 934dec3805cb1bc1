"""Laws of what a model proposes: every quote that is admitted stands in its event, by its author; nothing else is."""

from hypothesis import given, settings
from hypothesis import strategies as st

from cm.core.curation.admit import Admitted, admit
from cm.core.reflection.answer import proposed_by
from cm.model.playbook import Playbook
from tests.kit.build import ts
from tests.kit.talk import SHOP, talk
from tests.unit.core.reflection.test_brief import works

SAID = (
    ("user", "fix the cart, its total is **wrong** again"),
    ("agent", "I will install the packages with npm and run the tests."),
    ("npm install", 1, "npm ERR! use `--force` to install"),
    ("user", "no, in this repo we always use `pnpm install`, never npm. And please don't touch the generated files."),
    ("pnpm install", 0, "Done in 3.2s"),
    ("user", "thanks, go on"),
)  # fmt: skip
HEAD, EVENTS = talk(*SAID)
(WORK,) = works(HEAD, EVENTS)
TEXTS = st.sampled_from(
    ["Install packages with `pnpm install`, never with npm.", "Do not touch the generated files.", "Use `--force` to install.", "`pnpm install` works here, `npm install` fails.", "Deploy on Fridays."]
)  # fmt: skip


@st.composite
def quotes(draw):
    """Words of an event, whole or in part, elided, in another spelling, or of nobody; under any number and any name."""
    event = draw(st.sampled_from(WORK.evidence.events))
    start = draw(st.integers(0, max(0, len(event.text) - 1)))
    end = draw(st.integers(start, len(event.text)))
    words = event.text[start:end]
    quote = draw(
        st.sampled_from(
            [
                words,
                event.text,
                words.upper(),
                words.replace("`", ""),
                f"{words[:12]} … {words[-12:]}",
                "never said",
                f"{words} and more",
            ]
        )
    )
    number = draw(st.one_of(st.just(WORK.evidence.events.index(event) + 1), st.integers(-2, 12)))
    return {"event": number, "by": draw(st.sampled_from(["user", "agent", "tool", "file"])), "quote": quote}


ITEMS = st.fixed_dictionaries(
    {"do": st.sampled_from(["add", "replace"]), "text": TEXTS, "kind": st.sampled_from(["rule", "anti-pattern", "fact", "preference"]), "quotes": st.lists(quotes(), max_size=3)},
    optional={"scope": st.sampled_from([{"where": "everywhere"}, {"where": "project"}, "everywhere"])},
)  # fmt: skip


@settings(max_examples=300, deadline=None)
@given(st.lists(ITEMS, min_size=1, max_size=4))
def test_every_quote_that_is_admitted_is_the_exact_slice_of_its_event_by_its_author(items):
    found = proposed_by(items, WORK, at=ts(), model="p/m")
    events = {event.id: event for event in EVENTS}
    for delta in found.deltas:
        answer = admit(delta, book=Playbook(), events=events, source="model")
        if not isinstance(answer, Admitted):
            continue
        assert answer.state == "draft"
        assert answer.delta.evidence
        for item in answer.delta.evidence:
            event = events[item.event]
            assert event.text[item.span[0] : item.span[1]] == item.quote
            assert (event.by, event.session) == (item.by, item.session)
        if answer.delta.kind != "fact":
            assert any(item.by == "user" for item in answer.delta.evidence)
        assert answer.delta.scope.project == SHOP
