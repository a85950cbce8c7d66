"""A question over reports of sources that it names: what it says of each, and what it asks of them together."""

from __future__ import annotations

import enum
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise

from timeweave.language.terms import index_terms
from timeweave.lexicon.lazy import lazily
from timeweave.question.clauses import Clause, Day, clause_of, content_terms, days_named, split_clauses
from timeweave.question.conditions import Comparison
from timeweave.question.operations import asserted_by
from timeweave.question.saying import says
from timeweave.question.sources import NamedSource
from timeweave.records import Span


class Relation(enum.StrEnum):
    """What a question asks of several reports."""

    CLAIMS = "claims"
    ORDER = "order"
    AGREEMENT = "agreement"
    CHANGE = "change"
    SOURCE = "source"
    FIGURES = "figures"


DISAGREES = lazily(
    r"\b(?:inconsisten\w*|discrepanc\w+|disagree\w*|contradict\w*|conflicting|conflicts?\s+with)\b", re.IGNORECASE
)
NO_CHANGE = lazily(r"\bno\s+(?:change|shift)\b|\b(?:unchanged|remain(?:ed)? the same)\b", re.IGNORECASE)
ORDER = lazily(
    r"\b(?P<before>before|prior\s+to|earlier\s+than)\b|\b(?P<after>after|later\s+than|following)\b", re.IGNORECASE
)
_SOURCE = lazily(
    r"\b(?:which|what)\s+(?:of\s+the\s+(?:two\s+)?)?(?:news\s+)?"
    r"(?:source|outlet|publication|newspaper|paper|publisher|article|report)s?\b",
    re.IGNORECASE,
)
# reports agree with each other, whom they are about may "agree to buy" or sign a "trade agreement"
_AGREES = lazily(
    r"\b(?:consisten\w*|agrees?(?!\s+to\b)|agreed(?!\s+(?:to|that)\b)|in\s+agreement"
    r"|there\s+(?:an?\s+)?agreement|in\s+line\s+with)\b",
    re.IGNORECASE,
)
_CHANGE = lazily(r"\b(?:change[ds]?|shift(?:ed)?)\b", re.IGNORECASE)
_OF_CHANGE = lazily(
    r"\bthere\s+(?:been\s+)?an?\s+(?:\w+\s+){0,2}(?:change|shift)\b|\b(?:any|no)\s+(?:change|shift)\b"
    r"|(?<!climate )\b(?:change[ds]?|shift(?:ed)?)\s+(?:between|from|since|over)\b"
    r"|^\W*(?:did|has|have)\b.*\b(?:change|shift)(?:d|ed)?\s+(?:its|their)\b.*\b(?:earlier|previous|compared)\b",
    re.IGNORECASE,
)
_ORDERED = lazily(
    rf"(?:{ORDER.pattern})\s+(?:the\s+|an?\s+)?"
    r"(?:(?:later|subsequent|other|report|article|piece|story|from|in|by|of)\s+)*"
    r"['‘\"“]?(?:[Tt]he\s+)?(?-i:[A-Z])",
    re.IGNORECASE,
)
_AUXILIARY = r"(?:did|does|do|is|are|was|were|has|have|had|will|would|can|could)"
VERDICT = lazily(rf"^\W*{_AUXILIARY}\b", re.IGNORECASE)
_OPENS = lazily(r"\W*(?:between|after|before)\b", re.IGNORECASE)
_LATER = lazily(rf",\s+{_AUXILIARY}\b", re.IGNORECASE)
_THAN = lazily(r"\bthan\b", re.IGNORECASE)
_JOINT = lazily(
    r"[\s,;]*\b(?:while|whereas|but|and|or|before|after|than|as\s+opposed\s+to|in\s+contrast\s+to|compared\s+(?:to|with)"
    r"|(?:similarly?|identically)\s+to|in\s+a\s+similar\s+way\s+to|prior\s+to|earlier\s+than|later\s+than)\s+"
    r"(?:how\s+)?|,\s+",
    re.IGNORECASE,
)
_SETS_OUT = lazily(r"\W*(?:between|after|before|considering|based|given|from|comparing)\b", re.IGNORECASE)
_PREDICATE = lazily(r",\s+(?=(?:was|were|is|are|has|have|had|did|does|do|which|who|what)\b)", re.IGNORECASE)
_ANOTHER = lazily(
    r"\b(?:the|a|an|another)\s+(?:second|later|subsequent|earlier|other|follow-up)?\s*(?:article|report|piece|story)\b",
    re.IGNORECASE,
)
_CHOICE = lazily(r"\b(?:or|either)\b", re.IGNORECASE)
_FAR = 30  # characters between a source and "article" that may still be one phrase
_LATE = 60  # characters into what is asked of all reports, from which on a source is a report of its own
_EITHER = lazily(r"\bconsistent or inconsistent\b|\binconsistent or consistent\b", re.IGNORECASE)
_OF_FOCUS = lazily(r"\b(?:focus|nature|subject|topic|theme|emphasis|kind|type)\b", re.IGNORECASE)
_COMPARES = lazily(
    r"\b(?:same|identical(?:ly)?|different(?:ly)?|differs?|more|less|fewer|higher|lower|larger|smaller|greater|better"
    r"|worse|older|newer|or|similar(?:ly)?(?!\s+(?:way\s+)?to\s+(?:how|what|the\s+way)\b)|alike|contrast\w*|align\w*"
    r"|opposed)\b",
    re.IGNORECASE,
)
_COMPARING = frozenset(
    index_terms(
        "consistent consistency inconsistent inconsistency agreement agree discrepancy contradict remain change"
    )
)


@dataclass(frozen=True)
class ReportedQuestion:
    """A question that names the sources ``named``, whose reports it sets side by side."""

    text: str
    named: tuple[NamedSource, ...]

    compares = says(_COMPARES)
    """Whether it compares what reports say, beyond whether each says it."""
    asks_of_focus = says(_OF_FOCUS, "asked")
    """Whether what reports deal with is asked about."""
    asks_no_change = says(NO_CHANGE, "asked")
    """Whether it asks whether nothing changed."""
    asks_disagreement = says(DISAGREES, "asked")
    """Whether it asks whether reports disagree."""
    leaves_open_which = says(_EITHER, "asked")
    """Whether it asks which of "consistent or inconsistent" they are."""

    @cached_property
    def days(self) -> tuple[Day, ...]:
        """The days that it names."""
        return days_named(self.text, self.named)

    @cached_property
    def clauses(self) -> tuple[Clause, ...]:
        """All its clauses."""
        return split_clauses(self.text, self.named, self.days)

    @cached_property
    def each(self) -> tuple[Clause, ...]:
        """What it says of each report, in order; sources named in one phrase ("both A and B") are one."""
        end = len(self.text) - len(self._end)
        marks = _marks(self.text[:end], [n.span for n in self.named if n.span.end <= end])
        cuts = [0]
        for before, after in pairwise(marks):
            joints = list(_JOINT.finditer(self.text, before.end, after.start))
            if joints and len(self.text[before.end : joints[-1].start()].split()) > 1:
                cuts.append(joints[-1].end())
        spans = (Span(a, b) for a, b in zip(cuts, [*cuts[1:], end], strict=True))
        return _with_sources([clause_of(self.text, span, self.named, self.days) for span in spans])

    @cached_property
    def together(self) -> str:
        """What it asks of them all, if that stands apart."""
        return self._end.strip(" ,")

    @cached_property
    def _end(self) -> str:
        """What stands behind all reports: "..., was there a change in ..."."""
        cuts = _PREDICATE.finditer(self.text) if _SETS_OUT.match(self.text) else ()
        found = [m.end() for m in cuts if any(n.span.end <= m.start() for n in self.named)]
        late = [f for f in found if not any(f <= n.span.start < f + _LATE for n in self.named)]
        return self.text[late[-1] :] if late else ""

    @property
    def asked(self) -> str:
        """What it asks of its reports: what stands apart, else all of it."""
        return self.together or self.text

    @cached_property
    def relation(self) -> Relation | None:
        """What is to be said of the reports; ``None`` where it is no verdict that is asked for."""
        relation = relation_asked(self.text, self.together)
        return relation if relation is Relation.SOURCE or self._asks_verdict else None

    @property
    def _asks_verdict(self) -> bool:
        later = _OPENS.match(self.text) is not None and _LATER.search(self.text) is not None
        return later or VERDICT.match(self.asked) is not None

    @cached_property
    def terms(self) -> frozenset[str]:
        """The content terms of what it asks of its reports."""
        return content_terms(self.asked)

    @property
    def compared_terms(self) -> frozenset[str]:
        """Those of them that say what is compared."""
        return self.terms - _COMPARING

    @property
    def asks_above(self) -> bool:
        """Whether the first figure is asked to be above the second, not below it."""
        return asserted_by(self.text) is Comparison.ABOVE

    def asks_before(self, first: Clause, second: Clause) -> bool | None:
        """Whether ``first`` is asked to be of an earlier day than ``second``; ``None`` where no order is."""
        words = list(ORDER.finditer(self.text, first.span.start, second.span.start + 1))
        return words[-1]["before"] is not None if words else None

    def parts_of(self, clause: Clause) -> list[Clause]:
        """The clauses with content of what is said of a report."""
        inside = [n for n in self.named if clause.span.start <= n.span.start < clause.span.end]
        parts = split_clauses(self.text[: clause.span.end], inside, clause.days)
        return [p for p in parts if p.span.end > clause.span.start and len(p.terms) > 1]


def relation_asked(question: str, together: str) -> Relation:
    """What ``question`` asks of its reports; ``together`` is where it speaks of all of them, if that stands apart."""
    asked = together or question
    if _SOURCE.search(asked):
        return Relation.SOURCE
    if _AGREES.search(asked) or DISAGREES.search(asked):
        return Relation.AGREEMENT
    if (_CHANGE if together else _OF_CHANGE).search(asked) or NO_CHANGE.search(asked):
        return Relation.CHANGE
    if not together and _ORDERED.search(question):
        return Relation.ORDER
    if not together and _THAN.search(question) and asserted_by(question) in (Comparison.ABOVE, Comparison.BELOW):
        return Relation.FIGURES
    return Relation.CLAIMS


def of_each_source(clauses: Sequence[Clause]) -> tuple[Clause, ...]:
    """A clause that names several sources ("both A and B") as one of each; of a choice ("A or B") it stays one."""
    found: list[Clause] = []
    for clause in clauses:
        several = len({n.sources for n in clause.sources if n.sources}) > 1 and not _CHOICE.search(clause.text)
        found.extend([replace(clause, sources=(n,)) for n in clause.sources if n.sources] if several else [clause])
    return tuple(found)


def _with_sources(each: Sequence[Clause]) -> tuple[Clause, ...]:
    """Another report of no source is of the source named before it."""
    found: list[Clause] = []
    for clause in each:
        inherits = found and not clause.sources
        found.append(replace(clause, sources=found[-1].sources) if inherits else clause)
    return tuple(found)


def _marks(body: str, spans: Sequence[Span]) -> list[Span]:
    """Where a report is mentioned: by its source, or as another one of the same."""
    marks = list(spans)
    for match in _ANOTHER.finditer(body):
        near = any(s.start - _FAR < match.end() and match.start() < s.end + _FAR for s in spans)
        if spans and not near and match.start() > spans[0].end:
            marks.append(Span(match.start(), match.end()))
    return sorted(marks, key=lambda s: s.start)
