"""Takes a rule, or any text, away so that it does not come back: blocked and retired in one change, gone from exports.

Blocking holds for exact and near copies under any id, in every layer. A person may have the opposite left behind, as what
to avoid. Taking it out of journal and history is another verb; out of service without blocking it is `flows/remove.py`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from cm.core.curation.avoidance import avoidance, can_be_avoided
from cm.core.language.text import fingerprint, normalise
from cm.core.screening.labels import HARMFUL
from cm.core.screening.screen import screen
from cm.core.serving.blocklist import Blocklist
from cm.errors import RefusedByGate, Usage
from cm.flows.add import source_of
from cm.flows.commit import Ground, Lines, Part, change
from cm.flows.env import Env
from cm.flows.parts import withdrawn_in
from cm.flows.refresh import refresh
from cm.flows.requests import Request, is_answered, must_stand_at, rule_asked, with_exports
from cm.flows.strangers import printable
from cm.flows.telling import Change, tell_parts
from cm.model.decision import Decision
from cm.model.delta import Delta, Retire
from cm.model.ids import short_hash
from cm.model.ledger import Blocked
from cm.model.rule import Layer, Rule
from cm.model.standing import Shelved

SERVED: tuple[str, ...] = ("active", "draft", "contested")


@dataclass(frozen=True, slots=True)
class Forgotten:
    """What was taken away, and what became of every file it had been exported to."""

    rule: str  # "" for a text that was no rule
    text: str
    change: Change
    blocked: tuple[str, ...]  # ids of the lines that block its content
    also_retired: tuple[str, ...] = ()  # near copies that left service with it
    also_withheld: tuple[str, ...] = ()  # other rules that say the same: not served any more
    also_changed: tuple[str, ...] = ()  # rules that stand otherwise now, each with its state
    avoid: str = ""  # the id of the anti-pattern that was left behind
    exports_refreshed: tuple[str, ...] = ()
    exports_left: tuple[str, ...] = ()  # files that still hold it, each with the reason
    tx: str = ""
    dry_run: bool = False
    replayed: bool = False  # the request was answered before; nothing was done now


@dataclass(slots=True)
class _Forgetting:
    """The plan of one withdrawal: made with the lock held, on the rules and wordings that stand then."""

    env: Env
    reason: str
    avoid: bool
    layer: Layer = "user"  # whose rule it is, and whose blocked log says so
    rule: str = ""
    text: str = ""
    inert: Rule | None = None  # a stranger's rule: nothing is written to its file
    request: Request | None = None  # whose receipt names the rules that are withheld beside it
    blocked: tuple[Blocked, ...] = ()
    retired: list[str] = field(default_factory=list)
    withheld: list[str] = field(default_factory=list)

    def __call__(self, ground: Ground) -> tuple[Part, ...]:
        """The parts of the change: what is blocked and what retires, layer by layer."""
        env = self.env
        rule = self.inert or (ground.book(self.layer).get(self.rule) if self.rule else None)
        wordings = dict.fromkeys((*self._of_rule(rule, ground), *([self.text] if self.text else ())))
        known = withdrawn_in(ground)
        said = {fingerprint(line.text) for line in known.lines.values()}
        self.blocked = tuple(
            Blocked(
                id="b-" + short_hash(13, self.rule, words, env.stamp, env.nonce()), rule=self.rule, text=words, at=env.stamp,
                by=env.by, reason=self.reason,
            )
            for words in map(normalise, wordings)
            if fingerprint(words) not in said
        )  # fmt: skip
        deltas: dict[Layer, list[Delta]] = {"user": [], "repo": []}
        if rule is not None and self.inert is None:
            deltas[self.layer].append(Retire(rule.id, self.reason, self._warning(rule)))
        self._copies(ground, wordings, deltas)
        if self.request is not None:
            self.request.named = tuple(self.withheld)
        lines = {self.layer: Lines(blocked=self.blocked)}
        parts = [
            Part(each, tuple(deltas[each]), lines.get(each, Lines())) for each in (self.layer, *ground.layers)
        ]
        kept = [
            part for at, part in enumerate(parts) if at == 0 or (part.layer != self.layer and part.deltas)
        ]
        return tuple(kept)

    def _of_rule(self, rule: Rule | None, ground: Ground) -> Iterable[str]:
        """The words a rule has, every wording it had, and those that were overwritten by hand and are in no `was`."""
        if rule is None:
            return ()
        decided = () if self.inert is not None else ground.log(self.layer).decisions
        before = (one.text for each in decided for one in each.after if one.id == rule.id)
        return (rule.text, *(was.text for was in rule.was), *before)

    def _warning(self, rule: Rule) -> str:
        if not self.avoid:
            return ""
        if not can_be_avoided(rule):
            raise Usage(
                f"{rule.id} forbids something already, so there is no opposite to leave behind",
                hint="forget it without --avoid; what should hold instead is a rule of its own (`cm remember`)",
            )
        return avoidance(rule, self.reason, self.env.settings.curation.max_rule_chars)

    def _copies(self, ground: Ground, wordings: Iterable[str], deltas: dict[Layer, list[Delta]]) -> None:
        """Other rules that say the same: at home, and where the rule itself stood, they retire too; elsewhere they are named."""
        now = Blocklist.from_lines(
            Blocked(str(number), "", normalise(words), "", "") for number, words in enumerate(wordings)
        )
        self.retired, self.withheld = [], []
        for layer in ground.layers:
            for other in ground.book(layer):
                same = bool(now.hit(other.text))
                if other.id == self.rule and layer == self.layer:
                    continue
                if other.state not in SERVED or not (same or (other.why and now.hit(other.why))):
                    continue
                theirs = layer == "repo" and self.layer == "user"
                if not same or theirs or (other.pinned and self.env.agent):
                    self.withheld.append(other.id)
                else:
                    about = f"says the same as {self.rule or 'what was forgotten'}: {self.reason}"
                    deltas[layer].append(Retire(other.id, about))
                    self.retired.append(other.id)


def forget(
    env: Env, rule: str = "", reason: str = "", *, text: str = "", avoid: bool = False, dry_run: bool = False,
    request_id: str = "", if_revision: str = "",
) -> Forgotten:  # fmt: skip
    """Withdraws a rule, or a text, and its content. Open to all, since it tightens; the ledger says by whom.

    Under a `request_id` it is done once, however often it is asked; `if_revision` is that of the rule as it was seen.
    Raises NotFound, Ambiguous, Conflict, RefusedByGate (an agent and a pinned rule; a reason or a text that may not be kept).
    """
    _fit_to_be_kept(reason)
    if bool(rule) == bool(text):
        raise Usage(
            "say which rule, or --text and the words", hint='cm forget r-… --reason "not true any more"'
        )
    plan = _Forgetting(env, reason, avoid)
    item: Shelved | None = None
    if if_revision and not rule:
        raise Usage("--if-revision is that of a rule, and none is named", hint="a text has no revision")
    if rule:
        plan.rule, item = rule_asked(env, rule, request_id, whole=True)
    content = {"rule": plan.rule, "text": text, "reason": reason, "avoid": avoid}
    request = plan.request = Request.of(request_id, "forget", content, rule=plan.rule)
    if item is not None:
        inert = item.layer == "repo" and not item.trusted
        if item.rule.pinned and env.agent and not inert and not is_answered(env, request):
            raise RefusedByGate(
                f"refused (pinned): {item.rule.id} is pinned: {item.rule.pinned}",
                hint="only a person takes a pinned rule away", reason="pinned", rule=item.rule.id,
            )  # fmt: skip
        plan.layer = "user" if inert else item.layer
        plan.inert = item.rule if inert else None
    elif rule:
        pass  # it was erased since this request was answered
    elif not fingerprint(text):
        raise Usage("that text says nothing", hint='cm forget --text "the sentence" --reason "…"')
    elif screen(text) == "secret":
        raise RefusedByGate(
            "refused (secret): what is withdrawn is kept as it was said, and that holds a secret",
            hint="`cm erase -` reads it from a pipe, takes it out everywhere and keeps no word of it", reason="secret",
        )  # fmt: skip
    elif avoid:
        raise Usage(
            "--avoid needs a rule to turn round", hint="add what to avoid as a rule of its own: cm remember"
        )
    plan.text = text
    done = change(
        env, plan, source=source_of(env), by=env.by, dry_run=dry_run, all_or_none=True,
        expect=must_stand_at(env, plan.layer, plan.rule, if_revision, plan.inert), request=request,
    )  # fmt: skip
    told = tell_parts(env, done, dry_run=dry_run)
    mine = [each for part in done.parts for each in part.decisions if each.changes]
    retired, withheld, blocked = tuple(plan.retired), tuple(plan.withheld), plan.blocked
    if done.receipt is not None:  # nothing was planned now
        retired, withheld = _retired_then(mine, plan.rule), done.receipt.named
        blocked = tuple(line for part in done.parts for line in part.lines.blocked)
    ids = [each for each in (plan.rule, *retired, *withheld) if each]
    if not dry_run:
        refresh(env)
    refreshed, left = with_exports(env, request, done.exports, ids, dry_run=dry_run)
    inverted = next(
        (
            each.after[0].id
            for each in mine
            if each.verdict == "inverted" and any(rule.id == plan.rule for rule in each.after)
        ),
        "",
    )
    known = {plan.rule, inverted, *retired}
    return Forgotten(
        rule=plan.rule, text=printable(env, item).rule.text if item else text, change=told,
        blocked=tuple(line.id for line in blocked), also_retired=retired,
        also_withheld=withheld, avoid=inverted if avoid else "",
        also_changed=tuple(f"{rule.id} is {rule.state} now" for each in mine for rule in each.after if rule.id not in known),
        exports_refreshed=refreshed, exports_left=left, tx=done.tx if mine or blocked else "",
        dry_run=told.dry_run, replayed=told.replayed,
    )  # fmt: skip


def _retired_then(decisions: Iterable[Decision], rule: str) -> tuple[str, ...]:
    """The near copies that left service with a rule, by the decisions of that change."""
    return tuple(
        each.after[0].id
        for each in decisions
        if each.verdict == "retired" and each.source != "sweep" and each.after[0].id != rule
    )


def _fit_to_be_kept(reason: str) -> None:
    """A reason is written into ledger and playbook: none is no reason, and one that may not be kept is refused at once."""
    if not reason.strip():
        raise Usage("say why it is forgotten", hint='cm forget r-… --reason "not true any more"')
    if (found := screen(reason)) in HARMFUL:
        raise RefusedByGate(
            f"refused ({found}): the reason given may not be kept", hint="say it in other words", reason=found
        )
