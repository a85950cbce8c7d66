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
    r"(?P<version>v?[\d.]{1,20}\w{0,20},?[ \t]{0,9})?"
    r"(?P<date>\d{4}-\d\d-\d\d|\d{1,2}\.? \w{1,20},? \d{4}|\w{1,20} \d{1,2}, \d{4})?(?::[ \t]*(?P<remark>.*))?"
)
_OF_SITES = re.compile(r"^(?:page|jbake|awestruct|hp|hexo|nikola)-")
_DELIMITER = re.compile(r"-{4,}|\.{4,}|={4,}|\*{4,}|_{4,}|\+{4,}|/{4,}|--|`{3,}[\w+-]*|[|,:!]={3,}")
_OPTIONS = re.compile(r"\[[^\]\n]{0,1000}\]|\[\[[^\]\n]{0,200}\]\]")
_CAPTION = re.compile(r"\.(?=[^\s.])(.{1,300})")
_PREPROCESSED = re.compile(r"(?:include|ifdef|ifndef|ifeval|endif)::[^\[\n]{0,1000}\[.*\][ \t]*")
_DIRECTIVE = re.compile(r"(?:toc|image|video|audio)::[^\[\n]{0,1000}\[.*\]")
_UNREAD = re.compile(rf"//|{_DIRECTIVE.pattern}$")
_RULE = re.compile(r"'{3,}|<{3,}|(?:-{3}|\*{3}|_{3}|(?:[-*] ){2}[-*])")
_ITEM = re.compile(r"[ \t]*(-|\*{1,6}|\.{1,6}|•|\d{1,6}\.|[a-z]\.|<(?:\d{1,3}|\.)>)[ \t]+(?=\S)(.*)")
_TERM = re.compile(r"[ \t]*(?!//)(\S.{0,300}?)(:{2,4}|;;)(?:[ \t]+(.*))?")
_CHECK = re.compile(r"\[[ xX*]\][ \t]+")
_ADMONITION = re.compile(r"\[(NOTE|TIP|IMPORTANT|CAUTION|WARNING)\b")
_ADMONISHING = re.compile(r"(NOTE|TIP|IMPORTANT|CAUTION|WARNING):[ \t]+")
_CODE = re.compile(r"\[(?:source|listing|literal|,|%[\w%]*,)")
_LANGUAGE = re.compile(r"\[source%?[\w%]*,\s*([\w+#.-]{1,30})|\[,\s*([\w+#.-]{1,30})")
_QUOTED = re.compile(r"\[(?:quote|verse)[\w.#%-]{0,100}(?:,([^\]]*))?\]")
_CALLOUT = re.compile(r"(?<![ \t])[ \t]*(?:(?://|#|;;|--)[ \t]*)?(?:<!--)?<(?:\d{1,3}|\.)>(?:-->)?[ \t]*$", re.M)
_DEEPEST = 8  # blocks within each other
_LONGEST_VALUE = 1_000


def to_markdown(text: str) -> str:
    """The blocks of ``text``, and its footnotes after them."""
    attributes: dict[str, str] = {}
    inline = Inline(attributes)
    lines = [line for line in text.split("\n") if not _PREPROCESSED.fullmatch(line)]
    blocks = list(_Blocks(lines, inline, attributes, 0).blocks())
    notes = (markdown.footnote(str(number), note) for number, note in enumerate(inline.notes, 1))
    return markdown.joined([*blocks, *notes])


def header(whole: str) -> Header | None:
    """The title, the lines of author and revision below it, and the attributes that say what the document is."""
    lines = whole.split("\n")
    fields: dict[str, str] = {}
    at = _take_unread(lines, 0, fields)
    kept, remark = lines[:at], ""
    title = _title_at(lines, at)
    if title:
        fields["title"] = re.sub(r'^"(.*)"$', r"\1", title[-1])
        kept += lines[at : at + len(title)]
        at, remark = _take_authors(lines, at + len(title), fields)
        end = _take_unread(lines, at, fields, empty=False)
        kept += lines[at:end]
        at = end
    if not fields:
        return None
    return Header(fields, "\n".join((*kept, *(("", remark, "") if remark else ()), *lines[at:])))


def _take_unread(lines: Sequence[str], at: int, fields: dict[str, str], *, empty: bool = True) -> int:
    """The place after the attributes, comments and directives, and the ``empty`` lines, that begin at ``at``."""
    while at < len(lines):
        line = lines[at].rstrip()
        if not (line.startswith(("//", ":")) or _PREPROCESSED.fullmatch(line) or (empty and not line)):
            break
        if re.fullmatch("/{4,}", line):
            end = _closing(lines, at + 1, line)
            if end is None:
                break
            at = end + 1
        else:
            at += _take_attribute(lines, at, fields)
    return at


def _closing(lines: Sequence[str], start: int, delimiter: str) -> int | None:
    """The place of the line that closes a block."""
    return next((place for place in range(start, len(lines)) if lines[place].rstrip() == delimiter), None)


def _title_at(lines: Sequence[str], at: int) -> list[str]:
    """The lines that a title of a document takes, the last of them its words alone; none where there is no title."""
    if at < len(lines) and (title := re.fullmatch(r"[=#][ \t]+(\S.*)", lines[at].rstrip())):
        return [title[1]]
    above, below = (lines[n].rstrip() if n < len(lines) else "" for n in (at, at + 1))
    return ["", above] if _level_underlined(above, below) == 1 else []


def _level_underlined(line: str, below: str) -> int:
    """The level of a heading by the line below it; 0 where it is none."""
    if len(line) > 2 and abs(len(below) - len(line)) < 2 and _UNDERLINE.fullmatch(below) and line[0].isalnum():
        return _LEVELS[below[0]]
    return 0


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


def _take_authors(lines: Sequence[str], at: int, fields: dict[str, str]) -> tuple[int, str]:
    """The place after the lines of authors and revision that begin at ``at``, and what is remarked of the revision."""
    authors = at < len(lines) and _AUTHORS.fullmatch(lines[at].strip())
    if authors:
        named = [re.sub(r"\s*<.*", "", name).replace("_", " ").strip() for name in lines[at].split(";")]
        fields["author"] = ", ".join(named)
        at += 1
    revision = _REVISION.fullmatch(lines[at].strip()) if at < len(lines) else None
    if revision is None or not (revision["date"] or (authors and revision["version"])):
        return at, ""
    if revision["date"]:
        fields["date"] = revision["date"]
    return at + 1, revision["remark"] or ""


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
        if self._caption:
            yield self._paragraph([self._caption])

    def _block(self, above: tuple[str, ...] = ()) -> Iterator[str]:
        """What the next line begins; ``above`` are the marks of the lists around it."""
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
            yield self._list(above)
        else:
            yield from self._text(options)

    def _is_unread(self, line: str) -> bool:
        """Whether the line is none of the text; what it says of the next block is kept for it."""
        if attribute := _ATTRIBUTE.fullmatch(line):
            fields: dict[str, str] = {}
            value = self._inline.filled((attribute[2] or "").rstrip("\\ +"))
            self._attributes[attribute[1].casefold()] = value[:_LONGEST_VALUE]
            self._at += _take_attribute(self._lines, self._at, fields)
            return True
        if _OPTIONS.fullmatch(line):
            self._options = _with_options(self._options, line)
        elif caption := _CAPTION.fullmatch(line):
            self._caption = f"{self._caption} {caption[1]}".strip()
        elif line and not (re.match(r"//(?!/)", line) or _DIRECTIVE.fullmatch(line) or line == "+"):
            if not _RULE.fullmatch(line):
                return False
        elif line.startswith(("image::", "video::", "audio::")) and self._caption:  # it tells what is shown
            self._lines[self._at], self._caption = self._caption, ""
            return False
        self._at += 1
        return True

    def _is_underline(self, line: str) -> bool:
        return self._at > 0 and _level_underlined(self._lines[self._at - 1], line) > 1

    def _heading_level(self, line: str) -> int:
        """The level of a heading, or of a line that is underlined; 0 where it is none."""
        if title := _TITLE.fullmatch(line):
            return len(title[1])
        return _level_underlined(line, self._lines[self._at + 1] if self._at + 1 < len(self._lines) else "")

    def _delimited(self, opening: str, options: str, caption: str) -> Iterator[str]:
        """The blocks of what stands up to the same delimiter, or to the end."""
        start = self._at + 1
        closing = opening[:3] if opening[0] == "`" else opening
        end = _closing(self._lines, start, closing)
        inside, sign = self._lines[start:end], opening[0]
        self._at = start if sign == "/" and end is None else start + len(inside) + 1
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
        elif (kind := _ADMONITION.match(options)) and inner:
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
        elif kind := (_ADMONITION.match(options) or _ADMONISHING.match(lines[0])):
            first = _ADMONISHING.sub("", lines[0], count=1) if _ADMONISHING.match(lines[0]) else lines[0]
            yield self._paragraph([f"{kind[1].capitalize()}: {first}", *lines[1:]])
        else:
            yield self._paragraph(lines)

    def _goes_on(self, line: str, *, first: bool) -> bool:
        if first:
            return True
        return bool(line) and line != "+" and not (_ends_text(line) or (self._in_item and _mark(line)))

    def _paragraph(self, lines: Sequence[str]) -> str:
        """Lines as one paragraph, or several where lines are broken by a mark."""
        parts = re.split(r"[ \t]\+\n", "\n".join(line for line in lines if not _UNREAD.match(line)))
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
            if line == "+" or _mark(line) or _ends_text(line):
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
                if self._at < len(self._lines) and (line := self._lines[self._at]):
                    if (mark := _mark(line)) and (mark in above or not self._has_room(above)):
                        return
                    self._in_item = True
                    yield from self._block(above)
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
        return self._has_room(above) and (bool(self._lines[self._at]) or mark.startswith(above[-1]))

    def _has_room(self, above: Sequence[str]) -> bool:
        """Whether one more list may stand within those ``above`` it and the blocks around them."""
        return self._depth + len(above) < 2 * _DEEPEST

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


def _with_options(options: str, line: str) -> str:
    """The options of a block with one more line of them, the one that says what kind of block it is at the front."""
    if line.startswith("[["):  # an anchor
        return options
    return options + line if line[1] in ".#%" else line + options


def _ends_text(line: str) -> bool:
    """Whether a line ends the paragraph above it without an empty line between."""
    return any(pattern.fullmatch(line) for pattern in (_OPTIONS, _DELIMITER, _RULE))


def _mark(line: str) -> str:
    """What marks a line as an item of a list; numbers are one mark."""
    if item := _ITEM.fullmatch(line):
        return "1." if item[1][0].isalnum() else "<1>" if item[1][0] == "<" else item[1]
    term = _TERM.fullmatch(line)
    return "" if term is None else term[2]
