"""Lines that ask: what they have of a question stands in questions of their own, which answer nothing."""

from __future__ import annotations

import re

from timeweave.answering.context.answer_context import AnswerContext
from timeweave.answering.context.reading import Line
from timeweave.language.sentences import sentence_spans
from timeweave.language.terms import index_terms
from timeweave.language.word_forms import with_forms
from timeweave.lexicon.lazy import lazily
from timeweave.lexicon.telling import INQUIRING

_ASKS = frozenset(index_terms(" ".join(INQUIRING)))
_OPENS = lazily(
    r"(?:^\W*(?:\d{1,3}[.)]\s*)?|[,;:–—]\s*|\s-\s*|\b(?:and|so|but|or)\s+)(?:who|whom|whose|what|when|where|which|why|how|do|does|did|is|are|was"
    r"|were|am|have|has|had|can|could|will|would|shall|should|may|might|any|isn|aren|wasn|weren|don|doesn|didn|haven|hasn|won"
    r"|couldn|wouldn|shouldn|right|eh|no|ok(?:ay)?)\b",
    re.IGNORECASE,
)
_BEFORE = (
    r"\b(?:about|after|against|as|at|before|between|by|during|for|from|in|into|of|on|over|through|to|under|until"
    r"|with)\s+"
)
_HOW_IN_PLACE = lazily(_BEFORE + r"how\s+(?:many|much|long|often|old|far)\b", re.IGNORECASE)
_IN_PLACE = lazily(_BEFORE + r"(?:which|what|whom|whose|how)\b", re.IGNORECASE)
"""What is asked for where its answer would stand, as quizzes have it: "was named after which band?"."""
_TOLD = 0.5  # of what a line has of the question's words, that must stand outside its own questions


def only_asks(line: Line, context: AnswerContext) -> bool:
    """Whether a line that ends in a question tells hardly anything of what is asked; not where it is asked what
    somebody asked.
    """
    if not line.text.rstrip("\"'”’)] ").endswith("?") or _ASKS & context.question.terms.keys():
        return False
    told = " ".join(_told(line.text[s.start : s.end]) for s in sentence_spans(line.text)).strip()
    share = context.weighing.share
    return share(with_forms(index_terms(told))) < _TOLD * share(line.terms) or not told


def _told(sentence: str) -> str:
    """What a sentence tells; of one that asks what stands before its question: "It sank on Monday, didn't it?"."""
    if not sentence.rstrip("\"'”’)] ").endswith("?"):
        return sentence
    opens = _OPENS.search(sentence)
    if opens is None:
        return "" if _IN_PLACE.search(sentence) else sentence
    before = sentence[: opens.start()]
    return "" if _HOW_IN_PLACE.search(before) else before  # "in which it sank, right?" is told
