"""From evidence to an answer with citations: computed, quoted, or refused."""

from timeweave.answering.composing import answer
from timeweave.answering.options import AnswerOptions
from timeweave.answering.refusal import NO_EVIDENCE
from timeweave.answering.relevance import Relevance
from timeweave.answering.timelines import timeline

__all__ = ["NO_EVIDENCE", "AnswerOptions", "Relevance", "answer", "timeline"]
