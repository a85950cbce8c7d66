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
from timeweave.extraction.relations.officers import FULL_NAME, Held, is_of_candidates, person_at
from timeweave.extraction.relations.offices import HELD, is_office, offices, spelled
from timeweave.extraction.statements import Draft, Drafts, FoundFact
from timeweave.extraction.times.anchors import Anchors
from timeweave.extraction.times.validity import SentenceTime
from timeweave.language.dictionary import is_word
from timeweave.language.job_titles import is_job_title
from timeweave.language.mentions import Names
from timeweave.language.name_types import BODY_TYPES, ends_as_a_body
from timeweave.language.names import canonical_key
from timeweave.lexicon.families import any_of, words
from timeweave.lexicon.lazy import lazily
from timeweave.lexicon.mail import SIGNATURE_FIELDS, VALEDICTIONS
from timeweave.lexicon.name_parts import BODY_WORDS, POST_NOMINALS
from timeweave.lexicon.offices import CANDIDACIES, NO_LONGER, NO_TITLE, NOT_YET, OUTGOING, SPELLINGS
from timeweave.records import Block, BlockKind, Document, Fact, Span
from timeweave.temporal.interval import MAX_YEAR, Granularity, Interval

_LAST = 2  # lines of a document that may be its signature without a farewell above them
_NEAR_END = 12  # lines of a document, before which a farewell is that of a letter that it quotes
_FOLLOWING = 6  # lines from a farewell, or a name signed "/s/", on
_BEFORE = 6  # lines above one that is signed among which is for whom
_LONGEST = 120  # characters of a line of a signature
_SENTENCE = 6  # words of a line above a signature that stands at the end without a farewell
_OWN_WORDS = 2  # of a writer who speaks of himself, in such a text
_FAREWELL = lazily(
    rf"{any_of(VALEDICTIONS)}(?: (?:to|from) (?:all|everyone|us all|all of us))?\s*(?:[,–—-]\s*|$)", re.IGNORECASE
)
_SIGNED = lazily(r"(?:[^\n/]{0,80}[\s:])?/s/(?:\s+|(?=[A-Z]))")
_FIELD = lazily(rf"{any_of(SIGNATURE_FIELDS)}\s*:\s*", re.IGNORECASE)
_CELLS = lazily(r" \| |; |\n")
_OF_SPEAKER = lazily(r"\b(?:I|I['’]m|I['’]ve|my|me)\b")
_ASIDE = lazily(r" ?\(([^()]{1,100})\)$")
_LETTERS = rf"(?:,? (?:{any_of(POST_NOMINALS)})(?!\w))*"  # behind a name
_NAMED = lazily(rf"(?P<name>{FULL_NAME}?){_LETTERS}")
_APART = lazily(rf"{_LETTERS}\s*[,;|:–—-]*\s*")
_AHEAD_OF_BODY = lazily(r"[\s,|–—-]*(?:\b(?:of|at|for)(?: the)?\s+)?$", re.IGNORECASE)
_BEHIND_BODY = lazily(r"^(?:['’]s?)?[\s,|–—-]+")
_BETWEEN = lazily(r"\s*[,|–—-]\s*(?:the )?|\s+(?:of|at|for)\s+(?:the )?", re.IGNORECASE)
_CUT = lazily(r"(?:,| and| &)+$")
_SMALL = frozenset(words("of for to and the in & - – —"))
_NOT_HELD = frozenset((*NO_LONGER, *NO_TITLE, *OUTGOING, *CANDIDACIES, *NOT_YET, *words("for to")))
_MOST_WORDS = 12  # of an office, or the name of a firm
_FIRST_AND_LAST, _MOST_NAMES = 2, 4  # words of a name
_BODIES = BODY_TYPES | {"GPE"}
_OF_TABLES = frozenset({BlockKind.ROW, BlockKind.HEADER_ROW})


class _Line(NamedTuple):
    """A line of a paragraph, or a cell of a table, without what names its field ("Title:") or the farewell before it;
    ``signs`` says that it has one, ``by_hand`` that it has "/s/"; one that ``parts`` is a heading, or a row of several
    names: nothing is read across it.
    """

    start: int
    end: int
    signs: bool = False
    by_hand: bool = False
    is_cell: bool = False
    parts: bool = False


class _Closing(NamedTuple):
    """Lines that may be signatures, the body on a line above for which they are, and the line before them."""

    lines: Sequence[_Line]
    body: Named | None
    above: _Line | None


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
    if is_of_candidates(document.title):
        return
    is_dated = document.date is not None and document.date_precision is Granularity.DAY
    for closing in _closings(document.text, blocks):
        at = closing.lines[0].start
        day = anchors.date(at)
        if day is None or day.year > MAX_YEAR or not (is_dated or anchors.is_entry(at)):
            continue
        for place, held in _signed(document, names, closing, issuer):
            time = SentenceTime(place.words, [], Interval.day(day), day, None)
            found, named = held_fact(held, time, place.sentence.start)
            ends = (*(m.entity for m in place.mentions), *(entity for entity, _, _ in named))
            yield Draft(place.sentence, Interval.day(day), tuple(dict.fromkeys(ends)), [found], named)


def add_signatures(signed: Iterable[Draft], drafts: list[Draft]) -> None:
    """Give the statements that signatures stand in their facts, where they tell of no office of the same person; rows
    of tables have theirs by then.
    """
    statements = Drafts(drafts)
    signed_here: list[FoundFact] = []
    for line in signed:
        draft = statements.covering(line.span, line.span, line.valid)
        told = {holder for found in draft.facts if found not in signed_here for holder in _holders(found.fact)}
        new = [found for found in line.facts if told.isdisjoint(_holders(found.fact))]
        signed_here += new
        draft.facts += new
        draft.named += line.named
        draft.entities = tuple(dict.fromkeys([*draft.entities, *line.entities]))


def _holders(fact: Fact) -> frozenset[str]:
    """Who holds an office by a fact; nobody by one of another kind."""
    if fact.relation == HELD:
        return frozenset({fact.subject})
    return frozenset({fact.object}) if fact.object_is_entity and is_office(fact.relation) else frozenset()


def _signed(
    document: Document, names: Names, closing: _Closing, issuer: Named | None
) -> Iterator[tuple[Surroundings, Held]]:
    """Who signs with which office on each line, or on it and the next, with the words that say it."""
    text, begin = document.text, closing.lines[0]
    opening = [line for line in (closing.above, *closing.lines) if line is not None and line.start < line.end][:2]
    if any(_is_office(text[line.start : line.end]) for line in opening):
        return  # a list of offices, each before its holder
    for before, first, second in zip(
        (closing.above, *closing.lines[:-1]), closing.lines, (*closing.lines[1:], None), strict=True
    ):
        place = None if first.parts else _place(document, names, first, second)
        if place is not None and (begin.signs or begin.by_hand or _may_close(text, place, before)):
            yield from ((place, held) for held in _held(place, first, closing.body or issuer, begin.by_hand))


def _may_close(text: str, place: Surroundings, before: _Line | None) -> bool:
    """Whether the last words of a text are a signature though nothing says so: below a sentence of who speaks in it."""
    above = "" if before is None or before.parts else text[before.start : before.end]
    speaks = sum(1 for _ in _OF_SPEAKER.finditer(text)) >= _OWN_WORDS
    return (
        speaks
        and len(above.split()) >= _SENTENCE
        and above[0] not in "\"“‘'"
        and place.sentence.end >= len(text.rstrip())
    )


def _closings(text: str, blocks: Sequence[tuple[int, Block, Span]]) -> Iterator[_Closing]:
    """The lines that may be signatures: the last of the text, those from a farewell or a name signed "/s/" on."""
    lines = list(_lines_of(text, blocks))
    near = len(lines) - _NEAR_END
    starts = {at: _FOLLOWING for at, line in enumerate(lines) if line.by_hand or (line.signs and at >= near)}
    last = max(0, len(lines) - _LAST)
    if all(at + _FOLLOWING <= last for at in starts):
        starts[last] = _LAST
    firm: Named | None = None
    for at, following in itertools.pairwise((*sorted(starts), len(lines))):
        below = lines[at : min(at + starts[at], following)]
        if not below:
            continue
        if lines[at].by_hand:
            above = itertools.takewhile(lambda line: not line.parts, reversed(lines[max(0, at - _BEFORE) : at]))
            # rows of a table of those who sign below it are for the firm that signed above
            firms = (_firm(text[line.start : line.end]) for line in above)
            firm = next(filter(None, firms), firm if lines[at].is_cell else None)
        yield _Closing(below, firm if lines[at].by_hand else None, lines[at - 1] if at else None)


def _lines_of(text: str, blocks: Sequence[tuple[int, Block, Span]]) -> Iterator[_Line]:
    if not blocks:
        yield from _lines(text, Span(0, len(text)), is_row=False)
    for _, block, span in blocks:
        if block.kind is BlockKind.PARAGRAPH or block.kind in _OF_TABLES:
            yield from _lines(text, span, is_row=block.kind in _OF_TABLES)
        else:
            yield _Line(span.start, span.end, parts=True)


def _lines(text: str, span: Span, *, is_row: bool) -> Iterator[_Line]:
    whole = text[span.start : span.end]
    pieces = _CELLS.split(whole) if is_row else whole.split("\n")
    cells = [_FIELD.sub("", _SIGNED.sub("", cell)).strip() for cell in pieces] if is_row else []
    named = {cell for cell in cells if _is_name(cell) and not _is_office(cell) and _firm(cell) is None}
    if len(named) > 1:  # side by side
        yield _Line(span.start, span.end, parts=True)
        return
    at = span.start
    for piece in pieces:
        start = text.index(piece, at)
        at = start + len(piece)
        start, end = start + len(piece) - len(piece.lstrip()), start + len(piece.rstrip())
        signed = _SIGNED.match(text, start, end)
        farewell = None if is_row else _FAREWELL.match(text, start, end)
        head = signed or farewell or _FIELD.match(text, start, end)
        if signed and (firm := _FIELD.sub("", signed[0].split("/s/")[0]).strip()) and is_row:
            yield _Line(start, start + len(firm), is_cell=True)
        if start < end:
            yield _Line(head.end() if head else start, end, farewell is not None, signed is not None, is_row)


def _firm(called: str) -> Named | None:
    """The firm that a line is the name of, by its legal form: "ACME HOLDINGS INC." above who signs for it."""
    if len(called) > _LONGEST:
        return None
    called = _ASIDE.sub("", called)
    parts = called.split()
    is_firm = 1 < len(parts) <= _MOST_WORDS and parts[-1].replace(".", "").strip(",").casefold() in BODY_WORDS
    written = all(part in _SMALL or not part[0].islower() for part in parts)
    return Named(canonical_key(called), called) if is_firm and written else None


def _place(document: Document, names: Names, first: _Line, second: _Line | None) -> Surroundings | None:
    """The words of a line, with the next where a name is all that the first has."""
    text, start = document.text, first.start
    last = second if _is_name(text[start : first.end]) else first
    if last is None or last.parts or last.end - start > 2 * _LONGEST:
        return None
    span = Span(start, last.end)
    return Surroundings(text, document.title, span, names.within(span))


def _is_name(line: str) -> bool:
    """Whether a line is a name alone: "Ann Dean", and not "Jane Doe Secretary"."""
    more = len(line.split()) > _FIRST_AND_LAST and is_office(line.casefold())
    return not more and _NAMED.fullmatch(line) is not None


def _held(place: Surroundings, first: _Line, body: Named | None, by_hand: bool) -> Iterator[Held]:
    """The offices with which somebody signs there; of ``body`` where the words name none. Who signs "/s/" need not be
    known for a person.
    """
    words = place.words
    lone = _NAMED.fullmatch(words, 0, first.end - first.start) if place.sentence.end > first.end else None
    if lone is not None:
        behind = len(words) - len(words[lone.end() :].lstrip(" |;"))
        head = _FIELD.match(words, behind)
        ends = [(lone.end("name"), head.end() if head else behind)]
    else:
        ends = list(_ends_of_name(place))
    for end, behind in ends:
        told = None if _is_office(words[:end]) else _office(place, behind)
        person = None if told is None else person_at(place, 0, end)
        is_known = any(m.type == "PERSON" and m.span.start == place.sentence.start for m in place.mentions)
        if person is None or told is None or not (is_known or (by_hand and lone is not None)):
            continue
        if all(is_word(part.casefold()) for part in words[:end].split()):  # "Best Newcomer"
            continue
        for named in list(offices(told[0])) or [spelled(told[0])]:
            yield Held(person, named, told[1] or body, 0, len(words))
        return


def _ends_of_name(place: Surroundings) -> Iterator[tuple[int, int]]:
    """Where the name that a line begins with may end, and what stands behind it begin: where the text's own does, or
    within that after two words, three.
    """
    words, at = place.words, place.sentence.start
    known = [m.span.end - at for m in place.mentions if m.span.start == at and m.type == "PERSON"]
    spaces = [m.start() for m in re.finditer(r"(?<=[\w.’'])(?= |,)", words)][1:_MOST_NAMES]
    for end in dict.fromkeys([*known[:1], *(n for n in spaces if known and n < known[0])]):
        apart = _APART.match(words, end)
        if apart is not None and end < apart.end() < len(words):
            again = apart.end() + end + 1 if words.startswith(f"{words[:end]} ", apart.end()) else apart.end()
            yield end, again


def _office(place: Surroundings, start: int) -> tuple[str, Named | None] | None:
    """The office that the words from ``start`` name from end to end, and its body where they name that before or
    behind it: "SRC Club Captain", "Treasurer, Otter Trust".
    """
    said = place.words[start:].rstrip(" .")
    said = said[1:-1] if said[:1] == "(" and said[-1:] == ")" else said
    if (aside := _ASIDE.search(said)) is not None:
        if not is_office(aside[1].casefold()) and "authorized" not in aside[1].casefold():
            return None  # "(until 2019)"
        said = said[: aside.start()]
    said = _CUT.sub("", said)
    for mention in place.mentions:
        if all(is_word(word) for word in mention.surface.casefold().split()) and not ends_as_a_body(mention.surface):
            continue  # "Senior Director of Corporate Accounting"
        first, last = (n - place.sentence.start - start for n in (mention.span.start, mention.span.end))
        before, behind = said[: max(0, first)], said[last:] if last > 0 else ""
        office = _AHEAD_OF_BODY.sub("", before) or _BEHIND_BODY.sub("", behind)
        if first >= 0 and mention.type in _BODIES and not (before and behind) and _is_office(office):
            return office, Named(mention.entity)
    if _is_office(said):
        return said, None
    for apart in _BETWEEN.finditer(said):
        office, called = said[: apart.start()], said[apart.end() :]
        if ends_as_a_body(called) and called[0].isupper() and _is_office(office):
            return office, Named(canonical_key(called), called)
    return None


def _is_office(said: str) -> bool:
    """Whether words are the name of an office from end to end, written as one is below a name, and held."""
    parts = said.split()
    plain = [part.strip(",.()").casefold() for part in parts]
    if not 0 < len(parts) <= _MOST_WORDS or any(part[-1] in "?!:" for part in parts):
        return False
    if not _NOT_HELD.isdisjoint((*plain, *(one for part in plain for one in part.split("-")))):
        return False
    if "," in said and not all(is_office(one.casefold()) or is_job_title(one) for one in re.split(", ?", said)):
        return False  # "Assistant Editor, Otter Gazette"
    known = all(p in _SMALL or p in SPELLINGS or all(map(is_word, p.removeprefix("co-").split("-"))) for p in plain)
    written = len(parts) == 1 or all(part[0].isupper() or part in _SMALL for part in parts)
    is_short_form = not said.isupper() and any(
        p.isupper() and len(p) > 1 and p.casefold() not in SPELLINGS for p in parts
    )
    return known and written and not is_short_form and (is_office(said.casefold()) or is_job_title(said))
