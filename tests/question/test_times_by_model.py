"""The time of a question by a model at a real address: asked only for what rules leave open, and checked (TG-08)."""

import datetime as dt

import pytest
from modelserver import Fault, TestEndpoint

from timeweave.llm.choosing import open_model
from timeweave.llm.client import ModelClient
from timeweave.llm.limits import Limits
from timeweave.question import Question
from timeweave.question.named_entity import Names
from timeweave.question.times_by_model import Logic, SaidTime, hints_at_a_time, identify_times, read_time
from timeweave.temporal.scope import TimeRelation, query_scope

NOW = dt.date(2024, 6, 1)
PANDEMIC = "Who led Brightwater during the pandemic?"
ANSWERS = {
    PANDEMIC: [{"logic": "between", "start": "2020-03", "end": "2023-05"}],
    "What was revenue in each quarter of the pandemic's first year?": [{"logic": "at", "start": "2020", "end": None}],
    "What changed in 2023 after the merger?": [
        {"logic": "at", "start": "2023", "end": None},
        {"logic": "after", "start": "2022-11", "end": None},
        {"logic": "at", "start": "2021-Q4", "end": None},
    ],
}


@pytest.fixture
def knowing():
    """An endpoint that knows when some things were."""

    def time(sections):
        return {"times": ANSWERS.get(sections["question"], [])}

    with TestEndpoint(tasks={"time": time}) as running:
        yield running


def client_of(endpoint) -> ModelClient:
    """A client whose waits are short."""
    model = open_model("openai:rules", endpoint.url, timeout=120.0)
    return ModelClient(model, limits=Limits(first_wait=0.001, attempts=2))


def by_rules(question):
    """A question with the scope that rules give it."""
    return Question(question, query_scope(question, NOW), Names((), ()), "", ())


def identified(question, endpoint, **options):
    """The scope of a question by rules, with what the model adds, and warnings."""
    return identify_times(by_rules(question), client_of(endpoint), NOW, **options)


def test_implicit_time(knowing):
    """TG-08: a time that is only hinted at is the model's to say."""
    scope, warnings = identified(PANDEMIC, knowing)
    assert [str(i) for i in scope.intervals] == ["2020-03/2023-05"]
    assert scope.relation is TimeRelation.BETWEEN
    assert warnings[0].startswith("the question is read as of 2020-03/2023-05 (openai:rules")
    (call,) = knowing.calls
    assert call.task == "time"
    assert "2024-06-01" in call.turns[-1].text


@pytest.mark.parametrize(
    "question",
    [
        "What was Halden's revenue in 2023-Q1?",  # rules find it
        "Who led Brightwater before 2020?",
        "What is the latest revenue of Halden?",
        "Who leads Brightwater?",  # nothing hints at a time
        "When did Brightwater open its plant?",  # a time is what is asked for
        "In which year was Halden founded?",
    ],
)
def test_not_asked(knowing, question):
    """Where rules find a time, or nothing hints at one, no call is made."""
    scope, warnings = identified(question, knowing)
    assert (scope, warnings) == (query_scope(question, NOW), ())
    assert knowing.calls == ()


def test_always_asked_and_merged(knowing):
    """On request it is asked always; times of the question itself stay, and what overlaps them is not added."""
    question = "What changed in 2023 after the merger?"
    scope, _ = identified(question, knowing, always=True)
    assert [str(i) for i in scope.intervals] == ["2021-Q4", "2023"]
    assert scope.relation is query_scope(question, NOW).relation


def test_each_unit(knowing):
    """What is asked of each quarter is asked of those of the model's time."""
    scope, _ = identified("What was revenue in each quarter of the pandemic's first year?", knowing, always=True)
    assert [str(i) for i in scope.intervals] == ["2020-Q1", "2020-Q2", "2020-Q3", "2020-Q4"]
    assert scope.relation is TimeRelation.EACH


@pytest.mark.parametrize("fault", [Fault.MALFORMED, Fault.WRONG_SCHEMA, Fault.SERVER_ERROR, Fault.EMPTY])
def test_failing(knowing, fault):
    """A model that fails leaves the scope of the rules; that is counted, and a warning says so."""
    knowing.misbehave(fault, times=None)
    client = client_of(knowing)
    scope, (warning,) = identify_times(by_rules(PANDEMIC), client, NOW)
    assert scope == query_scope(PANDEMIC, NOW)
    assert warning.startswith("the time of the question is read by rules alone")
    assert client.usage()["answer"].fallbacks == 1


def test_unreadable_times_are_shown_to_the_model():
    """What is no time goes back to the model with what is wrong with it."""
    said = [{"logic": "at", "start": "spring 2020"}, {"logic": "between", "start": "2021", "end": "2020"}]
    good = {"logic": "before", "start": "2020", "end": None}
    with TestEndpoint(tasks={"time": lambda _: {"times": [*said, good]}}) as running:
        scope, _ = identified(PANDEMIC, running)
        first, second = running.calls
    assert [str(i) for i in scope.intervals] == ["../2019"]
    assert "spring 2020" not in first.turns[-1].text
    assert "times[0]: 'spring 2020'" in second.turns[-1].text
    assert "times[1]: '2021/2020' ends before it starts" in second.turns[-1].text


@pytest.mark.parametrize(
    ("logic", "start", "end", "interval"),
    [
        (Logic.AT, "2022-01-01", None, "2022-01-01"),
        (Logic.BEFORE, "2023-Q3", None, "../2023-Q2"),
        (Logic.AFTER, "2022", None, "2023/.."),
        (Logic.BETWEEN, "2022-Q2", "2022-Q4", "2022-Q2/2022-Q4"),
        (Logic.BETWEEN, "2022-11", "2023", "2022-11/2023-12"),
    ],
)
def test_read_time(logic, start, end, interval):
    """Before and after exclude what they name, between includes both ends."""
    assert str(read_time(SaidTime(logic=logic, start=start, end=end))) == interval


@pytest.mark.parametrize(
    ("logic", "start", "end"),
    [
        (Logic.BETWEEN, "2022", None),
        (Logic.BETWEEN, "2023", "2022"),
        (Logic.AT, "2022", "2023"),
        (Logic.AT, "soon", None),
    ],
)
def test_unreadable_time(logic, start, end):
    """What is no time is told in words."""
    assert isinstance(read_time(SaidTime(logic=logic, start=start, end=end)), str)


@pytest.mark.parametrize(
    ("question", "hints"),
    [
        ("How did sales go in the wake of the invasion?", True),
        ("What did post-war governments build?", True),
        ("Which offices did she hold prior to the election?", True),
        ("When was the plant opened?", False),
        ("When was the plant opened before the war?", True),
        ("What is the capital of France?", False),
    ],
)
def test_hints(question, hints):
    """Words that bind a question to a time without naming it; being asked for one does not."""
    assert hints_at_a_time(question) is hints
