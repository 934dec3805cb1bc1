import pytest
from hypothesis import given
from hypothesis import strategies as st

from cm.core.manifests import is_manifest, packages_of, spelled

NAMES = ("pyproject.toml", "requirements.txt", "setup.cfg", "setup.py", "Pipfile", "package.json", "go.mod", "Cargo.toml", "pom.xml", "build.gradle")  # fmt: skip


@pytest.mark.parametrize(
    "name, text, packages",
    [
        ("pyproject.toml", "[project.optional-dependencies]\nweb = ['Flask>3']\n[dependency-groups]\ndev = ['x.y_z', {include-group = 'web'}]", {"python": "flask x-y-z"}),
        ("pyproject.toml", "[tool.poetry.dev-dependencies]\nblack = '*'", {"python": "black"}),
        ("requirements.txt", "a==1\nb @ https://example.org/b.whl\n--hash=sha256:0\n  c[d,e]>=2 # why\n./local\n", {"python": "a b c"}),
        ("setup.cfg", "[options]\ninstall_requires =\n    django >= 4\n    celery\nzip_safe = no\n[options.extras_require]\nweb =\n    flask\n[tool:pytest]\naddopts =\n    quiet", {"python": "django celery flask"}),
        ("setup.py", "setup(name='nope', tests_require=['pytest'], extras_require={'x': ['y>1']})", {"python": "pytest x y"}),
        ("package.json", '{"peerDependencies": {"@nestjs/core": "*"}, "scripts": {"react": "x"}}', {"npm": "@nestjs/core"}),
        ("go.mod", "module m\n\nrequire (\n\tgithub.com/gin-gonic/gin v1.10.0\n)\nrequire golang.org/x/net v0.1.0 // indirect\n", {"go": "github.com/gin-gonic/gin golang.org/x/net"}),
        ("Cargo.toml", "[target.'cfg(unix)'.dependencies]\nnix = '0.29'\n[build-dependencies]\ncc = '1'", {"cargo": "nix cc"}),
        ("pom.xml", "<dependency><artifactId> spring-boot-starter </artifactId></dependency>", {"maven": "spring-boot-starter"}),
        ("build.gradle", "implementation 'org.flywaydb:flyway-core:11.0'", {"maven": "flyway-core org.flywaydb:flyway-core"}),
    ],
)  # fmt: skip
def test_a_manifest_names_its_packages(name, text, packages):
    [(ecosystem, names)] = packages.items()
    assert packages_of(name, text) >= {(ecosystem, each) for each in names.split()}
    assert len(packages_of(name, text)) == len(names.split())


def test_what_is_no_manifest_names_nothing():
    assert not is_manifest("tsconfig.json")
    assert packages_of("tsconfig.json", '{"dependencies": {"react": "1"}}') == frozenset()


def test_names_are_compared_as_their_registry_does():
    assert spelled("python", "Zope.Interface_x") == "zope-interface-x"
    assert spelled("npm", "@Types/Node") == "@types/node"


@given(name=st.sampled_from(NAMES), text=st.text(max_size=200))
def test_no_text_is_too_odd_to_be_looked_at(name, text):
    assert all(len(each) == 2 for each in packages_of(name, text))


@pytest.mark.parametrize(
    "text", ["[" * 100_000, '{"a":' * 50_000, "install_requires=[" * 20_000, "x" * 200_000 + "["]
)
@pytest.mark.parametrize("name", NAMES)
def test_a_hostile_text_takes_no_time_and_names_nothing(name, text):
    assert len(packages_of(name, text)) <= 1
