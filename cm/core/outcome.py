"""How a session ended: what the user said outweighs exit codes, results outweigh claims, and a bare claim is no proof.

`judge` reads the end of the session: the last words of the user about the work, the results after them, and what the
agent admits. Not here: the cue words (`core/mood.py`, `core/claims.py`), the turns (`core/turns.py`), test summaries
(`core/results.py`), what an outcome means for rules (`core/standing.py`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from cm.core.claims import Claim
from cm.core.mood import Said
from cm.core.turns import Step, Turn, Work, joined, turns_of, work_of
from cm.model.diary import Judgement, Mood, Signal, Status
from cm.model.session import Event

_QUOTE: Final = 120
_REMARK: Final = 300  # a first message longer than this is a task, whatever it praises
_CALM: Final = re.compile(
    r"\b(?:never ?mind|leave (?:it|this|that)|let it be|cancel|another day|call it a day|drop|close|no,? thanks|no point|we (?:'ll |will )?live with|not worth|wontfix|won't fix|egal|lass (?:es|das|gut)|déjalo|dejalo|lo dejamos|da igual|no vale)\b"
    r"|算了|不用了|先这样|到此为止|キャンセル|このまま|やめておき|結構です"
)
_BRIEF: Final = 3  # words of a remark that takes nothing back
_RECENT: Final = 400  # events at the end that are looked at; what came before cannot be the end


def judge(events: Sequence[Event]) -> Judgement:
    """Returns how the session ended, the user's mood at the end, and the signals behind both."""
    main = [
        e for e in events if not e.agent and e.kind != "summary" and e.by in ("user", "agent", "tool", "host")
    ]
    turns = turns_of(main[-_RECENT:], {e.id: e.text for e in main if e.kind == "command"})
    if not turns:
        return Judgement("unknown", "neutral")
    status, signals = _status(turns)
    mood, mood_signals = _mood(turns)
    return Judgement(status, mood, (*signals, *mood_signals))


def _status(turns: Sequence[Turn]) -> tuple[Status, tuple[Signal, ...]]:
    last = turns[-1]
    work = work_of(last.work)
    if last.message is None:
        return _by_work(work)
    started = any(_did_something(turn.work) for turn in turns[:-1])
    said = last.said
    if not started and (not _speaks_of_earlier_work(said) or len(last.message.text) > _REMARK):
        return _by_work(work)
    if any(
        (
            said.against,
            said.mild,
            said.partial,
            said.confirm,
            said.praise,
            said.weak,
            said.onward,
            said.polite,
            said.contrast,
        )
    ):
        partly = any(turn.said.partial for turn in turns[:-1])
        return _by_user(last, work, joined(turns[:-1]), started, partly)
    if work.any:
        status, proof = _by_work(work)
        if (
            status == "unknown"
            and said.asked
            and started
            and work.last is None
            and work.claim == Claim(done=work.claim.done)
        ):
            earlier, before = _by_work(
                joined(turns[:-1])
            )  # a question that was answered: what was reached before stands
            if earlier == "success":
                return earlier, before
        return status, proof
    return _by_silence(last, joined(turns[:-1]))


def _by_silence(last: Turn, previous: Work) -> tuple[Status, tuple[Signal, ...]]:
    """The last message has no cue: a request that nobody answered tells nothing, a remark leaves what was there."""
    event = _id(last.message)
    if last.said.asked:
        return "unknown", (Signal("nothing after the last request", 0.0, event),)
    status, proof = _by_work(previous)
    said = last.said
    if said.negated or (said.dislikes and not said.likes):
        denies = Signal("user denies", -1.0, event, said.negated or said.dislikes)
        return ("mixed" if status == "mixed" else "failure"), (denies, *proof)
    if said.likes and not said.dislikes and status in ("success", "unknown"):
        return "success", (Signal("user likes it", 1.0, event, said.likes), *proof)
    if status != "success" or _words(last.message) <= _BRIEF:
        return status, proof
    return "unknown", (Signal("user says something else", 0.0, event), *proof)  # it may be praise or blame


def _words(message: Event | None) -> int:
    text = message.text if message else ""
    return len(text.split()) if text.isascii() else len(text) // 2


def _by_user(
    last: Turn, work: Work, previous: Work, started: bool, partly: bool
) -> tuple[Status, tuple[Signal, ...]]:
    """The user spoke of the work; what came after may only add to it."""
    said, event = last.said, _id(last.message)
    praised = said.praise if not (said.sarcasm or said.polite) else ""
    good = said.confirm if not said.sarcasm else ""
    glad = good or ("" if praised and _thanks_only(praised) else praised)
    against = Signal("user objects", -2.0, event, (said.against or said.polite or said.mild)[:_QUOTE])
    for_it = Signal("user accepts", 2.0, event, (good or praised)[:_QUOTE])
    some = Signal("user names a part", 0.0, event, (said.partial or said.contrast)[:_QUOTE])
    done_part = (said.partial if _limits(said) else "") or said.contrast

    if said.quit or said.damage or (said.polite and not good):
        if (
            said.quit
            and _calm(said.quit)
            and not (said.damage or said.unresolved or said.reject or said.sarcasm)
        ):
            if glad and not done_part:
                return "success", (for_it,)
            reached = previous.claim.partial or previous.claim.done or _mended(previous)
            return ("mixed" if reached and not previous.claim.unable else "failure"), (against,)
        if glad or (done_part and said.quit and not said.damage):
            return "mixed", (for_it if glad else some, against)
        if said.damage and _mended(work):
            return "mixed", (against, *_by_work(work)[1])
        return "failure", (against,)
    if said.sarcasm or said.unresolved or said.reject:
        if glad:
            return "mixed", (for_it, against)
        if work.any and not work.stopped:
            status, proof = _by_work(work)
            # what was rejected and then mended with proof is mended; a claim alone is not
            return status, (against, *proof)
        if not started:
            return "unknown", (against,)
        if done_part and (_mended(previous) or previous.claim.done):
            return "mixed", (some, against)
        return "failure", (against,)
    if glad or praised:
        if good and said.effort and not said.partial:
            return "success", (for_it, against)  # how it went was bad, what came out is right
        if said.mild or done_part:
            return "mixed", (for_it, against if said.mild else some)
        status, proof = _by_work(work)
        if status in ("failure", "mixed") and work.any:
            return "mixed", (for_it, *proof)
        admits = Signal(
            "agent admits",
            -1.0,
            _id(previous.claimed),
            (previous.claim.unable or previous.claim.partial)[:_QUOTE],
        )
        if previous.claim.unable and not previous.claim.asks and not work.any:
            if previous.claim.done:
                return "mixed", (for_it, admits)
            if not good:
                return "failure", (for_it, admits)
        if previous.claim.partial and not good and not previous.claim.asks and not work.any:
            return "mixed", (for_it, admits)
        return "success", (for_it,)
    if said.onward and not (said.mild or done_part):
        status, proof = _by_work(work)
        settled = status != "unknown" or work.stopped or bool(work.claim.asks)
        return (status if settled else "success"), (Signal("user goes on", 1.0, event, said.onward), *proof)
    if work.any and (_mended(work) or work.last is not None):
        return _by_work(work)
    status, proof = _by_work(previous)
    if said.mild or done_part:
        if not done_part and not partly and not previous.claim.done and status != "success":
            return "failure", (against, *proof)
        return "mixed", (against if said.mild else some, *proof)
    if status != "unknown":
        return status, (Signal("user lets it stand", 0.5, event, said.weak or said.partial), *proof)
    if (
        previous.claimed
        and not (previous.claim.asks or previous.stopped)
        and not _only_pending(previous.claim)
    ):
        return "success", (Signal("user accepts the answer", 1.0, event, said.weak or said.partial), *proof)
    return status, proof


def _mended(work: Work) -> bool:
    return work.last is not None and work.last.colour == "green"


def _thanks_only(words: str) -> bool:
    return words.startswith(
        (
            "thank",
            "thx",
            "ty",
            "danke",
            "vielen dank",
            "gracias",
            "merci",
            "谢谢",
            "多谢",
            "感谢",
            "ありがと",
            "cheers",
        )
    )


def _by_work(work: Work) -> tuple[Status, tuple[Signal, ...]]:
    """No word of the user: results decide, an admission outweighs them, a claim alone decides nothing."""
    claim, last = work.claim, work.last
    signals: list[Signal] = []
    if last is not None and last.colour != "none":
        name = "passed" if last.colour == "green" else "failed"
        signals.append(Signal(name, 1.0 if name == "passed" else -1.0, _id(work.at), last.quote[:_QUOTE]))
    if work.stopped:
        return "unknown", (*signals, Signal("interrupted", 0.0, ""))
    halves = bool(claim.done and (claim.partial or claim.unable) and not claim.pending and not claim.asks)
    spoke = work.claimed is not None and (work.after or last is None or (halves and last.colour == "green"))
    if spoke and (claim.unable or claim.partial) and not claim.asks:
        signals.append(
            Signal("agent admits", -1.0, _id(work.claimed), (claim.unable or claim.partial)[:_QUOTE])
        )
    if last is None or last.colour == "none":
        if not spoke or claim.asks or (claim.pending and not claim.unable):
            return "unknown", tuple(signals)
        if claim.unable:
            return ("mixed" if claim.done else "failure"), tuple(signals)
        return "unknown", tuple(signals)
    if last.colour == "green":
        if spoke and claim.unable and not claim.asks:
            return ("mixed" if claim.done else "failure"), tuple(signals)
        if spoke and claim.partial and not claim.pending:
            return "mixed", tuple(signals)
        if spoke and (claim.pending or claim.asks) and not claim.done:
            return "unknown", tuple(signals)
        return "success", tuple(signals)
    if spoke and (claim.pending or claim.asks) and not claim.unable:
        return "unknown", tuple(signals)
    if (last.passed > last.failed > 0 and claim.done) or (
        work.green_before and spoke and work.after and (claim.partial or claim.done)
    ):
        return "mixed", tuple(signals)
    return "failure", tuple(signals)


def _mood(turns: Sequence[Turn]) -> tuple[Mood, tuple[Signal, ...]]:
    """The mood of the user's last message; a report of a bug at the start is no displeasure with the agent."""
    spoken = [turn for turn in turns if turn.message is not None]
    if not spoken:
        return "neutral", ()
    said, message = spoken[-1].said, spoken[-1].message
    event = message.id if message else ""
    first = len(spoken) == 1
    if message is not None and first and len(message.text) > _REMARK:
        return "neutral", ()
    angry = said.sarcasm or said.damage or said.reject or (said.quit if not _calm(said.quit) else "")
    if not first:
        angry = angry or said.unresolved
    angry = angry or said.mild or said.effort
    if not angry and not said.praise and not said.asked and not first:
        angry = said.contrast
    delighted = "!!!" in said.shout and not said.negated
    shouted = said.shout if not (said.praise or said.confirm or delighted) else ""
    if said.praise and not (said.sarcasm or said.damage or said.reject or said.unresolved) and said.quit:
        angry = ""
    if angry or shouted:
        return "negative", (Signal("displeased", -1.0, event, (angry or shouted)[:_QUOTE]),)
    if said.praise and (not first or _speaks_of_earlier_work(said)):
        return "positive", (Signal("pleased", 1.0, event, said.praise[:_QUOTE]),)
    cued = said.asked or said.weak or said.confirm or said.contrast
    if not cued and not first and bool(said.likes) != bool(said.dislikes):
        liked: Mood = "positive" if said.likes else "negative"
        return liked, (
            Signal("likes" if said.likes else "dislikes", 0.5, event, said.likes or said.dislikes),
        )
    if not cued and not said.negated and not first and spoken[-2].said.pleased:
        before = spoken[-2]
        return "positive", (Signal("pleased", 1.0, _id(before.message), before.said.praise[:_QUOTE]),)
    if said.confirm and said.shout:
        return "positive", (Signal("pleased", 1.0, event, said.confirm[:_QUOTE]),)
    return "neutral", ()


def _calm(quit_words: str) -> bool:
    return _CALM.search(quit_words) is not None


def _speaks_of_earlier_work(said: Said) -> bool:
    """A first message may judge what an earlier session did; a request that only mentions trouble does not."""
    return bool(said.sarcasm or ((said.praise or said.confirm) and not said.unresolved))


def _limits(said: Said) -> bool:
    return bool(said.partial) and said.partial not in {"tomorrow", "later", "next time"}


def _only_pending(claim: Claim) -> bool:
    return bool(claim.pending) and not claim.done


def _did_something(steps: Sequence[Step]) -> bool:
    return any(step.event.by in ("agent", "tool") for step in steps)


def _id(event: Event | None) -> str:
    return event.id if event else ""
