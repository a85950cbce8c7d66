"""What a model is shown of a time node: the worthiest facts and the reports below, as lines that it can cite."""

from __future__ import annotations

import heapq
import itertools
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from timeweave.language.tokens import count_tokens
from timeweave.prompts.rows import row
from timeweave.records import FactId, Report, ResolvedFact
from timeweave.reports.digest import Digest
from timeweave.reports.measured import is_told, told_of
from timeweave.reports.ranking import is_held
from timeweave.temporal.interval import Interval

_AGAIN = 0.6  # taken off a fact for each line that its subject has already


@dataclass(frozen=True, slots=True)
class Line:
    """A line as it is shown, the words and the time that a sentence may take from it, and the facts behind it."""

    mark: str
    shown: str
    words: str
    time: Interval | None
    facts: tuple[FactId, ...]


class LineLimits:
    """Tokens of all lines of each kind."""

    facts: int = 1200
    children: int = 1200


@dataclass(order=True)
class _Candidate:
    rank: float
    order: int
    subject: str = field(compare=False)
    rows: tuple[ResolvedFact, ...] = field(compare=False)
    quotation: str | None = field(compare=False, default=None)


def fact_lines(digest: Digest, most: int) -> list[Line]:
    """``F1 | time | standing | text``: by worth, spread over subjects, of at most ``most`` tokens in all."""
    candidates = list(_candidates(digest))
    heapq.heapify(candidates)
    lines: list[Line] = []
    told: Counter[str] = Counter()
    seen: set[str] = set()
    tokens = 0
    while candidates:
        candidate = heapq.heappop(candidates)
        worth = _worth(digest, candidate.rows) - _AGAIN * told[candidate.subject]
        if candidates and -worth > candidates[0].rank:
            candidate.rank = -worth
            heapq.heappush(candidates, candidate)
            continue
        if not all(map(digest.is_said, candidate.rows)):
            continue
        text = _plain(candidate.quotation or digest.phrase(candidate.rows))
        if text in seen:
            continue
        valid, standing = candidate.rows[0].fact.valid, candidate.rows[0].status.value
        line = _line(f"F{len(lines) + 1}", ["" if valid is None else str(valid), standing, text], candidate.rows)
        tokens += count_tokens(line.shown)
        if tokens > most:
            return lines
        seen.add(text)
        told[candidate.subject] += 1
        lines.append(line)
    return lines


def child_lines(children: Sequence[Report], most: int) -> list[Line]:
    """``C1 | period | sentence``: the first sentence of each child, then the second, of ``most`` tokens in all."""
    chosen: list[tuple[int, int]] = []
    tokens = 0
    longest = max((len(child.sentences) for child in children), default=0)
    for turn, number in ((t, n) for t in range(longest) for n in range(len(children))):
        if turn < len(children[number].sentences):
            tokens += count_tokens(row("C00", children[number].node, children[number].sentences[turn].text))
            if tokens > most:
                break
            chosen.append((number, turn))
    lines = []
    for position, (number, turn) in enumerate(sorted(chosen)):
        child, sentence = children[number], children[number].sentences[turn]
        text = _plain(sentence.text)
        mark, time = f"C{position + 1}", Interval.parse(child.node)
        lines.append(Line(mark, row(mark, child.node, text), f"{child.node} {text}", time, sentence.facts))
    return lines


def _candidates(digest: Digest) -> Iterator[_Candidate]:
    """Each measure, office, sentence of a source, and what is none of these, once."""
    order = itertools.count()

    def candidate(rows: tuple[ResolvedFact, ...], quotation: str | None = None) -> _Candidate:
        return _Candidate(-_worth(digest, rows), next(order), rows[0].fact.subject, rows, quotation)

    quoted: set[FactId] = set()
    yield from (candidate(told.facts) for told in told_of(digest.facts, digest.worth))
    for text, _, stated in digest.quotations():
        quoted.update(r.fact.id for r in stated)
        yield candidate(stated, text)
    for resolved in digest.facts:
        if is_held(resolved) or (resolved.fact.id not in quoted and not is_told(resolved)):
            yield candidate((resolved,))


def _worth(digest: Digest, rows: Sequence[ResolvedFact]) -> float:
    return max(digest.worth[r.fact.id] for r in rows)


def _line(mark: str, fields: Sequence[str], rows: Sequence[ResolvedFact]) -> Line:
    return Line(mark, row(mark, *fields), " ".join(fields), rows[0].fact.valid, tuple(r.fact.id for r in rows))


def _plain(text: str) -> str:
    return " ".join(text.replace("|", "/").split())
