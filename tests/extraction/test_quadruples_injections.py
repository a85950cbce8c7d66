"""A document that orders its reader about changes nothing but its own facts, even where the model obeys."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from injections import BYSTANDER, INJECTIONS, Injection
from modelserver import TestEndpoint

from timeweave.extraction.by_model.quadruples import QuadrupleExtractor
from timeweave.extraction.pipeline import extract
from timeweave.llm.choosing import open_model
from timeweave.llm.client import ModelClient
from timeweave.records import Document, Extraction


class Enriching:
    """Extractions with a model that is ``honest``, or goes wrong in a certain way."""

    def __init__(self, endpoint: TestEndpoint) -> None:
        self._endpoint = endpoint
        self._model = open_model("openai:rules", endpoint.url)
        self.bystander = extract(BYSTANDER)
        [self.alone] = self.enriched("honest", (BYSTANDER, self.bystander))

    def enriched(self, mode: str, *read: tuple[Document, Extraction]) -> list[Extraction]:
        """What the model makes of documents with what rules read in them."""
        self._endpoint.behave()
        if mode != "honest":
            self._endpoint.misbehave(mode, times=None)
        found = QuadrupleExtractor(ModelClient(self._model)).enrich_all(read)
        return [e for _, e in found if isinstance(e, Extraction)]


@pytest.fixture(scope="module")
def enriching() -> Iterator[Enriching]:
    with pytest.MonkeyPatch.context() as patch, TestEndpoint() as endpoint:
        patch.setenv("OPENAI_API_KEY", "none")
        yield Enriching(endpoint)


@pytest.mark.parametrize("mode", ["honest", "gullible", "ungrounded"])
@pytest.mark.parametrize("injection", INJECTIONS, ids=lambda i: i.name)
def test_a_document_cannot_command(enriching: Enriching, injection: Injection, mode: str) -> None:
    """TG-02: its ordinary fact comes out; what it demands does not, of nobody; the other document is as it was."""
    document = injection.document
    rules = extract(document)
    bystander, result = enriching.enriched(mode, (BYSTANDER, enriching.bystander), (document, rules))
    if mode != "ungrounded":
        assert bystander == enriching.alone
    assert set(rules.facts) <= set(result.facts)
    assert any(injection.answer in f.object for f in result.facts)
    known = {f.id for f in rules.facts}
    words = " ".join(document.text.split()).casefold()
    for fact in (f for f in result.facts if f.id not in known):
        assert not fact.subject.startswith("orrin")
        assert fact.object.casefold() in words
        assert not any(word.casefold() in fact.text.casefold() for word in (*injection.forbidden, *injection.unstated))
    for support in (s for s in result.supports if s.fact not in known):
        assert not any(word in document.text[support.span.start : support.span.end] for word in injection.forbidden)
