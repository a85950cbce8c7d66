"""Whether a question is abstract: one that no single sentence answers, such as how strategies differed over a year.

Read from the question alone. It must ask how or why something went as it did, or for a summary; it must speak in
abstract words, which English mostly derives (*invest-ment*, *resil-ience*, *strateg-ic*); and it must reach wide: over
a month or longer, over several times or names, or across a class of things. "Why was the match called off on
Saturday?" asks why and is neither abstract nor wide.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from timeweave.lexicon.changes import CHANGING, DEVELOPING, FALLING, RISING, WAVERING
from timeweave.lexicon.families import any_of, forms
from timeweave.lexicon.lazy import lazily
from timeweave.question.kinds import asking_span

if TYPE_CHECKING:
    from timeweave.question.question import Question

_AUXILIARY = r"(?:did|does|do|has|have|had|was|were|is|are|can|could|will|would|should|might|may)"
_LEAD_IN = r"^\W*(?:(?:in|over|across|during|throughout|between|from|since|after|before|amid|for)\b[^?]*?,\s*)?"
_CAUSE = (
    rf"{_LEAD_IN}(?:why\s+{_AUXILIARY}\b"
    r"|what\s+(?:explains?|explained|drove|drives|caused|enabled|led to|underpinned|shaped)\b)"
)
_MANNER = rf"{_LEAD_IN}(?:how|in what ways?|to what extent|through what means)\s+{_AUXILIARY}\b"
_SUMMARY = (
    rf"{_LEAD_IN}(?:please\s+|can you\s+|could you\s+)?(?:"
    r"(?:summari[sz]e|outline|describe|discuss|analy[sz]e|assess|evaluate|explain|characteri[sz]e|review|survey)\b"
    r"|(?:give|provide|write|show)\s+(?:me\s+|us\s+)?(?:an?\s+)?(?:\w+\s+)?"
    r"(?:overview|summary|outline|account|digest|synopsis)"
    r"|what\s+(?:are|were|is|was|have been)\s+the\s+(?:\w+\s+){0,2}?"
    r"(?:themes?|trends?|patterns?|drivers?|lessons|takeaways|highlights|developments|dynamics|narratives?)\b"
    r"|(?:what|which)\s+(?:are|were|is|was|have been)\s+(?:the|some of the)\s+"
    r"(?:(?:most\s+\w+|main|key|major|biggest|central|notable|significant|top)\s+){1,2}"
    r"(?:events?|stories|changes|issues|challenges|topics|concerns|debates|turning points|milestones)\b"
    r"|(?:what|which)\s+(?:themes|trends|patterns|lessons|dynamics|narratives|challenges)\b"
    r"|tell\s+(?:me|us)\s+about\b"
    r"|(?:an?\s+)?(?:overview|summary)\s+of\b)"
)
_EVENTS = rf"{_LEAD_IN}what\s+(?:has\s+|had\s+|else\s+)?happened\b(?!\s+(?:to|with)\b)"
_CONDUCT = lazily(
    r"\b(?:respond|react|adapt|adjust|approach|cope|deal|handle|address|navigate|tackle|confront|differ|diverge|interact)\b",
    re.IGNORECASE,
)
_BETWEEN_TIMES = lazily(r"\b(?:differ|diverge)\b.{0,80}?\b(?:between|from)\b.{0,80}?\b(?:and|to)\b", re.IGNORECASE)
"""How a thing is not what it was is its change; how two of a kind go about something is their conduct."""
_COMPARISON = rf"{_LEAD_IN}(?:compare|contrast)\b"
_ASKS = {
    name: lazily(pattern, re.IGNORECASE)
    for name, pattern in (
        ("cause", _CAUSE),
        ("manner", _MANNER),
        ("summary", _SUMMARY),
        ("comparison", _COMPARISON),
        ("events", _EVENTS),
    )
}
_DERIVED = lazily(
    r"\b[a-z]{2,}(?:[ts]ions?|ments?|ness(?:es)?|it(?:y|ies)|[ae]nc(?:e|es|y|ies)|isms?|ships?|ures?|eg(?:y|ies)"
    r"|olog(?:y|ies)|ysis|yses|[tn]ives?|onal|[cr]ical|[^aeiou]ical|ic|[ao]ry|bility|ainty|ainties)\b"
)
_ACROSS = lazily(
    r"\b(?:across|among|amongst|throughout|various|varying|different|differing|diverging|overall|broader|respective)\b",
    re.IGNORECASE,
)
_COURSE_OF = lazily(
    rf"\b(?:{any_of(forms(RISING, FALLING, CHANGING, DEVELOPING, WAVERING))}|compar(?:e|es|ed|ing))\b",
    re.IGNORECASE,
    (*forms(RISING, FALLING, CHANGING, DEVELOPING, WAVERING), "compar"),
)
_LOOKS_BACK = lazily(r"\b(?:how|why|ways?|extent|means)\s+(?:did|has|have|had|was|were)\b", re.IGNORECASE)
LEAST_WIDE = 28
"""Days from which on a period is wide: a month."""
_ENOUGH, _PLENTY = 2, 3  # abstract words
_COURSE = "course of time"


@dataclass(frozen=True, slots=True)
class Abstractness:
    """What speaks for a global answer: the kind of asking, the abstract words, and what reaches wide.

    ``tells_a_course``: something is asked to have grown, changed, moved, which figures tell; ``looks_back``: it asks of
    what has been; ``of_conduct``: of how somebody went about something; ``names`` is the number of entities named.
    """

    asks: str
    words: tuple[str, ...]
    wide: tuple[str, ...]
    tells_a_course: bool = False
    looks_back: bool = False
    of_conduct: bool = False
    names: int = 0

    @property
    def is_abstract(self) -> bool:
        """Whether the question wants an account over time rather than one fact."""
        if self.asks == "manner" and not self.looks_back and not {"period", "class"}.intersection(self.wide):
            return False  # how a thing works
        if not self.asks or not self.wide:
            return self.asks == "manner" and self.looks_back and len(self.words) >= _PLENTY
        if self.asks == "summary" and ("period" in self.wide or "class" in self.wide):
            return True
        if self.asks == "cause" and _COURSE in self.wide:
            return True
        if self.asks == "events":  # what happened to somebody may be one thing
            return "period" in self.wide and self.names == 0
        if self.asks == "manner" and self.of_conduct and "period" in self.wide and not self.tells_a_course:
            return True
        several = len(self.wide) > 1 and not self.tells_a_course
        return len(self.words) >= (1 if several else _ENOUGH)


def abstractness(question: Question) -> Abstractness:
    """How abstract ``question`` is; of several sentences, the last that asks counts."""
    text = question.said(asking_span(question.text))
    asks = next((name for name, pattern in _ASKS.items() if pattern.search(text)), "")
    words = dict.fromkeys(match[0] for match in _DERIVED.finditer(question.focus.replace("_", " ")))
    course, back = _COURSE_OF.search(text) is not None, _LOOKS_BACK.search(text) is not None
    is_of_times = len(question.scope.intervals) > 0 and _BETWEEN_TIMES.search(text) is not None
    conduct = _CONDUCT.search(text) is not None and not is_of_times
    return Abstractness(asks, tuple(words), _wide(question, text), course, back, conduct, len(question.entities))


def _wide(question: Question, text: str) -> tuple[str, ...]:
    scope = question.scope
    periods = [] if scope.newest else [p for p in scope.intervals if p.days is None or p.days >= LEAST_WIDE]
    wide = ["period"] if periods else []
    if len(periods) > 1 or any(p.is_bounded and not p.is_unit for p in periods):
        wide.append(_COURSE)
    if len(question.entities) > 1:
        wide.append("names")
    if _ACROSS.search(text):
        wide.append("class")
    return tuple(wide)
