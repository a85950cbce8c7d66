"""Queries in telegraphic form: a name, with a word or two beside it, that want to know what happened."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from timeweave.language.terms import index_terms
from timeweave.lexicon.lazy import lazily
from timeweave.records import Span
from timeweave.temporal.interval import Granularity

if TYPE_CHECKING:
    from timeweave.question.question import Question

_MOST_WORDS = 4  # beside the name and the time
_WORD = lazily(r"[^\W_]+")
_NAME_WORD = lazily(r"[^\W_][\w’'.-]*")
_SENTENCE = lazily(
    r"^\W*(?:who|whom|whose|what|which|when|where|why|how|is|are|was|were|do|does|did|has|have|had|can|could|will|would"
    r"|should|may|might|name|list|compare|rank|show|tell|give|summari[sz]e|describe|explain|find)\b|\?",
    re.IGNORECASE,
)
NEWS_WORDS = frozenset(index_terms("news latest today update updates headlines story stories"))
"""Words beside a name that only say that news of it is wanted."""


def is_telegraphic(question: Question) -> bool:
    """Whether a query is a name or a few words, and no sentence."""
    if _SENTENCE.search(question.text):
        return False
    words = _WORD.findall(question.topic)
    return len(_WORD.findall(question.text)) > 0 and len(words) <= _MOST_WORDS + _name_words(question)


def asks_for_day(question: Question) -> bool:
    """Whether it is telegraphic, names something known and a day, and asks for no figure and no office: then it means
    news of that day.
    """
    days = question.scope.intervals
    named = len(days) == 1 and days[0].granularity is Granularity.DAY and not question.scope.newest
    asks_other = question.asks_number or bool(question.roles)
    return named and bool(question.entities) and not asks_other and is_telegraphic(question)


def words_of_query(question: Question, *, beside_names: bool = False) -> list[str]:
    """Its words without those that tell the time, and on request without the names of known entities."""
    spans = [Span(t.start, t.end) for t in question.scope.expressions]
    spans += [e.span for e in question.entities] if beside_names else []
    position, parts = 0, []
    for span in sorted(spans, key=lambda s: s.start):
        parts.append(question.text[position : span.start])
        position = max(position, span.end)
    return _NAME_WORD.findall(" ".join((*parts, question.text[position:])))


def _name_words(question: Question) -> int:
    """Words that a name in small letters may have, which is known as none yet."""
    return 0 if question.entities else 2
