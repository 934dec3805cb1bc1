import json
import random
import re
import string
from pathlib import Path

import pytest
from ruamel.yaml import YAML

from cm.core.secrets.scrub import find_secret, scrub

CASES = Path(__file__).parent / "scrub"
LETTERS = {
    "A": string.ascii_letters + string.digits,
    "a": string.ascii_lowercase + string.digits,
    "U": string.ascii_uppercase + "234567",
    "H": "0123456789abcdef",
    "D": string.digits,
    "B": string.ascii_letters + string.digits + "+/",
    "W": string.ascii_letters + string.digits + "-_",
}


def load(name):
    return YAML(typ="safe").load((CASES / name).read_text("utf-8"))


def filled(template, seed):
    """A text with random characters in it, so that no secret, not even an invented one, stands in a file."""
    dice = random.Random(f"{seed}{template}")

    def characters(hit):
        letters, length = LETTERS[hit[1]], int(hit[2])
        made = "".join(dice.choice(letters) for _ in range(length))
        # whatever the dice say, a token holds letters and digits
        return made[:-4] + "e7d3" if hit[1] in "aAHW" and length >= 12 else made

    return re.sub(r"<([AaUHDBW])(\d+)>", characters, template)


TAKEN = [(kind, text) for kind, texts in load("taken.yaml").items() for text in texts]


@pytest.mark.parametrize("kind, template", TAKEN, ids=[f"{kind}: {text[:40]!r}" for kind, text in TAKEN])
def test_a_secret_is_replaced_by_its_kind_and_nothing_else_is(kind, template):
    for seed in range(10):
        parts = filled(template, seed).split("§")
        text = "".join(parts)
        clean, count = scrub(text)
        if len(parts) > 1:
            assert clean == "".join(f"[secret:{kind}]" if n % 2 else part for n, part in enumerate(parts))
            assert count == len(parts) // 2
            assert find_secret(text) == kind
        else:
            assert f"[secret:{kind}]" in clean
        assert scrub(clean) == (clean, 0)


@pytest.mark.parametrize("text", load("kept.yaml"))
def test_what_is_no_secret_stays_as_it_is(text):
    assert scrub(text) == (text, 0)


@pytest.mark.parametrize("text", load("kept.yaml"))
def test_what_is_no_secret_stays_also_inside_json(text):
    told = json.dumps({"content": text, "sessionId": "5f0c1d2e-3b4a-4c5d-8e6f-7a8b9c0d1e2f"})
    assert scrub(told) == (told, 0)
