"""A model that is heard while it writes: the same answer and costs as without, whatever becomes of its stream."""

from __future__ import annotations

import json

import pytest
from asks import ABOUT
from hypothesis import given
from hypothesis import strategies as st
from modelserver import Fault, TestEndpoint

from timeweave.answering.said import SaidAnswer, SaidSynthesis
from timeweave.errors import ModelOutputError, ModelUnavailableError
from timeweave.llm.base import Role
from timeweave.llm.choosing import open_model
from timeweave.llm.client import ModelClient
from timeweave.llm.limits import Limits
from timeweave.llm.speaking import Speech, Spoken
from timeweave.llm.structured import opening, schema_of
from timeweave.prompts import Prompt

WORDS = 'Ada Brook said: "We build ships — in Zürich 🚢."\nNo more {brackets} than [these] \\ were drawn.'
SAID = {"refused": False, "answer": WORDS, "cites": ["E1", "E2"]}
PROMPT = Prompt("answer/1", "Task: answer/1\n\nAnswer.")
ACCOUNT = {
    "sections": [
        {"heading": "2023", "sentences": [{"text": "It grew.", "cites": ["P1"]}, {"text": "It fell.", "cites": []}]},
        {"heading": "2024", "sentences": [{"text": "It rests.", "cites": ["P2"]}]},
    ]
}


def about(number: int = 1):
    return PROMPT.filled({"question": f"Who builds ships {number}?"})


class Heard:
    """What one who hears has of it, and all that there was."""

    def __init__(self) -> None:
        self.text, self.all, self.withdrawals = "", [], 0

    def __call__(self, text: str, *, anew: bool) -> None:
        self.withdrawals += anew
        self.text = text if anew else self.text + text
        self.all.append(text)


@pytest.fixture
def endpoint():
    with TestEndpoint(tasks={"answer": lambda _: SAID}) as running:
        yield running


@pytest.fixture
def heard() -> Heard:
    return Heard()


@pytest.fixture
def make(endpoint, store, heard):
    """Makes a client that is heard, with short waits."""

    def made(*, speech: bool = True, **options):
        model = open_model("openai:rules", endpoint.url, **{"timeout": 60.0, **options})
        limits = Limits(first_wait=0.001, attempts=3)
        responses = store.responses("2026-01-31T12:00:00Z ask")
        return ModelClient(model, responses, limits=limits, speech=Speech(heard) if speech else None)

    return made


def spent(store):
    with store.view() as view:
        return view.ledger()["answer"]


# -- words out of JSON that is not whole ------------------------------------------------------------------------------

FIELDS = st.fixed_dictionaries(
    {"refused": st.booleans(), "answer": st.text(), "cites": st.lists(st.text(max_size=5))},
    optional={"thoughts": st.text(), "of": st.fixed_dictionaries({"text": st.text()})},
)
AROUND = st.sampled_from(
    ["", "  ", "```json\n", "Here it is:\n", '<think>{ "answer": no }</think>\n', " <think></think>"]
)


@given(FIELDS, AROUND, st.booleans(), st.sampled_from([None, 1]), st.lists(st.integers(1, 9), min_size=1))
def test_the_words_of_a_field_however_they_are_cut(value, around, ascii_, indent, cuts):
    """The pieces come to just the string, in whatever JSON it is written and wherever it is cut."""
    text = around + json.dumps(value, ensure_ascii=ascii_, indent=indent)
    spoken, said, at, turn = Spoken(SaidAnswer.spoken), "", 0, 0
    while at < len(text):
        step = cuts[turn % len(cuts)]
        said += spoken.feed(text[at : at + step])
        at, turn = at + step, turn + 1
    assert said == value["answer"]


def test_an_account_is_told_in_lines():
    """Headings and sentences each in a line of their own, and nothing of what they cite."""
    said = Spoken(SaidSynthesis.spoken).feed(json.dumps(ACCOUNT))
    assert said == "2023\nIt grew.\nIt fell.\n\n2024\nIt rests."


@pytest.mark.parametrize(
    "text", ["", "no JSON", "[1, 2]", '"answer"', '{"answer": 3}', '}{]"', '{"answer": ["x"]}', "<thin"]
)
def test_what_is_no_such_object_has_no_words(text):
    assert Spoken(SaidAnswer.spoken).feed(text) == ""


@pytest.mark.parametrize(
    ("escaped", "read"),
    [(r"\ud83d\udea2", "🚢"), (r"\ud83d", ""), (r"\udea2", ""), (r"\uzzzz", ""), (r"a\/\"\n", 'a/"\n')],
)
def test_escapes(escaped, read):
    """Two halves are one character; what is no JSON has no words."""
    text = '{"answer": "' + escaped + '"}'
    spoken = Spoken(SaidAnswer.spoken)
    assert "".join(map(spoken.feed, text)) == read


# -- a model that is heard --------------------------------------------------------------------------------------------


def test_words_come_in_pieces_and_cost_the_same(endpoint, store, make, heard):
    """What is heard is what is answered; the ledger says what it says of an answer that came whole."""
    value = make().ask(about(), SaidAnswer, ABOUT)
    assert value.answer == heard.text == WORDS
    assert len(heard.all) > 1
    streamed, (call,) = spent(store), endpoint.calls
    assert call.streams
    assert (streamed.prompt_tokens, streamed.completion_tokens) == (call.prompt_tokens, call.completion_tokens)
    make(speech=False).ask(about(2), SaidAnswer, ABOUT)
    both = spent(store)
    assert not endpoint.calls[1].streams
    assert (both.calls, both.prompt_tokens, both.completion_tokens) == (
        2,
        2 * call.prompt_tokens,
        2 * call.completion_tokens,
    )


def test_what_is_kept_is_not_said_again(endpoint, make, heard):
    """A kept response costs nothing, and gives the same value, whether it came in pieces or whole."""
    first = make().ask(about(), SaidAnswer, ABOUT)
    heard.all.clear()
    assert make().ask(about(), SaidAnswer, ABOUT) == first
    assert make(speech=False).ask(about(), SaidAnswer, ABOUT) == first
    assert (heard.all, len(endpoint.calls)) == ([], 1)


@pytest.mark.parametrize(
    ("fault", "calls", "withdrawals"),
    [
        (Fault.NO_STREAMS, 2, 0),
        (Fault.UNSTREAMED, 2, 0),
        (Fault.GARBLED, 2, 0),
        (Fault.CLOSING, 2, 1),
        (Fault.MALFORMED, 2, 1),
        (Fault.TRUNCATED, 2, 1),
        (Fault.EMPTY, 2, 0),
        (Fault.REFUSAL, 2, 0),
        (Fault.FILTERED, 2, 0),
        (Fault.WRONG_SCHEMA, 2, 0),
        (Fault.RATE_LIMITED, 2, 0),
        (Fault.SERVER_ERROR, 2, 0),
        (Fault.PROSE, 1, 0),
        (Fault.UNCOUNTED, 1, 0),
        (Fault.COUNTING, 1, 0),
        (Fault.TRICKLING, 1, 0),
    ],
)
def test_a_stream_that_goes_wrong_loses_nothing(endpoint, store, make, heard, fault, calls, withdrawals):
    """The answer comes all the same, after as many calls as it takes; what was said in vain is withdrawn."""
    endpoint.misbehave(fault, seconds=0.01, when=lambda request: request.streams)
    assert make().ask(about(), SaidAnswer, ABOUT).answer == WORDS
    assert (len(endpoint.calls), heard.withdrawals) == (calls, withdrawals)
    last = endpoint.calls[-1]
    if last.streams:
        assert heard.text == WORDS
    unpaid = (Fault.CLOSING, Fault.GARBLED, Fault.UNSTREAMED)  # nobody knows what a stream costs that breaks off
    paid = [call for call in endpoint.calls if call.status == 200 and call.fault not in unpaid]
    said, usage = sum(call.completion_tokens for call in paid), spent(store)
    if fault is Fault.UNCOUNTED:  # what the server does not count is estimated
        assert said / 2 < usage.completion_tokens < said
    else:
        assert usage.completion_tokens == said
        assert usage.prompt_tokens == sum(call.prompt_tokens for call in paid)


@pytest.mark.parametrize(("fault", "streams"), [(Fault.NO_STREAMS, 1), (Fault.UNSTREAMED, 1), (Fault.GARBLED, 2)])
def test_one_who_cannot_stream_is_asked_for_it_once(endpoint, make, fault, streams):
    """From then on its answers come whole; one who began well is heard the next time."""
    endpoint.misbehave(fault, when=lambda request: request.streams)
    client = make()
    assert [client.ask(about(n), SaidAnswer, ABOUT).answer for n in (1, 2, 3)] == [WORDS] * 3
    assert sum(call.streams for call in endpoint.calls) == streams + (fault is Fault.GARBLED)


def test_schemas_and_streams_are_turned_down_apart(endpoint, make, heard):
    """One who takes no schema is asked in words, and heard."""
    endpoint.misbehave(Fault.NO_SCHEMAS, times=None)
    assert make().ask(about(), SaidAnswer, ABOUT).answer == heard.text == WORDS
    assert [(call.status, call.streams) for call in endpoint.calls] == [(400, True), (200, True)]


@pytest.mark.parametrize("fault", [Fault.CLOSING, Fault.SERVER_ERROR])
def test_one_that_always_breaks_off_is_given_up(endpoint, make, heard, fault):
    endpoint.misbehave(fault, times=None)
    with pytest.raises(ModelUnavailableError):
        make().ask(about(), SaidAnswer, ABOUT)
    assert len(endpoint.calls) == 3


def test_words_that_cannot_be_used_are_withdrawn(endpoint, make, heard):
    """What a check finds wrong is said anew, and where nothing is found good the last words stand as heard."""
    answers = iter(["One.", "Two.", "Three."])
    with TestEndpoint(tasks={"answer": lambda _: {**SAID, "answer": next(answers)}}) as other:
        model = open_model("openai:rules", other.url)
        client = ModelClient(model, limits=Limits(first_wait=0.001), speech=Speech(heard))
        with pytest.raises(ModelOutputError):
            client.ask(about(), SaidAnswer, ABOUT, check=lambda said: ["it is wrong"])
    assert (heard.text, heard.withdrawals) == ("Three.", 2)


def test_an_error_of_the_one_who_hears_is_told_him(endpoint, make, heard, monkeypatch):
    """It is not taken for the model's, and ends the call."""

    def fail(text, *, anew):
        raise LookupError("no room")

    client = make()
    monkeypatch.setattr(client._speech, "_hear", fail)
    with pytest.raises(LookupError, match="no room"):
        client.ask(about(), SaidAnswer, ABOUT)
    assert len(endpoint.calls) == 1
    assert make().ask(about(), SaidAnswer, ABOUT).answer == WORDS


def test_a_stream_without_end_is_left_when_the_time_is_over(endpoint):
    endpoint.misbehave(Fault.TRICKLING, seconds=0.4)
    model = open_model("openai:rules", endpoint.url, timeout=1.0)
    messages, pieces = opening(about()), []
    assert messages[0].role is Role.SYSTEM
    with pytest.raises(ModelUnavailableError, match="did not answer in time"):
        model.speak(messages, schema_of(SaidAnswer), pieces.append)
    assert pieces
