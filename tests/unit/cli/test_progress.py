from cm.cli.progress import Bar


def told(*steps):
    """What a bar writes for steps of (seconds, arguments)."""
    lines, now = [], [0.0]
    bar = Bar("reading", lines.append, lambda: now[0])
    for seconds, arguments in steps:
        now[0] = seconds
        bar(*arguments)
    return [line.removeprefix("\r\x1b[K") for line in lines]


def test_files_bytes_and_the_rate_are_told():
    lines = told(
        (0.0, (0, 4, "/a/one.jsonl", 0, 40_000_000)),
        (2.0, (1, 4, "/a/two.jsonl", 10_000_000, 40_000_000)),
    )
    assert lines == [
        "reading [........................] 0/4 0 B of 40.0 MB one.jsonl",
        "reading [######..................] 1/4 10.0 MB of 40.0 MB 5.0 MB/s two.jsonl",
    ]


def test_without_bytes_only_files_are_told():
    assert told((1.0, (1, 2, "shop"))) == ["reading [############............] 1/2 shop"]
    assert told((1.0, (0, 0, "shop")))[0].startswith("reading [########################]")


def test_a_terminal_is_not_flooded():
    assert len(told(*((0.001 * n, (n, 1000, "x", n, 1000)) for n in range(1000)))) < 12


def test_a_line_never_wraps_since_it_could_not_be_written_over(monkeypatch):
    work = (2.0, (7, 54, "/a/379ab089-c458-45de-8bb7-fcd1c0ffee00.jsonl", 6_900_000, 43_600_000))
    for columns in (40, 80, 100):
        monkeypatch.setenv("COLUMNS", str(columns))
        assert all(len(line) < columns for line in told((0.0, (0, 54, "x.jsonl", 0, 43_600_000)), work))
    assert told(work)[0].endswith("379ab089-c458-45de-8bb7-fcd1c…")
