"""What a knowledge base says that it can be asked."""

from __future__ import annotations

import abc
import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from timeweave.store.base import Store
from timeweave.temporal.given import day_of

if TYPE_CHECKING:  # what makes questions and answers them is loaded when first needed
    from timeweave.identifying import Entities
    from timeweave.inquiring import Inquiries


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A question, what it is answered now, and the probability that this is right."""

    question: str
    answer: str
    confidence: float


class Suggesting(abc.ABC):
    """The part of a knowledge base that says what it can be asked."""

    _store: Store

    @property
    @abc.abstractmethod
    def _inquiries(self) -> Inquiries: ...

    @property
    @abc.abstractmethod
    def entities(self) -> Entities:
        """Who is who."""

    def suggestions(self, *, as_of: dt.date | str | None = None) -> Sequence[Suggestion]:
        """A few questions of several kinds about those most spoken of, each asked and answered with confidence; by
        rules alone, whatever model answers otherwise. They are worked out once for a state and a day, in some seconds;
        where these were too few, the next call goes on.
        """
        from timeweave.suggesting.proving import Proving, mixed, suggested

        with self._store.view(day_of(as_of)) as view:
            proving = view.kept("suggestions", lambda: Proving(mixed(suggested(self.entities, view))))
            return proving.go_on(self._inquiries, view)
