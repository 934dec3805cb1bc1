"""Claude: the `conversations.json` of an account's export, or the archive that it comes in.

A long text that a person pastes is written there as an attachment: it is by `file`, as every attachment. Not here: what it
has in common with other exports (`chats.py`); Claude Code (`claude_code.py`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from cm.hosts.chats import Chat, ChatFold
from cm.hosts.handed import handed_over
from cm.hosts.shapes import table, text_of, word
from cm.model.session import Item

NAME: Final = "claude-export"


class ClaudeExportFold(ChatFold):
    """Reads the messages of each conversation in their order, or the branch that was shown last where it is told."""

    def is_conversation(self, value: dict[str, Any]) -> bool:
        """Whether it is a list of messages."""
        return isinstance(value.get("chat_messages"), list)

    def native(self, value: dict[str, Any]) -> str:
        """The conversation's id."""
        return word(value.get("uuid"))

    def read(self, chat: Chat, value: dict[str, Any]) -> Iterator[Item]:
        """Yields what was said."""
        thread = chat.thread
        thread.title = word(value.get("name"))
        thread.model = word(value.get("model"))
        chat.dated(value.get("created_at"))
        messages = [table(item) for item in value["chat_messages"]]
        shown = _branch(messages, word(value.get("current_leaf_message_uuid")))
        for message in shown:
            yield from _message(chat, message)
        yield from (chat.skipped("other-branch"),) * (len(messages) - len(shown))


def _message(chat: Chat, message: dict[str, Any]) -> Iterator[Item]:
    name = message.get("uuid")
    at = chat.dated(message.get("created_at"), message.get("updated_at")) or chat.thread.ended
    sender = message.get("sender")
    content = message.get("content")
    blocks = [table(block) for block in content] if isinstance(content, list) else []
    words = "\n".join(
        filter(None, (word(block.get("text")) for block in blocks if block.get("type") == "text"))
    )
    words = words or word(message.get("text"))
    got: list[Item] = []
    if sender == "human":
        got += chat.typed(name, at, words)
    elif sender == "assistant":
        got += chat.said(name, at, "agent", words)
    elif words:
        got.append(chat.skipped("unknown-author"))
    for block in blocks:
        kind = block.get("type")
        if kind == "tool_result":
            made = list(
                chat.said(name, at, "tool", text_of(block.get("content")), tool=word(block.get("name")))
            )
            got += made or [chat.skipped("tool-result")]
        elif kind != "text":
            got.append(
                chat.skipped(
                    "tool-call" if kind == "tool_use" else "thinking" if kind == "thinking" else "other-block"
                )
            )
    for field in ("attachments", "files"):
        given = message.get(field)
        for each in map(table, given if isinstance(given, list) else ()):
            got += chat.attached(name, at, each.get("file_name"), each.get("extracted_content"))
    yield from got or (chat.skipped("empty"),)


def _branch(messages: list[dict[str, Any]], last: str) -> list[dict[str, Any]]:
    """The messages up to the one that was shown last; all of them where nothing tells."""
    by_id = {word(message.get("uuid")): message for message in messages}
    found: list[dict[str, Any]] = []
    seen: set[str] = set()
    while last and last in by_id and last not in seen:
        seen.add(last)
        found.append(by_id[last])
        last = word(by_id[last].get("parent_message_uuid"))
    return found[::-1] or messages


def _looks_like(records: Sequence[Any]) -> bool:
    """Whether the first record is a conversation."""
    first = table(records[0]) if records else {}
    return isinstance(first.get("chat_messages"), list) and isinstance(first.get("uuid"), str)


HOST: Final = handed_over(NAME, "Claude export", "json", ClaudeExportFold, _looks_like, archive=True)
