"""Who and what a document names, and where: metadata, speaker lines, the recogniser, then look-up of all of it.

A function of the one document: what other documents call an entity is joined when a store is read (alias claims).
"""

from __future__ import annotations

import bisect
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass

from timeweave.language.detecting import is_foreign
from timeweave.language.gazetteer import Gazetteer
from timeweave.language.joined_names import Recognised
from timeweave.language.legal_forms import with_legal_forms
from timeweave.language.name_classes import Meanings, classified
from timeweave.language.names import LEGAL_FORMS, acronyms, canonical_key, is_distinctive
from timeweave.language.proper_nouns import (
    PART_NUMBER,
    is_not_a_name,
    lower_words,
    may_be_a_name,
    stands_in_foreign_text,
)
from timeweave.language.recognition import as_written, clean_surface, recognise
from timeweave.language.short_forms import KnownName, person_parts, resolve_short_forms
from timeweave.language.speakers import Speech, short_names, speaker_keys, speaker_name
from timeweave.language.standing import Standing
from timeweave.lexicon.documents import ENDS_OF_TITLES, GATHERED, PUBLISHED_REGULARLY, WRITTEN
from timeweave.lexicon.lazy import lazily
from timeweave.records import AliasClaim, Document, EntityId, Span

SPEAKER = lazily(r"([A-Z][\w.'’-]*(?: [A-Z][\w.'’-]*){1,3})\s*(?:\n\s*--\s*\n|\s--\s)\s*(\S[^\n]*)")
_TICKER_KEYS = ("ticker", "symbol", "stock_code", "stock_symbol")
_PARENTHESIS = lazily(
    r"\s?\(\s?(?:(?:NYSE|NASDAQ|Nasdaq|AMEX|LSE|TSX|OTC)\w*\s?:\s?|the |formerly (?:known as )?|or )?"
    r"[\"“'‘]?([A-Z][\w&.-]{1,11})[\"”'’]?\s?\)"
)
_NUMBER = lazily(PART_NUMBER)  # in brackets no other name: "Governance Handbook (G-6)"
_WORD_BEFORE = lazily(r"(?<![.!?] )(?<!^)\b([A-Z][\w’'-]*) $")
_HE_OR_SHE = lazily(r"\b(?:he|his|she|her)\b", re.I)
_IT = lazily(r"\bits?\b", re.I)
_PARTICLES = frozenset({"de", "da", "do", "di", "van", "von", "der", "den", "la", "le", "bin", "al", "of", "the"})
_TYPE_ORDER = ("PERSON", "ORG", "GPE", "LOC", "EVENT", "WORK", "PRODUCT", "FAC", "NORP", "LAW")
_KINDS = frozenset((*WRITTEN, *GATHERED, *PUBLISHED_REGULARLY))
"""Words that say what kind of document one is, and make no name: "Post", "Minutes"."""
_LEGAL_TAIL = lazily(r",?\s(?:" + "|".join(sorted(LEGAL_FORMS)) + r")\.?(?=,?\s|$).*$", re.I)
_HONORIFIC = lazily(r"(?:Mr|Mrs|Ms|Mx|Miss|Cllr|Councillor|Sir|Dame|Herr|Frau)\.? [A-Z]")
_TITLE_WITHIN = 20_000  # characters in which a page must use its title for it to be a name
_TITLE_NOTE = lazily(r"\s*\([^)]*\)\s*$")


@dataclass(frozen=True, slots=True)
class NamedMention:
    """An entity at a place of the text; ``type`` is empty when not known, ``named`` false for a pronoun.

    ``sure`` is false for an "it" that may as well be something else of the sentence before, and for the "we" of
    somebody in a meeting: enough to find the sentence by, and too little for a fact.
    """

    span: Span
    entity: EntityId
    type: str
    surface: str
    named: bool = True
    sure: bool = True


@dataclass(frozen=True, slots=True)
class Names:
    """All names of a document; ``subject`` is the entity that it is about, where it says so.

    ``mentions`` are in order of position and do not overlap.
    """

    mentions: tuple[NamedMention, ...]
    aliases: tuple[AliasClaim, ...]
    types: Mapping[EntityId, str]
    subject: EntityId | None

    def within(self, span: Span) -> tuple[NamedMention, ...]:
        """The mentions that lie inside ``span``."""
        first = bisect.bisect_left(self.mentions, span.start, key=lambda m: m.span.start)
        last = bisect.bisect_left(self.mentions, span.end, key=lambda m: m.span.start)
        return tuple(m for m in self.mentions[first:last] if m.span.end <= span.end)


def find_names(
    document: Document,
    sentences: Sequence[Span],
    speeches: Sequence[Speech] = (),
    code: Sequence[Span] = (),
    issuer: Sequence[str] = (),
    *,
    meanings: Meanings,
) -> Names:
    """The names in ``document``, with in-document short forms resolved; ``speeches`` are what speakers say in it,
    ``code`` the stretches within its sentences that it marks as such, ``issuer`` the names of the body that brings it
    out.
    """
    text = document.text
    lower = lower_words(text)
    subjects = _subjects(document)
    labels = {s.label: n for s in speeches if (n := speaker_name(s.label, document))}
    speakers = [*_speakers(text, sentences), *(n for n in labels.values() if n not in lower and n[0].isupper())]
    given = {**{s: canonical_key(s) for s in speakers}, **_subject_surfaces(document, subjects, lower)}
    issuer_key = canonical_key(issuer[0]) if issuer else None
    if issuer_key:
        for name in issuer:
            given.setdefault(name, issuer_key)
    known = frozenset(w for s in given if document.entities or s in speakers for w in (s, *s.split()))
    spoken = _without_heads(sentences, speeches)
    standing = Standing(text, spoken, code).names(with_legal_forms(text, recognise(text, spoken, known, lower)))
    recognised = classified(text, standing, lower, meanings)
    if is_foreign(text, document.language):
        told = document.language
        recognised = Counter({n: k for n, k in recognised.items() if stands_in_foreign_text(*n, text, told)})
    types = _types(document, subjects, speakers, recognised)
    surfaces = {as_written(name.surface, text): canonical_key(name.surface) for name in sorted(recognised)} | given
    surfaces = {s: k for s, k in surfaces.items() if k and not is_not_a_name(k)}
    if issuer_key:
        types[issuer_key] = "ORG"
    who = speaker_keys(labels, (n.surface for n in recognised if n.type == "PERSON")) if labels else {}
    types |= dict.fromkeys(who.values(), "PERSON")
    surfaces |= _speaker_surfaces(labels, who, text, lower)
    subject = canonical_key(subjects[0]) if subjects else None
    places = _first_places(text, surfaces)
    names = _known_names(surfaces, types, places)
    if issuer_key and issuer_key not in places:  # its title names it before all else
        names.append(KnownName(issuer_key, issuer[0], "ORG", -1))
    whole = [*map(canonical_key, subjects), *([issuer_key] if issuer_key else ())]
    shorts = resolve_short_forms(names, whole, issuer_key)
    parts = _usable_parts(person_parts(names, subject), text, lower, types, {canonical_key(s) for s in subjects})
    bearers = {canonical_key(part): person for part, person in parts.items()}  # "Ms Rao" is who is called Rao
    surfaces |= {
        s: bearers[k]
        for s, k in surfaces.items()
        if k in bearers and _HONORIFIC.match(s) and places.get(bearers[k], len(text)) < places.get(k, -1)
    }
    everything = {s: shorts.resolved.get(k, k) for s, k in {**surfaces, **parts}.items()}
    found = list(Gazetteer(everything).find(text))
    claims, extra = _declared_aliases(text, found, types)
    if extra:
        found = list(Gazetteer(everything | extra).find(text))
    forenames = {part for part, person in parts.items() if person.split()[-1] != canonical_key(part)}
    full = {n.entity: n.surface for n in names if n.type == "PERSON"}
    mentions = tuple(
        NamedMention(span, key, types.get(key, ""), full.get(key) or text[span.start : span.end])
        for span, key in found
        if text[span.start : span.end] not in forenames or _stands_alone(text, span)
    )
    if who:
        mentions = _at_heads(
            mentions, speeches, {label: everything.get(labels[label], k) for label, k in who.items()}, labels
        )
    aliases = _claims(document, subjects, [*shorts.claims, *claims], mentions)
    return Names(mentions, aliases, types, shorts.resolved.get(subject, subject) if subject else None)


def _subjects(document: Document) -> list[str]:
    """What the document is about: its entities, else its title where that is a name that the text bears."""
    if document.entities:
        return [e for e in document.entities if canonical_key(e)]
    title = _TITLE_NOTE.sub("", document.title).strip()
    key = canonical_key(title)
    words = title.casefold().split()
    if not key or len(words) > 8 or not title[0].isupper() or _KINDS.issuperset(words) or words[-1] in ENDS_OF_TITLES:
        return []
    text = document.text[:_TITLE_WITHIN]
    if f" {key} " not in f" {canonical_key(text)} ":
        return []
    return [title] if may_be_a_name(title) or _is_used(title, text) else []


def _is_used(title: str, text: str) -> bool:
    """Whether a line of ``text`` says the title among other words."""
    lines = (line.strip("# \t") for line in text.split("\n") if title in line)
    return any(len(line) > len(title) + 3 for line in lines)


def _subject_surfaces(document: Document, subjects: Sequence[str], lower: Set[str]) -> dict[str, EntityId]:
    """The ways in which a subject may be written: in full, without its legal form, by a distinctive first word."""
    surfaces: dict[str, EntityId] = {}
    for name in subjects:
        key = canonical_key(name)
        bare = clean_surface(_LEGAL_TAIL.sub("", name))
        first = bare.split()[0] if bare else ""
        for surface in (name, clean_surface(name), bare):
            if surface and surface not in lower:
                surfaces.setdefault(surface, key)
        if document.entities and " " in bare and is_distinctive(first.casefold()) and first.casefold() not in lower:
            surfaces.setdefault(first, key)
    for ticker in tickers(document):
        if len(ticker) > 2 and subjects:
            surfaces.setdefault(ticker, canonical_key(subjects[0]))
    return surfaces


def tickers(document: Document) -> list[str]:
    """The stock symbols that a document's metadata gives for its subject."""
    values = (document.metadata.get(key) for key in _TICKER_KEYS)
    return [v.strip() for v in values if isinstance(v, str) and v.strip().replace(".", "").replace("_", "").isalnum()]


def _speakers(text: str, sentences: Iterable[Span]) -> list[str]:
    heads = (SPEAKER.match(text, s.start, s.end) for s in sentences if "--" in text[s.start : s.start + 100])
    return list(dict.fromkeys(h.group(1) for h in heads if h and not is_not_a_name(h.group(1).split()[0])))


def _without_heads(sentences: Sequence[Span], speeches: Sequence[Speech]) -> Sequence[Span]:
    """The sentences without the names of who says them, which are known, and no part of what is said."""
    ends = {speech.span.start: speech.head.end + 1 for speech in speeches}
    return [Span(min(ends.get(s.start, s.start), s.end), s.end) for s in sentences] if ends else sentences


def _speaker_surfaces(
    labels: Mapping[str, str], who: Mapping[str, EntityId], text: str, lower: Set[str]
) -> dict[str, EntityId]:
    """How the text writes its speakers, beside where they begin to speak; not what it also uses as a word."""
    forms = {form: who[label] for label, name in labels.items() if label in who for form in (name, name.split()[0])}
    usable = {form: key for form, key in forms.items() if form[0].isupper() and form.casefold() not in lower}
    shared = {form for form in usable if len({k for k in who.values() if form.casefold() in k.split()[:1]}) > 1}
    short = short_names(text, set(who.values()), frozenset(lower))
    return {form: key for form, key in {**short, **usable}.items() if form not in shared}


def _at_heads(
    mentions: Sequence[NamedMention],
    speeches: Iterable[Speech],
    who: Mapping[str, EntityId],
    labels: Mapping[str, str],
) -> tuple[NamedMention, ...]:
    """``mentions`` with the speakers where they begin to speak, in place of what was found there."""
    heads = [NamedMention(s.head, who[s.label], "PERSON", labels[s.label]) for s in speeches if s.label in who]
    places = sorted((h.span.start, h.span.end) for h in heads)
    starts = [start for start, _ in places]

    def is_head(span: Span) -> bool:
        index = bisect.bisect_right(starts, span.start) - 1
        return index >= 0 and span.start < places[index][1]

    kept = (m for m in mentions if not is_head(m.span))
    return tuple(sorted((*kept, *heads), key=lambda m: m.span.start))


def _types(
    document: Document, subjects: Sequence[str], speakers: Sequence[str], found: Counter[Recognised]
) -> dict[EntityId, str]:
    votes: defaultdict[EntityId, Counter[str]] = defaultdict(Counter)
    for name, count in found.items():
        votes[canonical_key(name.surface)][name.type] += count
        if _LEGAL_TAIL.search(name.surface):
            votes[canonical_key(name.surface)]["ORG"] += 5
        elif _HONORIFIC.match(name.surface):
            votes[canonical_key(name.surface)]["PERSON"] += 5
    types = {key: min(c, key=lambda t: (-c[t], _TYPE_ORDER.index(t))) for key, c in votes.items()}
    types |= {canonical_key(s): "PERSON" for s in speakers}
    for subject in subjects:
        key = canonical_key(subject)
        if (subject == subjects[0] and tickers(document)) or _LEGAL_TAIL.search(subject):
            types[key] = "ORG"
        bears_it = len(subject.split()) in (2, 3) and types.get(EntityId(key.split()[-1])) == "PERSON"
        types.setdefault(key, "PERSON" if bears_it else "")
    if subjects and not document.entities and _is_biography(subjects[0], document.text):
        types[canonical_key(subjects[0])] = "PERSON"
    return types


def _is_biography(title: str, text: str) -> bool:
    """Whether a page speaks of its title by surname and as "he" or "she" throughout."""
    words = title.split()
    if not 2 <= len(words) <= 4 or not all(w[0].isupper() or w in _PARTICLES for w in words):
        return False
    persons, things = len(_HE_OR_SHE.findall(text)), len(_IT.findall(text))
    return persons >= 5 and persons > 2 * things and text.count(words[-1]) >= 3


def _usable_parts(
    parts: Mapping[str, EntityId], text: str, lower: Set[str], types: Mapping[EntityId, str], fixed: Set[EntityId]
) -> dict[str, EntityId]:
    """Parts of personal names, without those that the text uses as a word or as the name of a place."""
    usable: dict[str, EntityId] = {}
    for part, person in parts.items():
        key = canonical_key(part)
        kind = types.get(key, "PERSON")
        if key in fixed or part.casefold() in lower or (kind != "PERSON" and person.split()[-1] != key):
            continue
        placed = rf"\b(?:[Ii]n|[Aa]t|from|near|to|of) {re.escape(part)}\b"
        if kind not in {"GPE", "LOC", "NORP"} or re.search(placed, text) is None:
            usable[part] = person
    return usable


def _stands_alone(text: str, span: Span) -> bool:
    """Whether a forename is not part of a longer name: "Frank Heinrich" is not Heinrich Brandler."""
    before = _WORD_BEFORE.search(text, max(0, span.start - 30), span.start)
    after = text[span.end : span.end + 2]
    return (before is None or is_not_a_name(before.group(1))) and not (after[:1] == " " and after[1:].isupper())


def _first_places(text: str, surfaces: Mapping[str, EntityId]) -> dict[EntityId, int]:
    first: dict[EntityId, int] = {}
    for span, key in Gazetteer(surfaces).find(text):
        first.setdefault(key, span.start)
    return first


def _known_names(
    surfaces: Mapping[str, EntityId], types: Mapping[EntityId, str], places: Mapping[EntityId, int]
) -> list[KnownName]:
    by_key: defaultdict[EntityId, list[str]] = defaultdict(list)
    for surface, key in surfaces.items():
        by_key[key].append(surface)
    return [
        KnownName(key, max(names, key=lambda s: (len(s), s)), types.get(key, ""), places[key])
        for key, names in by_key.items()
        if key in places
    ]


def _declared_aliases(
    text: str, found: Iterable[tuple[Span, EntityId]], types: Mapping[EntityId, str]
) -> tuple[list[AliasClaim], dict[str, EntityId]]:
    """What the text puts in parentheses as another name, "Western Digital Corporation (WDC)", and its surfaces."""
    claims: list[AliasClaim] = []
    extra: dict[str, EntityId] = {}
    for span, key in found:
        if not (match := _PARENTHESIS.match(text, span.end)):
            continue
        alias = match.group(1)
        if _may_be_alias(alias, text[span.start : span.end], types.get(key, "")) and canonical_key(alias) != key:
            claims.append(AliasClaim(canonical_key(alias), key))
            extra.setdefault(alias, key)
    return claims, extra


def _may_be_alias(alias: str, name: str, kind: str) -> bool:
    if kind == "PERSON" or is_not_a_name(alias) or _NUMBER.fullmatch(alias):
        return False
    folded = alias.casefold().replace(".", "")
    initials = acronyms(name)
    return folded in initials or (
        alias.isupper() and len(alias) >= 2 and folded[0] == name[0].casefold() and " " in name
    )


def _claims(
    document: Document, subjects: Sequence[str], found: Iterable[AliasClaim], mentions: Sequence[NamedMention]
) -> tuple[AliasClaim, ...]:
    claims = set(found)
    if subjects:
        main = canonical_key(subjects[0])
        claims |= {AliasClaim(canonical_key(t.replace("_", " ")), main) for t in tickers(document)}
    keys = {canonical_key(s) for s in subjects}
    for mention in mentions:
        short = canonical_key(mention.surface)
        if mention.entity in keys and short != mention.entity:
            claims.add(AliasClaim(short, mention.entity))
    return tuple(sorted((c for c in claims if c.alias and c.alias != c.entity), key=lambda c: (c.alias, c.entity)))
