import pytest

from guards import runtime


def canonical(command, **more):
    return runtime.Reader(**more).read(command).canonical


@pytest.mark.parametrize(
    "command",
    [
        "rm -rf a",
        "rm -fr a",
        "rm -r -f a",
        "rm a -rf",
        "rm --recursive --force a",
        "rm --rec --forc a",
        "rm -Rf -- a",
    ],
)
def test_the_spellings_of_options_are_one(command):
    line = canonical(command)[0].replace(" --", " --", 1)
    assert line.replace(" -- ", " ") == "rm --force --recursive a"


def test_options_stand_before_operands_and_in_order():
    assert canonical("git push origin main -f -u") == ["git push --force --set-upstream origin main"]


def test_a_value_is_joined_to_its_option():
    assert canonical("curl -s -d x -o f https://x")[0] == "curl --data=x --output=f --silent https://x"
    assert canonical("curl --data=x https://x")[0] == "curl --data=x https://x"


def test_global_options_stand_not_between_a_program_and_its_subcommand():
    assert "git reset --hard" in canonical("git -C d -c a=b --no-pager reset --hard")
    assert canonical("kubectl -n x --context y delete ns z") == ["kubectl delete ns z"]
    assert canonical("docker compose -f x.yml down -v") == ["docker compose down -v"]


def test_white_space_inside_a_word_is_no_white_space_of_the_line():
    assert canonical("git commit -m 'rm -rf /'") == ["git commit --message=rm␣-rf␣/"]
    assert canonical("x 'a b' ''") == ["x a␣b ''"]


def test_paths_have_one_spelling():
    assert canonical("rm /tmp/../etc//passwd ./a/ ~/x/../y") == ["rm /etc/passwd a ~/y"]


def test_a_path_inside_the_folder_at_work_is_told_from_there():
    assert canonical("rm /work/app/build", cwd="/work/app") == ["rm build"]
    assert canonical("rm /work/app", cwd="/work/app") == ["rm ."]
    assert canonical("rm /home/me/x", home="/home/me") == ["rm ~/x"]


def test_a_relative_path_is_followed_only_to_the_root_and_the_home():
    assert "rm --recursive /etc" in canonical("cd / && rm -r etc")
    assert canonical("cd /srv/app && rm -r etc")[-1] == "rm --recursive etc"


def test_the_home_in_quotes_is_no_home():
    assert canonical("ls '~' \\~ ~") == ["ls ./~ ./~ ~"]


def test_what_is_written_and_what_flows_are_lines_of_their_own():
    assert canonical("a x | b y > f")[-1] == "| a x | b y"
    assert "> f" in canonical("a > f")
    assert ">> f" in canonical("a >> f")
    assert canonical("a 2>&1") == ["a"]


def test_output_that_cannot_be_known_is_told_by_its_maker():
    assert canonical("a $(b c)") == ["b c", "a $(b␣c)"]
    assert "| curl x | sh" in canonical('sh -c "$(curl x)"')


def test_an_expansion_that_is_known_is_put_in():
    assert canonical("x=1; a $x ${y:-2} $(echo 3) {4,5}")[-1] == "a 1 2 3 4 5"
    assert canonical("a $unknown") == ["a $unknown"]


def test_documents_are_read_only_by_who_runs_them():
    assert canonical("cat <<E\nrm x\nE\nls") == ["cat", "ls"]
    assert "rm x" in canonical("sh <<E\nrm x\nE")
    assert canonical("cat <<'E'\n$(rm x)\nE") == ["cat"]
    assert "rm x" in canonical("cat <<E\n$(rm x)\nE")


def test_what_an_interpreter_is_handed_is_a_payload():
    assert runtime.Reader().read("python3 -c 'print(1)'").payloads == [("python", "print(1)")]
    assert runtime.Reader().read("psql -c \"SELECT 'a;b'; -- c\nDROP TABLE t\"").payloads == [
        ("sql", "SELECT ''"),
        ("sql", "DROP TABLE t"),
    ]


def test_the_words_of_a_program_that_only_carries_text_are_no_arguments():
    reading = runtime.Reader().read("echo rm x; rm y")
    assert "echo rm x" not in reading.arguments
    assert "rm y" in reading.arguments


def test_short_spellings_stand_beside_the_canonical_one():
    reading = runtime.Reader().read("rm --recursive --force a")
    assert {"rm -rf a", "rm -fr a"} <= set(reading.commands)
    assert reading.canonical == ["rm --force --recursive a"]


def test_a_long_command_goes_on_in_lines_with_the_same_head():
    lines = canonical("rm -r " + " ".join(f"file-{n}" for n in range(2000)) + " /")
    assert len(lines) > 2
    assert all(line.startswith("rm --recursive ") and len(line) <= runtime.LINE + 100 for line in lines)
    assert lines[-1].endswith(" /")


def test_other_shells_are_read_when_they_are_named():
    assert (
        runtime.Reader()
        .read("Remove-Item -Recurse -Force C:\\x", "powershell")
        .canonical[0]
        .startswith("rm --force --recursive C:")
    )
    assert runtime.Reader().read("rd /s /q C:\\x", "cmd").canonical[0].startswith("rm --force --recursive C:")
