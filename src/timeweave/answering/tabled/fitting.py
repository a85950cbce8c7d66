"""How well a cell fits a question: its row, its column and its time are named, and nothing else is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from timeweave.answering.context.answer_context import AnswerContext
from timeweave.answering.context.units import MOST_PER_SHARE
from timeweave.answering.tabled.tables import Told
from timeweave.extraction.tables import TableCell
from timeweave.lexicon.lazy import lazily
from timeweave.lexicon.tables import DEPENDENT
from timeweave.question.cell_words import PERCENT_TERMS, PLANNED_TERMS, TOTAL_TERMS, CellWords, terms_of
from timeweave.temporal.interval import Interval

_LABEL, _HEADING, _ROW, _GROUP, _CAPTION = 2.0, 2.0, 1.2, 1.0, 0.4  # what a word of the question found there is worth
_UNASKED_LABEL, _UNASKED_HEADING = 0.8, 0.5  # what a word there costs that the question lacks
_UNASKED_GROUP = 0.4  # what a word of the label that it stands under costs, of several with a row of its name
_MISSING = 1.0  # what a noun of the question costs that the table lacks
_EACH = 0.3
_OTHER_UNIT = 0.6
_EXACT, _INSIDE, _AROUND = 2.0, 1.0, 0.5  # of time
_OTHER_STANDING = 1.5  # planned where it is not asked for
_PIECE = terms_of("share")
_ASIDE = lazily(r"\s*[(\[][^()\[\]]*[)\]]")
_LONGEST_AROUND = 800  # days of a time that a day or month asked for may lie in
_MOST_OF_IT = 0.8  # of that day or month


@dataclass(frozen=True, eq=False)
class Fit:
    """A cell with how well it fits; ``row`` and ``column`` are the shares of their words that the question holds,
    ``met`` is what these and its time are worth, ``unasked`` and ``otherwise`` what speaks against it. ``known`` are
    the terms of the cell and its table, ``places`` those among them that names may stand in.

    The nouns of the question, for which it is parsed, are asked for last: of few cells it depends on them.
    """

    told: Told
    cell: TableCell
    asked: CellWords
    met: float
    unasked: float
    otherwise: tuple[float, float]
    row: float
    column: float
    known: frozenset[str]
    places: frozenset[str]

    @cached_property
    def score(self) -> float:
        """What all is worth."""
        return self._worth(self.missing)

    @property
    def at_most(self) -> float:
        """What all could be worth."""
        return self._worth(0)

    @cached_property
    def missing(self) -> int:
        """How many nouns of the question neither the cell nor its table holds."""
        return len(self.asked.nouns - (self.known | self.places))

    @property
    def named(self) -> bool:
        """Whether it is of all whom the question names."""
        return self.asked.names <= self.known | self.places

    def _worth(self, missing: int) -> float:
        score = self.met - (self.unasked + _MISSING * missing)
        for less in self.otherwise:
            score -= less
        return score


@dataclass(frozen=True, slots=True, eq=False)
class _Place:
    """A cell in its table; ``row`` are the terms of its row, ``whole`` those of what goes for the table, ``words``
    those of all labels and headings.
    """

    told: Told
    cell: TableCell
    row: frozenset[str]
    whole: frozenset[str]
    words: frozenset[str]

    @property
    def label(self) -> frozenset[str]:
        """The terms of the label, but for those that call it a total; with what it stands under where it says nothing
        without it.
        """
        depends = self.cell.label.casefold() in DEPENDENT
        terms = terms_of(f"{self.cell.label} {self.cell.group}" if depends else self.cell.label)
        return (terms - TOTAL_TERMS) or terms

    @property
    def heading(self) -> frozenset[str]:
        """The terms of the heading, without its asides; of a heading that is a unit alone those of its measure."""
        bare = terms_of(_ASIDE.sub("", self.cell.heading))
        return bare or (terms_of(self.cell.measure) - self.label)

    @property
    def unit(self) -> frozenset[str]:
        """What the unit is called by questions."""
        name = self.cell.unit.name if self.cell.unit else ""
        return terms_of(name) | (PERCENT_TERMS if name == "%" else frozenset())


class Fitting:
    """A question as it is set against tables."""

    def __init__(self, context: AnswerContext) -> None:
        self.context = context
        self.words: CellWords = context.question.cell_words
        self.periods: tuple[Interval, ...] = context.question.periods

    def fits(self, told: Told, period: Interval | None) -> Iterator[Fit]:
        """The cells of a table that may be of ``period``, each with how well it fits."""
        table = told.table
        rows = [terms_of(" ".join(row.cells)) for row in table.rows]
        words = terms_of(" ".join([*table.headings, *(c.label for c in table.cells), table.kind_of_rows]))
        about = set(told.info.entities)
        known = [terms_of(e.surface) for e in self.context.entities if e.id in about]
        whole = told.terms.union(*known)
        labelled = {(_bare(cell.label), cell.group) for cell in table.cells}
        repeated = {label for label, count in Counter(label for label, _ in labelled).items() if count > 1}
        for cell in table.cells:
            timely = self._timely(cell, period)
            if timely is not None:
                is_part = bool(cell.group) and _bare(cell.label) in repeated
                yield self._fit(_Place(told, cell, rows[cell.row], whole, words), timely, is_part=is_part)

    def _fit(self, place: _Place, timely: float, *, is_part: bool) -> Fit:
        cell, asked = place.cell, self.words.terms
        label, heading, group = place.label, place.heading, terms_of(cell.group)
        row = _share(label, asked)
        inside = label | heading
        known = inside | place.row | group | place.whole | terms_of(f"{cell.measure} {place.told.table.kind_of_rows}")
        known |= _PIECE if _may_be_per_piece(cell) else frozenset()
        known |= place.unit | _initials(cell.measure) | (PLANNED_TERMS if cell.is_planned else frozenset())
        score = _LABEL * row + _HEADING * _share(heading - label, asked) + timely
        score += _ROW * len((place.row - inside) & asked) + _GROUP * len((group - inside) & asked)
        score += _CAPTION * len((place.whole - inside - place.row) & asked) + _EACH * len(inside & asked)
        unasked = _UNASKED_LABEL * len(label - asked) + _UNASKED_HEADING * len(heading - asked)
        unasked += _UNASKED_GROUP * is_part * len(group - inside - asked)
        otherwise = (
            _OTHER_STANDING * (cell.is_planned and not self.words.is_ahead),
            _OTHER_UNIT * (self.words.in_percent and "percent" not in place.unit),
        )
        places = place.words if row == 1.0 else frozenset()
        column = _share(heading, asked)
        return Fit(place.told, cell, self.words, score, unasked, otherwise, row, column, known, places)

    def _timely(self, cell: TableCell, period: Interval | None) -> float | None:
        """What the time of a cell is worth; ``None`` where it is of another."""
        if period is None or cell.time is None:
            return 0.0
        if cell.time.is_same_time(period):
            return _EXACT
        if period.contains(cell.time):
            return _INSIDE
        if not cell.time.overlaps(period):
            return None if cell.is_timed else -_INSIDE if self._is_of_dateless(cell) else None
        days, shared = cell.time.days, cell.time.intersection(period)
        if days is None or days > _LONGEST_AROUND or shared is None or not shared.days or not period.days:
            return None
        return _AROUND if shared.days >= _MOST_OF_IT * period.days else None

    def _is_of_dateless(self, cell: TableCell) -> bool:
        """Whether a cell tells a date in words, which its document's day is no time of."""
        return cell.number is None


def _may_be_per_piece(cell: TableCell) -> bool:
    """Whether a cell is money, and as little as falls to a share."""
    return cell.unit is not None and cell.unit.is_currency and abs(cell.value or 0.0) < MOST_PER_SHARE


def _initials(words: str) -> frozenset[str]:
    """The short form of a measure of three words or more: "gdp"."""
    parts = words.casefold().split()
    return frozenset({"".join(part[0] for part in parts)}) if len(parts) > 2 else frozenset()


def _share(words: frozenset[str], asked: frozenset[str]) -> float:
    return len(words & asked) / len(words) if words else 0.0


def best(fits: Sequence[Fit], margin: float) -> Fit | None:
    """The one that fits best; where others fit about as well, one of the newest document, where the same row of others
    or more of its tables say so, and ``None`` where nothing decides.
    """
    if not fits:
        return None
    ranked = sorted(fits, key=lambda f: (-f.score, -f.told.info.observed.toordinal()))
    first = ranked[0]
    rivals = [f for f in ranked if f.score >= first.score - margin]
    if all(f.cell.text == first.cell.text or _told_as(f.cell) == _told_as(first.cell) for f in rivals):
        return first
    newest = max(rivals, key=lambda f: (f.told.info.observed, f.score))
    is_one_row = len({_row_and_column(f.cell) for f in rivals}) == 1
    rivals = [f for f in rivals if f.told.info.id == newest.told.info.id]
    if is_one_row and len({_says(f.cell) for f in rivals}) == 1:
        return newest
    if first not in rivals:
        return None
    tables = Counter(says for _, says in {(id(f.told.table), _says(f.cell)) for f in rivals})
    (most, count), *others = tables.most_common(2)
    if others and others[0][1] == count:
        return None
    return next(f for f in rivals if _says(f.cell) == most)


def _says(cell: TableCell) -> float | str:
    return cell.text if cell.value is None else cell.value


def _row_and_column(cell: TableCell) -> tuple[str, str, str]:
    return cell.label, cell.group, cell.heading


def _told_as(cell: TableCell) -> tuple[str, str, str, Interval | None]:
    return cell.label, cell.group, cell.heading, cell.time


def _bare(label: str) -> str:
    """A label without the words that call it a total, case-folded."""
    return " ".join(word for word in _ASIDE.sub("", label).casefold().split() if word != "total")
