"""What is to be said of an addition as a whole, once, when it is done: undated documents, other languages, files that
are no documents.
"""

from __future__ import annotations

import datetime as dt
from collections import Counter
from dataclasses import dataclass, field

from timeweave.errors import LanguageWarning, PassedOverWarning, UndatedDocumentWarning
from timeweave.language.detecting import ENGLISH, name_of
from timeweave.outcomes import PassedOver
from timeweave.records import Document
from timeweave.warned import warn

_EXAMPLES = 3
_REMEDY = (
    "name the field that holds it (--map date=FIELD, which may be a path or web address with a date in it), write it "
    "into the file's name (2024-03-05-title.md) or above the text (date: 2024-03-05)"
)


@dataclass(slots=True)
class _Named:
    """How many there are, and the first few."""

    count: int = 0
    examples: list[str] = field(default_factory=list)

    def add(self, name: str) -> None:
        self.count += 1
        if len(self.examples) < _EXAMPLES:
            self.examples.append(name)

    def __str__(self) -> str:
        return ", ".join(map(repr, self.examples)) + (", …" if self.count > len(self.examples) else "")


@dataclass(slots=True)
class Notes:
    """Gathers, of the documents that an addition takes in, what their reader should know."""

    documents: int = 0
    undated: _Named = field(default_factory=_Named)
    languages: Counter[str] = field(default_factory=Counter)
    passed: dict[str, _Named] = field(default_factory=dict)

    def document(self, document: Document) -> None:
        """Note what is to be said of a document that is new."""
        self.documents += 1
        if document.date is None:
            self.undated.add(document.id)
        if document.language != ENGLISH:
            self.languages[name_of(document.language)] += 1

    def passed_over(self, item: PassedOver) -> None:
        """Note a file that is no document."""
        self.passed.setdefault(item.why, _Named()).add(item.source)

    def tell(self, day: dt.date) -> None:
        """Warn of it, each once; ``day`` is that of the addition."""
        if self.undated.count:
            _warn(self._undated(day), UndatedDocumentWarning)
        if self.languages:
            _warn(self._languages(), LanguageWarning)
        for why, named in self.passed.items():
            files = "1 file was" if named.count == 1 else f"{named.count:,} files were"
            _warn(f"{files} passed over, {why}: {named}", PassedOverWarning)

    def _undated(self, day: dt.date) -> str:
        if self.undated.count == 1:
            return f"{self.undated} has no date: it counts as observed on {day}, the day it was added; {_REMEDY}"
        of_all = f"{self.undated.count:,} of {self.documents:,} documents have no date ({self.undated})"
        return f"{of_all}: they count as observed on {day}, the day they were added; {_REMEDY}"

    def _languages(self) -> str:
        total = sum(self.languages.values())
        documents = "1 document is" if total == 1 else f"{total:,} documents are"
        named = ", ".join(f"{name} ({count:,})" for name, count in self.languages.most_common())
        read = "found by words and meaning; times, facts and answers are read in English only"
        return f"{documents} in {named}: {read}"


def _warn(message: str, category: type[Warning]) -> None:
    warn(message, category, stacklevel=5)
