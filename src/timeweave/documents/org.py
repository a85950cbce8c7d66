"""Org, the outlines of Emacs: its blocks as Markdown, and its keywords as fields.

What an export leaves out is no text: comments, drawers of properties and of clocks, planning, code's options, targets
of links, subtrees that are marked so. Times in brackets are written without weekday and repeater.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from timeweave.documents import markdown
from timeweave.documents.elements import page_to_markdown
from timeweave.documents.header_block import Header
from timeweave.documents.light_markup import end_of_block

_KEYWORD = re.compile(r"[ \t]*#\+([A-Za-z][\w-]{0,60})(?:\[[^\]\n]{0,200}\])?:(?:[ \t]+(.*))?")
_FIELDS = frozenset(
    """title date author email language keywords filetags description subtitle tags category categories draft created
    slug lastmod""".split()  # noqa: SIM905
)
_OF_SITES = re.compile(r"^(?:hugo|jekyll|eleventy|nikola|export)_")
_HEADLINE = re.compile(r"(\*{1,12})[ \t]+(.*)")
_STATES = re.compile(r"[ \t]*#\+(?:(?:SEQ|TYP)_)?TODO:[ \t]+(.*)", re.I)
_STATE = re.compile(r"([^\s(|]{1,60})(?:\([^()\s]{0,20}\))?")
_COOKIES = re.compile(r"(?:\[#\w\][ \t]*)?(?:\[\d{0,3}(?:/\d{0,3}|%)\][ \t]*)?")
_TAGS = re.compile(r"[ \t]+:((?:[\w@#%]+:){1,40})$")
_UNSHOWN = re.compile(r"(?:^|:)(?:noexport|ARCHIVE)(?::|$)")
_BEGIN = re.compile(r"[ \t]*#\+begin_(\w{1,40})(?:[ \t]+(.*))?", re.I)
_DRAWER = re.compile(r"[ \t]*:([\w-]{1,60}):[ \t]*")
_UNREAD_DRAWERS = frozenset(("properties", "logbook", "clock"))
_STAMP = r"[<\[][^>\]\n]{0,200}[>\]]"
_PLANNING = re.compile(
    rf"[ \t]*(?:(?:SCHEDULED|DEADLINE|CLOSED|CLOCK):[ \t]*{_STAMP}(?:--{_STAMP})?[ \t]*"
    r"(?:=>[ \t]*\d{1,6}:\d\d[ \t]*)?)+"
)
_ITEM = re.compile(r"([ \t]*)(?:([-+]|(?<=[ \t])\*)|(\d{1,4})[.)])(?:[ \t]+(.*)|$)")
_CHECK = re.compile(r"(?:\[@\w{1,4}\][ \t]*)?(?:\[[ xX-]\][ \t]+)?")
_NOTE = re.compile(r"\[fn:([\w-]{1,60})\][ \t]+(.*)")
_RULED = re.compile(r"[ \t]*\|[-+]{2,}[-+|]*[ \t]*")
_WEEKDAY = r"(?:[^\W\d_]{1,3}\.?|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)"  # in any language, as Emacs writes it
_MOST = 1_000  # characters within marks


def _emphasis(sign: str, name: str) -> str:
    """Words between two signs, which stand at the edges of words."""
    inner = rf"(?P<{name}>[^\s{sign}](?:[^{sign}]{{0,{_MOST}}}[^\s{sign}])?)"
    return rf"""(?<![^\s\-('"{{—–/*_+])[{sign}]{inner}[{sign}](?=[\s\-.,;:!?'")}}\[—–\\/*_+]|$)"""


_MARK = re.compile(
    rf"""\[\[(?P<target>[^\[\]\n]{{1,{_MOST}}})\](?:\[(?P<label>[^\]]{{1,{_MOST}}})\])?\]
    | \[fn:(?P<note>[\w-]{{0,60}})(?::(?P<noted>[^\[\]]{{1,{_MOST}}}))?\]
    | [<\[](?P<day>\d{{4}}-\d\d-\d\d)(?:[ ]{_WEEKDAY})?(?P<clock>[ ]\d{{1,2}}:\d\d(?:-\d{{1,2}}:\d\d)?)?
      (?:[ ](?:\+\+?|\.\+|--?)\d{{1,4}}[hdwmy](?:/\d{{1,4}}[hdwmy])?){{0,3}}[ ]?[>\]]
    | <(?P<address>(?:https?|ftp|mailto):[^<>\s]{{1,{_MOST}}})> | <<<?[^<>\n]{{1,200}}>>>?
    | \{{\{{\{{[^{{}}\n]{{1,200}}\}}\}}\}} | (?P<bare>https?://[^\s<>\[\]]{{1,{_MOST}}})
    | {_emphasis("~", "code")} | {_emphasis("=", "verbatim")}
    | {_emphasis("*", "bold")} | {_emphasis("/", "italic")} | {_emphasis("_", "under")}
    | (?!\+\d){_emphasis("+", "struck")}
    | (?P<dash>---?(?!-)) | (?P<end>\\\\[ \t]*$) | @@\w+:[^@\n]{{0,{_MOST}}}@@""",
    re.X | re.M,
)
_PICTURE = re.compile(r"(?:file:|\.?/|https?:).*\.(?:png|jpe?g|gif|svg|webp)$", re.I)
_DEEPEST = 8


def to_markdown(text: str) -> str:
    """The blocks of ``text``, and its footnotes after them."""
    lines = text.split("\n")
    document = _Document(_states(lines))
    blocks = list(document.blocks(lines, 0))
    return markdown.joined([*blocks, *document.footnotes()])


def header(whole: str) -> Header | None:
    """The keywords that say what the document is, wherever they stand above its first headline; they are no text."""
    fields: dict[str, str] = {}
    for line in whole.split("\n"):
        if line.startswith("* "):
            break
        match = _KEYWORD.fullmatch(line.rstrip())
        key = _OF_SITES.sub("", match[1].casefold()) if match else ""
        if match and key in _FIELDS and match[2]:
            value = match[2].strip()
            value = re.sub(r"^[<\[](\d{4}-\d\d-\d\d)(?: [^\d\s>\]]+)?( \d{1,2}:\d\d)?[^>\]]*[>\]]$", r"\1\2", value)
            value = ", ".join(filter(None, re.split(r"[:,\s]+", value))) if key == "filetags" else value
            key = {"filetags": "tags"}.get(key, key)
            fields[key] = f"{fields[key]} {value}" if key in fields and key in ("title", "description") else value
    return Header(fields, whole) if fields else None


class _Document:
    """Writes the parts of one document, and keeps its footnotes."""

    def __init__(self, states: frozenset[str]) -> None:
        self._states = states
        self._labels: list[str] = []
        self._notes: dict[str, str] = {}

    def footnotes(self) -> Iterator[str]:
        """Those that the text names, in that order."""
        for number, label in enumerate(self._labels, 1):
            if label in self._notes:
                yield markdown.footnote(str(number), self._notes[label])

    def blocks(self, lines: Sequence[str], depth: int) -> Iterator[str]:
        """The blocks of ``lines``."""
        at, hidden = 0, 0
        while at < len(lines):
            line = lines[at].rstrip()
            headline = _HEADLINE.fullmatch(line) if not depth else None
            if headline and (not hidden or len(headline[1]) <= hidden):
                title = self._title(headline[2])
                hidden = len(headline[1]) if _is_unshown(title) else 0
                at += 1
                if not hidden:
                    yield markdown.heading(len(headline[1]), self.inline(_TAGS.sub("", title)))
                continue
            taken, block = self._block(lines, at, depth)
            at += taken
            if not hidden:
                yield from block

    def _title(self, headline: str) -> str:
        """A headline without the state of a task, its priority and how much of it is done."""
        state, *rest = headline.split(maxsplit=1)[:2] or [""]
        return _COOKIES.sub("", rest[0] if rest and state in self._states else headline, count=1)

    def _block(self, lines: Sequence[str], at: int, depth: int) -> tuple[int, Iterator[str]]:
        """How many lines the block at ``at`` has, and what it is as Markdown."""
        line = lines[at].rstrip()
        if begin := _BEGIN.fullmatch(line):
            end = end_of_block(lines, at, lambda other: other.strip().casefold() == f"#+end_{begin[1]}".casefold())
            return end - at + 1, self._delimited(begin[1].casefold(), begin[2] or "", lines[at + 1 : end], depth)
        if (drawer := _DRAWER.fullmatch(line)) and drawer[1].casefold() != "end":
            end = end_of_block(lines, at, lambda other: other.strip().casefold() == ":end:")
            if end < len(lines):
                read = depth < _DEEPEST and drawer[1].casefold() not in _UNREAD_DRAWERS
                return end - at + 1, self.blocks(lines[at + 1 : end], depth + 1) if read else iter(())
        if note := _NOTE.fullmatch(line):
            end = end_of_block(
                lines, at, lambda other: not other.strip() or _NOTE.fullmatch(other.rstrip()) is not None
            )
            self._notes[note[1]] = self.inline(" ".join((note[2], *lines[at + 1 : end])))
            return end - at, iter(())
        for is_one, write in self._kinds():
            if is_one(line):
                end = end_of_block(lines, at, lambda other, is_one=is_one: not is_one(other.rstrip()))  # type: ignore[misc]
                return end - at, write(lines[at:end])
        if _ITEM.fullmatch(line):
            end = _end_of_list(lines, at)
            return end - at, iter((self._list(lines[at:end], depth),))
        if not line.strip() or _is_unread(line):
            caption = _KEYWORD.fullmatch(line)
            told = caption is not None and caption[1].casefold() == "caption"
            return 1, iter((self._paragraph([(caption[2] or "") if caption else ""]),) if told else ())
        end = end_of_block(lines, at, self._ends_paragraph)
        return end - at, iter((self._paragraph(lines[at:end]),))

    def _kinds(self) -> tuple[tuple[Callable[[str], bool], Callable[[Sequence[str]], Iterator[str]]], ...]:
        """Blocks of lines that are all marked: how a line is told, and how the lines are written."""
        return (
            (lambda line: line.lstrip().startswith("|"), lambda lines: iter((self._table(lines),))),
            (lambda line: re.match(r"[ \t]*:(?: |$)", line) is not None, _fixed),
        )

    def _ends_paragraph(self, line: str) -> bool:
        line = line.rstrip()
        starts = (_BEGIN, _NOTE, _KEYWORD)
        item = _ITEM.fullmatch(line)
        return (
            not line.strip()
            or line.startswith(("* ", "** ", "*** ", "**** "))
            or line.lstrip().startswith("|")
            or any(form.fullmatch(line) for form in starts)
            or (item is not None and int(item[3] or 1) == 1)
        )

    def _delimited(self, kind: str, options: str, lines: Sequence[str], depth: int) -> Iterator[str]:
        if kind == "src":
            yield markdown.code("\n".join(map(_unescaped, lines)), options.split()[0] if options else "")
        elif kind == "example":
            yield markdown.code("\n".join(map(_unescaped, lines)))
        elif kind == "export":
            html = options.strip().casefold() == "html"
            yield page_to_markdown("\n".join(lines).encode("utf-8", "replace")) if html else ""
        elif kind in ("quote", "verse"):
            parts = map(self._line, lines) if kind == "verse" else self.blocks(lines, depth + 1)
            inner = markdown.joined(parts) if depth < _DEEPEST else self._paragraph(lines)
            yield markdown.quotation(inner) if inner else ""
        elif kind != "comment":
            yield from self.blocks(lines, depth + 1) if depth < _DEEPEST else (self._paragraph(lines),)

    def _line(self, line: str) -> str:
        return markdown.at_line_start(markdown.squeezed(self.inline(line)))

    def _paragraph(self, lines: Sequence[str]) -> str:
        """Lines as one paragraph, or several where a mark breaks them."""
        text = "\n".join(line for line in lines if not _is_unread(line.rstrip()))
        parts = re.split(r"\\\\[ \t]*(?:\n|$)", text)
        return markdown.joined(map(self._line, parts))

    def _table(self, lines: Sequence[str]) -> str:
        rows: list[list[str]] = []
        headed = False
        for line in lines:
            if _RULED.fullmatch(line.rstrip()):
                headed = headed or len(rows) == 1
                continue
            cells = re.sub(r"^[ \t]*\||\|[ \t]*$", "", line).split("|")
            if not all(re.fullmatch(r"\s*(?:<[lrc]?\d*>)?\s*", cell) for cell in cells):
                rows.append([self.inline(cell.strip()) for cell in cells])
        return markdown.table(rows if headed or not rows else [[""] * len(rows[0]), *rows])

    def _list(self, lines: Sequence[str], depth: int) -> str:
        """The items of a list, with what is indented below each."""
        items: list[str] = []
        number = 0
        starts = _starts_of_items(lines)
        for place, start in enumerate(starts):
            end = starts[place + 1] if place + 1 < len(starts) else len(lines)
            match = _ITEM.fullmatch(lines[start].rstrip())
            if match is None:
                continue
            first = _CHECK.sub("", match[4] or "", count=1)
            below = _dedented(lines[start + 1 : end])
            goes_on = next((n for n, line in enumerate(below) if self._ends_paragraph(line)), len(below))
            term, parted, said = first.partition(" :: ")
            told = self._paragraph([said if parted else first, *below[:goes_on]])
            if parted:
                told = markdown.defined(markdown.squeezed(self.inline(term)), told)
            rest = below[goes_on:]
            blocks = [told, *(self.blocks(rest, depth + 1) if depth < _DEEPEST else [self._paragraph(rest)])]
            number = max(number + 1, int(match[3] or 0))
            items.append(markdown.item(markdown.tight(blocks), f"{number}." if match[3] else "-"))
        return "\n".join(items)

    def inline(self, text: str) -> str:
        """The words of a line."""
        return markdown.marked(text, _MARK, self._mark)

    def _mark(self, match: re.Match[str]) -> str:
        found = {name: value for name, value in match.groupdict().items() if value is not None}
        if "target" in found:
            target, label = found["target"], found.get("label")
            if _PICTURE.match(label or target):
                return ""
            return self.inline(label) if label else markdown.escaped(re.sub(r"^(?:\*|#|file:|id:)", "", target))
        if "note" in found:
            return self._note(found["note"] or f"\n{len(self._labels)}", found.get("noted"))
        if "day" in found:
            return found["day"] + found.get("clock", "")
        if code := found.get("code", found.get("verbatim")):
            return markdown.inline_code(code)
        if "dash" in found:
            return "—" if found["dash"] == "---" else "–"
        if address := found.get("address", found.get("bare")):
            return markdown.escaped(address.removeprefix("mailto:"))
        words = next((found[name] for name in ("bold", "italic", "under") if name in found), "")
        return self.inline(words)

    def _note(self, label: str, noted: str | None) -> str:
        if label not in self._labels:
            self._labels.append(label)
        if noted:
            self._notes[label] = self.inline(noted)
        return f"[^{self._labels.index(label) + 1}]"


def _states(lines: Sequence[str]) -> frozenset[str]:
    """The words before a headline that say how far a task is: two, and those that the document names."""
    named = (_STATES.fullmatch(line) for line in lines)
    return frozenset({"TODO", "DONE"}.union(*(_STATE.findall(match[1]) for match in named if match)))


def _is_unshown(title: str) -> bool:
    tags = _TAGS.search(title)
    return title.split(maxsplit=1)[:1] == ["COMMENT"] or (tags is not None and _UNSHOWN.search(tags[1]) is not None)


def _is_unread(line: str) -> bool:
    comment = re.match(r"[ \t]*#(?:[ \t]|$|\+)", line)
    return (
        comment is not None or _PLANNING.fullmatch(line) is not None or re.fullmatch(r"[ \t]*-{5,}", line) is not None
    )


def _end_of_list(lines: Sequence[str], at: int) -> int:
    """The place after the items that begin at ``at``: two empty lines, or one that is not indented, end them."""
    match = _ITEM.fullmatch(lines[at].rstrip())
    indent = len(match[1]) if match else 0
    place = at + 1
    while place < len(lines):
        line = lines[place].rstrip()
        if not line and place + 1 < len(lines) and not lines[place + 1].strip():
            return place
        deeper = len(line) - len(line.lstrip()) > indent
        item = _ITEM.fullmatch(line)
        same = item is not None and len(item[1]) == indent and bool(item[3]) == bool(match and match[3])
        if line and not deeper and not same:
            return place
        place += 1
    return place


def _starts_of_items(lines: Sequence[str]) -> list[int]:
    first = _ITEM.fullmatch(lines[0].rstrip())
    indent = first[1] if first else ""
    found = ((place, _ITEM.fullmatch(line.rstrip())) for place, line in enumerate(lines))
    return [place for place, match in found if match and len(match[1]) <= len(indent)]


def _dedented(lines: Sequence[str]) -> list[str]:
    """``lines`` without the indent that they all have."""
    cut = min((len(line) - len(line.lstrip()) for line in lines if line.strip()), default=0)
    return [line[cut:].rstrip() for line in lines]


def _fixed(lines: Sequence[str]) -> Iterator[str]:
    yield markdown.code("\n".join(re.sub(r"^[ \t]*: ?", "", line) for line in lines))


def _unescaped(line: str) -> str:
    """A line of code without the comma that keeps it from being a headline or keyword."""
    return re.sub(r"^([ \t]*),(?=[*,]|#\+)", r"\1", line)
