"""The rolls of minutes: the lists of those present, of guests and of the absent, and the lines on who led and minuted.

"Present: Ann Lee, Bo Ek (Chair)", "## Attendees" with a name to a line or a row of a table, "Regrets: …", "Facilitator:
Ann Lee", "The meeting was led by Ann Lee".
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from timeweave.language.dictionary import is_word
from timeweave.language.proper_nouns import is_not_a_name
from timeweave.lexicon.families import any_of, words
from timeweave.lexicon.lazy import lazily
from timeweave.lexicon.meetings import ABSENT, ATTENDED, GUESTS, MINUTED, MISSED, PRESENT, PRESIDING, SCRIBES
from timeweave.lexicon.name_parts import HONORIFICS
from timeweave.lexicon.states import BODIES_AT_LARGE
from timeweave.records import Block, BlockKind, Span

_LONGEST_LABEL = 8  # words
_LONGEST_LINE = 5  # of one that is no heading and has no colon
_LONGEST_OFFICE = 3  # words before the name of who leads or writes
_MOST_NAMES = 300
_LONGEST_NAME = 60  # characters
GUEST = "observer"
"""As whom guests attend."""

_ENDS_LIST = 2  # items in a row that are no names
_OPENING = 60  # lines among which it is said who leads a meeting and takes its minutes
_LABEL = lazily(r"\W*(?P<label>[^\W\d][^:(\n]{1,70}?)\s*(?:\([^:\n]*)?(?P<colon>:\s*(?P<rest>\S.*)?)?")
_WORD = lazily(r"[^\W\d_][\w'’-]*")
_CAPITAL = r"(?:[^\W\d_a-z][\w’'.-]*)"
_PARTICLES = r"(?:(?:van|von|de|der|den|da|di|du|del|la|le|bin|al|el) )*"
_NAME = lazily(
    rf"(?:(?:{any_of(HONORIFICS)})\b\.? )*"
    rf"(?P<name>{_CAPITAL}(?: {_PARTICLES}{_CAPITAL}){{0,4}}|[a-z]\w{{1,15}})"
    r"(?: ?[\"“][^\"”]{1,20}[\"”])?"
)
_HANDLE = lazily(r"@(?P<name>[A-Za-z0-9][\w-]{1,38})(?![\w/-])")
_ASIDE = lazily(r"\s*(?:\([^()]*\)|\[[^\][]*\]|<[^<>]*>|@[\w-]+|\*+)")
_BEHIND = lazily(r"\s*(?:[-–—:/,]|\b(?:from|of|for|at|as|until|joined|left|arrived|via)\b).*", re.DOTALL)
_SET_OFF = lazily(r"\([^()]*\)|\[[^\][]*\]")
_BETWEEN = lazily(r"\s{0,9}(?:[,;\n•]|\band\b|&|\s/\s)\s{0,9}")
_BETWEEN_PEOPLE = lazily(r"\s{0,9}[;\n•]\s{0,9}")  # where commas stand behind each: "A Lee, Chair; B Ek, Clerk"
_BETWEEN_HANDLES = lazily(r"\s{0,9}(?:[,;\n•]|\band\b|&|\s/\s|\s(?=@))\s{0,9}")
_SMALL = lazily(r" ([a-z][\w’'-]+)(?=\s*(?:\(|$))")
_ASKS_MARK = lazily(r"\([^(\n]{0,80}\bmark\b")
_CELLS = lazily(r"\|")
_MARKS = frozenset(words("x X ✓ ✔ ✔️ ✅ ☑ y Y yes Yes present Present"))
"""What a table has before or behind those of its people who were there."""
_CALLED = lazily(rf"\s*\((?P<name>{_CAPITAL}(?: {_CAPITAL}){{1,3}})(?=\)| - |,| [a-z])")  # behind a handle
_LED_BY = lazily(
    r"(?<!last )(?<!next )(?<!previous )\b(?:meeting|session|call|minutes) (?:was|were|is|are) "
    rf"(?P<verb>{any_of(PRESIDING)}|taken|recorded|minuted) by (?P<names>(?:[^.;\n]|(?<=\b[A-Z])\.)*)"
)
_LABELS = any_of(word.title() for word in (*PRESENT, *ABSENT, *GUESTS, *PRESIDING, *SCRIBES, "members"))
_NEXT = lazily(rf"\n|(?<=\S)\s{{1,9}}(?={_LABELS}(?: [a-z]+)? ?:)|\b{_LABELS}(?=\s+@)")
_GUESTS = frozenset(GUESTS)
_OF_SENTENCES = frozenset(
    words("is are was were be been has have had by for to going up not we i you they it how why if but")
)
_OF_OTHERS = frozenset(
    words("not unable invited expected optional next last previous vice deputy elect past former approved approval to")
)
_OF_OFFICES = frozenset((*PRESIDING, *SCRIBES, *words("meeting session call note minute by taken the acting today")))
"""The only words of a label of who leads a meeting or writes: "Project lead" and "Company Secretary" are offices."""
_AWAY = frozenset((*ABSENT, "not", "unable"))
"""Words of labels of those who were not there, or of what is of another meeting or office."""
_OF_GROUPS = frozenset(
    (
        *GUESTS,
        *BODIES_AT_LARGE,
        *words("members member delegates directors trustees governors councillors officers voting non-voting remote"),
        *words("remotely online person residents public"),
    )
)
_NOBODY = frozenset(
    (
        *_OF_GROUPS,
        *PRESIDING,
        *SCRIBES,
        *PRESENT,
        *ABSENT,
        *words("all none nobody everyone everybody others other tbd tba na quorum no yes agenda zoom teams from etc"),
        *words("name names cc quorate"),
    )
)


class Part(NamedTuple):
    """What those did whom a roll names, by the name of the relation, and as whom where it says so: "observer"."""

    relation: str
    guise: str = ""


@dataclass(frozen=True, slots=True)
class Listed:
    """A name in a roll, and the ``line`` that it stands in; ``alone`` where that has no other. ``said`` are the words
    behind the name.
    """

    name: str
    span: Span
    line: Span
    alone: bool
    said: frozenset[str] = frozenset()

    def part(self, part: Part) -> Part:
        """The part of the roll, or that which the words behind the name tell: "(apologies)", "observer"."""
        if part.relation == ATTENDED and self.said & _AWAY:
            return Part(MISSED)
        return Part(ATTENDED, GUEST) if part.relation == ATTENDED and self.said & _GUESTS else part


@dataclass(frozen=True, slots=True)
class _Line:
    """A line of a block, or the cell of a row that has a name; ``above`` are the blocks that introduce it or that it
    stands under, by their index. ``mark``: another cell says that whom it names was there.
    """

    kind: BlockKind
    span: Span
    block: int
    above: tuple[int, ...] = ()
    mark: bool = False


def rolls(text: str, blocks: Sequence[tuple[int, Block, Span]]) -> Iterator[tuple[Part, Listed]]:
    """Everybody whom the rolls of minutes name, with his part; ``blocks`` have their index and their place in ``text``,
    and a text without any is read by its lines.
    """
    lines = list(_lines(text, blocks))
    marked = {line.above[0] for line in lines if line.mark and line.above}  # where tables mark who was there
    marked |= {line.block for line in lines if _ASKS_MARK.search(text, line.span.start, line.span.end)}
    sizes = Counter((line.above[:1], line.kind) for line in lines)
    heads: dict[int, Part] = {}  # the blocks below which those stand who had that part
    passed: dict[int, int] = {}  # how many lines below each in a row name nobody, once one has named somebody
    label = ended = -1  # the block whose last line was a label, that which went on with a list
    going_on: Part | None = None
    for number, line in enumerate(lines):
        is_unmarked = line.kind is BlockKind.ROW and not line.mark and not marked.isdisjoint(line.above)
        if line.kind is BlockKind.CODE or is_unmarked:
            continue
        goes_on = line.block in (ended, label, label + 1) and line.kind is not BlockKind.HEADING
        head = next((i for i in line.above if i in heads), None)
        near = (going_on if goes_on else None) or (None if head is None else heads[head])
        opens, label, ended = number < _OPENING, -1, -1
        said = _said(text, line, near, opens=opens)
        if said is None:
            continue
        part, place = said
        if place is None:
            heads[line.block] = going_on = part
            label = line.block
            continue
        found = _names(text, place, line.span, each=place == line.span and sizes[line.above[:1], line.kind] > 1)
        yield from ((listed.part(part), listed) for listed in found)
        going_on, ended = part, line.block if part.relation in (ATTENDED, MISSED) else -1
        if head is not None and (found or head in passed):
            is_item = line.kind is BlockKind.ITEM and text[line.span.end - 1] != ":"
            passed[head] = 0 if found else passed[head] + (1 if is_item else _ENDS_LIST)
            if passed[head] >= _ENDS_LIST:  # what stands below a list under the same heading
                del heads[head]


def _said(text: str, line: _Line, near: Part | None, *, opens: bool) -> tuple[Part, Span | None] | None:
    """The part that a line tells of, with where it names those who had it; of a label alone with no place.

    ``near`` is the part of the list that it stands in.
    """
    if line.kind in (BlockKind.HEADER_ROW, BlockKind.ROW):
        return None if near is None else (near, line.span if line.kind is BlockKind.ROW else None)
    whole = text[line.span.start : line.span.end]
    if opens and (led := _LED_BY.search(whole)) is not None:
        at = line.span.start
        return Part(PRESIDING.get(led["verb"], MINUTED)), Span(at + led.start("names"), at + led.end("names"))
    labelled = _LABEL.fullmatch(whole)
    is_heading = line.kind is BlockKind.HEADING or (labelled is not None and labelled["colon"] is not None)
    part = None if labelled is None else _part(labelled["label"], near, opens=opens, is_heading=is_heading)
    if labelled is not None and part is not None:
        if labelled["rest"]:
            return part, Span(line.span.start + labelled.start("rest"), line.span.end)
        return (part, None) if part.relation in (ATTENDED, MISSED) else None
    return None if near is None or line.kind is BlockKind.HEADING else (near, line.span)


def _lines(text: str, blocks: Sequence[tuple[int, Block, Span]]) -> Iterator[_Line]:
    if not blocks:
        for number, paragraph in enumerate(re.finditer(r"(?:[^\n]*\S[^\n]*(?:\n|$))+", text)):
            yield from _lines_of(text, Span(*paragraph.span()), BlockKind.PARAGRAPH, number, ())
        return
    above: dict[int, tuple[int, ...]] = {}
    for index, block, span in blocks:
        led = () if block.lead is None else (block.lead, *(i for i in above.get(block.lead, ()) if i != block.heading))
        above[index] = (*led, *(() if block.heading is None else (block.heading,)))
        if block.kind in (BlockKind.ROW, BlockKind.HEADER_ROW) or " | " in text[span.start : span.end]:
            yield _row(text, span, block.kind, index, above[index])
        else:
            yield from _lines_of(text, span, block.kind, index, above[index])


def _row(text: str, span: Span, kind: BlockKind, block: int, above: tuple[int, ...]) -> _Line:
    """The first cell of a row that is no mark and no number; a row of HTML is a paragraph with its cells apart."""
    start, ends = span.start, [m.span() for m in _CELLS.finditer(text, span.start, span.end)]
    cells = []
    for end, following in (*ends, (span.end, span.end)):
        ahead = len(text[start:end]) - len(text[start:end].lstrip())
        cells += [Span(start + ahead, start + len(text[start:end].rstrip()))] if text[start:end].strip() else []
        start = following
    told = [text[c.start : c.end] for c in cells]
    is_mark = [words in _MARKS for words in told]
    named = (c for c, words in zip(cells, told, strict=True) if words not in _MARKS and not words.isdigit())
    kind = kind if kind is BlockKind.HEADER_ROW else BlockKind.ROW
    return _Line(kind, next(named, span), block, above, mark=sum(is_mark) == 1)


def _lines_of(text: str, span: Span, kind: BlockKind, block: int, above: tuple[int, ...]) -> Iterator[_Line]:
    """The lines of a block, which are read as one where the text is Markdown: each label begins another."""
    starts = [span.start, *(m.end() for m in _NEXT.finditer(text, span.start, span.end)), span.end]
    for start, end in itertools.pairwise(starts):
        told = text[start:end]
        if told.strip(" \n*|"):
            ahead = len(told) - len(told.lstrip())
            yield _Line(kind, Span(start + ahead, start + len(told.rstrip())), block, above)


def _part(label: str, near: Part | None, *, opens: bool, is_heading: bool) -> Part | None:
    """What a label says that those did whom it introduces; ``near`` is the part of the list that it stands in, whose
    groups may have any name: "Council:", "Voting members:". What is no heading and has no colon must be short.
    """
    called = [word.casefold().strip("'’-") for word in _WORD.findall(label)]
    if not 0 < len(called) <= (_LONGEST_LABEL if is_heading else _LONGEST_LINE):
        return None
    if not _OF_OTHERS.isdisjoint(called) or (not is_heading and not _OF_SENTENCES.isdisjoint(called)):
        return None
    said = set(called)
    guise = GUEST if said & _GUESTS else ""
    if said & set(ABSENT):
        return Part(MISSED)
    if said & set(PRESENT):
        return Part(ATTENDED, guise)
    if opens and is_heading and len(called) <= _LONGEST_OFFICE and said <= _OF_OFFICES:
        if verb := next((PRESIDING[word] for word in called if word in PRESIDING), None):
            return Part(verb)
        if said & set(SCRIBES):
            return Part(MINUTED)
    if near is None or near.relation != ATTENDED or not label[:1].isupper():
        return None
    is_group = said & _OF_GROUPS and not said & (_NOBODY - _OF_GROUPS)
    return Part(ATTENDED, guise) if is_group and (is_heading or all(map(is_word, called))) else None


def _names(text: str, span: Span, line: Span, *, each: bool) -> Sequence[Listed]:
    """Those whom a list in a ``line`` names; nobody where half of its items and more are no names.

    ``each``: where each line has a name, what stands behind a comma is of whom it names: "Ann Lee, Acme".
    """
    items = list(_items(text, span))
    if each and items and " " in text[items[0].start : items[0].end]:
        items = [Span(items[0].start, span.end)]
    found = [listed for item in items if (listed := _listed(text, item, line, alone=len(items) == 1)) is not None]
    return found[:_MOST_NAMES] if 2 * len(found) > len(items) else ()


def _items(text: str, span: Span) -> Iterator[Span]:
    """The items of a list between commas and "and" that stand in no brackets."""
    told = text[span.start : span.end]
    masked = _SET_OFF.sub(lambda m: "_" * len(m[0]), told)
    between = _BETWEEN_HANDLES if told.startswith("@") else _BETWEEN_PEOPLE if ";" in masked else _BETWEEN
    start = 0
    for mark in (*between.finditer(masked), None):
        end = len(told) if mark is None else mark.start()
        item = told[start:end]
        if item.strip(" .*_-|\t"):
            ahead = len(item) - len(item.lstrip(" .*_-|\t"))
            yield Span(span.start + start + ahead, span.start + start + len(item.rstrip(" .*_|\t")))
        start = end if mark is None else mark.end()


def _listed(text: str, item: Span, line: Span, *, alone: bool) -> Listed | None:
    """The name that an item of a list is, with what may stand behind it; ``None`` where it is anything else."""
    told = text[item.start : item.end]
    place = _name_in(told)
    if place is None:
        return None
    name = told[slice(*place)].rstrip(".")
    parts = [part.strip(".'’").casefold() for part in name.split()]
    if not 1 < len(name) <= _LONGEST_NAME:
        return None
    if any(part in _NOBODY or (is_not_a_name(part) and len(part) > 1) for part in parts):
        return None
    if name.islower() and not told.startswith("@") and (alone or is_word(name)):
        return None
    start = item.start + place[0]
    said = frozenset(_WORD.findall(told[place[1] :].casefold()))
    return Listed(name, Span(start, start + len(name)), line, alone, said)


def _name_in(told: str) -> tuple[int, int] | None:
    """Where the name stands that an item begins with, and that nothing follows but asides and what is said of its
    bearer; of a handle with a name behind it ("@alee (Ann Lee - member)") that name.
    """
    match = _HANDLE.match(told) or _NAME.match(told)
    if match is None:
        return None
    first, end = match.span("name")[0], match.end()
    last = match.end("name")
    if match.re.pattern == _NAME.pattern and (small := _SMALL.match(told, end)) and not is_word(small[1]):
        last = end = small.end()  # "Melba lopez"
    behind = end
    while (aside := _ASIDE.match(told, behind)) is not None:
        behind = aside.end()
    if behind < len(told) and not _BEHIND.fullmatch(told, behind):
        return None
    called = _CALLED.match(told, end) if told.startswith("@") else None
    if called is not None and not all(is_word(part.casefold()) for part in called["name"].split()):
        return called.span("name")
    return first, last
