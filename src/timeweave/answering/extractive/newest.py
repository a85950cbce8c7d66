"""What holds now was said last: of the sentences that answer equally well, the one of the newest document."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Sequence, Set

from timeweave.answering.context.answer_context import AnswerContext
from timeweave.answering.context.reading import Line
from timeweave.evolution.relations import same_seat
from timeweave.extraction.relations.offices import ROLE, is_former, mentions_office, offices
from timeweave.extraction.relations.role_verbs import UNSPECIFIC, roles_asked
from timeweave.language.dictionary import is_word
from timeweave.language.names import canonical_key
from timeweave.lexicon.families import any_of
from timeweave.lexicon.lazy import lazily
from timeweave.lexicon.name_parts import HONORIFICS
from timeweave.lexicon.offices import SECOND
from timeweave.question import Question
from timeweave.question.kinds import Kind
from timeweave.records import DocumentId, DocumentInfo
from timeweave.results import Answer

_EQUALLY = 2 / 3  # of the best share of the question's words that a sentence must hold to answer as well
_OVER = lazily(
    r"\b(?:no longer|used to|had been"
    r"|(?:was|were|served as) (?:once |then )?(?:the|a|an|its|their)(?! (?:new|next)))\b",
    re.IGNORECASE,
)
_ITS_OWN = lazily(r"\b[\w-]+['’]s\b")
_OF_BODY = lazily(rf"(?i:(?P<role>{ROLE})) (?:of|at|for) (?:the )?(?P<body>[A-Z][\w’'-]+)")
_WORD = lazily(r"[^\W_]+")
_CAPITALS = lazily(r"[A-Z][\w’'-]+(?: [A-Z][\w’'-]+)+")  # a name of several words, recognised or not
_OF_ANYTHING = frozenset({Kind.VALUE, Kind.OPEN})
_NO_PERSONS = frozenset({"GPE", "LOC", "FAC", "NORP", "EVENT", "LANGUAGE"})


def newest_answering(lines: Sequence[Line], context: AnswerContext, asked_terms: Set[str]) -> Line | None:
    """The line of the newest document among those that can answer and hold as many of ``asked_terms`` as the best of
    them, or nearly so, or say them by a verb, and tell of nothing over; the first of its day.

    ``None`` where none can, or now is not meant.
    """
    if not context.question.asks_now or not asked_terms:
        return None
    held = [(line, _held(line, context, asked_terms)) for line in lines]
    able = [(line, share) for line, share in held if share > 0 and _can_answer(line, context, whole=share == 1.0)]
    best = max((share for _, share in able), default=0.0)
    return max(
        (line for line, share in able if share >= _EQUALLY * best), key=lambda one: day_of(one.info), default=None
    )


def day_of(info: DocumentInfo) -> dt.date:
    """The date of a document; the earliest there is for one without."""
    return info.published or dt.date.min


def is_superseded(state: Answer, line: Line | None, context: AnswerContext) -> bool:
    """Whether ``line`` is of a later day than all documents cited for ``state``, and says something else: nothing of
    a person who is called by the last name there.
    """
    if line is None or any(_speaks_of(line, v.text, context) for v in state.values):
        return False
    cited = [context.view.document(DocumentId(c.document_id)) for c in state.citations]
    return all(day_of(info) < day_of(line.info) for info in cited if info is not None)


def _speaks_of(line: Line, value: str, context: AnswerContext) -> bool:
    if canonical_key(value) in line.statement.entities or value in line.text:
        return True
    known, last = context.view.entity(canonical_key(value)), re.escape(value.split()[-1])
    if known is None or known.type != "PERSON":
        return False
    if re.search(rf"\b{any_of(HONORIFICS)}\.? {last}\b", line.text):
        return True
    alone = rf"(?:^|[^\w ] ?|\b[a-z][\w’'-]* ){last}\b"  # and no other first name before it
    return not is_word(last.casefold()) and re.search(alone, line.text) is not None


def _held(line: Line, context: AnswerContext, asked_terms: Set[str]) -> float:
    """The share of the ``asked_terms`` that a line holds; 1 where it says them by a verb."""
    share = len(asked_terms & line.terms) / len(asked_terms)
    return 1.0 if share < 1.0 and context.question.role_said_by_verb(line.text) else share


def _can_answer(line: Line, context: AnswerContext, *, whole: bool) -> bool:
    """Whether a line is about an entity of the question, and holds a number or a name such as is asked for, or, where
    neither has to be ("what is the timeout"), the ``whole`` of what is asked.
    """
    expected = context.question.expected
    if not context.is_about(line) or is_former(line.text) or _OVER.search(line.text):
        return False
    if context.kind is Kind.WHO and (
        not _tells_role(context.question, line.text) or _is_role_of_others(context, line.text)
    ):
        return False
    if expected.number:
        return expected.numbers(line.text) > 0
    return (expected.name and _names_another(line, context)) or (whole and context.kind in _OF_ANYTHING)


def _is_role_of_others(context: AnswerContext, text: str) -> bool:
    """Whether a text says the office that is asked for of other bodies alone: "met Dee Orr, CEO of Norvale"."""
    roles = context.question.roles
    if not roles or not mentions_office(text):
        return False
    told = [m for m in _OF_BODY.finditer(text) if roles & set(offices(m["role"]))]
    asked = " ".join(entity.name for entity in context.entities).casefold()
    return bool(told) and bool(asked) and not any(m["body"].casefold() in asked for m in told)


def _tells_role(question: Question, text: str) -> bool:
    """Whether a text says the role that a question asks for, if it asks for one: "the mayoral race" names no mayor, nor
    "the treasurer's report" a treasurer.
    """
    roles = question.roles
    if not roles or question.role_said_by_verb(text):
        return True
    if any(role == UNSPECIFIC or role.startswith("head of ") for role in roles):
        return mentions_office(text)
    asked = {_rank(name) for role in roles for name in same_seat(role)}
    return not asked.isdisjoint(map(_rank, roles_asked(_ITS_OWN.sub(" ", text))))


def _rank(office: str) -> tuple[str, str]:
    """The last word of an office, and the one by which it is that of a deputy."""
    words = office.replace("-", " ").split()
    return words[-1], next((word for word in words if word in SECOND), "")


def _names_another(line: Line, context: AnswerContext) -> bool:
    """Whether a line names what neither the question names nor the document comes from; one who can be meant by who."""
    for name in line.statement.entities:
        if name == canonical_key(line.info.source) or context.question.holds(name):
            continue
        info = context.view.entity(name)
        if context.kind is not Kind.WHO or info is None or info.type not in _NO_PERSONS:
            return True
    told = context.question.words.union(_WORD.findall(line.info.source.casefold()))
    return any(told.isdisjoint(_WORD.findall(run[0].casefold())) for run in _CAPITALS.finditer(line.text))
