"""Whatever the text: scrubbing twice is scrubbing once, what is kept is kept as it was, and the work is linear."""

import time

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from cm.core.secrets.scrub import PLACEHOLDER, find_secret, scrub

pieces = st.sampled_from(
    [
        "ghp_", "sk-", "sk-ant-api03-", "AKIA", "eyJ", "xoxb-", "glpat-", "SG.", "hvs.", "password", "passwort", "token", "api_key",
        "secret", "Authorization: Bearer ", "Basic ", "Cookie: ", "://", "@", ":", "=", " is ", " lautet ", "PIN", "密码是", "パスワードは",
        "-----BEGIN PRIVATE KEY-----", "-----END PRIVATE KEY-----", "\n", "\\n", '"', "'", "`", " ", "&", ";", ",", "/", ".", "-p", "curl -u a:",
        "[secret:github-token]", "[secret:", "]", "hunter2horse9", "S0mmer!26", "a1b2c3d4e5f6a7b8c9d0", "0123456789abcdefABCDEF",
        "Zm9vYmFyOmJhejEyMzQ1Njc4OTA", "İ", "\ud800", "\x00", "é", "1//0", "~", "Q~", "AA", "123456789", "_live_", "machine x login y password ",
        "mysql -u root -p", "value: ", "user deploy pass ", "log in as ", "sig=", "hooks.slack.com/services/",
    ]
)  # fmt: skip
texts = st.lists(st.one_of(pieces, st.text(max_size=12)), max_size=30).map("".join)


@given(texts)
@example("password: [secret:x] hunter2horse9")
@settings(max_examples=500, deadline=None)
def test_scrubbing_twice_is_scrubbing_once(text):
    clean, _ = scrub(text)
    assert scrub(clean) == (clean, 0)
    assert find_secret(clean) is None


@given(texts)
@settings(max_examples=300, deadline=None)
def test_what_is_left_is_the_text_in_its_order(text):
    clean, count = scrub(text)
    if not count:
        assert clean == text
        return
    place = 0
    for part in PLACEHOLDER.split(clean):
        found = text.find(part, place)
        assert found >= 0
        place = found + len(part)


@given(texts)
@settings(max_examples=300, deadline=None)
def test_a_text_holds_a_secret_exactly_when_scrubbing_changes_it(text):
    assert (find_secret(text) is not None) == (scrub(text)[1] > 0)


@given(st.lists(pieces, max_size=6).map("".join))
@settings(max_examples=300, deadline=None)
def test_a_placeholder_is_never_taken_for_a_secret(before):
    assert scrub(f"{before} [secret:api-key]")[0].endswith("[secret:api-key]")


TRAPS = [
    "token=", "password is ", "sk-", "ghp_", "://a:", "a" * 15 + " ", "a-" * 8, "cookie: a=", "-----BEGIN PRIVATE KEY-----\n",
    "-----END PRIVATE KEY-----\n", "A" * 64 + "\n", "eyJ.", "password ", "密码", "PIN for ", "Bearer ", "curl -u a:", "mysql -p", "://x@", "x:",
    "secret_key_token_", "x_live_", "AKIA", "(", "user a pass ", "log in as a:", "\\n", "_", "sig=", "key key ", "basic ", "1//0a", "M.", "%3D",
    "İ", "password\n value", "identified by ", "hooks.slack.com/services/", "\ud800",
]  # fmt: skip


@pytest.mark.parametrize("trap", TRAPS)
def test_the_work_grows_with_the_text_and_not_faster(trap):
    def cost(length):
        text = (trap * (length // len(trap) + 1))[:length]
        best = 9.0
        for _ in range(2):
            start = time.process_time()
            scrub(text)
            best = min(best, time.process_time() - start)
        return best

    small, large = cost(20_000), cost(100_000)
    assert large < max(small, 0.004) * 5 * 4, f"{small:.4f} s, then {large:.4f} s for five times as much"
