"""ChatGPT: the `conversations.json` of an account's export, or the archive that it comes in.

A conversation is a tree of messages, because an edited question begins another branch; what counts is the branch that was
shown last. Not here: what it has in common with other exports (`chats.py`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from cm.hosts.chats import Chat, ChatFold
from cm.hosts.handed import handed_over
from cm.hosts.shapes import table, text_of, word
from cm.model.session import Item

NAME: Final = "chatgpt"

_THINKING: Final = ("thoughts", "reasoning_recap")
_SET_UP: Final = ("user_editable_context", "model_editable_context")  # standing instructions, memory
_FROM_FILES: Final = ("file_search", "myfiles_browser", "browser", "web")


class ChatGptFold(ChatFold):
    """Reads the branch of each conversation that was shown last."""

    def is_conversation(self, value: dict[str, Any]) -> bool:
        """Whether it is a tree of messages."""
        return isinstance(value.get("mapping"), dict)

    def native(self, value: dict[str, Any]) -> str:
        """The conversation's id; very old exports had it under another name."""
        return word(value.get("conversation_id")) or word(value.get("id"))

    def read(self, chat: Chat, value: dict[str, Any]) -> Iterator[Item]:
        """Yields what was said, from the first message to the last."""
        thread = chat.thread
        thread.model = word(value.get("default_model_slug"))
        chat.dated(value.get("create_time"))
        if value.get("is_do_not_remember") is True:  # the person asked the service for it; it holds here too
            yield chat.skipped("private")
            return
        thread.title = word(value.get("title"))
        branch = _branch(value["mapping"], word(value.get("current_node")))
        for message in branch:
            yield from _message(chat, message)
        if left := len(value["mapping"]) - len(branch):
            yield from (chat.skipped("other-branch"),) * left


def _message(chat: Chat, message: dict[str, Any]) -> Iterator[Item]:
    if not message:
        yield chat.skipped("empty")
        return
    facts = table(message.get("metadata"))
    author = table(message.get("author"))
    content = table(message.get("content"))
    kind = word(content.get("content_type"))
    at = chat.dated(message.get("create_time")) or chat.thread.ended
    name = message.get("id")
    role = author.get("role")
    if kind in _SET_UP or facts.get("is_user_system_message") is True:
        yield chat.skipped("injected:host-context")
    elif facts.get("is_visually_hidden_from_conversation") is True or message.get("weight") in (0, 0.0):
        yield chat.skipped("hidden")
    elif kind in _THINKING:
        yield chat.skipped("thinking")
    elif role == "user":
        yield from _user(chat, name, at, content, facts)
    elif role == "assistant":
        chat.thread.model = word(facts.get("model_slug")) or chat.thread.model
        if kind not in ("text", "multimodal_text", "") or word(message.get("recipient")) not in ("", "all"):
            yield chat.skipped("tool-call")
        else:
            items = list(chat.said(name, at, "agent", _text(content)))
            yield from items or (chat.skipped("empty"),)
    elif role == "tool":
        tool = word(author.get("name"))
        read = kind.startswith("tether_") or tool.split(".", 1)[0] in _FROM_FILES
        items = list(chat.said(name, at, "file" if read else "tool", _text(content), tool=tool))
        yield from items or (chat.skipped("tool-result"),)
    else:
        yield chat.skipped("host-context" if role == "system" else "unknown-author")


def _user(chat: Chat, name: Any, at: str, content: dict[str, Any], facts: dict[str, Any]) -> Iterator[Item]:
    """What the person typed; what they spoke or gave along is not typed."""
    parts = content.get("parts")
    listed = parts if isinstance(parts, list) else [parts]
    typed = "\n".join(part for part in listed if isinstance(part, str)).strip()
    got: list[Item] = []
    if word(content.get("content_type")) in ("text", "multimodal_text", ""):
        got += chat.typed(name, at, typed)
    elif typed:  # shown as the person's, and of a kind nobody types
        got += chat.said(name, at, "file", typed)
    for part in map(table, listed):
        if spoken := word(part.get("text")):
            got += chat.said(name, at, "file", spoken)
        elif part:
            got.append(chat.skipped("picture-or-sound"))
    given = facts.get("attachments")
    for each in map(table, given if isinstance(given, list) else ()):
        got += chat.attached(name, at, each.get("name"))
    yield from got or (chat.skipped("empty"),)


def _text(content: dict[str, Any]) -> str:
    """All words of a message that is nobody's typing."""
    for field in ("parts", "text", "result"):
        if content.get(field):
            return text_of(content[field])
    return ""


def _branch(nodes: dict[str, Any], last: str) -> list[dict[str, Any]]:
    """The messages from the first one to the one that was shown last."""
    if last not in nodes:
        last = _newest(nodes)
    messages: list[dict[str, Any]] = []
    seen: set[str] = set()
    while last in nodes and last not in seen:
        seen.add(last)
        node = table(nodes[last])
        messages.append(table(node.get("message")))
        last = word(node.get("parent"))
    return messages[::-1]


def _newest(nodes: dict[str, Any]) -> str:
    """The message without an answer that was written last, for exports that do not say where the branch ends."""
    parents = {word(table(node).get("parent")) for node in nodes.values()}
    leaves = [name for name in nodes if name not in parents]

    def written(name: str) -> float:
        at = table(table(nodes[name]).get("message")).get("create_time")
        return float(at) if isinstance(at, int | float) and abs(at) < 1e15 else 0.0

    return max(leaves, key=written, default="")


def _looks_like(records: Sequence[Any]) -> bool:
    """Whether the first records are trees of messages."""
    first = table(records[0]) if records else {}
    nodes = first.get("mapping")
    if (
        not isinstance(nodes, dict)
        or not {"title", "create_time", "current_node", "conversation_id"} & first.keys()
    ):
        return False
    return all(isinstance(node, dict) and "message" in node for node in list(nodes.values())[:3])


HOST: Final = handed_over(NAME, "ChatGPT export", "json", ChatGptFold, _looks_like, archive=True)
