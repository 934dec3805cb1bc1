"""Secrets of a hundred kinds and the typed placeholders they become; the one call is `scrub.py`."""
