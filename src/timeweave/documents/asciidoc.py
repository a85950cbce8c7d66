"""AsciiDoc: its blocks as Markdown, and the header of a document as fields.

What a page would include from other files, anchors, comments and attributes are no text; targets of links and images
are none, either. Code stays code.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from timeweave.documents import markdown
from timeweave.documents.asciidoc_inline import Inline
from timeweave.documents.asciidoc_table import rows_of
from timeweave.documents.elements import page_to_markdown
from timeweave.documents.header_block import Header
from timeweave.documents.stated import plain_key
from timeweave.lexicon.publishing import HEADER_KEYS

_ATTRIBUTE = re.compile(r":!?([\w-]{1,60})!?:(?:[ \t]+(.*))?")
_TITLE = re.compile(r"(={1,6}|#{1,6})[ \t]+(\S.*)")
_UNDERLINE = re.compile(r"(=|-|~|\^|\+)\1{3,}")
_LEVELS = {"=": 1, "-": 2, "~": 3, "^": 4, "+": 5}
_NAMED = r"[^\W\d_][\w.'’-]*(?: [\w.'’-]+){0,3}(?: +<[^<>\n]{1,200}>)?"
_AUTHORS = re.compile(rf"{_NAMED}(?:; ?{_NAMED}){{0,20}}")
_REVISION = re.compile(
    r"(?:v?[\d.]+\w*,?\s*)?(?P<date>\d{4}-\d\d-\d\d|\d{1,2}\.? \w+,? \d{4}|\w+ \d{1,2}, \d{4})?(?::.*)?"
)
_OF_SITES = re.compile(r"^(?:page|jbake|awestruct|hp|hexo|nikola)-")
_DELIMITER = re.compile(r"-{4,}|\.{4,}|={4,}|\*{4,}|_{4,}|\+{4,}|/{4,}|--|`{3,}[\w+-]*|[|,:!]={3,}")
_OPTIONS = re.compile(r"\[[^\]\n]{0,1000}\]|\[\[[^\]\n]{0,200}\]\]")
_CAPTION = re.compile(r"\.(?=[^\s.])(.{1,300})")
_DIRECTIVE = re.compile(r"(?:include|ifdef|ifndef|ifeval|endif|toc|image|video|audio)::\S*\[.*\]")
_RULE = re.compile(r"'{3,}|<{3,}|(?:-{3}|\*{3}|_{3}|(?:[-*] ){2}[-*])")
_ITEM = re.compile(r"[ \t]*(-|\*{1,6}|\.{1,6}|•|\d{1,6}\.|[a-z]\.|<(?:\d{1,3}|\.)>)[ \t]+(?=\S)(.*)")
_TERM = re.compile(r"[ \t]*(?!//)(\S.{0,300}?)(:{2,4}|;;)(?:[ \t]+(.*))?")
_CHECK = re.compile(r"\[[ xX*]\][ \t]+")
_ADMONITION = re.compile(r"(NOTE|TIP|IMPORTANT|CAUTION|WARNING)(?::[ \t]+|\b)")
_CODE = re.compile(r"\[(?:source|listing|literal|,|%[\w%]*,)")
_LANGUAGE = re.compile(r"\[source%?[\w%]*,\s*([\w+#.-]{1,30})|\[,\s*([\w+#.-]{1,30})")
_QUOTED = re.compile(r"\[(?:quote|verse)(?:,([^\]]*))?\]")
_CALLOUT = re.compile(r"[ \t]*(?:(?://|#|;;|--)[ \t]*)?(?:<!--)?<(?:\d{1,3}|\.)>(?:-->)?[ \t]*$", re.M)
_DEEPEST = 8  # blocks within each other
_LONGEST_VALUE = 1_000


def to_markdown(text: str) -> str:
    """The blocks of ``text``, and its footnotes after them."""
    attributes: dict[str, str] = {}
    inline = Inline(attributes)
    blocks = list(_Blocks(text.split("\n"), inline, attributes, 0).blocks())
    notes = (markdown.footnote(str(number), note) for number, note in enumerate(inline.notes, 1))
    return markdown.joined([*blocks, *notes])


def header(whole: str) -> Header | None:
    """The title, the lines of author and revision below it, and the attributes that say what the document is."""
    lines = whole.split("\n")
    at, kept, fields = 0, list[str](), dict[str, str]()
    while at < len(lines) and (not lines[at].strip() or lines[at].startswith(("//", ":"))) and "title" not in fields:
        at += _take_attribute(lines, at, fields)
    kept += lines[:at]
    if at < len(lines) and (title := re.fullmatch(r"[=#][ \t]+(\S.*)", lines[at].rstrip())):
        fields["title"] = re.sub(r'^"(.*)"$', r"\1", title[1])
        kept.append(lines[at])
        at = _take_authors(lines, at + 1, fields)
        while at < len(lines) and lines[at].startswith(("//", ":")):
            taken = _take_attribute(lines, at, fields)
            kept += lines[at : at + taken]
            at += taken
    if not fields:
        return None
    return Header(fields, "\n".join((*kept, *lines[at:])))


def _take_attribute(lines: Sequence[str], at: int, fields: dict[str, str]) -> int:
    """How many lines an attribute takes; its value is a field where it says something of the document."""
    match = _ATTRIBUTE.fullmatch(lines[at].rstrip())
    if match is None:
        return 1
    value, taken = match[2] or "", 1
    while value.endswith("\\") and at + taken < len(lines):
        value = f"{value[:-1].rstrip(' +')} {lines[at + taken].strip()}"
        taken += 1
    key = _OF_SITES.sub("", match[1].casefold())
    key = {"revdate": "date", "revnumber": "version", "lang": "language"}.get(key, key)
    if value and (key != match[1].casefold() or plain_key(key) in HEADER_KEYS):
        fields.setdefault(key, re.sub(r"[\"']", "", value.strip("[] ")) if value.startswith("[") else value)
    return taken


def _take_authors(lines: Sequence[str], at: int, fields: dict[str, str]) -> int:
    """The place after the lines of authors and revision that begin at ``at``."""
    authors = at < len(lines) and _AUTHORS.fullmatch(lines[at].strip())
    if authors:
        named = [re.sub(r"\s*<.*", "", name).replace("_", " ").strip() for name in lines[at].split(";")]
        fields["author"] = ", ".join(named)
        at += 1
    revision = _REVISION.fullmatch(lines[at].strip()) if at < len(lines) and lines[at].strip() else None
    if revision is None or not (authors or revision["date"]):
        return at
    if revision["date"]:
        fields["date"] = revision["date"]
    return at + 1


class _Blocks:
    """Reads the lines of a document, or of a block within it."""

    def __init__(self, lines: Sequence[str], inline: Inline, attributes: dict[str, str], depth: int) -> None:
        self._lines = [line.rstrip() for line in lines]
        self._at = 0
        self._inline = inline
        self._attributes = attributes
        self._depth = depth
        self._options = ""
        self._caption = ""
        self._in_item = False

    def blocks(self) -> Iterator[str]:
        """All blocks as Markdown."""
        while self._at < len(self._lines):
            yield from self._block()

    def _block(self) -> Iterator[str]:
        """What the next line begins."""
        line = self._lines[self._at]
        if self._is_unread(line):
            return
        options, caption = self._options, self._caption
        self._options = self._caption = ""
        if _DELIMITER.fullmatch(line) and not self._is_underline(line):
            yield from self._delimited(line, options, caption)
            return
        if caption:
            yield self._paragraph([caption])
        if level := self._heading_level(line):
            title = _TITLE.fullmatch(line)
            yield markdown.heading(level, self._inline.written(title[2].rstrip("= ") if title else line))
            self._at += 1 if title else 2
        elif _ITEM.fullmatch(line) or _TERM.fullmatch(line):
            yield self._list(())
        else:
            yield from self._text(options)

    def _is_unread(self, line: str) -> bool:
        """Whether the line is none of the text; what it says of the next block is kept for it."""
        if attribute := _ATTRIBUTE.fullmatch(line):
            fields: dict[str, str] = {}
            self._attributes[attribute[1].casefold()] = (attribute[2] or "")[:_LONGEST_VALUE].rstrip("\\ +")
            self._at += _take_attribute(self._lines, self._at, fields)
            return True
        if _OPTIONS.fullmatch(line):
            self._options += line
        elif caption := _CAPTION.fullmatch(line):
            self._caption = caption[1]
        elif line and not (re.match(r"//(?!/)", line) or _DIRECTIVE.fullmatch(line) or line == "+"):
            if not _RULE.fullmatch(line):
                return False
        elif line.startswith(("image::", "video::", "audio::")) and self._caption:  # it tells what is shown
            self._lines[self._at], self._caption = self._caption, ""
            return False
        self._at += 1
        return True

    def _is_underline(self, line: str) -> bool:
        return self._at > 0 and self._heading_level(self._lines[self._at - 1], self._at - 1) > 0 and line[0] != "="

    def _heading_level(self, line: str, at: int | None = None) -> int:
        """The level of a heading, or of a line that is underlined; 0 where it is none."""
        if title := _TITLE.fullmatch(line):
            return len(title[1])
        place = self._at if at is None else at
        below = self._lines[place + 1] if place + 1 < len(self._lines) else ""
        if len(line) > 2 and abs(len(below) - len(line)) < 2 and _UNDERLINE.fullmatch(below) and line[0].isalnum():
            return _LEVELS[below[0]]
        return 0

    def _delimited(self, opening: str, options: str, caption: str) -> Iterator[str]:
        """The blocks of what stands up to the same delimiter, or to the end."""
        start = self._at + 1
        closing = opening[:3] if opening[0] == "`" else opening
        end = next((n for n in range(start, len(self._lines)) if self._lines[n] == closing), len(self._lines))
        self._at = end + 1
        inside, sign = self._lines[start:end], opening[0]
        if sign == "/" or options.startswith("[comment"):
            return
        told = self._paragraph([caption]) if caption else ""
        if len(opening) == 4 and opening[1] == "=" and sign in "|,:!":
            rows = [[self._cell(cell) for cell in row] for row in rows_of(inside, options, sign)]
            yield markdown.table(rows, told)
            return
        yield told
        if (sign in "-.`" and len(opening) > 2) or _CODE.match(options) or self._depth >= _DEEPEST:
            language = _LANGUAGE.match(options)
            named = (language[1] or language[2]) if language else opening.lstrip("`") if sign == "`" else ""
            yield markdown.code(_CALLOUT.sub("", "\n".join(inside)), named) if any(inside) else ""
        elif sign == "+":
            yield "" if "stem" in options or "math" in options else page_to_markdown("\n".join(inside).encode())
        else:
            yield from self._container(inside, options, quoted=sign == "_")

    def _container(self, lines: Sequence[str], options: str, *, quoted: bool) -> Iterator[str]:
        """A block with blocks in it."""
        inner = list(_Blocks(lines, self._inline, self._attributes, self._depth + 1).blocks())
        if quoted or _QUOTED.match(options):
            yield markdown.quotation(markdown.joined(inner))
            yield self._attribution(options)
        elif (kind := _ADMONITION.match(options[1:])) and inner:
            yield f"{kind[1].capitalize()}: {inner[0]}" if inner[0][:1].isalnum() else f"{kind[1].capitalize()}:"
            yield from inner[1:] if inner[0][:1].isalnum() else inner
        else:
            yield from inner

    def _attribution(self, options: str) -> str:
        quoted = _QUOTED.match(options)
        whose = (
            ", ".join(part.strip(' "') for part in (quoted[1] or "").split(",") if part.strip(' "')) if quoted else ""
        )
        return f"— {self._inline.written(whose)}" if whose else ""

    def _text(self, options: str) -> Iterator[str]:
        """A paragraph, or one that its indent or options make something else."""
        start = self._at
        while self._at < len(self._lines) and self._goes_on(self._lines[self._at], first=self._at == start):
            self._at += 1
        lines = self._lines[start : self._at]
        if _CODE.match(options) or lines[0][:1] in " \t":
            language = _LANGUAGE.match(options)
            yield markdown.code("\n".join(lines), (language[1] or language[2]) if language else "")
        elif _QUOTED.match(options) or lines[0].startswith("> "):
            yield markdown.quotation(self._paragraph([line.removeprefix("> ") for line in lines]))
            yield self._attribution(options)
        elif kind := (_ADMONITION.match(options[1:]) or _ADMONITION.match(lines[0])):
            first = lines[0][kind.end() :] if _ADMONITION.match(lines[0]) else lines[0]
            yield self._paragraph([f"{kind[1].capitalize()}: {first}", *lines[1:]])
        else:
            yield self._paragraph(lines)

    def _goes_on(self, line: str, *, first: bool) -> bool:
        if first:
            return True
        ends = _OPTIONS.fullmatch(line) or _DELIMITER.fullmatch(line) or (self._in_item and _mark(line))
        return bool(line) and line != "+" and not ends

    def _paragraph(self, lines: Sequence[str]) -> str:
        """Lines as one paragraph, or several where lines are broken by a mark."""
        parts = re.split(r"[ \t]\+\n", "\n".join(line for line in lines if not line.startswith("//")))
        written = (markdown.squeezed(self._inline.written(part.removesuffix(" +"))) for part in parts)
        return markdown.joined(map(markdown.at_line_start, written))

    def _list(self, above: tuple[str, ...]) -> str:
        """The items of one list with what belongs to each; ``above`` are the marks of the lists around it."""
        items: list[str] = []
        own = _mark(self._lines[self._at])
        while self._at < len(self._lines) and _mark(self._lines[self._at]) == own:
            line = self._lines[self._at]
            item = _ITEM.fullmatch(line)
            term = None if item else _TERM.fullmatch(line)
            self._at += 1
            said = self._item_text((term[3] or "") if term else _CHECK.sub("", item[2]) if item else "")
            blocks = markdown.tight([said, *self._attached((*above, own))])
            if term:
                blocks = markdown.defined(markdown.squeezed(self._inline.written(term[1])), blocks)
            marker = f"{len(items) + 1}." if own[:1] in ".1<" else "-"
            items.append(markdown.item(blocks, marker))
            self._skip_to_item(own, above)
        return "\n".join(items)

    def _item_text(self, first: str) -> str:
        lines = [first]
        while self._at < len(self._lines) and (line := self._lines[self._at]):
            if line == "+" or _mark(line) or _OPTIONS.fullmatch(line) or _DELIMITER.fullmatch(line):
                break
            lines.append(line.strip())
            self._at += 1
        return self._paragraph(lines)

    def _attached(self, above: tuple[str, ...]) -> Iterator[str]:
        """What belongs to an item: lists of other marks below it, and blocks after a line ``+``."""
        while self._at < len(self._lines):
            line = self._lines[self._at]
            if line == "+":
                self._at += 1
                before = self._at
                while self._at < len(self._lines) and self._lines[self._at] and self._is_unread(self._lines[self._at]):
                    pass
                if self._at < len(self._lines) and self._lines[self._at]:
                    self._in_item = True
                    yield from self._block()
                    self._in_item = False
                elif self._at == before:
                    return
            elif (mark := self._next_mark()) and mark not in above and self._goes_deeper(mark, above):
                self._skip_empty()
                yield self._list(above)
            else:
                return

    def _goes_deeper(self, mark: str, above: Sequence[str]) -> bool:
        """Whether a list is one within the last item: right below it, or below an empty line with more of its signs."""
        return len(above) < 2 * _DEEPEST and (bool(self._lines[self._at]) or mark.startswith(above[-1]))

    def _next_mark(self) -> str:
        place = self._at
        while place < len(self._lines) and not self._lines[place]:
            place += 1
        return _mark(self._lines[place]) if place < len(self._lines) else ""

    def _skip_empty(self) -> None:
        while self._at < len(self._lines) and not self._lines[self._at]:
            self._at += 1

    def _skip_to_item(self, own: str, above: tuple[str, ...]) -> None:
        if (mark := self._next_mark()) and (mark == own or mark in above):
            self._skip_empty()

    def _cell(self, text: str) -> str:
        """The words of a cell; its items and paragraphs are parted by semicolons."""
        parts = [markdown.squeezed(part) for part in re.split(r"\n(?=[ \t]*(?:[-*]|\.{1,3})[ \t])|\n[ \t]*\n", text)]
        plain = (re.sub(r"^(?:[-*]{1,3}|\.{1,3})[ \t]+", "", part) for part in parts)
        return self._inline.written("; ".join(part for part in plain if part))


def _mark(line: str) -> str:
    """What marks a line as an item of a list; numbers are one mark."""
    if item := _ITEM.fullmatch(line):
        return "1." if item[1][0].isalnum() else "<1>" if item[1][0] == "<" else item[1]
    term = _TERM.fullmatch(line)
    return "" if term is None else term[2]
