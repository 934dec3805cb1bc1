"""The lists and the lines of a `.cmignore`: the more exact word holds, and of two alike the denial."""

import pytest

from cm.core.serving.permits import (
    host_verdict,
    ignores,
    is_switched_off,
    project_verdict,
    with_allowed,
    with_denied,
)
from cm.model.privacy import Lists, Privacy
from cm.model.session import Event, SessionHead

HEAD = SessionHead("codex/04efaf08-1111-2222", "codex", "04efaf08-1111-2222")


def said(text, by="user", kind="message"):
    return Event("e-1", HEAD.id, 1, "", by, kind, text)


def test_a_host_nobody_named_is_neither_allowed_nor_denied():
    assert host_verdict(Privacy(), "codex") == ""


@pytest.mark.parametrize(
    "allow, deny, name, verdict",
    [
        ((), ("acme",), "acme", "deny"),
        (("acme",), ("acme",), "acme", "deny"),
        (("github.com/acme/shop",), ("github.com/acme/*",), "github.com/acme/shop", "allow"),
        (("github.com/acme/shop",), ("github.com/acme/*",), "github.com/acme/till", "deny"),
        (("/home/dev/shop",), ("*",), "/home/dev/shop", "allow"),
        (("/home/dev/shop",), ("*",), "/home/dev/other", "deny"),
        (("*",), ("github.com/acme/*",), "github.com/acme/till", "deny"),
        ((), ("/home/dev/client",), "/home/dev/client/api", "deny"),
        ((), ("/home/dev/client",), "/home/dev/client-two", ""),
        ((), ("/home/dev/client/",), "/home/dev/client/api", "deny"),
        ((), ("C:\\work",), "C:\\work\\api", "deny"),
        (("/home/dev/client/open",), ("/home/dev/client",), "/home/dev/client/open", "allow"),
        ((), ("*",), "", "deny"),
    ],
)
def test_which_word_holds_for_a_project(allow, deny, name, verdict):
    assert project_verdict(Privacy(projects=Lists(allow, deny)), name) == verdict


def test_a_project_is_known_by_its_folder_too():
    lists = Privacy(projects=Lists(deny=("/home/dev/shop",)))
    assert project_verdict(lists, "github.com/acme/shop", "/home/dev/shop/api") == "deny"


def test_a_word_takes_the_opposite_one_back():
    denied = with_denied(Lists(allow=("codex",)), ["codex", "gemini"])
    assert denied == Lists((), ("codex", "gemini"))
    assert with_allowed(denied, ["codex"]) == Lists(("codex",), ("gemini",))


@pytest.mark.parametrize(
    "lines, out",
    [
        (["*"], True),
        (["# *"], False),
        ([""], False),
        (["04efaf08-1111-2222"], True),
        (["codex/04efaf08-1111-2222"], True),
        (["codex/04efaf08"], True),
        (["04efaf08"], True),
        (["04efaf"], False),
        (["codex"], True),
        (["codex/*"], True),
        (["04*"], True),
        (["gemini-cli/*"], False),
        (["*", "!codex/04efaf08"], False),
        (["!codex/04efaf08", "*"], True),
        (["  *  "], True),
    ],
)
def test_lines_of_a_cmignore(lines, out):
    assert ignores(lines, HEAD) is out


@pytest.mark.parametrize("text", ["# cm: off", "please help\n  #cm:off  \nthank you", "# CM: OFF"])
def test_a_user_may_switch_a_session_off(text):
    assert is_switched_off([said(text)])


@pytest.mark.parametrize(
    "event",
    [
        said("turn # cm: off please"),
        said("# cm: off", by="agent"),
        said("# cm: off", kind="output"),
        said("cm: off"),
    ],
)
def test_only_the_user_and_only_on_a_line_of_its_own(event):
    assert not is_switched_off([event])
