"""Runs the stanzas of `admit/`: who may say what, and which words prove it."""

import pytest

from cm.core.curation.admit import Admitted, admit
from tests.cases.stanzas import delta_of, events, stanzas
from tests.kit import book


def screen(text):
    return "secret" if "hunter2" in text else "injection" if "ignore all previous" in text.lower() else None


@pytest.mark.parametrize("stanza", [pytest.param(data, id=name) for name, data in stanzas("admit")])
def test_the_gate_answers_as_the_stanza_says(stanza):
    said = events()
    answer = admit(
        delta_of(stanza["delta"]), book=book(), events=said, source=stanza["source"], screen=screen
    )
    outcome = answer.state if isinstance(answer, Admitted) else answer.reason
    assert outcome == stanza["answer"], answer
    if isinstance(answer, Admitted):
        assert [item.quote for item in answer.delta.evidence] == stanza.get("quotes", [])
        for item in answer.delta.evidence:
            if item.span:
                event = said[item.event]
                assert event.text[slice(*item.span)] == item.quote
                assert (event.by, event.session) == (item.by, item.session)
    else:
        assert answer.suspected == stanza.get("suspected", False)
        assert answer.say
        assert not [words for words in stanza.get("unsaid", ()) if words in answer.say]
