"""What says in a verb who holds a role: "presides over" of a chair, "is coached by" of a head coach.

One table: `role_patterns` makes facts of its wordings, and answers ask it whether a text says a role in a verb.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from timeweave.extraction.relations.offices import ROLE, mentions_office, offices
from timeweave.language.terms import index_terms
from timeweave.lexicon.families import any_of
from timeweave.lexicon.lazy import lazily
from timeweave.lexicon.offices import DUTIES, SEATS
from timeweave.lexicon.states import BODIES_AT_LARGE


@dataclass(frozen=True, slots=True)
class Role:
    """A role with how it is told; each of the fields is a regular expression or empty.

    ``relation`` is what the facts of its wordings are called, of whom or what the role belongs to; ``asked`` how a
    question names it. ``active`` stand between holder and body in the present ("chairs"), ``passive`` between body and
    holder before "by" ("chaired"), ``past`` are finite ("chaired"), ``infinitive`` follow "used to"; ``loose`` say
    the role to one who asks for it, but make no facts.
    """

    relation: str
    asked: str
    active: str = ""
    passive: str = ""
    past: str = ""
    infinitive: str = ""
    loose: str = ""


_HEADING = "directors?|heads?|chiefs?|principal|rector|dean"
ROLES = (
    Role(
        "head coach",
        "(?:head )?coach(?:es)?|managers?|trainers?",
        active="coaches|trains",
        passive="coached|trained",
        past="coached",
        infinitive="coach|train",
        loose=r"manages|managed by|in charge of|at the helm of|play(?:s|ing)? under",
    ),
    Role(
        "manager",
        "(?:head )?coach(?:es)?|managers?|trainers?",
        active="manages|is in charge of",
        passive="managed",
        past="managed",
        infinitive="manage",
        loose="coaches|coached by|trains|trained by",
    ),
    Role(
        "chair",
        "chair(?:man|woman|person)?",
        active="chairs|co-chairs|presides over",
        passive="chaired|co-chaired|presided over",
        past="chaired|presided over",
        infinitive="chair|preside over",
    ),
    Role(
        "captain",
        "captains?|skippers?",
        active="captains|skippers",
        passive="captained|skippered",
        past="captained|skippered",
        infinitive="captain|skipper",
    ),
    Role(
        "maintainer",
        "(?:co-)?maintainers?",
        active="maintains|co-maintains",
        passive="maintained|co-maintained",
        infinitive="maintain",
    ),
    Role(
        "leader",
        f"chair(?:man|woman|person)?|chief executive officer|presidents?|leaders?|{_HEADING}",
        active="leads|heads|heads up|runs|is at the (?:helm|head) of",
        passive="led|headed|headed up|run",
        infinitive="lead|head|run",
        loose="in charge of|at the helm of|chairs|chaired by|presides over",
    ),
    Role(
        "head of government",
        r"(?:head|leader)s? of (?:the )?(?:government|state)|prime ministers?|premiers?|mayors?|governors?",
        active="governs",
        passive="governed",
        infinitive="govern",
    ),
    Role(
        "owns",
        "owners?|parent company",
        loose="owns|owned by|belongs? to|(?:part|subsidiary|unit|division) of",
    ),
    Role(
        "works for",
        "employers?",
        loose="works? (?:for|at|as)|employs|employed (?:by|at)|teaches at|(?:has|holds) a (?:post|job|chair) at",
    ),
    Role(
        "works for",
        "work(?:s|ing)? (?:for|at)",
        loose="employs|employed (?:by|at)|teaches at|(?:has|holds) a (?:post|job|chair) at",
    ),
    Role("plays for", "teams?|clubs?|sides?", loose="plays? (?:for|with|at)|signed (?:for|with|by)|joined"),
    Role(
        "position held",
        "positions?|offices?|posts?|jobs?|roles?",
        loose="serves? as|serving as|works? as|sits? (?:as|in)|acts? as",
    ),
    Role("member of", "part(?:y|ies)", loose="member of|members? include|belongs? to|sits? for|represents"),
    Role(
        "headquartered in",
        "headquarter(?:s|ed)?|seat|based",
        loose="headquartered (?:in|at)|based (?:in|at)|moved to|relocated to",
    ),
    Role("married", "spouse|husband|wife|married", loose="married to|wife of|husband of"),
)

UNSPECIFIC = "leader"
"""The relation of who heads a body, whatever the office is called."""

_OFFICE = lazily(ROLE, re.IGNORECASE)
_DEPUTY_TO = lazily(r"\b(deputy|assistant) (?:to|of) (?:the|its|their) ", re.IGNORECASE)  # "deputy to the chair"
_SEAT = lazily(
    r"\b(?:hold|holds|held|holding|has|have|had|takes?|took|taken|taking|gives? up|gave up|given up|leaves?|left)"
    rf" (?:the |its |their |our |[\w’'.-]+['’]s )?({any_of(SEATS)})\b",
    re.IGNORECASE,
)
_OF_BODY_AT_LARGE = lazily(rf"^.*\b(?:{any_of(BODIES_AT_LARGE)})['’]s ", re.IGNORECASE)
_PAST = r"(?<!\bwas )(?<!\bwere )(?<!\bbeen )(?<!\bonce )(?<!\bformerly )(?<!\bpreviously )(?<!\ba )"


def _in_the_present(role: Role) -> re.Pattern[str]:
    by = f"(?:{role.passive}) by" if role.passive else ""
    verbs = "|".join(words for words in (role.active, by, role.loose) if words)
    return lazily(rf"\b{_PAST}(?:{verbs})\b", re.IGNORECASE)


def _progressive(verb: str) -> str:
    """Of "preside over" "presiding over", with what is led behind it."""
    first, apart, rest = verb.partition(" ")
    stem = re.sub(r"^([^aeiou]+[aeiou])([gmnpt])$", r"\1\2\2", first.removesuffix("e"))
    return rf"{stem}ing{apart}{rest}(?= (?:the|our|its|their|your|this|(?-i:[A-Z])))"


def _asked_by_verb(role: Role) -> re.Pattern[str]:
    at_it = "|".join(map(_progressive, filter(None, role.infinitive.split("|"))))
    verbs = "|".join(words for words in (role.active, role.passive, role.past, at_it) if words)
    return lazily(rf"\bwho (?:(?:currently|now) )?(?:is |are |was |were )?(?:{verbs})\b", re.IGNORECASE)


_OF_TIME = (
    r"(?:now|currently|today|these days|at the moment"
    r"|(?:in|as of|since|until|before|after|during|on)\b(?! the\b(?! committee)))"
)
_BY_DUTY = tuple(
    (lazily(rf"\bwho (?:{did})(?=\W*$|,| {_OF_TIME})", re.IGNORECASE), office) for office, did in DUTIES.items()
)
_VERBS = tuple((_asked_by_verb(role), role.relation) for role in ROLES if role.passive)
_COMPILED = tuple((lazily(rf"\b(?:{role.asked})\b", re.IGNORECASE), _in_the_present(role)) for role in ROLES)


def says_by_verb(question: str, text: str) -> bool:
    """Whether ``text`` has a verb in the present by which a role that ``question`` names is held."""
    return any(role.search(question) and verbs.search(text) for role, verbs in _COMPILED)


def roles_asked(question: str) -> frozenset[str]:
    """The offices that a question names, and the relations of the verbs by which it asks who holds one, or did what
    its holder does.
    """
    asked = _DEPUTY_TO.sub(r"\1 ", question)
    found = _OFFICE.finditer(asked) if mentions_office(asked) else ()
    phrases = (_OF_BODY_AT_LARGE.sub("", match.group()) for match in found)
    named = {office for phrase in phrases for office in offices(phrase)}
    named |= {SEATS[seat.casefold()] for seat in _SEAT.findall(question)}
    return frozenset(named | {relation for verb, relation in (*_VERBS, *_BY_DUTY) if verb.search(question)})


def words_of_duty(question: str) -> frozenset[str]:
    """The index terms of what the holder of an office does, by which a question asks for one: "looked after money"."""
    asked = (duty.search(question) for duty, _ in _BY_DUTY)
    return frozenset(term for match in asked if match is not None for term in index_terms(match.group()))


def relations_telling(role: str, known: Iterable[str]) -> Iterator[str]:
    """Those of the relations ``known`` that tell who holds ``role``: its own, and of what is asked for by its name."""
    told = {one.relation for one in ROLES if re.fullmatch(one.asked, role, re.IGNORECASE)}
    named = [one.asked for one in ROLES if one.relation == role]
    for relation in known:
        if relation == role or relation in told or any(re.fullmatch(asked, relation) for asked in named):
            yield relation
