"""The report of a time node without a model: an extractive digest, each sentence with the facts that carry it.

A pure function of the inputs: what came out, who met and what happened; who came and who went, what began and ended;
the figures of the period; what was restated or is in dispute; what was published; and, where that is little, who is
told to be in office and what the sources say in their own words.
"""

from __future__ import annotations

import itertools
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence

from timeweave.records import (
    EXTRACTIVE,
    EntityId,
    FactId,
    FactStatus,
    PlacedSupport,
    Report,
    ReportSentence,
    ReportVersion,
    ResolvedFact,
)
from timeweave.reports.contested import contested_sentences
from timeweave.reports.events import coming_sentences, deed_sentences, lasting_sentences, tenure_in_words
from timeweave.reports.figures import Figures
from timeweave.reports.headlines import headline_sentences
from timeweave.reports.inputs import ReportInputs
from timeweave.reports.measured import told_of
from timeweave.reports.meetings import meeting_sentences
from timeweave.reports.names import Names
from timeweave.reports.published import publication_sentences
from timeweave.reports.quoting import Quoting
from timeweave.reports.ranking import is_held
from timeweave.reports.spoken import Spoken, cited
from timeweave.reports.wording import counted, leads_to_object, listed, period_in_words, sentence

PROMPT = "digest/3"
_DISPUTED = FactStatus.DISPUTED
_OFFICES = "Named in office"


class DigestLimits:
    """The most sentences of each kind; ``holders`` in one sentence on offices, ``enough`` without filling up."""

    prominent: int = 10
    named: int = 5
    meetings: int = 3
    deeds: int = 10
    coming: int = 6
    lasting: int = 4
    contested: int = 3
    headlines: int = 8
    holders: int = 5
    enough: int = 8
    quotations: int = 6


def digest_report(inputs: ReportInputs, names: Names, *, prompt: str = PROMPT) -> Report:
    """The extractive report of a node; ``prompt`` says what it stands in for, where a model failed."""
    digest = Digest(inputs, names)
    return Report(
        node=str(inputs.node),
        made_by=EXTRACTIVE,
        prompt=prompt,
        inputs=inputs.digest,
        sentences=tuple(digest.sentences()),
        counts=digest.counts(),
        prominent=digest.prominent(),
        documents=inputs.documents,
        children=tuple(ReportVersion(child.node, child.digest) for child in inputs.children),
    )


class Digest:
    """The sentences and counts of one report."""

    def __init__(self, inputs: ReportInputs, names: Names) -> None:
        self._spoken = Spoken(inputs, names)
        self._figures = Figures(self._spoken)
        numbers = {entity: len(facts) for entity, facts in self._spoken.about.items()}
        self._quoting = Quoting(names, self._spoken.worth, numbers)

    @property
    def facts(self) -> Sequence[ResolvedFact]:
        """All facts of the node and below it."""
        return tuple(self._spoken.facts.values())

    @property
    def worth(self) -> Mapping[FactId, float]:
        """What each fact is worth (`ranking.weigh`)."""
        return self._spoken.worth

    def is_said(self, resolved: ResolvedFact) -> bool:
        """Whether a source says a fact to its readers (`Names.is_said`)."""
        return self._spoken.names.is_said(resolved)

    def phrase(self, rows: Sequence[ResolvedFact]) -> str:
        """One fact, or the value and the change of one measure, in words."""
        first, told = rows[0], told_of(rows, self._spoken.worth)
        if is_held(first):
            return tenure_in_words(first, self._spoken)
        subject = self._spoken.name(first.fact.subject)
        if told:
            return f"{subject}: {'; '.join(map(self._figures.clause, told))}"
        return f"{subject} {self._spoken.told_measure(first)} {self._spoken.object(first)}"

    def quotations(self) -> Iterator[tuple[str, PlacedSupport, tuple[ResolvedFact, ...]]]:
        """Sentences of the sources on what is neither a figure nor an office, the best first."""
        return self._quoting.quotations(self._quotable())

    def counts(self) -> tuple[tuple[str, int], ...]:
        """How many facts, names, documents there are, and facts that were restated or are in dispute."""
        facts = self._spoken.facts.values()
        documents = {s.document_id for r in facts for s in r.supports}
        statuses = Counter(r.status for r in facts)
        return (
            ("facts", len(facts)),
            ("entities", len(self._spoken.about)),
            ("documents", len(documents)),
            ("restated", statuses[FactStatus.RESTATED]),
            ("disputed", statuses[FactStatus.DISPUTED]),
        )

    def prominent(self) -> tuple[tuple[str, int], ...]:
        """The names most spoken of, with their numbers of facts."""
        first = self._spoken.by_number[: DigestLimits.prominent]
        return tuple((self._spoken.name(entity), len(self._spoken.about[entity])) for entity in first)

    def sentences(self) -> Iterator[ReportSentence]:
        """The sentences of the digest by sections; where they are few, filled up with what the sources say beside."""
        told = [*self._events(), *self._figures.sentences(), *self._contested()]
        said = " ".join(sentence.text for sentence in told)
        told += headline_sentences(self._spoken, said, DigestLimits.headlines)
        room = DigestLimits.enough - len(told)
        if room > 0:
            told += self._offices(frozenset(fact for sentence in told for fact in sentence.facts))
            most = min(room, DigestLimits.quotations)
            said = " ".join(sentence.text for sentence in told)
            told += self._quoting.sentences(self._quotable(), self._spoken.node, most, said)
        yield from told or [self._overview()]

    def _events(self) -> Iterator[ReportSentence]:
        spoken = self._spoken
        yield from publication_sentences(spoken)
        yield from meeting_sentences(spoken, DigestLimits.meetings)
        yield from deed_sentences(spoken, DigestLimits.deeds)
        yield from coming_sentences(spoken, DigestLimits.coming)
        yield from lasting_sentences(spoken, DigestLimits.lasting)

    def _contested(self) -> Iterator[ReportSentence]:
        spoken = self._spoken
        contested = (FactStatus.RESTATED, _DISPUTED)
        said = {
            id_: r
            for id_, r in spoken.facts.items()
            if r.status not in contested or (self.is_said(r) and (r.status is not _DISPUTED or self._is_of_others(r)))
        }
        yield from contested_sentences(said, spoken.worth, spoken.name, spoken.measure, DigestLimits.contested)

    def _is_of_others(self, resolved: ResolvedFact) -> bool:
        """Whether sources that differ are more than one voice: what somebody's own reports give twice was misread."""
        facts = [resolved, *(self._spoken.facts[id_] for id_ in resolved.by if id_ in self._spoken.facts)]
        places = [place for r in facts for place in r.supports]
        named = {place.source for place in places if place.source}
        return len(named) > 1 or any(self._spoken.names.info(place).period is None for place in places)

    def _overview(self) -> ReportSentence:
        """Of whom most is told, where there is nothing else to say."""
        spoken, counts = self._spoken, dict(self.counts())
        first = spoken.by_number[: DigestLimits.named]
        if not first:  # what is told is told of concepts
            return cited(f"{period_in_words(spoken.node)}: nobody is named.", [], "")
        told = listed([f"{spoken.name(entity)} ({len(spoken.about[entity]):,})" for entity in first])
        sources = counted(counts["documents"], "document", "documents")
        text = f"{period_in_words(spoken.node)}: named in {sources}, most often {told}."
        return cited(text, [spoken.best_first(spoken.about[entity])[0] for entity in first], "")

    def _offices(self, told: frozenset[FactId]) -> Iterator[ReportSentence]:
        """Who is told to hold which office, one sentence, less what was ``told`` before."""
        spoken = self._spoken
        every = (r for r in spoken.facts.values() if r.fact.id not in told)
        held = [r for r in every if is_held(r) and not leads_to_object(r.fact.relation)]
        chosen: dict[tuple[EntityId, str], ResolvedFact] = {}
        for resolved in spoken.best_first(held):
            chosen.setdefault((resolved.fact.subject, resolved.fact.object), resolved)
        turns: Counter[EntityId] = Counter()
        bodies: dict[str, set[EntityId]] = defaultdict(set)
        for resolved in held:
            bodies[resolved.fact.relation].add(resolved.fact.subject)
        # an office that only one body has may be a misread phrase
        likely_first = sorted(chosen.values(), key=lambda r: len(bodies[r.fact.relation]) == 1)
        ordered = []
        for position, resolved in enumerate(likely_first):
            turns[resolved.fact.subject] += 1
            ordered.append((turns[resolved.fact.subject], position, resolved))
        said = (r for *_, r in sorted(ordered, key=lambda row: row[:2]) if self.is_said(r))
        rows = list(itertools.islice(said, DigestLimits.holders))
        if rows:
            words = (tenure_in_words(r, spoken, spoken.node) for r in rows)
            yield cited(sentence(f"In office: {'; '.join(words)}"), rows, _OFFICES)

    def _quotable(self) -> Sequence[ResolvedFact]:
        return [r for r in self._spoken.facts.values() if r.fact.quantity is None and not is_held(r)]
