from pathlib import Path

import pytest
from ruamel.yaml import YAML

from cm.core.screening.screen import screen

CASES = Path(__file__).parent / "screen"


def load(name):
    return YAML(typ="safe").load((CASES / name).read_text("utf-8"))


REFUSED = [(reason, text) for reason, texts in load("refused.yaml").items() for text in texts]
# the same sentence may rightly be refused for either reason
ALIKE = {
    "secret": {"personal"},
    "personal": {"not-lasting"},
    "self-reference": {"not-lasting"},
    "injection": set(),
}


@pytest.mark.parametrize(
    "reason, text", REFUSED, ids=[f"{reason}: {text[:40]!r}" for reason, text in REFUSED]
)
def test_what_may_never_be_a_rule_is_refused_with_its_reason(reason, text):
    found = screen(text)
    assert found is not None
    assert reason == "any" or found in {reason, *ALIKE.get(reason, set())}


@pytest.mark.parametrize("text", load("passed.yaml"))
def test_a_good_rule_passes(text):
    assert screen(text) is None
