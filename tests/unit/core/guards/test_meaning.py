import pytest

from cm.core.guards.meaning import odd_in


@pytest.mark.parametrize(
    "pattern, what, instead",
    [
        ("rm[[:space:]]x", "[:space:]", r"\s"),
        ("[[:punct:]]", "[:punct:]", "inside the brackets"),
        ("[a&&b]", "&&", "no sums of classes"),
        ("[a-z--b]", "--", "no sums of classes"),
        ("[a[b]", "[", r"\["),
        ("a{,3}", "{,3}", "{0,3}"),
        (r"\p{L}+", r"\p", "[A-Za-z]"),
        (r"x\K", r"\K", "look-behind"),
        (r"x\z", r"\z", r"\Z"),
        (r"\Qa.b\E", r"\Q", "backslash"),
        (r"\u{72}m", r"\u{", r"\uNNNN"),
        (r"\x{72}m", r"\x{", r"\xNN"),
        (r"[\h]", r"\h", r"[ \t]"),
        ("(?<tool>rm)", "(?<tool>", "(?P<tool>"),
        ("(?i)rm", "(?i)", "--flags i"),
        ("(?x: r m )", "(?x:", "(?i:"),
        ("[^]", "[^]", r"[\s\S]"),
        ("(?R)", "(?R", "no recursion"),
    ],
)
def test_what_other_engines_read_otherwise_is_named_with_what_to_write_instead(pattern, what, instead):
    found = odd_in(pattern)
    assert found.what == what
    assert pattern[found.at :].startswith(what)
    assert instead in str(found)


@pytest.mark.parametrize(
    "pattern",
    [r"rm (?:\S+ )*-rf", r"[]abc]", r"[^]abc]", r"[-a]", r"[a-]", r"[\]\[]", r"\\p", r"\x41\u0041", "a--b", "(?i:rm)", "(?:a|b)", "a{2,3}", "(?<!x)y(?<=z)", r"\d\w\s\b\/", "(?P<n>a)(?P=n)", "a&&b"],
)  # fmt: skip
def test_what_python_reads_like_everybody_is_not_complained_about(pattern):
    assert odd_in(pattern) is None
