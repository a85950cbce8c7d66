"""A graph of dated events and states, imported as triples, in a real store."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest

import timeweave
from timeweave import KnowledgeBase
from timeweave.errors import UndatedDocumentWarning

EVENTS = """
Norland	Make a visit	Southland	2010-03-01
Norland	Make a visit	Southland	2010-05-02
Norland	Make a visit	Eastmark	2010-04-09
Westmark	Make a visit	Southland	2010-04-03
Eastmark	Make a visit	Southland	2010-06-20
Foreign Ministry (Westmark)	Make a visit	Southland	2010-06-20
Southland	Make a visit	Norland	2011-01-05
Norland	Criticize or denounce	Southland	2010-04-01
Eastmark	Criticize or denounce	Norland	2011-02-03
Southland	Express intent to cooperate	Norland	2010-07-01
Norland	Sign formal agreement	Eastmark	2011-03-01
Southland	Make a visit	Westmark	2010-02-02
Norland	Refuse to visit	Westmark	2010-02-03
"""
STATES = """
Port Lorne	mayor	Ada King	2001	2008
Port Lorne	mayor	Irma Holt	2009	2015
Ada King	spouse	Tom Reed	1990	1999
Ada King	member of sports team	Lorne Rovers	1985	1989
Ada King	award received	Harbour Medal	2003	2003
Ada King	award received	Golden Quill	2005	2005
Tom Reed	educated at	Hale University	1970	1974
Irma Holt	educated at	Brook College	1980	1984
Sela Ray	award received	Golden Quill	2005	2005
Sela Ray	award received	Silver Pen	2005	2005
Bo Wirt	award received	Silver Pen	2005-05-03
Ada King	member of chess club	Lorne Castle	1981	1989
Vic Orr	member of chess club	Lorne Castle	1990	1995
Vic Orr	member of chess club	Lorne Castle	1992	1996
"""
BIRTHS = "".join(
    f"{who}\tdate of birth\t{year}\t\t\t2016-01-01\n" for who, year in (("Mara Dale", 1965), ("Jon Vale", 1960))
)
LATER = "Wyland\tMake a visit\tSouthland\t2010-08-08\t2010-08-08\t2020-01-01\n"


def lines(rows: str) -> Iterator[str]:
    """Rows with their observation day, valid on one day where only one is given."""
    for row in rows.strip().splitlines():
        cells = row.split("\t")
        yield "\t".join([*cells, *cells[3:4]][:5] if len(cells) == 4 else cells) + "\t2016-01-01\n"


@pytest.fixture(scope="session")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the graph is kept."""
    return tmp_path_factory.mktemp("reason") / "kb"


@pytest.fixture(scope="session")
def graph(home: Path) -> Iterator[KnowledgeBase]:
    """The graph as a knowledge base."""
    folder = home.parent
    head = "subject\trelation\tobject\tvalid_from\tvalid_until\tobserved\n"
    (folder / "graph.tsv").write_text(head + "".join(lines(EVENTS)) + "".join(lines(STATES)) + BIRTHS + LATER)
    with timeweave.open(home) as kb:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UndatedDocumentWarning)
            kb.add(folder / "graph.tsv")
        yield kb
