"""Which entities a question names, as the visible documents know them.

Names are found by longest match of the question's word n-grams against the store's names and aliases. Capitalised
names that nothing visible bears or mentions are reported as unknown, so that an answer can say what is missing.
"""

from __future__ import annotations

import itertools
import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import replace

from timeweave.language.dictionary import is_word
from timeweave.language.name_types import BODY_TYPES
from timeweave.language.names import LEGAL_FORMS, canonical_key, is_distinctive
from timeweave.language.sentences import sentence_spans
from timeweave.language.terms import index_terms
from timeweave.lexicon.lazy import lazily
from timeweave.question.bodies_of_places import in_small, is_part_of, with_body_called
from timeweave.question.designations import unheard_of
from timeweave.question.named_entity import EntityLookup, NamedEntity, Names
from timeweave.question.named_spans import (
    NamedSpan,
    Word,
    between_strokes,
    is_national,
    run_of,
    surface,
    without_possessive,
    words_of,
)
from timeweave.question.subjects import introduced, is_common, nearly_called, short_for, spelt_out
from timeweave.records import EntityId, EntityInfo
from timeweave.temporal.expressions import TimeExpression

_MAX_WORDS = 8
_NAME_WORDS = 3
_LETTERS = lazily(r"[^\W\d_]+")
_MADE_OF_NAME = lazily(r"-[a-z]+$")  # "Prize-winning"
_CONNECTORS = frozenset(["of", "the", "&", "de", "la", "du", "di", "von", "van", "der"])
_PLACES = frozenset(["NORP", "GPE", "LOC"])  # of what many documents are about, and few are called by them
_FEW = 5  # names that one may be short for, and the reader be told of
_ACTORS = BODY_TYPES | {"PERSON"}
_LISTED = lazily(r"\s*(?:,|,?\s*\b(?:and|or)\b|&)\s*", re.IGNORECASE)
_NEXT_TO = lazily(
    r"\b(?:before|after|(?:succeed|follow)(?:s|ed|ing)?|(?:replac|preced)(?:es|ed|ing)) (?:[A-Z]\w*\.? )?$",
    re.IGNORECASE,
)
_AMBIGUOUS_FROM = 0.5  # of the mentions of the most mentioned bearer of a name


def link_entities(question: str, lookup: EntityLookup, times: Sequence[TimeExpression] = ()) -> Names:
    """The names in ``question``, leaving out the words of ``times``.

    Where one of the names is the subject of a document, the others that are not ("EMEA", "EPS") are words about it
    rather than names.
    """
    words = words_of(question)
    free = [not any(t.start < w.end and w.start < t.end for t in times) for w in words]
    known, covered = _known(question, words, free, lookup, any(w.capital for w in words[1:]))
    body = in_small(question, lookup)
    named = any(w.capital and ok and not w.plain for w, ok in zip(words, free, strict=True))
    if body is not None and not named:  # what is named may say which other one is meant
        known = (*(e for e in known if not e.span.overlaps(body.span)), body)
    unknown: list[NamedSpan] = []
    unclear: list[tuple[str, tuple[str, ...]]] = []
    misspelt: list[NamedEntity] = []
    starts = [s.start for s in sentence_spans(question)]
    for run in _unnamed_runs(question, words, covered):
        bearers = _called_for_short(run.text, lookup)
        if len(bearers) == 1:
            known = (*known, _entity(bearers[0], run))
        elif 1 < len({b.id for b in bearers}) <= _FEW:
            unclear.append((run.text, tuple(sorted({b.name for b in bearers}))))
        elif (bearer := _by_handle(run.text, lookup)) is not None:
            misspelt.append(_entity(bearer, run))
        elif not is_common(run.text) and not lookup.mentioned(_MADE_OF_NAME.sub("", run.text)):
            nearly = [e for e in nearly_called(run.text, lookup.near(run.text)) if lookup.is_subject(e.id)]
            if len(nearly) == 1:
                misspelt.append(_entity(nearly[0], run))
            elif not _begins(run, words, starts):
                unknown.append(run)
    known = (*known, *misspelt)
    subjects = tuple(e for e in known if lookup.is_subject(e.id)) or _meant(question, words, free, known, lookup)
    if subjects:
        others = (e for e in known if e not in subjects)
        listed = (e for e in others if _listed_with(e, subjects, question) or _is_before_or_after(e, question))
        subjects = (*subjects, *(_in_full(e, lookup) for e in listed))
    known = subjects or tuple(e for e in known if not _describes(e, words))
    unclear = [] if subjects else unclear
    known = (*known, *(e for u in unknown for e in _joined(u, lookup)))
    unknown = [u for u in unknown if not any(u.span.overlaps(e.span) for e in known) and not is_national(u, words)]
    known = tuple(
        _with_fuller_names(e, lookup)
        for named in sorted(known, key=lambda e: e.span.start)
        for e in with_body_called(named, question, lookup)
    )
    designations = [
        run_of(question, name, number)
        for place, (name, number) in enumerate(itertools.pairwise(words))
        if name.capital and not name.plain and not name.closed and place and free[place] and free[place + 1]
    ]
    unheard = tuple(d for d in designations if d.text in unheard_of([d.text for d in designations], lookup.mentioned))
    return Names(known, tuple(unknown), tuple(unclear), tuple(e for e in misspelt if e in known), unheard)


def _by_handle(text: str, lookup: EntityLookup) -> EntityInfo | None:
    """Who goes by a handle made of a full name: "jlee" or "jolee" for Jo Lee; ``None`` where several do."""
    words = [w.casefold() for w in _LETTERS.findall(text)]
    if not 2 <= len(words) <= _NAME_WORDS or not all(w[:1].isupper() for w in text.split()):
        return None
    handles = {canonical_key(handle) for handle in ("".join(words), words[0][0] + words[-1]) if not is_word(handle)}
    found = (b for bearers in lookup.named(handles).values() for b in bearers)
    bearers = {b.id: b for b in found if " " not in b.id and b.type == "PERSON"}
    return next(iter(bearers.values())) if len(bearers) == 1 else None


def _joined(run: NamedSpan, lookup: EntityLookup) -> Sequence[NamedEntity]:
    """The names that a run joins by a hyphen or stroke, where all are known: "New York-Hawaii"."""
    parts = between_strokes(run)
    bearers = lookup.named({canonical_key(p.text) for p in parts}) if len(parts) > 1 else {}
    found = [(p, bearers.get(canonical_key(p.text))) for p in parts]
    return [_entity(of[0], p) for p, of in found if of] if all(of for _, of in found) else ()


def _begins(run: NamedSpan, words: Sequence[Word], starts: Sequence[int]) -> bool:
    """Whether the capital of a run may be that of its sentence: of the first, or of a single word in a later one."""
    if " " in run.text:
        return run.span.start == words[0].start
    begun = starts[bisect_right(starts, run.span.start) - 1]  # the sentence that it lies in
    return not any(begun <= w.start < run.span.start for w in words)


def _with_fuller_names(entity: NamedEntity, lookup: EntityLookup) -> NamedEntity:
    """``entity``, told that it may be short for any of several others ("Mercury" where none is about just that)."""
    if " " in entity.id or lookup.is_subject(entity.id) or not is_distinctive(entity.id):
        return entity
    fuller = [e.name for e in lookup.near(entity.surface) if e.id.startswith(f"{entity.id} ") and e.type in _ACTORS]
    return replace(entity, others=(*entity.others, *fuller)) if len(fuller) > 1 else entity


def _in_full(entity: NamedEntity, lookup: EntityLookup) -> NamedEntity:
    """The one subject whose documents introduce it by the name of ``entity`` ("JD" for JD.com), else that itself."""
    full = {s.info.id: s.info for s in lookup.introduced_by(entity.id) if s.info.id.startswith(entity.id)}
    only = next(iter(full.values())) if len(full) == 1 else None
    return entity if only is None else replace(entity, id=only.id, name=only.name, type=only.type)


def _listed_with(entity: NamedEntity, subjects: Iterable[NamedEntity], question: str) -> bool:
    """Whether an organisation or person stands in one list with a subject: "of Acme, Brill and Corvex"."""
    if entity.type not in _ACTORS:
        return False
    gaps = (
        question[a.span.end : b.span.start]
        for s in subjects
        for a, b in ((s, entity), (entity, s))
        if a.span.end <= b.span.start
    )
    return any(_LISTED.fullmatch(gap) for gap in gaps)


def _is_before_or_after(entity: NamedEntity, question: str) -> bool:
    """Whether an answer is to come before or after a person: "chair of Acme before Mrs Lee"."""
    return entity.type == "PERSON" and _NEXT_TO.search(question[: entity.span.start]) is not None


def _meant(
    question: str, words: Sequence[Word], free: Sequence[bool], known: Sequence[NamedEntity], lookup: EntityLookup
) -> tuple[NamedEntity, ...]:
    """What documents are about and the question means: a title in other order, a part of one, a name that
    introduces one.
    """
    asked = " ".join(w.text for w, is_free in zip(words, free, strict=True) if is_free)
    found = [
        _entity(s.info, span)
        for s in spelt_out(asked, lookup.asked_about(asked))
        if (span := _place(question, words, s.info.id)) is not None
    ]
    names = [e for e in known if e.type not in _PLACES and not e.surface.islower()]
    found = [e for e in found if not any(is_part_of(e, name) for name in names)]
    for entity in () if found else names:
        meant = short_for(entity.surface, lookup.subjects(entity.surface))
        own = sum(e.mentions for e in lookup.named([entity.id]).get(entity.id, ()) if e.id == entity.id)
        meant = [s for s in meant if entity.type not in BODY_TYPES or s.info.mentions > own]  # "Acme", no "Acme News"
        found += [_entity(s.info, NamedSpan(entity.span, entity.surface)) for s in meant]
    if not found and names:
        meant = introduced(lookup.introduced_by(entity.id) for entity in names)
        found = [_entity(s.info, NamedSpan(names[0].span, names[0].surface)) for s in meant]
    return tuple({e.id: e for e in reversed(found)}.values())[::-1]


def _place(question: str, words: Sequence[Word], entity: EntityId) -> NamedSpan | None:
    """Where most of the words of a name stand next to each other, a capital among them."""
    named = set(index_terms(entity))
    own = [bool(named & set(index_terms(w.text))) for w in words]
    best: tuple[int, int] | None = None
    start = 0
    while start < len(words):
        end = start
        while end < len(words) and (own[end] or (end > start and words[end].plain)):
            end += 1
        while end > start and not own[end - 1]:
            end -= 1
        if end > start and (best is None or end - start > best[1] - best[0]):
            best = (start, end)
        start = max(end, start + 1)
    if best is None or not any(w.capital for w in words[best[0] : best[1]]):
        return None
    return run_of(question, words[best[0]], words[best[1] - 1])


def _describes(entity: NamedEntity, words: Sequence[Word]) -> bool:
    """Whether a nation only describes the common noun that follows: a "Spanish singer" is no Spaniard else."""
    if entity.type != "NORP":
        return False
    following = next((w for w in words if w.start >= entity.span.end), None)
    return following is not None and (following.capital or not following.plain)


def _entity(info: EntityInfo, place: NamedSpan) -> NamedEntity:
    return NamedEntity(info.id, info.name, info.type, place.span, place.text)


def _called_for_short(text: str, lookup: EntityLookup) -> list[EntityInfo]:
    """The entities whose name starts with the words of ``text`` ("Halden" for Halden Optics), else what the documents
    that use it are about, where it is a part of that name.
    """
    key = canonical_key(text)
    near = lookup.near(text) if key and is_distinctive(key.split()[0]) else ()
    starts = [e for e in near if e.id.startswith(f"{key} ")]
    return starts or [s.info for s in short_for(text, lookup.subjects(text))]


def _known(
    question: str, words: Sequence[Word], free: Sequence[bool], lookup: EntityLookup, cased: bool
) -> tuple[tuple[NamedEntity, ...], set[int]]:
    """The entities that n-grams of the free words name, and the places of the words that need no further reading."""
    grams = {
        (i, j): canonical_key(surface(question, words[i], words[j - 1]))
        for i in range(len(words))
        for j in range(i + 1, min(len(words), i + _MAX_WORDS) + 1)
        if all(free[i:j]) and _may_name(words[i:j], cased)
    }
    bearers = lookup.named({key for key in grams.values() if key})
    chosen = _longest([(i, j) for (i, j), key in grams.items() if bearers.get(key)])
    covered = {n for a, b in chosen for n in range(a, b)}
    chosen = [gram for gram in chosen if not _fragment(gram, covered, words)]
    known = tuple(_named(question, words[i], words[j - 1], bearers[grams[i, j]]) for i, j in chosen)
    return known, {n for i, j in chosen for n in range(i, j)} | {n for n, ok in enumerate(free) if not ok}


def _may_name(words: Sequence[Word], cased: bool) -> bool:
    """Whether these words could be a name: where the question uses capitals, a name has one, or a legal form or a dot
    inside ("oneok, inc.", "jd.com").
    """
    if words[0].plain and not words[0].capital:
        return False
    if words[-1].plain and not words[-1].capital and not _legal_form(words[-1]):
        return False
    if all(w.plain or w.text.isdigit() for w in words):
        return False
    marked = any(w.capital or "." in w.text.rstrip(".") for w in words) or (len(words) > 1 and _legal_form(words[-1]))
    return not cased or marked


def _longest(grams: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    taken: list[tuple[int, int]] = []
    covered: set[int] = set()
    for i, j in sorted(grams, key=lambda g: (g[0] - g[1], g[0])):
        if covered.isdisjoint(range(i, j)):
            taken.append((i, j))
            covered.update(range(i, j))
    return sorted(taken)


def _fragment(gram: tuple[int, int], covered: set[int], words: Sequence[Word]) -> bool:
    """Whether a single word is only a piece of a longer name that is not known: the "Holdings" of "Zeta Holdings"."""
    i, j = gram
    if sum(not _legal_form(w) for w in words[i:j]) > 1:
        return False
    first, last = i - 1, j
    while first > 0 and words[first].text.casefold() in _CONNECTORS:
        first -= 1
    while last < len(words) - 1 and not words[last - 1].closed and words[last].text.casefold() in _CONNECTORS:
        last += 1
    before = first > 0 and not words[first].closed and _open_name(words[first], first, covered)
    after = last < len(words) and not words[last - 1].closed and _open_name(words[last], last, covered)
    return before or after


def _open_name(word: Word, place: int, covered: set[int]) -> bool:
    title_case = word.text[:1].isupper() and not word.text.isupper()
    return title_case and place > 0 and place not in covered and not word.plain


def _named(question: str, first: Word, last: Word, bearers: Sequence[EntityInfo]) -> NamedEntity:
    best = bearers[0]
    rivals = [b.name for b in bearers[1:] if b.mentions >= _AMBIGUOUS_FROM * best.mentions]
    return replace(_entity(best, run_of(question, first, last)), others=tuple(rivals))


def _unnamed_runs(question: str, words: Sequence[Word], covered: set[int]) -> list[NamedSpan]:
    """Runs of capitalised words, with connectors inside, that no known name covers."""
    runs: list[list[int]] = []
    open_run = False
    for n, word in enumerate(words):
        if n in covered or (not word.capital and word.text.casefold() not in _CONNECTORS) or (n == 0 and word.plain):
            open_run = False
        elif word.capital and not (word.plain and not open_run):
            if open_run or (runs and _legal_form(word) and runs[-1][-1] == n - 1):
                runs[-1].append(n)
            else:
                runs.append([n])
            open_run = not word.closed
        if word.closed:
            open_run = False
    named = (run for run in runs if not all(_legal_form(words[n]) for n in run))
    return [run_of(question, words[run[0]], words[run[-1]]) for run in named]


def _legal_form(word: Word) -> bool:
    return without_possessive(word.text).casefold().rstrip(".") in LEGAL_FORMS
