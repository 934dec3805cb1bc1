"""One file per coding agent, each exporting one frozen `HOST`; the table of them is `registry.py`."""
