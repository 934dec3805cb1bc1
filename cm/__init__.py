"""`cm`: procedural memory for coding agents. The map of the house is `docs/architecture.md`."""

__version__ = "0.1.0"
