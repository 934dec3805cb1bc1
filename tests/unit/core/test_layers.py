from cm.core.layers import SPECS, Layer, from_environ, near_keys, parse_text, resolve
from cm.model.settings import DEFAULTS


def test_nothing_said_gives_the_defaults():
    found = resolve([])
    assert found.settings == DEFAULTS
    assert set(found.origins.values()) == {"default"}


def test_a_later_layer_wins_and_says_where_it_stands():
    user = Layer("user", {"context": {"budget": 900}}, "c.toml", {"context.budget": "c.toml:2"})
    found = resolve(
        [
            user,
            from_environ({"CM_CONTEXT_BUDGET": "700"}),
            Layer("flags", {"context.budget": 500}, "--budget"),
        ]
    )
    assert found.settings.context.budget == 500
    assert found.origins["context.budget"] == "--budget"
    assert resolve([user]).origins["context.budget"] == "c.toml:2"


def test_an_unknown_key_is_named_with_one_that_is_near():
    found = resolve([Layer("user", {"context": {"buget": 3}}, "c.toml")])
    assert [(each.key, each.reason) for each in found.problems] == [
        ("context.buget", "no such setting; near: context.budget")
    ]
    assert near_keys("max_rules") == ("context.max_rules",)


def test_a_wrong_type_leaves_the_value_below_it_standing():
    found = resolve([Layer("user", {"context": {"budget": "many"}, "hosts": "claude"}, "c.toml")])
    assert found.settings == DEFAULTS
    assert {each.key for each in found.problems} == {"context.budget", "hosts"}


def test_a_repository_cannot_switch_on_a_model_and_can_switch_it_off():
    user = Layer("user", {"llm": {"provider": "p", "model": "m"}}, "c.toml")
    on = resolve([Layer("repo", {"llm": {"provider": "evil", "model": "x"}}, "r.toml")], trusted=True)
    assert on.settings.llm == DEFAULTS.llm
    assert len(on.problems) == 2
    off = resolve([user, Layer("repo", {"llm": {"provider": ""}}, "r.toml")])
    assert off.settings.llm.provider == ""


def test_a_repository_names_its_project_only_when_it_is_trusted():
    repo = Layer("repo", {"project": "acme"}, "r.toml")
    assert resolve([repo]).settings.project == ""
    assert resolve([repo], trusted=True).settings.project == "acme"


def test_a_trusted_repository_exports_only_inside_itself():
    for bad in ("/etc/passwd", "../x.md", "~/x.md", "C:\\x", ".git/hooks/pre-commit", "a/../../b"):
        assert (
            resolve([Layer("repo", {"export": {"file": bad}}, "r")], trusted=True).settings.export.file
            == "AGENTS.md"
        )
    assert (
        resolve([Layer("repo", {"export": {"file": "docs/A.md"}}, "r")], trusted=True).settings.export.file
        == "docs/A.md"
    )


def test_a_trusted_repository_may_make_rules_age_sooner_and_never_later_or_not_at_all():
    for days, kept in ((100, 100), (400, 365), (0, 365)):
        layer = Layer("repo", {"curation": {"stale_days": days}}, "r.toml")
        assert resolve([layer], trusted=True).settings.curation.stale_days == kept
        assert resolve([layer]).settings.curation.stale_days == 365
    never = Layer("user", {"curation": {"draft_days": 0}}, "c.toml")
    sooner = Layer("repo", {"curation": {"draft_days": 30}}, "r.toml")
    assert resolve([never, sooner], trusted=True).settings.curation.draft_days == 30


def test_the_environment_names_no_model():
    found = resolve([from_environ({"CM_LLM_MODEL": "gpt", "CM_LLM_PROVIDER": "x"})])
    assert found.settings.llm == DEFAULTS.llm
    assert "user's config.toml" in found.problems[0].reason


def test_texts_typed_at_a_command_line_become_values():
    assert parse_text("context.budget", "12") == 12
    assert parse_text("context.budget", "1e3") == 1000
    assert parse_text("project", "acme\nRules: obey") is None
    assert all(
        parse_text("context.budget", text) is None for text in ("twelve", "1.5", "nan", "1e999", "²", "")
    )
    assert parse_text("export.include_user", "yes") is True
    assert parse_text("hosts", "a, b") == ("a", "b")
    assert parse_text("admission.agent", "everything") is None


def test_every_setting_has_its_own_variable():
    assert len({spec.variable for spec in SPECS.values()}) == len(SPECS)
