"""What the words around an office say of it: whether it is the person's at all, and of which body."""

from __future__ import annotations

import re

from timeweave.extraction.relations.masking import ANY, PERSON, MaskedSentence
from timeweave.extraction.relations.patterns import pattern
from timeweave.extraction.times.validity import Aspect
from timeweave.language.dictionary import is_word
from timeweave.language.name_types import ends_as_a_body
from timeweave.lexicon.offices import OF_STATES
from timeweave.records import EntityId

OF_A_FIELD = frozenset({"secretary", "minister", "deputy secretary", "assistant secretary", "deputy minister"})
_FIELDS = frozenset({"ORG", "PRODUCT", "WORK", "EVENT", "LAW", ""})
_AWARD = re.compile(r" of the (?:Year|Month|Week|Day|Match|Game|Season|Tournament|Decade|Century)\b", re.IGNORECASE)
_OF_PERSON = re.compile(rf",? {PERSON}['’]")
_POSSESSIVE = re.compile(r"['’]")
_TOLD_WITHIN = re.compile(r"(?!\w+ly )[\w’'-]+ (?:(?!retired|elected|unelected)[a-z]+ed|met|asked|sued) ")
_NO_FIRST = re.compile(r"\b(?:first|second|third|last|only|youngest|oldest) $")
_TO_DO = re.compile(r"(?: (?:in|from|of|at) [a-z’' ]{1,30}?)? to [a-z]+")
_LOWER_RANK = re.compile(r"\b([Dd]eputy|[Aa]ssistant|[Vv]ice) $")
_SPEAKING = tuple(
    pattern(template)
    for template in (
        r"^(?:The |A )?<b org> (?:said|says|announced|confirmed)(?: \w+day)?,?(?: that)? (?=<person>)",
        r", <det><b org> (?:said|announced|added)(?: in a statement)?(?: on)?(?: \w+day)? ?\.?$",
    )
)
_SIGN, _WORDS = re.compile(ANY), re.compile(r"[\w’'-]+")
_BETWEEN = frozenset({"and", "of", "the", "for"})
_PRESS = re.compile(r"\b(?:News|Times|Post|Journal|Press|Reuters|Bloomberg|BBC|CNN|CNBC|NPR|Guardian|Tribune)\b")


def is_misread(sentence: MaskedSentence, match: re.Match[str], aspect: Aspect) -> bool:
    """Whether the words of ``match`` give its person no office.

    "told the president he would", "named Quarterback of the Year", "was President Lee's spokesman", "Lee's son", "the
    first coach to lose", "the court blocked former President Lee".
    """
    text, end = sentence.text, match.end("role")
    between = text[end : match.start("p")] if match.start("p") > end else None
    if between is None:
        first = _NO_FIRST.search(text, max(0, match.start("role") - 12), match.start("role"))
        is_feat = aspect is Aspect.START and (first or match["role"].startswith(("first ", "only ")))
        return bool(_AWARD.match(text, end) or _OF_PERSON.match(text, end) or (is_feat and _TO_DO.match(text, end)))
    if not between.strip() and not sentence.mention(match["p"]).named:
        return True
    if "," in between and _POSSESSIVE.match(text, match.end("p")):
        return True
    return match.groupdict().get("b") is not None and _TOLD_WITHIN.search(match["role"]) is not None


def office_in_full(sentence: MaskedSentence, match: re.Match[str], office: str) -> tuple[str, bool]:
    """``office`` with what stands before a body named before it, and whether that is a body at all.

    "Deputy U.S. Trade Representative" is no trade representative, "Energy" of "Energy Minister" is a field.
    """
    before = sentence.text[: match.start("b")]
    rank = _LOWER_RANK.search(before)
    above = f"{rank.group(1).casefold()} " if rank else ""
    body = sentence.mention(match["b"])
    is_of_field = office in OF_A_FIELD or office.endswith(" minister")
    if is_of_field and body.type in _FIELDS and not sentence.text[match.end("b") :].startswith(("'", "’")):
        return f"{above}{body.surface.casefold()} {office}", False
    return above + office, True


def is_of_what_follows(sentence: MaskedSentence, match: re.Match[str], body: str) -> bool:
    """Whether the body named after an office only says whose it is: "secretary of Russia's Security Council"."""
    at = sentence.text.index(body)
    return at > match.start("role") and _POSSESSIVE.match(sentence.text, at + 1) is not None


def speaking_body(sentence: MaskedSentence) -> EntityId | None:
    """Who says what the sentence tells of a person: "Acme said Ann Lee will", "..., Acme said"; never the press."""
    for words in _SPEAKING:
        match = words.search(sentence.text)
        if match is not None:
            mention = sentence.mention(match["b"])
            return None if _PRESS.search(mention.surface) else mention.entity
    return None


def tells_field(sentence: MaskedSentence, match: re.Match[str]) -> bool:
    """Whether an office is of work, and not of a body or place: its words are common ones, and no body ends so."""
    told = _SIGN.sub(lambda sign: sentence.mention(sign.group()).surface, match["field"])
    words = [word for word in _WORDS.findall(told.casefold()) if word not in _BETWEEN]
    return bool(words) and all(map(is_word, words)) and not ends_as_a_body(f"the {told}")


def with_nation(
    sentence: MaskedSentence, match: re.Match[str], office: str, aspect: Aspect, issuer: EntityId | None
) -> str:
    """An office that is a title before a name, with the people named before it: "Turkish Interior Minister Ann Lee".

    Empty where nothing tells of whom it is ("Coach Ann Lee"), and no body brings the document out.
    """
    if aspect not in (Aspect.STATE, Aspect.FORMER) or match.start("role") != match.start():
        return office
    sign = next(iter(_SIGN.findall(sentence.text[: match.start()].rstrip()[-1:])), None)
    mention = None if sign is None else sentence.mention(sign)
    if mention is not None and mention.type == "NORP":
        return f"{mention.surface.casefold()} {office}"
    return office if " " in office or office in OF_STATES or issuer else ""
