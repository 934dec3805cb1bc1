"""A session's diary in a model's words, on the same terms: within the limits, every entry borne out by words of the session.

It lies beside the diary made without a model and takes nobody's place; asked for again, it is read and not paid for again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from cm.core.reading.digest import digest
from cm.core.reflection.brief import prompt_of, works_of
from cm.core.reflection.diary import NAME, SCHEMA, by_model, is_entry, written
from cm.core.spending import tokens_about
from cm.errors import Outside, OverBudget
from cm.flows.asking import Question, ask, clean, limits_of
from cm.flows.diary import Told, shown
from cm.flows.env import Env
from cm.flows.named import session_named
from cm.flows.permission import note_use, require_open
from cm.flows.sessions import opening_of
from cm.flows.spending import Metered, lacks
from cm.flows.transcript import shown_words
from cm.llm.opening import open_writer
from cm.llm.own_call import refuse_own_call
from cm.llm.port import Writer
from cm.model.diary import Entry
from cm.model.ids import short_hash
from cm.store.diaries import Diaries
from cm.store.journal import Journal
from cm.store.replies import drop_replies
from cm.store.shipped import PACKAGE

VERB = "diary"


@dataclass(frozen=True, slots=True)
class ModelDiary:
    """The diary, and what of the answer does not stand; with `dry_run` what it would take."""

    told: Told | None
    model: str
    asked: int = 0  # questions; 0 = it was there already
    left: Mapping[str, int] = field(default_factory=dict)  # entries that do not stand, by reason
    cut: int = 0
    tokens: int = 0  # about, of what would be sent
    usd_at_most: float = 0.0
    lacks: str = ""  # what has to be there before it can be asked


def model_diary(
    env: Env, session: str, *, again: bool = False, dry_run: bool = False, writer: Writer | None = None,
    wait: Callable[[float], object] | None = None,
) -> ModelDiary:  # fmt: skip
    """Reads or writes it.

    Raises NotFound, Ambiguous, NotAllowed; NoModel, UnknownPrice; OverBudget and Outside when a part was not answered: what was
    answered until then is used by the next run.
    """
    refuse_own_call(env.environ, "cm diary --model")
    journal = Journal(env.home.journal)
    head = session_named(journal.sessions(), session)
    require_open(env, head.id, "diary")
    head, events = journal.read(head.id)
    kept = Diaries(env.home.model_diary)
    words = shown_words(env)
    known = kept.read(head.id, head.started)
    if known is not None and known.events == len(events) and not again:
        return ModelDiary(Told(head, opening_of(head, events, words), shown(known, words)), known.model)
    plain = digest(head, events)
    prompt = prompt_of((PACKAGE / "prompts" / "diary.md").read_text("utf-8"))
    works = works_of(
        prompt, head, events, plain, project=head.project, budget=env.settings.llm.tokens_in, rules=lambda _: (),
        refused=lambda _: (), schema=SCHEMA,
    )  # fmt: skip
    run = "n-" + short_hash(10, env.stamp, env.nonce())
    opened = writer or open_writer(env.settings.llm, env.environ, only_look=dry_run)
    metered = Metered(env, opened, verb=VERB, run=run)
    try:
        if dry_run:
            sent = [clean(env, work.messages)[0] for work in works]
            nano = sum(metered.costs_at_most(each, SCHEMA, limits_of(env)) for each in sent)
            tokens = sum(tokens_about(message.text) for each in sent for message in each)
            return ModelDiary(
                None, metered.name, len(works), tokens=tokens, usd_at_most=nano / 1e9, lacks=lacks(env)
            )
        note_use(env, "model", (head.id,))
        entries: list[tuple[str, Entry]] = []
        left: Counter[str] = Counter()
        cut = 0
        for work in works:
            question = Question(work.id, work.session, work.messages, SCHEMA, NAME, is_entry)
            answer = ask(env, metered, question, **({"wait": wait} if wait else {}))
            if answer.read is None:
                assert answer.failure is not None
                kind = OverBudget if answer.failure.kind == "over-budget" else Outside
                raise kind(answer.failure.say, hint=answer.failure.hint or "run it again", session=head.id)
            found = written(answer.read.items, work)
            entries += found.entries
            left.update(found.left)
            cut += answer.cut
    finally:
        metered.close()
    diary = by_model(plain, entries, metered.name)
    kept.write(diary)
    drop_replies(env.home, (work.id for work in works))
    told = Told(head, opening_of(head, events, words), shown(diary, words))
    return ModelDiary(told, metered.name, len(works), dict(left), cut)
