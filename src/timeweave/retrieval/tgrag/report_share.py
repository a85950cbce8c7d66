"""Reports cut to a share of the budget: whole sentences, some of every report (TG-15)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace

from timeweave.language.terms import index_terms
from timeweave.records import Report
from timeweave.retrieval.kernels.packing import share_evenly


def cut_reports(
    reports: Sequence[Report], terms: Collection[str], *, budget: int, count: Callable[[str], int]
) -> tuple[tuple[Report, ...], int]:
    """``reports`` with the sentences that fit ``budget`` tokens together, in their order, and the tokens they hold.

    Each report has an even share. Its first sentence, which says what the period was, goes first, then those that hold
    most of ``terms``. A report of which no sentence fits is left out.
    """
    wanted = set(terms)
    groups = [_by_use(number, report, wanted) for number, report in enumerate(reports)]
    sizes = {place: count(reports[place[0]].sentences[place[1]].text) for group in groups for place in group}
    taken: set[tuple[int, int]] = set()
    spent = 0
    for place in share_evenly(groups, lambda p: sizes[p]):
        if spent + sizes[place] <= budget:
            taken.add(place)
            spent += sizes[place]
    cut = []
    for number, report in enumerate(reports):
        sentences = tuple(s for place, s in enumerate(report.sentences) if (number, place) in taken)
        if sentences:
            cut.append(report if sentences == report.sentences else replace(report, sentences=sentences))
    return tuple(cut), spent


def _by_use(number: int, report: Report, wanted: set[str]) -> list[tuple[int, int]]:
    held = [len(wanted & set(index_terms(s.text))) for s in report.sentences]
    order = sorted(range(len(held)), key=lambda place: (place > 0, -held[place], place))
    return [(number, place) for place in order]
