"""A document is read whole or not at all, and which version that was is remembered."""

import os

import pytest

from cm.core.serving.export import put_block
from cm.store.documents_named import documents_named, refused_pattern
from cm.store.file_versions import Version, Whole, is_gone, read_versions, read_whole, write_versions
from cm.store.home import Home

TEXT = "# Shop\n\nThe server listens on port 8080.\n"


@pytest.fixture
def page(tmp_path):
    path = tmp_path / "README.md"
    path.write_text(TEXT, "utf-8")
    return path


def test_a_whole_document_has_its_text_and_its_hash(page):
    found = read_whole(page)
    assert isinstance(found, Whole)
    assert (found.text, found.size) == (TEXT, len(TEXT))
    page.write_bytes(b"\xef\xbb\xbf" + TEXT.encode())
    assert read_whole(page).text == TEXT


def test_our_own_block_is_not_part_of_it(page):
    page.write_bytes(put_block(page.read_bytes(), "## What earlier sessions taught\n\n- A rule.\n"))
    assert "A rule." not in read_whole(page).text
    assert "port 8080" in read_whole(page).text


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "empty"),
        (b"  \n", "empty"),
        (b"\xff\xfe\x00", "UTF"),
        (b"a\0b", "no text"),
        (b"# A\n<<<<<<< HEAD\nport 1\n=======\nport 2\n>>>>>>> x\n", "merge"),
        (b"# A\n```sh\nmake\n", "does not end"),
        (b"# A\n<!-- cm:end -->\n", "markers"),
        (b"x" * 500_000, "larger"),
    ],
)
def test_a_torn_or_unreadable_document_is_not_read(page, data, why):
    page.write_bytes(data)
    assert why in read_whole(page)


def test_one_that_is_written_meanwhile_is_not_read(page, monkeypatch):
    real = type(page).read_bytes

    def slow(self):
        data = real(self)
        with open(self, "ab") as file:
            file.write(b"more")
        return data

    monkeypatch.setattr(type(page), "read_bytes", slow)
    assert read_whole(page) == "somebody is writing it"


def test_one_that_cannot_be_opened_is_not_read_and_not_gone(tmp_path):
    assert "cannot be read" in read_whole(tmp_path / "none.md")
    assert is_gone(str(tmp_path / "none.md"), str(tmp_path))
    assert not is_gone(str(tmp_path / "away/none.md"), str(tmp_path / "away"))


def test_versions_are_kept_and_a_damaged_record_is_none(tmp_path):
    home = Home(tmp_path)
    known = {"/a/README.md": Version("0" * 64, 3, 4, "2026-11-30T12:00:00Z", "notes/x", "README.md", "/a")}
    write_versions(home, known)
    assert read_versions(home) == known
    (tmp_path / "state/files.json").write_text('{"files": {"/a": {"sha256": 1}, "/b": []}}')
    assert read_versions(home) == {}
    (tmp_path / "state/files.json").write_text("{")
    assert read_versions(home) == {}


@pytest.mark.parametrize(
    "pattern", ["../x.md", "/etc/x.md", "~/x.md", "docs/../../x.md", "c:/x.md", "", "docs/*.txt", "docs/*"]
)
def test_a_pattern_that_leads_out_or_names_no_markdown_names_nothing(tmp_path, pattern):
    (tmp_path / "a/docs").mkdir(parents=True)
    (tmp_path / "x.md").write_text(TEXT)
    assert refused_pattern(pattern)
    assert documents_named([tmp_path / "a"], [pattern]) == {}


def test_named_documents_lie_below_the_root_and_no_link_leads_out(tmp_path):
    root, out = tmp_path / "shop", tmp_path / "out"
    (root / "docs/deep").mkdir(parents=True)
    (root / "node_modules/x").mkdir(parents=True)
    out.mkdir()
    for place in (root / "docs/a.md", root / "docs/deep/b.md", root / "node_modules/x/c.md", out / "d.md"):
        place.write_text(TEXT)
    os.symlink(out / "d.md", root / "docs/linked.md")
    os.symlink(out, root / "docs/folder")
    found = documents_named([root], ["docs/*.md", "docs/folder/*.md", "**/*.md"])
    assert sorted(found) == sorted(
        os.path.realpath(each) for each in (root / "docs/a.md", root / "docs/deep/b.md")
    )
