"""The tasks ``extract`` and ``glean``: dated facts that a text states."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from modelserver.fields import as_day, as_interval, settings
from timeweave.language.proper_nouns import Run, capitalised_runs, lower_words
from timeweave.language.sentences import sentence_spans
from timeweave.records import Span
from timeweave.temporal import TimeExpression, find_expressions

MAX_FACTS = 40
_MAX_QUOTE = 320  # characters
_MAX_RELATION = 6  # words
_MAX_DESCRIPTION = 12

_FIGURE = re.compile(
    r"(?<![\w.,-])(?:(?:[$€£¥]|US\$) ?)?\d[\d,]*(?:\.\d+)?(?![\w-])"
    r"(?: ?(?:%|percent\b|basis points\b|bps\b"
    r"|(?:trillion|billion|million|thousand)\b(?: (?:dollars|euros|pounds)\b)?))?"
)
_IN_A_NAME = re.compile(r"\b[A-Z]\w* \d+")  # Form 10, Tier 1
_OURS = re.compile(r"\b(?:we|our|us)\b", re.IGNORECASE)
_WORD = re.compile(r"[\w$%&'’.,-]*[\w%]")
_NO_RELATION = frozenset(
    ["a", "an", "and", "as", "at", "by", "for", "from", "in", "of", "on", "or", "the", "to", "with"]
)
_PERSON = re.compile(r"(?:Mr|Mrs|Ms|Dr|Sir|President|Mayor|Judge|Senator)\.? [A-Z]")
_PERSONAL = re.compile(r"\b(?:joined|said|became|resigned|retired|died|appointed|elected|succeeded|born)\b")


@dataclass(frozen=True, slots=True)
class _Stated:
    """A subject, what is said of it, and the words that say it."""

    subject: str
    relation: str
    object: str
    time: str | None
    description: str
    quote: str

    def to_json(self) -> Mapping[str, str | None]:
        return {
            "subject": self.subject,
            "relation": self.relation,
            "object": self.object,
            "time": self.time,
            "description": self.description,
            "quote": self.quote,
        }


def extract(sections: Mapping[str, str]) -> Mapping[str, Any]:
    """One fact of each sentence that holds a name and a figure, or two names and a time, but for what is known."""
    told = _Told(sections)
    stated = [fact for fact in told.facts(gleaning=False) if not told.is_known(fact)]
    return _answer(stated[:MAX_FACTS], told.types)


def glean(sections: Mapping[str, str]) -> Mapping[str, Any]:
    """What `extract` leaves out: facts between two names without figure or time, but for what was found."""
    told = _Told(sections)
    stated = [fact for fact in told.facts(gleaning=True) if not told.is_known(fact)]
    return _answer(stated[:MAX_FACTS], told.types)


class _Told:
    """The sections of a request for facts."""

    def __init__(self, sections: Mapping[str, str]) -> None:
        about = settings(sections.get("about", ""))
        self._anchor = as_day(about.get("published", ""))
        self._subject = about.get("subject", "")
        self._period = period if (period := about.get("period", "")) and as_interval(period) else None
        self._text = sections.get("text", "")
        self._known = [_parts(row) for key in ("known", "found") for row in sections.get(key, "").splitlines()]
        self.types = [kind.strip() for kind in sections.get("types", "").split(",") if kind.strip()]

    def facts(self, *, gleaning: bool) -> Iterator[_Stated]:
        lower = lower_words(self._text)
        for sentence in sentence_spans(self._text):
            names = capitalised_runs(self._text, sentence, lower)
            times = _times(self._text[sentence.start : sentence.end], sentence.start, self._anchor)
            figure = _figure(self._text, sentence, times)
            is_told = figure is not None or (len(names) > 1 and bool(times))
            if is_told is not gleaning and (fact := self._stated(sentence, names, figure, times)) is not None:
                yield fact

    def is_known(self, fact: _Stated) -> bool:
        """Whether a known fact says the same: its subject and its object stand in the words quoted."""
        said = fact.quote.casefold()
        own = self._subject.casefold()
        return any(obj in said and (subject in said or subject == own) for subject, obj in self._known)

    def _stated(
        self, sentence: Span, names: Sequence[Run], figure: Span | None, times: Sequence[TimeExpression]
    ) -> _Stated | None:
        goal = figure or (names[-1].span if len(names) > 1 else None)
        before = [name for name in names if goal is not None and name.span.end <= goal.start]
        if goal is None:
            return None
        if before:
            subject, start, after = before[0].text, before[0].span.start, before[0].span.end
        elif self._subject and (ours := _OURS.search(self._text, sentence.start, goal.start)):
            subject, start, after = self._subject, ours.start(), ours.end()
        else:
            return None
        said = _WORD.findall(self._text[after : goal.start])
        relation = [word for word in said if word[:1].islower()][-_MAX_RELATION:]
        near = min(times, key=lambda t: (abs(t.start - goal.end), t.start), default=None)
        end = max(goal.end, near.end if near else 0)
        quote = self._text[min(start, near.start if near else start) : end]
        if len(quote) > _MAX_QUOTE or not set(relation) - _NO_RELATION:
            return None
        rest = _WORD.findall(self._text[goal.end : sentence.end])[:_MAX_DESCRIPTION]
        return _Stated(
            subject=_plain(subject),
            relation=" ".join(relation),
            object=_plain(self._text[goal.start : goal.end]),
            time=str(near.interval) if near else self._period,
            description=" ".join(rest),
            quote=quote,
        )


def _times(sentence: str, offset: int, anchor: dt.date | None) -> list[TimeExpression]:
    """The expressions that denote days, at their place in the whole text."""
    found = find_expressions(sentence, anchor)
    return [
        TimeExpression(t.start + offset, t.end + offset, t.text, t.type, t.value, t.interval)
        for t in found
        if t.interval
    ]


def _figure(text: str, sentence: Span, times: Sequence[TimeExpression]) -> Span | None:
    """The first figure of a sentence that is no part of a time or a word."""
    for match in _FIGURE.finditer(text, sentence.start, sentence.end):
        word = text.rfind(" ", sentence.start, max(sentence.start, match.start() - 1)) + 1
        is_of_a_name = _IN_A_NAME.fullmatch(text, max(word, sentence.start), match.end())
        if not is_of_a_name and not any(t.start < match.end() and match.start() < t.end for t in times):
            return Span(*match.span())
    return None


def _answer(stated: Sequence[_Stated], types: Sequence[str]) -> Mapping[str, Any]:
    names = {fact.subject: _type(fact.subject, fact.relation, types) for fact in reversed(stated)}
    for fact in stated:
        if fact.object[:1].isupper():
            names.setdefault(fact.object, _type(fact.object, "", types))
    return {
        "times": list(dict.fromkeys(fact.time for fact in stated if fact.time)),
        "entities": [{"name": name, "type": kind} for name, kind in sorted(names.items())],
        "facts": [fact.to_json() for fact in stated],
    }


def _type(name: str, relation: str, types: Sequence[str]) -> str:
    """The type of ``types`` for a person where a title or what it does says so, else for an organization, else any."""
    is_person = _PERSON.match(name) or (_PERSONAL.search(relation) and len(name.split()) in (2, 3))
    for stems in (("person", "people"),) * bool(is_person) + (("organi", "compan"),):
        for kind in types:
            if kind.casefold().startswith(stems):
                return kind
    return types[0] if types else "entity"


def _parts(row: str) -> tuple[str, str]:
    """Subject and object of a known line, a sign that no text holds where there are none."""
    parts = [part.strip().casefold() for part in row.split("|")]
    return (parts[0], parts[2]) if len(parts) >= 3 and parts[2] else ("\0", "\0")


def _plain(text: str) -> str:
    return " ".join(text.split()).removesuffix("'s").removesuffix("’s")
