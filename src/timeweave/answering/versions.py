"""Answers out of release notes: what is new in a version, and in which version something changed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from timeweave.answering.context.answer_context import AnswerContext
from timeweave.answering.context.reading import Line, Section, Versions, about, cite_span
from timeweave.answering.extractive.clauses import count_words
from timeweave.answering.extractive.sentences import clause_about, may_answer, read_again
from timeweave.answering.extractive.wording import on_one_line
from timeweave.answering.proposals import Proposal
from timeweave.answering.refusal import refuse
from timeweave.extraction.relations.publications import titled
from timeweave.language.numbering import Number, read_number
from timeweave.language.release_notes import day_of_release
from timeweave.language.terms import index_terms
from timeweave.lexicon.releasing import CHANGE_KINDS
from timeweave.question.versions import ContentsAsked
from timeweave.records import Block, BlockKind, DocumentInfo, Layout, Span
from timeweave.results import Answer, Value
from timeweave.retrieval.series_events import bears, numbered

_PROPOSED = 4  # versions, each with the line that says what is asked
_ROOM = 58  # words of a list of changes
_ITEM = 24  # words of one of them
_TOLD = frozenset({BlockKind.ITEM, BlockKind.PARAGRAPH})


@dataclass(frozen=True, slots=True)
class _Change:
    """A line of release notes: its words, and those of the heading below which it stands in its version."""

    words: str
    span: Span
    heading: str


def answer_contents(context: AnswerContext) -> Answer | None:
    """What is new in the version that a question names, where release notes tell it; ``None`` where not asked."""
    asked = context.question.contents
    if asked is None:
        return None
    found = {(info.id, section): info for info, section in _sections(asked.number, context)}
    fitting = [(info, section) for (_, section), info in found.items() if _is_named(asked, section)]
    if len({section.title.casefold() for _, section in fitting}) != 1:
        return None
    told = [(info, section, list(_changes(info, section, context))) for info, section in fitting]
    info, section, changes = max(told, key=lambda of_one: len(of_one[2]))
    topic = asked.terms - index_terms(f"{section.title} {info.title} {info.id}").keys()
    wanted = _wanted(asked, topic, changes)
    if not wanted and not topic:
        what = f"name nothing under {asked.kind!r}" if asked.kind else "tell nothing"
        return refuse(context, (f"missing: the release notes of {section.title} {what}",))
    return _listed(wanted, info, section, context) if wanted else None


def quotes_other_version(context: AnswerContext, answer: Answer) -> bool:
    """Whether, where one version is asked for what it holds, an answer quotes the notes of another."""
    asked = context.question.contents
    if asked is None:
        return False
    sections = (line.section for line in context.lines if line.section is not None and line.is_cited(answer.citations))
    return any(asked.number.text not in section.title.split() for section in sections)


def propose_versions(context: AnswerContext) -> Iterable[Proposal]:
    """Where a version is asked for by what it holds, those whose release notes say it, each with the line that does."""
    if not context.question.asks_which_version:
        return
    near = [(line, section) for line in read_again(may_answer(context), context) if (section := _version_of(line))]
    for line, section in near[:_PROPOSED]:
        span = clause_about(line, context)
        if span is None:
            continue
        said = on_one_line(line.text[span.start : span.end])
        value = Value(None if section.day is None else str(section.day), "", section.title, None, None, 0)
        yield Proposal(
            "version", context.quoting(f"{about(line.info, section)}: {said}", (value,), (line.citation(span),))
        )


def _version_of(line: Line) -> Section | None:
    """The version whose release notes a line stands in: under its heading, or in what announces it."""
    if line.section is not None:
        return line.section
    things = [t for t in titled(line.info.title) if t.number is not None]
    return Section(things[0].name, line.info.published, 0) if len(things) == 1 else None


def _sections(number: Number, context: AnswerContext) -> Iterator[tuple[DocumentInfo, Section]]:
    """The sections of release notes that are headed by a number: by events of publication, else in the evidence."""
    supports = [s for fact in numbered(context.view) if bears(fact, number) for s in fact.supports]
    infos = context.view.info({s.key.ordinal for s in supports})
    versions = Versions(context.view)
    places = ((infos[s.key.ordinal], s.span.start) for s in supports)
    found = [(info, section) for info, at in places if (section := versions.above(info, at)) is not None]
    yield from found
    for line in () if found else context.lines:
        borne = read_number(line.section.title.rpartition(" ")[2]) if line.section is not None else None
        if line.section is not None and borne is not None and borne.same(number):
            yield line.info, line.section


def _is_named(asked: ContentsAsked, section: Section) -> bool:
    """Whether a section is of the series that a question names, if it names any name of it."""
    series = index_terms(section.title.rpartition(" ")[0]).keys()
    return bool(series & asked.terms) or not asked.terms


def _changes(info: DocumentInfo, section: Section, context: AnswerContext) -> Iterator[_Change]:
    """The items below the heading of a version, until the next heading that is no lower."""
    layout = context.view.layout(info.ordinal)
    top = layout.blocks[section.heading]
    heading = ""
    for number, block in enumerate(layout.blocks[section.heading + 1 :], section.heading + 1):
        if block.kind is BlockKind.HEADING:
            if block.level <= top.level:
                return
            heading = _words(info, layout, block, context)
        elif block.kind is BlockKind.PARAGRAPH and _introduces(layout.blocks, number):
            heading = _words(info, layout, block, context)
        elif block.kind in _TOLD and not _is_under_an_item(layout.blocks, block):
            if number == section.heading + 1 and day_of_release(_words(info, layout, block, context)) is not None:
                continue
            yield _Change(_words(info, layout, block, context).rstrip(":"), block.span, heading)


def _introduces(blocks: Sequence[Block], number: int) -> bool:
    """Whether a block introduces the list behind it: "**Bugfixes**"."""
    return number + 1 < len(blocks) and blocks[number + 1].lead == number


def _is_under_an_item(blocks: Sequence[Block], block: Block) -> bool:
    return block.lead is not None and blocks[block.lead].kind is BlockKind.ITEM


def _words(info: DocumentInfo, layout: Layout, block: Block, context: AnswerContext) -> str:
    return on_one_line(layout.words(context.view.text(info.ordinal, block.span), block.span.start))


def _wanted(asked: ContentsAsked, topic: frozenset[str], changes: Sequence[_Change]) -> Sequence[_Change]:
    """The changes of the kind and on the topic that a question asks for."""
    found = [c for c in changes if topic <= index_terms(f"{c.heading} {c.words}").keys()]
    of_kind = index_terms(" ".join(CHANGE_KINDS.get(asked.kind, ()))).keys()
    sorted_out = [c for c in found if of_kind & index_terms(c.heading).keys()]
    sorted_out = sorted_out or [c for c in found if of_kind & index_terms(" ".join(c.words.split()[:2])).keys()]
    return sorted_out if asked.kind else found


def _listed(changes: Sequence[_Change], info: DocumentInfo, section: Section, context: AnswerContext) -> Answer:
    told: list[_Change] = []
    shown: list[str] = []
    for change in changes:
        words = change.words.split()
        short = " ".join(words[:_ITEM]) + (" …" if len(words) > _ITEM else "")
        if told and sum(map(count_words, shown)) + count_words(short) > _ROOM:
            break
        told.append(change)
        shown.append(short)
    more = len(changes) - len(told)
    lines = [f"{about(info, section)}:", *shown, *([f"and {more} more"] if more else [])]
    return context.quoting(
        "\n".join(lines),
        (Value(None if section.day is None else str(section.day), "", s, None, None, i) for i, s in enumerate(shown)),
        (cite_span(info, change.span, context.view) for change in told),
    )
