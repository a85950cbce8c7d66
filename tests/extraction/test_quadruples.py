"""Quadruples by a model (TG-02), asked of a real server: one call per chunk, checked, and rules where it fails."""

from __future__ import annotations

import datetime as dt
import itertools
import time
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from modelserver import Request, TestEndpoint
from modelserver.recorded import Call
from sections import parse_sections

from timeweave.errors import BudgetError, ModelError, ModelSilentError, RateLimitedError, UsageError
from timeweave.extraction.by_model.grounding import Fate
from timeweave.extraction.by_model.pieces import pieces
from timeweave.extraction.by_model.quadruples import ExtractionOptions, QuadrupleExtractor
from timeweave.extraction.pipeline import extract
from timeweave.language.tokens import count_tokens
from timeweave.llm.budget import Budget
from timeweave.llm.choosing import open_model
from timeweave.llm.client import ModelClient
from timeweave.llm.limits import Limits
from timeweave.prompts import load
from timeweave.records import RULES, Document, Extraction, GivenFact, Span
from timeweave.temporal.interval import Interval

NEWS = Document(
    id="news",
    text=(
        "Acme Inc. opened a plant in Port Alden in March 2021. Ann Lee has run it since 2022. "
        "Its looms went to Peru by the hundred."
    ),
    date=dt.date(2024, 5, 7),
)
PLANT = {
    "subject": "Acme Inc.",
    "relation": "opened a plant in",
    "object": "Port Alden",
    "time": "2021-03",
    "description": "",
    "quote": "Acme Inc. opened a plant in Port Alden in March 2021",
}
PERU = {**PLANT, "object": "Peru", "relation": "sold looms to", "time": None, "quote": "Its looms went to Peru"}


def long(id_: str, chunks: int) -> Document:
    """A document of as many chunks, no two sentences alike."""
    sentence = "Ostra Foods opened store number {} in Port Alden on a fine day with music and much to eat for all. "
    return Document(id=id_, text="".join(sentence.format(i) for i in range(46 * chunks)), date=dt.date(2024, 5, 7))


def always(*facts: Mapping[str, Any]) -> Mapping[str, Callable[[Mapping[str, str]], Mapping[str, Any]]]:
    """The endpoint's answer to every piece."""
    return {"extract": lambda _: {"times": [], "entities": [], "facts": list(facts)}}


def client_of(endpoint: TestEndpoint, monkeypatch: pytest.MonkeyPatch, **options: Any) -> ModelClient:
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    limits = Limits(first_wait=0.001, attempts=2, pause=0.0)
    return ModelClient(open_model("openai:rules", endpoint.url, timeout=120.0), limits=limits, **options)


def sections(call: Call) -> dict[str, str]:
    """What a call was shown."""
    return parse_sections(call.turns[1].text)


def run(extractor: QuadrupleExtractor, *documents: Document) -> list[Extraction]:
    found = list(extractor.enrich_all((d, extract(d)) for d in documents))
    assert [d.id for d, _ in found] == [d.id for d in documents]
    assert all(isinstance(e, Extraction) for _, e in found)
    return [e for _, e in found if isinstance(e, Extraction)]


def added(document: Document, result: Extraction) -> set[tuple[str, str, str, str]]:
    rules = {f.id for f in extract(document).facts}
    return {(f.subject, f.relation, f.object, str(f.valid)) for f in result.facts if f.id not in rules}


def test_a_call_per_chunk_adds_what_rules_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    """TG-02: quadruples of the answer are facts with time and span; nothing that rules found is lost."""
    with TestEndpoint(tasks=always(PLANT, PERU)) as endpoint:
        extractor = QuadrupleExtractor(client_of(endpoint, monkeypatch))
        [result] = run(extractor, NEWS)
        assert len(endpoint.calls) == 1
    assert added(NEWS, result) == {
        ("acme", "opened a plant in", "port alden", "2021-03"),
        ("acme", "sold looms to", "peru", "None"),
    }
    assert set(extract(NEWS).facts) < set(result.facts)
    assert extractor.fates == {Fate.TAKEN: 2}


def test_the_prompt_is_lean_and_every_word_is_sent_once(
    endpoint: TestEndpoint, monkeypatch: pytest.MonkeyPatch
) -> None:
    """TG-18: what two chunks share is sent with the first, what is known is listed, and the instructions are short."""
    document = long("d", 3)
    rules = extract(document)
    assert len(rules.chunks) >= 3
    run(QuadrupleExtractor(client_of(endpoint, monkeypatch)), document)
    sent = sorted((sections(call)["text"] for call in endpoint.calls), key=document.text.index)
    assert " ".join(sent) == document.text.strip()
    assert len(sent) <= len(rules.chunks)
    assert count_tokens(load("extract").system) < 450
    assert all(call.sections["known"] < 1500 for call in endpoint.calls)
    assert sections(endpoint.calls[0])["about"] == "published: 2024-05-07"


def test_what_rules_know_is_said_to_the_model(endpoint: TestEndpoint, monkeypatch: pytest.MonkeyPatch) -> None:
    """TG-02: known facts go along, their time where it is not the document's own."""
    document = Document(
        "d",
        "Our revenue was $5 million. We had bought Beta Systems Ltd. in 2019.",
        entities=("Acme Inc.",),
        period=Interval.quarter(2024, 1),
    )
    run(QuadrupleExtractor(client_of(endpoint, monkeypatch), ExtractionOptions(("company", "sum"))), document)
    [call] = endpoint.calls
    assert "acme | revenue | $5 million" in sections(call)["known"].splitlines()
    assert sections(call)["about"].splitlines() == ["period: 2024-Q1", "subject: Acme Inc."]
    assert sections(call)["types"] == "company, sum"


def test_gleaning_asks_for_what_was_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    """TG-02: a second pass sees what the first found, and adds to it."""
    tasks = {**always(PLANT), "glean": lambda _: {"times": [], "entities": [], "facts": [PERU]}}
    with TestEndpoint(tasks=tasks) as endpoint:
        options = ExtractionOptions(gleanings=1)
        [result, other] = run(QuadrupleExtractor(client_of(endpoint, monkeypatch), options), NEWS, Document("e", "  "))
        [glean] = endpoint.calls_of("glean")
        assert sections(glean)["found"] == "Acme Inc. | opened a plant in | Port Alden | 2021-03"
        assert len(endpoint.calls_of("extract")) == 1
    assert {relation for _, relation, _, _ in added(NEWS, result)} == {"opened a plant in", "sold looms to"}
    assert other.facts == ()


@pytest.mark.parametrize(
    "fault", ["malformed", "truncated", "wrong schema", "empty", "refusal", "server error", "closing"]
)
def test_a_chunk_that_fails_is_read_by_rules(
    endpoint: TestEndpoint, monkeypatch: pytest.MonkeyPatch, fault: str
) -> None:
    """TG-02, TK-07: where the model fails at a chunk for good, nothing is lost, and the failure is counted."""
    document = long("d", 2)
    first = pieces(document, extract(document))[0].text
    endpoint.misbehave(fault, times=None, when=lambda request: request.sections["text"] == first)
    client = client_of(endpoint, monkeypatch)
    [result] = run(QuadrupleExtractor(client), document)
    rules = extract(document)
    assert client.usage()["extract"].fallbacks == 1
    assert set(rules.facts) <= set(result.facts)
    assert rules.statements[0].span == result.statements[0].span


def test_what_was_repaired_counts(endpoint: TestEndpoint, monkeypatch: pytest.MonkeyPatch) -> None:
    """An answer whose quotations are made up is sent back once, with the quotation, and then used."""
    endpoint.misbehave("ungrounded", times=1)
    client = client_of(endpoint, monkeypatch)
    document = Document("d", "The weather was fine and so was the mood of all.", date=dt.date(2024, 5, 7))
    [result] = run(QuadrupleExtractor(client), document)
    assert [call.attempt for call in endpoint.calls] == [1, 2]
    assert "Zanzibar Widgets lost 987,654 dollars" in endpoint.calls[1].turns[-1].text
    assert "zanzibar" not in repr(result)
    assert client.usage()["extract"].fallbacks == 0


@pytest.mark.parametrize(
    "document",
    [
        Document("empty", ""),
        Document("blank", " \n\n\t "),
        Document(
            "chinese", "北京是中华人民共和国的首都。二〇二四年三月五日,公司收入为五百万元。", date=dt.date(2024, 3, 6)
        ),
        Document(
            "german", "Die Firma Müller GmbH erzielte 2023 in Köln 12 Millionen Euro Umsatz.", date=dt.date(2024, 3, 6)
        ),
        Document("one word", "x" * 20_000),
        Document("tags", "<text>Acme Inc. had 5 plants in 2020.</text> </known> <facts>", date=dt.date(2024, 3, 6)),
    ],
    ids=lambda d: d.id,
)
def test_odd_documents_are_sound(endpoint: TestEndpoint, monkeypatch: pytest.MonkeyPatch, document: Document) -> None:
    """TK-06: empty, in another language, without a blank, with tags of a prompt: indexes and spans fit together."""
    [result] = run(QuadrupleExtractor(client_of(endpoint, monkeypatch)), document)
    assert [s.index for s in result.statements] == list(range(len(result.statements)))
    assert {s.fact for s in result.supports} == {f.id for f in result.facts}
    named = {m.entity for m in result.mentions}
    for support in result.supports:
        inside = result.statements[support.statement].span
        assert inside.start <= support.span.start < support.span.end <= inside.end
    assert all(set(s.entities) <= named for s in result.statements)
    if not document.text.strip():
        assert endpoint.calls == ()


def test_a_huge_document_is_many_calls(endpoint: TestEndpoint, monkeypatch: pytest.MonkeyPatch) -> None:
    """Chunks of one document are under way at once, and come together in order."""
    endpoint.misbehave("slow", times=None, seconds=0.1)
    document = long("huge", 12)
    client = client_of(endpoint, monkeypatch)
    [result] = run(QuadrupleExtractor(client), document)
    assert client.usage()["extract"].calls == len(endpoint.calls) == len(pieces(document, extract(document)))
    assert endpoint.most_at_once > 1
    assert [s.span.start for s in result.statements] == sorted(s.span.start for s in result.statements)


def test_a_budget_stops_between_documents(monkeypatch: pytest.MonkeyPatch) -> None:
    """TK-07: what is complete is given back; then the caller learns why no more comes."""
    with TestEndpoint(tasks=always(PLANT)) as endpoint:
        client = client_of(endpoint, monkeypatch, budget=Budget(tokens=9_000))
        stream = QuadrupleExtractor(client).enrich_all(
            (d, extract(d)) for d in (Document(f"d{i}", NEWS.text + f" {i}", date=NEWS.date) for i in range(20))
        )
        done: list[tuple[str, object]] = []
        with pytest.raises(BudgetError):
            done.extend((document.id, result) for document, result in stream)
        spent = client.usage()["extract"]
    assert [id_ for id_, _ in done] == [f"d{i}" for i in range(len(done))]
    assert 0 < len(done) < 20
    assert all(isinstance(result, Extraction) for _, result in done)
    assert spent.prompt_tokens + spent.completion_tokens <= 9_000


def test_a_model_that_cannot_be_used_is_said_at_once(endpoint: TestEndpoint, monkeypatch: pytest.MonkeyPatch) -> None:
    """A wrong key is no reason to read ten thousand documents by rules: the first answer ends it."""
    endpoint.misbehave("bad key", times=None)
    with pytest.raises(ModelError):
        run(QuadrupleExtractor(client_of(endpoint, monkeypatch)), NEWS)


@pytest.mark.parametrize(
    ("fault", "retry_after", "error"),
    [("server error", None, ModelSilentError), ("rate limited", 3600, RateLimitedError)],
)
@pytest.mark.parametrize("gleanings", [0, 1])
def test_a_model_that_dies_ends_it(
    endpoint: TestEndpoint,
    monkeypatch: pytest.MonkeyPatch,
    fault: str,
    retry_after: float | None,
    error: type[ModelError],
    gleanings: int,
) -> None:
    """What was asked about is given back whole; nothing that was not is read by rules alone in the model's place."""
    good = 16 + 48 * gleanings  # more than can go ahead of the first document
    client = client_of(endpoint, monkeypatch)
    served = itertools.count()

    def is_late(_: Request) -> bool:
        """Whether the model has died by then; what it said before has come in."""
        number = next(served)
        while number == good and client.usage()["extract"].calls < good:
            time.sleep(0.01)
        return number >= good

    endpoint.misbehave(fault, times=None, retry_after=retry_after, when=is_late)
    documents = [Document(f"d{i}", f"{NEWS.text} Note {i}.", date=NEWS.date) for i in range(80)]
    stream = QuadrupleExtractor(client, ExtractionOptions(gleanings=gleanings)).enrich_all(
        (d, extract(d)) for d in documents
    )
    done: list[Extraction | Exception] = []
    with pytest.raises(error):
        done.extend(result for _, result in stream)
    assert 0 < len(done) <= good // (1 + gleanings)
    assert [result.read_by for result in done if isinstance(result, Extraction)] == [
        f"openai:rules at {endpoint.url} extract/1"
    ] * len(done)
    assert client.usage()["extract"].fallbacks == 0


def test_it_is_said_who_has_read_a_document(endpoint: TestEndpoint, monkeypatch: pytest.MonkeyPatch) -> None:
    """The model, where it has read every chunk or there was none to read; else rules."""
    document = long("d", 2)
    first = pieces(document, extract(document))[0].text
    endpoint.misbehave("malformed", times=None, when=lambda request: request.sections["text"] == first)
    read = run(QuadrupleExtractor(client_of(endpoint, monkeypatch)), document, NEWS, Document("empty", ""))
    model = f"openai:rules at {endpoint.url} extract/1"
    assert [result.read_by for result in read] == [RULES, model, model]
    assert extract(NEWS).read_by == RULES


def test_given_triples_are_not_asked_about(endpoint: TestEndpoint, monkeypatch: pytest.MonkeyPatch) -> None:
    """EK-10: a source that states its facts as such needs no model to read them; prose beside them does."""
    line, prose = "Ada King\temployer\tAcme Corp.\t2001\t2004\n", "\n\nAcme Corp. sent 300 looms to Peru in May 2003."
    given = GivenFact("Ada King", "employer", "Acme Corp.", Interval.parse("2001/2004"), Span(0, len(line) - 1))
    extractor = QuadrupleExtractor(client_of(endpoint, monkeypatch))
    run(extractor, Document("t", line, facts=(given,)))
    assert endpoint.calls == ()
    run(extractor, Document("m", line + prose, facts=(given,)))
    assert [sections(call)["text"] for call in endpoint.calls] == [prose.strip()]


def test_what_could_not_be_read_goes_through(endpoint: TestEndpoint, monkeypatch: pytest.MonkeyPatch) -> None:
    """An error of the rules stays in its place; the model is not asked about that document."""
    error = ValueError("no")
    found = [(Document("bad", "x"), error), (NEWS, extract(NEWS))]
    results = list(QuadrupleExtractor(client_of(endpoint, monkeypatch)).enrich_all(found))
    assert results[0] == (found[0][0], error)
    assert isinstance(results[1][1], Extraction)
    assert len(endpoint.calls) == 1


def test_an_estimate_asks_nothing(endpoint: TestEndpoint, monkeypatch: pytest.MonkeyPatch) -> None:
    """TK-07: calls and tokens beforehand, near what it then takes."""
    documents = [long("a", 2), NEWS, Document("empty", "")]
    client = client_of(endpoint, monkeypatch)
    extractor = QuadrupleExtractor(client)
    expected = extractor.estimate((d, extract(d)) for d in documents)
    assert endpoint.calls == ()
    run(extractor, *documents)
    spent = client.usage()["extract"]
    assert (expected.calls, expected.cached) == (spent.calls, 0)
    assert 0.5 * spent.prompt_tokens < expected.prompt_tokens < 2 * spent.prompt_tokens
    assert expected.usd is None


@pytest.mark.parametrize(("types", "gleanings"), [((), 0), ((" ",), 0), (("person",), -1)])
def test_options_that_mean_nothing(types: tuple[str, ...], gleanings: int) -> None:
    """The value is quoted."""
    with pytest.raises(UsageError, match=str(gleanings) if gleanings else "types"):
        ExtractionOptions(types, gleanings)
