"""What `cm doctor` says of the model that the config names: whether it can be asked, at what price, within which limits."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from cm.core.spending import nano_of, spent
from cm.errors import CmError
from cm.flows.checks import Check, Finding
from cm.flows.env import Env
from cm.flows.spending import price_of
from cm.llm.opening import is_named, open_writer
from cm.store.replies import replies_dir
from cm.store.usage import read_usage


def look_at_model(env: Env) -> Iterator[Finding]:
    """Can the named model be asked? Nothing is called, and without a name nothing is said."""
    calls = read_usage(env.home)  # a line that hides what was spent is a fault, whoever is named
    llm = env.settings.llm
    kept = sum(1 for _ in replies_dir(env.home).glob("q-*.json"))
    if kept:
        yield Finding(
            "note", "replies-kept", f"{kept} replies of models wait in {replies_dir(env.home)}: not used yet, or not to be read",
            "cm reflect --model uses those that can be read",
        )  # fmt: skip
    if not is_named(llm):
        return
    try:
        open_writer(llm, env.environ).close()
        price = price_of(llm)
    except CmError as error:
        yield Finding("warning", error.code, error.message, error.hint)
        return
    so_far = spent(calls.values(), env.stamp, "")
    for setting, limit, used in (
        ("llm.daily_usd", nano_of(llm.daily_usd), so_far.day),
        ("llm.monthly_usd", nano_of(llm.monthly_usd), so_far.month),
    ):
        if not price.is_free and used >= limit:
            said = "is 0: nothing that costs money is sent" if not limit else "is used up"
            yield Finding("note", "budget", f"{setting} {said}", f"cm usage; cm config set {setting} DOLLARS")


ALL: Final[tuple[Check, ...]] = (Check("model", look_at_model),)
