"""The records: frozen, slotted dataclasses of the standard library, and nothing that acts.

Not here: anything that decides (`cm.core`) or touches disk (`cm.store`). Every word is explained in `docs/domain.md`.
"""
