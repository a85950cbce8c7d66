"""Chats exported as JSON: Slack (a file for each day of a channel), Telegram, Discord."""

from __future__ import annotations

import datetime as dt
import html
import json
import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from timeweave.documents.conversation import Turn, chat_documents
from timeweave.documents.decoding import decode
from timeweave.documents.source_file import SourceFile, printable
from timeweave.records import Document
from timeweave.temporal.interval import MAX_YEAR

_TELEGRAM = re.compile(r'"messages"\s*:\s*\[|"chats"\s*:\s*\{')
_DISCORD = re.compile(r'"guild"\s*:\s*\{')
_SLACK_MESSAGE = re.compile(r'"ts"\s*:\s*"\d{9,11}\.\d+"')
_SLACK_LISTS = frozenset(
    """users channels groups dms mpims integration_logs canvases huddle_transcripts file_conversations lists
    org_users""".split()  # noqa: SIM905
)
_REFERENCE = re.compile(r"<([@#!]?)([^<>|\s]{1,2000})(?:\|([^<>]{0,500}))?>")
_NO_WORDS = frozenset(
    """channel_join channel_leave group_join group_leave channel_topic channel_purpose channel_name channel_archive
    bot_add bot_remove pinned_item""".split()  # noqa: SIM905
)


def is_chat(file: SourceFile, head: str) -> bool:
    """Whether a file of JSON that begins so is an export of a chat, or a list that belongs to one."""
    start = head.lstrip("\ufeff \t\r\n")
    if start.startswith("["):
        return bool(_SLACK_MESSAGE.search(start[:65_536])) or _is_list_of_slack(file)
    if not start.startswith("{"):
        return False
    beginning = start[:65_536]
    return bool(_TELEGRAM.search(beginning)) and (bool(_DISCORD.search(beginning)) or '"type"' in beginning)


def read_chat(file: SourceFile, mapping: Mapping[str, str]) -> Iterator[Document]:  # noqa: ARG001
    """The documents of an export, one for each day on which somebody said something."""
    text = decode(file.read(), file)
    try:
        content = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise file.error(f"is not valid JSON ({error}): export the chat anew") from None
    if isinstance(content, list):
        if not _is_list_of_slack(file):
            yield from _slack(file, content)
        return
    if "guild" in content:
        yield from _discord(file, content)
    else:
        yield from _telegram(file, content)


def _is_list_of_slack(file: SourceFile) -> bool:
    """Whether the file lists the users or channels of an export of Slack: it stands beside the folders of channels."""
    if file.path.stem not in _SLACK_LISTS:
        return False
    beside = file.path.parent
    return (beside / "users.json").is_file() and (beside / "channels.json").is_file()


def _slack(file: SourceFile, content: list[Any]) -> Iterator[Document]:
    names = dict(_slack_names(file.path.parent.parent / "users.json"))
    for message in _objects(content):
        profile = message.get("user_profile")
        if isinstance(profile, dict) and isinstance(message.get("user"), str):
            names.setdefault(message["user"], _first(profile, "display_name", "real_name", "name"))
    turns = []
    for message in _objects(content):
        moment = _from_epoch(message.get("ts"))
        if message.get("type") != "message" or message.get("subtype") in _NO_WORDS or moment is None:
            continue
        who = str(message.get("user") or "")
        speaker = names.get(who) or _first(message, "username") or who
        turns.append(Turn(speaker, _slack_words(str(message.get("text") or ""), names), moment))
    channel = printable(file.path.parent.name)
    metadata = {"chat": "Slack", "channel": channel, "time zone": "UTC"}
    yield from _of_days(file, turns, title=f"#{channel}", metadata=metadata)


@lru_cache(maxsize=8)
def _slack_names(path: Path) -> tuple[tuple[str, str], ...]:
    """The names of the users of an export by their ids; none where the list is missing or damaged."""
    try:
        users = json.loads(path.read_bytes()) if path.is_file() and path.stat().st_size < 100_000_000 else []
    except (ValueError, OSError, RecursionError):
        return ()
    found = []
    for user in _objects(users):
        profile = _object(user.get("profile"))
        name = _first(profile, "display_name", "real_name") or _first(user, "real_name", "name")
        if isinstance(user.get("id"), str) and name:
            found.append((user["id"], name))
    return tuple(found)


def _slack_words(text: str, names: Mapping[str, str]) -> str:
    def said(match: re.Match[str]) -> str:
        mark, target, label = match[1], match[2], match[3]
        if mark == "@":
            return "@" + (names.get(target) or label or target)
        if mark == "#":
            return "#" + (label or target)
        return f"@{label or target.partition('^')[0]}".replace("@@", "@") if mark == "!" else label or target

    return html.unescape(_REFERENCE.sub(said, text))


def _telegram(file: SourceFile, content: Mapping[str, Any]) -> Iterator[Document]:
    held = content.get("chats")
    chats = held.get("list") if isinstance(held, dict) else None
    listed = list(_objects(chats)) if isinstance(chats, list) else [content]
    for number, chat in enumerate(listed, 1):
        turns = []
        for message in _objects(chat.get("messages")):
            moment = _from_iso(message.get("date"))
            if message.get("type", "message") == "message" and moment is not None:
                speaker = str(message.get("from") or message.get("from_id") or "")
                turns.append(Turn(speaker, _telegram_words(message.get("text")), moment))
        identity = printable(file.name) + (f"#{number}" if len(listed) > 1 else "")
        name = str(chat.get("name") or "")
        yield from _of_days(file, turns, title=name, metadata={"chat": "Telegram", "channel": name}, identity=identity)


def _telegram_words(text: object) -> str:
    parts = text if isinstance(text, list) else [text]
    return "".join(str(part.get("text") or "") if isinstance(part, dict) else str(part or "") for part in parts)


def _discord(file: SourceFile, content: Mapping[str, Any]) -> Iterator[Document]:
    turns = []
    for message in _objects(content.get("messages")):
        moment = _from_iso(message.get("timestamp"))
        if moment is None or message.get("type", "Default") not in ("Default", "Reply", "20", "ThreadStarterMessage"):
            continue
        author = _first(_object(message.get("author")), "nickname", "name")
        turns.append(Turn(author, str(message.get("content") or ""), moment))
    guild, channel = (_first(_object(content.get(key)), "name") for key in ("guild", "channel"))
    yield from _of_days(
        file, turns, title=f"#{channel}", metadata={"chat": "Discord", "server": guild, "channel": channel}
    )


def _of_days(
    file: SourceFile, turns: list[Turn], *, title: str, metadata: Mapping[str, object], identity: str = ""
) -> Iterator[Document]:
    shown = {key: value for key, value in metadata.items() if value}
    yield from chat_documents(file, turns, title=title, metadata=shown, identity=identity)


def _objects(values: object) -> Iterator[dict[str, Any]]:
    if isinstance(values, list):
        yield from (value for value in values if isinstance(value, dict))


def _object(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def _first(data: Mapping[str, Any], *names: str) -> str:
    return next((str(data[name]) for name in names if data.get(name)), "")


def _from_epoch(text: object) -> dt.datetime | None:
    try:
        return dt.datetime.fromtimestamp(float(str(text)), dt.UTC).replace(tzinfo=None)
    except (ValueError, OverflowError, OSError):
        return None


def _from_iso(text: object) -> dt.datetime | None:
    try:
        moment = dt.datetime.fromisoformat(str(text))
    except ValueError:
        return None
    return moment if moment.year <= MAX_YEAR else None
