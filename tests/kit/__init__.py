"""Builders and runners that tests share."""

from tests.kit.build import NOW, book, evidence, mark, rule, ts
from tests.kit.run import Ran, run_cm

__all__ = ["NOW", "Ran", "book", "evidence", "mark", "rule", "run_cm", "ts"]
