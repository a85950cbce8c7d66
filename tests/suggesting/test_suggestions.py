"""Questions to begin with: made of facts, asked of the store, offered where they are answered as their facts say."""

from __future__ import annotations

import dataclasses
import datetime as dt
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import timeweave
from timeweave import Document, KnowledgeBase
from timeweave.suggesting import proving
from timeweave.suggesting.wording import Candidate

MINUTES = {
    f"2023-{month:02d}-14": f"# Committee Meeting, 14 {name} 2023\n\nPresent: Ann Lee, Bo Ek, Cy Dahl\n\nChair: Ann Lee"
    for month, name in ((3, "March"), (4, "April"), (5, "May"))
}
NEWS = {
    "2022-05-02": "Halden Marine acquired Brightwater Sensors on 2 May 2022.",
    "2022-09-01": "Ada Brook was appointed chief executive officer of Halden Marine on 1 September 2022.",
    "2023-02-10": "Halden Marine had revenue of $5 million in the fourth quarter of 2022.",
    "2023-05-10": "Halden Marine had revenue of $6 million in the first quarter of 2023.",
    "2023-08-10": "Halden Marine had revenue of $7 million in the second quarter of 2023.",
    "2023-09-01": "Halden Marine took 3 crews to Sarn. Crews took a win that Halden Marine resolves in 1.94.0 release.",
}


@pytest.fixture(scope="module")
def kb(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeBase]:
    with timeweave.open(tmp_path_factory.mktemp("suggesting") / "kb") as kb:
        texts = {**MINUTES, **NEWS}
        told = [Document(id_, text, date=dt.date.fromisoformat(id_)) for id_, text in texts.items()]
        assert kb.add(told, workers=1).added == len(texts)
        yield kb


def test_each_is_answered_with_confidence(kb: KnowledgeBase) -> None:
    """Of several kinds, and asked again they are answered the same."""
    found = kb.suggestions()
    assert 3 <= len(found) <= proving.MOST
    for one in found:
        answer = kb.ask(one.question)
        assert not answer.refused
        assert (answer.answer, answer.confidence) == (one.answer, one.confidence)
        assert one.confidence >= proving.CONFIDENT
    kinds = {one.question.split(" ")[0] for one in found}
    assert len(kinds) > 1
    assert len({one.question for one in found}) == len(found)


def test_they_read_as_people_ask(kb: KnowledgeBase) -> None:
    """With names, plain measures and times; none is made of a relation that is a piece of a sentence."""
    form = re.compile(
        r"Who was [a-z ]+ of [A-Z][\w ]+ (?:in|on) [\w ]+\?|When did [A-Z][\w ]+ [a-z]+ [A-Z][\w ]+\?"
        r"|What (?:was|were) [A-Z][\w ]+’s? [a-z ]+ (?:in|on) [\w ]+\?|Who [a-z ]+ the [A-Z][\w ]+ on [\w ]+\?"
    )
    assert [one.question for one in kb.suggestions() if not form.fullmatch(one.question)] == []


def test_what_is_answered_otherwise_than_its_fact_says_is_not_offered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A question that the store gets wrong is no advertisement for it, however sure it is."""
    with timeweave.open(tmp_path / "kb") as kb:
        kb.add([Document("a", NEWS["2022-05-02"], date=dt.date(2022, 5, 3))], workers=1)
        (one,) = kb.suggestions()
        assert one.question == "When did Halden Marine acquire Brightwater Sensors?"
        assert one.answer.startswith("2022-05-02")
        asked = proving.candidates

        def wrong(*given: Any) -> Iterator[Candidate]:
            return (dataclasses.replace(c, expected=("3 May 2022",)) for c in asked(*given))

        monkeypatch.setattr(proving, "candidates", wrong)
        kb.add([Document("b", "The council of Sarn met on 4 May 2022.", date=dt.date(2022, 5, 5))], workers=1)
        assert kb.suggestions() == ()


def test_what_is_answered_with_little_confidence_is_not_offered(
    kb: KnowledgeBase, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Though it is right."""
    bound = sorted(one.confidence for one in kb.suggestions())[1]
    monkeypatch.setattr(proving, "CONFIDENT", bound)
    with timeweave.open(kb._store.folder.parent) as again:
        found = again.suggestions()
    assert found
    assert min(one.confidence for one in found) == bound


def test_they_are_of_the_state_and_the_day(tmp_path: Path) -> None:
    """Worked out once for each: asked anew only when something was added, and of a day only from what was known."""
    with timeweave.open(tmp_path / "kb") as kb:
        assert kb.suggestions() == ()
        kb.add([Document("a", NEWS["2022-05-02"], date=dt.date(2022, 5, 3))], workers=1)
        found = kb.suggestions()
        assert found
        assert kb.suggestions()[0] is found[0]
        assert kb.suggestions(as_of="2022-05-02") == ()
        assert kb.suggestions(as_of="2022-05-03") == found


def test_no_more_are_asked_than_its_bounds_allow(kb: KnowledgeBase, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a call had no time for is asked by the next."""
    whole = kb.suggestions()
    with timeweave.open(kb._store.folder.parent) as again:
        monkeypatch.setattr(proving, "_SECONDS", -1.0)
        assert again.suggestions() == ()
        monkeypatch.setattr(proving, "_SECONDS", 1e6)
        assert [one.question for one in again.suggestions()] == [one.question for one in whole]
    with timeweave.open(kb._store.folder.parent) as third:
        monkeypatch.setattr(proving, "_ASKED", 1)
        assert len(third.suggestions()) <= 1
