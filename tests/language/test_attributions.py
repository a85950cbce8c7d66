"""What mail writes above a quotation."""

from __future__ import annotations

import re

import pytest

from timeweave.extraction.statements import is_evidence
from timeweave.lexicon.mail import ATTRIBUTION


@pytest.mark.parametrize(
    "line",
    [
        "On 3 March 2024 Bob wrote:",
        "On Mar 15, 2011, at 2:08 PM, Fu, Jie Ning wrote:",
        "On Jan 12, 2013, at 6:08 PM, Rolf Turner <rolf at quay.example> wrote:",
        "On Tue, 24 Sept 2024 at 14:51, Tim Taylor\n<tim at quay.example> wrote:",
        "2024-03-03 10:00 GMT+01:00 Bob Ray <b@quay.example>\nwrote:",
        "Am 04.03.24 um 09:00 schrieb Bob Ray:",
        "Le 3 mars 2024 à 10:00, Jean Dupont <jd@quay.example> a écrit :",
        "Bob wrote:",
    ],
)
def test_days_names_and_addresses_alone(line: str) -> None:
    assert re.fullmatch(ATTRIBUTION, line)
    assert not is_evidence(line, ())


@pytest.mark.parametrize(
    "line",
    [
        "Martin Maechler >>>>> on Sat, 18 Apr 2026 16:26:29",
        "On 17 Apr 2026, at 16:25, Martin Maechler <maechler at quay.example>",
    ],
)
def test_what_is_left_of_one_says_nothing(line: str) -> None:
    assert not is_evidence(line, ())


@pytest.mark.parametrize(
    "sentence",
    [
        "On 3 May 2024 Carl Moss was elected chair of the Harbour Club and wrote:",
        "In his 2021 report on the bridge collapse, which killed 12 people, the inspector writes:",
        "On Saturday, 18 April 2026, Ann Lee left Acme.",
        "On this point I agree with you: the club moved to Mill Lane in 2019.",
        "At the meeting on Tuesday we agreed that Carl Moss becomes treasurer. Dana Wood said:",
    ],
)
def test_a_sentence_may_end_so_too(sentence: str) -> None:
    assert not re.fullmatch(ATTRIBUTION, sentence)
    assert is_evidence(sentence, ())
