"""A question and the names found in it → its logical form (ER-01), by tables of language and the tags of its words."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from timeweave.language.parsing import parse
from timeweave.lexicon import reasoning as table
from timeweave.lexicon.deeds import AIMED_AT
from timeweave.lexicon.families import any_of
from timeweave.lexicon.lazy import lazily
from timeweave.lexicon.numbers import ORDINALS
from timeweave.question.logical.form import Anchor, Chain, Clause, LogicalForm, Order, Pick, Role, Stretch, Wants
from timeweave.question.logical.kind_asked import asking_word, kind_asked
from timeweave.question.logical.nesting import read_chain
from timeweave.question.logical.roles import main_verb, roles_of, t_lemma
from timeweave.question.sought import DENIES
from timeweave.records import Span
from timeweave.temporal.expressions import TimeExpression
from timeweave.temporal.interval import Granularity
from timeweave.temporal.scope import Scope
from timeweave.temporal.signals import ONCE, OVER

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_STAND_INS = ("Clinton", "Merkel", "Putin", "Obama", "Sarkozy", "Blair", "Kohl", "Thatcher")
"""Names that the parser knows, put where the question names something."""
_STAND_IN = rf"(?:{'|'.join(_STAND_INS)})"
_STOP_OF_NAME = lazily(rf"({_STAND_IN})\.(?=\s+[a-z])")
_UNIT = any_of(table.UNITS)
_WORD = lazily(r"\S+")
_EDGES = "([{\"'“‘¿¡-–—,;:!?.)]}\"'”’"
_POSSESSIVE = lazily(r"['’]s?$")
_PREPOSED = lazily(
    rf"(?:\b(?:{any_of(table.BEFORE, table.AFTER)}|in|on|during|within|throughout|at|by|of|from|till|between|for"
    r"|the|year|month|day|time|that is|point|is|was|early|late|mid)\s*)+$",
    re.IGNORECASE,
)
_SAME = (
    r"\b(?:in|on|at|within|during)?\s*(?:the\s+)?(?:very\s+)?same\s+(?:calendar\s+)?"
    rf"(?P<unit>{_UNIT}|time)\b(?:\s+{any_of(table.SAME)}\b)?"
)
_IN_WHICH = (
    rf"\b(?:in|on|during|within)\s+the\s+(?:very\s+)?(?P<unit>{_UNIT})\s+"
    rf"(?:(?:(?:in|on|during)\s+which|when|that)\b|(?={_STAND_IN}\b))"
    rf"|\bthe\s+(?:very\s+)?(?P<alone>{_UNIT})\s+(?:that\s+)?(?={_STAND_IN}\s+(?:did|had)\b)"
)
_ANCHORS = (
    (Order.SAME, lazily(_SAME, re.IGNORECASE)),
    (Order.SAME, lazily(_IN_WHICH, re.IGNORECASE)),
    (Order.BEFORE, lazily(rf"\b{any_of(table.BEFORE)}\b", re.IGNORECASE)),
    (Order.AFTER, lazily(rf"\b{any_of(table.AFTER)}\b", re.IGNORECASE)),
)
_RESUMES = lazily(
    r",|\b(?:who|whom|whose|which|what|when|where|how|tell|name|give|did|does|was|were|is|has)\b", re.IGNORECASE
)
_PRO_VERB = lazily(
    r"^\s*(?:(?:did|does|do|had|has|have|was|were|is|done|so|the|same|it|that)\b[\s.?!,]*)*$", re.IGNORECASE
)
_DOES_SO = lazily(r"\b(?:did|does|do|done|had|has|have)(?:\s+(?:so|likewise|too|that|it|the same))*\W*$", re.IGNORECASE)
_COMPARING = tuple(
    (pick, lazily(rf"\b(?<!no ){any_of(words)}\b", re.IGNORECASE))
    for pick, words in (
        (Pick.LONGEST, table.LONGEST),
        (Pick.SHORTEST, table.SHORTEST),
        (Pick.MOST, table.MOST),
        (Pick.FEWEST, table.FEWEST),
    )
)
_CLOSELY = lazily(rf"\b{any_of(table.NEAREST, table.SOONEST)}\b", re.IGNORECASE)
_EARLIER = lazily(rf"\b{any_of(table.EARLIER)}\b", re.IGNORECASE)
_LATER = lazily(rf"\b{any_of(table.LATER)}\b", re.IGNORECASE)
_NAMES = rf"(?:the\s+)?{_STAND_IN}(?:\s*,\s*(?:the\s+)?{_STAND_IN})*,?\s+(?:or|and)\s+(?:the\s+)?{_STAND_IN}"
_ALTERNATIVES = lazily(
    rf"\s*[,:;–—]\s*{_NAMES.replace('or|and', 'or')}\W*$|^\W*(?:of|between|among|out of)\s+{_NAMES}\s*,\s*",
    re.IGNORECASE,
)
_WITHIN = lazily(rf"\b{any_of(table.DURING)}\s+(?:the\s+)?(?P<name>{_STAND_IN})\b(?!['’])", re.IGNORECASE)
_COUNT = lazily(rf"\b{any_of(table.COUNT)}\b", re.IGNORECASE)
_TIMES_COUNTED = lazily(rf"\b{any_of(table.TIMES_COUNTED)}\b", re.IGNORECASE)
_DURATION = lazily(rf"\b{any_of(table.DURATION)}\b(?! ago\b)", re.IGNORECASE)
_TIME = lazily(
    rf"^\W*(?:and\s+|so\s+)?(?:(?:since|until|till|from|by)\s+)?when\b|\bwhen\W*$"
    rf"|\b(?:what|which)\s+(?:\w+\s+)?(?P<a>{_UNIT})\b"
    rf"|\b(?:what|which)\s+(?:is|was|were|are)\s+the\s+(?:(?!number\b)\w+\s+){{0,2}}"
    rf"(?P<b>{_UNIT}|{any_of(table.TIME_NOUNS)})\b"
    rf"|\b(?:give|tell|name|state|find|say)\b[^,]*?\b(?:the\s+(?:\w+\s+)?(?P<c>{_UNIT}|times?)|when)\b"
    r"|\b(?:at|by) (?:what|which) (?:point|time|age)\b|\bhow (?:recently|long ago)\b"
    r"|\b(?:start|end|begin\w*|point in) time\b|\b(?:what|which)\b[^,]{0,20}(?<![-\w])(?:time|period|timeframe)\b"
    r"|\b(?:what|which|who)\b.*\b(?:date|year) of (?:birth|death)\b|\bbirth(?:date|day)\b",
    re.IGNORECASE,
)
_VERDICT = lazily(r"^\W*(?:did|was|were|has|have|had|is|are|does|do)\b(?!.*\bor\b)", re.IGNORECASE)
_FIRST = lazily(rf"\b{any_of(table.FIRST, table.SOONEST)}\b", re.IGNORECASE)
_LAST = lazily(rf"\b{any_of(table.LAST, table.NEAREST)}\b", re.IGNORECASE)
_NTH = lazily(
    rf"(?<!\ba )(?<!\ban )\b(?:(?P<word>{any_of(w for w, n in ORDINALS.items() if n > 1)})"
    r"|(?P<figure>\d{1,3})(?:st|nd|rd|th))\b",
    re.IGNORECASE,
)
_AT_END = lazily(rf"\b(?:until|till)\s+when\b|\b{any_of(table.ENDING)}\b", re.IGNORECASE)
_AT_START = lazily(rf"\bsince when\b|\b{any_of(table.STARTING)}\b", re.IGNORECASE)
_OF_OTHERS = lazily(rf"\b{any_of(table.OTHERS)}\b", re.IGNORECASE)
_FRAME = lazily(rf"^\W*(?:{'|'.join(table.FRAMES)})\W*", re.IGNORECASE)
_CLEFT = lazily("|".join(table.CLEFTS), re.IGNORECASE)
_REPHRASED = tuple(
    (lazily(order.replace("{name}", _STAND_IN), re.IGNORECASE), plain) for order, plain in table.REPHRASED
)
_PICK = lazily(rf"^(?:the\s+)?{any_of(table.FIRST, table.LAST)}$", re.IGNORECASE)
_PICKS = lazily(rf"^(?:the\s+)?{any_of(table.FIRST, table.LAST)}\s+{_UNIT}$", re.IGNORECASE)
_OVER = lazily(rf"\s+{OVER}\s*,?", re.IGNORECASE)
_HOW = lazily(r"\bhow\s+$", re.IGNORECASE)
_WHICH = lazily(r"\s+(?:in|on|during)?\s*(?:which|that|when)\b", re.IGNORECASE)
_SCAFFOLD = frozenset((*table.CLAUSE_SCAFFOLD, *table.SUBJECT_NOUNS, *table.UNITS))


@dataclass(frozen=True, slots=True)
class _Masked:
    """A question with a stand-in for each name, and no times."""

    text: str
    numbers: Mapping[str, int]


def stretches(text: str, most: int) -> tuple[Stretch, ...]:
    """All stretches of up to ``most`` words that may be a name, without the marks around them."""
    words = [(m.start(), m.end()) for m in _WORD.finditer(text)]
    asked_for = {n + 1 for n, (start, end) in enumerate(words) if text[start:end].casefold() in table.WHICH}
    found = []
    for i in range(len(words)):
        for j in range(i, min(len(words), i + most)):
            start, end = words[i][0], words[j][1]
            raw = text[start:end]
            bare = raw.strip(_EDGES)
            if not bare:
                continue
            start += raw.index(bare)
            if "(" in bare and ")" not in bare and raw.rstrip("?,.;!:").endswith(")"):
                bare += ")"
            bare = _POSSESSIVE.sub("", bare)
            found.append(Stretch(Span(start, start + len(bare)), bare, i in asked_for))
    return tuple(dict.fromkeys(found))


def read_logical(text: str, scope: Scope, mentions: Sequence[Span]) -> LogicalForm:
    """The logical form of ``text``, in which ``mentions`` are names that the graph knows."""
    scope = _constraining(text, scope, mentions)
    alternatives, masked = _without_alternatives(_masked(text, scope, mentions))
    anchor_order, anchor_text, main_text, unit = _without_anchor(masked)
    counts = _TIMES_COUNTED.search(main_text) is not None
    requested = _wanted(main_text)
    main_text = _plainly(main_text)
    if requested[0] is Wants.VERDICT:
        requested = Wants.ENTITY, None  # "do you know who": what is behind the request tells
    main_doc = parse(main_text)
    main = _clause(main_doc, masked.numbers)
    asks = "" if (word := asking_word(main_doc)) is None else word.lower_
    wants, wanted_unit = _wanted(main_text)
    if wants is Wants.ENTITY:
        wants, wanted_unit = (Wants.COUNT, None) if counts else requested
    pick, rank = _picked(main_text, masked.text, anchor_order)
    if alternatives and pick is Pick.ALL:
        pick = Pick.FIRST if _EARLIER.search(main_text) else Pick.LAST if _LATER.search(main_text) else pick
    if scope.newest and pick is Pick.ALL:
        pick = Pick.LAST
    anchor = None
    if anchor_order is not None:
        anchor = _anchor(anchor_order, anchor_text, unit, masked.numbers)
        anchor = replace(anchor, closely=_CLOSELY.search(masked.text) is not None)
        if not main.mentions and _DOES_SO.search(main_text):
            main, anchor = _doing_so(main, anchor)
    return LogicalForm(
        wants=wants,
        pick=pick,
        main=main,
        anchor=anchor,
        periods=() if scope.newest else scope.intervals,
        unit=wanted_unit,
        rank=rank,
        distinct=wants is Wants.COUNT and not counts,
        at_end=_AT_END.search(main_text) is not None,
        at_start=_AT_START.search(main_text) is not None,
        newest=scope.newest,
        asks_person=wants is Wants.ENTITY and asks in table.WHO,
        asks_place=wants is Wants.ENTITY and asks == "where",
        kind=kind_asked(main_doc, masked.numbers) if wants is Wants.ENTITY else "",
        alternatives=alternatives,
        chain=_chain(text, scope, mentions) if mentions and anchor is None and not alternatives else None,
        of_others=anchor is not None or _OF_OTHERS.search(main_text) is not None,
        within=masked.numbers[match["name"]] if (match := _WITHIN.search(masked.text)) is not None else None,
        beyond_form=DENIES.search(main_text) is not None
        or (bool(alternatives) and pick is Pick.ALL and any(t.tag_ in table.COMPARATIVE_TAGS for t in main_doc))
        or (wants is Wants.VERDICT and pick.compares),
    )


def _chain(text: str, scope: Scope, mentions: Sequence[Span]) -> Chain | None:
    """How a question describes what it asks about, with the words for what holds now where they stand."""
    dated = tuple(e for e in scope.expressions if e.text.casefold() not in table.CURRENT)
    masked = _masked(text, replace(scope, expressions=dated), mentions)
    return read_chain(parse(_plainly(masked.text)), masked.numbers)


def _constraining(text: str, scope: Scope, mentions: Sequence[Span]) -> Scope:
    """``scope`` without what reads as a time and is none of the answer's: "the last year in which", the year in a name,
    and the words of another fact.
    """
    kept = tuple(
        e
        for e in scope.expressions
        if not _is_pick(e, text, mentions) and not any(m.start < e.end and e.start < m.end for m in mentions)
    )
    if len(kept) == len(scope.expressions):
        return scope
    return replace(scope, expressions=kept, intervals=tuple(e.interval for e in kept if e.interval is not None))


def _is_pick(said: TimeExpression, text: str, mentions: Sequence[Span]) -> bool:
    """Whether words that read as a time say which of several facts is meant: "the last day that", "the last day Ann",
    "how recently".
    """
    if _PICK.match(said.text) is not None or _HOW.search(text[: said.start]) is not None:
        return True
    behind = text[said.end :]
    name = said.end + len(behind) - len(behind.lstrip())
    tells = _WHICH.match(behind) is not None or any(m.start == name for m in mentions)
    return _PICKS.match(said.text) is not None and tells


def _masked(text: str, scope: Scope, mentions: Sequence[Span]) -> _Masked:
    """``text`` with stand-ins for names, and without the words of its times."""
    times = [Span(e.start, e.end) for e in scope.expressions]
    parts: list[str] = []
    numbers: dict[str, int] = {}
    position = 0
    pieces = sorted([*((s, n) for n, s in enumerate(mentions)), *((t, -1) for t in times)], key=lambda p: p[0].start)
    for span, number in pieces:
        before = text[position : span.start]
        if number < 0:
            parts.append(_PREPOSED.sub("", before) if _PREPOSED.search(before) else before)
            over = _OVER.match(text, span.end) if ONCE.search(before) else None
            span = Span(span.start, span.end if over is None else over.end())
        else:
            stand_in = _STAND_INS[number % len(_STAND_INS)]
            numbers.setdefault(stand_in, number)
            parts += [before, stand_in]
        position = max(position, span.end)
    parts.append(text[position:])
    masked = _STOP_OF_NAME.sub(r"\1", re.sub(r"\s+", " ", "".join(parts)).strip())
    for order, plain in _REPHRASED:
        masked = order.sub(plain, masked)
    return _Masked(masked, numbers)


def _plainly(text: str) -> str:
    """A question without the request before it and what only brings out its parts, for the parser."""
    text = _CLEFT.sub(" ", text)
    while (match := _FRAME.match(text)) and re.search(_STAND_IN, text[match.end() :]):
        text = text[match.end() :]
    return re.sub(r"\s+", " ", text).strip()


def _without_alternatives(masked: _Masked) -> tuple[tuple[int, ...], _Masked]:
    """The mentions of which a question asks for one, and the question without them: "who came earlier, Ann or Tom"."""
    match = _ALTERNATIVES.search(masked.text)
    if match is None or _VERDICT.search(masked.text):
        return (), masked
    numbers = tuple(dict.fromkeys(masked.numbers[name] for name in re.findall(_STAND_IN, match[0])))
    rest = f"{masked.text[: match.start()]}{masked.text[match.end() :]}"
    return (numbers, replace(masked, text=rest)) if len(numbers) > 1 and re.search(r"\w", rest) else ((), masked)


def _without_anchor(masked: _Masked) -> tuple[Order | None, str, str, Granularity | None]:
    """The order and words of the fact by which a question dates itself, and the question without them."""
    for order, pattern in _ANCHORS:
        for match in pattern.finditer(masked.text):
            behind = masked.text[match.end() :]
            stop = _end_of(behind)
            inside = behind[:stop]
            if not re.search(_STAND_IN, inside):
                continue
            named = match.groupdict()
            unit = _unit(named.get("unit") or named.get("alone") or "") if order is Order.SAME else None
            rest = f"{masked.text[: match.start()]} {behind[stop:].lstrip(' ,')}".strip()
            if not re.search(_STAND_IN if named.get("alone") else r"\w", rest):
                continue
            return order, inside, rest, unit
    return None, "", masked.text, None


def _end_of(behind: str) -> int:
    """Where the clause of an anchor ends: before the question goes on, behind the first name in it."""
    first = re.search(_STAND_IN, behind)
    if first is None:
        return 0
    for match in _RESUMES.finditer(behind, first.end()):
        is_pro_verb = match[0].lower() in ("did", "does", "was", "were", "is", "has")
        if is_pro_verb and not re.match(
            rf"{match[0]}\b(?:\s+{_STAND_IN}|\s+\w+\s+{_STAND_IN})", behind[match.start() :]
        ):
            continue
        return match.start()
    return len(behind)


def _anchor(order: Order, text: str, unit: Granularity | None, numbers: Mapping[str, int]) -> Anchor:
    words = re.sub(_STAND_IN, " ", text)
    if _PRO_VERB.match(re.sub(r"['’]s|\b(?:the|of|in|with|by|to|that)\b|[?.,!]", " ", words)):
        inside = [n for name, n in sorted(numbers.items()) if re.search(rf"\b{name}\b", text)]
        like_agent = bool(re.search(r"\b(?:did|does|had|has|have)\b", words, re.IGNORECASE))
        return Anchor(order, Clause("", tuple((n, Role.ANY) for n in inside)), unit, like_agent)
    return Anchor(order, _clause(parse(text.strip()), numbers), unit)


def _doing_so(main: Clause, anchor: Anchor) -> tuple[Clause, Anchor]:
    """A question that takes its deed from its anchor: "after Ann Lee visited Southland, who else did so?"."""
    agent = next((n for n, role in anchor.clause.roles if role is Role.AGENT), None)
    rest = tuple((n, role) for n, role in anchor.clause.roles if n != agent)
    if agent is None or not rest:
        return main, anchor
    return Clause(anchor.clause.words, rest), replace(anchor, clause=Clause("", ((agent, Role.ANY),)), like_agent=True)


def _clause(doc: Doc, numbers: Mapping[str, int]) -> Clause:
    tokens = [t for t in doc if not t.is_space]
    places = {i: numbers[t.text] for i, t in enumerate(tokens) if t.text in numbers}
    return Clause(_words(tokens), roles_of(tokens, places))


def _words(tokens: Sequence[Token]) -> str:
    """What tells the deed: the tokens without names, punctuation and what asks."""
    verb = main_verb(tokens)
    kept: list[str] = []
    for place, token in enumerate(tokens):
        lemma = t_lemma(token)
        if (
            token.is_punct
            or token.text in _STAND_INS
            or token.tag_ in ("POS", "DT", "WP", "WDT", "WRB", "WP$", "PRP", "EX")
        ):
            continue
        if lemma in AIMED_AT and token.tag_.startswith("NN"):
            continue
        if token.tag_ != "RP" and (lemma in _SCAFFOLD or token.text.casefold() in _SCAFFOLD):
            continue
        if verb is not None and place < verb and token.tag_ in ("IN", "TO", "MD"):
            continue
        kept.append(lemma if token.tag_.startswith("VB") else token.text.casefold())
    return " ".join(kept).strip()


def _wanted(text: str) -> tuple[Wants, Granularity | None]:
    """What is wanted, and the unit of a time."""
    count, duration, time = _COUNT.search(text), _DURATION.search(text), _TIME.search(text)
    if duration:
        return Wants.DURATION, None
    if count and not (time and time.start() < count.start()):
        return Wants.COUNT, None
    if time:
        named = next((word for word in time.groupdict().values() if word), "")
        return Wants.TIME, _unit(named)
    if _VERDICT.search(text):
        return Wants.VERDICT, None
    return Wants.ENTITY, None


def _picked(main: str, whole: str, order: Order | None) -> tuple[Pick, int]:
    """Which of the facts are meant, by the words of the main clause."""
    for pick, pattern in _COMPARING:
        if pattern.search(main):
            return pick, 1
    if match := _NTH.search(main):
        if match["figure"]:
            return Pick.NTH, int(match["figure"])
        return Pick.NTH, ORDINALS[match["word"].casefold()]
    if _LAST.search(main) or (order is Order.BEFORE and _LAST.search(whole)):
        return Pick.LAST, 1
    if _FIRST.search(main) or (order is Order.AFTER and _FIRST.search(whole)):
        return Pick.FIRST, 1
    return Pick.ALL, 1


def _unit(word: str) -> Granularity | None:
    name = table.UNITS.get(word.casefold())
    return None if name is None else Granularity(name)
