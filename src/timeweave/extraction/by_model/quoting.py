"""Finding what a model quotes in the text that it was given: exactly, else but for white space, case and typography."""

from __future__ import annotations

import unicodedata

from timeweave.lexicon.lazy import lazily
from timeweave.records import Span

_SAME = str.maketrans(
    {"’": "'", "‘": "'", "`": "'", "´": "'", "“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "‹": "<",
     "–": "-", "—": "-", "−": "-", "‐": "-", "‑": "-", "…": "."}
)  # fmt: skip
_INVISIBLE = frozenset("\u00ad\u200b\u200c\u200d\u2060\ufeff")
_MARGIN = " \t\r\n.,;:…\"'“”‘’"
_WORD_CHARACTER = lazily(r"\w")


class QuotedText:
    """Characters ``span`` of ``text``, in which quotations are looked up."""

    def __init__(self, text: str, span: Span) -> None:
        self._text = text
        self._span = span
        folded: list[str] = []
        self._places: list[int] = []
        for place in range(span.start, span.end):
            for sign in _folded(text[place]):
                if sign == " " and (not folded or folded[-1] == " "):
                    continue
                folded.append(sign)
                self._places.append(place)
        self._folded = "".join(folded)

    def find(self, quote: str) -> Span | None:
        """Where the quotation stands; ``None`` where it does not, or says nothing. The first place of several."""
        wanted = quote.strip()
        if _WORD_CHARACTER.search(wanted) is None:
            return None
        start = self._text.find(wanted, self._span.start, self._span.end)
        if start >= 0:
            return Span(start, start + len(wanted))
        return self._loosely(wanted) or self._loosely(wanted.strip(_MARGIN))

    def at(self, span: Span) -> str:
        """The words of a span as they stand."""
        return self._text[span.start : span.end]

    def names(self, phrase: str, within: Span | None = None) -> bool:
        """Whether the words of ``phrase`` stand here, as whole words one after the other."""
        return self.place_of(phrase, within) is not None

    def place_of(self, phrase: str, within: Span | None = None) -> Span | None:
        """Where the words of ``phrase`` stand as whole words one after the other, first in ``within``."""
        wanted = _fold(phrase)
        if not wanted:
            return None
        at = self._folded.find(wanted)
        while at >= 0:
            span = self._span_of(at, at + len(wanted))
            inside = within is None or (within.start <= span.start and span.end <= within.end)
            if inside and self._is_whole(at, at + len(wanted)):
                return span
            at = self._folded.find(wanted, at + 1)
        return None

    def _loosely(self, quote: str) -> Span | None:
        wanted = _fold(quote)
        at = self._folded.find(wanted) if wanted else -1
        return None if at < 0 else self._span_of(at, at + len(wanted))

    def _span_of(self, start: int, end: int) -> Span:
        return Span(self._places[start], self._places[end - 1] + 1)

    def _is_whole(self, start: int, end: int) -> bool:
        before = self._folded[start - 1 : start] if start else ""
        after = self._folded[end : end + 1]
        opens = not (before.isalnum() and self._folded[start].isalnum())
        return opens and not (after.isalnum() and self._folded[end - 1].isalnum())


def _fold(text: str) -> str:
    return " ".join("".join(map(_folded, text)).split())


def _folded(sign: str) -> str:
    """One character as it is compared: perhaps none, perhaps several."""
    if sign.isascii():
        return " " if sign.isspace() else sign.lower()
    if sign in _INVISIBLE:
        return ""
    plain = unicodedata.normalize("NFKC", sign.translate(_SAME)).casefold()
    return " " if not plain.strip() else plain
