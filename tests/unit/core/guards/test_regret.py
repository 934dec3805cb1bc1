import pytest
from hypothesis import given
from hypothesis import strategies as st

from cm.core.guards.accidents import accidents_of
from cm.core.guards.dangers import Danger
from cm.core.guards.regret import anger_of, regrets_of
from cm.model.session import Event


def signs(text, by="user", kind="message"):
    return {each.sign for each in regrets_of(Event("e-1", "s", 1, "", by, kind, text))}


@pytest.mark.parametrize(
    "text",
    [
        "why did you delete my branch?",
        "wtf did you just do",
        "You wiped the database.",
        "I never told you to push that",
        "warum hast du den Ordner gelöscht?",
        "¿por qué borraste la tabla?",
        "tu as supprimé mes fichiers",
        "perché hai cancellato il database?",
        "você apagou minha pasta",
        "你为什么删了我的文件",
        "なんで勝手に消したの",
        "왜 파일을 지웠어",
    ],
)
def test_a_user_who_accuses_is_heard(text):
    assert "accused" in signs(text)


@pytest.mark.parametrize(
    "text",
    [
        "delete the old branch please",
        "what did you do so far?",
        "if you delete my branch I will be sad",
        "have you removed the debug output?",
        "you should delete the cache first",
        "did you run the tests?",
        "lösche bitte den alten Ordner",
        "the tests you deleted yesterday were fine to go",
    ],
)
def test_a_user_who_asks_or_orders_accuses_nobody(text):
    assert "accused" not in signs(text)


@pytest.mark.parametrize(
    "text",
    [
        "I accidentally deleted the wrong folder.",
        "I should not have run `git checkout .`; it was a mistake.",
        "Your uncommitted changes have been lost.",
        "I'm sorry, I ran rm -rf on the data folder.",
        "Es tut mir leid, ich habe die Tabelle gelöscht.",
        "Lo siento, he borrado la carpeta.",
        "Désolé, j'ai supprimé le dossier.",
        "申し訳ありません、誤ってファイルを削除しました。",
    ],
)
def test_an_agent_that_admits_it_is_heard(text):
    assert "confessed" in signs(text, by="agent")


@pytest.mark.parametrize(
    "text",
    [
        "I deleted the old files as you asked.",
        "Sorry, the test still fails.",
        "This would delete your uncommitted changes, so I did not run it.",
        "To avoid that your changes are lost, I will stash them.",
        "If I accidentally deleted a file, git would still have it.",
    ],
)
def test_an_agent_that_reports_or_warns_admits_nothing(text):
    assert "confessed" not in signs(text, by="agent")


def test_what_brings_back_is_a_repair_and_what_looks_is_less():
    assert signs("git reflog", by="agent", kind="command") == {"looked"}
    assert "restored" in signs("git reset --hard HEAD@{1}", by="agent", kind="command")
    assert "restored" in signs("pg_restore -d shop backup.dump", by="agent", kind="command")
    assert signs("git status", by="agent", kind="command") == set()


def test_pasted_code_accuses_nobody():
    assert signs("see the log:\n```\nwhy did you delete my files\n```") == set()


def test_anger_is_asked_of_users_alone():
    assert [
        each.sign
        for each in anger_of(Event("e", "s", 1, "", "user", "message", "this broke everything, revert it"))
    ]
    assert anger_of(Event("e", "s", 1, "", "agent", "message", "this broke everything, revert it")) == ()


EVENTS = st.lists(
    st.tuples(
        st.sampled_from(["user", "agent", "tool", "host"]),
        st.sampled_from(["message", "command", "output", "error", "interrupt", "edit"]),
        st.one_of(st.text(max_size=60), st.sampled_from(["rm -rf x", "you deleted my x", "I'm sorry, I deleted your files"])),
    ),
    max_size=12,
)  # fmt: skip


@given(EVENTS)
def test_an_accident_is_always_a_command_of_the_session_that_came_before_its_regret(rows):
    events = [Event(f"e-{n}", "s", n, "", by, kind, text) for n, (by, kind, text) in enumerate(rows)]
    found = accidents_of(
        events, lambda text: (Danger("files", "t", text, True),) if text.startswith("rm") else ()
    )
    for each in found:
        assert each.command.kind == "command"
        assert each.command.by in ("agent", "user")
        assert all(sign.seq > each.command.seq for sign in each.regrets)
