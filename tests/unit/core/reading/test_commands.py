import pytest

from cm.core.reading.commands import family, normal_command


@pytest.mark.parametrize(
    "command, kind",
    [
        ("uv run pytest -q tests", "test"),
        ("cd /srv/app && npm test 2>&1 | tail -20", "test"),
        ("CI=1 ./gradlew :app:test", "test"),
        ("bash -lc 'cargo test -p core'", "test"),
        ("cargo clippy --all", "lint"),
        ("npx tsc --noEmit", "lint"),
        ("pnpm run build", "build"),
        ("docker build -t x .", "build"),
        ("pip install -e .", "install"),
        ("git commit -m 'fix tests'", "version-control"),
        ("git status && git diff | head", "look"),
        ("grep -rn 'a|b; c' src | sort", "look"),
        ("rm -rf build", "other"),
        ("rustc --version", "look"),
        ("mix format --check-formatted", "lint"),
    ],
)
def test_a_command_has_a_family(command, kind):
    assert family(command) == kind


def test_two_spellings_of_one_run_are_one_command():
    assert normal_command("cd /srv/app && uv run pytest -q 2>&1 | tail -5") == "uv run pytest -q"
    assert normal_command("bash -lc 'uv run  pytest -q'") == "uv run pytest -q"


def test_a_long_script_is_one_short_line():
    text = normal_command("python - <<'E'\nprint(1)\nE")
    assert "\n" not in text
    assert text.endswith("…")
