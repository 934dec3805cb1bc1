"""Behind the quick doors: on which unmerged branches rules of this project were learned, and whether their files moved since git was asked.

No git here: files are looked at, and when they moved a process of its own asks git (`flows/landed.py`).
"""

from __future__ import annotations

import os

from cm.store.unmerged import branch_marks, main_by_file, marks_of, note_looked, read_looked

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from cm.flows.env import Env
    from cm.store.index import Index

LOOK = "from cm.flows.landed import look_in_background; look_in_background()"


def branches_in(index: Index, projects: Iterable[str]) -> tuple[str, ...]:
    """The branches that the rules of these projects were learned on and that are not merged; () in nearly every home."""
    asked = "select rule from rules where instr(rule, '\"unmerged\":[') > 0 and state in ('active', 'contested', 'draft')"
    rows = index.db.execute(asked).fetchall()
    if not rows:
        return ()
    from cm.flows.shelving import rule_of_brief

    names = {name for name in projects if name}
    rules = (rule_of_brief(text) for (text,) in rows)
    return tuple(
        sorted({rule.unmerged.branch for rule in rules if rule.unmerged and rule.scope.project in names})
    )


def watch(env: Env, branches: Iterable[str]) -> dict[str, list[int]]:
    """The files that move these branches, as they are; when they are not as they were last looked at, a background run looks."""
    from cm.store.gitinfo import repo_facts

    facts = repo_facts(env.cwd)
    if facts is None or facts.common is None or facts.git_dir is None:
        return {}
    common = str(facts.common)
    marks = branch_marks(common, branches)
    home = str(env.home.root)
    known = (read_looked(home, common), read_looked(home, common, "asked"))
    if marks not in known and os.access(env.home.root, os.W_OK):
        from cm.store.detached import start_detached

        note_looked(home, {common: marks}, "asked")
        start_detached(LOOK, env.environ, env.cwd)
    return marks | marks_of(str(facts.git_dir), common, (), main_by_file(common))
