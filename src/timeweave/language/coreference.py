"""What pronouns and "the company" refer to, by few and safe rules: left open rather than wrong.

Where somebody speaks, "I" is the speaker and "you" the one spoken to; he and she are others.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from timeweave.language.mentions import NamedMention, Names
from timeweave.language.name_types import BODY_TYPES
from timeweave.language.speakers import NO_VOICES, Voice, Voices
from timeweave.language.terms import STOP_WORDS
from timeweave.lexicon.bodies import PLACES
from timeweave.lexicon.families import any_of
from timeweave.lexicon.irregular import FORMS
from timeweave.lexicon.name_parts import PREPOSITIONS
from timeweave.records import EntityId, Span

_REFERENCE = re.compile(
    r"\b(?:(?P<first>[Ww]e|[Oo]urs?|us|[Oo]urselves)"
    r"|(?P<male>[Hh]e|[Hh]is|him|himself)|(?P<female>[Ss]he|[Hh]ers?|herself)|(?P<thing>[Ii]ts?)"
    r"|(?P<firm>[Tt]he (?:[Cc]ompany|[Cc]orporation|firm|group|bank|club|organi[sz]ation|university|band)))\b"
)
_SPOKEN = re.compile(
    r"(?<!War )(?<!Type )(?<!Phase )(?<!Part )(?<!Class )(?<!Title )(?<!Stage )\b"
    r"(?:(?P<speaker>I|i|[Mm]e|[Mm]y|[Mm]ine|[Mm]yself)|(?P<addressed>[Yy]ou|[Yy]ours?|[Yy]ourself))\b(?!\.\w)"
)
_QUOTED = re.compile(r"[\"“][^\"“”\n]*[\"”]")
_HE = re.compile(r"\b(?:he|him|his)\b", re.I)
_SHE = re.compile(r"\b(?:she|hers?)\b", re.I)
_MALE_TITLE = re.compile(r"(?:Mr|Sir|Lord|King|Prince)\.? ?$")
_FEMALE_TITLE = re.compile(r"(?:Mrs|Ms|Miss|Dame|Lady|Queen|Princess|Madam)\.? ?$")
_AS_OBJECT = re.compile(r"her(?= (?:as|in|on|at|for|from|to|with|by|when|after|and|until)\b|[,.;]|$)", re.I)
_ONE_VERB = re.compile(r"(?:,? who|, [^.;]{3,90},)?(?: (?!and\b|but\b|that\b|said\b|says\b)[a-z]+){1,3} ")
_BESIDE = re.compile(r"\b(?:Under|Like|Unlike|Alongside|Besides|With) (?:(?:Mr|Mrs|Ms|Dr|Sir|Lord)\.? )?$")
_SOME_PLACE = re.compile(r"\b(?:at|in|to|from) the (?:bank|club|university|band)$", re.I)  # which any may be
_PLACE = re.compile(rf" {any_of(PLACES)}s?$", re.I)
_PASTS = frozenset(form for forms in FORMS for form in forms)
_EARLY = 60  # characters
_WORD = re.compile(r" ([a-z]+)")
_LEADS_TO = re.compile(rf"\b{any_of(PREPOSITIONS)} (?:(?:the|an?|its|their|his|her|our) )?$", re.IGNORECASE)
_BODIES = frozenset({"ORG", "GPE", "FAC", "PRODUCT", "EVENT", "WORK", "LOC", ""})


class ReferenceResolver:
    """Follows a document sentence by sentence; each answer rests on what the sentences before have named.

    ``speaks_for_subject`` says that "we" is the document's main subject, as in its own report or call.
    """

    def __init__(self, names: Names, text: str, *, speaks_for_subject: bool, voices: Voices = NO_VOICES) -> None:
        self._voices = voices
        self._text = text
        self._subject = names.subject
        self._subject_type = names.types.get(names.subject, "") if names.subject else ""
        self._first_person = speaks_for_subject and self._subject_type != "PERSON"
        self._genders: dict[EntityId, str] = {}
        if self._subject and self._subject_type == "PERSON":
            he, she = len(_HE.findall(text)), len(_SHE.findall(text))
            self._genders[self._subject] = "female" if she > he else "male"
        self._before: tuple[NamedMention, ...] = ()
        self._meant: EntityId | None = None  # which thing the sentences before were about, that named any

    def resolve(self, sentence: Span, named: Sequence[NamedMention]) -> tuple[NamedMention, ...]:
        """``named`` with what the sentence's pronouns refer to, in order of position; call once per sentence."""
        self._note_genders(named)
        found = self._resolved(sentence, named)
        told = [m for m in found if m.type in _BODIES]
        if told:
            self._meant = told[0].entity if told[0].sure and self._may_be_meant(told[0], sentence) else None
        return found

    def _may_be_meant(self, thing: NamedMention, sentence: Span) -> bool:
        """Whether a sentence may be about the first thing that it names: early, and with nothing else told by it.

        Not "an analyst at Harrow Bank", and not "the Rake task".
        """
        if not thing.named:
            return True
        before, behind = self._text[sentence.start : thing.span.start], _WORD.match(self._text, thing.span.end)
        word = behind[1] if behind else ""
        is_verbal = not word or word.endswith(("s", "ed")) or word in STOP_WORDS or word in _PASTS
        return len(before) <= _EARLY and is_verbal and _LEADS_TO.search(before) is None

    def _resolved(self, sentence: Span, named: Sequence[NamedMention]) -> tuple[NamedMention, ...]:
        voice = self._voices.at(sentence.start)
        if voice is not None:
            return self._spoken(sentence, named, voice)
        found = sorted([*named, *self._references(sentence, named)], key=lambda m: m.span.start)
        if found:
            self._before = tuple(found)
        return tuple(found)

    def _spoken(self, sentence: Span, named: Sequence[NamedMention], voice: Voice) -> tuple[NamedMention, ...]:
        """As `resolve`, of what ``voice`` says; neither speaker nor listener is who is spoken of as he or she."""
        parties = {voice.speaker, voice.addressed} - {None}
        spoken_of = [m for m in named if m.entity not in parties]
        words = Span(max(sentence.start, min(voice.head.end + 2, sentence.end)), sentence.end)
        aside = [m for m in named if m.entity in parties]
        self._before = tuple(m for m in self._before if m.entity not in parties)
        references = [m for m in self._references(words, spoken_of) if m.entity not in parties]
        others = sorted([*spoken_of, *references], key=lambda m: m.span.start)
        if others:
            self._before = tuple(others)
        direct = self._direct(words, voice, taken=[*named, *references])
        return tuple(sorted([*others, *aside, *direct], key=lambda m: m.span.start))

    def _direct(self, words: Span, voice: Voice, taken: Sequence[NamedMention]) -> Iterator[NamedMention]:
        """The speaker and the one spoken to, where pronouns stand for them; not in what the speaker quotes."""
        quoted = [match.span() for match in _QUOTED.finditer(self._text, words.start, words.end)]
        for match in (*_SPOKEN.finditer(self._text, words.start, words.end), *self._we(words, voice)):
            entity = voice.addressed if match.lastgroup == "addressed" else voice.speaker
            if entity is None or any(start < match.start() < end for start, end in quoted):
                continue
            if not any(m.span.start < match.end() and match.start() < m.span.end for m in taken):
                sure = match.lastgroup != "first" or not self._voices.is_meeting
                yield NamedMention(Span(*match.span()), entity, "PERSON", match.group(), named=False, sure=sure)

    def _we(self, words: Span, voice: Voice) -> Iterator[re.Match[str]]:
        """Where the speaker says "we", and no body is known that he speaks for."""
        if voice.speaker is not None and not self._first_person:
            found = _REFERENCE.finditer(self._text, words.start, words.end)
            yield from (match for match in found if match.lastgroup == "first")

    def _references(self, sentence: Span, named: Sequence[NamedMention]) -> Iterator[NamedMention]:
        for match in _REFERENCE.finditer(self._text, sentence.start, sentence.end):
            if any(m.span.start < match.end() and match.start() < m.span.end for m in named):
                continue
            entity, kind = self._referent(match, sentence, named)
            if entity is not None:
                is_own = entity == self._subject and self._subject_type == "ORG"
                sure = match.lastgroup != "thing" or entity == self._meant or is_own
                yield NamedMention(Span(*match.span()), entity, kind, match.group(), named=False, sure=sure)

    def _referent(
        self, match: re.Match[str], sentence: Span, named: Sequence[NamedMention]
    ) -> tuple[EntityId | None, str]:
        earlier = [m for m in named if m.span.end <= match.start() and not self._is_beside(m)]
        group = match.lastgroup or ""
        if group == "first":
            return (self._subject, self._subject_type) if self._first_person else (None, "")
        if group in {"male", "female"}:
            return self._person(group, [m for m in earlier if not self._is_own_subject(m, match)]), "PERSON"
        if group == "firm" and self._first_person:
            return self._subject, self._subject_type
        if group == "firm" and _SOME_PLACE.search(self._text, max(0, match.start() - 6), match.end()):
            return None, ""
        if group == "thing" and earlier:
            return None, ""
        opening = match.start() - sentence.start < 4
        return self._thing(opening=opening or group == "firm", organisation=group == "firm")

    def _person(self, gender: str, earlier: Sequence[NamedMention]) -> EntityId | None:
        for mentions in (earlier, self._before):
            candidates = (m for m in mentions if m.type == "PERSON" and (not m.named or _may_be_human(m.surface)))
            persons = dict.fromkeys(m.entity for m in candidates if self._may_be(m.entity, gender))
            if self._subject in persons and self._subject_type == "PERSON":
                return self._subject
            if len(persons) == 1:
                person = next(iter(persons))
                self._genders.setdefault(person, gender)
                return person
            if persons:
                return None
        if self._subject_type == "PERSON" and self._subject and self._may_be(self._subject, gender):
            return self._subject
        return None

    def _is_own_subject(self, mention: NamedMention, match: re.Match[str]) -> bool:
        """Whether a pronoun is the object of the verb whose subject is named: "Ann Lee succeeds him as" another."""
        is_object = match[0].casefold() == "him" or _AS_OBJECT.match(self._text, match.start()) is not None
        return is_object and _ONE_VERB.fullmatch(self._text, mention.span.end, match.start()) is not None

    def _is_beside(self, mention: NamedMention) -> bool:
        """Whether somebody is named only as beside or above whom the sentence is about: "Under Ed Ray, she served"."""
        before = self._text[max(0, mention.span.start - 20) : mention.span.start]
        return _BESIDE.search(before) is not None and self._text.startswith(",", mention.span.end)

    def _thing(self, *, opening: bool, organisation: bool) -> tuple[EntityId | None, str]:
        if not opening:
            return None, ""
        wanted = BODY_TYPES if organisation else _BODIES
        bodies = {m.entity: m.type for m in self._before if m.type in wanted}
        if self._subject and self._subject_type in wanted and (self._subject in bodies or not bodies):
            return self._subject, self._subject_type
        if len(bodies) == 1:
            return next(iter(bodies.items()))
        return None, ""

    def _may_be(self, person: EntityId, gender: str) -> bool:
        return self._genders.get(person, gender) == gender

    def _note_genders(self, named: Sequence[NamedMention]) -> None:
        for mention in named:
            if mention.type != "PERSON" or mention.entity in self._genders:
                continue
            before = self._text[max(0, mention.span.start - 10) : mention.span.start]
            if _MALE_TITLE.search(before):
                self._genders[mention.entity] = "male"
            elif _FEMALE_TITLE.search(before):
                self._genders[mention.entity] = "female"


def _may_be_human(surface: str) -> bool:
    """Whether a name that was taken for a person's may be one: not "4.1 Willow Lane", and no fen."""
    return not any(c.isdigit() for c in surface) and _PLACE.search(surface) is None
