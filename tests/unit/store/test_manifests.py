"""What a project's own files name, and what is still somewhere in them."""

import pytest

from cm.store.manifests import LARGEST, Manifests, marks

PYPROJECT = """\
[project]
dependencies = ["httpx[http2]>=0.27", "Zope.Interface ; python_version > '3'"]
[project.optional-dependencies]
docs = ["sphinx==7.2.6"]
[project.scripts]
shopctl = "shop:main"
[dependency-groups]
dev = ["pytest", {include-group = "docs"}]
[tool.poetry.group.lint.dependencies]
ruff = "^0.4"
"""


def write(root, **files):
    for name, text in files.items():
        (root / name.replace("__", ".").replace("_dash_", "-")).write_text(text)
    return Manifests(str(root))


def test_packages_are_read_from_every_list_by_any_spelling(tmp_path):
    found = write(tmp_path, pyproject__toml=PYPROJECT, package__json='{"devDependencies": {"@acme/ui": "1"}}')
    names = ("httpx", "zope-interface", "sphinx", "pytest", "ruff", "@acme/ui", "flask")
    told = found.look(f"package:{name}" for name in names)
    assert [name for name in names if told[f"package:{name}"]] == list(names[:-1])


def test_what_only_the_lock_file_mentions_is_not_declared_and_not_gone(tmp_path):
    found = write(
        tmp_path, uv__lock='[[package]]\nname = "anyio"\nversion = "4.3.0"\n', pyproject__toml=PYPROJECT
    )
    assert found.look(["package:anyio"]) == {"package:anyio": False}
    assert found.still("package:anyio") is True
    assert found.still("package:any") is False


@pytest.mark.parametrize(
    ("file", "text", "there", "elsewhere"),
    [
        ("uv.lock", 'name = "pydantic"\nversion = "1.10.4"\n', "pydantic==1.10", "pydantic==1.1"),
        ("package-lock.json", '{"packages": {"node_modules/react": {\n "version": "18.2.0"}}}', "react==18", "react==17"),
        ("requirements.txt", "flask==3.0.1\n", "flask==3", "flask==2"),
        ("go.mod", "go 1.22\nrequire github.com/gin-gonic/gin v1.9.1\n", "gin==1.9", "gin==1.8"),
        (".python-version", "3.12.2\n", "python==3.12", "python==3.11"),
        (".nvmrc", "v20.11\n", "node==20", "node==18"),
    ],
)  # fmt: skip
def test_a_version_is_known_by_its_beginning(tmp_path, file, text, there, elsewhere):
    (tmp_path / file).write_text(text)
    found = Manifests(str(tmp_path))
    assert found.still(f"version:{there}") is True
    assert found.still(f"version:{elsewhere}") is False


def test_commands_and_variables(tmp_path):
    found = write(
        tmp_path,
        Makefile="lint: deps\n\truff check\n",
        justfile="build target:\n  cargo build\n",
        pyproject__toml=PYPROJECT,
    )
    (tmp_path / ".env.example").write_text("export SHOP_URL=x\n# OLD_URL=y\n")
    (tmp_path / ".env").write_text("SECRET_URL=x\n")
    names = ("make:lint", "make:deploy", "just:build", "python:shopctl", "env:SHOP_URL", "env:SECRET_URL")
    assert [name for name, here in found.look(names).items() if here] == [
        "make:lint", "just:build", "python:shopctl", "env:SHOP_URL",
    ]  # fmt: skip


def test_what_cannot_be_told_is_not_said_to_be_gone(tmp_path):
    found = write(tmp_path, Makefile="include more.mk\nlint:\n\ttrue\n")
    assert found.still("make:deploy") is None
    with (tmp_path / "uv.lock").open("wb") as file:
        file.truncate(LARGEST + 1)
    assert Manifests(str(tmp_path)).still("package:httpx") is None


def test_a_broken_file_names_nothing(tmp_path):
    found = write(tmp_path, pyproject__toml="[project", package__json="[]")
    assert found.look(["package:a", "python:a", "node:a"]) == {"package:a": False, "python:a": False, "node:a": False}  # fmt: skip


def test_a_mark_changes_with_the_file_and_tells_of_one_that_is_missing(tmp_path):
    before = marks(str(tmp_path), ["make"])
    assert before[str(tmp_path / "Makefile")] == []
    (tmp_path / "Makefile").write_text("a:\n")
    after = marks(str(tmp_path), ["make"])
    assert after != before
    assert after[str(tmp_path / "Makefile")][1] == 3
