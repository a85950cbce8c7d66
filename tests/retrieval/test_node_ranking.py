"""Which statements say something of their own."""

import pytest

from timeweave.retrieval.tgrag.node_ranking import tells


@pytest.mark.parametrize(
    "text",
    [
        "I would like to turn the floor over to the rapporteur of the committee.",
        "So, I'll start with a brief overview of our third-quarter performance.",
        "Let me now walk you through the findings of the second trial.",
        "I wanted to ask on the locations and whether you might have touched on it on slide 8.",
        "Thank you.",
        "Could you say more on the strategy and on innovation in this quarter, please?",
    ],
)
def test_announcing_is_not_telling(text: str) -> None:
    """TG-15: what a speaker is about to speak of, and what somebody asks, is no answer to an abstract question."""
    assert not tells(text)


@pytest.mark.parametrize(
    "text",
    [
        "I would like to add that demand for the vaccine improved in every region.",
        "I'd like to highlight revenue of $40 million and a record number of visitors.",
        "Let me start with the ferry, which was late because the harbour froze over.",
        "The minister will open the new wing of the hospital and introduce a fund.",
        "We will begin construction of the plant with our partners in Leith.",
        "Net income was $132 million.",
    ],
)
def test_what_is_told_counts(text: str) -> None:
    """TG-15: a figure, a reason, or what others will do is told, however the sentence begins."""
    assert tells(text)
