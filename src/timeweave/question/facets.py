"""Facets: values of the documents' metadata that a question names, such as the sector in "the real estate sector".

Any field of strings counts whose values many documents share; nothing is known of its meaning. Only documents that
were found are read, so that what is not yet visible can name no facet.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from timeweave.language.names import LEGAL_FORMS
from timeweave.lexicon.lazy import lazily
from timeweave.question.named_entity import NamedEntity
from timeweave.records import DocumentInfo, Span

_WORD = lazily(r"[^\W_]+")
_MOST_VALUES = 40  # of a field whose values are facets
_LEAST_SHARED = 2.0  # documents that have the same value, on average
_MOST_WORDS = 5
_MEMBER_NOUNS = """
companies firms businesses corporations groups banks producers makers providers retailers players names issuers stocks
sectors industries markets segments organisations organizations institutions agencies teams people authors articles
stories news reports documents papers posts pages sources outlets items records cases studies
"""
_MEMBERS = frozenset(_MEMBER_NOUNS.split())  # what documents are about, or are themselves
_LISTED = lazily(r"[\s,]*(?:\b(?:and|or|the|versus|vs)\b|[,&/])[\s,]*(?:(?:and|or|the)\s+)*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Facet:
    """A value of a metadata field in words, and where a question names it."""

    field: str
    value: str
    span: Span

    def held_by(self, info: DocumentInfo) -> bool:
        """Whether a document has this value."""
        return holds(info, self.field, self.value)


def holds(info: DocumentInfo, field: str, value: str) -> bool:
    """Whether a document's metadata has ``value``, in words, under ``field``."""
    written = info.metadata.get(field)
    return isinstance(written, str) and _normal(written) == value


@dataclass(frozen=True, slots=True)
class _Word:
    text: str
    span: Span


def find_facets(question: str, infos: Iterable[DocumentInfo], taken: Sequence[Span] = ()) -> tuple[Facet, ...]:
    """The facets that ``question`` names outside the spans ``taken``, in order of position, each once.

    A value of one word ("energy") is a common word too: it counts where the question names the field ("sector"), where
    its members follow ("energy companies"), or where it is listed with another value of its field.
    """
    words = [
        _Word(m[0].casefold(), Span(m.start(), m.end()))
        for m in _WORD.finditer(question)
        if not any(t.start < m.end() and m.start() < t.end for t in taken)
    ]
    found: dict[tuple[str, str], Facet] = {}
    for name, values in sorted(_values(infos).items()):
        named = _of_field(question, words, name, values)
        found.update({(f.field, f.value): f for f in reversed(named)})
    return tuple(sorted(_longest(found.values()), key=lambda f: (f.span.start, f.field)))


def besides(entities: Iterable[NamedEntity], values: Iterable[str]) -> tuple[NamedEntity, ...]:
    """The entities that are no words of a facet's value: in "the energy sector" nobody called Energy is meant."""
    held = list(values)
    return tuple(e for e in entities if not any(f" {_normal(e.surface)} " in f" {value} " for value in held))


def without(text: str, values: Iterable[str]) -> str:
    """``text`` without the words of facets: what is asked about them, not who they are."""
    for value in values:
        words = r"[\W_]+".join(re.escape(word) for word in value.split())
        text = re.sub(rf"(?<![^\W_]){words}s?(?![^\W_])", " ", text, flags=re.IGNORECASE)
    return " ".join(text.split())


def _values(infos: Iterable[DocumentInfo]) -> Mapping[str, set[str]]:
    """The fields whose values may be facets, with those values."""
    held: dict[str, dict[str, int]] = defaultdict(dict)
    for info in infos:
        for name, value in info.metadata.items():
            if isinstance(value, str) and (normal := _normal(value)):
                held[name][normal] = held[name].get(normal, 0) + 1
    return {
        name: {v for v in counts if not any(c.isdigit() for c in v) and len(v.split()) <= _MOST_WORDS}
        for name, counts in held.items()
        if len(counts) <= _MOST_VALUES and sum(counts.values()) >= _LEAST_SHARED * len(counts)
    }


def _of_field(question: str, words: Sequence[_Word], name: str, values: set[str]) -> list[Facet]:
    field = {_normal(name), f"{_normal(name)}s", f"{_normal(name)[:-1]}ies"}
    field_named = any(w.text in field for w in words)
    sure: list[Facet] = []
    unsure: list[Facet] = []
    for value in sorted(values):
        parts = value.split()
        for first in range(len(words) - len(parts) + 1):
            run = words[first : first + len(parts)]
            following = _following(question, words, first + len(parts))
            if not all(_same(w.text, v, following in field) for w, v in zip(run, parts, strict=True)):
                continue
            facet = Facet(name, value, Span(run[0].span.start, run[-1].span.end))
            compound = question[facet.span.end : facet.span.end + 1] == "-"  # "technology-driven" is no technology
            known = field_named or len(parts) > 1 or following in _MEMBERS
            (sure if known and not compound else unsure).append(facet)
    listed = [f for f in unsure if any(_in_one_list(question, f, other) for other in sure)]
    return sorted([*sure, *listed], key=lambda f: f.span.start)


def _same(word: str, value: str, before_field: bool) -> bool:
    """Whether a word of the question is that of a value, or its plural; "the financial sector" is that of financials,
    "financial impacts" are not.
    """
    return word in (value, f"{value}s") or (before_field and value == f"{word}s")


def _following(question: str, words: Sequence[_Word], place: int) -> str:
    """The word after those before ``place``, if nothing but a blank lies between."""
    if place >= len(words) or question[words[place - 1].span.end : words[place].span.start].strip():
        return ""
    return words[place].text


def _in_one_list(question: str, facet: Facet, other: Facet) -> bool:
    first, last = sorted((facet.span, other.span), key=lambda s: s.start)
    return _LISTED.fullmatch(question[first.end : last.start]) is not None


def _longest(facets: Iterable[Facet]) -> list[Facet]:
    """Without those whose words are part of another's: "technology" in "information technology"."""
    every = list(facets)
    return [
        f
        for f in every
        if not any(
            o.span.start <= f.span.start and f.span.end <= o.span.end and len(o.value) > len(f.value) for o in every
        )
    ]


def _normal(value: str) -> str:
    """Words without marks between them; empty where nothing but numbers or legal forms is left."""
    words = _WORD.findall(value.casefold())
    return " ".join(words) if any(not w.isdigit() and w not in LEGAL_FORMS for w in words) else ""
