"""The process in which litellm runs: a line of JSON in, a line of JSON out, until stdin ends.

It runs alone and knows nothing of `cm`: it is started with an environment that holds nothing but what the user named, so no key,
no `.env` and no account of the machine can be picked up. Started and spoken to by `litellm_writer.py`.
"""

from __future__ import annotations

import json
import os
import queue
import shutil
import sys
import threading
from contextlib import suppress
from typing import Any

CLIP = 4000
MOST_CHARS = 4_000_000  # of a reply: what comes after is cut off
MOST_MEMORY = 2_000_000_000  # bytes that this process may take, a server's endless reply among them
LEFT: list[str] = []  # made for this process alone by whoever started it
MOST_REDIRECTS = 5  # within one server
MOST_TOKENS = 100_000_000  # no call is larger: what a provider says beyond is no number


def main() -> None:
    """Answers until nobody asks any more."""
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what libraries print is no answer
    lines: queue.SimpleQueue[str] = queue.SimpleQueue()
    threading.Thread(target=listen, args=(lines,), daemon=True).start()
    first = json.loads(lines.get())
    sys.path[:] = first["path"]
    LEFT.append(first["folder"])
    bound_memory()
    try:
        litellm = load()
        out.write(json.dumps({"ready": True}) + "\n")
    except Exception as error:
        out.write(json.dumps({"ready": False, "message": f"{type(error).__name__}: {error}"[:CLIP]}) + "\n")
        return
    finally:
        out.flush()
    while True:
        try:
            answer = ask(litellm, json.loads(lines.get()))
        except Exception as error:
            answer = failed(error)
        out.write(json.dumps({**answer, "last": is_worn()}) + "\n")
        out.flush()


def is_worn() -> bool:
    """Whether so much memory was taken that another process does better."""
    with suppress(Exception):
        import resource

        taken = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return taken * (1 if sys.platform == "darwin" else 1024) > MOST_MEMORY // 2
    return False


def listen(lines: queue.SimpleQueue[str]) -> None:
    """Takes in what is asked, and ends it all when nobody can ask any more: a call that is under way is of no use then.

    Whoever asked may have been killed, so the empty home of this process goes here too.
    """
    with suppress(Exception):
        for line in sys.stdin:
            lines.put(line)
    for folder in LEFT:
        shutil.rmtree(folder, ignore_errors=True)
    os._exit(0)


def bound_memory() -> None:
    """A reply without end is an error in here, and not the machine's trouble; where the system cannot, it cannot."""
    with suppress(Exception):
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (MOST_MEMORY, MOST_MEMORY))


def load() -> Any:
    """Imports litellm without its reading of `.env`, its downloads and its habit of printing."""
    os.environ.update(
        LITELLM_MODE="PRODUCTION", LITELLM_OFFLINE_MODE="true", LITELLM_LOCAL_MODEL_COST_MAP="True",
        LITELLM_LOCAL_ANTHROPIC_BETA_HEADERS="True", LITELLM_LOCAL_BLOG_POSTS="True", AWS_EC2_METADATA_DISABLED="true",
        HF_HUB_OFFLINE="1",
    )  # fmt: skip
    import httpx
    import litellm

    stay(httpx.Client)
    litellm.telemetry = False
    litellm.suppress_debug_info = True
    litellm.disable_token_counter = True  # a number that the provider did not name is none
    litellm.drop_params = True  # what a provider does not know is left out
    for name in ("callbacks", "success_callback", "failure_callback", "input_callback"):
        setattr(litellm, name, [])
    return litellm


def stay(client: Any) -> None:
    """Sees to it that a server sends what it was asked on to no other place: the user named this one."""
    send = client.send

    def sent(self: Any, request: Any, **options: Any) -> Any:
        options["follow_redirects"] = False
        answer = send(self, request, **options)
        for _ in range(MOST_REDIRECTS):
            onward = answer.next_request
            if onward is None or place(onward.url) != place(request.url):
                break
            answer.close()
            answer = send(self, onward, **options)
        return answer

    client.send = sent


def place(url: Any) -> tuple[str, str, int | None]:
    return url.scheme, url.host, url.port


def ask(litellm: Any, call: dict[str, Any]) -> dict[str, Any]:
    """One request to the provider, in its kind."""
    return scored(litellm, call) if "documents" in call else said(litellm, call)


def scored(litellm: Any, call: dict[str, Any]) -> dict[str, Any]:
    """How near texts are to a question, by a provider that only reads: pairs of a text's number and a score."""
    answer = litellm.rerank(**call, num_retries=0, max_retries=0)
    pairs = []
    for each in getattr(answer, "results", None) or ():
        item = each if isinstance(each, dict) else vars(each)
        pairs.append([item.get("index"), item.get("relevance_score")])
    meta = getattr(answer, "meta", None)
    meta = meta if isinstance(meta, dict) else vars(meta) if meta is not None else {}
    tokens = meta.get("tokens") or {}
    billed = meta.get("billed_units") or {}
    found = [number((part if isinstance(part, dict) else vars(part)).get(name)) for part, name in ((tokens, "input_tokens"), (billed, "total_tokens"))]  # fmt: skip
    return {"ok": True, "pairs": pairs, "tokens": max((each for each in found if each), default=None)}


def said(litellm: Any, call: dict[str, Any]) -> dict[str, Any]:
    """A question that is answered in words; only what a server did not understand (422) is sent once more, without the options it names."""
    answer = litellm.completion(**bounded(litellm, call), num_retries=0, max_retries=0)
    if answer is None:  # and it did not understand that either
        say = "a part of the request is not understood"
        return {
            "ok": False,
            "error": "",
            "chain": ["HTTPStatusError"],
            "status": 422,
            "retry_after": "",
            "message": say,
            "body": "",
        }
    return joined(answer) if call.get("stream") else whole(answer)


def bounded(litellm: Any, call: dict[str, Any]) -> dict[str, Any]:
    """The call with its limit of tokens, also for providers for which litellm would leave it out: it is what bounds the cost."""
    try:
        known = litellm.get_supported_openai_params(model=call["model"]) or ()
    except Exception:
        known = ()
    if "max_tokens" in known or "max_completion_tokens" in known:
        return call
    return {**call, "allowed_openai_params": ["max_tokens"]}


def whole(answer: Any) -> dict[str, Any]:
    choice = (getattr(answer, "choices", None) or [None])[0]
    message = getattr(choice, "message", None)
    found = getattr(message, "content", None)
    text = found if isinstance(found, str) else ""
    finish = "length" if len(text) > MOST_CHARS else str(getattr(choice, "finish_reason", "") or "")
    return {
        "ok": True, "text": text[:MOST_CHARS], "finish": finish,
        "model": str(getattr(answer, "model", "") or ""), "used": used(getattr(answer, "usage", None)),
        "refusal": str(getattr(message, "refusal", None) or ""),
    }  # fmt: skip


def joined(parts: Any) -> dict[str, Any]:
    """A reply that comes in parts, as one; one that breaks off is told as such."""
    text: list[str] = []
    finish = model = ""
    usage = None
    size = 0
    try:
        for part in parts:
            model = str(getattr(part, "model", "") or model)
            usage = getattr(part, "usage", None) or usage
            for choice in getattr(part, "choices", None) or ():
                said = getattr(getattr(choice, "delta", None), "content", None)
                text.append(said if isinstance(said, str) else "")
                size += len(text[-1])
                finish = str(getattr(choice, "finish_reason", None) or finish)
            if size > MOST_CHARS:
                finish = "length"
                break
    except Exception as error:
        return {**failed(error), "part": "".join(text)[:CLIP], "broken": bool(text)}
    return {
        "ok": True,
        "text": "".join(text)[:MOST_CHARS],
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
    good = isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MOST_TOKENS
    return value if good else None


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
        if chain[-1].endswith("HTTPStatusError"):  # what the server itself said
            status = getattr(response, "status_code", status)
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
    """A wait in seconds, also one that is written as a date."""
    with suppress(ValueError):
        return str(float(wait))
    import email.utils
    import time

    try:
        at = email.utils.parsedate_to_datetime(wait).timestamp()
    except (TypeError, ValueError, OverflowError):
        return ""
    return str(max(0.0, at - time.time()))


if __name__ == "__main__":
    main()
