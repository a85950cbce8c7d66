"""What a question asks for, in words, and how much of it a text has."""

from __future__ import annotations

from dataclasses import dataclass

from modelserver.fields import telling_words
from timeweave.language.proper_nouns import capitalised_runs
from timeweave.language.sentences import sentence_spans
from timeweave.records import Span
from timeweave.temporal import find_expressions


@dataclass(frozen=True, slots=True)
class QuestionWords:
    """The words of a question without its times: of the names in it, and the others."""

    names: frozenset[str]
    others: frozenset[str]

    def share(self, text: str) -> float:
        """0 to 1, names and other words counting the same; nothing without any of the names, or for a single word."""
        words = telling_words(text)
        wanted = self.names | self.others
        if len(words & wanted) < min(2, len(wanted)) or (self.names and not words & self.names):
            return 0.0
        shares = [len(words & some) / len(some) for some in (self.names, self.others) if some]
        return sum(shares) / len(shares) if shares else 0.0

    def share_of_others(self, text: str) -> float:
        """0 to 1, names apart; 1 for a question that holds nothing but names."""
        return len(telling_words(text) & self.others) / len(self.others) if self.others else 1.0

    def best_sentence(self, text: str) -> str:
        """The sentence of ``text`` with most of the words."""
        sentences = [text[span.start : span.end] for span in sentence_spans(text)]
        return max(sentences, key=lambda s: len((self.names | self.others) & telling_words(s)), default=text)


def question_words(question: str) -> QuestionWords:
    """What ``question`` asks for."""
    told = question
    for time in find_expressions(question):
        told = told[: time.start] + " " * (time.end - time.start) + told[time.end :]
    runs = capitalised_runs(told, Span(0, len(told)), frozenset())
    names = telling_words(" ".join(run.text for run in runs))
    return QuestionWords(names, telling_words(told) - names)
