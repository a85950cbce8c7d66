"""The ways of answering, each a function that proposes; another is a file of its own and a line here."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from timeweave.answering.apart import answer_apart
from timeweave.answering.attendance import answer_attendance
from timeweave.answering.catalogue import answer_catalogued
from timeweave.answering.computed.compute import compute, is_outright
from timeweave.answering.context.answer_context import (
    AnswerContext,
    asks_cells,
    asks_of_several_times,
    asks_to_work_out,
)
from timeweave.answering.context.successions import next_to, office_unspoken
from timeweave.answering.extractive.collected import propose_collected
from timeweave.answering.extractive.lists import propose_lists
from timeweave.answering.extractive.narrative import is_outdone, narrate, tells_the_story
from timeweave.answering.extractive.news import is_beside, is_for_news, quote_news
from timeweave.answering.extractive.ordered import propose_order
from timeweave.answering.extractive.parts import propose_parts
from timeweave.answering.extractive.published import propose_times
from timeweave.answering.extractive.sentences import propose_sentences
from timeweave.answering.extractive.statements import extract
from timeweave.answering.gist import answer_gist
from timeweave.answering.holders import answer_holders
from timeweave.answering.kg_lookup import compute_state, held_throughout
from timeweave.answering.levels import answer_level
from timeweave.answering.memberships import answer_membership
from timeweave.answering.mentioning import answer_mentioning
from timeweave.answering.multi_document.answering import answer_across_documents, answer_shared
from timeweave.answering.proposals import Answerer, Proposal
from timeweave.answering.prose_figures.asked_days import figure_of
from timeweave.answering.prose_figures.figure_questions import figure_asked
from timeweave.answering.reasoned import MODE as REASON
from timeweave.answering.reasoned import answer_reasoned, without_path
from timeweave.answering.refusal import not_found, nothing_known, refuse, unasked, undated
from timeweave.answering.series import answer_series
from timeweave.answering.tabled import answer_listed, answer_tabled, quotes_other_row
from timeweave.answering.upcoming import is_gone_by
from timeweave.answering.versions import answer_contents, propose_versions, quotes_other_version
from timeweave.language.names import canonical_key
from timeweave.language.terms import index_terms
from timeweave.lexicon.families import forms
from timeweave.lexicon.offices import POSITIONS, TURNS_OF_OFFICE
from timeweave.lexicon.states import BECOMING, BODIES_AT_LARGE, LEAVING, PARTING_FROM, TAKING_IN
from timeweave.question.kinds import Kind
from timeweave.results import Answer

_AT_LARGE = frozenset(index_terms(" ".join(BODIES_AT_LARGE)))
"""Words for the body that all documents are of."""
_CHANGING_HANDS = frozenset(
    index_terms(" ".join([*POSITIONS, *TURNS_OF_OFFICE, *forms(BECOMING, LEAVING, PARTING_FROM, TAKING_IN)]))
)
"""Words by which a question says that an office was taken up and left."""


def _kg_lookup(context: AnswerContext) -> Iterable[Proposal]:
    """Facts of the graph that hold in the scope of the question, though a text may tell it better."""
    state = compute_state(context)
    if state is not None and not _is_person_for_a_thing(state, context):
        yield from _of("kg lookup", state)


def _figures(context: AnswerContext) -> Iterable[Proposal]:
    """Figures of tables and reports, and what is worked out of them."""
    computed = compute(context)
    if computed is not None and not _mixes(computed, context):
        worked_out = computed.calculation is not None or asks_to_work_out(context)
        meant = (is_outright(context) or worked_out) and not tells_the_story(context.story)
        yield Proposal("figures", computed, settles=meant)


def _mixes(computed: Answer, context: AnswerContext) -> bool:
    """Whether of several things asked about in prose some are no figures, but sentences that have a word of theirs, or
    more are not found than are.
    """
    are_figures = len(computed.values) < 2 or all(v.value is not None for v in computed.values)
    return not context.has_reports and (not are_figures or len(not_found(computed)) > len(computed.values))


def _story(context: AnswerContext) -> Iterable[Proposal]:
    """What a page tells of the time asked for."""
    story = context.story
    told = None if is_for_news(story) else narrate(story)
    if told is not None:
        best = story.fitted[0]
        features = {
            "story timely": best.timely / 5,
            "story fit": best.fit / 12,
            "story lasting": best.lasting,
            "story told": tells_the_story(story),
        }
        yield Proposal("narrative", told, features)


def _news(context: AnswerContext) -> Iterable[Proposal]:
    """What articles of a day say."""
    if is_for_news(story := context.story):
        yield from _of("news", quote_news(story))


def _extractive(context: AnswerContext) -> Iterable[Proposal]:
    """Statements that hold what is asked."""
    if not asks_cells(context):
        yield from _of("extractive", extract(context))


def _shared(context: AnswerContext) -> Iterable[Proposal]:
    """What the clauses of a question have in common."""
    yield from _of("shared", answer_shared(context))


def _development(context: AnswerContext) -> Iterable[Proposal]:
    """How a thing developed from time to time."""
    if asks_of_several_times(context):
        from timeweave.answering.extractive.development import propose_development  # loaded where it is asked for

        yield from propose_development(context)


def _of(answerer: str, answer: Answer | None) -> Iterable[Proposal]:
    if answer is not None and not answer.refused:
        yield Proposal(answerer, answer)


ANSWERERS: Sequence[Answerer] = (
    _kg_lookup,
    _figures,
    _story,
    _news,
    _extractive,
    _shared,
    propose_times,
    _development,
    propose_order,
    propose_parts,
    propose_sentences,
    propose_collected,
    propose_lists,
    propose_versions,
)
"""All ways of answering without a model."""


@dataclass(frozen=True, slots=True, eq=False)
class PutForward:
    """What was proposed to a question, and the refusal that stands where none of it is given.

    A veto stands with nothing proposed; a cell of a table, a verdict on what sources say, what came out when, the
    holder of an office stand alone. A figure that ``settled`` the question has others beside it, which count where it
    is not likely.
    """

    proposals: Sequence[Proposal]
    refusal: Answer | None = None
    settled: Proposal | None = None


_SETTLING: Sequence[tuple[str, Callable[[AnswerContext], Answer | None]]] = (
    ("table", lambda context: answer_attendance(context) or answer_tabled(context) or answer_listed(context)),
    ("series", lambda context: answer_series(context) or answer_contents(context)),
    ("catalogue", lambda context: answer_catalogued(context) or answer_mentioning(context) or answer_gist(context)),
    ("holders", answer_holders),
    ("level", answer_level),
    ("across", answer_across_documents),
    ("figure", figure_asked),
    ("state", lambda context: settled_state(context)),
)
"""What settles a question, by its answer or its refusal; the first that does counts."""
_LEFT, _MOST = 2, 0.4  # words of a question, and their share by weight, beyond which facts that hold leave it open
_ALONE = frozenset({"table", "series", "catalogue", "holders", "level", "across", "state"})
"""Those beside whose answer nothing else is proposed."""


def put_forward(context: AnswerContext) -> PutForward:
    """What all answerers propose, but where one of them settles the question, or nothing can answer it."""
    if (reasoned := answer_reasoned(context)) is not None:
        return PutForward((_overtaken(reasoned, context) or reasoned,))
    if (refused := without_path(context)) is not None:
        return PutForward((), refused)
    if why := undated(context) or unasked(context):
        return PutForward((), refuse(context, why))
    several = len(context.question.parts) > 1  # of which a figure or a fact would answer one
    for answerer, settled in _SETTLING:
        if several and answerer == "figure":
            continue
        answer = answer_apart(context, _settled_part) if several and answerer == "state" else settled(context)
        if answer is not None and answer.refused:
            return PutForward(_likely(context) if answerer == "figure" else (), answer)
        if answer is not None:
            known = answer.confidence if answerer in ("catalogue", "holders", "level") else None
            worked_out = Proposal(answerer, answer, settles=True, confidence=known)
            beside = () if answerer in _ALONE else (*_others(context), *_readings(context))
            return PutForward((worked_out, *beside), settled=worked_out)
    if why := nothing_known(context) or office_unspoken(context):
        return PutForward((), refuse(context, why))
    found = _others(context)
    outright = [p for p in found if p.settles]
    return PutForward(outright[:1] if outright and all(p.answerer != "narrative" for p in found) else found)


def _settled_part(context: AnswerContext) -> Answer | None:
    """What settles one of several things that are asked for at once."""
    answers = (settled(context) for _, settled in _SETTLING)
    return next((answer for answer in answers if answer is not None), None)


def _overtaken(reasoned: Proposal, context: AnswerContext) -> Proposal | None:
    """The holder of an office by all that documents state, where a triple, which tells no end, has another."""
    found = context.result.reasoned
    if found is None or context.result.mode == REASON or not context.question.roles:
        return None
    state = settled_state(context)
    if state is None or state.refused or state.answer == reasoned.answer.answer:
        return None
    given = {support.document_id for fact in found.facts for support in fact.supports}
    is_told = any(citation.document_id not in given for citation in state.citations)
    return Proposal("state", state, settles=True) if is_told else None


def _others(context: AnswerContext) -> Sequence[Proposal]:
    found = (p for answerer in ANSWERERS for p in answerer(context))
    others = (quotes_other_row, quotes_other_version, is_gone_by)
    return [p for p in found if not any(misses(context, p.answer) for misses in others)]


def _likely(context: AnswerContext) -> Sequence[Proposal]:
    """Sentences that may give a figure that does not follow from any, where all that is asked about is known; of a
    change those of its two ends.
    """
    target = figure_of(context)
    if target is None or nothing_known(context) or context.has_reports:
        return ()
    from timeweave.answering.prose_figures.likely import propose_likely_figures  # loaded where a figure is asked for

    ends = _development(context) if context.question.expected.both_ends else ()
    found = (*propose_likely_figures(context, target), *ends)
    return [p for p in found if not quotes_other_row(context, p.answer)]


def _readings(context: AnswerContext) -> Sequence[Proposal]:
    """Sentences that tell the same figure of another day, where the question is how things stand."""
    target = figure_of(context) if context.question.asks_now else None
    if target is None or context.has_reports:
        return ()
    from timeweave.answering.prose_figures.likely import propose_readings

    return [p for p in propose_readings(context, target) if not quotes_other_row(context, p.answer)]


def _asks_more(state: Answer, context: AnswerContext) -> bool:
    """Whether several words of a question, and most by weight, are accounted for by nothing that the facts, what states
    them, its names and offices say: the holder of an office answers no question on a hundred other things.
    """
    cited = {c.document_id for c in state.citations}
    said = [state.answer, *(c.quote for c in state.citations), *context.question.roles]
    said += [e.surface for e in context.entities]
    held = index_terms(" ".join(said)).keys() | {
        term for line in context.lines if line.info.id in cited for term in line.title_terms
    }
    held |= context.question.words_of_duty
    asked = context.weighing.terms
    question = context.question
    if question.roles:  # "the council's treasurer" is a treasurer
        held |= _AT_LARGE
    if question.roles and (question.asks_before or question.asks_after):
        held |= _CHANGING_HANDS
    left = [weight for term, weight in asked.items() if term not in held]
    return len(left) > _LEFT and sum(left) > _MOST * sum(asked.values())


def _is_of_others(state: Answer, context: AnswerContext) -> bool:
    """Whether a state gives several times, some of them of what the question does not name."""
    if context.kind is not Kind.WHEN or len({v.period for v in state.values}) < 2:
        return False
    return not all(context.question.holds(canonical_key(v.text)) for v in state.values)


def _is_of_another_kind(state: Answer, context: AnswerContext) -> bool:
    """Whether a state gives what was not asked for: no time, though it is asked when; what the question itself names;
    for a person a day or a phrase in small letters; for "which cloud provider" a phrase that nothing calls one.
    """
    question, texts = context.question, [value.text for value in state.values]
    if context.kind is Kind.WHEN:
        return all(value.period is None for value in state.values)
    if _is_person_for_a_thing(state, context):
        return True
    if question.roles or question.asks_position or not texts:
        return False
    if all(question.holds(canonical_key(text)) for text in texts):
        return True
    if context.kind is Kind.WHO and any(text.islower() or not any(map(str.isalpha, text)) for text in texts):
        return True
    if all(context.view.entity(canonical_key(text)) is not None for text in texts):
        return False
    told = index_terms(" ".join([state.answer, *(c.quote for c in state.citations)])).keys()
    return bool(question.thing_asked) and 2 * len(question.thing_asked & told) <= len(question.thing_asked)


def _is_person_for_a_thing(state: Answer, context: AnswerContext) -> bool:
    """Whether the holder of an office is given where it is asked what thing has to do with that: "what price did the
    owner pay".
    """
    question, texts = context.question, [value.text for value in state.values]
    of_office = question.thing_asked & index_terms(" ".join(question.roles)).keys()
    if not question.thing_asked or of_office or question.wanted_types is not None or not texts:
        return False
    entities = [context.view.entity(canonical_key(text)) for text in texts]
    return all(entity is not None and entity.type == "PERSON" for entity in entities)


def settled_state(context: AnswerContext) -> Answer | None:
    """The facts of the graph that hold in the scope of a question, where they account for most of its words and no text
    of the time tells it better.
    """
    if nothing_known(context) or (state := answer_membership(context) or compute_state(context)) is None:
        return None
    missed = (_asks_more, _is_of_others, _is_of_another_kind)
    if not state.refused and any(misses(state, context) for misses in missed):
        return None
    story = context.story
    if next_to(context):  # who came before or after is told by no single sentence
        return state
    if is_beside(state, story) or (is_outdone(state, story) and not held_throughout(state, context)):
        return None
    return state
