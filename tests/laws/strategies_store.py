"""Rules of every shape, for the laws of the store."""

from hypothesis import strategies as st

from cm.model.playbook import playbook_of
from cm.model.rule import KINDS, STATES, Evidence, Origin, Retirement, Rule, Scope, Valid, Was

letters = st.characters(blacklist_categories=("Cs",), blacklist_characters="\x00")
awkward = st.sampled_from(
    [
        "no", "yes", "null", "~", "1", "1.5", "0x1f", "1e3", "- dash", "# hash", "a: b", "a #b", "'quoted'", '"double"',
        "{braces}", "[list]", "`code` first", "@at", "%percent", "*star", "&amp", "!bang", "a, b", "trailing:", "| pipe",
        "> fold", "2026-11-30T09:12:00Z", "2026-11-30", "12:30:45", "ends with space ", " starts with space", "tab\there",
        "two\nlines", "three\n\nlines\nhere", "two\nlines\n", "\nleads", "ends with backslash \\", "emoji 🎉 und ümläut 你好",
        "---", "...", "--- x", "a\u2028b", "a\x85b", "\ufeffbom", "key: |-\n  x", "don't", "say \"hi\"", "C:\\path", "…",
        "<<<<<<< HEAD", "a\n<<<<<<< HEAD\nb", "=", "<<", "?", "? x", "-", ":", "x:y", "http://a.b/c?d=e#f",
    ]
)  # fmt: skip
texts = st.one_of(awkward, st.text(letters, max_size=40))
some = st.one_of(awkward, st.text(letters, min_size=1, max_size=40))
stamps = st.one_of(st.just("2026-11-30T09:12:00Z"), st.just(""))
ids = st.from_regex(r"r-[a-z2-7]{13}", fullmatch=True)


@st.composite
def rules(draw):
    return Rule(
        id=draw(ids),
        text=draw(some),
        kind=draw(st.sampled_from(KINDS)),
        category=draw(some),
        scope=Scope(*[draw(texts) for _ in range(draw(st.integers(0, 6)))]),
        state=draw(st.sampled_from(STATES)),
        why=draw(texts),
        evidence=tuple(
            draw(
                st.lists(
                    st.builds(
                        Evidence,
                        by=st.sampled_from(["user", "agent", "tool"]),
                        quote=texts,
                        session=texts,
                        event=texts,
                        span=st.one_of(st.none(), st.tuples(st.integers(0, 99), st.integers(0, 99))),
                    ),
                    max_size=3,
                )
            )
        ),
        origin=Origin(draw(st.sampled_from(["human", "model", "starter"])), draw(stamps), draw(texts)),
        tags=tuple(draw(st.lists(texts, max_size=3))),
        pinned=draw(texts),
        approved=draw(stamps),
        valid=draw(st.one_of(st.none(), st.builds(Valid, since=some, until=texts))),
        about=draw(texts),
        anchors=tuple(draw(st.lists(texts, max_size=2))),
        replaces=tuple(draw(st.lists(ids, max_size=2))),
        replaced_by=draw(st.one_of(st.just(""), ids)),
        retired=draw(st.one_of(st.none(), st.builds(Retirement, at=texts, by=texts, reason=texts))),
        was=tuple(draw(st.lists(st.builds(Was, text=texts, why=texts, until=texts, reason=texts), max_size=2))),
        extra=draw(st.dictionaries(st.from_regex(r"x_[a-z]{1,5}", fullmatch=True), st.one_of(texts, st.integers(-9, 9), st.lists(texts, max_size=2), st.dictionaries(texts, texts, max_size=2)), max_size=2)),
    )  # fmt: skip


books = st.lists(rules(), max_size=4, unique_by=lambda rule: rule.id).map(lambda each: playbook_of(*each))
