"""Reflection with a model, the pure part: what work is given, how an answer is read, what it proposes."""
