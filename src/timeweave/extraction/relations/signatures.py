"""Who signs a document, and as what: the lines that close a letter, a newsletter or a filing, as offices of its day.

"Yours sincerely, / Ann Lee / Treasurer, Otter Trust", "Bo Ek, Club Secretary" as the last line, "/s/ Cyril Talbot /
Director". An office of which no body is told is of the one that brings the document out.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from timeweave.extraction.relations.changing import held_fact
from timeweave.extraction.relations.groups import Named, Surroundings
from timeweave.extraction.relations.officers import FULL_NAME, Held, person_at
from timeweave.extraction.relations.offices import is_office, offices, spelled
from timeweave.extraction.statements import Draft, Drafts
from timeweave.extraction.times.anchors import Anchors
from timeweave.extraction.times.validity import SentenceTime
from timeweave.language.dictionary import is_word
from timeweave.language.job_titles import is_job_title
from timeweave.language.mentions import Names
from timeweave.language.name_types import BODY_TYPES, ends_as_a_body
from timeweave.language.names import canonical_key
from timeweave.lexicon.families import any_of, words
from timeweave.lexicon.lazy import lazily
from timeweave.lexicon.mail import VALEDICTIONS
from timeweave.lexicon.name_parts import BODY_WORDS, POST_NOMINALS
from timeweave.lexicon.offices import SPELLINGS
from timeweave.records import Block, BlockKind, Document, Span
from timeweave.temporal.interval import MAX_YEAR, Interval

_LAST = 4  # lines of a document that may be its signature
_FOLLOWING = 6  # lines from a farewell, or a name signed "/s/", on
_BEFORE = 6  # lines above one that is signed among which is for whom
_LONGEST = 120  # characters of a line of a signature
_FAREWELL = lazily(
    rf"{any_of(VALEDICTIONS)}(?: (?:to|from) (?:all|everyone|us all|all of us))?\s*(?:[,.!:–—-]\s*|$)", re.IGNORECASE
)
_SIGNED = lazily(r"[^\n]*?/s/\s*")
_FIELD = lazily(
    r"(?:(?:By|Name|Title|Its|Signed)\s*:\s*)|(?:Dated?:?\s+)[A-Z][a-z]{2,8}\.? \d{1,2},? \d{4}\s+(?=[A-Z])",
    re.IGNORECASE,
)
_CELLS = lazily(r" \| |; |\n")
_ASIDE = lazily(r"\s*\([^()]*\)$")
_LETTERS = rf"(?:,? (?:{any_of(POST_NOMINALS)})(?!\w))*"  # behind a name
_NAMED = lazily(rf"(?P<name>{FULL_NAME}?){_LETTERS}")
_APART = lazily(rf"{_LETTERS}\s*[,;|:–—-]*\s*")
_AHEAD_OF_BODY = lazily(r"[\s,|–—-]*(?:\b(?:of|at|for)(?: the)?\s+)?$", re.IGNORECASE)
_BEHIND_BODY = lazily(r"^(?:['’]s?)?[\s,|–—-]+")
_BETWEEN = lazily(r"\s*[,|–—-]\s*(?:the )?|\s+(?:of|at|for)\s+(?:the )?", re.IGNORECASE)
_CUT = lazily(r"(?:,| and| &)+$")
_INITIALS = lazily(r"[A-Z][A-Z&]{1,6}")
_SMALL = frozenset(words("of for to and the in & - – —"))
_MOST_WORDS = 12  # of an office, or the name of a firm
_FIRST_AND_LAST, _MOST_NAMES = 2, 4  # words of a name
_BODIES = BODY_TYPES | {"GPE"}
_OF_TABLES = frozenset({BlockKind.ROW, BlockKind.HEADER_ROW})


class _Line(NamedTuple):
    """A line, or a cell of a table, without what names its field ("Title:") or the farewell before it; ``signs`` says
    that it has one, or "/s/".
    """

    start: int
    end: int
    signs: bool
    is_cell: bool


class _Closing(NamedTuple):
    """Lines that may be signatures, and the body on a line above them, for which they are."""

    lines: Sequence[_Line]
    body: Named | None


def signatures(
    document: Document,
    blocks: Sequence[tuple[int, Block, Span]],
    names: Names,
    anchors: Anchors,
    issuer: Named | None,
) -> Iterator[Draft]:
    """The lines with which a document is signed, with the offices that they tell; ``blocks`` have their index and their
    place in the text that is read, ``issuer`` is the body that brings it out. None where no day is told.
    """
    for closing in _closings(document.text, blocks):
        day = anchors.date(closing.lines[0].start)
        if day is None or day.year > MAX_YEAR:
            continue
        for place, held in _signed(document, names, closing, issuer):
            time = SentenceTime(place.words, [], Interval.day(day), day, None)
            found, named = held_fact(held, time, place.sentence.start)
            ends = (*(m.entity for m in place.mentions), *(entity for entity, _, _ in named))
            yield Draft(place.sentence, Interval.day(day), tuple(dict.fromkeys(ends)), [found], named)


def add_signatures(signed: Iterable[Draft], drafts: list[Draft]) -> None:
    """Give the statements that signatures stand in their facts; rows of tables have theirs by then."""
    statements = Drafts(drafts)
    for line in signed:
        draft = statements.covering(line.span, line.span, line.valid)
        known = {found.fact for found in draft.facts}
        draft.facts += [found for found in line.facts if found.fact not in known]
        draft.named += line.named
        draft.entities = tuple(dict.fromkeys([*draft.entities, *line.entities]))


def _signed(
    document: Document, names: Names, closing: _Closing, issuer: Named | None
) -> Iterator[tuple[Surroundings, Held]]:
    """Who signs with which office on each line, or on it and the next, with the words that say it."""
    for first, second in zip(closing.lines, (*closing.lines[1:], None), strict=True):
        place = _place(document, names, first, second)
        if place is not None:
            yield from ((place, held) for held in _held(place, first, second, closing.body or issuer))


def _closings(text: str, blocks: Sequence[tuple[int, Block, Span]]) -> Iterator[_Closing]:
    """The lines that may be signatures: the last of the text, those from a farewell or a name signed "/s/" on."""
    kept = [(span, b.kind in _OF_TABLES) for _, b, span in blocks if b.kind in {BlockKind.PARAGRAPH, *_OF_TABLES}]
    lines = [line for span, is_row in kept or [(Span(0, len(text)), False)] for line in _lines(text, span, is_row)]
    last = len(lines)
    while last and not lines[last - 1].is_cell and len(lines) - last < _LAST:
        last -= 1
    starts = {last: _LAST} | {at: _FOLLOWING for at, line in enumerate(lines) if line.signs}
    firm: Named | None = None
    for at, following in itertools.pairwise((*sorted(starts), len(lines))):
        below = lines[at : min(at + starts[at], following)]
        if not below:
            continue
        if lines[at].signs:
            above = (text[line.start : line.end] for line in reversed(lines[max(0, at - _BEFORE) : at]))
            firm = next(filter(None, map(_firm, above)), firm)
        yield _Closing(below, firm if lines[at].signs else None)


def _lines(text: str, span: Span, is_row: bool) -> Iterator[_Line]:
    at = span.start
    pieces = _CELLS.split(text[span.start : span.end]) if is_row else text[span.start : span.end].split("\n")
    for piece in pieces:
        start = text.index(piece, at)
        end = start + len(piece.rstrip())
        at = start + len(piece)
        start += len(piece) - len(piece.lstrip())
        signed = _SIGNED.match(text, start, end) or (None if is_row else _FAREWELL.match(text, start, end))
        head = signed or _FIELD.match(text, start, end)
        if signed and signed[0].strip(" /s") and (firm := signed[0].split("/s/")[0].strip()):
            yield _Line(start, start + len(firm), signs=False, is_cell=is_row)
        if start < end:
            yield _Line(head.end() if head else start, end, signed is not None, is_row)


def _firm(called: str) -> Named | None:
    """The firm that a line is the name of, by its legal form: "ACME HOLDINGS INC." above who signs for it."""
    called = _ASIDE.sub("", called)
    parts = called.split()
    is_firm = 1 < len(parts) <= _MOST_WORDS and parts[-1].replace(".", "").strip(",").casefold() in BODY_WORDS
    written = all(part in _SMALL or not part[0].islower() for part in parts)
    return Named(canonical_key(called), called) if is_firm and written else None


def _place(document: Document, names: Names, first: _Line, second: _Line | None) -> Surroundings | None:
    """The words of a line, with the next where a name is all that the first has."""
    text, start = document.text, first.start
    is_lone = _NAMED.fullmatch(text, start, first.end) is not None and not _ends_in_office(text[start : first.end])
    last = second if is_lone else first
    if last is None or max(first.end - start, last.end - last.start) > _LONGEST:
        return None
    span = Span(start, last.end)
    return Surroundings(text, document.title, span, names.within(span))


def _ends_in_office(line: str) -> bool:
    """Whether more than a first and a last name ends in an office: "Tim Hysom ORC Captain", and not "Ann Dean"."""
    return len(line.split()) > _FIRST_AND_LAST and is_office(line.casefold())


def _held(place: Surroundings, first: _Line, second: _Line | None, body: Named | None) -> Iterator[Held]:
    """The offices with which somebody signs there; of ``body`` where the words name none."""
    is_lone = second is not None and place.sentence.end == second.end
    lone = _NAMED.fullmatch(place.words, 0, first.end - first.start) if is_lone else None
    if lone is None and _office(place, 0) is not None:
        return  # and nobody
    ends = [(lone.end("name"), second.start - first.start)] if lone and second else _ends_of_name(place)
    for end, behind in ends:
        person, told = None if _is_office(place.words[:end]) else person_at(place, 0, end), _office(place, behind)
        if person is not None and told is not None:
            for named in list(offices(told[0])) or [spelled(told[0])]:
                yield Held(person, named, told[1] or body, 0, len(place.words))
            return


def _ends_of_name(place: Surroundings) -> Iterator[tuple[int, int]]:
    """Where the name that a line begins with may end, and what stands behind it begin: where the text's own does, else
    after two words, three, four.
    """
    words, at = place.words, place.sentence.start
    known = [m.span.end - at for m in place.mentions if m.span.start == at and m.type == "PERSON"]
    spaces = [m.start() for m in re.finditer(r"(?<=[\w.’'])(?= |,)", words)][1:_MOST_NAMES]
    for end in dict.fromkeys([*known[:1], *(n for n in spaces if _NAMED.fullmatch(words, 0, n))]):
        apart = _APART.match(words, end)
        if apart is not None and end < apart.end() < len(words):
            again = apart.end() + end + 1 if words.startswith(f"{words[:end]} ", apart.end()) else apart.end()
            yield end, again


def _office(place: Surroundings, start: int) -> tuple[str, Named | None] | None:
    """The office that the words from ``start`` name from end to end, and its body where they name that before or
    behind it: "SRC Club Captain", "Treasurer, Otter Trust".
    """
    said = _CUT.sub("", _ASIDE.sub("", place.words[start:].rstrip(" .")))
    said = said[1:-1] if said[:1] == "(" and said[-1:] == ")" else said
    if _is_office(said):
        return said, None
    for mention in place.mentions:
        first, last = (n - place.sentence.start - start for n in (mention.span.start, mention.span.end))
        before, behind = said[: max(0, first)], said[last:] if last > 0 else ""
        office = _AHEAD_OF_BODY.sub("", before) or _BEHIND_BODY.sub("", behind)
        if first >= 0 and mention.type in _BODIES and not (before and behind) and _is_office(office):
            return office, Named(mention.entity)
    for apart in _BETWEEN.finditer(said):
        office, called = said[: apart.start()], said[apart.end() :]
        if ends_as_a_body(called) and called[0].isupper() and _is_office(office):
            return office, Named(canonical_key(called), called)
    first_word, last_word = said.split(" ", 1)[0], said.rsplit(" ", 1)[-1]
    for called, rest in ((first_word, said[len(first_word) :]), (last_word, said[: -len(last_word)])):
        office = rest.strip(" ,|–—-")
        if _INITIALS.fullmatch(called) and called.casefold() not in SPELLINGS and _is_office(office):
            return office, Named(canonical_key(called), called)
    return None


def _is_office(said: str) -> bool:
    """Whether words are the name of an office from end to end, written as one is below a name."""
    parts = said.split()
    if not 0 < len(parts) <= _MOST_WORDS or any(part[-1] in "?!:" for part in parts):
        return False
    plain = [part.strip(",.()").casefold() for part in parts]
    if not said.isupper() and any(
        part.isupper() and part.casefold() not in SPELLINGS and len(part) > 1 for part in parts
    ):
        return False  # initials of a body
    known = all(p in _SMALL or p in SPELLINGS or all(map(is_word, p.removeprefix("co-").split("-"))) for p in plain)
    written = len(parts) == 1 or all(part[0].isupper() or part in _SMALL for part in parts)
    return known and written and (is_office(said.casefold()) or is_job_title(said))
