"""What the fields of a document made in Python must be: type checkers see it, a running program does not."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping

from timeweave.documents.decoding import clean
from timeweave.errors import DocumentError
from timeweave.records import DateSource, Document, GivenFact, Markup, Quantity, Span
from timeweave.temporal.interval import Granularity, Interval

_Field = tuple[str, Callable[[object], bool], str]


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_day(value: object) -> bool:
    return isinstance(value, dt.date) and not isinstance(value, dt.datetime)  # of which one cannot be compared


def _is_confidence(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and 0.0 <= value <= 1.0


def _is_name(value: object) -> bool:
    return isinstance(value, str) and bool(clean(value).strip())


def _is_span(value: object) -> bool:
    return isinstance(value, Span) and type(value.start) is int and type(value.end) is int


def _is_names(value: object) -> bool:
    return isinstance(value, (tuple, list)) and all(map(_is_text, value))


def _is_pairs(value: object) -> bool:
    return isinstance(value, tuple) and all(_is_names(pair) and len(pair) == 2 for pair in value)


def _is_facts(value: object) -> bool:
    return isinstance(value, (tuple, list)) and all(isinstance(fact, GivenFact) for fact in value)


_A_DAY = "a datetime.date or None; of a datetime take .date(), of a text date.fromisoformat(...)"
_DOCUMENT: tuple[_Field, ...] = (
    ("id", _is_text, "a text"),
    ("text", _is_text, "a text; decode bytes first"),
    ("title", _is_text, "a text"),
    ("date", lambda v: v is None or _is_day(v), _A_DAY),
    (
        "period",
        lambda v: v is None or isinstance(v, Interval),
        "an Interval such as Interval.parse('2024-Q1'), or None",
    ),
    ("entities", _is_names, "a tuple of names such as ('Acme Corp',)"),
    ("source", _is_text, "a text"),
    ("language", _is_text, "a text such as 'en'"),
    ("metadata", lambda v: isinstance(v, Mapping), "a mapping"),
    ("date_precision", lambda v: isinstance(v, Granularity), "a Granularity"),
    ("date_source", lambda v: isinstance(v, DateSource), "a DateSource"),
    ("markup", lambda v: v is None or isinstance(v, Markup), "a Markup or None"),
    ("facts", _is_facts, "a tuple of GivenFact"),
)
_FACT: tuple[_Field, ...] = (
    ("subject", _is_name, "a text that is not blank"),
    ("relation", _is_name, "a text that is not blank"),
    ("object", _is_name, "a text that is not blank"),
    ("valid", lambda v: v is None or isinstance(v, Interval), "an Interval, or None; ALWAYS where nothing is known"),
    ("span", _is_span, "a Span of two whole numbers"),
    ("subject_type", _is_text, "a text"),
    ("object_type", _is_text, "a text"),
    ("confidence", _is_confidence, "a number from 0 to 1"),
    ("observed", lambda v: v is None or _is_day(v), _A_DAY),
    ("is_literal", lambda v: v is None or isinstance(v, bool), "True, False or None"),
    ("quantity", lambda v: v is None or isinstance(v, Quantity), "a Quantity or None"),
    ("qualifiers", _is_pairs, "a tuple of pairs of texts"),
)


def require_field_types(document: object, source: str) -> Document:
    """``document`` as it is.

    Raises:
        DocumentError: when it is no `Document`, or a field of it or of its facts is not what it must be; quotes it.
    """
    if not isinstance(document, Document):
        remedy = "make a Document of it, or give the path of a file"
        raise DocumentError(f"{_shown(document)} is not a document: {remedy}", source=source)
    _require(document, _DOCUMENT, f"document {_shown(document.id)}", source)
    for fact in document.facts:
        _require(fact, _FACT, f"document {_shown(document.id)}: a fact's", source)
    return document


def _require(holder: object, fields: tuple[_Field, ...], what: str, source: str) -> None:
    for name, fits, expected in fields:
        value = getattr(holder, name)
        if not fits(value):
            raise DocumentError(f"{what} {name!r} is {_shown(value)}: it must be {expected}", source=source)


def _shown(value: object) -> str:
    shown = repr(value)
    return shown if len(shown) <= 80 else shown[:77] + "..."
