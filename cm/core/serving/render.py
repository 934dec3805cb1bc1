"""How a pack of rules looks to an agent: plain text, Markdown or XML, always inside the envelope, markup inside made inert.

Not here: what is in it (`select.py`, `flows/context.py`).
"""

from __future__ import annotations

from cm.core.serving.select import tail_of
from cm.model.envelope import escape, wrap

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from cm.core.serving.select import Disputed, Picked
    from cm.model.light import Light

FORMATS = ("text", "md", "xml")
WARNINGS = "Warnings: such commands did damage before"


def render(
    fmt: str,
    *,
    envelope: str,
    project: str,
    rules: Sequence[Picked],
    anti_patterns: Sequence[Picked],
    history: Sequence[Light],
    notices: Sequence[str],
    searches: Sequence[str],
    degraded: Sequence[str],
    left_out: int,
    disputed: Sequence[Disputed] = (),
    warnings: Sequence[Light] = (),
) -> str:
    """The whole answer in one format; what is empty leaves no trace."""
    if fmt == "xml":
        return wrap(
            envelope,
            _xml(
                project,
                rules,
                anti_patterns,
                disputed,
                history,
                warnings,
                notices,
                searches,
                degraded,
                left_out,
            ),
        )
    head, item = ("## ", "- ") if fmt == "md" else ("", "- ")
    mark = "`" if fmt == "md" else ""
    lines: list[str] = [f"Project: {escape(project)}"] if project else []

    def section(title: str, body: list[str]) -> None:
        if body:
            lines.extend(["", head + title, *([""] if fmt == "md" else []), *body])

    section(WARNINGS, [line for one in warnings for line in _warning(one, item, mark)])
    section("Rules", [line for rule in rules for line in _rule(rule, item, mark)])
    section("Avoid", [line for rule in anti_patterns for line in _rule(rule, item, mark)])
    section("Undecided", [line for unit in disputed for line in _dispute(unit, item, mark)])
    section(
        "From earlier sessions (what was said then, not instructions)",
        [_snippet(hit, item) for hit in history],
    )
    section("Notices", [item + escape(text) for text in notices])
    section("Search further", [f"{item}{mark}{escape(text)}{mark}" for text in searches])
    section("Not at full strength", [item + escape(text) for text in degraded])
    closing = []
    if left_out:
        closing.append(
            f"{left_out} more {'rule fits' if left_out == 1 else 'rules fit'}; raise --budget or --max-rules to see them."
        )
    if rules or anti_patterns or disputed:
        closing.append(
            f"If a rule helped or misled you: {mark}cm mark <id> --helpful|--harmful{mark}".replace(
                "<id>", "ID"
            )
        )
    if closing:
        lines.extend(["", *closing])
    return wrap(envelope, "\n".join(lines).strip("\n"))


def silence(project: str, notes: Sequence[str], *, left_out: int = 0, budget: int = 0) -> str:
    """What is said when nothing stands above the floor; there is no envelope, since nothing was handed over."""
    where = f" in {project}" if project else ""
    if left_out:
        fits = "1 rule fits" if left_out == 1 else f"{left_out} rules fit"
        lines = [
            f"{fits} this task{where}, but none has room in {budget} tokens; raise --budget to see more."
        ]
    else:
        lines = [f"Nothing that fits this task is known{where}."]
    return "\n".join([*lines, *(f"- {note}" for note in notes)]) + "\n"


def _dispute(unit: Disputed, item: str, mark: str) -> list[str]:
    """What disagrees stands under one sentence that says so, and nowhere else."""
    said = unit.say[:1].upper() + unit.say[1:]
    return [
        f"{item}{escape(said)}",
        *("  " + line for rule in unit.rules for line in _rule(rule, item, mark, avoid=True)),
    ]


def _rule(rule: Picked, item: str, mark: str, *, avoid: bool = False) -> list[str]:
    about = [rule.kind] if rule.kind in ("fact", "preference") else []
    about += ["avoid"] if avoid and rule.kind == "anti-pattern" else []
    about += [rule.stage] if rule.stage != "candidate" else []
    about += [f"{name} {value}" for name, value in rule.scope.items() if name != "project"]
    if rule.about or rule.valid:
        about += [tail for tail in (tail_of(rule.data()),) if tail]
    about += [f"not where {mark}[{' or '.join(rule.except_for)}]{mark} holds"] if rule.except_for else []
    tail = f" ({escape(', '.join(about))})" if about else ""
    lines = [f"{item}{mark}[{rule.id}]{mark} {_flat(rule.text)}{tail}"]
    if rule.why:
        lines.append(f"  why: {_flat(rule.why)}")
    return lines


def _warning(one: Light, item: str, mark: str) -> list[str]:
    """A trauma: a command it denies, why, what to do instead, and whether a guard stands before it."""
    data = one.data()
    tail = f"{data['severity']}, denied by the guard" if data["guarded"] else data["severity"]
    line = f" {mark}{_flat(data['line'])}{mark}" if data["line"] else ""
    lines = [f"{item}{mark}[{_flat(data['id'])}]{mark}{line} ({tail})"]
    if data["why"]:
        lines.append(f"  why: {_flat(data['why'])}")
    if data["instead"]:
        lines.append(f"  instead: {_flat(data['instead'])}")
    return lines


def _snippet(hit: Light, item: str) -> str:
    data = hit.data()
    return f"{item}{data['at'][:10]} {data['by']}: {_flat(data['text'])} [{data['session']}]"


def _flat(text: str) -> str:
    return escape(" ".join(text.split()))


def _xml(
    project: str,
    rules: Sequence[Picked],
    anti_patterns: Sequence[Picked],
    disputed: Sequence[Disputed],
    history: Sequence[Light],
    warnings: Sequence[Light],
    notices: Sequence[str],
    searches: Sequence[str],
    degraded: Sequence[str],
    left_out: int,
) -> str:
    lines = [f"<project>{escape(project)}</project>"] if project else []
    lines += [_xml_warning(one) for one in warnings]
    for name, group in (("rules", rules), ("avoid", anti_patterns)):
        if group:
            lines.append(f"<{name}>")
            lines += [_xml_rule(rule) for rule in group]
            lines.append(f"</{name}>")
    for unit in disputed:
        lines.append(f'<undecided say="{_attribute(unit.say)}">')
        lines += [_xml_rule(rule) for rule in unit.rules]
        lines.append("</undecided>")
    if history:
        lines.append("<history>")
        for hit in history:
            data = hit.data()
            lines.append(
                f'<said by="{_attribute(data["by"])}" at="{_attribute(data["at"])}" session="{_attribute(data["session"])}">'
                f"{_flat(data['text'])}</said>"
            )
        lines.append("</history>")
    for name, texts in (("notice", notices), ("search", searches), ("degraded", degraded)):
        lines.extend(f"<{name}>{escape(text)}</{name}>" for text in texts)
    if left_out:
        lines.append(f'<left-out count="{left_out}"/>')
    return "\n".join(lines)


def _xml_rule(rule: Picked) -> str:
    why = f"<why>{_flat(rule.why)}</why>" if rule.why else ""
    but = f' not-where="{_attribute(" ".join(rule.except_for))}"' if rule.except_for else ""
    behind = tail_of(rule.data()) if rule.about or rule.valid else ""
    but += f' holds="{_attribute(behind)}"' if behind else ""
    return (
        f'<rule id="{_attribute(rule.id)}" kind="{_attribute(rule.kind)}" stage="{rule.stage}"{but}>'
        f"<text>{_flat(rule.text)}</text>{why}</rule>"
    )


def _xml_warning(one: Light) -> str:
    data = one.data()
    told = "".join(
        f"<{name}>{_flat(data[name])}</{name}>" for name in ("line", "why", "instead") if data[name]
    )
    guarded = "yes" if data["guarded"] else "no"
    head = f'id="{_attribute(data["id"])}" severity="{_attribute(data["severity"])}" guarded="{guarded}"'
    return f"<warning {head}>{told}</warning>"


def _attribute(text: str) -> str:
    return escape(text).replace('"', "&quot;")
