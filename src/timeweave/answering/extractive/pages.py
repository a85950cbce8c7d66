"""Which documents of the evidence a question is about, as a page is about its title."""

from __future__ import annotations

from timeweave.answering.context.answer_context import AnswerContext
from timeweave.language.terms import index_terms
from timeweave.question.subjects import subject_names
from timeweave.records import DocumentInfo

_SPELT_OUT = 0.75  # of the terms of a title that a question must hold to mean its page, whatever names were read in it
_TERMS = range(3, 7)  # of a title: with fewer, other things bear them; with more, it is a headline, not a name


def is_subject(info: DocumentInfo, context: AnswerContext) -> bool:
    """Whether a document is about an entity of the question, or bears a title that the question spells out.

    "Milan's Line 3 metro" means the page "Milan Metro Line 3", although a name read in it may be another's. A title of
    several words that stands in the question as it is means its page, though its text may never write the name out.
    """
    names = {*info.entities, *subject_names(info)}
    if not names.isdisjoint(e.id for e in context.entities):
        return True
    if any(" " in name and context.question.spells(name) for name in subject_names(info)):
        return True
    asked = context.question.terms.keys()
    titles = [index_terms(name).keys() for name in subject_names(info)[:1]]
    return any(len(t) in _TERMS and len(t & asked) >= _SPELT_OUT * len(t) for t in titles)
