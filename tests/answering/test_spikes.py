"""NE-12: spiking days, by coverage or by queries, with what happened then."""

from __future__ import annotations

import datetime as dt
import json
import math
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import timeweave
from timeweave.answering.stories.spikes import (
    Stories,
    floor_of,
    read_queries,
    rolling_sums,
    spiking,
    threshold_of,
    without_gaps,
)
from timeweave.cli.main import app
from timeweave.errors import UsageError
from timeweave.inquiring import Inquiries
from timeweave.records import EntityId, EntityInfo
from timeweave.retrieval import Query

START = dt.date(2024, 5, 1)
HOLT = EntityInfo(EntityId("irma holt"), "Irma Holt", "PERSON", 1, 1)


def day(number: int) -> dt.date:
    return START + dt.timedelta(days=number)


def test_sums_are_of_three_days_and_gaps_count_nothing() -> None:
    """NE-12: a 3-day rolling sum of daily counts; a spike is above the mean by more than one standard deviation."""
    counts = without_gaps({day(0): 1, day(3): 5, day(4): 3}, day(0), day(9))
    sums = rolling_sums(counts)
    assert list(sums.values()) == [1, 1, 1, 5, 8, 8, 3, 0, 0, 0]
    mean = 27 / 10
    assert threshold_of(sums) == pytest.approx(mean + math.sqrt(sum((s - mean) ** 2 for s in sums.values()) / 10))
    (spike,) = spiking(counts, sums, threshold_of(sums))
    assert (spike.first, spike.last, spike.peak, spike.count) == (day(4), day(5), day(3), 5)


def test_what_never_changes_never_spikes() -> None:
    """NE-12: the threshold is not reached where every day is like the others."""
    sums = dict.fromkeys(map(day, range(30)), 6)
    assert not list(spiking(sums, sums, threshold_of(sums)))


def spikes_of(counts: dict[dt.date, int]) -> list[tuple[dt.date, int]]:
    days = without_gaps(counts, min(counts), max(counts))
    sums = rolling_sums(days)
    return [(one.peak, one.count) for one in spiking(days, sums, max(threshold_of(sums), floor_of(sums)))]


def test_a_mention_now_and_then_is_no_spike() -> None:
    """NE-12: where it is spoken of on few days, each is above the mean of all days by more than a deviation; a spike is
    also above that of the days on which it is spoken of, and holds a day with more than one mention.
    """
    rare = {day(n * 30): 1 for n in range(16)}
    assert threshold_of(rolling_sums(without_gaps(rare, day(0), day(450)))) < 1
    assert spikes_of(rare) == []
    assert spikes_of({**rare, day(61): 1}) == []  # two days, one mention each
    assert spikes_of({day(n * 30): 2 for n in range(16)}) == []  # as much as ever
    assert spikes_of({**rare, day(90): 3}) == [(day(90), 3)]


def test_only_the_stories_that_are_asked_for_are_looked_for(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of all, of so many of the highest, of one peak: each is a search of its own."""
    searched: list[str] = []
    find = Inquiries.find

    def counted(self: Inquiries, query: Query, *rest: Any) -> Any:
        searched.append(query.question)
        return find(self, query, *rest)

    monkeypatch.setattr(Inquiries, "find", counted)
    counts = {day(n * 20): 1 for n in range(14)} | {day(0): 4, day(105): 6, day(150): 5}
    with timeweave.open(folder, create=False) as kb:

        def told(stories: Stories) -> list[str]:
            searched.clear()
            found = kb.spikes("Irma Holt", counts=counts, stories=stories)
            assert [one.peak for one in found.spikes] == [day(0), day(105), day(150)]
            return sorted(question.removeprefix("Irma Holt ") for question in searched)

        assert told(None) == ["1 May 2024", "14 August 2024", "28 September 2024"]
        assert told(2) == ["14 August 2024", "28 September 2024"]
        assert told([day(0)]) == ["1 May 2024"]
        assert told(0) == []


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("spikes")
    told = ["Irma Holt opened the new library of Port Lorne.", "The library of Irma Holt drew crowds on its first day."]
    documents = [timeweave.Document(f"q{n}", "Irma Holt spoke in the council.", date=day(n)) for n in (0, 9, 20)]
    documents += [timeweave.Document(f"s{n}", text, date=day(14)) for n, text in enumerate(told)]
    documents += [timeweave.Document("other", "The ferry Aurelia sank.", date=day(5))]
    with timeweave.open(made) as kb:
        kb.add(documents, workers=1)
    return made


def test_coverage_spikes_with_its_story(folder: Path) -> None:
    """NE-12: the articles of a day that mention the entity; what is later than as_of is not counted."""
    with timeweave.open(folder, create=False) as kb:
        found = kb.spikes("Irma Holt")
        (spike,) = found.spikes
        assert (spike.peak, spike.count) == (day(14), 2)
        assert "library" in spike.story
        assert spike.citation is not None
        assert spike.citation.document_id in ("s0", "s1")
        assert sum(found.counts.values()) == 5
        assert max(kb.spikes("Irma Holt", as_of=day(13)).counts) == day(13)
        assert sum(kb.spikes("Irma Holt", as_of=day(13)).counts.values()) == 2


def test_queries_of_a_log_count_in_place_of_articles(folder: Path, tmp_path: Path) -> None:
    """NE-12: those that name the entity, from CSV or JSON Lines; drawn as a plot, with each spike's story."""
    log, plot = tmp_path / "log.jsonl", tmp_path / "plot.svg"
    rows = [{"date": str(day(n)), "query": "irma holt news"} for n in range(20)]
    rows += [{"date": str(day(14)), "query": "Irma Holt library", "count": 40}, {"date": str(day(3)), "query": "ferry"}]
    log.write_text("\n".join(map(json.dumps, rows)))
    args = ["timeline", "Irma Holt", "--spikes", "--queries", str(log), "--figure", str(plot), "--kb", str(folder)]
    ran = CliRunner().invoke(app, [*args, "--json"])
    assert ran.exit_code == 0, ran.output
    found = json.loads(ran.stdout)
    assert found["counts"] == {str(day(n)): 41 if n == 14 else 1 for n in range(20)}
    (spike,) = found["spikes"]
    assert (spike["peak"], spike["count"]) == (str(day(14)), 41)
    svg = plot.read_text()
    assert svg.count('class="day spike"') == 3
    assert "library" in svg
    shown = CliRunner().invoke(app, args).stdout
    assert "41 on 2024-05-15" in shown
    assert "█" in shown


def test_a_bad_row_of_a_log_is_named(tmp_path: Path) -> None:
    log = tmp_path / "log.csv"
    log.write_text("date,query,count\n2024-05-01,irma holt,2\nsoon,irma holt,1\n")
    with pytest.raises(UsageError, match=r"log\.csv:3: .*'soon'"):
        read_queries(log, HOLT)
    log.write_text("date,query,count\n2024-05-01,irma holt,2\n2024-05-01,Irma Holt's boat,\n")
    assert read_queries(log, HOLT) == {START: 3}
