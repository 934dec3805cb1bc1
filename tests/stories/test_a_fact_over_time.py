"""A fact corrected twice and asked for at three dates, by a user at the command line."""

import pytest

from tests.kit import run_cm

pytestmark = pytest.mark.story

PORT = "The staging database listens on port {}."


def test_a_fact_corrected_twice_is_told_as_it_was_known_at_three_dates(own_world, tmp_path):
    def cm(day, *words):
        done = run_cm(*words, cwd=tmp_path, env={"CM_NOW": f"{day}T09:00:00Z"})
        assert done.code == 0, done.err
        return done

    first = cm(
        "2026-03-02",
        "remember",
        PORT.format(5432),
        "--kind",
        "fact",
        "--about",
        "project:shop",
        "--from",
        "2025",
        "--json",
    ).data["told"][0]["rule"]
    said = cm(
        "2026-06-10",
        "correct",
        first,
        PORT.format(6543),
        "--since",
        "2026-06",
        "--reason",
        "moved to the new cluster",
    )
    assert "which held until 2026-05" in " ".join(said.out.split())
    second = said.out.split()[0]
    cm("2026-11-10", "correct", second, PORT.format(7000))

    today = "2026-11-30"
    for at, port in (("2026-03-15", 5432), ("2026-07", 6543), ("2026-11-20", 7000)):
        (told,) = cm(today, "facts", "--about", "shop", "--at", at, "--json").data["facts"]
        assert told["rule"]["text"] == PORT.format(port)
    assert cm(today, "facts", "--at", "2026-02", "--json").data["facts"] == []
    (now,) = cm(today, "facts", "--json").data["facts"]
    assert now["rule"]["text"] == PORT.format(7000)
    assert [
        rule["text"]
        for rule in cm(today, "context", "connect to the staging database", "--json").data["rules"]
    ] == [PORT.format(7000)]

    line = " ".join(cm(today, "log", first).out.split())
    assert "2025 to 2026-05" in line
    assert "replaced 2026-06-10 by script: moved to the new cluster" in line
    shown = " ".join(cm(today, "show", "project:shop").out.split())
    assert shown.index(PORT.format(7000)) < shown.index(PORT.format(6543)) < shown.index(PORT.format(5432))
    assert "project:shop 1 fact" in " ".join(cm(today, "entities").out.split())
