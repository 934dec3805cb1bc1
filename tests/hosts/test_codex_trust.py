"""Whether the user of Codex said yes to a hook is seen from Codex' own config."""

import pytest

from cm.hosts.codex_trust import check, hash_of

FILE = "/home/u/.codex/hooks.json"
HOOK = {"type": "command", "command": "/usr/bin/python3 '/home/u/a b/codex.py'", "timeout": 10}
ENTRY = {"matcher": "^Bash$", "hooks": [HOOK]}
PLACE = ("hooks", "PreToolUse", 1)
KEY = f"{FILE}:pre_tool_use:1:0"


def said(entry=ENTRY, place=PLACE, **kept):
    return check({"hooks": {"state": {KEY: kept}}} if kept else {}, ("/elsewhere", FILE), place, entry)


def test_a_hash_that_fits_is_a_yes():
    assert said(trusted_hash=hash_of("pre_tool_use", ENTRY, HOOK)) == "trusted"


def test_the_hash_is_of_the_compact_text_with_sorted_keys():
    text = (
        '{"event_name":"pre_tool_use","hooks":[{"async":false,"command":"x","timeout":600,"type":"command"}]}'
    )
    from hashlib import sha256

    assert (
        hash_of("pre_tool_use", {"hooks": []}, {"command": "x"})
        == "sha256:" + sha256(text.encode()).hexdigest()
    )


@pytest.mark.parametrize("change", [{"timeout": 11}, {"command": "other"}])
def test_what_changed_since_is_no_yes(change):
    changed = {**ENTRY, "hooks": [{**HOOK, **change}]}
    assert said(changed, trusted_hash=hash_of("pre_tool_use", ENTRY, HOOK)) == "changed since"
    assert (
        said({**ENTRY, "matcher": "x"}, trusted_hash=hash_of("pre_tool_use", ENTRY, HOOK)) == "changed since"
    )


def test_another_place_and_no_word_are_no_yes():
    kept = {"trusted_hash": hash_of("pre_tool_use", ENTRY, HOOK)}
    assert said(place=("hooks", "PreToolUse", 0), **kept) == "not trusted"
    assert said() == "not trusted"
    assert check({"hooks": 3}, (FILE,), PLACE, ENTRY) == "not trusted"
    assert said(**kept, enabled=False) == "switched off"
