"""Traumas, as far as no file and no clock is needed: admission, probes, proposals, which line of an id counts."""
