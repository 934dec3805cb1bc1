"""The real programs, headless, against a model on loopback that says what it was told to say. Run by `make agents`."""
