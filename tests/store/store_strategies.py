"""Hypothesis strategies for the records that a store keeps."""

import datetime as dt

from hypothesis import strategies as st
from storekit.samples import Sentence, make_fact, make_prepared

from timeweave.records import DateSource, Document, Fact, FactId, GivenFact, Quantity, Span
from timeweave.temporal.interval import MAX_YEAR, Granularity, Interval, next_unit, unit_start

dates = st.dates(dt.date(1, 1, 1), dt.date(MAX_YEAR, 12, 31))
# What SQLite and UTF-8 hold: anything but lone surrogates. NUL and astral characters included.
texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)
numbers = st.floats(allow_nan=False)


@st.composite
def intervals(draw):
    granularity = draw(st.sampled_from(Granularity))
    first, last = sorted([draw(dates), draw(dates)])
    start = draw(st.sampled_from([None, unit_start(first, granularity)]))
    end = draw(st.sampled_from([None, next_unit(unit_start(last, granularity), granularity)]))
    return Interval(start, end, granularity)


spans = st.builds(Span, st.integers(0, 2**40), st.integers(0, 2**40))
quantities = st.builds(Quantity, numbers, texts, texts)
qualifiers = st.dictionaries(texts, texts, max_size=3).map(lambda d: tuple(sorted(d.items())))
fact_ids = st.one_of(texts, st.binary(min_size=1, max_size=16).map(bytes.hex))
facts = st.builds(
    Fact,
    id=fact_ids.map(FactId),
    subject=texts,
    relation=texts,
    object=texts,
    object_is_entity=st.booleans(),
    valid=st.none() | intervals(),
    text=texts,
    quantity=st.none() | quantities,
    qualifiers=qualifiers,
)
given_facts = st.builds(
    GivenFact,
    subject=texts,
    relation=texts,
    object=texts,
    valid=st.none() | intervals(),
    span=spans,
    subject_type=texts,
    object_type=texts,
    confidence=numbers,
    observed=st.none() | dates,
    is_literal=st.none() | st.booleans(),
    quantity=st.none() | quantities,
    qualifiers=qualifiers,
)
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | numbers | texts | dates | st.datetimes(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=8,
)
documents = st.builds(
    Document,
    id=texts,
    text=st.one_of(texts, st.text(st.characters(), max_size=20).map(lambda t: t * 500)),
    title=texts,
    date=st.none() | dates,
    period=st.none() | intervals(),
    entities=st.lists(texts, max_size=3).map(tuple),
    source=texts,
    language=texts,
    metadata=st.dictionaries(texts, json_values, max_size=3),
    date_precision=st.sampled_from(Granularity),
    date_source=st.sampled_from(DateSource),
    facts=st.lists(given_facts, max_size=2).map(tuple),
)

_NAMES = ("Acme Corp", "ACME", "Zenith", "Ann Lee", "Oslo")
_PERIODS = (None, "2023", "2023-Q3/2024-Q1", "2024-02", "2024-03-31", "2022-05/..", "../2021", "../..")
_DAYS = tuple(dt.date(2024, 1, day) for day in range(1, 8))


@st.composite
def stated_facts(draw):
    literal = draw(st.booleans())
    return make_fact(
        draw(st.sampled_from(_NAMES)),
        draw(st.sampled_from(["led by", "revenue"])),
        draw(st.sampled_from(_NAMES)),
        draw(st.sampled_from(_PERIODS)),
        literal=literal,
        quantity=Quantity(draw(st.sampled_from([1.5, -2e9])), "USD", "so much") if literal else None,
        text=draw(st.sampled_from(["one wording", "another wording"])),
    )


@st.composite
def sentences(draw):
    return Sentence(
        draw(st.sampled_from(["It is said.", "It is repeated, at length.", "No."])),
        draw(st.sampled_from(_PERIODS)),
        tuple(draw(st.lists(st.sampled_from(_NAMES), max_size=2))),
        tuple({f.id: f for f in draw(st.lists(stated_facts(), max_size=2))}.values()),
        draw(st.none() | st.sampled_from(_DAYS)),
    )


@st.composite
def prepared_documents(draw, ids=("a", "b", "c", "d")):
    said = draw(st.lists(sentences(), min_size=1, max_size=3))
    # One wording of a fact to a document, as extraction gives it.
    wording = {f.id: f for s in said for f in s.facts}
    return make_prepared(
        draw(st.sampled_from(ids)),
        *(Sentence(s.text, s.valid, s.names, tuple(wording[f.id] for f in s.facts), s.observed) for s in said),
        date=draw(st.sampled_from(_DAYS)),
        source=draw(st.sampled_from(["", "Wire"])),
        aliases=draw(st.lists(st.tuples(st.sampled_from(_NAMES), st.sampled_from(_NAMES)), max_size=1)),
        kind=draw(st.sampled_from(["ORG", "PERSON", ""])),
    )
