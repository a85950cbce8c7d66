"""Relations as a model words them, made into the names that rules use, so that one relation has one name."""

from __future__ import annotations

import re
from dataclasses import dataclass

from timeweave.extraction.relations.offices import is_former, is_office, office_of_body, offices

_AUXILIARIES = re.compile(
    r"^(?:(?:is|are|was|were|be|been|being|has|have|had|will|would|currently|now|also|recently|the|a|an|its|their|our|"
    r"his|her)\s+)+"
)
_HOLDS = re.compile(
    r"^(?:(?:is|was|has been|became|becomes|serves?|served|serving|acts?|acted|works?|worked|appointed|named|elected|"
    r"joined|joins|continues?)\s+)*(?:(?:to be|as|to)\s+)?(?:(?:the|a|an|its|their|our|new|current)\s+)*",
)
_OF_BODY = re.compile(r"\s+(?:of|at|for|in|with)(?:\s+the)?$")
_HOLDING = re.compile(
    r"(?:(?:is|was|has been|became|serves?|served|acts?|acted|appointed|named|elected)(?: as)?|position(?: held)?|"
    r"role|office|title|position held|holds (?:the )?(?:position|office|role)(?: of)?|as)"
)
_LONGEST_OFFICE = 6  # words
_SPELLINGS = {
    "acquires": "acquired", "acquisition": "acquired", "acquisition of": "acquired", "purchased": "acquired",
    "bought": "acquired", "buys": "acquired", "took over": "acquired",
    "headquarters": "headquartered in", "headquarters in": "headquartered in", "based in": "headquartered in",
    "headquarters location": "headquartered in",
    "founder of": "founded", "established": "founded", "co-founded": "founded",
    "situated in": "located in", "lies in": "located in", "location": "located in",
    "wins": "won", "joins": "joined", "leaves": "left", "defeats": "defeated", "beat": "defeated",
    "subsidiary of": "owned by", "acquired by": "owned by",
    "studied at": "educated at", "graduated from": "educated at", "attended": "educated at",
    "spouse": "married", "married to": "married",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class NamedRelation:
    """A relation by its normal name; ``office`` where it is one, held by the object for the subject.

    ``turned`` says that the claim has the holder as subject and so has to be turned round; ``former`` that the office
    is no longer held. ``body`` is the office's body where the claim has it within the object ("CEO of Acme").
    """

    name: str
    office: bool = False
    turned: bool = False
    former: bool = False
    body: str | None = None


def named_relation(relation: str, object_: str) -> NamedRelation | None:
    """The relation that words name; ``None`` where they name none.

    "CEO", "is the CEO of" and "serves as" with the object "CEO of Acme" are all the office chief executive officer.
    """
    words = " ".join(relation.replace("_", " ").casefold().replace("’", "'").split()).strip(" .,;:")
    if not any(c.isalpha() for c in words):
        return None
    if _HOLDING.fullmatch(words) and (held := office_of_body(object_)) is not None and is_office(held[1]):
        return NamedRelation(held[1], office=True, turned=True, former=is_former(object_), body=held[0])
    of_body = _OF_BODY.search(words)
    role = _HOLDS.sub("", words[: of_body.start()] if of_body else words)
    if role and len(role.split()) <= _LONGEST_OFFICE and ";" not in role and is_office(role):
        named = list(offices(role))
        if len(named) == 1:
            return NamedRelation(named[0], office=True, turned=of_body is not None, former=is_former(words))
    bare = _AUXILIARIES.sub("", words) or words
    return NamedRelation(_SPELLINGS.get(words) or _SPELLINGS.get(bare) or bare)
