"""Wikitext, as MediaWiki and forges have it: its blocks as Markdown, and the header of a proposal as fields.

Templates, files, categories and comments are no text; of links the words are. HTML in it is read as the tags of that.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from timeweave.documents import markdown
from timeweave.documents.header_block import Header
from timeweave.documents.light_markup import end_of_block
from timeweave.documents.stated import plain_key

_HEADER = re.compile(r"\s*<pre>[ \t]*\n(.{1,20000}?)\n[ \t]*</pre>[ \t]*\n?", re.I | re.S)
_FIELD = re.compile(r"[ \t]*([A-Za-z][\w-]{0,30}):(?:[ \t]+(.*))?")
_NAMED = frozenset(("title", "author", "authors", "created", "assigned", "status"))
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.S)
_KEPT = re.compile(
    r"<(?P<tag>pre|source|syntaxhighlight|nowiki|math|ref)\b(?P<options>(?:[^<>/]|/(?!>)){0,300})(?P<alone>/)?>",
    re.I,
)
_LANGUAGE = re.compile(r"""lang\s*=\s*["']?([\w+#.-]{1,30})""", re.I)
_TEMPLATE = re.compile(r"\{\{([^{}]{0,20000})\}\}")
_FORMING = {  # templates that only form words, and which of their parameters those are
    **dict.fromkeys(("nowrap", "nobr", "small", "big", "em", "strong", "smallcaps", "abbr", "val"), slice(0, 1)),
    **dict.fromkeys(("lang", "transl", "color"), slice(1, 2)),
    **dict.fromkeys(("convert", "cvt"), slice(0, 2)),
}
_RANGES = frozenset(("to", "and", "or", "by", "x", "-", "–"))
_BETWEEN = re.compile(r"\|(?![^\[\]]{0,300}\]\])")
_NAME = re.compile(r"[\w -]{1,40}")
_DEEPEST_TEMPLATE = 20
_LIST = re.compile(r"([*#:;]{1,20})[ \t]*(.*)")
_RULE = re.compile(r"-{4,}[ \t]*")
_WORD = re.compile(r"__[A-Z]{3,30}__")
_TAG = re.compile(r"<(/?)([a-z][a-z0-9]{0,15})\b[^<>]{0,500}>", re.I)
_CODE = re.compile(r"<(code|tt|kbd|samp|var)\b[^<>]{0,200}>((?:(?!</\1).){0,300})</\1\s*>", re.I | re.S)
_MOST = 1_000
_MARK = re.compile(
    rf"""\x00(?P<kept>\d{{1,9}})\x00
    | \[\[(?P<unshown>(?:File|Image|Category|Media|Datei|Bild)\s*:
      (?:[^\[\]]|\[\[[^\[\]]{{0,300}}\]\]|\[[^\[\]]{{0,300}}\]){{0,{_MOST}}})\]\]
    | \[\[:?(?P<page>[^\[\]|\n]{{1,500}})(?:\|(?P<label>[^\[\]\n]{{0,{_MOST}}}))?\]\]
    | \[(?P<address>(?:https?:)?//[^\s\[\]]{{1,{_MOST}}}|mailto:[^\s\[\]]{{1,200}})
      (?:[ \t]+(?P<called>[^\]\n]{{1,{_MOST}}}))?\]
    | (?P<bare>https?://[^\s\[\]<>|]{{1,{_MOST}}})
    | '{{2,5}} | (?P<reference>&(?:\#\d{{1,7}}|\#[xX][\da-fA-F]{{1,6}}|[A-Za-z]\w{{1,30}});)""",
    re.X | re.I,
)
_CELL_OPTIONS = re.compile(r"[^|\[\]{}]{0,300}\|(?!\|)")
_SPAN = re.compile(r"\b(col|row)span\s*=\s*[\"']?(\d{1,3})", re.I)
_MOST_COLUMNS = 200


def to_markdown(text: str) -> str:
    """The blocks of ``text``, and its footnotes after them."""
    return _Document().written(text)


def header(whole: str) -> Header | None:
    """The block ``<pre>`` at the top with the fields of a proposal: its number, title, authors, and when it began."""
    match = _HEADER.match(whole)
    fields: dict[str, str] = {}
    last = ""
    for line in match[1].split("\n") if match else ():
        if field := _FIELD.fullmatch(line.rstrip()):
            last = field[1]
            fields[last] = (field[2] or "").strip()
        elif last and line.strip():
            fields[last] += f"; {line.strip()}"
    if match is None or len({plain_key(key) for key in fields} & _NAMED) < 2:
        return None
    told = {_called(key): value for key, value in fields.items() if value}
    if "author" in told:
        told["author"] = re.sub(r"\s*<[^<>]*>", "", told["author"]).replace("; ", ", ")
    if "date" not in told and "Assigned" in told:
        told["date"] = told["Assigned"]
    return Header(told, whole[match.end() :])


def _called(key: str) -> str:
    return {"authors": "author", "author": "author", "title": "title", "created": "date"}.get(plain_key(key), key)


class _Row(NamedTuple):
    """A row of a table as it is written: whether its cells are heads, and each with the options before it."""

    cells: list[tuple[bool, str, list[str]]]


class _Document:
    """Writes one text, and keeps what is taken out of it: code, and notes."""

    def __init__(self) -> None:
        self._kept: list[str] = []
        self._notes: list[str] = []

    def written(self, text: str) -> str:
        """All blocks, and the notes."""
        text = _COMMENT.sub("", text.replace("\x00", ""))
        text = "".join(self._without_kept(text))
        text = _CODE.sub(lambda found: self._hold(markdown.inline_code(_plain(found[2]))), text)
        for _ in range(_DEEPEST_TEMPLATE):
            text, count = _TEMPLATE.subn(_formed, text)
            if not count:
                break
        blocks = list(self._blocks(_WORD.sub("", text).split("\n")))
        notes = (markdown.footnote(str(number), note) for number, note in enumerate(self._notes, 1))
        return markdown.joined([*blocks, *notes])

    def _hold(self, written: str) -> str:
        self._kept.append(written)
        return f"\x00{len(self._kept) - 1}\x00"

    def _without_kept(self, text: str) -> Iterator[str]:
        """The parts of ``text``, with what stands for code, for words without mark-up and for notes in their place."""
        end = 0
        unclosed: set[str] = set()
        for match in _KEPT.finditer(text):
            tag = match["tag"].casefold()
            if match.start() < end or tag in unclosed:
                continue
            closing = None if match["alone"] else re.compile(rf"</{tag}\s{{0,9}}>", re.I).search(text, match.end())
            if closing is None and not match["alone"]:
                unclosed.add(tag)
                continue
            yield text[end : match.start()]
            yield self._keep(tag, match["options"], text[match.end() : closing.start()]) if closing else ""
            end = closing.end() if closing else match.end()
        yield text[end:]

    def _keep(self, tag: str, options: str, inner: str) -> str:
        """What stands for an element until the text is written."""
        if tag == "ref":
            if not inner.strip():
                return ""
            self._notes.append(self._line(inner))
            return self._hold(f"[^{len(self._notes)}]")
        if tag == "nowiki":
            return self._hold(markdown.escaped(html.unescape(inner)))
        if tag == "math":
            return self._hold(markdown.inline_code(inner))
        if not inner.strip():
            return ""
        language = _LANGUAGE.search(options)
        return f"\n{self._hold(markdown.code(_plain(inner), language[1] if language else ''))}\n"

    def _blocks(self, lines: Sequence[str]) -> Iterator[str]:
        at = 0
        ends = _ends_of_tables(lines)
        while at < len(lines):
            line = lines[at].rstrip()
            start = at
            at += 1
            if not line or _RULE.fullmatch(line):
                continue
            if level := _level(line):
                yield markdown.heading(level, self._inline(line[level:-level]))
            elif _begins_table(line):
                at = ends.get(start) or _end_of_unclosed(lines, start, ends)
                yield self._table(lines[start + 1 : at - (start in ends)])
                if start in ends:
                    yield from self._paragraphs([lines[at - 1].lstrip(" :")[2:]])
            elif _LIST.fullmatch(line):
                at = end_of_block(lines, start, _ends_list)
                yield from self._list(lines[start:at], 0)
            elif kept := re.fullmatch(r"\s*\x00(\d{1,9})\x00", line):
                yield markdown.at_line_start(self._kept[int(kept[1])])
            elif line[0] == " " and not _TAG.search(line):
                at = end_of_block(lines, start, _ends_code)
                yield markdown.code("\n".join(_plain(self._said(part[1:])) for part in lines[start:at]))
            else:
                at = end_of_block(lines, start, _ends_paragraph)
                yield from self._paragraphs(lines[start:at])

    def _paragraphs(self, lines: Sequence[str]) -> Iterator[str]:
        """Lines as a paragraph; a tag of a block, such as a line break, parts it."""
        parts = re.split(
            r"</?(?:br|p|div|blockquote|center|li|ul|ol|table|tr|dl|dd|dt|h[1-6])\b[^<>]{0,300}>", "\n".join(lines)
        )
        yield from (markdown.at_line_start(self._line(part)) for part in parts)

    def _line(self, text: str) -> str:
        return markdown.squeezed(self._inline(text))

    def _list(self, lines: Sequence[str], depth: int) -> Iterator[str]:
        """Lines whose marks are the same up to ``depth``, as lists; ``:`` indents, ``;`` names what ``:`` defines."""
        items: list[str] = []
        place, number = 0, 0
        while place < len(lines):
            marks, said = _marks(lines[place])
            mark = marks[depth] if depth < len(marks) else "*"
            end = place + 1
            while end < len(lines) and len(_marks(lines[end])[0]) > depth + 1 and _marks(lines[end])[0][depth] == mark:
                end += 1
            if len(marks) > depth + 1:
                text = markdown.tight(self._list(lines[place:end], depth + 1))
            else:
                text = markdown.tight([self._item(mark, said), *self._list(lines[place + 1 : end], depth + 1)])
            if (items and (mark == "#") != bool(number)) or (mark == ":" and not depth):
                yield "\n".join(items)
                items = []
            number = number + 1 if mark == "#" else 0
            if mark == ":" and not depth:
                yield text
            elif text:
                items.append(markdown.item(text, f"{number}." if mark == "#" else "-"))
            place = end
        yield "\n".join(items)

    def _item(self, mark: str, said: str) -> str:
        term, parted, defined = said.partition(" : ") if mark == ";" else (said, "", "")
        return f"{self._line(term)}: {self._line(defined)}" if parted else self._line(term)

    def _table(self, lines: Sequence[str]) -> str:
        """A table, with what heads its rows; options of rows and cells are no text."""
        rows: list[_Row] = [_Row([])]
        caption = ""
        depth = 0
        for line in lines:
            stripped = line.strip().lstrip(" :")
            cells = rows[-1].cells
            depth += _begins_table(line) - (depth and stripped.startswith("|}"))
            if depth or stripped.startswith(("{|", "|}")):
                said = _of_nested(stripped)
            elif stripped.startswith("|+"):
                caption = _without_options(stripped[2:])[1]
                continue
            elif stripped.startswith("|-"):
                rows.append(_Row([]))
                continue
            elif stripped.startswith(("|", "!")):
                heads = stripped[0] == "!"
                told = (_without_options(part) for part in _parts(stripped))
                cells.extend((heads, options, [words]) for options, words in told)
                continue
            else:
                said = stripped.lstrip("*#: ")
            if said and not cells:
                cells.append((False, "", []))
            if said:
                cells[-1][2].append(said)
        return self._drawn([row for row in rows if row.cells], self._line(caption))

    def _drawn(self, rows: Sequence[_Row], caption: str) -> str:
        drawn: list[list[str]] = []
        reaching: dict[int, tuple[int, str]] = {}
        for row in rows:
            line: list[str] = []
            for _, options, said in row.cells:
                while len(line) in reaching and len(line) < _MOST_COLUMNS:
                    left, above = reaching.pop(len(line))
                    if left > 1:
                        reaching[len(line)] = (left - 1, above)
                    line.append(above)
                spans = {m[1].casefold(): int(m[2]) for m in _SPAN.finditer(options)}
                written = self._line(re.sub(r"<br\b[^<>]{0,20}>", "; ", "; ".join(filter(None, said))))
                if spans.get("row", 1) > 1:
                    reaching[len(line)] = (spans["row"] - 1, written)
                line += [written, *[""] * (min(spans.get("col", 1), _MOST_COLUMNS) - 1)]
            drawn.append(line)
        headed = bool(rows) and (all(head for head, _, _ in rows[0].cells))
        return markdown.table(drawn if headed or not drawn else [[""] * len(drawn[0]), *drawn], caption)

    def _said(self, text: str) -> str:
        """``text`` with what was taken out of it."""
        return re.sub(r"\x00(\d{1,9})\x00", lambda found: self._kept[int(found[1])].strip("`"), text)

    def _inline(self, text: str) -> str:
        """The words of a line."""
        text = re.sub(r"<(del|s|strike)\b[^<>]{0,200}>.{0,300}?</\1>", "", text, flags=re.S | re.I)
        text = _TAG.sub(lambda tag: " " if tag[2].casefold() == "br" else "", text)
        return markdown.marked(text, _MARK, self._mark)

    def _mark(self, match: re.Match[str]) -> str:
        if match["kept"]:
            return self._kept[int(match["kept"])]
        if match["page"]:
            label = match["label"] or match["page"].partition("#")[0] or match["page"].lstrip("#")
            return self._inline(label)
        if match["called"]:
            return self._inline(match["called"])
        if match["reference"]:
            return markdown.escaped(html.unescape(match["reference"]))
        return markdown.escaped(match["bare"] or "")


def _plain(text: str) -> str:
    return html.unescape(_TAG.sub("", text))


def _marks(line: str) -> tuple[str, str]:
    match = _LIST.fullmatch(line.rstrip())
    return (match[1], match[2]) if match else ("", line)


def _formed(template: re.Match[str]) -> str:
    """The words of a template that only forms them; those of others are not the page's."""
    name, *parameters = _BETWEEN.split(template[1])
    kept = _FORMING.get(name.strip().casefold().replace(" ", "_"))
    if kept is None:
        return ""
    words: list[str] = []
    for parameter in parameters:
        before, _, after = (part.strip() for part in parameter.partition("="))
        if "=" not in parameter or not _NAME.fullmatch(before):
            words.append(parameter.strip())
        elif before.isdigit():
            words.append(after)
    if kept.stop - kept.start > 1 and words[1:2] and words[1] in _RANGES:
        return " ".join(words[:4])
    return " ".join(words[kept])


def _level(line: str) -> int:
    """The level of the heading that a line is, 0 where it is none."""
    before = len(line) - len(line.lstrip("="))
    after = len(line) - len(line.rstrip("="))
    level = min(before, after, 6, (len(line) - 1) // 2)
    return level if level > 0 and line[level:-level].strip() else 0


def _begins_table(line: str) -> bool:
    return line.lstrip(" :").startswith("{|")


def _ends_list(line: str) -> bool:
    return _LIST.fullmatch(line.rstrip()) is None or _begins_table(line)


def _ends_code(line: str) -> bool:
    return not line.startswith(" ") or not line.strip() or _begins_table(line)


def _ends_paragraph(line: str) -> bool:
    line = line.rstrip()
    starts = line.startswith(("*", "#", ";", ":", "\x00")) and not re.match(r"\x00\d+\x00.", line)
    return not line or starts or _begins_table(line) or _level(line) > 0 or _RULE.fullmatch(line) is not None


def _ends_of_tables(lines: Sequence[str]) -> dict[int, int]:
    """The place after each table that is closed, by that of its first line."""
    ends: dict[int, int] = {}
    unclosed: list[int] = []
    for place, line in enumerate(lines):
        if _begins_table(line):
            unclosed.append(place)
        elif unclosed and line.lstrip(" :").startswith("|}"):
            ends[unclosed.pop()] = place + 1
    return ends


def _end_of_unclosed(lines: Sequence[str], at: int, ends: dict[int, int]) -> int:
    """The place after a table that nothing closes: it has the lines with its marks, and those right below them."""
    place = at + 1
    while place < len(lines):
        line = lines[place].strip()
        below = lines[place + 1].lstrip() if place + 1 < len(lines) else ""
        if _level(line) or not (line or below.startswith(("|", "!"))):
            break
        place = ends.get(place, place + 1)
    return place


def _parts(line: str) -> list[str]:
    """The cells that a line of a table has, each with its options."""
    return re.split(r"\|\||!!" if line[0] == "!" else r"\|\|", line[1:])


def _of_nested(line: str) -> str:
    """The words of a line of a table that stands in a cell."""
    if line.startswith(("{|", "|-")):
        return ""
    if line.startswith(("|}", "|+")):
        return _without_options(line[2:])[1]
    said = [_without_options(part)[1] for part in _parts(line)] if line.startswith(("|", "!")) else [line]
    return ", ".join(filter(None, said))


def _without_options(cell: str) -> tuple[str, str]:
    """The options before a cell, and what it says."""
    options = _CELL_OPTIONS.match(cell)
    if options is None or not ("=" in options[0] or not options[0].strip(" |")):
        return "", cell.strip()
    return options[0][:-1], cell[options.end() :].strip()
