"""Conversations as turns."""

from timeweave.blocks import in_context, read_layout
from timeweave.records import BlockKind, Document

TALK = """Ana: Did you hear about the job?
Ben: Which one?
[2024-03-05 14:02] Ana: The one in Lyon: they called yesterday!
It starts in May.
Ben: Wow."""


def test_each_turn_is_a_message_with_its_speaker_and_time() -> None:
    layout = read_layout(Document("d", TALK))
    assert [(b.kind, b.speaker, b.lead) for b in layout.blocks] == [
        (BlockKind.MESSAGE, "Ana", None),
        (BlockKind.MESSAGE, "Ben", 0),
        (BlockKind.MESSAGE, "Ana", 1),
        (BlockKind.MESSAGE, "Ben", None),
    ]
    third = layout.blocks[2]
    assert third.time is not None
    assert third.time.isoformat() == "2024-03-05T14:02:00"
    assert TALK[third.span.start : third.span.end].endswith("It starts in May.")


def test_a_turn_is_read_with_the_question_that_it_answers() -> None:
    layout = read_layout(Document("d", TALK))
    assert in_context(layout, TALK, layout.blocks[1].span) == "Ana: Did you hear about the job? Ben: Which one?"


def test_lists_of_terms_are_no_conversation() -> None:
    terms = "Speed: 5 km/h\nWeight: 3 kg\nColour: red\nHeight: 2 m\nWidth: 1 m"
    assert not read_layout(Document("d", terms))
