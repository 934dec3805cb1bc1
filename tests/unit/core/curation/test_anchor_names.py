"""Which names a rule relies on is read from its anchors and from code marks, never from what it speaks against."""

import pytest

from cm.core.curation.anchor_names import names_of, spoken
from tests.kit import rule

READ = [
    ("Run `make lint` first.", {"make:lint"}),
    ("Build with `pnpm assets`.", {"node:assets"}),
    ("Start it by `uv run shopctl serve`.", {"python:shopctl"}),
    ("Call the API with `httpx`.", {"package:httpx"}),
    ("We are on `pydantic==1.10`.", {"version:pydantic==1.10"}),
    ("The app runs on `node 20`.", {"version:node==20"}),
    ("Components come from `@acme/ui`.", {"package:@acme/ui"}),
    ("The address stands in `SHOP_URL`.", {"env:SHOP_URL"}),
    ("Start it with `SHOP_URL=x make run`.", {"env:SHOP_URL", "make:run"}),
]


@pytest.mark.parametrize(("text", "names"), READ)
def test_names_are_read_off_the_words(text, names):
    assert names <= set(names_of(rule(text)))


@pytest.mark.parametrize(
    "text",
    [
        "Never use `moment`.",
        "Use native dates instead of `moment`.",
        "Do not read `OLD_FLAG`.",
        "`moment` durch Intl ersetzen, nicht mehr verwenden.",
    ],
)
def test_what_is_spoken_against_is_not_relied_on(text):
    assert names_of(rule(text)) == ()


def test_an_anti_pattern_relies_on_no_package():
    assert names_of(rule("Formatting dates with `moment`.", kind="anti-pattern")) == ()


def test_an_order_to_keep_a_version_does_not_end_with_another_version():
    assert not [name for name in names_of(rule("Stay on `godot 4.2`.")) if name.startswith("version:")]


def test_anchors_that_were_written_down_count_as_they_are():
    told = rule("Never use it.", anchors=("package:My_Lib", "env:SHOP_URL", "version:react==18", "httpx"))
    assert {"package:my-lib", "env:SHOP_URL", "version:react==18", "package:httpx"} <= set(names_of(told))


def test_a_version_speaks_for_its_package():
    told = names_of(rule("We are on `pydantic==1.10`; models are `pydantic` models."))
    assert "version:pydantic==1.10" in told
    assert "package:pydantic" not in told


def test_names_are_told_as_people_write_them():
    assert [spoken(each) for each in ("make:lint", "node:build", "version:node==20", "env:A_B")] == [
        "`make lint`", "`npm run build`", "node 20", "`A_B`",
    ]  # fmt: skip
