"""One file per verb: load, call pure functions, commit. Flows return frozen Results that every door shows."""
