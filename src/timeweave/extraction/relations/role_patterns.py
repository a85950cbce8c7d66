"""Who holds a role that a sentence tells by a verb: "Ann Lee chairs Acme", "Acme, chaired by Ann Lee"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from timeweave.extraction.relations.masking import MaskedSentence
from timeweave.extraction.relations.patterns import is_supposed, pattern
from timeweave.extraction.relations.relation import Relation
from timeweave.extraction.relations.role_verbs import ROLES, Role
from timeweave.extraction.times.validity import Aspect

_END = (
    r"(?!['’-])(?!,? \d)(?= ?(?:[,;:)–—]|\.(?!\w)|(?:and(?= [a-z])|but|while|since|until|from|between|said|says|told"
    r"|has|is|who|which|after|when)\b|$))"
)
_WHO = r"(?:,? who)?"
_WHICH = r"(?:,? which)?"
_NOW = r"(?: (?:currently|now|still|also))?"
_BY = r"(?:{passive}) by <det><title><p person>"
_PRESENT = (
    (Aspect.NOW, rf"<p person>{_WHO}{_NOW} (?:{{active}}) <det><b {{kind}}>{_END}"),
    (Aspect.STATE, rf"<b body>(?:{_WHICH} (?:is|are)|,){_NOW} {_BY}{_END}"),
    (Aspect.STATE, rf"<b body>{_WHICH} (?:has|have) been {_BY}(?= since\b)"),
    (Aspect.STATE, rf"<p person>{_WHO} has (?:{{passive}}) <det><b body>(?= since\b)"),
)
_PAST = (
    (Aspect.FORMER, rf"<p person>{_WHO} used to (?:{{infinitive}}) <det><b body>{_END}"),
    (Aspect.FORMER, rf"<p person>{_WHO} (?:formerly|previously|once) (?:{{passive}}) <det><b body>{_END}"),
    (Aspect.FORMER, rf"<b body>(?:{_WHICH} (?:was|were)|,)? (?:formerly|previously|once) {_BY}{_END}"),
    (Aspect.PAST, rf"<b body> (?:was|were) {_BY}(?= (?:from|until|between|for)\b)"),
)
_FINITE = (
    (Aspect.PAST, rf"<p person>{_WHO}(?: \w+ly| also| then| later)? (?:{{past}}) <det><b body>{_END}"),
    (Aspect.PAST, rf"<b body> (?:was|were) {_BY}{_END}"),
)
_PLACED = {"leader": "thing", "chair": "thing", "head of government": "place"}
"""What may be headed by whom is told in the active: who "leads Ohio" is ahead there."""

_NO_BODIES = frozenset({"NORP", "EVENT", "WORK", "LAW"})
_OF_ANOTHER = re.compile(r"\b(?:of|by|with|for|at)(?: the)? $", re.I)
_PART_OF = re.compile(
    r"\b(?:at|from|in|of|with|for|by|and|to|against|on|near|inside|within)(?: the| its| their)? $", re.I
)


def _patterns(role: Role) -> Iterator[tuple[re.Pattern[str], str, Aspect]]:
    words = {"active": role.active, "passive": role.passive, "past": role.past, "infinitive": role.infinitive}
    for aspect, template in (*_PRESENT, *_PAST, *(_FINITE if role.past else ())):
        filled = template.format(**words, kind=_PLACED.get(role.relation, "body"))
        yield pattern(filled), role.relation, aspect


_PATTERNS = (
    *(compiled for role in ROLES if role.passive for compiled in _patterns(role)),
    (pattern(rf"<b body> (?:plays?|(?:is|are) playing) under <p person>{_END}"), "head coach", Aspect.STATE),
    (pattern(r"<p person> (?:has |have )?(?:taken|took) charge of <det><b thing>"), "manager", Aspect.START),
    (
        pattern(
            r"<p person> (?:has |have )?(?:taken|took|taken over|took over) (?:at )?the (?:helm|reins) (?:of|at) "
            r"<det><b thing>"
        ),
        "leader",
        Aspect.START,
    ),
)
_ANY_VERB = re.compile(
    r"\b(?:under|charge of|helm|reins|"
    + "|".join(w for role in ROLES for w in (role.active, role.passive, role.past, role.infinitive) if w)
    + r")\b"
)


def role_relations(sentence: MaskedSentence) -> Iterator[Relation]:
    """Roles that a verb tells, each of a body and one person."""
    if len(sentence.mentions) < 2 or not _ANY_VERB.search(sentence.text):
        return
    seen: set[tuple[str, str, str]] = set()
    for words, relation, aspect in _PATTERNS:
        for match in words.finditer(sentence.text):
            person, body = sentence.mention(match["p"]), sentence.mention(match["b"])
            key = (body.entity, relation, person.entity)
            if key in seen or body.entity == person.entity or not _is_told(sentence, match):
                continue
            seen.add(key)
            yield Relation(body.entity, relation, person.entity, True, aspect, match.start(), match.end())


def _is_told(sentence: MaskedSentence, match: re.Match[str]) -> bool:
    """Whether the words stand for themselves: not under a condition, nor of what only is near or part of the body."""
    if sentence.mention(match["b"]).type in _NO_BODIES or is_supposed(sentence.text, match.start()):
        return False
    starts_with_body = match.start() == match.start("b")
    return not (_PART_OF if starts_with_body else _OF_ANOTHER).search(sentence.text[: match.start()])
