"""Masked sentences lead back to the document."""

from __future__ import annotations

from timeweave.extraction.relations.masking import mask
from timeweave.language.mentions import NamedMention
from timeweave.records import EntityId, Span


def test_spans_of_the_masked_text_are_spans_of_the_document():
    """TK-06: whatever a pattern matches is found again, mentions in full."""
    text = "Yes. Ann Lee joined Acme in Ulm."
    mentions = [
        NamedMention(Span(5, 12), EntityId("ann lee"), "PERSON", "Ann Lee"),
        NamedMention(Span(20, 24), EntityId("acme"), "ORG", "Acme"),
    ]
    masked = mask(text, Span(5, 32), mentions)
    assert masked.text == "\ue000 joined \ue101 in Ulm."
    span = masked.span(0, 10)
    assert text[span.start : span.end] == "Ann Lee joined Acme"
    span = masked.span(2, 8)
    assert text[span.start : span.end] == "joined"
    assert masked.mention("\ue101").entity == "acme"


def test_signs_in_the_text_itself_are_blanked():
    """A document that holds private-use characters cannot pose as a mention."""
    text = "\ue000 met Acme."
    masked = mask(text, Span(0, len(text)), [NamedMention(Span(6, 10), EntityId("acme"), "ORG", "Acme")])
    assert masked.text == "  met \ue100."
