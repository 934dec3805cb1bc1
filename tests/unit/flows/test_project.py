"""Exports: this project's rules and nothing of the user's own, edits noticed, sizes respected, no file for nothing."""

import json

import pytest

from cm.cli.project import render
from cm.errors import BadState, ExportEdited, Usage
from cm.flows.add import Wish
from cm.flows.forget import forget
from cm.flows.printing import printed
from cm.flows.project import outdated_exports, project
from cm.flows.remember import plain, remember
from cm.store.hostfiles import read_exports
from cm.store.ledger import LedgerFiles
from tests.kit.world import repository, world

MINE = b"# Shop\r\n\r\nBe kind.\r\n"


@pytest.fixture
def shop(tmp_path):
    root = repository(tmp_path / "shop")
    return world(tmp_path, cwd=root)


def keep(env, text, **more):
    everywhere = more.pop("everywhere", False)
    return remember(env, Wish(plain(text, **more)), everywhere=everywhere).told[0].rule


def test_no_file_is_made_to_hold_nothing(shop):
    assert project(shop).action == "nothing to write"
    assert not (shop.cwd / "AGENTS.md").exists()
    assert not shop.home.exports.exists()


def test_a_file_is_made_kept_and_removed_with_its_last_rule(shop):
    rule = keep(shop, "Use tabs in Makefiles.")
    assert project(shop).action == "created"
    assert project(shop).action == "unchanged"
    forget(shop, rule, "gone")
    assert not (shop.cwd / "AGENTS.md").exists()
    assert read_exports(shop.home.exports).files == {}


def test_the_users_text_stays_and_comes_back_as_it_was(shop):
    path = shop.cwd / "AGENTS.md"
    path.write_bytes(MINE)
    rule = keep(shop, "Use tabs in Makefiles.")
    assert project(shop).action == "written"
    assert path.read_bytes().startswith(MINE)
    assert b"\r\n- Use tabs in Makefiles." in path.read_bytes()
    forget(shop, rule, "gone")
    assert path.read_bytes() == MINE


def test_the_users_own_rules_and_quotes_stay_at_home_unless_asked_for(shop):
    keep(shop, "Use tabs in Makefiles.")
    keep(shop, "Answer in German.", everywhere=True)
    project(shop)
    assert "German" not in (shop.cwd / "AGENTS.md").read_text()
    project(shop, include_user=True)
    assert "German" in (shop.cwd / "AGENTS.md").read_text()


def test_rules_of_other_projects_stay_out(shop, tmp_path):
    keep(world(tmp_path, project="github.com/acme/other"), "Use spaces in Makefiles.")
    keep(shop, "Use tabs in Makefiles.")
    assert [rule.text for rule in project(shop).rules] == ["Use tabs in Makefiles."]


def test_a_hand_edit_is_noticed_and_only_force_overwrites_it(shop):
    keep(shop, "Use tabs in Makefiles.")
    project(shop)
    path = shop.cwd / "AGENTS.md"
    edited = path.read_text().replace("Use tabs", "Use spaces")
    path.write_text(edited)
    with pytest.raises(ExportEdited):
        project(shop)
    assert path.read_text() == edited
    assert project(shop, force=True).overwrote_edit
    assert "Use tabs" in path.read_text()


def test_an_edit_that_carries_a_true_hash_is_noticed_too(shop, tmp_path):
    keep(shop, "Use tabs in Makefiles.")
    project(shop)
    path = shop.cwd / "AGENTS.md"
    from cm.core.serving import export

    path.write_bytes(export.put_block(path.read_bytes(), "- Something else.\n"))
    with pytest.raises(ExportEdited):
        project(shop)


def test_a_forgotten_rule_leaves_an_edited_file_alone_and_says_so(shop):
    rule = keep(shop, "Use tabs in Makefiles.")
    project(shop)
    project(shop, file="CLAUDE.md")
    path = shop.cwd / "AGENTS.md"
    path.write_text(path.read_text().replace("Use tabs", "Use spaces"))
    done = forget(shop, rule, "gone")
    assert done.exports_refreshed == (str(shop.cwd / "CLAUDE.md"),)
    assert [str(path) in line and "edited" in line for line in done.exports_left] == [True]
    assert "Use spaces" in path.read_text()


def test_a_dry_run_writes_nothing_and_shows_the_block(shop):
    keep(shop, "Use tabs in Makefiles.")
    done = project(shop, dry_run=True)
    assert "Use tabs" in done.body
    assert not (shop.cwd / "AGENTS.md").exists()
    assert not shop.home.exports.exists()


def test_whole_rules_within_the_size_its_reader_takes(shop):
    path = shop.cwd / "AGENTS.md"
    path.write_bytes(b"x" * 31_000 + b"\n")
    places = "cellar attic garage harbour library kitchen workshop observatory".split()  # noqa: SIM905
    for number, place in enumerate(places):
        keep(shop, f"Lock the {place} with key {chr(97 + number) * (200 + number)}.")
    done = project(shop)
    assert done.limit == 32 * 1024
    assert 0 < len(done.rules) < 8
    assert len(done.rules) + len(done.left_out) == 8
    assert len(path.read_bytes()) <= done.limit


def test_a_file_that_is_full_already_gets_no_empty_block(shop):
    path = shop.cwd / "AGENTS.md"
    path.write_bytes(b"x" * 40_000)
    keep(shop, "Use tabs in Makefiles.")
    done = project(shop)
    assert (done.action, len(done.left_out)) == ("nothing to write", 1)
    assert path.read_bytes() == b"x" * 40_000


@pytest.mark.parametrize("name", [".git/AGENTS.md", "../AGENTS.md", "/tmp/AGENTS.md"])
def test_nothing_is_written_inside_git_or_outside_the_project(shop, name):
    keep(shop, "Use tabs in Makefiles.")
    with pytest.raises(Usage):
        project(shop, file=name)


def test_torn_markers_are_refused_and_nothing_is_lost(shop):
    keep(shop, "Use tabs in Makefiles.")
    path = shop.cwd / "AGENTS.md"
    path.write_text("mine\n<!-- cm:end -->\n")
    with pytest.raises(BadState, match="lines 2"):
        project(shop)
    assert path.read_text() == "mine\n<!-- cm:end -->\n"


def test_every_known_file_can_be_written_and_a_cursor_rule_gets_its_head(shop):
    keep(shop, "Use tabs in Makefiles.")
    for name in ("CLAUDE.md", "GEMINI.md", ".github/copilot-instructions.md", ".cursor/rules/cm.mdc"):
        assert project(shop, file=name).action == "created"
    assert (shop.cwd / ".cursor/rules/cm.mdc").read_text().startswith("---\ndescription:")


def test_two_names_of_one_file_share_one_block(shop):
    keep(shop, "Use tabs in Makefiles.")
    project(shop)
    (shop.cwd / "CLAUDE.md").symlink_to("AGENTS.md")
    assert project(shop, file="CLAUDE.md").action == "unchanged"
    assert (shop.cwd / "CLAUDE.md").is_symlink()


def test_an_export_is_logged_as_a_delivery(shop):
    rule = keep(shop, "Use tabs in Makefiles.")
    project(shop)
    project(shop)
    (line,) = LedgerFiles(shop.home.ledger_dir).shown()
    assert (line.door, line.rules) == ("export", (rule,))


def test_doctor_hears_of_exports_that_are_out_of_date(shop):
    keep(shop, "Use tabs in Makefiles.")
    project(shop)
    assert outdated_exports(shop) == ()
    keep(shop, "Never push to main.", kind="anti-pattern")
    assert "the rules changed" in outdated_exports(shop)[0]
    (shop.cwd / "AGENTS.md").unlink()
    assert "is gone" in outdated_exports(shop)[0]


def test_rules_can_be_printed_for_other_programs(shop):
    keep(shop, "Use tabs in Makefiles.", why="make needs them")
    keep(shop, "Answer in German.", everywhere=True)
    data = json.loads(printed(shop, "json").text)
    assert [rule["text"] for rule in data["rules"]] == ["Use tabs in Makefiles."]
    assert "evidence" not in data["rules"][0]
    from cm.store.yaml import parse

    text = printed(shop, "yaml").text
    assert parse(text, shop.home.playbook)["rules"][0]["why"] == "make needs them"
    assert printed(shop, "md").text.startswith("## ")
    assert len(printed(shop, "json", include_user=True).rules) == 2


@pytest.mark.parametrize("name", [".cm/playbook.yaml", "sub/.cm/notes.md", ".CM/x.md"])
def test_nothing_is_exported_into_our_own_files(shop, name):
    keep(shop, "Use tabs in Makefiles.")
    with pytest.raises(Usage):
        project(shop, file=name)
    assert not (shop.cwd / name).exists()


def test_a_project_inside_a_folder_of_ours_can_be_exported_to(tmp_path):
    env = world(tmp_path, cwd=repository(tmp_path / ".cm" / "work" / "shop"))
    keep(env, "Use tabs in Makefiles.")
    assert project(env).action == "created"


def test_a_read_only_file_is_left_alone_unless_forced(shop):
    path = shop.cwd / "AGENTS.md"
    path.write_bytes(MINE)
    path.chmod(0o444)
    keep(shop, "Use tabs in Makefiles.")
    assert project(shop, dry_run=True).action == "written"
    with pytest.raises(BadState, match="read-only"):
        project(shop)
    assert path.read_bytes() == MINE
    assert project(shop, force=True).action == "written"
    assert path.stat().st_mode & 0o777 == 0o444


def test_a_withdrawal_stands_when_the_list_of_exports_is_broken(shop):
    rule = keep(shop, "Use tabs in Makefiles.")
    project(shop)
    shop.home.exports.write_text("{")
    done = forget(shop, rule, "gone")
    assert done.blocked
    assert "not known" in done.exports_left[0]


def test_a_file_without_room_says_so(shop):
    (shop.cwd / "AGENTS.md").write_bytes(b"a" * 40_000)
    keep(shop, "Use tabs in Makefiles.")
    text = render(project(shop))
    assert "no room for any rule" in text
    assert "cm reflect" not in text


def test_rules_of_ones_own_that_stay_at_home_are_told(shop):
    keep(shop, "Answer in short sentences.", everywhere=True)
    done = project(shop)
    assert (done.action, done.at_home) == ("nothing to write", 1)
    assert "1 rule of your own that holds everywhere stays at home: --include-user" in render(done)
    assert project(shop, include_user=True).action == "created"
