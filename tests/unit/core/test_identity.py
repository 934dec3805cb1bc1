import pytest
from hypothesis import given
from hypothesis import strategies as st

from cm.core.identity import normal_path, normal_remote, project_identity

ONE_SHOP = [
    "git@github.com:acme/shop.git",
    "git@github.com:acme/shop",
    "github.com:acme/shop.git",
    "https://github.com/acme/shop.git",
    "https://github.com/acme/shop",
    "https://github.com/acme/shop/",
    "http://github.com/acme/shop.git/",
    "https://GitHub.com/Acme/Shop.git",
    "https://user@github.com/acme/shop.git",
    "https://user:token@github.com/acme/shop.git",
    "https://x-access-token:ghs_abc@github.com/acme/shop",
    "https://github.com:443/acme/shop.git",
    "ssh://git@github.com/acme/shop.git",
    "ssh://git@github.com:22/acme/shop.git",
    "ssh://git@ssh.github.com:443/acme/shop.git",
    "git+ssh://git@github.com/acme/shop.git",
    "git://github.com/acme/shop.git",
    "https://www.github.com/acme/shop",
    "git@github.com-work:acme/shop.git",
    "https://github.com//acme//shop.git",
    "  https://github.com/acme/shop.git\n",
    "https://github.com/acme/shop.git?x=1#y",
]


@pytest.mark.parametrize("url", ONE_SHOP)
def test_every_spelling_of_one_remote_is_one_project(url):
    assert project_identity(url, "0" * 40, "/srv/shop") == "github.com/acme/shop"


@pytest.mark.parametrize(
    "url, name",
    [
        ("git@gitlab.example.org:2222/team/sub/shop.git", "gitlab.example.org/team/sub/shop"),
        ("ssh://git@gitlab.example.org:2222/team/sub/shop.git", "gitlab.example.org/team/sub/shop"),
        ("https://git.example.org/Team/Shop", "git.example.org/Team/Shop"),  # this host may know case
        ("git@ssh.dev.azure.com:v3/acme/web/shop", "dev.azure.com/acme/web/shop"),
        ("https://acme@dev.azure.com/acme/web/_git/shop", "dev.azure.com/acme/web/shop"),
        ("https://acme.visualstudio.com/web/_git/shop", "dev.azure.com/acme/web/shop"),
        ("ssh://git@[2001:db8::1]:22/acme/shop.git", "[2001:db8::1]/acme/shop"),
        ("https://git.example.org/my%20shop.git", "git.example.org/my shop"),
        ("https://git.example.org/.git", "git.example.org/.git"),
    ],
)
def test_other_hosts_keep_what_tells_projects_apart(url, name):
    assert normal_remote(url) == name


@pytest.mark.parametrize(
    "url",
    [
        "/srv/git/shop.git",
        "../shop",
        "./shop.git",
        "file:///srv/git/shop.git",
        "C:/git/shop.git",
        r"C:\git\shop.git",
        "shop",
        "",
    ],
)
def test_a_remote_on_the_same_disk_names_no_project(url):
    assert normal_remote(url) == ""
    assert project_identity(url, "A" * 40, "/srv/shop") == "root:" + "a" * 40


def test_without_remote_and_commit_the_real_path_is_the_project():
    assert project_identity(None, None, "/home/me/shop/") == "/home/me/shop"
    assert project_identity("", "", "/home/me/shop") != project_identity("", "", "/home/you/shop")


@pytest.mark.parametrize(
    "spelling",
    [
        r"C:\Users\Me\Shop",
        "c:/users/me/shop/",
        "C:/Users/Me/./Shop",
        "/mnt/c/Users/Me/Shop",
        "/c/Users/Me/Shop",
        "/cygdrive/c/Users/Me/Shop",
        r"\\?\C:\Users\Me\Shop",
        "file:///C:/Users/Me/Shop",
    ],
)
def test_windows_and_wsl_spellings_of_one_path_are_one(spelling):
    assert normal_path(spelling) == "c:/users/me/shop"


@pytest.mark.parametrize(
    "spelling, path",
    [
        (r"\\wsl$\Ubuntu\home\me\shop", "/home/me/shop"),
        (r"\\wsl.localhost\Ubuntu-24.04\home\me\shop", "/home/me/shop"),
        (r"\\server\share\shop", "//server/share/shop"),
        ("/home/me//shop/../shop/.", "/home/me/shop"),
        ("/c", "/c"),
        ("/m/data", "/m/data"),
        ("/", "/"),
        ("", "."),
    ],
)
def test_other_paths_are_tidied(spelling, path):
    assert normal_path(spelling) == path


@given(st.text(max_size=60))
def test_any_text_has_an_identity_and_naming_it_again_changes_nothing(text):
    assert isinstance(project_identity(text, None, text), str)
    assert normal_path(normal_path(text)) == normal_path(text)


def test_a_path_that_is_no_utf8_can_be_written_down():
    assert project_identity(None, None, "/home/caf\udce9").encode() == b"/home/caf\\udce9"
