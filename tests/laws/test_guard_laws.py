import sys
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from guards import runtime
from tests.bench.guard import armed

TRAUMAS = armed()
PIECES = st.sampled_from(
    [
        "rm -rf /",
        "git reset --hard",
        "echo",
        "'",
        '"',
        "$(",
        ")",
        "`",
        "<<E",
        "\nE\n",
        "\n",
        "|",
        "&&",
        ";",
        "{",
        "}",
        "(",
        "\\",
        "$x",
        "${x:-",
        "x=",
        " ",
        "if",
        "then",
        "fi",
        "case x in",
        "esac",
        "for x in",
        "do",
        "done",
        "[[",
        "]]",
        "((",
        "))",
        "<(",
        ">",
        "<<<",
        "bash -c ",
        "eval ",
        "xargs ",
        "find . -exec ",
        "sudo ",
        "python3 -c ",
        "psql -c ",
        "\0",
        "é",
        "\ud800",
        "\ue010",
        "~",
        "*",
        "#",
    ]
)
DANGERS = [
    "rm -rf /",
    "git reset --hard",
    "git push --force",
    "terraform destroy",
    "shutdown -h now",
    "chmod -R 777 /",
    "mkfs.ext4 /dev/sda",
]
HARMLESS = [
    "ls -la",
    "git status",
    "rm x.txt",
    "echo rm -rf /",
    "git commit -m 'git reset --hard'",
    "npm test",
]


def action(command):
    return runtime.judge(command, TRAUMAS).action


@settings(max_examples=300, deadline=None)
@given(st.lists(PIECES, max_size=30).map("".join))
def test_pieces_of_shell_in_any_order_get_a_verdict(text):
    verdict = runtime.judge(text, TRAUMAS)
    assert verdict.action in ("deny", "ask", "allow", "unjudged")
    assert "an error" not in verdict.doubts


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=300))
def test_bytes_of_any_kind_get_a_verdict(data):
    assert "an error" not in runtime.judge(data, TRAUMAS).doubts


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=200), st.sampled_from(["powershell", "cmd"]))
def test_text_of_any_kind_gets_a_verdict_in_other_shells(text, shell):
    assert "an error" not in runtime.judge(text, TRAUMAS, shell=shell).doubts


def quoted(word, how):
    return {
        "single": f"'{word}'",
        "double": f'"{word}"',
        "empty": f"{word[0]}''{word[1:]}",
        "backslash": "".join("\\" + c if c.isalnum() else c for c in word),
        "ansi": "$'" + "".join(f"\\x{ord(c):02x}" for c in word) + "'",
        "split": f'"{word[:1]}"{word[1:]}',
    }[how]


@settings(max_examples=150, deadline=None)
@given(
    st.sampled_from(DANGERS),
    st.lists(
        st.sampled_from(["single", "double", "empty", "backslash", "ansi", "split"]), min_size=6, max_size=6
    ),
)
def test_quoting_changes_no_verdict(command, how):
    spelled = " ".join(quoted(word, way) for word, way in zip(command.split(), how, strict=False))
    assert action(spelled) == action(command) == "deny"


@settings(max_examples=100, deadline=None)
@given(
    st.sampled_from(DANGERS + HARMLESS),
    st.integers(0, 4),
    st.sampled_from(["bash", "sh", "zsh -l", "/bin/dash", "sudo bash"]),
)
def test_a_shell_around_it_changes_no_verdict(command, times, shell):
    spelled = command
    for _ in range(times):
        spelled = f"{shell} -c {runtime._quote(spelled)}"
    assert action(spelled) == action(command)


@settings(max_examples=100, deadline=None)
@given(
    st.sampled_from(DANGERS),
    st.sampled_from(["ls; {}", "ls && {}", "{} &", "({})", "{{ {}; }}", "if x; then {}; fi", "x=$({})", "echo \"$({})\"", "sudo {}", "env A=1 {}", "nohup {}", "! {}", "while x; do {}; done", "cat <<E\nx\nE\n{}", "f() {{ {}; }}; f", "echo ok # no\n{}"]),
)  # fmt: skip
def test_the_place_in_the_line_changes_no_verdict(command, carrier):
    assert action(carrier.format(command)) == "deny"


@pytest.mark.parametrize("sink", ["echo {}", "git commit -m {}", "grep -r {} .", "gh pr create --body {}", "printf '%s' {}", "cat <<'E'\n{}\nE", "ls # {}", "X={}; echo \"$X\""])  # fmt: skip
@pytest.mark.parametrize("command", DANGERS)
def test_what_is_only_mentioned_goes_through(sink, command):
    text = command if "<<" in sink or "#" in sink else runtime._quote(command)
    assert action(sink.format(text)) == "allow"


REPEATED = ["echo ok; ", "a|", "$(", "`", '"$(', "'", "(", "{ ", "$x ", "x=$x$x;", "<<a ", "<<a\n", "${x:-", "$((", "<(", "a=(", "case x in ", "f(){", "{a,b}", "a ", "word", "rm -rf / ", "\\", "eval ", "sudo ", "cd x;", "curl x|sh;", "system(\"", "python3 -c 'system(", "; #x\n", "\0", "é"]  # fmt: skip


@pytest.mark.parametrize("piece", REPEATED)
def test_ten_times_the_text_takes_about_ten_times_the_time(piece):
    def taken(size):
        text = (piece * (size // len(piece) + 1))[:size]
        begun = time.process_time()
        verdict = runtime.judge(text, TRAUMAS, seconds=60)
        assert "an error" not in verdict.doubts
        return time.process_time() - begun

    short = max(min(taken(20_000), taken(20_000)), 0.002)
    assert taken(200_000) / short < 30  # a quadratic reader would need a hundred


def test_a_megabyte_is_judged_whole():
    filler = "x" * 99 + " "
    assert runtime.judge("echo " + filler * 10_000 + "; rm -rf /", TRAUMAS, seconds=60).action == "deny"
    assert (
        runtime.judge(
            "cat > f <<'E'\n" + (filler + "\n") * 10_000 + "E\nrm -rf /", TRAUMAS, seconds=60
        ).action
        == "deny"
    )
    assert runtime.judge("rm -rf " + "a " * 500_000 + "/", TRAUMAS, seconds=60).action == "deny"
    assert runtime.judge("echo " + "rm -rf / " * 100_000, TRAUMAS, seconds=60).action == "allow"


def test_the_verdict_does_not_hang_on_the_order_of_sets():
    import subprocess

    code = "from tests.bench.guard import armed; from guards import runtime as r; t = armed(); print([r.judge(c, t).id for c in ('git reset --h', 'git push --f', 'rm --rec --f /', 'chmod --rec 777 /')])"
    told = {subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path)}, check=True).stdout for seed in "0123"}  # fmt: skip
    assert len(told) == 1
