"""Edges between neighbouring entities of a sentence by the verb between them, where no pattern reads it (TG-03)."""

from __future__ import annotations

import itertools
import re
from collections.abc import Collection, Iterator

from timeweave.extraction.relations.masking import MaskedSentence
from timeweave.extraction.relations.office_patterns import Relation
from timeweave.extraction.relations.patterns import stands_alone
from timeweave.extraction.times.validity import Aspect
from timeweave.language.mentions import NamedMention

MOST = 6  # edges a sentence: a list of twenty names is no reason for 190

_IRREGULAR = (
    "(?:beat|met|led|won|lost|made|gave|took|told|left|held|ran|saw|built|sold|bought|wrote|sent|became|hit|cut|put|paid"
    "|kept|brought|went|came|began|broke|spoke|fought|joins|plays|leads|makes|helps|owns|runs|shows|calls)"
)

_NO_RELATION = (
    r"(?:during|including|according|following|regarding|concerning|being|besides|says|added|thinks|thinking|believes"
    r"|argued|suggested|noted|wanted|wants|hopes|hoped|claimed|insisted|reported|named)\b"
)
_PARTICLE = (
    r"(?:up|out|off|over|on|in|to|with|for|by|from|at|into|against|of|about|as|through|under|between|after|before)"
)
_WORDS = re.compile(
    r" ?(?:,? (?:which|who|that))? ?(?:(?:has|have|had|also|then|later|now|will|would|can|could|is|are|were|was|been|be"
    rf"|being|\w+ly) )*((?:(?!{_NO_RELATION})[a-z]+(?:ed|es|ing)|{_IRREGULAR})(?: {_PARTICLE}){{0,2}})"
    r" ?(?:the |a |an |its |their |his |her |our )?"
)
_POSSESSIVES = frozenset({"our", "its", "his", "her", "my", "your"})


def costated_relations(sentence: MaskedSentence, joined: Collection[frozenset[str]]) -> Iterator[Relation]:
    """Edges between neighbours with a verb between them; pairs in ``joined`` are left out."""
    seen = {*joined}
    count = 0
    for (first, last), (sign, next_sign) in zip(
        itertools.pairwise(sentence.mentions), itertools.pairwise(sentence.signs), strict=True
    ):
        pair = frozenset({first.entity, last.entity})
        if len(pair) == 1 or pair in seen:
            continue
        seen.add(pair)
        start, end = sentence.text.index(sign), sentence.text.index(next_sign) + 1
        verb = _between(sentence, start, end, first)
        if verb is not None:
            yield Relation(first.entity, verb, last.entity, True, Aspect.EVENT, start, end)
            count += 1
            if count == MOST:
                return


def _between(sentence: MaskedSentence, start: int, end: int, before: NamedMention) -> str | None:
    """The words between two names where they are a verb with its particles."""
    match = _WORDS.fullmatch(sentence.text, start + 1, end - 1)
    if (
        match is None
        or not stands_alone(sentence.text, end)
        or (not before.named and before.surface.casefold() in _POSSESSIVES)
    ):
        return None
    return match.group(1)
