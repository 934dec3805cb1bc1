from pathlib import Path

import pytest

from cm.errors import NoHome
from cm.store.home import Home, home_of, repo_home_of, user_home_of


def test_the_home_is_a_folder_in_the_users_home_unless_cm_home_names_another():
    assert home_of({}, Path("/u")).root == Path("/u/.cm")
    assert home_of({"CM_HOME": "/elsewhere"}, Path("/u")).root == Path("/elsewhere")
    assert home_of({"CM_HOME": "~/x y"}, Path("/u")).root == Path("/u/x y")
    assert home_of({"CM_HOME": "rel/../x"}, Path("/u"), Path("/w")).root == Path("/w/x")
    assert home_of({"CM_HOME": "  "}, Path("/u")).root == Path("/u/.cm")


def test_without_any_home_there_is_an_error_that_says_what_to_set():
    assert user_home_of({}) is None
    assert user_home_of({"HOME": ""}) is None
    assert user_home_of({"HOME": "relative"}) is None
    with pytest.raises(NoHome) as caught:
        home_of({}, None)
    assert "CM_HOME" in caught.value.hint
    with pytest.raises(NoHome):
        home_of({"CM_HOME": "~/x"}, None)
    assert home_of({"CM_HOME": "/x"}, None).root == Path("/x")


def test_the_repository_is_the_nearest_folder_with_git_or_a_cm_folder(tmp_path):
    home = Home(tmp_path / "u" / ".cm")
    (tmp_path / "repo" / ".git").mkdir(parents=True)
    (tmp_path / "repo" / "a" / "b").mkdir(parents=True)
    (tmp_path / "plain" / ".cm").mkdir(parents=True)
    found = repo_home_of(tmp_path / "repo" / "a" / "b", home, None)
    assert found.root == tmp_path / "repo" / ".cm"
    assert found.repo == tmp_path / "repo"
    assert repo_home_of(tmp_path / "plain", home, None).repo == tmp_path / "plain"
    assert repo_home_of(tmp_path / "u", home, None) is None


def test_a_worktree_or_submodule_whose_git_is_a_file_is_a_repository(tmp_path):
    (tmp_path / "w").mkdir()
    (tmp_path / "w" / ".git").write_text("gitdir: /elsewhere\n")
    assert repo_home_of(tmp_path / "w", Home(Path("/h")), None).repo == tmp_path / "w"


def test_the_users_own_home_is_never_a_repositorys_layer(tmp_path):
    user = tmp_path / "user"
    (user / ".git").mkdir(parents=True)  # dotfiles in git
    (user / ".cm").mkdir()
    assert repo_home_of(user, Home(user / ".cm"), user) is None
    assert repo_home_of(user, Home(tmp_path / "elsewhere"), user) is None
    assert repo_home_of(user / ".cm", Home(user / ".cm"), user) is None
