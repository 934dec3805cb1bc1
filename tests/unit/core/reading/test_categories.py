import pytest

from cm.core.reading.categories import category_of


@pytest.mark.parametrize(
    "text, category",
    [
        ("Run the tests with `uv run pytest -q`.", "testing"),
        ("Never push to main, open a pull request.", "git"),
        ("Answer in short paragraphs.", "communication"),
        ("Migrations are written with alembic.", "database"),
        ("提交信息必须用英文", "git"),
        ("The sky is blue.", "general"),
    ],
)
def test_a_category_follows_the_words(text, category):
    assert category_of(text) == category
