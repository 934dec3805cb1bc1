"""What words are, and when two texts say the same: normal form, tokens, synonyms of the trade, likeness, snippets, the query language."""
