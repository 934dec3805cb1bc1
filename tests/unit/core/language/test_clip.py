from hypothesis import given
from hypothesis import strategies as st

from cm.core.language.clip import clip
from cm.core.secrets.scrub import find_secret, scrub
from cm.model.settings import JournalSettings

SMALL = JournalSettings(text_chars=100, output_chars=40)
TOKEN = "ghp_" + "aB3dE6gH9" * 4
KEY = (
    "-----BEGIN PRIVATE KEY-----\n"
    + "".join(f"{'Ab3+/xYz' * 8}\n" for _ in range(50))
    + "-----END PRIVATE KEY-----"
)


def clipped(text, kind="message", settings=SMALL):
    return clip(text, kind, settings, scrub)[0]


def test_a_short_text_is_kept_whole_and_clean():
    assert clip(f"push with {TOKEN}", "message", SMALL, scrub) == ("push with [secret:github-token]", 1)


def test_words_keep_both_ends_and_an_output_its_end():
    text = "a" * 200 + "z" * 200
    assert clipped(text) == "a" * 60 + "\n[… 300 characters left out …]\n" + "z" * 40
    assert clipped(text, "output") == "[… 360 characters left out …]\n" + "z" * 40
    assert clipped(text, "edit") == text


def test_no_limit_keeps_everything():
    text = "a" * 100_000
    assert clipped(text, settings=JournalSettings(text_chars=0, output_chars=0)) == text


def test_no_cut_leaves_half_a_secret():
    for before in range(0, 130, 3):
        kept = clipped("a" * before + " " + TOKEN + " " + "b" * 200)
        assert "ghp_" not in kept
        assert "aB3dE6" not in kept
        assert kept.count("[secret:") == kept.count("[secret:github-token]")


def test_a_key_across_the_scrubbed_margin_does_not_show():
    for length in (23_000, 23_980, 24_000, 25_000, 60_000):
        kept = clipped("x " * (length // 2) + KEY + " y" * 40_000)
        assert "Ab3+/" not in kept
        kept = clipped("x " * 40_000 + KEY + " y" * ((24_000 - length % 5_000) // 2), "output")
        assert "Ab3+/" not in kept


@given(
    st.text(max_size=400),
    st.sampled_from(["message", "command", "output", "error", "edit", "summary", "interrupt"]),
)
def test_what_is_kept_is_bounded_and_clean(text, kind):
    kept = clipped(text, kind)
    assert kind == "edit" or len(kept) <= 100 + len("\n[… 300 characters left out …]\n")
    assert find_secret(kept) is None


def test_of_a_long_output_only_whole_lines_near_its_end_are_looked_at():
    looked = []

    def noting(text):
        looked.append(text)
        return text, 0

    text = "".join(f"line {n} of a build that says a lot\n" for n in range(2_000))
    kept, _ = clip(text, "output", SMALL, noting)
    assert kept.endswith(text[-40:])
    assert len(looked) == 1
    assert text.endswith("\n" + looked[0])
    assert len(looked[0]) < 600


def test_a_secret_whose_line_began_long_before_what_is_kept_is_known():
    token = "eyJ" + "aB3dE6gH9" * 300 + "." + "xY7zQ2wE5" * 20 + "." + "kL4mN8pR1" * 5
    for after in (0, 10, 39):
        kept = clipped(
            "build\n" * 50 + f"curl -H 'Authorization: Bearer {token}' https://x.test" + "y" * after, "output"
        )
        assert "kL4mN8pR1" not in kept
        assert "xY7zQ2wE5" not in kept


def test_a_private_key_that_begins_long_before_what_is_kept_is_known():
    lines = "".join(f"{'Ab3+/xYz' * 8}\n" for _ in range(20))
    for text in (f"-----BEGIN RSA PRIVATE KEY-----\n{lines}", f"build\n{KEY}", f'"private_key": "{KEY}"'):
        assert "Ab3+/xYz" not in clipped("x\n" * 30 + text, "output")
