"""The process in which litellm runs: a line of JSON in, a line of JSON out, until stdin ends.

It runs alone and knows nothing of `cm`: it is started with an environment that holds nothing but what the user named, so no key,
no `.env` and no account of the machine can be picked up. Started and spoken to by `litellm_writer.py`.
"""

from __future__ import annotations

import json
import os
import sys
from typing import Any

CLIP = 4000


def main() -> None:
    """Answers until nobody asks any more."""
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what libraries print is no answer
    sys.path[:] = json.loads(sys.stdin.readline())["path"]
    try:
        litellm = load()
        out.write(json.dumps({"ready": True}) + "\n")
    except Exception as error:
        out.write(json.dumps({"ready": False, "message": f"{type(error).__name__}: {error}"[:CLIP]}) + "\n")
        return
    finally:
        out.flush()
    for line in sys.stdin:
        try:
            answer = ask(litellm, json.loads(line))
        except Exception as error:
            answer = failed(error)
        out.write(json.dumps(answer) + "\n")
        out.flush()


def load() -> Any:
    """Imports litellm without its reading of `.env`, its downloads and its habit of printing."""
    os.environ.update(
        LITELLM_MODE="PRODUCTION", LITELLM_OFFLINE_MODE="true", LITELLM_LOCAL_MODEL_COST_MAP="True",
        LITELLM_LOCAL_ANTHROPIC_BETA_HEADERS="True", LITELLM_LOCAL_BLOG_POSTS="True", AWS_EC2_METADATA_DISABLED="true",
        HF_HUB_OFFLINE="1",
    )  # fmt: skip
    import litellm

    litellm.telemetry = False
    litellm.suppress_debug_info = True
    litellm.disable_token_counter = True  # a number that the provider did not name is none
    litellm.drop_params = True  # what a provider does not know is left out
    for name in ("callbacks", "success_callback", "failure_callback", "input_callback"):
        setattr(litellm, name, [])
    return litellm


def ask(litellm: Any, call: dict[str, Any]) -> dict[str, Any]:
    """One request to the provider, never repeated in here."""
    answer = litellm.completion(**call, num_retries=0, max_retries=0)
    return joined(answer) if call.get("stream") else whole(answer)


def whole(answer: Any) -> dict[str, Any]:
    choice = (getattr(answer, "choices", None) or [None])[0]
    message = getattr(choice, "message", None)
    text = getattr(message, "content", None)
    return {
        "ok": True, "text": text if isinstance(text, str) else "", "finish": str(getattr(choice, "finish_reason", "") or ""),
        "model": str(getattr(answer, "model", "") or ""), "used": used(getattr(answer, "usage", None)),
        "refusal": str(getattr(message, "refusal", None) or ""),
    }  # fmt: skip


def joined(parts: Any) -> dict[str, Any]:
    """A reply that comes in parts, as one; one that breaks off is told as such."""
    text: list[str] = []
    finish = model = ""
    usage = None
    try:
        for part in parts:
            model = str(getattr(part, "model", "") or model)
            usage = getattr(part, "usage", None) or usage
            for choice in getattr(part, "choices", None) or ():
                said = getattr(getattr(choice, "delta", None), "content", None)
                text.append(said if isinstance(said, str) else "")
                finish = str(getattr(choice, "finish_reason", None) or finish)
    except Exception as error:
        return {**failed(error), "part": "".join(text)[:CLIP], "broken": bool(text)}
    return {
        "ok": True,
        "text": "".join(text),
        "finish": finish,
        "model": model,
        "used": used(usage),
        "refusal": "",
    }


def used(usage: Any) -> dict[str, int] | None:
    """The tokens that a provider names; None unless both numbers are numbers."""
    counts = [number(getattr(usage, name, None)) for name in ("prompt_tokens", "completion_tokens")]
    if usage is None or None in counts or not any(counts):
        return None
    details = getattr(usage, "prompt_tokens_details", None)
    return {
        "in": counts[0] or 0,
        "out": counts[1] or 0,
        "cached": number(getattr(details, "cached_tokens", None)) or 0,
    }


def number(value: Any) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None


def failed(error: BaseException) -> dict[str, Any]:
    """What went wrong, with all that helps to know whether and when to ask again."""
    status = getattr(error, "status_code", None)
    chain: list[str] = []
    at: BaseException | None = error
    wait = ""
    body = ""
    while at is not None and len(chain) < 8:
        chain.append(type(at).__name__)
        response = getattr(at, "response", None)
        for headers in (
            getattr(at, "headers", None),
            getattr(response, "headers", None),
            getattr(at, "litellm_response_headers", None),
        ):
            wait = wait or next(
                (str(v) for k, v in dict(headers or {}).items() if str(k).lower() == "retry-after"), ""
            )
        body = body or str(getattr(at, "body", None) or "")
        at = at.__cause__ or at.__context__
    return {
        "ok": False, "error": type(error).__name__, "chain": chain, "status": status if isinstance(status, int) else None,
        "retry_after": seconds(wait), "message": str(error)[:CLIP], "body": body[:CLIP],
    }  # fmt: skip


def seconds(wait: str) -> str:
    """A wait that is written as a date, in seconds from now."""
    if "," not in wait:
        return wait
    import email.utils
    import time

    try:
        at = email.utils.parsedate_to_datetime(wait).timestamp()
    except (ValueError, OverflowError):
        return ""
    return str(max(0.0, at - time.time()))


if __name__ == "__main__":
    main()
