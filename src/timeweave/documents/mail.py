"""Mail: one message (.eml) or a box of them (.mbox), read with the standard library."""

from __future__ import annotations

import datetime as dt
import email
import email.policy
import re
import warnings
from collections.abc import Iterator, Mapping
from email.message import EmailMessage, MIMEPart
from email.utils import parsedate_to_datetime

from timeweave.documents import markdown
from timeweave.documents.content import recognise
from timeweave.documents.dates import Publication, date_in_name
from timeweave.documents.decoding import clean
from timeweave.documents.duplicates import DuplicateGuard
from timeweave.documents.jsonl import failure
from timeweave.documents.page import PageError
from timeweave.documents.source_file import LARGEST, SourceFile, printable
from timeweave.documents.text import with_publication
from timeweave.errors import DocumentError
from timeweave.lexicon.mail import ATTRIBUTION
from timeweave.outcomes import Failure
from timeweave.records import DateSource, Document, Markup
from timeweave.temporal.interval import MAX_YEAR, Granularity

_LARGEST_MESSAGE = LARGEST
_QUOTED = re.compile(r"[ \t]{0,8}((?:>[ \t]{0,2})+)(.*)")
_SIGNATURE = re.compile(r"^-- \n", re.M)
_LISTED = re.compile(r"^_{10,}\n(?=(?:.*\n){0,2}.*(?:listinfo|lists?\.|mailman|unsubscribe))", re.M | re.I)
_NEXT_PART = re.compile(r"^-{5,} next part -{5,}\n", re.M)
_ENDS = 12  # lines that a signature, or what a list adds, has at most
_GOES_ON = re.compile(r"^(?:-+ ?original message|message: \d|from: |>)", re.I | re.M)
_ATTRIBUTION = re.compile(rf"(?:\A|\n){ATTRIBUTION}\s*\Z")
_FULL_LINE = 45  # characters: a shorter one ends where its writer ended it
_MOST_QUOTED = 20
_FROM = re.compile(rb"From \S*.*\d{4}\s*$")
_PEOPLE = ("from", "to", "cc")


def read_eml(file: SourceFile, mapping: Mapping[str, str]) -> Iterator[Document]:  # noqa: ARG001
    """The one document of a message: its words, with what they quote as quotations, dated as it was sent."""
    data = file.read()
    _require_mail(data, file)
    return iter([_document(data, file, printable(file.name))])


def read_mbox(file: SourceFile, mapping: Mapping[str, str]) -> Iterator[Document | Failure]:  # noqa: ARG001
    """A document for each message of a box, known by its own id."""
    guard = DuplicateGuard(file)
    number = 0
    for number, (line, data) in enumerate(_messages(file), 1):
        try:
            document = _document(data, file, f"{printable(file.name)}#{number}")
            if guard.is_new(document, line):
                yield document
        except DocumentError as error:
            yield failure(DocumentError(str(error), source=error.source, line=error.line or line))
    if not number:
        head = file.head()[:4096]
        kind = recognise(head) or ("nothing at all" if not head.strip() else "no line 'From SENDER DATE'")
        raise file.error(f"is not a box of mail: it holds {kind}; a single message has the suffix .eml")


def _messages(file: SourceFile) -> Iterator[tuple[int, bytes]]:
    """The bytes of each message and the line on which it begins."""
    lines: list[bytes] | None = None
    begins, size, empty = 0, 0, True
    with file.open() as stream:
        number = 0
        while line := stream.readline(LARGEST):
            number += 1
            if empty and line.startswith(b"From ") and _FROM.match(line):
                if lines is not None:
                    yield begins, b"".join(lines)
                lines, begins, size = [], number, 0
            elif lines is not None:
                size += len(line)
                if size > _LARGEST_MESSAGE:
                    raise file.error(f"the message has more than {_LARGEST_MESSAGE:,} bytes: remove it", begins)
                lines.append(line[1:] if re.match(rb">+From ", line) else line)
            empty = not line.strip()
    if lines is not None:
        yield begins, b"".join(lines)


def _require_mail(data: bytes, file: SourceFile) -> None:
    kind = recognise(data[:4096])
    if kind is None and not re.match(
        rb"(?:From [^\n]*\r?\n)?(?:[!-9;-~]+:[^\n]*\r?\n(?:[ \t][^\n]*\r?\n)*)+", data[:65_536] + b"\n"
    ):
        kind = "nothing at all" if not data.strip() else "no header of a message"
    if kind:
        raise file.error(f"is not a mail message: it holds {kind}; give it the suffix of what it is, or remove it")


def _document(data: bytes, file: SourceFile, name: str) -> Document:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        message = email.message_from_bytes(data, policy=email.policy.default)
    assert isinstance(message, EmailMessage)
    subject = _header(message, "subject")
    text = clean(_body(message, file))
    if not text.strip():
        raise file.error(f"the message {subject[:60]!r} has no text: there is nothing to read")
    stated: dict[str, object] = {key: value for key in _PEOPLE if (value := _header(message, key))}
    sent = _sent(message)
    if sent is not None:
        stated["sent"] = sent.isoformat()
    if _header(message, "in-reply-to") or _header(message, "references"):
        stated["is_reply"] = True
    if attachments := [filename for part in message.walk() if (filename := _filename(part))]:
        stated["attachments"] = attachments
    identity = _header(message, "message-id").strip("<> ") if "#" in name else ""
    document = Document(id=identity or name, text=text, title=clean(subject), metadata=stated, markup=Markup.MARKDOWN)
    found = (
        Publication(sent.date(), Granularity.DAY, DateSource.METADATA) if sent else date_in_name(printable(file.name))
    )
    return with_publication(document, found)


def _header(message: EmailMessage, name: str) -> str:
    try:
        return markdown.squeezed(str(message.get(name) or ""))
    except (ValueError, IndexError, TypeError, AttributeError):  # headers of broken mail break the parser of addresses
        raw = next((value for key, value in message.raw_items() if key.casefold() == name), "")
        return markdown.squeezed(str(raw))


def _sent(message: EmailMessage) -> dt.datetime | None:
    try:
        sent = parsedate_to_datetime(_header(message, "date"))
    except (ValueError, TypeError, IndexError, OverflowError):
        return None
    return sent if sent.year <= MAX_YEAR else None


def _filename(part: EmailMessage) -> str:
    try:
        return clean(part.get_filename() or "")
    except (ValueError, IndexError, TypeError, AttributeError):
        return ""


def _body(message: EmailMessage, file: SourceFile) -> str:
    """The part that is plain text, else the one that is a page."""
    for kind in ("plain", "html"):
        try:
            part = message.get_body(preferencelist=(kind,))
            text = "" if part is None else _content(part)
        except (ValueError, AttributeError, TypeError, IndexError, KeyError) as error:
            raise file.error(f"the message is damaged ({error}): export it anew") from None
        if text.strip():
            return _paragraphs(text) if kind == "plain" else _page(text, file)
    return ""


def _content(part: MIMEPart) -> str:
    data = part.get_payload(decode=True)
    if not isinstance(data, bytes):
        return ""
    for encoding in (part.get_content_charset() or "utf-8", "utf-8"):
        try:
            return data.decode(encoding)
        except (LookupError, UnicodeDecodeError, ValueError):
            continue
    return data.decode("cp1252", "replace")


def _page(html: str, file: SourceFile) -> str:
    from timeweave.documents.elements import page_to_markdown

    try:
        return page_to_markdown(html.encode("utf-8", "replace"))
    except PageError as error:
        raise file.error(f"the message {error}, as none does: remove it") from None


def _paragraphs(text: str) -> str:
    """Plain text as Markdown: lines that were wrapped joined, what is quoted as quotations of the same depth, each
    below who wrote it; without the signature and what the mailing list adds.
    """
    blocks: list[str] = []
    run: list[str] = []
    depth = 0
    for line in [*_without_foot(text.replace("\r\n", "\n")).split("\n"), None]:
        quoted = _QUOTED.match(line) if line is not None else None
        level = min(quoted[1].count(">"), _MOST_QUOTED) if quoted else 0
        if run and (line is None or level != depth):
            told = "\n".join(run)
            above = _ATTRIBUTION.search(told) if level > depth else None
            blocks.append(_quoted(told[: above.start()] if above else told, depth))
            if above:
                blocks.append(_quoted(above[0], depth + 1))
            run = []
        if line is not None:
            run.append(quoted[2] if quoted else line)
        depth = level
    return markdown.joined(blocks)


def _without_foot(text: str) -> str:
    """A message without its signature and what a mailing list adds, where these end it and something stands above."""
    for begins in (_NEXT_PART, _LISTED, _SIGNATURE):
        places = [m.start() for m in begins.finditer(text)]
        rest = text[places[-1] :] if places else ""
        if places and text[: places[-1]].strip() and rest.count("\n") <= _ENDS and not _GOES_ON.search(rest):
            text = text[: places[-1]]
    return text


def _quoted(text: str, depth: int) -> str:
    blocks = _joined(text)
    for _ in range(depth if blocks else 0):
        blocks = markdown.quotation(blocks)
    return blocks


def _joined(text: str) -> str:
    """The paragraphs of lines; a line goes on in the next where it is full, or the next begins in lower case."""
    found: list[str] = []
    whole, last = "", ""
    for line in [*text.split("\n"), ""]:
        words = line.strip()
        starts = markdown.is_item(line)
        goes_on = whole and words and not starts and (len(last) >= _FULL_LINE or words[0].islower())
        if goes_on:
            whole = f"{whole} {words}"
        else:
            found.append(markdown.line(whole))
            if not words:
                found.append("")
            whole = words
        last = line
    found.append(markdown.line(whole))
    return markdown.with_tight_lists(found)
