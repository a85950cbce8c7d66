"""Small made-up worlds for tests: hypothesis strategies for dated documents, and questions about them."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace

from hypothesis import strategies as st

from timeweave import Document
from timeweave.temporal import Interval

COMPANIES = ("Halden Optics Inc.", "Brightwater Ltd", "Corvane Group (CVG)", "Ostra Foods")
PEOPLE = ("Mara Ellison", "Tomas Reyk", "Ines Calder")
QUESTIONS = (
    "What was Halden Optics' revenue in 2023-Q1?",
    "Who is the chief executive officer of Brightwater?",
    "What was the gross margin of CVG in each quarter of 2023?",
    "Which company had the highest revenue in 2022?",
    "What happened at Ostra Foods after March 2022?",
    "How many stores does Ostra Foods have?",
    "new plant in Port Alden",
    "Who led Halden Optics before 2023?",
    "How did Halden Optics and Corvane Group expand their productivity and profitability across 2022 and 2023?",
    "Summarise what happened in the lens sector in 2023.",
    "Who is the current chief executive officer of Halden Optics?",
)

days = st.dates(dt.date(2021, 12, 1), dt.date(2023, 12, 31))
quarters = st.sampled_from([f"{y}-Q{q}" for y in (2022, 2023) for q in (1, 2, 3, 4)])
amounts = st.integers(10, 99)


@st.composite
def sentences(draw: st.DrawFn, company: str) -> str:
    """One sentence about a company."""
    person, amount, quarter = draw(st.sampled_from(PEOPLE)), draw(amounts), draw(quarters)
    short = company.split(" (", maxsplit=1)[0]
    year, number = quarter.split("-Q")
    word = ("first", "second", "third", "fourth")[int(number) - 1]
    return draw(
        st.sampled_from(
            [
                f"{short} reported revenue of ${amount} million for the {word} quarter of {year}.",
                f"Revenue was ${amount}.5 million, down {amount % 9 + 1}% year over year.",
                f"Gross margin was {amount}%, compared to {amount - 3}% in the prior year quarter.",
                f"{company} named {person} as chief executive officer.",
                f"{person} stepped down as chief executive officer of {short}.",
                f"{short} opened {amount} new stores in Port Alden in {word} quarter {year}.",
                f"The company began work on a new plant in Port Alden in March {year}.",
                f"{company} is headquartered in Port Alden.",
            ]
        )
    )


@st.composite
def documents(draw: st.DrawFn, id_: str) -> Document:
    """A dated document of one to four sentences about one company."""
    company = draw(st.sampled_from(COMPANIES))
    text = " ".join(draw(st.lists(sentences(company), min_size=1, max_size=4)))
    return Document(
        id=id_,
        text=text,
        title=draw(st.sampled_from(["", f"{company} update"])),
        date=draw(days),
        period=draw(st.one_of(st.none(), quarters.map(Interval.parse))),
        entities=draw(st.sampled_from([(), (company,)])),
        source=draw(st.sampled_from(["", "https://news.example/a", "https://wire.example/b"])),
        metadata=draw(st.sampled_from([{}, {"ticker": "CVG"}]))
        if company.startswith("Corvane")
        else draw(st.sampled_from([{}, {"sector": "lens"}, {"sector": "food"}])),
    )


@st.composite
def corpora(draw: st.DrawFn, *, min_size: int = 2, max_size: int = 7) -> list[Document]:
    """Documents in the order in which they are added; an id may come again, as a correction, and a text, as a copy."""
    ids = draw(st.lists(st.integers(0, 5), min_size=min_size, max_size=max_size))
    made: list[Document] = []
    for i in ids:
        new = draw(documents(f"doc-{i}"))
        copied = draw(st.sampled_from([None, None, None, *made[-1:]]))
        made.append(new if copied is None else replace(new, text=copied.text))
    return made
