"""The words of a question with their places, and stretches of them that read as a name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from timeweave.lexicon.lazy import lazily
from timeweave.lexicon.nationalities import NATIONAL
from timeweave.records import Span

_WORD = lazily(r"\S+")
_LEADING = "([{\"'“‘¿¡-–—"
_TRAILING = ")]}\"'”’,;:!?.-–—"
_POSSESSIVE = lazily(r"(?:['’]s|(?<=s)['’])$")
_BETWEEN_STROKES = lazily(r"[^-–/]+")
_NO_NAMES = """
a an the of in on at to for from by with as and or nor but not no is are was were be been being do does did has
have had what which who whom whose when where why how much many long old far few each every all any some most more
less least between before after during since until till than then that this these those it its he she they his her
their him them i you we us our your my me there here up down over under about into out if so such same other
another first second third last next recent latest current now year years quarter quarters month months day days
week weeks highest lowest largest smallest most best worst company companies list give tell show name only both per
through within among against can could will would shall should may might must ever also
"""
_FUNCTION_WORDS = frozenset(_NO_NAMES.split())


@dataclass(frozen=True, slots=True)
class NamedSpan:
    """Characters of a question that read as a name."""

    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Word:
    """A word without what stands around it; ``closed``: punctuation follows, at which a run of capitals ends."""

    start: int
    end: int
    text: str
    closed: bool

    @property
    def capital(self) -> bool:
        """Whether it may be of a name."""
        return self.text[:1].isupper() or (self.text[:1].isdigit() and any(c.isupper() for c in self.text))

    @property
    def plain(self) -> bool:
        """Whether it says nothing by itself."""
        return self.text.casefold() in _FUNCTION_WORDS


def words_of(question: str) -> list[Word]:
    """The words of ``question`` in their order."""
    words = []
    for match in _WORD.finditer(question):
        text = match.group()
        start = match.start() + len(text) - len(text.lstrip(_LEADING))
        bare = text.strip(_LEADING + _TRAILING)
        if bare:
            closed = text.rstrip(_TRAILING) != text and not text.endswith(".")
            possessive = _POSSESSIVE.search(text.rstrip(",;:!?."))
            words.append(Word(start, start + len(bare), bare, closed or bool(possessive)))
    return words


def without_possessive(text: str) -> str:
    """``text`` without what makes it a possessive: "Acme's"."""
    return _POSSESSIVE.sub("", text)


def surface(question: str, first: Word, last: Word) -> str:
    """How a name is written from one word to another, without what makes it a possessive."""
    return without_possessive(question[first.start : last.end])


def run_of(question: str, first: Word, last: Word) -> NamedSpan:
    """The stretch from one word to another."""
    text = surface(question, first, last)
    return NamedSpan(Span(first.start, first.start + len(text)), text)


def is_national(run: NamedSpan, words: Sequence[Word]) -> bool:
    """Whether a run only says of which nation the noun behind it is: "a German city"."""
    behind = next((w for w in words if w.start >= run.span.end), None)
    return run.text.casefold() in NATIONAL and behind is not None and not behind.capital and not behind.plain


def between_strokes(run: NamedSpan) -> Sequence[NamedSpan]:
    """The parts of a run that hyphens or strokes join."""
    start = run.span.start
    return [NamedSpan(Span(start + m.start(), start + m.end()), m[0]) for m in _BETWEEN_STROKES.finditer(run.text)]
