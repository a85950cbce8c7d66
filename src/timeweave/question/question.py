"""A question as it was read: its scope, its entities, and all that later steps ask of its words."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from timeweave.extraction.relations import role_verbs
from timeweave.language.names import canonical_key, marked_words
from timeweave.language.terms import index_terms
from timeweave.lexicon.lazy import lazily
from timeweave.question import conditions, facets, kinds, operations, sought, sources
from timeweave.question.abstract import LEAST_WIDE, Abstractness, abstractness
from timeweave.question.asked_deed import read_deed
from timeweave.question.attendance import AttendanceAsked, read_attendance
from timeweave.question.cell_words import CellWords, read_cell_words
from timeweave.question.documents import DocumentsQuestion, read_account, read_documents
from timeweave.question.entity_linking import link_entities
from timeweave.question.event_phrases import find_event_time
from timeweave.question.expected import expected_by
from timeweave.question.holders import read_holders
from timeweave.question.levels import read_levels
from timeweave.question.logical.form import LogicalForm, Stretch
from timeweave.question.logical.reading import read_logical, stretches
from timeweave.question.measures import AskedMeasure
from timeweave.question.membership import MembershipAsked, read_membership
from timeweave.question.mentioning import MentioningAsked, read_mentioning
from timeweave.question.named_entity import EntityLookup, NamedEntity, Names, each_once
from timeweave.question.ordering import read_order
from timeweave.question.parts import Part, split_parts
from timeweave.question.recency import estimate, words
from timeweave.question.reports import VERDICT, ReportedQuestion
from timeweave.question.saying import Reads, says
from timeweave.question.series import SeriesQuestion, read_series
from timeweave.question.versions import asks_which_version, read_contents
from timeweave.records import DocumentInfo, Span
from timeweave.temporal.calendars import FiscalCalendar
from timeweave.temporal.interval import Interval
from timeweave.temporal.scope import Scope, query_scope

_SCAFFOLD = lazily(
    r"""\b(?:
    (?:in|during|for|of|between|from|at|on|over|as\ of)\ (?:which|what)\ (?:quarters?|years?|months?|period)|
    (?:which|what)\ (?:(?:fiscal|calendar)\ )?(?:quarters?|years?|months?)|
    (?:which|what)\ (?:compan(?:y|ies)|firms?|dates?|days?|period)|
    (?:in|for|during|over|of|across)\ (?:each|every|all)(?:\ of)?(?:\ the)?
        (?:\ (?:fiscal|calendar))?(?:\ (?:quarters?|years?|months?|period))?|
    (?:in|for|during|over|across)\ (?:the\ )?(?:periods?|quarters?|years?|months?|time)(?:\ (?:from|between))?|
    how\ (?:much|many|long|often|did|has|have|high|low|large)|
    what|which|who|whom|whose|when|where|why|how|
    was|were|is|are|be|been|did|does|do|has|have|had|will|would|
    the|an?|by|of|its|their|among|between|from|to|in|for|during|each|quarter|year|after|before|since|until|then|across|spanning|periods?|
    highest|lowest|largest|smallest|greatest|biggest|maximum|minimum|best|worst|first|last|latest|
    report(?:ed)?|achieved?|record(?:ed)?|see|saw|experienced?|generated?|posted?|delivered?|
    (?:quarter|month|year)\ by\ (?:quarter|month|year)|versus|compared\ (?:to|with)|
    ^(?:rank|compare|show(?:\ me)?)|respectively|please|list|tell\ me|give\ me
    )\b""",
    re.IGNORECASE | re.VERBOSE,
)
_SPLIT = lazily(r"\s*,\s*(?:and\s+|&\s*)?|\s+and\s+|\s*;\s*")
_WORDS_LEFT = r"and|or|at|on|as|with|than|over|within|through|per|about"  # of what was taken out between them
_LOOSE = lazily(rf"^(?:(?:{_WORDS_LEFT})\b|,|\s)+|(?:\b(?:{_WORDS_LEFT})|,|\s)+$", re.IGNORECASE)
_EDGE = " \t\n,.;:?!'’\"()-–—"
_WORD = lazily(r"[^\W_]+")
_POSSESSIVE = lazily(r"['’]s?(?!\w)")


@dataclass(frozen=True)
class Question:
    """A question, read once; what its words say is found out when first asked for, and kept.

    ``focus`` is the question without names and times, ``measures`` the things it asks for in their order (one, unless
    it lists several), ``apart`` each as a question of its own, where it asks for several. Its ``text`` is for an
    embedder, statistics of terms, prompts and messages: whatever else is to be known of it is read here.
    """

    text: str
    scope: Scope
    names: Names
    focus: str
    measures: tuple[str, ...]
    apart: tuple[Question, ...] = ()

    terms = Reads(index_terms)
    """Its index terms, with how often each occurs."""
    marked = Reads(marked_words)
    """Its words as `marked_words` gives them, for names to be looked for in."""
    kind = Reads(kinds.kind_of)
    """The kind of answer that it wants."""
    event = Reads(find_event_time)
    """The event or tenure that it dates itself by."""
    order, holders, levels = Reads(read_order), Reads(read_holders), Reads(read_levels)
    """What it asks to be ordered by time, the office of which it asks for all holders, what it may ask of a level."""
    deed, place = Reads(read_deed), Reads(conditions.find_place)
    """What it says was done, and to what; the place of a ranking that it asks for."""
    asserted = Reads(operations.asserted_by)
    """What a question to be answered by yes or no asserts of its figures: that they rose, are above others."""
    expected = Reads(expected_by)
    """Whether a statement must hold a number, or a new name, to answer it."""
    wanted_types, thing_asked = Reads(sought.types_wanted), Reads(sought.thing_asked)
    """The types of entity that it asks for, ``None`` where any will do, and the noun that says what is asked for."""
    contents, asks_which_version = Reads(read_contents), Reads(asks_which_version)
    """It as a question for what is new in a version, and whether it asks for one by what it holds."""
    says_now = Reads(words.says_now)
    """Whether its words say that now, the newest, or the last days are meant."""
    recency_by_pattern = Reads(estimate.recency_by_pattern)
    """r(q) by pattern, as the paper has it."""
    words_of_duty = Reads(role_verbs.words_of_duty)
    """The index terms of what the holder of an office does, by which it asks for one."""
    asks_time, asks_why = says(kinds.ASKS_TIME), says(kinds.ASKS_WHY)
    """Whether it asks when something was, or why."""
    asks_amount = says(operations.AMOUNT)
    """Whether an amount is asked for, not a time or a name."""
    asks_median, asks_in_a_row = says(operations.MEDIAN), says(conditions.IN_A_ROW)
    """Whether of an average the median is meant, and whether only an unbroken run counts: "three quarters in a row"."""
    asks_first, asks_since_when = says(operations.FIRST), says(operations.SINCE_WHEN)
    """Whether of the times at which a bound is met the first is meant, or the first since then on."""
    asks_before, asks_after = says(sought.BEFORE), says(sought.AFTER)
    """Whether of the tenures of a role the one before, or after, somebody's is meant."""
    asks_who_began, asks_who_ended, asks_former = says(sought.BEGAN), says(sought.ENDED), says(sought.FORMER)
    asks_held_since = says(sought.HELD_SINCE)
    """Whether those are meant that began in its time, that ended in it, that are over, that have lasted since then."""
    asks_position = says(sought.POSITION)
    """Whether it asks which office somebody held."""
    denies, compares = says(sought.DENIES), says(sought.COMPARES)
    """Whether what did not happen is asked for, or what lasted longest, came most often or earlier."""
    asks_class = says(sought.CLASS)
    """Whether a kind of things is asked for, not one of them: "what type of establishments", "which entities"."""
    asks_no_entity = says(sought.ASKS_NO_ENTITY)
    """Whether a letter, a number, a time or a property is asked for, which no entity is."""
    speaks_of_course = says(operations.OVER_TIME)
    """Whether it sets times against each other or speaks of a course."""
    _asks_entity, _asks_verdict = says(sought.ASKS_ENTITY), says(VERDICT)
    _asks_in_present, _asks_how_much = says(words.PRESENT), says(kinds.HOW_MUCH)

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
    def roles(self) -> frozenset[str]:
        """The offices that it names, and the relations of the verbs by which it asks who holds one."""
        return role_verbs.roles_asked(self.topic) or role_verbs.roles_asked(self.text)

    @cached_property
    def membership(self) -> MembershipAsked | None:
        """It as a question for who came to a body or left it, or when somebody did."""
        return read_membership(self.text, self.names.known, self.scope.expressions)

    @cached_property
    def attendance(self) -> AttendanceAsked | None:
        """It as a question for who was at meetings, led them or took their minutes."""
        return read_attendance(self.text, self.scope.expressions)

    @cached_property
    def series(self) -> SeriesQuestion | None:
        """It as a question over a series of publications."""
        return read_series(self.text, self.scope.expressions)

    @cached_property
    def documents(self) -> DocumentsQuestion | None:
        """It as a question about the documents themselves."""
        return read_documents(self.text, self.scope.expressions)

    @cached_property
    def mentioning(self) -> MentioningAsked | None:
        """It as a question for the documents that mention something."""
        return read_mentioning(self.text, self.scope.expressions)

    @cached_property
    def account_of(self) -> frozenset[str] | None:
        """Where it asks for an account of a month or longer, or what happened, the terms of what it is on."""
        abstract = self.abstractness
        least = 1 if abstract.asks == "events" else LEAST_WIDE
        whole = [p for p in self.scope.intervals if p.is_bounded and p.days is not None and p.days >= least]
        if not whole or len(whole) < len(self.scope.intervals):
            return None
        return read_account(self.text, self.scope.expressions, is_abstract=abstract.asks in ("summary", "events"))

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        """The things that it asks for, each as a question of its own; one alone where it asks for one thing."""
        return split_parts(self.text, [Span(e.start, e.end) for e in self.scope.expressions])

    @property
    def topic(self) -> str:
        """What it asks, without names and times, as words."""
        return self.focus.replace("|", " ")

    @cached_property
    def topic_terms(self) -> frozenset[str]:
        """The index terms of its topic."""
        return frozenset(index_terms(self.topic))

    @cached_property
    def cell_words(self) -> CellWords:
        """What it says of the cell of a table that it may ask for."""
        times = [Span(e.start, e.end) for e in self.scope.expressions]
        return read_cell_words(self.text, times, [self.said(u.span) for u in self.names.unknown])

    @cached_property
    def condition(self) -> conditions.Condition | None:
        """What figures have to be that it counts, picks or asserts."""
        return conditions.find_condition(self.text, self.scope.expressions)

    @cached_property
    def moment(self) -> kinds.Kind | None:
        """By what figures the time is told that it asks for."""
        return operations.moment_asked(self)

    @property
    def extreme(self) -> kinds.Kind | None:
        """Whether it asks for what or when a figure was highest or lowest."""
        found = self.moment or self.kind
        return found if found in (kinds.Kind.HIGHEST, kinds.Kind.LOWEST) else None

    @property
    def asks_number(self) -> bool:
        """Whether it asks for a number, or for what is decided by numbers."""
        return self.kind in kinds.BY_NUMBERS or self._asks_how_much

    @property
    def asks_entity(self) -> bool:
        """Whether an entity may answer it."""
        return self.kind in sought.ENTITY_KINDS and self._asks_entity and not self._asks_verdict

    @property
    def asks_kind(self) -> bool:
        """Whether a person, a body, or a kind of things is asked for."""
        return self.wanted_types is not None or self.asks_class

    def named_sources(self, known: Iterable[str]) -> tuple[sources.NamedSource, ...]:
        """Where it names one of the sources ``known``, or gives a report a source that is none of them."""
        return sources.named_sources(self.text, known)

    def reported(self, named: tuple[sources.NamedSource, ...]) -> ReportedQuestion:
        """It as a question over reports of the sources ``named``."""
        return ReportedQuestion(self.text, named)

    @cached_property
    def scope_in_units(self) -> Scope:
        """Its scope with the unit in which its answer counts, picks or compares periods."""
        unit = self.scope.granularity or operations.unit_wanted(self)
        return self.scope if unit is self.scope.granularity else replace(self.scope, granularity=unit)

    @cached_property
    def begins_with_capital(self) -> bool:
        """Whether its first letter is a capital: then names in small letters may be plain words."""
        return self.text.lstrip()[:1].isupper()

    @cached_property
    def uses_capitals(self) -> bool:
        """Whether a word behind the first has a capital, as names have where a question is written with care."""
        return any(word[:1].isupper() for word in self.text.split()[1:])

    def stretches(self, most: int) -> tuple[Stretch, ...]:
        """Its stretches of up to ``most`` words that may be a name."""
        return stretches(self.text, most)

    def logical(self, mentions: Sequence[Span]) -> LogicalForm:
        """Its logical form, with ``mentions`` as the names in it."""
        form = read_logical(self.text, self.scope, mentions)
        return replace(form, present=self.asks_now and form.may_be_present)

    def role_said_by_verb(self, text: str) -> bool:
        """Whether a text has a verb in the present by which a role that it names is held."""
        return role_verbs.says_by_verb(self.text, text)

    @cached_property
    def words(self) -> frozenset[str]:
        """Its words, case-folded."""
        return frozenset(_WORD.findall(self.text.casefold()))

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

    def joins(self, office: str, name: str) -> bool:
        """Whether it asks for an office as that of a name: "mayor of the old town of Ulm", "Acme's new chair"."""
        body, held = re.escape(name), re.escape(office)
        of = rf"\b{held}s?\b[^,;?]{{0,40}}?\b(?:of|at|for|in|to|on)\b[^,;?]{{0,40}}?{body}"
        whose = rf"{body}(?:['’]s?)?(?: [\w-]+){{0,3}} {held}"
        its = rf"{body}[^.?;]{{0,80}}?\b(?:its|their)\b[^.?;]{{0,40}}?{held}"
        return re.search(rf"{of}|{whose}|{its}", self.text, re.IGNORECASE) is not None

    def documents_called(self, infos: Mapping[int, DocumentInfo]) -> tuple[frozenset[int], frozenset[int]]:
        """The documents (ordinals) whose source it names, and those whose title it holds."""
        return sources.documents_called(self.text, infos)

    def facets(self, infos: Iterable[DocumentInfo]) -> tuple[facets.Facet, ...]:
        """What it names of the metadata of documents, outside the names of entities."""
        return facets.find_facets(self.text, infos, self._proper_names)

    @property
    def without_proper_names(self) -> str:
        """Its words without the names in capitals: "Count de Salis" counts nothing."""
        return _without(self.text, self._proper_names)

    @property
    def _proper_names(self) -> list[Span]:
        return [e.span for e in self.names.known if not e.surface.islower()]

    def asked_on(self, day: dt.date) -> Question:
        """The question as if it were asked on a day: its times read again, all else as it was read."""
        return replace(self, scope=query_scope(self.text, day))

    @cached_property
    def abstractness(self) -> Abstractness:
        """What speaks for an account over time as its answer."""
        return abstractness(self)

    def recency(self, now: dt.date | None) -> float:
        """r(q), asked on a day: how much the newest counts, as learned."""
        return estimate.learned_recency(self.text, now)

    def in_fiscal_calendar(self, calendar: FiscalCalendar, now: dt.date) -> Question:
        """With its fiscal periods as those of ``calendar``."""
        return replace(self, scope=query_scope(self.text, now, fiscal=calendar))

    @cached_property
    def asks_now(self) -> bool:
        """Whether what holds now is meant: it says so, or asks in the present and names no time.

        A year beside "current" tells which one is meant: "the current chair of the club founded in 1921".
        """
        if self.asks_former:
            return False
        says, present = self.says_now, self._asks_in_present
        return self.scope.newest or ((says or present) if not self.periods else (says and present))

    def asked_measures(self, kind: kinds.Kind) -> tuple[AskedMeasure, ...]:
        """The measures that an answer of a kind has to give figures of."""
        return operations.wanted_measures(self, kind)


def read_question(text: str, scope: Scope, lookup: EntityLookup) -> Question:
    """Understand ``text``, whose time is ``scope``, with the entities that ``lookup`` knows."""
    names = link_entities(text, lookup, scope.expressions)
    spans = [e.span for e in names.known] + [u.span for u in names.unknown]
    spans += [Span(t.start, t.end) for t in scope.expressions]
    focus = _without(text, spans)
    event = find_event_time(text)  # its words tell when, not what, even where nothing tells its time
    asked = focus if event is None else _without(text, [*spans, event.span])
    return Question(text, scope, names, focus, _measures(asked) or _measures(focus))


def _without(text: str, spans: list[Span]) -> str:
    """``text`` with ``spans`` and the possessive marks after them taken out."""
    parts, position = [], 0
    for span in sorted(spans, key=lambda s: (s.start, s.end)):
        parts.append(text[position : span.start])
        position = max(position, span.end)
    parts.append(text[position:])
    joined = "\x00".join(parts)
    joined = re.sub(r"\x00['’]s?\b", "\x00", joined)
    joined = re.sub(r"(?:\x00\s*(?:,|and\b|&|or\b|-|to\b|\s)*)+\x00", "\x00", joined)
    return re.sub(r"\s+", " ", joined.replace("\x00", " | ")).strip()


def _measures(focus: str) -> tuple[str, ...]:
    """The listed things that remain once the scaffolding of the question is gone."""
    phrases = []
    for part in focus.split("|"):
        bare = re.sub(r"\s+", " ", _SCAFFOLD.sub(" ", part)).strip(_EDGE)
        bare = _LOOSE.sub("", bare)
        if bare:
            phrases.append(bare)
    items = [i.strip(_EDGE) for phrase in phrases for i in _SPLIT.split(phrase)]
    return tuple(dict.fromkeys(i for i in items if i))
