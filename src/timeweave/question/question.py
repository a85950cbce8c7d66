"""A question as it was read: its scope, its entities, and all that later steps ask of its words."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from timeweave.extraction.relations.role_verbs import roles_asked, says_by_verb
from timeweave.language.names import canonical_key, marked_words
from timeweave.language.terms import index_terms
from timeweave.question.abstract import Abstractness, abstractness
from timeweave.question.conditions import IN_A_ROW, Comparison, Condition, Place, find_condition, find_place
from timeweave.question.entity_linking import NamedEntity, Names, each_once
from timeweave.question.event_phrases import Event, Tenure, find_event_time
from timeweave.question.expected import Expected, expected
from timeweave.question.facets import Facet, find_facets
from timeweave.question.kinds import BY_NUMBERS, HOW_MUCH, Kind, kind_of
from timeweave.question.measures import Asked
from timeweave.question.operations import (
    AMOUNT,
    MEDIAN,
    OVER_TIME,
    Moment,
    asserted,
    moment_asked,
    unit_wanted,
    wanted_measures,
)
from timeweave.question.recency import learned_recency, recency_by_pattern
from timeweave.question.recency.words import PRESENT, says_now
from timeweave.question.relations import VERDICT
from timeweave.question.reports import ReportedQuestion
from timeweave.question.saying import Says
from timeweave.question.sought import ASKS_ENTITY, ASKS_NO_ENTITY, CLASS, ENTITY_KINDS, wanted_types
from timeweave.question.sources import NamedSource, documents_called, named_sources
from timeweave.question.tenures import TenureHints, tenure_hints
from timeweave.records import DocumentInfo, Span
from timeweave.temporal.calendars import FiscalCalendar
from timeweave.temporal.interval import Interval
from timeweave.temporal.scope import Scope, query_scope

_WORD = re.compile(r"[^\W_]+")
_POSSESSIVE = re.compile(r"['’]s?(?!\w)")


@dataclass(frozen=True)
class Question:
    """A question, read once; what its words say is found out when first asked for, and kept.

    ``focus`` is the question without names and times, ``measures`` the things it asks for in their order (one, unless
    it lists several). Its ``text`` is for an embedder, statistics of terms, prompts and messages: whatever else is to
    be known of it is read here.
    """

    text: str
    scope: Scope
    names: Names
    focus: str
    measures: tuple[str, ...]

    asks_amount = Says(AMOUNT)
    """Whether an amount is asked for, not a time or a name."""
    asks_median = Says(MEDIAN)
    """Whether of an average the median is meant."""
    asks_in_a_row = Says(IN_A_ROW)
    """Whether only an unbroken run counts: "how many quarters in a row"."""
    asks_class = Says(CLASS)
    """Whether a kind of things is asked for, not one of them: "what type of establishments", "which entities"."""
    asks_no_entity = Says(ASKS_NO_ENTITY)
    """Whether a letter, a number, a time or a property is asked for, which no entity is."""
    speaks_of_course = Says(OVER_TIME)
    """Whether it sets times against each other or speaks of a course."""
    _asks_entity, _asks_verdict = Says(ASKS_ENTITY), Says(VERDICT)
    _asks_in_present, _asks_how_much = Says(PRESENT), Says(HOW_MUCH)

    @cached_property
    def entities(self) -> tuple[NamedEntity, ...]:
        """The known entities, each once, in order of their first mention."""
        return each_once(self.names.known)

    @cached_property
    def periods(self) -> tuple[Interval, ...]:
        """The intervals of the scope; where the newest is meant, everything up to their end, for what holds on a day
        was mostly said of an earlier one.
        """
        if not self.scope.newest:
            return self.scope.intervals
        ends = [i.end for i in self.scope.intervals if i.end is not None]
        return (Interval(None, max(ends)),) if ends else ()

    @cached_property
    def terms(self) -> Mapping[str, int]:
        """Its index terms, with how often each occurs."""
        return index_terms(self.text)

    @property
    def topic(self) -> str:
        """What it asks, without names and times, as words."""
        return self.focus.replace("|", " ")

    @cached_property
    def topic_terms(self) -> frozenset[str]:
        """The index terms of its topic."""
        return frozenset(index_terms(self.topic))

    @cached_property
    def event(self) -> Event | Tenure | None:
        """The event or tenure that it dates itself by."""
        return find_event_time(self.text)

    @cached_property
    def kind(self) -> Kind:
        """The kind of answer that it wants."""
        return kind_of(self.text)

    @cached_property
    def condition(self) -> Condition | None:
        """What figures have to be that it counts, picks or asserts."""
        return find_condition(self.text, self.scope.expressions)

    @cached_property
    def place(self) -> Place | None:
        """The place of a ranking that it asks for."""
        return find_place(self.text)

    @cached_property
    def moment(self) -> Moment | None:
        """The time that it asks for and figures tell."""
        return moment_asked(self)

    @property
    def asks_number(self) -> bool:
        """Whether it asks for a number, or for what is decided by numbers."""
        return self.kind in BY_NUMBERS or self._asks_how_much

    @property
    def asks_entity(self) -> bool:
        """Whether an entity may answer it."""
        return self.kind in ENTITY_KINDS and self._asks_entity and not self._asks_verdict

    @property
    def asks_kind(self) -> bool:
        """Whether a person, a body, or a kind of things is asked for."""
        return self.wanted_types is not None or self.asks_class

    @cached_property
    def wanted_types(self) -> frozenset[str] | None:
        """The types of entity that it asks for; ``None`` where any will do."""
        return wanted_types(self.text)

    @cached_property
    def marked_words(self) -> str:
        """Its words as `names.marked_words` gives them, for names to be looked for in."""
        return marked_words(self.text)

    def named_sources(self, sources: Iterable[str]) -> tuple[NamedSource, ...]:
        """Where it names one of ``sources``, or gives a report a source that is none of them."""
        return named_sources(self.text, sources)

    def reported(self, named: tuple[NamedSource, ...]) -> ReportedQuestion:
        """It as a question over reports of the sources ``named``."""
        return ReportedQuestion(self.text, named)

    @cached_property
    def scope_in_units(self) -> Scope:
        """Its scope with the unit in which its answer counts, picks or compares periods."""
        unit = self.scope.granularity or unit_wanted(self)
        return self.scope if unit is self.scope.granularity else replace(self.scope, granularity=unit)

    @cached_property
    def begins_with_capital(self) -> bool:
        """Whether its first letter is a capital: then names in small letters may be plain words."""
        return self.text.lstrip()[:1].isupper()

    @cached_property
    def asserted(self) -> Comparison | None:
        """What a question to be answered by yes or no asserts of its figures: that they rose, are above others."""
        return asserted(self.text)

    @cached_property
    def tenure(self) -> TenureHints:
        """What it says of the tenures that it means."""
        return tenure_hints(self.text)

    @cached_property
    def roles(self) -> frozenset[str]:
        """The offices that it names, and the relations of the verbs by which it asks who holds one."""
        return roles_asked(self.text)

    def role_said_by_verb(self, text: str) -> bool:
        """Whether a text has a verb in the present by which a role that it names is held."""
        return says_by_verb(self.text, text)

    @cached_property
    def words(self) -> frozenset[str]:
        """Its words, case-folded."""
        return frozenset(_WORD.findall(self.text.casefold()))

    @property
    def gives_choice(self) -> bool:
        """Whether it offers a choice: "Ann Lee or Bo Ek"."""
        return "or" in self.words

    @cached_property
    def _canonical(self) -> tuple[str, ...]:
        texts = self.text, _POSSESSIVE.sub("", self.text)
        return tuple(dict.fromkeys(f" {canonical_key(text)} " for text in texts))

    def said(self, span: Span) -> str:
        """The characters of ``span``, for messages and to be read on."""
        return self.text[span.start : span.end]

    def goes_on_after(self, words: str) -> bool:
        """Whether it holds ``words``, and not at its end."""
        return 0 <= self.text.find(words) < len(self.text) - len(words)

    def holds(self, key: str) -> bool:
        """Whether all words of a canonical name stand in it."""
        return set(self._canonical[0].split()).issuperset(key.split())

    def spells(self, key: str) -> bool:
        """Whether the words of a canonical name stand in it next to each other."""
        return any(f" {key} " in words for words in self._canonical)

    def documents_called(self, infos: Mapping[int, DocumentInfo]) -> tuple[frozenset[int], frozenset[int]]:
        """The documents (ordinals) whose source it names, and those whose title it holds."""
        return documents_called(self.text, infos)

    def facets(self, infos: Iterable[DocumentInfo]) -> tuple[Facet, ...]:
        """What it names of the metadata of documents, outside the names of entities."""
        return find_facets(self.text, infos, [e.span for e in self.names.known if not e.surface.islower()])

    @cached_property
    def expected(self) -> Expected:
        """Whether a statement must hold a number, or a new name, to answer it."""
        return expected(self.text)

    @cached_property
    def abstractness(self) -> Abstractness:
        """What speaks for an account over time as its answer."""
        return abstractness(self)

    @cached_property
    def says_now(self) -> bool:
        """Whether its words say that now, the newest, or the last days are meant."""
        return says_now(self.text)

    def recency(self, now: dt.date | None) -> float:
        """r(q), asked on a day: how much the newest counts, as learned."""
        return learned_recency(self.text, now)

    @property
    def recency_by_pattern(self) -> float:
        """r(q) by pattern, as the paper has it."""
        return recency_by_pattern(self.text)

    def in_fiscal_calendar(self, calendar: FiscalCalendar, now: dt.date) -> Question:
        """With its fiscal periods as those of ``calendar``."""
        return replace(self, scope=query_scope(self.text, now, fiscal=calendar))

    @cached_property
    def asks_now(self) -> bool:
        """Whether what holds now is meant: it says so, or asks in the present and names no time.

        A year beside "current" tells which one is meant: "the current chair of the club founded in 1921".
        """
        if self.tenure.former:
            return False
        says, present = self.says_now, self._asks_in_present
        return self.scope.newest or ((says or present) if not self.periods else (says and present))

    def asked_measures(self, kind: Kind) -> tuple[Asked, ...]:
        """The measures that an answer of a kind has to give figures of."""
        return wanted_measures(self, kind)
