import json
import os
from dataclasses import asdict, replace
from pathlib import Path

import pytest

from cm.core.layers import Layer, resolve
from cm.core.secrets.scrub import VERSION
from cm.errors import NeedsAHuman, NoModel
from cm.flows import crossing, models, reranking
from cm.flows.commit import commit
from cm.flows.configure import change
from cm.flows.env import open_env
from cm.flows.reranking import price_of, reranked, search_reranked
from cm.flows.search import search
from cm.llm import litellm_reranker
from cm.llm.litellm_reranker import Scored
from cm.model.delta import Add
from cm.model.rule import Evidence
from cm.model.session import Event, SessionHead
from cm.model.settings import RerankSettings
from cm.model.writing import Failure
from cm.store.journal import Journal
from cm.store.usage import read_usage
from tests.kit import NOW, ts
from tests.kit.toy_cross import toy_cross

NAMED = RerankSettings(
    provider="openai-compatible", model="local", base_url="http://127.0.0.1:9", price_search=0.0, price_in=0.0
)


@pytest.fixture
def env(own_world, tmp_path, monkeypatch):
    Path(os.environ["CM_HOME"]).mkdir()
    monkeypatch.setattr(reranking, "embedder_of", lambda env: None)
    made = open_env(cwd=tmp_path, clock=lambda: NOW, tty=True)
    kept = Journal(made.home.journal)
    said = ["the upload fails again", "upload of the nightly build", "the upload gateway has moved"]
    kept.append(
        SessionHead("host/a1", "host", "a1", project="p", started=ts(9), ended=ts(2)),
        [Event(f"e-a{n}", "host/a1", n, ts(9), "user", "message", text, scrubbed=VERSION) for n, text in enumerate(said)],
    )  # fmt: skip
    commit(made, [Add(text="Upload artefacts with `make upload`.")], source="human")
    return made


def naming(env, named=NAMED, **llm):
    """The same home with these settings in the user's own file."""

    def lines(record):
        for name, value in record.items():
            yield f"{name} = {json.dumps(value)}"

    said = ["[rerank]", *lines(asdict(named)), "[llm]", *lines(llm)]
    env.home.config.write_text("\n".join(said) + "\n")
    return open_env(cwd=env.cwd, clock=lambda: NOW, tty=True)


class Asked:
    """Stands for the reranker: what it was sent, and an answer."""

    def __init__(self, answer):
        self.answer = answer
        self.sent = []

    def __call__(self, provider, model, *, key, base_url, environ):
        self.name = f"{provider}/{model}"
        return self

    def ask(self, question, texts, seconds):
        self.sent.append((question, list(texts)))
        return self.answer(texts) if callable(self.answer) else self.answer


def backwards(texts):
    return Scored(tuple(reversed(range(len(texts)))), 100)


@pytest.fixture
def asking(monkeypatch):
    def put(answer=backwards):
        made = Asked(answer)
        monkeypatch.setattr(litellm_reranker, "LitellmReranker", made)
        return made

    return put


def ids(found):
    return [hit.id for hit in found.hits]


def test_nobody_beyond_this_machine_is_asked_unless_one_is_named(env, asking):
    far = asking()
    found = search_reranked(env, "upload")
    assert (far.sent, found.reranked_by) == ([], "words")
    assert ids(found) == ids(search(env, "upload"))
    assert "no model is installed" in found.notes[-1]
    assert search(env, "upload").reranked_by == ""


def test_the_named_reranker_orders_the_hits_and_the_answer_says_so(env, asking):
    far = asking()
    found = search_reranked(naming(env), "upload kind:message,rule", limit=3)
    assert found.reranked_by == "remote:openai-compatible/local"
    assert ids(found) == list(reversed(ids(search(env, "upload"))))[:3]
    assert found.more
    assert far.sent[0][0] == "upload"  # filters are no question
    (call,) = read_usage(env.home).values()
    assert (call.reserved.verb, call.reserved.model, call.tokens_in) == (
        "search",
        "openai-compatible/local",
        100,
    )


@pytest.mark.parametrize(
    "answer",
    [
        Failure("timed-out", "it did not answer"),
        Failure("unreachable", "it did not answer", turned_away=True),
    ],
)
def test_the_next_one_is_asked_when_one_fails_and_the_answer_says_why(env, asking, monkeypatch, answer):
    asking(answer)
    found = search_reranked(naming(env), "upload")
    assert found.reranked_by == "words"
    assert found.notes[0] == "rerank: it did not answer"
    assert ids(found) == ids(search(env, "upload"))

    class Model:
        name = "small"

        def near(self, pairs):
            from cm.core.language.nearness import Nearness

            return [Nearness(whole=float("nightly" in text)) for _, text in pairs]

    monkeypatch.setattr(reranking, "embedder_of", lambda env: Model())
    found = search_reranked(naming(env), "upload")
    assert (found.reranked_by, ids(found)[0]) == ("local:small", "e-a1")
    assert found.notes == ("rerank: it did not answer",)


def test_nothing_is_sent_that_nobody_gave_a_price_or_a_budget_for(env, asking):
    far = asking()
    found = search_reranked(naming(env, replace(NAMED, price_search=-1.0, price_in=-1.0)), "upload")
    assert "nobody says what" in found.notes[0]
    found = search_reranked(naming(env, replace(NAMED, price_search=0.01)), "upload")
    assert "nothing may be spent" in found.notes[0]
    assert (far.sent, read_usage(env.home)) == ([], {})
    paid = naming(env, replace(NAMED, price_search=0.01), daily_usd=0.015, monthly_usd=1.0)
    assert search_reranked(paid, "upload").reranked_by.startswith("remote:")
    assert "is spent today" in search_reranked(paid, "upload").notes[0]
    assert len(far.sent) == 1


def test_no_key_is_looked_for_but_the_one_that_is_named(env, asking):
    far = asking()
    found = search_reranked(naming(env, replace(NAMED, base_url="", provider="cohere")), "upload")
    assert "no key is named for cohere" in found.notes[0]
    found = search_reranked(naming(env, replace(NAMED, key_variable="NOT_SET_HERE")), "upload")
    assert "rerank.key_variable names NOT_SET_HERE" in found.notes[0]
    assert far.sent == []


def test_private_rules_and_what_proves_them_stay_here_and_keep_their_place(env, asking):
    proof = Evidence("user", "the upload fails again", "host/a1", "e-a0")
    commit(env, [Add(text="Ana starts every upload by hand.", kind="fact", about="person:Ana", evidence=(proof,))], source="human")  # fmt: skip
    before = ids(search(env, "upload"))
    private = [hit.id for hit in search(env, "upload").hits if "Ana" in hit.text] + ["e-a0"]
    far = asking()
    found = search_reranked(naming(env), "upload")
    assert "2 private hits were not sent" in found.notes[0]
    assert [before.index(each) for each in private] == [ids(found).index(each) for each in private]
    assert not [text for text in far.sent[0][1] if "Ana" in text or "fails again" in text]
    search_reranked(naming(env, replace(NAMED, private=True)), "upload")
    assert any("Ana" in text for text in far.sent[1][1])


def test_a_diary_of_what_proves_something_private_stays_here_however_it_says_it(env, asking):
    proof = Evidence("user", "the upload fails again", "host/a1", "e-a0")
    commit(env, [Add(text="Ana starts every upload by hand.", kind="fact", about="person:Ana", evidence=(proof,))], source="human")  # fmt: skip
    hits = [hit for hit in search(env, "upload").hits if hit.source == "event" and hit.id != "e-a0"]
    told = hits[0].but(source="diary", id="y-a", text="Asked why the upload …")
    far = asking()
    reranked(naming(env), "upload", [*hits, told.but(session="host/a1"), told.but(session="host/none")])
    assert [text for text in far.sent[0][1] if "Asked why" in text] == [told.text]


def test_a_secret_in_the_question_goes_nowhere(env, asking):
    far = asking()
    search_reranked(naming(env), "upload OR ghp_k3Jd82LmQpZx7VnT4rYb9WcE1sHg6uAo5fRi")
    assert far.sent == []


def test_a_repository_and_the_environment_name_no_reranker():
    values = {"rerank": {"provider": "cohere", "model": "rerank-v3.5", "local": "/tmp/theirs"}}
    for name in ("repo", "environment"):
        made = resolve([Layer(name, values, "x")], trusted=True)
        assert made.settings.rerank == RerankSettings()
        assert len(made.problems) == 3


@pytest.mark.parametrize(
    "key, value",
    [("provider", "cohere"), ("model", "rerank-v3.5"), ("base_url", "http://127.0.0.1:9"), ("key_variable", "A_KEY"),
     ("private", "yes"), ("price_search", "0"), ("local", "cross")],
)  # fmt: skip
def test_a_person_names_a_reranker_and_an_agent_does_not(env, key, value):
    agent = open_env({**os.environ, "CLAUDECODE": "1"}, env.cwd, clock=lambda: NOW)
    with pytest.raises(NeedsAHuman):
        change(agent, f"rerank.{key}", value)
    assert open_env(cwd=env.cwd).settings.rerank == RerankSettings()
    told = change(env, f"rerank.{key}", value, yes=True)
    assert told.after != told.before


def test_an_agent_may_take_a_reranker_out(env):
    named = naming(env, RerankSettings(provider="cohere", model="rerank-v3.5", local="cross", private=True))
    agent = open_env({**os.environ, "CLAUDECODE": "1"}, env.cwd, clock=lambda: NOW)
    for each, nothing in (("provider", ""), ("model", ""), ("local", ""), ("private", "no")):
        assert getattr(named.settings.rerank, each)
        change(agent, f"rerank.{each}", nothing)
    assert open_env(cwd=env.cwd).settings.rerank == RerankSettings()


def test_prices_come_from_the_settings_or_from_the_list():
    assert price_of(replace(NAMED, price_search=0.002))[1] == 2_000_000
    listed = price_of(RerankSettings(provider="cohere", model="rerank-v3.5"))
    assert (listed[0].is_free, listed[1]) == (True, 2_000_000)
    assert price_of(RerankSettings(provider="voyage", model="rerank-2.5"))[0].of(1_000_000, 0) == 50_000_000
    with pytest.raises(Exception, match="nobody says"):
        price_of(RerankSettings(provider="cohere", model="rerank-v3.5", base_url="http://127.0.0.1:9"))


def test_litellm_that_cannot_be_started_is_told(env, asking):
    def fails(texts):
        raise NoModel("litellm cannot be used")

    asking(fails)
    assert "litellm cannot be used" in search_reranked(naming(env), "upload").notes[0]


class Crossing:
    """Stands for a cross-encoder: it counts one word."""

    name, revision = "cross", "1"

    def __init__(self, word):
        self.word, self.asked, self.closed = word, [], False

    def scores(self, question, passages, seconds):
        self.asked.append((question, seconds))
        if self.word is None:
            raise NoModel("cross gives every hit the same number", hint="cm models verify")
        return [float(text.count(self.word)) for text in passages]

    def close(self):
        self.closed = True


LOCAL = RerankSettings(local="cross", seconds=7.0)


def test_the_cross_encoder_that_is_named_orders_before_the_embedder(env, monkeypatch):
    cross = Crossing("nightly")
    monkeypatch.setattr(crossing, "cross_encoder_of", lambda env: cross)
    monkeypatch.setattr(reranking, "embedder_of", lambda env: pytest.fail("the embedder was asked"))
    before = ids(search(env, "upload"))
    found = search_reranked(naming(env, LOCAL), "upload")
    assert (found.reranked_by, found.notes) == ("local:cross", ())
    assert ids(found) == ["e-a1", *(each for each in before if each != "e-a1")]  # equals stay as they stood
    assert (cross.asked, cross.closed) == ([("upload", 7.0)], True)


def test_a_reranker_beyond_this_machine_goes_first_and_the_cross_encoder_is_next(env, asking, monkeypatch):
    asking(Failure("timed-out", "it did not answer"))
    monkeypatch.setattr(crossing, "cross_encoder_of", lambda env: Crossing("nightly"))
    found = search_reranked(naming(env), "upload")
    assert (found.reranked_by, found.notes) == ("local:cross", ("rerank: it did not answer",))
    asking()
    assert search_reranked(naming(env), "upload").reranked_by.startswith("remote:")


def test_a_cross_encoder_that_orders_nothing_is_told_and_words_decide(env, monkeypatch):
    monkeypatch.setattr(crossing, "cross_encoder_of", lambda env: Crossing(None))
    found = search_reranked(naming(env, LOCAL), "upload")
    assert found.reranked_by == "words"
    assert found.notes[0] == "rerank: cross gives every hit the same number (cm models verify)"
    assert ids(found) == ids(search(env, "upload"))


def test_a_named_cross_encoder_that_is_not_here_is_told_with_what_to_do(env):
    found = search_reranked(naming(env, LOCAL), "upload")
    assert found.reranked_by == "words"
    assert "the cross-encoder cross cannot be used, missing: a pulled model" in found.notes[0]
    assert "cm models pull FOLDER" in found.notes[0]


def test_a_model_in_the_home_orders_and_is_verified(env):
    for package in ("numpy", "onnxruntime", "tokenizers"):
        pytest.importorskip(package, reason="the `semantic` extra is not installed")
    models.pull(env, toy_cross(env.cwd / "cross", classes=(-1.0,)), kind="cross-encoder")
    here = naming(env, LOCAL)
    asked = "upload OR gateway OR nightly OR build"
    found = search_reranked(here, asked)
    assert (found.reranked_by, found.notes) == ("local:cross", ())
    assert ids(found)[0] == "e-a0"  # least of the words first, as this one has it
    assert (ids(found)[-1], ids(search(here, asked))[0]) == ("e-a1", "e-a1")
    assert models.in_use(here, "cross-encoder").name == models.models(here).reranks == "cross"
    (here.home.root / "state" / "models" / "cross" / "model.onnx").write_bytes(b"no weights")
    assert search_reranked(here, asked).notes[0].endswith("(cm models verify)")
    told = models.verify(here)
    assert (told.whole, told.good, told.cross.works) == (False, False, False)
    assert "cannot be used" in told.cross.why
