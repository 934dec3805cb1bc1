"""What `cm guard install`, `remove` and `status` say of a repository's git hooks."""

from __future__ import annotations

from cm.cli import say
from cm.flows.git_guard import GitGuarded, GitState, HookDone

_SAYS = {
    "put": ("put there", "would be put there"),
    "kept": ("ours stands there already", "ours stands there already"),
    "refreshed": ("made anew", "would be made anew"),
    "chained": (
        "put there; the hook that was there runs first and keeps its say",
        "would be put there; the hook that is there would run first and keep its say",
    ),
    "restored": (
        "taken away; the hook from before is back",
        "would be taken away; the hook from before would be back",
    ),
    "gone": ("taken away", "would be taken away"),
    "left": ("left as it is", "would be left as it is"),
}


def render(git: GitGuarded) -> str:
    """What became of the hooks."""
    if git.refusal:
        head = say.para(f"Git: not guarded, {git.refusal}.")
        if not git.add:
            return say.lines(head)
        return say.lines(
            head,
            say.para("Add by hand, as the first thing in each of these files:", 2),
            *(line for path, text in git.add for line in (say.para(path, 4), f"      {text}")),
        )
    if not git.hooks:
        return say.lines("Git: no hook of ours in this repository.") if git.verb == "remove" else ""
    return say.lines(
        say.para(f"Git: {git.folder}" if git.folder else "Git"),
        *(part for hook in git.hooks for part in _hook(hook, git.dry_run, bool(git.folder))),
        say.para("Every repository whose git looks there is guarded by it.", 2, "- ") if git.shared else "",
        say.para("`git commit --no-verify` passes it by; that is for a person to say.", 2, "- ")
        if git.verb == "install"
        else "",
    )


def render_state(git: GitState) -> str:
    """How the hooks stand."""
    if not git.installed:
        return (
            say.lines("Git: this repository's commits are not guarded (cm guard install --git)")
            if git.folder
            else ""
        )
    lines = []
    for hook in git.hooks:
        moved = f", and the hook in {hook.moved} first" if hook.moved else ""
        stands = hook.trouble or {
            "ours": f"guarded{moved}",
            "none": "no hook",
            "other": "a hook that is not ours",
        }.get(hook.found, "")
        lines.append(say.para(f"{hook.name}: {stands}", 2, "! " if hook.trouble else ""))
    return say.lines(say.para(f"Git: {git.folder}"), *lines)


def _hook(hook: HookDone, dry_run: bool, short: bool) -> list[str]:
    told = _SAYS[hook.became][dry_run]
    lines = [say.para(f"{hook.name if short else hook.path}: {told}", 2)]
    if hook.moved and hook.became == "chained":
        lines.append(say.para(f"the hook from before: {hook.moved}", 4))
    if hook.trouble:
        lines.append(say.para(hook.trouble, 4, "! "))
    return lines
