import pytest

from cm.core.language.terms import fold, language, stem, telling_words, terms, topics


def texts(text, kind=None):
    return [term.text for term in terms(text) if kind is None or term.kind == kind]


@pytest.mark.parametrize(
    "a, b",
    [
        ("migration", "migrating"),
        ("migrations", "migrate"),
        ("queries", "query"),
        ("running", "run"),
        ("tests", "testing"),
        ("validator", "validate"),
        ("merged", "merging"),
        ("caches", "caching"),
    ],
)
def test_inflections_of_one_word_share_a_stem(a, b):
    assert stem(a) == stem(b)


@pytest.mark.parametrize("word", ["class", "status", "ring", "bed", "redis", "axis"])
def test_a_stem_does_not_eat_what_is_no_ending(word):
    assert stem(word) == word


def test_identifiers_are_found_whole_and_by_their_parts():
    assert {"getuserprofile", stem("profile"), "user"} <= set(texts("getUserProfile()"))
    assert {"snake_case_key", stem("snake"), "key"} <= set(texts("snake_case_key"))
    assert {"services/api/retry.py", "retri", "python"} <= set(texts("services/api/retry.py"))


def test_trade_names_are_one_word_with_what_they_stand_for():
    for short, long in (
        ("k8s", "kubernetes"),
        ("db", "database"),
        ("deps", "dependency"),
        ("pkg", "package"),
    ):
        assert texts(short) == texts(long)


def test_function_words_say_nothing():
    assert texts("what should we do with the rest of it") == ["rest"]


def test_chinese_and_japanese_are_pairs_of_characters_and_english_words():
    assert {"部署", "deploi"} <= set(texts("部署到生产环境"))
    assert "migrat" in texts("データベースのマイグレーション")
    assert "databas" in texts("データベースのマイグレーション")


def test_german_and_spanish_are_translated_with_their_compounds():
    assert {"databas", "migrat"} <= set(texts("Die Datenbankmigration ist noch nicht fertig"))
    assert "password" in texts("la contraseña de la base de datos")
    assert "branch" in texts("crea una rama para el arreglo")


def test_english_is_not_taken_for_german_because_of_a_shared_word():
    assert (
        language(["the", "tests", "die", "in", "the", "container"], "the tests die in the container") == "en"
    )
    assert language(["die", "tests", "und", "der", "container"], "die tests und der container") == "de"


def test_accents_and_width_do_not_matter():
    assert fold("Ｃafé") == "cafe"


def test_words_of_one_trade_share_a_topic():
    assert set(topics(stem("alembic"))) & set(topics(stem("migration")))
    assert set(topics(stem("popover"))) & set(topics(stem("overlay")))
    assert topics("qqqq") == ()


@pytest.mark.parametrize("text", ["", " ", "\x00\ud800", "'" * 50, "…", "a" * 5000, "------", "é" * 3])
def test_no_text_breaks_the_reader(text):
    assert isinstance(terms(text), list)
    assert isinstance(telling_words(text), list)


def test_telling_words_leave_fillers_out_and_begin_with_the_longest():
    assert telling_words("please fix the flaky upload integration test") == [
        "integration",
        "upload",
        "flaky",
        "test",
    ]
