"""Reading what a model said."""

from __future__ import annotations

import pytest
from asks import Times, about

from timeweave.llm.base import Completion, Finish, Role
from timeweave.llm.structured import opening, read, repair, schema_of

GOOD = '{"times": [{"logic": "at", "start": "1969", "end": null}]}'


def said(text: str, finish: Finish = Finish.DONE) -> Completion:
    """A completion of no cost."""
    return Completion(text, 0, 0, finish)


@pytest.mark.parametrize(
    "text",
    [
        GOOD,
        f"```json\n{GOOD}\n```",
        f"Here it is:\n```\n{GOOD}\n```\nAnything else?",
        f"Sure. {GOOD} That is all.",
        f"<think>the user wants {{...}}</think>\n{GOOD}",
    ],
)
def test_json_is_found_in_what_is_around_it(text):
    """Code blocks, thoughts and polite words are passed over."""
    assert read(said(text), Times, lambda _: ()).value == Times.model_validate_json(GOOD)


def test_problems_name_the_field():
    """Where a value does not fit the schema, the problem says where and why."""
    found = read(said('{"times": [{"logic": "at", "start": 1969}]}'), Times, lambda _: ())
    assert found.value is None
    assert found.problems == ("times.0.start: Input should be a valid string", "times.0.end: Field required")


def test_a_cut_answer_that_is_whole_is_taken():
    """What was cut off after its last brace is as good as any."""
    assert read(said(GOOD, Finish.LENGTH), Times, lambda _: ()).value is not None
    for cut in (GOOD[:-4], ""):  # all tokens may have gone into thoughts
        assert read(said(cut, Finish.LENGTH), Times, lambda _: ()).problems[0].startswith("it was cut off")


def test_a_refusal_is_none_whatever_it_says():
    """A refused answer is not read."""
    assert read(said(GOOD, Finish.REFUSED), Times, lambda _: ()).value is None


def test_a_repair_repeats_the_task_and_the_last_answer_only():
    """The conversation does not grow with each repair, and an empty answer is still a turn."""
    messages = repair(about(1969), said(""), ["it was empty"])
    assert messages[:2] == opening(about(1969))
    assert [(message.role, message.text) for message in messages[2:]] == [
        (Role.ASSISTANT, "(nothing)"),
        (Role.USER, "That cannot be used:\n- it was empty\nAnswer again with one JSON value of the schema, mended."),
    ]


def test_the_schema_is_that_of_the_type():
    """A model is given the JSON Schema of the type wanted."""
    assert schema_of(Times)["required"] == ["times"]
