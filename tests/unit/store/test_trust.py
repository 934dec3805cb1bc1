import pytest

from cm.errors import NotTrusted
from cm.store.home import Home, RepoHome
from cm.store.trust import broken_record, content_hash, distrust, is_trusted, trust, trusted_repositories

AT = "2026-11-30T12:00:00Z"


@pytest.fixture
def world(tmp_path):
    repo = RepoHome(tmp_path / "repo" / ".cm")
    repo.root.mkdir(parents=True)
    repo.playbook.write_text("schema: 1\nrules: []\n")
    return Home(tmp_path / "home"), repo


def test_a_stranger_is_not_trusted_until_the_user_says_so(world):
    home, repo = world
    assert not is_trusted(home, repo)
    trust(home, repo, at=AT, by="human")
    assert is_trusted(home, repo)
    assert [(each.by, each.at) for each in trusted_repositories(home)] == [("human", AT)]
    assert distrust(home, repo)
    assert not is_trusted(home, repo)
    assert not distrust(home, repo)


@pytest.mark.parametrize("change", ["playbook", "config", "traumas", "starter"])
def test_whatever_changes_in_it_makes_it_a_stranger_again(world, change):
    home, repo = world
    trust(home, repo, at=AT, by="human")
    if change == "starter":
        repo.starters.mkdir()
        (repo.starters / "x.yaml").write_text("rules: []\n")
    else:
        with open(getattr(repo, change), "a") as file:
            file.write("# more\n")
    assert not is_trusted(home, repo)


def test_marks_and_withdrawals_do_not_change_trust(world):
    home, repo = world
    trust(home, repo, at=AT, by="human")
    repo.ledger_dir.mkdir()
    repo.feedback.write_text("{}\n")
    repo.blocked.write_text("{}\n")
    repo.decisions.write_text("{}\n")
    assert is_trusted(home, repo)


def test_the_same_repository_by_another_path_is_the_same(world, tmp_path):
    home, repo = world
    trust(home, repo, at=AT, by="human")
    (tmp_path / "link").symlink_to(repo.repo)
    assert is_trusted(home, RepoHome(tmp_path / "link" / ".cm"))


def test_a_copy_elsewhere_is_a_stranger(world, tmp_path):
    home, repo = world
    trust(home, repo, at=AT, by="human")
    copy = RepoHome(tmp_path / "copy" / ".cm")
    copy.root.mkdir(parents=True)
    copy.playbook.write_bytes(repo.playbook.read_bytes())
    assert content_hash(copy) == content_hash(repo)
    assert not is_trusted(home, copy)


def test_a_link_that_leads_out_is_never_trusted(world, tmp_path):
    home, repo = world
    (tmp_path / "outside.toml").write_text("")
    repo.config.symlink_to(tmp_path / "outside.toml")
    with pytest.raises(NotTrusted):
        trust(home, repo, at=AT, by="human")
    assert not is_trusted(home, repo)


def test_an_empty_folder_is_nothing_to_trust(world):
    home, repo = world
    repo.playbook.unlink()
    assert content_hash(repo) == ""
    assert not is_trusted(home, repo)


@pytest.mark.parametrize("text", ["{bad", "[]", '{"trusted": 3}'])
def test_a_record_that_cannot_be_read_trusts_nobody_and_is_named(world, text):
    home, repo = world
    assert broken_record(home) == ""
    trust(home, repo, at=AT, by="human")
    assert broken_record(home) == ""
    home.trust.write_text(text)
    assert not is_trusted(home, repo)
    assert str(home.trust) in broken_record(home)
