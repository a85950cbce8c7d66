"""How well a cell fits a question: its row, its column and its time are named, and nothing else is."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from timeweave.answering.asked.asking import Asking
from timeweave.answering.tabled.tables import TOTAL_TERMS, Told, terms_of
from timeweave.extraction.tables import TableCell
from timeweave.language.parsing import parse, tokens_within
from timeweave.lexicon.comparing import LEAST, MOST
from timeweave.lexicon.families import matching
from timeweave.lexicon.outlook import EXPECTED, GUIDANCE
from timeweave.lexicon.tables import LOOSE, PLANNED, SUPERLATIVES
from timeweave.temporal.interval import Interval

if TYPE_CHECKING:
    from spacy.tokens import Token

_AHEAD = matching(EXPECTED, GUIDANCE, tuple(sorted(PLANNED)))
_LEAST = frozenset(t for word in LEAST for t in terms_of(word))
_RANKED = _LEAST | frozenset(t for word in (*MOST, *SUPERLATIVES) for t in terms_of(word))
_LABEL, _HEADING, _ROW, _GROUP, _CAPTION = 2.0, 2.0, 1.2, 1.0, 0.4  # what a word of the question found there is worth
_UNASKED_LABEL, _UNASKED_HEADING = 0.8, 0.5  # what a word there costs that the question lacks
_MISSING = 1.0  # what a noun of the question costs that the table lacks
_EACH = 0.3
_OTHER_UNIT = 0.6
_EXACT, _INSIDE, _AROUND = 2.0, 1.0, 0.5  # of time
_OTHER_STANDING = 1.5  # planned where it is not asked for
_PERCENT = terms_of("share percent proportion")
_PLANNED = frozenset(t for word in PLANNED for t in terms_of(word))
_CONTENT = frozenset({"NOUN", "PROPN", "NUM", "ADJ"})
_DO = frozenset({"do", "does", "did"})
_ASIDE = re.compile(r"\s*[(\[][^()\[\]]*[)\]]")
_LONGEST_AROUND = 800  # days of a time that a day or month asked for may lie in


@dataclass(frozen=True, slots=True, eq=False)
class Fit:
    """A cell with how well it fits; ``row`` and ``column`` are the shares of their words that the question holds,
    ``missing`` the nouns of the question that neither the cell nor its table holds; ``named`` says whether it is of all
    whom the question names.
    """

    told: Told
    cell: TableCell
    score: float
    row: float
    column: float
    missing: int
    named: bool


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
        """The terms of the label, but for those that call it a total."""
        terms = terms_of(self.cell.label)
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
        return terms_of(name) | (_PERCENT if name == "%" else frozenset())


class Fitting:
    """A question as it is set against tables."""

    def __init__(self, asking: Asking) -> None:
        self.asking = asking
        question = asking.question
        taken = [(e.start, e.end) for e in question.scope.expressions]
        text = question.text
        for start, end in taken:
            text = text[:start] + " " * (end - start) + text[end:]
        self.text = text
        said = [SUPERLATIVES[w] for w in question.words if w in SUPERLATIVES]
        self.terms = terms_of(text) | {term for term, _ in said}
        self.ranked = bool(self.terms & _RANKED or said)
        self.least = bool(self.terms & _LEAST) or any(sign < 0 for _, sign in said)
        self.periods: tuple[Interval, ...] = question.periods
        self.ahead = _AHEAD.search(text) is not None
        self.in_percent = bool(self.terms & _PERCENT)
        self.totals = bool(self.terms & TOTAL_TERMS)

    @cached_property
    def nouns(self) -> frozenset[str]:
        """The terms of the question's nouns and names, which a table must hold to answer it."""
        return frozenset(term for t in self._words for term in terms_of(t.text)) - LOOSE - _RANKED

    @cached_property
    def names(self) -> frozenset[str]:
        """The terms of the names of the question that a table must hold, whoever bears them."""
        unknown = frozenset(term for name in self.asking.result.unknown for term in terms_of(name))
        return unknown | (frozenset(t for w in self._words if w.pos_ == "PROPN" for t in terms_of(w.text)) - LOOSE)

    @cached_property
    def _words(self) -> list[Token]:
        doc = parse(self.asking.question.text)
        times = [(e.start, e.end) for e in self.asking.question.scope.expressions]
        inside = {t.i for start, end in times for t in tokens_within(doc, start, end)}
        asks = any(t.lower_ in _DO for t in doc)  # then what the parser takes for the root is a verb
        return [
            t for t in doc
            if t.pos_ in _CONTENT and t.i not in inside and not (asks and _is_verb(t)) and t.lower_ != "many"
        ]  # fmt: skip

    def fits(self, told: Told, period: Interval | None) -> Iterator[Fit]:
        """The cells of a table that may be of ``period``, each with how well it fits."""
        table = told.table
        rows = [terms_of(" ".join(row.cells)) for row in table.rows]
        words = terms_of(" ".join([*table.headings, *(c.label for c in table.cells), table.kind_of_rows]))
        about = set(told.info.entities)
        known = [terms_of(e.surface) for e in self.asking.entities if e.id in about]
        whole = told.terms.union(*known)
        for cell in table.cells:
            timely = self._timely(cell, period)
            if timely is not None:
                yield self._fit(_Place(told, cell, rows[cell.row], whole, words), timely)

    def _fit(self, place: _Place, timely: float) -> Fit:
        cell, asked = place.cell, self.terms
        label, heading, group = place.label, place.heading, terms_of(cell.group)
        row = _share(label, asked)
        inside = label | heading
        known = inside | place.row | group | place.whole | terms_of(f"{cell.measure} {place.told.table.kind_of_rows}")
        known |= place.unit | _initials(cell.measure) | (_PLANNED if cell.is_planned else frozenset())
        score = _LABEL * row + _HEADING * _share(heading - label, asked) + timely
        score += _ROW * len((place.row - inside) & asked) + _GROUP * len((group - inside) & asked)
        score += _CAPTION * len((place.whole - inside - place.row) & asked) + _EACH * len(inside & asked)
        missing = len(self.nouns - (known | place.words if row == 1.0 else known))
        score -= _UNASKED_LABEL * len(label - asked) + _UNASKED_HEADING * len(heading - asked) + _MISSING * missing
        score -= _OTHER_STANDING * (cell.is_planned and not self.ahead)
        score -= _OTHER_UNIT * (self.in_percent and "percent" not in place.unit)
        named = self.names <= known | (place.words if row == 1.0 else frozenset())
        return Fit(place.told, cell, score, row, _share(heading, asked), missing, named)

    def _timely(self, cell: TableCell, period: Interval | None) -> float | None:
        """What the time of a cell is worth; ``None`` where it is of another."""
        if period is None or cell.time is None:
            return 0.0
        if cell.time == period:
            return _EXACT
        if period.contains(cell.time):
            return _INSIDE
        if not cell.time.overlaps(period):
            return None if cell.is_timed else -_INSIDE if self._is_of_dateless(cell) else None
        days = cell.time.days
        return _AROUND if days is not None and days <= _LONGEST_AROUND else None

    def _is_of_dateless(self, cell: TableCell) -> bool:
        """Whether a cell tells a date in words, which its document's day is no time of."""
        return cell.number is None


def _is_verb(token: Token) -> bool:
    """Whether a word behind "did" is its verb, whatever the parser takes it for: "did the City of Ely sell in May"."""
    if token.dep_ == "ROOT":
        return True
    inner = 0 < token.i < len(token.doc) - 1
    return inner and token.tag_ == "NN" and token.nbor(-1).pos_ == "PROPN" and token.nbor(1).pos_ in ("ADP", "PUNCT")


def _initials(words: str) -> frozenset[str]:
    """The short form of a measure of three words or more: "gdp"."""
    parts = words.casefold().split()
    return frozenset({"".join(part[0] for part in parts)}) if len(parts) > 2 else frozenset()


def _share(words: frozenset[str], asked: frozenset[str]) -> float:
    return len(words & asked) / len(words) if words else 0.0


def best(fits: Sequence[Fit], margin: float) -> Fit | None:
    """The one that fits best; ``None`` where another says something else and fits about as well."""
    if not fits:
        return None
    ranked = sorted(fits, key=lambda f: (-f.score, -f.told.info.observed.toordinal()))
    first = ranked[0]
    for other in ranked[1:]:
        if other.score < first.score - margin:
            break
        same = (other.cell.label, other.cell.heading, other.cell.time) == (
            first.cell.label,
            first.cell.heading,
            first.cell.time,
        )
        if other.cell.text != first.cell.text and not same:
            return None
    return first
