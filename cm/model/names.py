"""Names from the disk as text that every store takes. Not here: what a project is called (`core/identity.py`)."""

from __future__ import annotations


def storable(name: str) -> str:
    """The name with what is no character written out (`\\\\udcff`); any other name is left as it is."""
    return name.encode("utf-8", "backslashreplace").decode("utf-8")
