"""Pure functions: what is decided, computed or phrased. No clock, no disk, no environment, no randomness."""
