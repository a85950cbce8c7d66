"""What a model says is believed as far as the text states it (TG-02), and no further."""

from __future__ import annotations

import datetime as dt
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from timeweave.extraction.by_model.enriching import enriched
from timeweave.extraction.by_model.grounding import Fate, GroundedFact, Grounding
from timeweave.extraction.by_model.pieces import pieces
from timeweave.extraction.by_model.quadruple_forms import SaidEntity, SaidFact, SaidQuadruples
from timeweave.extraction.by_model.quadruples import ENTITY_TYPES
from timeweave.extraction.by_model.sentences_read import SentencesRead
from timeweave.extraction.pipeline import extract
from timeweave.records import Document, Extraction, Span
from timeweave.temporal.interval import Interval

NEWS = Document(
    id="n",
    text=(
        "Acme Inc. opened a plant in Port Alden in March 2021. The plant was paid for by Beta Systems Ltd. "
        "Ann Lee has run it since 2022. She was hired away from Carver Mills. The staff like the canteen."
    ),
    date=dt.date(2024, 5, 7),
)
REPORT = Document(
    id="r",
    text=(
        "Our churn stood at a mere 4% in the first quarter. We shipped 1,200 looms to Peru. "
        "Beta Systems Ltd. had a bad year. Bob Ray steers our bank as head of lending."
    ),
    title="Acme 2024 Q1 report",
    date=dt.date(2024, 5, 7),
    period=Interval.quarter(2024, 1),
    entities=("Acme Inc.",),
)


def said(
    subject: str, relation: str, value: str, time: str | None, quote: str, *entities: SaidEntity
) -> SaidQuadruples:
    fact = SaidFact(subject=subject, relation=relation, object=value, time=time, description="", quote=quote)
    return SaidQuadruples(facts=(fact,), entities=entities)


def ground(
    document: Document, *answers: SaidQuadruples, temporal: bool = True
) -> tuple[list[GroundedFact], Counter[Fate], Extraction]:
    """What is kept of answers about a document of one piece, what became of each, and the enriched extraction."""
    rules = extract(document)
    read = SentencesRead(document, rules)
    grounding = Grounding(read, types=(*ENTITY_TYPES, "substance"), temporal=temporal)
    piece = pieces(document, rules)[0]
    found = [fact for answer in answers for fact in grounding.grounded(piece, answer)]
    return found, grounding.fates, enriched(document, rules, found, read.valid)


def test_a_stated_relation_is_taken_with_its_words() -> None:
    """TG-02, TK-06: names become entities, the time is the text's, the support holds the quoted words."""
    quote = "opened a plant in Port Alden in March 2021"
    found, fates, result = ground(NEWS, said("Acme", "opened a plant in", "Port Alden", "2021-03", quote))
    assert fates == {Fate.TAKEN: 1}
    fact = found[0].fact
    assert (fact.subject, fact.relation, fact.object, fact.object_is_entity, str(fact.valid)) == (
        "acme", "opened a plant in", "port alden", True, "2021-03"
    )  # fmt: skip
    support = next(s for s in result.supports if s.fact == fact.id)
    assert NEWS.text[support.span.start : support.span.end] == quote
    assert support.confidence < 0.8  # rules are surer of what their patterns read


def test_a_quotation_may_differ_in_space_case_and_typography() -> None:
    """What a model tidies up is still found; the span is that of the source."""
    document = Document(id="d", text="The “Old\u00a0 Mill” in Ulm belongs to Zeta Works — since 1990.")
    found, _, _ = ground(
        document,
        said("Old Mill", "belongs to", "Zeta Works", "1990/..", '"old mill" in ulm belongs to zeta works - Since 1990'),
    )
    assert document.text[found[0].span.start : found[0].span.end] == document.text[4:-1]
    assert str(found[0].fact.valid) == "1990/.."


@pytest.mark.parametrize(
    ("answer", "fate"),
    [
        (said("Acme", "closed", "Port Alden", "2021-03", "closed a plant in Port Alden"), Fate.NO_QUOTE),
        (said("Acme", "opened", "Port Alden", "2021-03", "plant … Port Alden"), Fate.NO_QUOTE),
        (said("Acme", "opened", "Port Alden", "2021-03", "  "), Fate.NO_QUOTE),
        (said("Zeta", "opened", "Port Alden", "2021-03", "opened a plant in Port Alden"), Fate.NO_NAME),
        (said("it", "was paid for by", "Beta Systems", None, "was paid for by Beta Systems"), Fate.NO_NAME),
        (said("Acme", "opened", "Rome", "2021-03", "opened a plant in Port Alden"), Fate.NO_VALUE),
        (said("Acme", "opened", "3 plants", "2021-03", "opened a plant in Port Alden"), Fate.NO_VALUE),
        (said("Acme", "opened", "", "2021-03", "opened a plant in Port Alden"), Fate.NO_VALUE),
        (said("Acme", "?", "Port Alden", "2021-03", "opened a plant in Port Alden"), Fate.NO_RELATION),
        (said("Acme", "opened 7 plants in", "Port Alden", "2021-03", "plant in Port Alden"), Fate.NO_RELATION),
    ],
)
def test_what_the_text_does_not_state_is_kept_out(answer: SaidQuadruples, fate: Fate) -> None:
    """TG-02: quotation, names, value and figures must stand in the text; each refusal is counted."""
    found, fates, result = ground(NEWS, answer)
    assert (found, fates) == ([], {fate: 1})
    assert result == extract(NEWS)


@pytest.mark.parametrize("time", ["2020-03", "2021-03-15", "2021-13", "soon", "2019/2021-03"])
def test_a_time_that_nothing_states_is_dropped_and_marked(time: str) -> None:
    """TG-02: a wrong date, a finer one than is stated, one that does not exist: the fact stays, its time does not."""
    quote = "opened a plant in Port Alden in March 2021"
    found, fates, _ = ground(NEWS, said("Acme", "opened a plant in", "Port Alden", time, quote))
    assert fates == {Fate.UNTIMED: 1}
    assert found[0].fact.valid is None
    assert found[0].fact.qualifiers == (("time", "unconfirmed"),)
    assert found[0].confidence == pytest.approx(0.35)


@pytest.mark.parametrize(
    ("time", "valid"),
    [("2021-03", "2021-03"), ("March 2021", "2021-03"), ("2021", "2021-03"), ("2024-05-07", "2024-05-07")],
)
def test_a_time_is_that_of_the_words_or_of_the_document(time: str, valid: str) -> None:
    """In words or too coarse, it is read as the precise time that the words name; the document's date is allowed."""
    quote = "opened a plant in Port Alden in March 2021"
    found, _, _ = ground(NEWS, said("Acme", "opened a plant in", "Port Alden", time, quote))
    assert str(found[0].fact.valid) == valid


def test_an_open_side_must_start_where_a_stated_time_does() -> None:
    """TK-02: "since 2022" is 2022/..; 2021/.. is not stated there."""
    quote = "Ann Lee has run it since 2022"
    good, _, _ = ground(
        NEWS, said("Ann Lee", "has run", "the plant", "2022/..", "The plant was paid for by Beta Systems Ltd. " + quote)
    )
    bad, fates, _ = ground(NEWS, said("Ann Lee", "has run", "it", "2021/..", quote))
    assert [str(f.fact.valid) for f in good] == ["2022/.."]
    assert bad == [] or bad[0].fact.valid is None
    assert fates[Fate.TAKEN] == 0


def test_a_pronoun_is_who_rules_take_it_for() -> None:
    """TG-02: "She" is Ann Lee, so a fact of Ann Lee may quote it."""
    found, fates, _ = ground(
        NEWS, said("Ann Lee", "was hired from", "Carver Mills", None, "She was hired away from Carver Mills")
    )
    assert fates == {Fate.TAKEN: 1}
    assert (found[0].fact.subject, found[0].fact.object, found[0].fact.valid) == ("ann lee", "carver mills", None)


def test_a_figure_is_a_quantity_under_its_measure() -> None:
    """TG-03: a value that is an amount of the quotation gets a number, a unit and the measure's normal name."""
    found, _, result = ground(
        REPORT, said("we", "Churn stood at", "4%", "2024-Q1", "churn stood at a mere 4% in the first quarter")
    )
    known = [f for f in result.facts if f.quantity is not None and f.quantity.value == 4.0]
    assert len(known) == 1  # once, whoever has read it
    assert (known[0].subject, str(known[0].valid), known[0].quantity.unit) == ("acme", "2024-Q1", "%")
    assert len(found) <= 1


def test_a_count_is_a_quantity_too() -> None:
    """TG-03: a bare number takes its meaning from the sentence, and its time from the report."""
    found, _, _ = ground(REPORT, said("we", "looms shipped", "1,200", None, "We shipped 1,200 looms to Peru"))
    values = [f.fact for f in found] or [f for f in extract(REPORT).facts if f.object == "1,200"]
    assert [(f.quantity and f.quantity.value, str(f.valid)) for f in values] == [(1200.0, "2024-Q1")]


def test_a_figure_without_its_time_is_kept_out() -> None:
    """TG-02: a number at a wrong time is worse than none."""
    shipped = "We shipped 1,200 looms to Peru"
    found, fates, _ = ground(REPORT, said("we", "looms shipped", "1,200", "2023", shipped))
    assert (found, fates) == ([], {Fate.NO_TIME: 1})


def test_the_measure_of_a_figure_stands_in_the_text() -> None:
    """TG-02: what the number measures is not the model's to say; a relation in other words is believed less."""
    quote = "churn: a mere 4% in the first quarter"
    document = Document("d", f"At Acme Inc. {quote} of 2024, we hear.", date=dt.date(2024, 5, 7))
    for relation, fate in (("fraud rate", Fate.NO_RELATION), ("churn", Fate.TAKEN)):
        assert ground(document, said("Acme", relation, "4%", "2024-Q1", quote))[1] == {fate: 1}
    quote = "opened a plant in Port Alden in March 2021"
    [same], _, _ = ground(NEWS, said("Acme", "opened a plant in", "Port Alden", "2021-03", quote))
    [other], _, _ = ground(NEWS, said("Acme", "expanded to", "Port Alden", "2021-03", quote))
    assert other.confidence == pytest.approx(0.75 * same.confidence)


def test_a_figure_that_rules_know_is_not_counted_twice() -> None:
    """TG-03: what the model calls by another name is the same amount at the same place."""
    document = Document("d", "Acme Inc. had revenue of $5 million in 2023.", date=dt.date(2024, 2, 1))
    for relation in ("revenue", "revenues", "turnover", "had revenue of"):
        found, fates, result = ground(
            document, said("Acme", relation, "$5 million", "2023", "had revenue of $5 million in 2023")
        )
        assert (found, fates) == ([], {Fate.KNOWN: 1})
        assert result == extract(document)


def test_another_body_of_the_sentence_keeps_its_deeds() -> None:
    """TG-02: what a sentence says of Beta Systems is not the reporting company's."""
    found, fates, _ = ground(REPORT, said("Acme Inc.", "had", "a bad year", "2024-Q1", "had a bad year"))
    assert (found, fates) == ([], {Fate.NO_NAME: 1})


@pytest.mark.parametrize(
    ("subject", "relation", "value"),
    [
        ("Ann Lee", "CEO of", "Acme Inc."),
        ("Ann Lee", "serves as", "chief executive of Acme Inc."),
        ("Acme Inc.", "CEO", "Ann Lee"),
        ("Acme Inc.", "chief executive officer", "Ann Lee"),
    ],
)
def test_an_office_is_one_relation_however_it_is_said(subject: str, relation: str, value: str) -> None:
    """TG-03: from body to holder, in the spelling of the rules, from the day on which it is reported."""
    quote = "Ann Lee, of all people, chief executive of Acme Inc."
    document = Document("d", f"The prize went to {quote} on Friday.", date=dt.date(2024, 5, 7))
    people = (SaidEntity(name="Ann Lee", type="person"), SaidEntity(name="Acme Inc.", type="organization"))
    found, fates, result = ground(document, said(subject, relation, value, "2024-05-07", quote, *people))
    offices = [f for f in result.facts if f.relation == "chief executive officer"]
    assert [(f.subject, f.object, str(f.valid)) for f in offices] == [("acme", "ann lee", "2024-05-07/..")]
    assert fates[Fate.TAKEN] + fates[Fate.KNOWN] == 1
    assert len(found) <= 1


def test_without_time_facts_are_plain_triples() -> None:
    """TG-02: generic corpora; lower-case concepts that the model lists are nodes of the graph."""
    document = Document("d", "Photosynthesis turns light into sugar. Roots take up water.")
    light = said(
        "Photosynthesis",
        "turns into sugar",
        "light",
        "2020",
        "Photosynthesis turns light into sugar",
        SaidEntity(name="light", type="substance"),
    )
    found, fates, result = ground(document, light, temporal=False)
    assert fates == {Fate.TAKEN: 1}
    fact = found[0].fact
    assert (fact.subject, fact.object, fact.object_is_entity, fact.valid) == ("photosynthesis", "light", True, None)
    assert {(m.entity, m.type) for m in result.mentions} >= {("light", "SUBSTANCE")}


def test_a_sentence_without_statement_gets_one() -> None:
    """TK-06: indexes, chunks and supports move along, in order of the text."""
    document = Document(
        "d", "Ok. Yes. Acme Inc. bought Beta Ltd. in 2020. Acme Inc. shrank in 2021.", date=dt.date(2024, 1, 1)
    )
    rules = extract(document)
    assert rules.supports
    start = document.text.index("Yes")
    assert all(s.span.start != start for s in rules.statements)
    facts = ground(document, said("Acme", "shrank in a year", "2021", "2021", "Acme Inc. shrank in 2021"))[0]
    read = SentencesRead(document, rules)
    place = read.place(document_span(document, "Yes."))
    assert place is not None
    moved = [GroundedFact(f.fact, place.each[0], place.each[0], f.confidence, f.entities) for f in facts]
    result = enriched(document, rules, moved, read.valid)
    assert len(result.statements) == len(rules.statements) + 1
    assert [s.index for s in result.statements] == list(range(len(result.statements)))
    assert [s.span.start for s in result.statements] == sorted(s.span.start for s in result.statements)
    for before, after in zip(
        rules.supports, [s for s in result.supports if s.fact in {f.id for f in rules.facts}], strict=True
    ):
        assert rules.statements[before.statement].span == result.statements[after.statement].span


def document_span(document: Document, words: str) -> Span:
    start = document.text.index(words)
    return Span(start, start + len(words))


WORDS = st.sampled_from(
    ["Acme Inc.", "Acme", "we", "Ann Lee", "She", "Port Alden", "March 2021", "opened a plant in", "4%", "1,200",
     "CEO of", "revenue", "looms", "the plant", "since 2022", "Beta Systems Ltd.", "", "?", "\ue000", "2021-03",
     ". The plant was"]
)  # fmt: skip
PHRASES = st.lists(WORDS, max_size=4).map(" ".join)
TIMES = st.one_of(
    st.none(), st.sampled_from(["2021-03", "2024-Q1", "../2022", "2022/..", "..", "../..", "99999", "now"])
)


@settings(max_examples=60)
@given(
    st.sampled_from([NEWS, REPORT]),
    st.lists(st.builds(said, PHRASES, PHRASES, PHRASES, TIMES, PHRASES), max_size=4),
    st.booleans(),
    st.data(),
)
def test_whatever_a_model_says_the_extraction_is_sound(document, answers, temporal, data) -> None:
    """TG-02, TK-06: nothing raises; what is kept points at its words; rules' facts stay."""
    start = data.draw(st.integers(0, len(document.text) - 1))
    quote = document.text[start : data.draw(st.integers(start, len(document.text)))]
    quoted = [a.model_copy(update={"facts": (a.facts[0].model_copy(update={"quote": quote}),)}) for a in answers]
    found, fates, result = ground(document, *answers, *quoted, temporal=temporal)
    assert sum(fates.values()) >= len(answers) + len(quoted)
    assert set(extract(document).facts) <= set(result.facts)
    assert {s.fact for s in result.supports} == {f.id for f in result.facts}
    named = {m.entity for m in result.mentions}
    for support in result.supports:
        inside = result.statements[support.statement]
        assert inside.span.start <= support.span.start < support.span.end <= inside.span.end
        assert set(inside.entities) <= named
    for one in found:
        assert one.fact.subject in named
        assert not one.fact.object_is_entity or one.fact.object in named
        assert 0 < one.confidence <= 0.8
