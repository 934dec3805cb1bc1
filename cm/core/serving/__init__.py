"""What the ledger says and who may see what: `standing`, `blocklist`, the predicate `serve`, then `select`, `render`, `export`."""
