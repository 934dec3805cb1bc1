import os

import pytest

from cm.flows import meaning
from cm.flows.add import Wish, add
from cm.flows.context import context
from cm.flows.env import open_env
from cm.flows.importing import Asked, import_file
from cm.model.delta import Add
from cm.store.files import lock
from cm.store.near import Near
from tests.kit import run_cm
from tests.kit.alive import wait_for
from tests.unit.flows.test_evaluate import Parrot

STARTED = []


@pytest.fixture
def env(own_world, tmp_path, monkeypatch):
    monkeypatch.setattr(meaning, "embedder_of", lambda _: Parrot())
    monkeypatch.setattr(meaning, "start_detached", lambda call, *_: STARTED.append(call) or True)
    monkeypatch.setenv("CM_EMBEDDER", "off")  # what other processes would read with
    STARTED.clear()
    run_cm("init")
    run_cm("remember", "Run the tests before a push.")
    return open_env(os.environ, tmp_path)


def test_only_what_changed_is_read_again(env):
    first = meaning.read_rules(env)
    assert (first.model, first.rules, first.read) == ("parrot", 1, 1)
    assert first.words == first.new_words > 100
    run_cm("remember", "Have every terraform plan approved.")
    again = meaning.read_rules(open_env(os.environ, env.cwd))
    assert (again.rules, again.read) == (2, 1)
    assert again.new_words < 10


def test_what_is_forgotten_is_no_longer_in_the_table(env):
    meaning.read_rules(env)
    rule = next(iter(open_book(env)))
    assert run_cm("remove", rule, "--reason", "not needed any more").code == 0
    meaning.read_rules(open_env(os.environ, env.cwd))
    with Near.open(str(env.home.cache / "near.db")) as table:
        assert table.shas() == {}


def test_another_model_starts_anew(env, monkeypatch):
    meaning.read_rules(env)

    class Other(Parrot):
        revision = "2"

    monkeypatch.setattr(meaning, "embedder_of", lambda _: Other())
    found = meaning.read_rules(env)
    assert (found.read, found.new_words) == (1, found.words)


def test_keeping_up_does_nothing_where_nothing_was_read_before(env):
    meaning.keep_up(env)
    assert not (env.home.cache / "near.db").exists()
    assert STARTED == []


def test_what_is_added_or_imported_is_read_in_the_background(env):
    meaning.read_rules(env)
    add(env, [Wish(Add("Pin every terraform module."))], check=True)
    assert STARTED == []
    add(env, [Wish(Add("Pin every terraform module."))])
    assert STARTED == [meaning.READ]
    (env.cwd / "rules.yaml").write_text(
        'schema: 1\nportable: 1\nrules:\n- {id: r-x, text: "Seal every vault.", kind: rule, scope: {}}\n'
    )
    STARTED.clear()
    import_file(env, str(env.cwd / "rules.yaml"), Asked(yes=True))
    assert STARTED[:1] == [meaning.READ]


def test_a_hand_edit_is_read_in_the_background_once_the_index_has_seen_it(env):
    meaning.read_rules(env)
    book = env.home.playbook
    book.write_text(book.read_text().replace("a push", "each push"))
    context(open_env(os.environ, env.cwd), "run the tests")
    context(open_env(os.environ, env.cwd), "run the tests")
    assert STARTED == [meaning.READ]


def test_the_background_reads_until_nothing_is_new_and_one_at_a_time_does(env, monkeypatch):
    meaning.read_rules(env)
    run_cm("remember", "Have every terraform plan approved.")
    monkeypatch.chdir(env.cwd)
    with lock(env.home.cache / "reading.lock", timeout=0):
        meaning.read_in_background()
    with Near.open(str(env.home.cache / "near.db")) as table:
        assert len(table.shas()) == 1

    def both_are_read():
        meaning.read_in_background()  # while the process that `remember` started is at it, this one leaves it to that
        with Near.open(str(env.home.cache / "near.db")) as table:
            return len(table.shas()) == 2

    wait_for(both_are_read)


def test_when_time_is_up_the_rules_are_read_and_the_words_wait(env):
    found = meaning.read_rules(env, out_of_time=lambda: True)
    assert (found.unfinished, found.read, found.words) == (True, 1, 0)


def open_book(env):
    from cm.store.playbook import read_playbook

    return [rule.id for rule in read_playbook(env.home.playbook)]
