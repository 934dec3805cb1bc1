"""Foreign files: links, permissions, places where nothing is written, changes underneath."""

import os
import stat

import pytest

from cm.errors import Busy, NewerSchema, Unparsable, Usage
from cm.store.hostfiles import (
    Export,
    Exports,
    open_file,
    read_exports,
    remove_file,
    replace_file,
    with_export,
    write_exports,
)


def test_permissions_survive(tmp_path):
    path = tmp_path / "AGENTS.md"
    path.write_bytes(b"a")
    path.chmod(0o640)
    replace_file(open_file(tmp_path, "AGENTS.md"), b"b")
    assert path.read_bytes() == b"b"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_a_new_file_is_as_readable_as_the_umask_lets_it(tmp_path):
    old = os.umask(0o022)
    try:
        replace_file(open_file(tmp_path, "docs/AGENTS.md"), b"b")
    finally:
        os.umask(old)
    assert stat.S_IMODE((tmp_path / "docs/AGENTS.md").stat().st_mode) == 0o644


def test_a_link_stays_a_link(tmp_path):
    (tmp_path / "AGENTS.md").write_bytes(b"a")
    (tmp_path / "CLAUDE.md").symlink_to("AGENTS.md")
    replace_file(open_file(tmp_path, "CLAUDE.md"), b"b")
    assert (tmp_path / "CLAUDE.md").is_symlink()
    assert (tmp_path / "AGENTS.md").read_bytes() == b"b"


@pytest.mark.parametrize("name", [".git/AGENTS.md", "sub/.git/hooks/x.md", ".GIT/x.md"])
def test_nothing_is_written_inside_git(tmp_path, name):
    with pytest.raises(Usage, match=r"inside \.git"):
        open_file(tmp_path, name)


def test_a_link_into_git_is_seen_through(tmp_path):
    (tmp_path / ".git").mkdir()
    (tmp_path / "AGENTS.md").symlink_to(".git/config")
    with pytest.raises(Usage, match=r"inside \.git"):
        open_file(tmp_path, "AGENTS.md")


def test_a_link_out_of_the_project_is_refused_unless_meant(tmp_path):
    outside = tmp_path / "bashrc"
    outside.write_bytes(b"")
    root = tmp_path / "repo"
    root.mkdir()
    (root / "AGENTS.md").symlink_to(outside)
    with pytest.raises(Usage, match="outside the project"):
        open_file(root, "AGENTS.md")
    assert open_file(root, "AGENTS.md", anywhere=True).path == outside


def test_a_change_underneath_is_noticed_and_nothing_written(tmp_path):
    path = tmp_path / "AGENTS.md"
    path.write_bytes(b"a")
    file = open_file(tmp_path, "AGENTS.md")
    path.write_bytes(b"changed by somebody")
    with pytest.raises(Busy):
        replace_file(file, b"b")
    with pytest.raises(Busy):
        remove_file(file)
    assert path.read_bytes() == b"changed by somebody"
    assert [item.name for item in tmp_path.iterdir()] == ["AGENTS.md"]


def test_a_file_that_appeared_meanwhile_is_not_overwritten(tmp_path):
    file = open_file(tmp_path, "AGENTS.md")
    (tmp_path / "AGENTS.md").write_bytes(b"mine")
    with pytest.raises(Busy):
        replace_file(file, b"b")


def test_exports_are_read_back_as_they_were_written(tmp_path):
    item = Export("/p/AGENTS.md", "ab", "github.com/acme/shop", "2026-11-30T12:00:00Z", ("r-1",), True, 1)
    exports = with_export(Exports(), item, item.path)
    write_exports(tmp_path / "exports.json", exports)
    assert read_exports(tmp_path / "exports.json") == exports
    assert with_export(exports, None, item.path) == Exports()


def test_exports_that_are_broken_or_newer_are_named(tmp_path):
    path = tmp_path / "exports.json"
    assert read_exports(path) == Exports()
    path.write_text('{"schema": 1,\n "files": [')
    with pytest.raises(Unparsable, match=r"exports\.json:2"):
        read_exports(path)
    path.write_text('{"schema": 9, "files": []}')
    with pytest.raises(NewerSchema):
        read_exports(path)
