"""Items as Wikidata gives them, in a dump or one a line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from timeweave.documents import read
from timeweave.outcomes import Failure
from timeweave.records import Document


def time(text: str, precision: int) -> dict[str, Any]:
    value = {
        "time": text,
        "precision": precision,
        "timezone": 0,
        "calendarmodel": "http://www.wikidata.org/entity/Q1985727",
    }
    return {"snaktype": "value", "datavalue": {"value": value, "type": "time"}}


def claim(value: Any, kind: str = "wikibase-entityid", rank: str = "normal", **qualifiers: Any) -> dict[str, Any]:
    snak = {"snaktype": "value", "datatype": "wikibase-item", "datavalue": {"value": value, "type": kind}}
    return {"mainsnak": snak, "rank": rank, "qualifiers": {key: [value] for key, value in qualifiers.items()}}


def item(id_: str, label: str, **claims: Any) -> dict[str, Any]:
    labels = {"de": {"language": "de", "value": f"{label} (de)"}, "en": {"language": "en", "value": label}}
    return {"type": "item", "id": id_, "labels": labels, "claims": claims}


def entity(id_: str) -> dict[str, Any]:
    return {"entity-type": "item", "numeric-id": int(id_[1:]), "id": id_}


IRMA = item(
    "Q900001",
    "Irma Holt",
    P39=[
        claim(entity("Q900002"), P580=time("+2009-01-20T00:00:00Z", 11), P582=time("+2017-03-00T00:00:00Z", 10)),
        claim(entity("Q900002"), P580=time("+2021-00-00T00:00:00Z", 9), P582={"snaktype": "novalue"}),
        claim(entity("Q900004"), rank="deprecated"),
    ],
    P166=[claim(entity("Q900003"), P585=time("+1990-00-00T00:00:00Z", 8))],
    P569=[claim(time("+1961-08-04T00:00:00Z", 11)["datavalue"]["value"], "time")],
    P1082=[claim({"amount": "+1200", "unit": "1"}, "quantity", P585=time("+1900-00-00T00:00:00Z", 7))],
    P214=[{**claim("12345", "string"), "mainsnak": {"snaktype": "value", "datatype": "external-id"}}],
)
OTHERS = [item("Q900002", "mayor of Port Lorne"), item("Q900003", "Harbour Medal")]
WHOLE = [
    ("date of birth", "1961-08-04", "../.."),
    ("population", "1200", "1801/1900"),
    ("position held", "mayor of Port Lorne", "2009-01-20/2017-03-31"),
    ("position held", "mayor of Port Lorne", "2021/.."),
    ("award received", "Harbour Medal", "1990/1999"),
]


def told(path: Path) -> list[tuple[str, str, str]]:
    (document,) = read(path)
    assert isinstance(document, Document), document
    assert {f.subject for f in document.facts} == {"Irma Holt"}
    return [(f.relation, f.object, str(f.valid)) for f in document.facts]


def test_qualifiers_are_validity_and_labels_names(tmp_path: Path) -> None:
    """Start, end and point in time at each precision; labels of items anywhere in the file and of well-known
    properties; what is deprecated, no value or an identifier elsewhere is no fact (EK-10).
    """
    path = tmp_path / "items.jsonl"
    path.write_text("".join(json.dumps(one) + "\n" for one in [IRMA, *OTHERS]))
    assert sorted(told(path)) == sorted(WHOLE)


def test_a_dump_is_a_list_with_an_item_a_line(tmp_path: Path) -> None:
    """Brackets around and commas between, as in the dumps."""
    path = tmp_path / "dump.json"
    path.write_text("[\n" + ",\n".join(json.dumps(one) for one in [*OTHERS, IRMA]) + "\n]\n")
    assert sorted(told(path)) == sorted(WHOLE)


def test_an_office_of_a_body_is_the_bodys_too(tmp_path: Path) -> None:
    """Who held "mayor of Port Lorne" by Wikidata was Port Lorne's mayor."""
    from timeweave.extraction.pipeline import extract

    path = tmp_path / "items.jsonl"
    path.write_text("".join(json.dumps(one) + "\n" for one in [IRMA, *OTHERS]))
    (document,) = read(path)
    assert isinstance(document, Document)
    found = {(f.subject, f.relation, f.object, str(f.valid)) for f in extract(document).facts}
    assert ("port lorne", "mayor", "irma holt", "2021/..") in found


def test_a_bad_line_or_statement_is_named_and_the_others_go_on(tmp_path: Path) -> None:
    """A line that is no JSON, a time before the year 1 and a statement without its main part."""
    broken = item(
        "Q900005",
        "Castle",
        P571=[claim(entity("Q900002"), P580=time("-0044-03-15T00:00:00Z", 11))],
        P17=[{"rank": "normal"}],
        P159=[claim(entity("Q900006"))],
    )
    path = tmp_path / "items.jsonl"
    path.write_text(json.dumps(OTHERS[0]) + "\n{broken\n" + json.dumps(broken) + "\n")
    items = list(read(path))
    failures = [found for found in items if isinstance(found, Failure)]
    assert [f.line for f in failures] == [2, 3, 3]
    assert "not valid JSON" in failures[0].error
    assert "years before 1" in failures[1].error
    assert "no statement of Wikidata" in failures[2].error
    (document,) = (found for found in items if isinstance(found, Document))
    assert document.text == "Castle: headquarters location: Q900006"
