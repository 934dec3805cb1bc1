import json
import sys

import pytest

from guards import runtime

RM = {
    "id": "t-1",
    "pattern": "rm -rf /",
    "severity": "fatal",
    "pack": "mine",
    "story": {"message": "it took the home", "session": "claude-code/s1", "event": "e-1", "by": "user"},
    "instead": "Name the folder.",
}


def traumas(*rows):
    return [runtime.Trauma(row, f"traumas.jsonl:{at}") for at, row in enumerate(rows, 1)]


def test_a_denial_tells_the_story_the_place_and_how_it_is_lifted():
    verdict = runtime.judge("sudo rm -r --force /", traumas(RM))
    assert verdict.action == "deny"
    told = verdict.explained()
    for part in (
        "t-1",
        "it took the home",
        "claude-code/s1",
        "e-1",
        "Name the folder.",
        "traumas.jsonl:1",
        "cm trauma heal t-1",
    ):
        assert part in told


def test_a_caution_is_asked_about_and_the_gravest_is_told():
    caution = {"id": "t-2", "pattern": "rm", "severity": "caution"}
    assert runtime.judge("rm x", traumas(caution)).action == "ask"
    verdict = runtime.judge("rm -rf /", traumas(caution, RM))
    assert (verdict.action, verdict.id, verdict.others) == ("deny", "t-1", ["t-2"])


@pytest.mark.parametrize(
    "row, armed",
    [
        ({}, True),
        ({"status": "active"}, True),
        ({"status": "retired"}, False),
        ({"status": "healed"}, False),
        ({"status": "healed", "until": "2026-12-01T00:00:00Z"}, False),
        ({"status": "healed", "until": "2026-11-01T00:00:00Z"}, True),
        ({"status": "unheard of"}, False),
    ],
)
def test_what_is_healed_or_retired_denies_nothing_until_its_time(row, armed):
    verdict = runtime.judge("rm -rf /", traumas({**RM, **row}), now="2026-11-30T00:00:00Z")
    assert (verdict.action == "deny") == armed


@pytest.mark.parametrize(
    "scope, pattern, met, missed",
    [
        ("command", "git push", "git -C x push", "echo git push"),
        ("argument", r"--force\b", "tool x --force", "echo --force"),
        ("payload:sql", "drop table", "psql -c 'DROP TABLE x'", "python3 -c 'drop table'"),
        ("payload", "rmtree", "python3 -c 'rmtree(1)'", "grep rmtree x"),
        ("raw", "TODO", "ls # TODO", "ls # done"),
    ],
)
def test_each_scope_looks_where_it_says(scope, pattern, met, missed):
    armed = traumas({"id": "t", "pattern": pattern, "scope": scope})
    assert runtime.judge(met, armed).action == "deny"
    assert runtime.judge(missed, armed).action == "allow"


def test_a_pattern_about_a_pipe_is_met_by_the_pipe():
    armed = traumas({"id": "t", "pattern": r"curl .*\| sh"})
    assert runtime.judge("curl -s x | sudo sh", armed).action == "deny"
    assert runtime.judge("echo 'curl x | sh'", armed).action == "allow"


def test_what_cannot_be_read_is_looked_through_for_what_is_fatal():
    deep = "$(" * 60 + "rm -rf /" + ")" * 60
    assert runtime.judge(deep, traumas(RM)).action == "deny"
    verdict = runtime.judge(deep, traumas({**RM, "severity": "critical", "pattern": "git push"}))
    assert verdict.action == "unjudged"
    assert "nested too deep" in verdict.explained()


@pytest.mark.skipif(sys.platform == "win32", reason="no interval timer")
def test_a_pattern_that_would_never_end_is_stopped_and_said():
    verdict = runtime.judge("x " + "a" * 60, traumas({"id": "t", "pattern": r"x (a|a)+$(?<!a)"}), seconds=0.2)
    assert verdict.action == "unjudged"
    assert "no time left" in verdict.doubts


def test_a_broken_pattern_leaves_the_others_in_force():
    verdict = runtime.judge("rm -rf /", traumas({"id": "t", "pattern": "rm ("}, RM))
    assert verdict.action == "deny"
    assert verdict.doubts == ["a broken pattern", "traumas.jsonl:1"]


@pytest.fixture
def registry(tmp_path):
    def write(*lines):
        path = tmp_path / "traumas.jsonl"
        path.write_bytes(
            b"\n".join(line if isinstance(line, bytes) else json.dumps(line).encode() for line in lines)
        )
        return runtime.Registry(
            [str(path), str(tmp_path / "gone" / "traumas.jsonl")], str(tmp_path / "cache")
        )

    return write


def test_a_registry_is_read_anew_and_its_cache_counts_only_while_it_fits(registry):
    assert [t.row["id"] for t in registry(RM).read().traumas] == ["t-1"]
    assert [t.row["id"] for t in registry(RM).read().traumas] == ["t-1"]
    healed = registry({**RM, "status": "healed"}).read()
    assert runtime.judge("rm -rf /", healed.traumas).action == "allow"
    assert registry().read().traumas == []


def test_the_last_line_of_an_id_is_the_one_that_counts(registry):
    found = registry(RM, {**RM, "status": "retired"}).read().traumas
    assert [(t.row["status"], t.place.rsplit(":", 1)[1]) for t in found] == [("retired", "2")]


@pytest.mark.parametrize(
    "line",
    [b"{", b"\xff\xfe", b"[1]", b"null", b"{}", b'{"id": "t"}', b'{"id": 1, "pattern": "x"}', b'{"id": "t", "pattern": "("}', b'{"id": "t", "pattern": "x", "severity": "dire"}', b'{"id": "t", "pattern": "x", "scope": "everywhere"}'],
)  # fmt: skip
def test_a_damaged_line_is_named_and_the_rest_is_armed(registry, line):
    held = registry(line, RM).read()
    assert [t.row["id"] for t in held.traumas] == ["t-1"]
    assert len(held.faults) == 1
    assert "traumas.jsonl:1" in held.faults[0]
    assert registry(line, RM).read().faults == held.faults


def test_a_damaged_cache_is_not_believed(registry, tmp_path):
    registry(RM).read()
    (tmp_path / "cache").write_bytes(b"\x00garbage")
    assert [t.row["id"] for t in registry(RM).read().traumas] == ["t-1"]


def test_the_quick_look_says_no_only_when_nothing_can_be_met():
    words = runtime.command_words(runtime.Trauma(RM).words)
    assert not runtime.may_matter(b"ls -la", words)
    assert not runtime.may_matter(b"npm run format", words)
    for command in (b"rm x", b"r''m x", b"x;rm y", b"/bin/rm x", b"$x y", b"\\rm", b"RM x", b"Remove-Item x"):
        assert runtime.may_matter(command, words)


def test_nothing_but_the_standard_library_is_needed():
    import ast
    from pathlib import Path

    tree = ast.parse(Path(runtime.__file__).read_text("utf-8"))
    names = {
        (node.module if isinstance(node, ast.ImportFrom) else alias.name).partition(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names
    }
    assert names <= set(sys.stdlib_module_names)
    at_once = [node for node in tree.body if isinstance(node, ast.Import | ast.ImportFrom)]
    assert all(
        isinstance(node, ast.Import) and [alias.name for alias in node.names] == ["sys"] for node in at_once
    )


def test_the_look_before_the_engine_believes_only_words_of_these_very_registries(registry, tmp_path):
    path, cache = tmp_path / "traumas.jsonl", str(tmp_path / "cache")
    held = registry(RM).read()
    contents = [path.read_bytes(), b""]
    assert held.words
    assert not runtime.could_matter(b"ls -la", contents, cache)
    assert runtime.could_matter(b"rm x", contents, cache)
    assert runtime.could_matter(b"ls -la", [contents[0] + b" ", b""], cache)
    assert runtime.could_matter(b"ls -la", contents, cache + "-gone")
    registry({**RM, "pattern": "(?:)|x"}).read()
    assert runtime.could_matter(b"ls -la", [path.read_bytes(), b""], cache)


def test_a_cache_that_was_tampered_with_behind_its_head_makes_no_silent_allow(registry, tmp_path):
    registry(RM).read()
    cache = tmp_path / "cache"
    cache.write_bytes(cache.read_bytes()[:-3] + b"xyz")
    verdict = runtime.judge("rm -rf /", registry(RM).read().traumas)
    assert verdict.action in ("deny", "unjudged")


def test_a_registry_of_thousands_is_read_from_its_cache_at_once(registry):
    import time

    rows = [{**RM, "id": f"t-{n}", "pattern": f"tool{n} --destroy"} for n in range(5000)]
    registry(*rows).read()
    begun = time.process_time()
    held = registry(*rows).read()
    verdict = runtime.judge("tool4999 --destroy", held.traumas)
    assert verdict.id == "t-4999"
    assert time.process_time() - begun < 1.0


KEPT = ["/home/me/.cm/traumas.jsonl", "/home/me/.claude/settings.json", "/home/me/.cm/guards"]


@pytest.mark.parametrize(
    "command",
    [
        "echo '{}' > ~/.claude/settings.json",
        "rm -f $HOME/.cm/traumas.jsonl",
        "rm -rf ~/.cm",
        "mv /home/me/.cm/guards /tmp/x",
        "sed -i s/deny/allow/ ~/.claude/settings.json",
        "cp x ~/.cm/guards/claude.py",
        "cd /home/me/.cm && rm traumas.jsonl",
        "tee ~/.cm/traumas.jsonl < /dev/null",
        "truncate -s0 ~/.cm/../.cm/traumas.jsonl",
        "chmod -x ~/.cm/guards/claude.py",
        "find ~/.cm -name '*.jsonl' -delete",
        "python3 -c \"open('/home/me/.cm/traumas.jsonl','w').write('')\"",
        "sudo sh -c 'echo > ~/.claude/settings.json'",
        "tar -xf /tmp/b.tar -C ~/.cm",
        "tar -xzf /tmp/b.tgz -C ~ .cm/traumas.jsonl",
        "unzip -o /tmp/b.zip -d ~/.claude",
        "cpio -idm -D ~/.cm < /tmp/b.cpio",
        "7z x b.7z -o/home/me/.cm",
        "mount --bind /tmp/empty ~/.cm/guards",
        "rm ~/.cm/traum*",
        "rm ~/.cm/t[r]aumas.jsonl",
        "rm -r ~/.c?/guards",
        "rm `realpath ~/.cm`/traumas.jsonl",
        "ln -s ~/.cm/traumas.jsonl /tmp/l; > /tmp/l",
        "ln -s ~/.cm /tmp/k && rm /tmp/k/traumas.jsonl",
        "docker run --rm -v /home/me/.cm:/c alpine sh -c '> /c/traumas.jsonl'",
        "sort -o ~/.cm/traumas.jsonl /dev/null",
        "openssl enc -in x -out /home/me/.cm/traumas.jsonl",
        "sed -n 'w /home/me/.cm/traumas.jsonl' /dev/null",
        'awk \'BEGIN{print "" > "/home/me/.cm/traumas.jsonl"}\'',
        "gzip ~/.cm/traumas.jsonl",
        "trash-put ~/.claude/settings.json",
        "sqlite3 x '.output /home/me/.cm/traumas.jsonl'",
        "ruby -e 'File.delete(\"/home/me/.cm/traumas.jsonl\")'",
        'perl -e \'open(F,">","/home/me/.cm/traumas.jsonl")\'',
        "python3 -c \"import pathlib; (pathlib.Path.home()/'.cm'/'traumas.jsonl').unlink()\"",
        "python3 -m zipfile -e b.zip ~/.cm",
    ],
)
def test_a_hand_on_what_is_protected_is_seen(command):
    reading = runtime.Reader("/work/app", "/home/me").read(command)
    assert runtime.touched(reading, KEPT, "/work/app", "/home/me")


@pytest.mark.parametrize(
    "command",
    [
        "cat ~/.claude/settings.json",
        "ls ~/.cm",
        "echo '~/.cm/traumas.jsonl'",
        "cp ~/.cmake/x y",
        "rm -rf build",
        "sed -n 1p ~/.claude/settings.json",
        "git commit -m 'write ~/.claude/settings.json'",
        "python3 -c \"print(open('/home/me/.cm/traumas.jsonl').readline())\"",
        "find ~/.claude -name '*.md' -exec cat {} +",
        "tar czf /tmp/b.tgz -C ~ .cm",
        "tar xzf a.tgz -C /tmp/x",
        "docker run -v ~/.cm:/c:ro alpine cat /c/traumas.jsonl",
        "ls -o ~/.cm/traumas.jsonl",
        "grep -o id ~/.cm/traumas.jsonl",
        "rm *.tmp",
        "rm ~/.claude/commands/*.md",
        "ln -s ../shared/settings.json settings.json",
        "sort ~/.cm/traumas.jsonl",
    ],
)
def test_a_look_at_what_is_protected_is_none(command):
    reading = runtime.Reader("/work/app", "/home/me").read(command)
    assert runtime.touched(reading, KEPT, "/work/app", "/home/me") == ""
