"""The content screen that the gate and the predicate share; the one call is `screen.py`."""
