"""Who speaks where in a document, and to whom: the speakers of a conversation, the writer and reader of a mail."""

from __future__ import annotations

import bisect
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from email.utils import getaddresses

from timeweave.language.names import canonical_key
from timeweave.lexicon.lazy import lazily
from timeweave.lexicon.speaking import ADDRESS, ANSWERING, GREETINGS, ROLES, SHORT_NAMES
from timeweave.records import Document, EntityId, Span

_ROLES = frozenset((*ROLES, "the"))
_ADDRESS = frozenset(ADDRESS)
_WORD = lazily(r"[^\W\d_][\w'’-]*")
_CAPITALISED = lazily(r"(?<![\w'’])[A-Z][a-z]{2,}(?![\w-])")
_SHORTEST = 3  # letters of a short name that is only how the long one begins
_WITH = lazily(
    r"\b(?i:interview|conversation|talk|chat|q ?& ?a|discussion|call) with "
    r"(?P<name>[A-Z][\w.'’-]*(?: [A-Z][\w.'’-]*){1,3})"
)
_CALLED = lazily(rf"(?:^|[.!?,:]\s|\n)(?:(?:{'|'.join(GREETINGS)})[,!]? (?:\w+ )?){{0,2}}$|@$|, $", re.I)
_SET_OFF = lazily(r"\s*(?:[,.!?:;)—–-]|$|\n)")
_REACH = 40
_IN_CONVERSATION = 2  # speakers


@dataclass(frozen=True, slots=True)
class Speech:
    """A stretch of the text that somebody says; ``label`` is how it names him, at ``head`` of the text."""

    span: Span
    label: str

    @property
    def head(self) -> Span:
        """Where its speaker is named."""
        return Span(self.span.start, self.span.start + len(self.label))


@dataclass(frozen=True, slots=True)
class Voice:
    """Who says a stretch, and to whom; ``head`` is where the text names the speaker, empty where it does not."""

    span: Span
    head: Span
    speaker: EntityId | None
    addressed: EntityId | None


class Voices:
    """The voices of a document in order of their stretches; ``surfaces`` are the names of those it does not name."""

    def __init__(self, voices: Iterable[Voice] = (), surfaces: Mapping[EntityId, str] | None = None) -> None:
        self._voices = sorted(voices, key=lambda v: v.span.start)
        self._starts = [voice.span.start for voice in self._voices]
        self.surfaces = dict(surfaces or {})
        speakers = {voice.speaker for voice in self._voices}
        self.is_meeting = len(speakers - {None}) > _IN_CONVERSATION
        """Whether more speak than talk with each other: who says "we" there is one of a body that he speaks for."""

    def at(self, offset: int) -> Voice | None:
        """Who says what stands at a character of the text."""
        index = bisect.bisect_right(self._starts, offset) - 1
        return self._voices[index] if index >= 0 and offset < self._voices[index].span.end else None


NO_VOICES = Voices()


def speaker_name(label: str, document: Document) -> str:
    """The name in the label of a turn; empty where it only says in which part somebody speaks ("Q", "SPEAKER 1")."""
    name = label.split(",")[0].strip()
    words = [word.casefold() for word in _WORD.findall(name)]
    if words and words[0] in ANSWERING and len(words) == 1:
        return _asked(document)
    if not words or all(len(word) == 1 or word in _ROLES or word in _ADDRESS for word in words):
        return ""
    kept = _WORD.findall(name)
    while len(kept) > 1 and kept[0].casefold() in _ADDRESS | {"the"}:
        kept.pop(0)
    bare = name[name.index(kept[0]) :]
    return bare.title() if bare.isupper() else bare


def speaker_keys(names: Mapping[str, str], persons: Iterable[str]) -> dict[str, EntityId]:
    """The entity of each label in ``names`` (label → name): one word stands for the only fuller name that has it."""
    fuller: dict[str, set[EntityId]] = {}
    for name in (*persons, *names.values()):
        words = name.casefold().split()
        for word in {words[0], words[-1]} if len(words) > 1 else ():
            fuller.setdefault(word, set()).add(canonical_key(name))
    keys = {}
    for label, name in names.items():
        found = fuller.get(name.casefold(), set())
        keys[label] = next(iter(found)) if len(found) == 1 else canonical_key(name)
    return {label: key for label, key in keys.items() if key}


def short_names(text: str, keys: Iterable[EntityId], taken: frozenset[str]) -> dict[str, EntityId]:
    """Short forms of the speakers' first names that the text uses: "Mel" of Melanie, where one speaker only fits.

    ``taken`` are words that the text also writes in lower case.
    """
    forenames: dict[str, set[EntityId]] = {}
    for key in keys:
        forenames.setdefault(key.split()[0], set()).add(key)
    found: dict[str, EntityId] = {}
    for word in set(_CAPITALISED.findall(text)):
        short = word.casefold()
        if short in forenames or short in taken:
            continue
        full = SHORT_NAMES.get(short, ())
        fitting = {
            key
            for name, owners in forenames.items()
            if name in full or (len(short) >= _SHORTEST and name.startswith(short) and len(name) > len(short))
            for key in owners
        }
        if len(fitting) == 1:
            found[word] = fitting.pop()
    return found


def voices_of(speeches: Sequence[Speech], named: Sequence[tuple[Span, EntityId]], text: str) -> Voices:
    """The voices of a conversation, whose names stand at ``named``: who is called by name is spoken to, else the other
    of two, else who spoke before.
    """
    starts = [span.start for span, _ in named]

    def within(span: Span) -> Sequence[tuple[Span, EntityId]]:
        return named[bisect.bisect_left(starts, span.start) : bisect.bisect_left(starts, span.end)]

    who = [next((e for place, e in within(s.head) if place == s.head), None) for s in speeches]
    everyone = dict.fromkeys(entity for entity in who if entity is not None)
    labels = {speech.label for speech in speeches}
    voices = []
    for index, (speech, speaker) in enumerate(zip(speeches, who, strict=True)):
        others = [entity for entity in everyone if entity != speaker]
        called = [e for place, e in within(speech.span) if e in others and _is_called(text, place, speech)]
        addressed: EntityId | None = None
        if called:
            addressed = called[0]
        elif len(labels) == 2:
            addressed = others[0] if len(others) == 1 else None
        elif index:
            before = next((w for w in reversed(who[:index]) if w != speaker), None)
            addressed = before or (who[index + 1] if index + 1 < len(who) and who[index + 1] != speaker else None)
        elif len(who) > 1 and who[1] != speaker:
            addressed = who[1]
        voices.append(Voice(speech.span, speech.head, speaker, addressed))
    return Voices(voices)


def mail_voices(document: Document, stretches: Iterable[Span]) -> Voices:
    """The voice of who wrote a mail, to its one reader, as its metadata name them."""
    writers, readers = _people(document.metadata.get("from")), _people(document.metadata.get("to"))
    if len(writers) != 1:
        return NO_VOICES
    surfaces = {canonical_key(name): name for name in (*writers, *readers)}
    writer, reader = canonical_key(writers[0]), canonical_key(readers[0]) if len(readers) == 1 else None
    return Voices((Voice(s, Span(s.start, s.start), writer, reader) for s in stretches), surfaces)


def _people(value: object) -> list[str]:
    """The names in a header of a mail; an address alone names nobody."""
    values = [value] if isinstance(value, str) else value if isinstance(value, list | tuple) else []
    found = []
    for text in values:
        if not isinstance(text, str):
            continue
        pairs = getaddresses([text]) if "@" in text else [(name, "") for name in text.split(";")]
        found += [name.strip() for name, _ in pairs if name.strip() and canonical_key(name)]
    return list(dict.fromkeys(_in_order(name) for name in found))


def _in_order(name: str) -> str:
    """A name that is written with the surname first, "Lee, Ann", as it is said."""
    last, comma, first = name.partition(",")
    return f"{first.strip()} {last.strip()}" if comma and first.strip() else name


def _asked(document: Document) -> str:
    """Who is interviewed, where the document says so."""
    if document.entities:
        return document.entities[0]
    match = _WITH.search(document.title) or _WITH.search(document.text[:400])
    return match["name"] if match else ""


def _is_called(text: str, place: Span, speech: Speech) -> bool:
    """Whether a name is said to who bears it: "Thanks, Bob!", "Bob, can you ...", "@bob"."""
    start = max(speech.head.end, place.start - _REACH)
    before = text[start : place.start]
    return _CALLED.search(before) is not None and (before.endswith("@") or _SET_OFF.match(text, place.end) is not None)
