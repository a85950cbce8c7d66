"""Questions for whole rows of a table: whose date lies in a time, how many there are, since when one says so."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import timeweave
from timeweave import KnowledgeBase
from timeweave.errors import UndatedDocumentWarning

FILES = {
    "nurses.csv": "Nurse,Ward,Started,Finished,Shifts\nAda Brook,North,2018-02-01,,412\nCleo Marsh,South,2020-09-15,"
    "2021-11-30,96\nOmar Finch,North,2021-03-01,,188\n",
    "beds.csv": "Year,Beds,Matron\n2018,40,Jane Poole\n2019,44,Jane Poole\n2020,44,Ruth Vane\n2021,52,Ruth Vane\n"
    "2022,50,Lena Orr\n",
    "inspections.csv": "Date,Inspector,Findings\n2020-03-02,Mr Dale,4\n2021-01-14,Mr Dale,2\n2021-07-08,Ms Kerr,0\n",
}


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeBase]:
    folder = Path(tmp_path_factory.mktemp("rows"))
    for name, text in FILES.items():
        (folder / name).write_text(text)
    with timeweave.open(folder / "kb") as kb:
        with pytest.warns(UndatedDocumentWarning):
            kb.add([folder / name for name in FILES])
        yield kb


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Who started in 2021?", "Omar Finch (2021-03-01)"),
        ("Which nurses finished in 2021?", "Cleo Marsh (2021-11-30)"),
        ("How many inspections were there in 2021?", "2"),
        ("When did Ruth Vane become matron?", "2020"),
        ("When was Ruth Vane matron?", "2020 to 2021"),
        ("How many beds did the hospital have in 2019?", "44"),
    ],
)
def test_rows_answer(store: KnowledgeBase, question: str, answer: str) -> None:
    assert store.ask(question).answer == answer


@pytest.mark.parametrize(
    "question", ["How many doctors were there in 2021?", "When did Jane Poole become matron?", "Who started in 2015?"]
)
def test_what_no_row_says_is_refused(store: KnowledgeBase, question: str) -> None:
    assert store.ask(question).refused
