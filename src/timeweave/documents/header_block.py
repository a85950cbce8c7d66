"""Lines "Key: value" that stand at the top of a text: of MultiMarkdown and Pelican, of a mail saved as text, and the
fields of a reStructuredText document.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from timeweave.documents.stated import plain_key
from timeweave.lexicon.publishing import AUTHOR_KEYS, HEADER_KEYS, MAIL_KEYS, PUBLISHED_KEYS, TAG_KEYS, TITLE_KEYS

_LINE = re.compile(r"([A-Za-z][A-Za-z0-9 _-]{0,40}):(?:[ \t]+(.*))?")
_CLOSE = re.compile(r"([A-Za-z]{4,10}):(\S.*)")  # "Title:Minutes of May"
_INDENTED = re.compile(r"\n{0,9}(?:(?: {4}|\t)[ \t]*[^\s][^\n]{0,2000}\n){1,60}(?=[ \t]*\n)")
_INDENT = re.compile(r"^(?: {4}|\t)|^\n+(?=[ \t])", re.M)
_MORE = re.compile(r"[ \t]+(\S.*)")
_FIELD = re.compile(r"(?::([A-Za-z][\w -]{0,40}):|\.\. ([A-Za-z][\w-]{0,40}):)(?:[ \t]+(.*))?")
_UNDERLINED = re.compile(r"\s*(?:([^\w\s])\1{2,}\n)?(\S.*)\n([^\w\s])\3{2,}[ \t]*\n\s*")
_TELLING = frozenset(("title", "date", "subject", "author", "published", "from", "pubdate", "publishdate"))
_SENT = frozenset(("from", "to", "sent", "date", "subject"))
_LONGEST = 65_536
_MOST_LINES = 200
_SAID = re.compile(r"[.!?…]\W*$")  # a turn of a conversation rather than a value
_LONGEST_OF_OTHERS = 100  # characters of a value whose key no table lists


@dataclass(frozen=True, slots=True)
class Header:
    """The fields of a header and the text below it; ``mail`` says whether it is that of a message."""

    fields: dict[str, str]
    text: str
    mail: bool = False


def split_header(whole: str, *, restructured: bool = False) -> Header | None:
    """The header and what follows it; ``None`` where the first lines are text.

    A header has nothing but keys that documents and mail are known to have, or a title with an author or a date among
    others, which stay in the text, at least two lines or a date, and a blank line after it. So the first turns of a
    conversation are none, and neither are minutes that list who was there. All of its lines may be indented as code is.
    """
    if restructured and (header := _restructured(whole)):
        return header
    if indented := _INDENTED.match(whole):
        whole = _INDENT.sub("", indented[0]) + whole[indented.end() :]
    lines = whole[:_LONGEST].split("\n", _MOST_LINES)
    fields: dict[str, str] = {}
    last, others = "", list[str]()
    for number, line in enumerate(lines):
        if not line.strip():
            below = "\n".join(lines[number + 1 :]) + whole[_LONGEST:]
            if not others:
                return _header(fields, below)
            return _header(fields, "\n".join((*others, "", below))) if below.strip() and _is_titled(fields) else None
        match, more = _LINE.fullmatch(line.rstrip()), _MORE.fullmatch(line.rstrip())
        close = None if match else _CLOSE.fullmatch(line.rstrip())
        match = close if close and plain_key(close[1]) in _TELLING else match
        if more and last:
            fields[last] += f" {more[1]}"
        elif match and plain_key(match[1]) in HEADER_KEYS:
            last = match[1].strip()
            if last in fields and plain_key(last) in (*AUTHOR_KEYS, *TAG_KEYS) and plain_key(last) not in MAIL_KEYS:
                fields[last] += f", {(match[2] or '').strip()}"  # a line for each of them
            elif last in fields and plain_key(last) not in MAIL_KEYS:
                return None
            fields.setdefault(last, (match[2] or "").strip())
        elif match and fields and _is_mail(fields):  # headers of mail that no table lists
            last = match[1].strip()
            fields.setdefault(last, (match[2] or "").strip())
        elif match and len(match[2] or "") <= _LONGEST_OF_OTHERS and not _SAID.search(match[2] or ""):
            last = ""
            others.append(line)
        else:
            return None
    return _header(fields, "") if len(lines) <= _MOST_LINES else None


def _header(fields: dict[str, str], text: str) -> Header | None:
    keys = {plain_key(key) for key in fields}
    mail = _is_mail(fields)
    if not text.strip():  # such a file is its lines
        return None
    if not mail and not (keys & _TELLING and (len(keys) > 1 or keys <= {"date", "title"})):
        return None
    return Header({key: value for key, value in fields.items() if value}, text.lstrip("\n"), mail)


def _is_titled(fields: dict[str, str]) -> bool:
    """Whether lines with keys that no table lists say what stands below: its title, and who wrote it or when."""
    keys = {plain_key(key) for key in fields}
    return not keys.isdisjoint(TITLE_KEYS) and not keys.isdisjoint((*PUBLISHED_KEYS, *AUTHOR_KEYS))


def _is_mail(fields: dict[str, str]) -> bool:
    keys = {plain_key(key) for key in fields}
    return "from" in keys and len(keys & _SENT) > 1


def _restructured(whole: str) -> Header | None:
    """The fields under the title, or before it as Nikola has them; the title stays in the text."""
    title = _UNDERLINED.match(whole[:_LONGEST])
    begin = title.end() if title else 0
    fields: dict[str, str] = {}
    end = begin
    for line in whole[begin:_LONGEST].split("\n", _MOST_LINES):
        match = _FIELD.fullmatch(line.rstrip())
        if match is None:
            break
        fields[match[1] or match[2]] = (match[3] or "").strip()
        end += len(line) + 1
    if not {plain_key(key) for key in fields} & _TELLING:
        return None
    if title:
        fields.setdefault("title", title[2].strip())
    return Header({k: v for k, v in fields.items() if v}, whole[:begin] + whole[end:].lstrip("\n"))
