"""Tables as facts: each figure a measured fact, each row of office-holders a tenure, stated by its row."""

from __future__ import annotations

import bisect
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from timeweave.extraction.facts import make_fact
from timeweave.extraction.statements import Draft, FoundFact
from timeweave.extraction.tables.captions import is_statement
from timeweave.extraction.tables.cells import TableCell, measure_name
from timeweave.extraction.tables.columns import Holds
from timeweave.extraction.tables.grids import ASIDE, Row, sums_up
from timeweave.extraction.tables.reading import ReadTable, read_tables
from timeweave.extraction.tables.tenures import tenures_of
from timeweave.extraction.tables.times import Times
from timeweave.extraction.times.timing import default_interval, expression_anchor
from timeweave.language.names import LEGAL_FORMS, canonical_key
from timeweave.lexicon.counting import UNTELLING_HEADS
from timeweave.lexicon.lazy import lazily
from timeweave.lexicon.meetings import PARTS
from timeweave.lexicon.tables import TOTALS
from timeweave.records import Document, EntityId, Fact, Layout, Span
from timeweave.temporal.calendars import FiscalCalendar
from timeweave.temporal.interval import Interval

if TYPE_CHECKING:
    from timeweave.language.mentions import Names

CONFIDENCE = 0.9
_WORDS_OF_PROSE = 8
_CAPITALS = lazily(r"[A-Z][\w'’.&-]*(?: (?:(?:of|the|de|du|von|and|for|&) )?[A-Z][\w'’.&-]*)*")
_PART_OF_ABOVE = lazily(r"(?:of which|of whom|thereof|including|incl\.)\b", re.IGNORECASE)
_POINT = lazily(r"(?:hour|day|week|month|year|visit|session|round|phase|stage|step)s?\s*[-+]?\d+", re.IGNORECASE)
_LONGEST_NAME = 80  # characters
_SMALL_WORDS = 4  # letters
_OPENING = 1000  # characters


def tables_of(document: Document, layout: Layout, fiscal: FiscalCalendar | None) -> list[ReadTable]:
    """The tables of a document as it is stored."""

    def words(span: Span) -> str:
        return layout.words(document.text[span.start : span.end], span.start)

    times = Times(expression_anchor(document.period, document.date), fiscal, document.period)
    default = default_interval("", period=document.period, date=document.date)
    return list(read_tables(layout, words, times, default=default, about=bool(document.entities)))


def add_table_facts(
    document: Document, layout: Layout, names: Names, fiscal: FiscalCalendar | None, drafts: list[Draft]
) -> None:
    """Give the statements that are rows of tables the facts of their cells, in place of what reads as a sentence."""
    tables = tables_of(document, layout, fiscal)
    if not tables:
        return
    heads = {span for table in tables for span in table.heads}
    drafts[:] = [draft for draft in drafts if draft.span not in heads]
    by_start = {draft.span.start: draft for draft in drafts}
    starts = sorted(by_start)
    for table in tables:
        subject = _own_subject(table, names, document)
        found = _facts(table, subject, names, document)
        for number, row in enumerate(table.rows):
            draft = by_start.get(row.span.start)
            if draft is None:
                if _is_within(row.span, starts, by_start):
                    continue
                draft = Draft(row.span, None, ())
                drafts.append(draft)
            _tell(draft, row, found[number], names.subject if document.entities else None)


def _is_within(span: Span, starts: Sequence[int], drafts: dict[int, Draft]) -> bool:
    index = bisect.bisect_right(starts, span.start) - 1
    return index >= 0 and drafts[starts[index]].span.end > span.start


@dataclass(frozen=True, slots=True)
class _Stated:
    """A fact of a row, with the names in it as the table writes them."""

    fact: Fact
    named: tuple[tuple[EntityId, str, str], ...] = ()


def _tell(draft: Draft, row: Row, stated: Sequence[_Stated], about: EntityId | None) -> None:
    draft.facts = [f for f in draft.facts if f.fact.relation in PARTS or _is_prose(f.span, row)]
    draft.facts += [FoundFact(s.fact, draft.span, CONFIDENCE) for s in stated]
    times = [s.fact.valid for s in stated if s.fact.valid is not None]
    if times:
        draft.valid = _hull(times)
    named = dict.fromkeys(name for s in stated for name in s.named)
    known = set(draft.entities)
    draft.named += tuple(n for n in named if n[0] not in known)
    subjects = [s.fact.subject for s in stated]
    about_first = [] if about is None else [about]
    draft.entities = tuple(dict.fromkeys((*subjects, *(e for e, _, _ in named), *draft.entities, *about_first)))


def _is_prose(span: Span, row: Row) -> bool:
    """Whether a fact was read from sentences inside one cell."""
    index = bisect.bisect_right([p.start for p in row.places], span.start) - 1
    inside = index >= 0 and span.end <= row.places[index].end
    return inside and len(row.cells[index].split()) >= _WORDS_OF_PROSE


def _hull(times: Sequence[Interval]) -> Interval:
    hull = times[0]
    for time in times[1:]:
        hull = hull.hull(time)
    return hull


def _facts(table: ReadTable, subject: EntityId | None, names: Names, document: Document) -> dict[int, list[_Stated]]:
    """The facts of each row."""
    found: dict[int, list[_Stated]] = defaultdict(list)
    body = subject or next(iter(names_in(document.title)), None)
    for number, fact, holder in tenures_of(table, body, document.date):
        found[number].append(_Stated(fact, ((EntityId(fact.object), holder, "PERSON"),)))
    known = {m.entity for m in names.mentions}
    cells = table.cells if document.entities else _turned(_telling(table.cells), known)
    repeated = _repeated(cells)
    summed = {cell.group for cell in cells if cell.group and sums_up(table.rows[cell.row].cells[0], cell.group)}
    in_money = any(cell.unit is not None and cell.unit.is_currency for cell in cells)
    is_accounts = bool(document.entities) and subject is not None and in_money
    parts = bool(document.entities) and subject is not None
    parts = parts and ((table.parted and in_money) or not _are_names(table, known))
    relations = _relations(cells)
    is_of_times = any(column.holds is Holds.TIMES for column in table.columns)
    for cell in cells:
        if cell.value is None or not cell.measure or _PART_OF_ABOVE.match(cell.measure):
            continue
        if (not table.named and _bare(cell.measure).casefold() in TOTALS) or _PART_OF_ABOVE.match(cell.label):
            continue
        if not (document.entities or _is_thing(cell.bearer, known)) or (is_of_times and _is_sum_of_times(cell, table)):
            continue
        is_part = is_accounts and cell.group in summed and not cell.bearer
        if is_part and (cell.row, cell.column) in repeated:  # "Products", of net sales
            cell = _part_of_group(cell)
        bearer, part = _bearer(cell, subject, parts=parts)
        named, marks = measure_name(cell)
        relation = relations.get(cell.measure, named)
        if bearer is None or not relation:
            continue
        further = dict(marks)
        if part:
            further["segment"] = part
        if cell.group and (cell.row, cell.column) in repeated:
            further["group"] = cell.group.casefold().strip(" :")
        fact = make_fact(
            bearer, relation, cell.text, object_is_entity=False, valid=cell.time,
            quantity=cell.quantity,
            qualifiers=tuple(further.items()),
        )  # fmt: skip
        surface = cell.bearer if bearer == canonical_key(_bare(cell.bearer)) else ""
        found[cell.row].append(_Stated(fact, ((bearer, _bare(surface), ""),) if surface else ()))
    return found


def _is_sum_of_times(cell: TableCell, table: ReadTable) -> bool:
    """Whether a figure adds up those of several times, and is of none of them: nor of the day of its document."""
    return not cell.is_timed and table.rows[cell.row].cells[0].casefold().strip(" :*") in TOTALS


def _telling(cells: Sequence[TableCell]) -> list[TableCell]:
    """The cells that their row, column and time tell apart, under headings that say what is measured."""
    rows = Counter((c.label, c.group, c.column, str(c.time)) for c in cells)
    return [
        c
        for c in cells
        if rows[c.label, c.group, c.column, str(c.time)] == 1 and c.measure.casefold() not in UNTELLING_HEADS
    ]


def _turned(cells: Sequence[TableCell], known: set[EntityId]) -> list[TableCell]:
    """The cells of a table whose columns are the things that its text names, and whose rows say what is measured."""
    heads = {_bare(c.measure) for c in cells if c.bearer}
    labels = {_bare(c.bearer) for c in cells if c.bearer}
    named = sum(canonical_key(h) in known for h in heads)
    if 2 * named <= len(heads) or any(canonical_key(label) in known or _is_name(label) for label in labels):
        return list(cells)
    return [replace(c, measure=c.bearer, bearer=c.measure) if c.bearer else c for c in cells]


def _is_thing(bearer: str, known: set[EntityId]) -> bool:
    """Whether a row or column is of something with a name, and not of a step or kind that only its table knows."""
    label = _bare(bearer)
    if label and not any(c.isalpha() or c == "." for c in label):
        return False
    return not label or not label.islower() or canonical_key(label) in known


def _repeated(cells: Iterable[TableCell]) -> set[tuple[int, int]]:
    """The cells whose label stands in more than one group of rows."""
    places: dict[tuple[str, int], list[tuple[int, int]]] = defaultdict(list)
    groups: dict[tuple[str, int], set[str]] = defaultdict(set)
    for cell in cells:
        key = _bare(cell.label), cell.column
        places[key].append((cell.row, cell.column))
        groups[key].add(cell.group)
    return {place for key, held in groups.items() if len(held) > 1 for place in places[key]}


def _part_of_group(cell: TableCell) -> TableCell:
    """A cell whose label says which part of what its group sums up it is."""
    return replace(cell, measure=cell.group.strip(" :"), bearer=cell.label, group="")


def _bare(label: str) -> str:
    return ASIDE.sub("", label).strip(" :")


def _relations(cells: Iterable[TableCell]) -> dict[str, str]:
    """The relation of each measure: its normal name, where no other of the table has the same."""
    names = {cell.measure: measure_name(cell)[0] for cell in cells}
    often = Counter(names.values())
    return {m: name if often[name] == 1 else " ".join(_bare(m).casefold().split()) for m, name in names.items()}


def _bearer(cell: TableCell, subject: EntityId | None, *, parts: bool) -> tuple[EntityId | None, str]:
    """Whose a figure is, and which part of it, where the table is one of parts of whom the document is about."""
    label = _bare(cell.bearer)
    if not label or cell.is_total:
        return subject, ""
    key = canonical_key(label)
    if not key or len(label) > _LONGEST_NAME:
        return None, ""
    if parts or _POINT.fullmatch(label):
        return subject, label.casefold()
    return key, ""


def _are_names(table: ReadTable, known: set[EntityId]) -> bool:
    """Whether what bears the figures has names of its own, most of it."""
    labels = {label for cell in table.cells if not cell.is_total and (label := _bare(cell.bearer))}
    named = sum(canonical_key(label) in known or (table.named and _is_name(label)) for label in labels)
    return 2 * named > len(labels)


def _is_name(label: str) -> bool:
    words = [w for w in label.split() if len(w) > _SMALL_WORDS or any(c.isdigit() for c in w)]
    return len(label.split()) > 1 and bool(words) and all(w[0].isupper() or w[0].isdigit() for w in words)


def names_in(text: str) -> Iterator[EntityId]:
    """What seem names in a title or caption, the longest first."""
    found = [m for m in _CAPITALS.finditer(text) if m.start() or " " in m[0]]
    for match in sorted(found, key=lambda m: (-len(m[0]), m.start())):
        if key := canonical_key(match[0]):
            yield key


def _own_subject(table: ReadTable, names: Names, document: Document) -> EntityId | None:
    """Whose the figures are that no row or column gives to another: the document's, or who its captions name."""
    if names.subject is not None:
        return names.subject
    known = {m.entity for m in names.mentions}
    captions = [_bare(caption) for caption in table.captions if not is_statement((caption,))]  # no "(Unaudited)" either
    for caption in (*captions, document.title):
        words = f" {canonical_key(caption)} "
        inside = sorted((e for e in known if f" {e} " in words), key=lambda e: (-len(e), e))
        if inside:
            return inside[0]
    named = next(names_in(document.title), None)
    return named or (_company_of_opening(names) if is_statement(table.captions) else None)


def _company_of_opening(names: Names) -> EntityId | None:
    """The company that a document names first, by its legal form: whose its statements of accounts are."""
    opening = (m for m in names.mentions if m.span.start < _OPENING)
    return next((m.entity for m in opening if m.surface.rstrip(".").split()[-1].casefold() in LEGAL_FORMS), None)
