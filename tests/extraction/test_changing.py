"""States that begin and end, as texts of several fields tell them: who, what, from when, until when (TK-01, EK-06)."""

from __future__ import annotations

import datetime as dt

import pytest

from timeweave.extraction.pipeline import extract
from timeweave.records import Document

KINDS = {"member of", "status", "leader", "co-lead", "lead", "representative", "treasurer"}


def told(text: str, title: str = "") -> set[str]:
    """What a document of the tenth of May 2024 tells of states."""
    document = Document("d", text, title=title, date=dt.date(2024, 5, 10))
    return {f.text for f in extract(document).facts if f.relation in KINDS}


@pytest.mark.parametrize(
    ("text", "states"),
    [
        (
            "Ann Lee and Bob Ray have joined the finance committee.",
            {
                "ann lee: member of finance committee [2024-05-10/..]",
                "bob ray: member of finance committee [2024-05-10/..]",
            },
        ),
        (
            "Please welcome Ann Lee to the oncology team and Bob Ray to the Emergency Department!",
            {
                "ann lee: member of oncology team [2024-05-10/..]",
                "bob ray: member of emergency department [2024-05-10/..]",
            },
        ),
        (
            "We welcome Ann Lee as a new member of the City Orchestra.",
            {"ann lee: member of city orchestra [2024-05-10/..]"},
        ),
        (
            "The parser team has two new parser team members to announce: @kestrel9.",
            {"kestrel9: member of parser team [2024-05-10/..]"},
        ),
        (
            "Ann Lee was appointed to the parks commission in March 2021.",
            {"ann lee: member of parks commission [2021-03/..]"},
        ),
        (
            "Carol Diaz is leaving the Harbour Board and the Safety Committee.",
            {
                "carol diaz: member of harbour board [../2024-05-10]",
                "carol diaz: member of safety committee [../2024-05-10]",
            },
        ),
        (
            "Ann Lee will step down from the Harbour Board at the end of June 2024.",
            {"ann lee: member of harbour board [../2024-06-30]"},
        ),
        (
            "Ann Lee, formerly a member of the Harbour Board, wrote it.",
            {"ann lee: member of harbour board [../2024-05-09]"},
        ),
        (
            "Ann Lee has decided to step back from the choir committee.",
            {"ann lee: member of choir committee [../2024-05-10]"},
        ),
    ],
)
def test_who_joins_and_who_leaves(text: str, states: set[str]) -> None:
    """EK-06: a beginning and an end, of that person and that body, on the day that is told, else the document's."""
    assert told(text) == states


@pytest.mark.parametrize(
    "text",
    [
        "Ann Lee is stepping back from the Harbour Board for two weeks.",
        "Ann Lee plans to leave the Harbour Board.",
        "If Ann Lee leaves the Harbour Board, the vote is void.",
        "Ann Lee might step down from the Harbour Board.",
        "The board members said that people left the meeting of the finance committee early.",
        "There is about $44k left for the finance committee.",
    ],
)
def test_who_is_away_or_only_means_to_go_has_not_left(text: str) -> None:
    """EK-06: no end is told by plans, conditions, and what lasts a while."""
    assert told(text) == set()


def test_the_team_is_the_one_that_the_title_names() -> None:
    """TG-03: "the team" of a document about one team."""
    text = "Ann Lee has joined the team. Bob Ray, a founding member, is leaving the team."
    found = told(text, "Changes at the Night Shift Team")
    assert "ann lee: member of night shift team [2024-05-10/..]" in found
    assert "bob ray: member of night shift team [../2024-05-10]" in found


def test_a_shared_office_begins_and_ends_for_one() -> None:
    """EK-06: "co-lead with" closes nobody's office; who stops being co-lead is still a member."""
    found = told(
        "Ann Lee will be joining Bob Ray as co-lead of the parser team. "
        "Carol Diaz stepped down as co-lead of the parser team."
    )
    assert found == {
        "parser team: co-lead ann lee [2024-05-10/..]",
        "parser team: co-lead carol diaz [../2024-05-10]",
    }


@pytest.mark.parametrize(
    ("text", "states"),
    [
        (
            "The Heritage Service was shut down on 3 May 2024.",
            {"heritage service: status active [../2024-05-03]", "heritage service: status shut down [2024-05-03/..]"},
        ),
        (
            "On 6 June 2024, we will stop providing the long-distance ferry service.",
            {
                "long distance ferry service: status active [../2024-06-06]",
                "long distance ferry service: status discontinued [2024-06-06/..]",
            },
        ),
        (
            "The Ministry of Works was dissolved in 2021.",
            {"ministry of works: status active [../2021]", "ministry of works: status dissolved [2021/..]"},
        ),
        ("Read it before the certificate expires.", set()),
        ("The Heritage Service will be shut down.", set()),
    ],
)
def test_what_ends_by_itself(text: str, states: set[str]) -> None:
    """EK-05, EK-06: a thing has one status until it ends and another from then on; plans without a day end nothing."""
    assert told(text) == states
