"""Which texts answer a query, and what is marked in them: `search/*.yaml`, by the index that `cm search` asks."""

from pathlib import Path

import pytest
from ruamel.yaml import YAML

from cm.core.language.query import read_query
from cm.core.language.snippet import excerpt, sought
from cm.model.session import Event, SessionHead
from cm.store import index_search, index_words
from cm.store.index import Index


def stanzas():
    for path in sorted((Path(__file__).parent / "search").glob("*.yaml")):
        for stanza in YAML(typ="safe").load(path.read_text(encoding="utf-8")):
            yield pytest.param(stanza, id=f"{path.stem}: {stanza['case']}")


@pytest.mark.parametrize("stanza", list(stanzas()))
def test_stanza(stanza):
    index = Index.in_memory()
    index.add_events(
        SessionHead("host/s", "host", "s"),
        [Event(f"e-{n}", "host/s", n, "", "user", "message", text) for n, text in enumerate(stanza["texts"])],
    )
    query = read_query(stanza["query"], 0.0)
    places = index_search.places(index, query, ())
    found = index_search.find_events(index, query, index_words.expression(query), places, (), 20)
    assert sorted(row.seq for row in found) == stanza["found"]
    if "marked" in stanza:
        text, matches, _ = excerpt(stanza["texts"][stanza["found"][0]], sought(query.terms))
        assert [text[start:end] for start, end in matches] == stanza["marked"]
