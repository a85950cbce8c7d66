"""Who wrote a text as what, by the line above it: "By Ann Lee, Head of Delivery and Bo Ek, Policy Advisor"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from timeweave.extraction.relations.masking import ANY, MaskedSentence
from timeweave.extraction.relations.office_patterns import Relation
from timeweave.extraction.relations.offices import spelled
from timeweave.extraction.relations.patterns import pattern
from timeweave.extraction.times.validity import Aspect
from timeweave.lexicon.offices import tells_office

_AUTHOR = pattern(
    r"(?:^[Bb]y |; |,? and )<p person>(?:, | \()(?P<role>[^;,()\n]{2,80}?)\)?"
    r"(?:(?:,| of| at| for| with) (?:the )?<b body>)?(?=;|,? and <any>|$)"
)
_SIGN = re.compile(ANY)


def byline_relations(sentence: MaskedSentence) -> Iterator[Relation]:
    """The offices of the authors that a byline names, each of its body where it names one."""
    if sentence.text[:3].casefold() != "by ":
        return
    for match in _AUTHOR.finditer(sentence.text):
        role = _SIGN.sub(lambda sign: sentence.mention(sign[0]).surface, match["role"])
        if not tells_office(role):
            continue
        person, office = sentence.mention(match["p"]).entity, spelled(role)
        body = sentence.mention(match["b"]).entity if match["b"] else None
        ends = (body, office, person, True) if body else (person, "position held", office, False)
        yield Relation(*ends, Aspect.STATE, match.start("p"), match.end())
