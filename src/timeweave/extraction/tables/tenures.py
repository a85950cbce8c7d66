"""Tables of who held which office: a column of holders, and from when until when, or of who holds one today."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from timeweave.extraction.facts import make_fact
from timeweave.extraction.relations.offices import is_office, office_of_body, offices
from timeweave.extraction.tables.columns import Holds
from timeweave.extraction.tables.grids import Row, is_nothing
from timeweave.extraction.tables.reading import ReadTable
from timeweave.extraction.tables.times import Times
from timeweave.language.names import canonical_key
from timeweave.lexicon.bodies import LAST_OF_NAMES
from timeweave.lexicon.lazy import lazily
from timeweave.lexicon.tables import (
    FROM,
    HOLDERS,
    IN_OFFICE,
    NAMES,
    NOT_IN_OFFICE,
    OF_BODIES,
    OF_MANY,
    OFFICES,
    ONGOING,
    TERMS,
    UNTIL,
)
from timeweave.records import EntityId, Fact
from timeweave.temporal.interval import Granularity, Interval

_DATED = frozenset({"date", "resignation", "appointment", "on", "expires", "expiry", "joined", "year", "years"})
_PART = r"[^\W\d_a-z][\w.'’-]*"
_SMALL = r"(?:(?:von|van|der|den|de|di|da|del|la|le|bin|al|zu) ){0,2}"
_PERSON = lazily(rf"{_PART}(?:,? {_SMALL}{_PART}){{1,5}}")
_WORD = lazily(r"[a-z]+")
_PLURAL = lazily(r"\(s\)")
_TIMES = Times(None, None, None)


@dataclass(frozen=True, slots=True)
class _Columns:
    holder: int
    office: int | None
    start: int | None
    end: int | None
    term: int | None
    body: int | None = None


@dataclass(frozen=True, slots=True)
class _Tenure:
    row: int
    office: str
    body: EntityId
    holder: str
    valid: Interval


def tenures_of(table: ReadTable, subject: EntityId | None, day: dt.date | None) -> Iterator[tuple[int, Fact, str]]:
    """The tenures that a table tells: the row, the fact, and the holder as written; those of ``day`` where none says
    from when.
    """
    columns = _columns(table)
    if columns is None:
        return
    told = [t for n, row in enumerate(table.rows) for t in _tenures(n, row, columns, table, subject, day)]
    for tenure in _relieved(told):
        fact = make_fact(
            tenure.body, tenure.office, canonical_key(tenure.holder), object_is_entity=True, valid=tenure.valid
        )
        yield tenure.row, fact, tenure.holder


def _columns(table: ReadTable) -> _Columns | None:
    heads = [" ".join(_PLURAL.sub("", h.casefold()).strip(" .:").split()) for h in table.headings]

    def place(known: frozenset[str]) -> int | None:
        return next((i for i, head in enumerate(heads) if head in known), None)

    holder, office = place(HOLDERS), place(OFFICES)
    start, end, term = place(FROM), place(UNTIL), place(TERMS)
    dated = start is not None or term is not None
    if not dated and not _is_of_the_day(table, heads):
        return None
    if holder is None and not dated:
        holder = next((i for i, head in enumerate(heads) if head in NAMES), None)
    if holder is None or (not dated and (office is None or end is not None)):
        return None
    if office is None and is_office(heads[holder]):
        return _Columns(holder, None, start, end, term)
    body = next((i for i, head in enumerate(heads) if head in OF_BODIES), None)
    return _Columns(holder, office, start, end, term, body)


def _is_of_the_day(table: ReadTable, heads: Sequence[str]) -> bool:
    """Whether a table says that it lists who is in office, and no other time than one day."""
    if table.time is not None and table.time.granularity is not Granularity.DAY:
        return False
    if set(heads) & OF_MANY or any(c.holds is Holds.TIMES or c.time is not None for c in table.columns):
        return False
    if any(head.split()[-1:] and head.split()[-1] in FROM | UNTIL | _DATED for head in heads):
        return False
    said = set(_WORD.findall(" ".join(table.captions).casefold()))
    return bool(said & IN_OFFICE) and not said & NOT_IN_OFFICE


def _tenures(
    number: int, row: Row, columns: _Columns, table: ReadTable, subject: EntityId | None, day: dt.date | None
) -> Iterator[_Tenure]:
    def cell(column: int | None) -> str:
        return row.cells[column] if column is not None and column < len(row.cells) else ""

    holder = cell(columns.holder)
    if is_nothing(holder) or not canonical_key(holder):
        return
    if columns.start is None and columns.term is None:
        since = table.time.start if table.time is not None else day
        named = cell(columns.body) if columns.body is not None else ""
        body = canonical_key(named) if named and not is_nothing(named) else subject
        post = cell(columns.office)
        is_over = NOT_IN_OFFICE & set(_WORD.findall(f"{row.group} {post} {holder}".casefold()))
        is_group = bool(body) and bool(IN_OFFICE & set(str(body).split()))
        if since is not None and body and not is_over and not is_group and _PERSON.fullmatch(holder):
            elsewhere = office_of_body(post)
            if elsewhere is not None and canonical_key(elsewhere[0]) != body:
                return  # "Chief Executive of Orca Group", on the board of another
            for office in offices(post):
                if office.split()[-1] not in LAST_OF_NAMES:  # "CEO, Vale Bank"
                    yield _Tenure(number, office, body, holder, Interval(since, None, Granularity.DAY))
        return
    held = _office(cell(columns.office), subject) if columns.office is not None else _office_of_captions(table, subject)
    valid = _valid(cell(columns.start), cell(columns.end)) if columns.start is not None else _term(cell(columns.term))
    if held is not None and valid is not None:
        yield _Tenure(number, held[0], held[1], holder, valid)


def _office(phrase: str, subject: EntityId | None) -> tuple[str, EntityId] | None:
    """The office that a phrase names, and at whom it is held."""
    named = office_of_body(phrase)
    if named is not None and is_office(named[1]):
        return named[1], canonical_key(named[0])
    found = list(offices(phrase))
    return (found[0], subject) if len(found) == 1 and subject is not None else None


def _office_of_captions(table: ReadTable, subject: EntityId | None) -> tuple[str, EntityId] | None:
    """The office that a caption lists the holders of: "List of ministers of finance of Tavora"."""
    heads = [h for h in table.headings if h.casefold() in HOLDERS and is_office(h.casefold())]
    for caption in (*table.captions, *heads):
        words = caption.split()
        while words and words[0].casefold() in ("list", "of", "all", "the", "past", "former"):
            words = words[1:]
        for index, word in enumerate(words[:4]):
            single = word[:-1] if word.endswith("s") and not word.endswith("ss") else word
            phrase = " ".join([*words[:index], single, *words[index + 1 :]])
            office = office_of_body(phrase)
            if office is not None and is_office(office[1]):
                return office[1], canonical_key(office[0])
            if is_office(phrase.split(" of ")[0].casefold()) and subject is not None:
                found = list(offices(phrase.casefold()))
                return (found[0], subject) if len(found) == 1 else None
    return None


def _valid(start: str, end: str) -> Interval | None:
    first, last = _TIMES.whole(start), _TIMES.whole(end)
    if first is None or first.start is None or (last is None and not _is_open(end)):
        return None
    if last is None:
        return Interval(first.start, None, first.granularity)
    return first.hull(last) if last.end is not None and last.end > first.start else None


def _is_open(end: str) -> bool:
    return is_nothing(end) or end.casefold().strip(" .()") in ONGOING


def _term(text: str) -> Interval | None:
    for dash in ("–", "—", " - ", "-", " to "):
        start, found, end = text.partition(dash)
        if found and (valid := _valid(start.strip(), end.strip())):
            return valid
    return None


def _relieved(tenures: list[_Tenure]) -> Iterator[_Tenure]:
    """The tenures, each over when that of the next holder of the office begins in the unit in which it ends."""
    for tenure in tenures:
        starts = [
            t.valid.start for t in tenures
            if (t.office, t.body) == (tenure.office, tenure.body) and t.valid.start and tenure.valid.start
            and t.valid.start > tenure.valid.start
        ]  # fmt: skip
        following = min(starts, default=None)
        if following and tenure.valid.end and tenure.valid.start and following < tenure.valid.end:
            yield replace(tenure, valid=Interval(tenure.valid.start, following, tenure.valid.granularity))
        else:
            yield tenure
