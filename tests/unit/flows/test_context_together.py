"""What `cm context` hands over of rules that cannot all be told at once: both ways to the answer, the other doors, other places."""

import json
import os
from pathlib import Path

import pytest

from cm.core.serving.serve import Reader
from cm.flows.context import Wish, context, quick_context
from cm.flows.env import open_env
from cm.flows.listing import Wanted, list_rules
from cm.flows.marking import mark
from cm.flows.privacy import allow, deny
from cm.flows.project import project, rules_to_export
from cm.flows.reading import served
from cm.flows.search import search
from cm.flows.show import show
from cm.flows.why import why
from cm.model.ledger import Blocked
from cm.store.index import Index
from cm.store.ledger import LedgerFiles
from cm.store.trust import trust
from tests.kit import NOW, ts

NPM, PNPM, TABS, SPACES = "r-npm0000000000", "r-pnpm000000000", "r-tabs000000000", "r-spaces0000000"


def rule(name, text, more=""):
    return f"  - id: {name}\n    text: {text}\n    state: active\n    origin: {{by: human, at: 2026-11-01T00:00:00Z}}\n{more}"


def write(path, *rules):
    path.parent.mkdir(parents=True, exist_ok=True)
    text = "schema: 1\nrules:\n" + "".join(rules)
    path.write_text(text, encoding="utf-8")
    os.utime(path, (1_700_000_000, 1_700_000_000 + len(text)))


@pytest.fixture
def home(own_world):
    folder = Path(os.environ["CM_HOME"])
    folder.mkdir()
    return folder


def env_at(cwd):
    return open_env(cwd=cwd, clock=lambda: NOW, nonce=lambda: "n0nce" * 4)


def repository(root, remote):
    (root / ".git").mkdir(parents=True)
    (root / ".git" / "config").write_text(f'[remote "origin"]\n\turl = git@github.com:{remote}.git\n')
    (root / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    return root


def trusted(root):
    env = env_at(root)
    env.home.state.mkdir(exist_ok=True)
    trust(env.home, env.repo, at=env.stamp, by="human")
    return env_at(root)


def both_ways(cwd, task, **wish):
    """The answer of the long way and of the quick one, which have to be the same."""
    long = context(env_at(cwd), task, **wish)
    short = quick_context(os.environ, str(cwd), task, Wish(**wish))
    assert short.ids == long.ids
    assert short.disputed == long.disputed
    return short


INSTALL = "install the packages with npm or pnpm"
TIED = f"    scope: {{path: web}}\n    overrules: [{NPM}]\n"
CONTESTED = "    state: contested\n    contests: [{}]\n"


def narrow(scope):
    return f"    scope: {{{scope}}}\n    overrules: [{NPM}]\n"


def dispute(home):
    write(
        home / "playbook.yaml",
        rule(TABS, "Indent all code with tabs.", CONTESTED.format(SPACES)).replace("    state: active\n", ""),
        rule(SPACES, "Indent with four spaces.", CONTESTED.format(TABS)).replace("    state: active\n", ""),
        rule(NPM, "Install packages with npm."),
    )


def test_an_overruled_rule_is_not_handed_over_beside_the_one_that_overrules_it(home, tmp_path):
    write(
        home / "playbook.yaml",
        rule(NPM, "Install packages with npm."),
        rule(PNPM, "Install packages with pnpm.", TIED),
    )
    for folder, ids in (("web", {PNPM}), ("api", {NPM}), (".", {NPM, PNPM})):
        at = repository(tmp_path / f"shop-{folder}", "acme/shop") / folder
        at.mkdir(exist_ok=True)
        found = both_ways(at, INSTALL)
        assert set(found.ids) == ids
    assert f"(not where [{PNPM}] holds)" in found.text


@pytest.mark.parametrize(
    "scope, task, ids",
    [
        ("task: testing", "install packages for the tests with npm", {PNPM}),
        ("task: testing", "install packages with npm", {NPM}),
        ("path: web", "install packages with npm in web/src/main.ts", {PNPM}),
        ("path: web", "install packages with npm in api/app/main.py", {NPM}),
        ("path: web", "install packages with npm in api/app/main.py and web/src/main.ts", {NPM, PNPM}),
        ("language: python", "install packages with npm in api/app/main.py", {PNPM}),
    ],
)
def test_what_the_task_says_decides_which_one_holds(home, tmp_path, scope, task, ids):
    write(
        home / "playbook.yaml",
        rule(NPM, "Install packages with npm."),
        rule(PNPM, "Install packages with pnpm.", narrow(scope)),
    )
    assert set(both_ways(tmp_path, task).ids) == ids


def test_where_we_stand_says_less_than_the_path_of_the_task(home, tmp_path):
    write(
        home / "playbook.yaml",
        rule(NPM, "Install packages with npm."),
        rule(PNPM, "Install packages with pnpm.", TIED),
    )
    web = repository(tmp_path / "shop", "acme/shop") / "web"
    web.mkdir()
    assert NPM in both_ways(web, "install packages with npm in api/app/main.py").ids


@pytest.mark.parametrize("fmt", ["text", "md", "xml"])
def test_contested_rules_are_handed_over_as_one_marked_unit(home, tmp_path, fmt):
    dispute(home)
    found = both_ways(tmp_path, "indent code with tabs", fmt=fmt)
    assert found.rules == ()
    (unit,) = found.disputed
    assert {each.id for each in unit.rules} == {TABS, SPACES} == set(found.ids)
    assert "disagree: ask the user which one holds; `cm review` settles it" in found.text
    assert (
        found.text.index("disagree")
        < found.text.index("Indent with four")
        < found.text.index("</cm-context>")
    )


@pytest.mark.parametrize("limit", [{"budget": 95}, {"max_rules": 1}])
def test_both_sides_of_a_dispute_are_handed_over_or_neither(home, tmp_path, limit):
    dispute(home)
    found = both_ways(tmp_path, "indent code with tabs", **limit)
    assert found.ids == ()
    assert {left.id for left in found.left_out} == {TABS, SPACES}


def test_a_dispute_whose_other_side_does_not_hold_here_is_not_handed_over(home, tmp_path):
    write(
        home / "playbook.yaml",
        rule(TABS, "Indent all code with tabs.", CONTESTED.format(SPACES)).replace("    state: active\n", ""),
        rule(SPACES, "Indent with four spaces.", "    scope: {project: elsewhere}\n" + CONTESTED.format(TABS)).replace(
            "    state: active\n", ""
        ),
    )  # fmt: skip
    found = both_ways(tmp_path, "indent code with tabs")
    assert found.ids == ()
    assert any("1 rule is contested" in said for said in found.notices)


def test_a_stale_rule_is_held_back_and_the_warning_names_the_command(home, tmp_path):
    write(
        home / "playbook.yaml", rule(NPM, "Install packages with npm.", "    stale: npm is gone from here\n")
    )
    found = both_ways(tmp_path, INSTALL)
    assert found.ids == ()
    assert any("`cm stale`" in said for said in found.notices)


def test_the_logged_delivery_names_both_sides(home, tmp_path):
    dispute(home)
    both_ways(tmp_path, "indent code with tabs")
    lines = (home / "ledger" / "shown.jsonl").read_text().splitlines()
    assert {frozenset(json.loads(line)["rules"]) for line in lines} == {frozenset({TABS, SPACES})}


def test_the_other_doors_mark_or_leave_out_what_disagrees(home, tmp_path):
    dispute(home)
    env = env_at(tmp_path)
    hits = {hit.id: hit for hit in search(env, "indent").hits}
    assert hits[TABS].contested_with == (SPACES,)
    assert hits[SPACES].contested_with == (TABS,)
    listed = {item.rule.id: item for item in list_rules(env, Wanted()).rules}
    assert (listed[TABS].withheld, listed[TABS].contested_with) == ("", (SPACES,))
    assert {each.id for each in rules_to_export(env, True)} == {NPM}


def test_a_search_tells_where_a_rule_makes_way(home, tmp_path):
    write(
        home / "playbook.yaml",
        rule(NPM, "Install packages with npm."),
        rule(PNPM, "Install packages with pnpm.", TIED),
    )
    hits = {hit.id: hit for hit in search(env_at(tmp_path), "install packages").hits}
    assert hits[NPM].except_for == (PNPM,)
    assert hits[PNPM].except_for == ()


def test_a_list_says_that_a_narrower_rule_holds_here(home, tmp_path):
    shop = repository(tmp_path / "shop", "acme/shop")
    scope = f"    scope: {{project: github.com/acme/shop}}\n    overrules: [{NPM}]\n"
    write(
        home / "playbook.yaml",
        rule(NPM, "Install packages with npm."),
        rule(PNPM, "Install packages with pnpm.", scope),
    )
    listed = {item.rule.id: item.withheld for item in list_rules(env_at(shop), Wanted()).rules}
    assert listed == {NPM: "overruled", PNPM: ""}
    assert both_ways(shop, INSTALL).ids == (PNPM,)


HEIR = "r-team000000000"


@pytest.fixture
def shop(home, tmp_path):
    root = repository(tmp_path / "shop", "acme/shop")
    gone = rule("r-mine000000000", "Install packages with pnpm.", f"    replaced_by: {HEIR}\n").replace(
        "active", "superseded"
    )
    write(home / "playbook.yaml", gone, rule(NPM, "Install packages with npm."))
    write(root / ".cm" / "playbook.yaml", rule(HEIR, "Install packages with pnpm, never with npm."))
    return root


def test_marks_of_a_rule_at_home_count_for_the_teams_rule_that_took_its_place(shop, home):
    env = trusted(shop)
    for n in range(3):
        mark(env, "r-mine000000000", "helpful", session=f"host/s{n}")
    assert show(env, HEIR).standing.stage == "established"
    given = [each.say for each in why(env, HEIR).life.moments if each.what == "marked helpful"]
    assert len(given) == 3
    assert all("given to r-mine000000000" in said for said in given)
    (told,) = [each for each in both_ways(shop, INSTALL).rules if each.id == HEIR]
    assert told.stage == "established"


def test_marks_of_an_opposite_do_not_count_for_the_rule_that_took_its_place(home, tmp_path):
    gone = rule(PNPM, "Never install packages with npm.", f"    replaced_by: {NPM}\n    contests: [{NPM}]\n")
    write(
        home / "playbook.yaml", rule(NPM, "Install packages with npm."), gone.replace("active", "superseded")
    )
    env = env_at(tmp_path)
    for n in range(3):
        mark(env, PNPM, "helpful", session=f"host/s{n}")
    assert show(env, NPM).standing.stage == "candidate"
    assert [each.stage for each in both_ways(tmp_path, INSTALL).rules] == ["candidate"]


def test_what_was_withdrawn_elsewhere_holds_also_while_another_process_writes(shop, home, tmp_path):
    trusted(shop)
    assert HEIR in both_ways(shop, INSTALL).ids
    text = "install packages with pnpm, never with npm."
    LedgerFiles(home / "ledger").append_blocked(Blocked("b-1", HEIR, text, ts(), "human"))
    (tmp_path / "elsewhere").mkdir()
    both_ways(tmp_path / "elsewhere", INSTALL)
    with Index.open(home / "cache" / "index.db", write=True) as writer, writer.write():
        assert HEIR not in context(env_at(shop), INSTALL).ids


def test_marks_given_elsewhere_are_seen_when_we_come_back(shop, home, tmp_path):
    env = trusted(shop)
    both_ways(shop, INSTALL)
    for n in range(3):
        mark(env, HEIR, "helpful", session=f"host/s{n}")
    (tmp_path / "elsewhere").mkdir()
    both_ways(tmp_path / "elsewhere", INSTALL)  # takes the new marks in, where the team's rules do not speak
    (told,) = [each for each in both_ways(shop, INSTALL).rules if each.id == HEIR]
    assert told.stage == "established"


def test_what_was_withdrawn_elsewhere_is_withdrawn_when_we_come_back(shop, home, tmp_path):
    trusted(shop)
    assert HEIR in both_ways(shop, INSTALL).ids
    text = "install packages with pnpm, never with npm."
    LedgerFiles(home / "ledger").append_blocked(Blocked("b-1", HEIR, text, ts(), "human"))
    (tmp_path / "elsewhere").mkdir()
    both_ways(tmp_path / "elsewhere", INSTALL)
    assert HEIR not in both_ways(shop, INSTALL).ids
    given, _ = served(env_at(shop), Reader("context", project="github.com/acme/shop"))
    assert HEIR not in {item.rule.id for item in given}


# --- what is noted of a delivery where nothing may be kept


@pytest.mark.parametrize(
    "denial", [{"projects": ("here",)}, {"projects": ("github.com/acme/*",)}, {"hosts": ("codex",)}]
)
def test_a_delivery_where_nothing_may_be_kept_is_noted_without_its_task(home, tmp_path, denial):
    shop = repository(tmp_path / "shop", "acme/shop")
    write(home / "playbook.yaml", rule(NPM, "Install packages with npm."))
    asked = {"session": "codex/s1", "host": "codex"}
    both_ways(shop, INSTALL, **asked)
    assert deny(env_at(shop), **denial).noted == 2
    assert both_ways(shop, INSTALL, **asked).ids == (NPM,)
    allow(env_at(shop), **denial, yes=True)
    both_ways(shop, INSTALL, **asked)
    lines = [json.loads(line) for line in (home / "ledger" / "shown.jsonl").read_text().splitlines()]
    noted = [(line.get("task"), line.get("project"), line.get("session"), line["rules"]) for line in lines]
    whole, bare = (INSTALL, "github.com/acme/shop", "codex/s1", [NPM]), (None, None, None, [NPM])
    assert noted == [whole, whole, bare, bare, whole, whole]


def test_a_word_on_privacy_that_cannot_be_read_lets_no_task_be_noted(home, tmp_path):
    write(home / "playbook.yaml", rule(NPM, "Install packages with npm."))
    (home / "privacy.json").write_text("{")
    context(env_at(tmp_path), INSTALL)
    (line,) = (home / "ledger" / "shown.jsonl").read_text().splitlines()
    assert "task" not in json.loads(line)


def test_an_export_of_a_denied_project_is_noted_without_its_name(home, tmp_path):
    shop = repository(tmp_path / "shop", "acme/shop")
    write(home / "playbook.yaml", rule(NPM, "Install packages with npm."))
    deny(env_at(shop), projects=("here",))
    project(env_at(shop), include_user=True)
    (line,) = (home / "ledger" / "shown.jsonl").read_text().splitlines()
    assert ("shop" in line, json.loads(line)["rules"]) == (False, [NPM])
