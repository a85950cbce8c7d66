"""A question read once: whom, when and what it asks, for all that look for evidence and answer.

Nothing here reads a store: who bears a name, and when an event was, is asked of two ports.
"""

from timeweave.question.question import Question, read_question

__all__ = ["Question", "read_question"]
