import pytest

from cm.core.exchange.personal import Person, portable_project

JANE = Person("/home/jane", ("jane",))


@pytest.mark.parametrize(
    "text, left",
    [
        ("Read /home/jane/notes/a.md first.", "Read ~/notes/a.md first."),
        ("cd /home/jane", "cd ~"),
        ("Look at /home/janet/x.", "Look at ~/x."),
        ("Use C:\\Users\\Jane\\bin\\x.exe", "Use ~\\bin\\x.exe"),
        ("Use /Users/bob/bin", "Use ~/bin"),
        ("Mount /mnt/c/Users/Jane/shop", "Mount ~/shop"),
        ("Copy to jane@build.example.org:/srv", "Copy to user@build.example.org:/srv"),
        ("ls ~jane/x", "ls ~/x"),
        ("Data lies in /srv/jane/data.", "Data lies in /srv/user/data."),
        ("Jane reviews; jane is a word.", "Jane reviews; jane is a word."),
        (
            "The image runs in /home/app/src and /home/node.",
            "The image runs in /home/app/src and /home/node.",
        ),
        ("Push to git@github.com:acme/shop.git", "Push to git@github.com:acme/shop.git"),
        ("Call /api/home/users and /v1/Users/{id}", "Call /api/home/users and /v1/Users/{id}"),
        ("plain", "plain"),
    ],
)
def test_what_names_this_machine_is_taken_out(text, left):
    assert JANE.without(text) == left
    assert JANE.without(left) == left


def test_the_home_of_somebody_with_a_common_name_is_still_a_home():
    assert Person("/home/app").without("See /home/app/x.") == "See ~/x."
    assert (
        Person("/root", ("root",)).without("root is a word; /root/x is not") == "root is a word; ~/x is not"
    )


def test_without_knowing_anybody_paths_of_homes_go_all_the_same():
    assert Person().without("see /home/zoe/x") == "see ~/x"


@pytest.mark.parametrize("project", ["github.com/acme/shop", "root:0123abc", "my shop", ""])
def test_a_project_that_is_no_folder_keeps_its_name(project):
    assert portable_project(project) == project


@pytest.mark.parametrize("project", ["/home/jane/shop", "c:/work/shop", "//server/share"])
def test_a_folder_gets_a_name_that_says_nothing_and_stays_the_same(project):
    name = portable_project(project)
    assert name.startswith("local:")
    assert "shop" not in name
    assert "jane" not in name
    assert portable_project(name) == name
    assert portable_project(project) == name != portable_project(project + "2")
