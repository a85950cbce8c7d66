"""Lines that ask: what they have of a question stands in questions of their own, which answer nothing."""

from __future__ import annotations

from timeweave.answering.context.answer_context import AnswerContext
from timeweave.answering.context.reading import Line
from timeweave.language.sentences import sentence_spans
from timeweave.language.terms import index_terms
from timeweave.language.word_forms import with_forms
from timeweave.lexicon.telling import ASKING

_ASKS = frozenset(index_terms(" ".join(ASKING)))
_TOLD = 0.5  # of what a line has of the question's words, that must stand outside its own questions


def only_asks(line: Line, context: AnswerContext) -> bool:
    """Whether a line that ends in a question tells hardly anything of what is asked; not where it is asked what
    somebody asked.
    """
    if not line.text.rstrip("\"'”’)] ").endswith("?") or _ASKS & context.question.terms.keys():
        return False
    said = (line.text[s.start : s.end] for s in sentence_spans(line.text))
    told = " ".join(sentence for sentence in said if not sentence.endswith("?"))
    share = context.weighing.share
    return share(with_forms(index_terms(told))) < _TOLD * share(line.terms) or not told
