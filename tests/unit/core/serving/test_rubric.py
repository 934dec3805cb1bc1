from cm.core.serving.rubric import Given, Question, ndcg, recall_at, reciprocal_rank, score


def asked(*relevant, **more):
    return Question("q", "do it", relevant=relevant, **more)


def scored(question, *ids, text=""):
    return score([question], {question.id: Given(ids, text)})


def test_recall_counts_as_many_as_could_be_there():
    assert recall_at(1, ("a", "b"), ["a", "x"]) == 1.0
    assert recall_at(5, ("a", "b"), ["x", "a"]) == 0.5


def test_the_first_relevant_rule_decides_the_rank():
    assert reciprocal_rank(("a", "b"), ["x", "b", "a"]) == 0.5
    assert reciprocal_rank(("a",), ["x"]) == 0.0


def test_ndcg_is_one_when_the_relevant_come_first_and_less_when_they_come_later():
    assert ndcg(("a", "b"), ["b", "a", "x"]) == 1.0
    assert 0 < ndcg(("a",), ["x", "a"]) < 1


def test_what_may_stand_beside_neither_helps_nor_harms():
    found = scored(asked("a", also_ok=("x",)), "x", "a")
    assert found.mrr == 1.0
    assert found.irrelevant == 0.0


def test_a_task_without_an_answer_wants_silence():
    none = Question("n", "tell me a joke", none=True)
    assert scored(none).silence == 1.0
    loud = scored(none, "a", "b")
    assert (loud.silence, loud.false_injection, loud.rules_when_none) == (0.0, 1.0, 2.0)
    assert loud.mrr is None


def test_silence_where_there_is_an_answer_is_told():
    assert scored(asked("a")).wrongly_silent == 1.0


def test_promises_are_words_of_the_text_or_ids_and_the_broken_are_named():
    question = asked("a", must=("uv run",), must_not=("b", "bare"))
    kept = scored(question, "a", text="Use UV run.")
    broken = scored(question, "a", "b", text="Use uv run.")
    assert (kept.kept, kept.broken) == (1.0, ())
    assert broken.broken == ("q",)
