"""Facts as exports have them, and what of them must come back."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from timeweave.documents import read
from timeweave.exchange import GraphFact, Place
from timeweave.exchange.formats import FORMATS
from timeweave.language.names import canonical_key
from timeweave.records import Document, GivenFact, Quantity
from timeweave.temporal.interval import ALWAYS, Granularity, Interval, add_months, unit_start

FILES = {
    "tsv": "graph.tsv",
    "jsonl": "graph.jsonl",
    "ntriples": "graph.nt",
    "turtle": "graph.ttl",
    "wikidata": "graph.wikidata.jsonl",
    "graphml": "graph.graphml",
    "neo4j": "graph",
}


def written(facts: list[GraphFact], format_name: str, folder: Path) -> Path:
    """The facts in a file, or folder, of the format."""
    path = folder / FILES[format_name]
    chosen = FORMATS[format_name]
    if chosen.into == "folder":
        path.mkdir(exist_ok=True)
        chosen.write(facts, path)
    elif chosen.into == "bytes":
        with path.open("wb") as out:
            chosen.write(facts, out)
    else:
        with path.open("w", encoding="utf-8", newline="\n") as text:
            chosen.write(facts, text)
    return path


def given(path: Path) -> list[tuple[Document, GivenFact]]:
    """The given facts of a source that has no failure, each with its document."""
    found = []
    for item in read(path):
        if isinstance(item, Document):
            found += [(item, fact) for fact in item.facts]
        else:
            assert not hasattr(item, "error"), item
    return found


def expected(facts: list[GraphFact]) -> Counter[tuple[Any, ...]]:
    """What must come back of facts: all but spans, standing and what follows from it."""
    return Counter(
        (
            *(f.subject, f.relation, f.object, f.valid, f.is_literal, f.subject_type, f.object_type),
            *(f.quantity, f.qualifiers, place.source, place.observed, place.confidence, place.document),
        )
        for f in facts
        for place in f.places
    )


def returned(path: Path) -> Counter[tuple[Any, ...]]:
    """The same of a file that was read."""
    prefix = f"{path.name}#" if path.is_file() else "relationships.csv#"
    return Counter(
        (
            *(f.subject, f.relation, f.object, f.valid, f.is_literal, f.subject_type, f.object_type),
            *(f.quantity, f.qualifiers, document.source, str(f.observed), f.confidence),
            document.id.removeprefix(prefix).removesuffix(f"@{f.observed}"),
        )
        for document, f in given(path)
    )


_LETTERS = st.characters(exclude_categories=("C", "Z"), exclude_characters="\ufffe\uffff")
_WORD = st.text(_LETTERS, min_size=1, max_size=8)
_NAME = st.lists(_WORD, min_size=1, max_size=3).map(" ".join).filter(lambda name: bool(canonical_key(name)))
_LITERAL = st.text(
    st.one_of(_LETTERS, st.sampled_from(" \t\n\"'\\<>&;,|[]{}\u00a0\u2028é😀")), min_size=1, max_size=20
).filter(lambda text: bool(text.strip()))
_RELATION = st.lists(st.text(_LETTERS, min_size=1, max_size=6), min_size=1, max_size=2).map(" ".join)
_DAYS = st.dates(dt.date(1, 1, 1), dt.date(9000, 12, 31))


@st.composite
def intervals(draw: st.DrawFn) -> Interval | None:
    """Open, half-open and bounded intervals and instants of every granularity; ``None`` is no time."""
    granularity = draw(st.sampled_from(Granularity))
    start, length = unit_start(draw(_DAYS), granularity), draw(st.integers(1, 30))
    months = {Granularity.MONTH: 1, Granularity.QUARTER: 3, Granularity.YEAR: 12}.get(granularity)
    end = add_months(start, length * months) if months else start + dt.timedelta(days=length)
    bounds = draw(st.sampled_from(["both", "from", "until", "always", "none"]))
    if bounds == "none":
        return None
    if bounds == "always":
        return ALWAYS
    return Interval(None if bounds == "until" else start, None if bounds == "from" else end, granularity)


_PLACES = st.lists(
    st.builds(
        Place,
        document=st.from_regex(r"[a-zé]{1,5}\.txt", fullmatch=True),
        source=st.sampled_from(["", "https://a.example/b?c=d&e", "Harbour Ledger"]),
        observed=st.dates(dt.date(1990, 1, 1), dt.date(2030, 1, 1)).map(dt.date.isoformat),
        confidence=st.floats(0, 1),
        start=st.integers(0, 9),
        end=st.integers(10, 99),
    ),
    min_size=1,
    max_size=3,
    unique_by=lambda place: place.document,
).map(tuple)
_QUANTITIES = st.builds(
    Quantity,
    st.floats(allow_nan=False, allow_infinity=False),
    st.sampled_from(["USD", "%", "count", "USD/share"]),
    _LITERAL,
)
_QUALIFIERS = st.dictionaries(_WORD, _WORD, max_size=2).map(lambda marks: tuple(sorted(marks.items())))


@st.composite
def graphs(draw: st.DrawFn) -> list[GraphFact]:
    """Facts in the order of an export, by subject, whose entities have one name and type each."""
    names = draw(st.lists(_NAME, min_size=2, max_size=4, unique_by=canonical_key))
    kinds = {name: draw(st.sampled_from(["", "PERSON", "public office"])) for name in names}
    facts = []
    for number in range(draw(st.integers(1, 6))):
        subject, is_literal = draw(st.sampled_from(names)), draw(st.booleans())
        object_ = draw(_LITERAL) if is_literal else draw(st.sampled_from(names))
        fact = GraphFact(
            subject,
            draw(_RELATION),
            object_,
            draw(intervals()),
            is_literal,
            kinds[subject],
            "" if is_literal else kinds[object_],
            draw(st.none() | _QUANTITIES),
            draw(_QUALIFIERS),
            draw(_PLACES),
            canonical_key(subject),
            "" if is_literal else canonical_key(object_),
            f"{number:032x}",
            draw(st.sampled_from(["holds", "closed", "disputed", "restated"])),
            draw(st.none() | st.just(dt.date(2024, 6, 1))),
            draw(st.floats(0, 1)),
        )
        facts.append(fact)
    return sorted(facts, key=lambda fact: fact.subject_key)
