"""Sentences in which each mention of an entity is one sign, so that patterns speak of persons, bodies and places.

Signs are taken from Unicode's private use area, one range per kind; a pattern for "a person" is a character class.
"""

from __future__ import annotations

import bisect
import re
from collections.abc import Sequence
from dataclasses import dataclass

from timeweave.language.dictionary import is_word
from timeweave.language.mentions import NamedMention
from timeweave.lexicon.families import any_of
from timeweave.lexicon.name_parts import NO_SURNAMES
from timeweave.lexicon.offices import HEADS, NAMED_TO, OF_A_KIND, SUCCEEDS
from timeweave.records import Span

_FIRST = 0xE000
_PER_KIND = 0x100
_KINDS = {"PERSON": 0, "ORG": 1, "GPE": 2, "LOC": 2, "FAC": 2}
_PLACES = frozenset({"GPE", "LOC", "FAC"})
_OTHER = 3

PERSON = "[\ue000-\ue0ff]"
ORG = "[\ue100-\ue1ff]"
PLACE = "[\ue200-\ue2ff]"
BODY = "[\ue100-\ue3ff]"
THING = "[\ue100-\ue1ff\ue300-\ue3ff]"
ANY = "[\ue000-\ue3ff]"
_CLUB = r"(?:[FSAC]\.?\s?C\.?|C\.?\s?F\.?|United|Rovers|Wanderers|Athletic|Albion|Hotspur)"
_BODY_NAME = re.compile(
    rf"(?:F\.?C\.?|[SA]C|CF|University|Universidade?|Ministry|Institute) .+"
    rf"|.+ (?:{_CLUB}|University|Institute|Council|Foundation|Party|Association|Federation|Committee|Commission|Club"
    r"|Society|Ministry|League|Orchestra|Corporation|Inc|Ltd|plc|SE|AG|GmbH)\.?"
)
_AGREEING = {
    r"(?:['’]m| am|['’]re| are)\b": " is",
    r"(?:['’]ve| have)\b": " has",
    r"['’]ll\b": " will",
    r" were\b": " was",
    r",": ";",  # what follows "you," is no apposition: "thank you, Mr. Chairman"
}
_HABITS = "work|run|lead|own|manage|chair|head|live|play|hold|serve|represent|belong|reside|govern|train|employ"
_SIBILANT = "teach|coach"
_SPEAKS = re.compile("|".join(f"({verb})" for verb in (*_AGREEING, rf" (?:{_HABITS})\b", rf" (?:{_SIBILANT})\b")))
_FIRST_OR_SECOND = frozenset({"i", "we", "you"})
_REACH = 40
_OFFICE_OF = re.compile(rf"\b(?:{HEADS}) of (?:the )?$", re.IGNORECASE)
_ITS = r"(?:(?:its|their|our|the|an?) )?"
_NAMING = re.compile(rf"\b(?:{NAMED_TO}|names|hires|elects|promotes|welcomes?|(?:appointment|promotion|election) of) $")
_TO_OFFICE = re.compile(rf"(?: as| to be| to|,)? {_ITS}(?:[a-z]+ )?(?i:{HEADS})\b(?! ?['’-])")
_IN_TURN = re.compile(
    rf" (?:has |had )?(?:{SUCCEEDS}|was (?:succeeded|replaced) by) [A-Z][^,.;:]{{1,40}}? as"
    rf" {_ITS}(?:[a-z]+ )?(?i:{HEADS})\b(?! ?['’-])"
)
_PERSONAL_NAME = re.compile(r"(?!The )[A-Z][a-zà-ÿ’'-]+ [A-Z][A-Za-zà-ÿ’'-]+")
_KIND_FOLLOWS = re.compile(rf" {any_of(OF_A_KIND)}\b", re.IGNORECASE)
_BLANK_OUT = dict.fromkeys(range(_FIRST, _FIRST + 4 * _PER_KIND), " ")


@dataclass(frozen=True, slots=True)
class MaskedSentence:
    """``text`` with signs for mentions; ``places`` map its characters back to the document."""

    text: str
    mentions: tuple[NamedMention, ...]
    places: tuple[tuple[int, int], ...]
    signs: tuple[str, ...]

    def mention(self, sign: str) -> NamedMention:
        """The mention that a sign stands for."""
        return self.mentions[self.signs.index(sign)]

    def span(self, start: int, end: int) -> Span:
        """Where characters ``start`` to ``end`` of the masked text lie in the document."""
        last = self.text[end - 1]
        stop = self.mention(last).span.end if last in self.signs else self._place(end - 1) + 1
        return Span(self._place(start), stop)

    def _place(self, at: int) -> int:
        masked, original = self.places[bisect.bisect_right(self.places, at, key=lambda p: p[0]) - 1]
        return original + at - masked


def mask(text: str, sentence: Span, mentions: Sequence[NamedMention]) -> MaskedSentence:
    """The sentence with its mentions, which lie inside it in order, each replaced by one sign."""
    parts: list[str] = []
    places: list[tuple[int, int]] = []
    signs: list[str] = []
    at, position = sentence.start, 0
    kept = [mention for mention in mentions if not _is_of_office(mention, text, sentence)][:_PER_KIND]
    for index, mention in enumerate(kept):
        at, position = _agreeing(
            text, at, mention.span.start, kept[index - 1] if index else None, position, parts, places
        )
        gap = text[at : mention.span.start].translate(_BLANK_OUT)
        sign = chr(_FIRST + _PER_KIND * _kind(mention, text, sentence) + index)
        parts += [gap, sign]
        places += [(position, at), (position + len(gap), mention.span.start)]
        signs.append(sign)
        position += len(gap) + 1
        at = mention.span.end
    at, position = _agreeing(text, at, sentence.end, kept[-1] if kept else None, position, parts, places)
    parts.append(text[at : sentence.end].translate(_BLANK_OUT))
    places.append((position, at))
    return MaskedSentence("".join(parts), tuple(kept), tuple(places), tuple(signs))


def _agreeing(
    text: str,
    at: int,
    end: int,
    before: NamedMention | None,
    position: int,
    parts: list[str],
    places: list[tuple[int, int]],
) -> tuple[int, int]:
    """Put the verb after "I", "we" or "you" as it stands after a name, as patterns have it; where both texts go on."""
    if before is None or before.named or before.type != "PERSON" or before.surface.casefold() not in _FIRST_OR_SECOND:
        return at, position
    match = _SPEAKS.match(text, at, end)
    if match is None:
        return at, position
    index = (match.lastindex or 1) - 1
    forms = list(_AGREEING.values())
    word = forms[index] if index < len(forms) else match.group() + ("s" if index == len(forms) else "es")
    parts.append(word)
    places.append((position, at))
    return match.end(), position + len(word)


def _kind(mention: NamedMention, text: str, sentence: Span) -> int:
    """The range of signs for a mention; a name that only bodies bear is no person, whatever it was taken for.

    Nor is a single name that an office is said to be of ("librarian of Keldham"), nor "Performance Award".
    """
    if mention.type == "PERSON" and _BODY_NAME.fullmatch(mention.surface):
        return _KINDS["ORG"]
    if mention.type == "PERSON" and mention.surface.split()[-1].casefold() in NO_SURNAMES:
        return _OTHER
    if mention.named and mention.type not in _PLACES and _is_appointed(mention, text, sentence):
        return _KINDS["PERSON"]
    if mention.named and mention.type == "PERSON" and " " not in mention.surface:
        before = text[max(sentence.start, mention.span.start - _REACH) : mention.span.start]
        if _OFFICE_OF.search(before):
            return _OTHER
    return _KINDS.get(mention.type, _OTHER)


def _is_of_office(mention: NamedMention, text: str, sentence: Span) -> bool:
    """Whether a name is but the word that says of what an office is: "Documentation" of "Documentation Officer"."""
    is_field = mention.type not in _KINDS or mention.type == "ORG"
    if not (is_field and mention.named and _KIND_FOLLOWS.match(text, mention.span.end, sentence.end)):
        return False
    return all(map(is_word, mention.surface.casefold().split()))


def _is_appointed(mention: NamedMention, text: str, sentence: Span) -> bool:
    """Whether a name like a person's is of one who is named to an office, or follows another in one."""
    if not _PERSONAL_NAME.fullmatch(mention.surface):
        return False
    before = text[max(sentence.start, mention.span.start - _REACH) : mention.span.start]
    after = text[mention.span.end : min(sentence.end, mention.span.end + 2 * _REACH)]
    return bool((_NAMING.search(before) and _TO_OFFICE.match(after)) or _IN_TURN.match(after))
