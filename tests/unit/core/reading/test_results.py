import pytest

from cm.core.reading.results import read_result, read_run

GREEN = [
    "===== 12 passed, 1 skipped in 3.4s =====",
    "test result: ok. 40 passed; 0 failed; 0 ignored",
    "Tests:       88 passed, 88 total",
    "ok  \tgithub.test/acme/shop\t0.31s",
    "BUILD SUCCESSFUL in 4s",
    "12 examples, 0 failures",
    "Ran 31 tests in 0.8s\n\nOK",
    "Found 0 errors.",
    "All checks passed!",
    "Tests run: 9, Failures: 0, Errors: 0, Skipped: 0",
    "10:22:36 ERROR expected by this test\n--- PASS: TestLevels\nPASS\nok  \tacme/logging\t0.6s",
]
RED = [
    "===== 2 failed, 10 passed in 3.4s =====",
    "test result: FAILED. 39 passed; 1 failed",
    "Tests:       1 failed, 87 passed, 88 total",
    "12 examples, 3 failures",
    "FAILED (failures=2)",
    "  5 passing\n  2 failing",
    "# pass 10\n# fail 1",
    "Tests run: 9, Failures: 2, Errors: 0, Skipped: 0",
]


@pytest.mark.parametrize("text", GREEN)
def test_a_green_summary_is_green_with_and_without_a_status(text):
    assert read_result(text, 0).colour == "green"


@pytest.mark.parametrize("text", RED)
def test_failures_in_the_summary_outweigh_a_status_of_zero(text):
    assert read_result(text, 0).colour == "red"
    assert read_result(text, None).colour == "red"


def test_a_status_speaks_where_the_text_does_not():
    assert read_result("", 0).colour == "green"
    assert read_result("", 3).colour == "red"
    assert read_result("some lines", None).colour == "none"


def test_a_red_status_stays_red_whatever_was_counted():
    assert read_result("12 passed", 1).colour == "red"


def test_words_of_other_commands_do_not_outweigh_their_status():
    assert read_run("other", "printed: 3 failed", 0).colour == "green"
    assert read_run("other", "printed: 3 failed", None).colour == "none"
    assert read_run("test", "3 failed", 0).colour == "red"
