"""The server: what it says on the wire, what it counts and what it remembers."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import openai
import pytest
from modelserver import TestEndpoint

from timeweave.language.tokens import count_tokens

QUESTION = {"question": "What happened in March 2024?", "today": "2024-05-05"}
MARCH = {"times": [{"logic": "at", "start": "2024-03", "end": None}]}
SCHEMA = {"type": "object", "properties": {"times": {"type": "array"}}}


def client(endpoint, **options):
    return openai.OpenAI(base_url=endpoint.url, api_key="none", max_retries=0, timeout=120, **options)


def test_it_answers_from_what_it_is_shown(ask):
    """The same request gives the same bytes, another another answer."""
    first = ask("time", QUESTION)
    assert first.status == 200
    assert first.value == MARCH
    assert first.choice["finish_reason"] == "stop"
    assert ask("time", QUESTION).body == first.body
    assert ask("time", {**QUESTION, "question": "And in 2020?"}).value["times"][0]["start"] == "2020"


def test_tokens_are_counted_over_all_messages_and_the_schema(endpoint, ask):
    """TK-07: with the packaged tokenizer, the schema as compact JSON, and what is said."""
    system = "Task: time/1\nDo it."
    user = "<question>\nWhat happened in March 2024?\n</question>\n<today>\n2024-05-05\n</today>"
    plain = ask("time", QUESTION)
    assert plain.body["usage"]["prompt_tokens"] == count_tokens(system) + count_tokens(user)
    assert plain.body["usage"]["completion_tokens"] == count_tokens(plain.text)
    wanted = {"type": "json_schema", "json_schema": {"name": "times", "schema": SCHEMA}}
    with_schema = ask("time", QUESTION, response_format=wanted)
    assert with_schema.body["usage"]["prompt_tokens"] - plain.body["usage"]["prompt_tokens"] == count_tokens(
        '{"type":"object","properties":{"times":{"type":"array"}}}'
    )
    again = ask("time", QUESTION, [{"role": "assistant", "content": "no"}, {"role": "user", "content": "why not"}])
    assert again.body["usage"]["prompt_tokens"] == plain.body["usage"]["prompt_tokens"] + 3
    assert [call.prompt_tokens for call in endpoint.calls[::2]] == [
        plain.body["usage"]["prompt_tokens"],
        again.body["usage"]["prompt_tokens"],
    ]


def test_calls_are_remembered(endpoint, ask):
    """Task, model, sizes of sections, attempt and status of each, whatever came of it."""
    ask("time", QUESTION)
    ask("time", QUESTION, [{"role": "assistant", "content": "{}"}, {"role": "user", "content": "times: missing"}])
    ask("nonesuch", {})
    first, second, third = endpoint.calls
    assert (first.task, first.model, first.status, first.attempt) == ("time", "rules", 200, 1)
    assert first.sections == {"question": 28, "today": 10}
    assert json.loads(first.text) == MARCH
    assert (second.task, second.attempt) == ("time", 2)
    assert (third.task, third.status, third.completion_tokens) == ("nonesuch", 400, 0)
    assert endpoint.calls_of("time") == (first, second)
    endpoint.forget()
    assert endpoint.calls == ()


def test_an_unknown_task_is_refused_in_words(ask):
    """What was asked, and what could be."""
    answered = ask("nonesuch", {})
    assert answered.status == 400
    assert "'nonesuch'" in answered.body["error"]["message"]
    assert "judge_relevance, news, points" in answered.body["error"]["message"]


@pytest.mark.parametrize("body", [b"{", b"[]", {"messages": []}, {"messages": "x"}, {"input": "x"}])
def test_what_is_no_chat_request_is_refused(post, body):
    """A 400 that says so; the server goes on."""
    assert post("chat/completions", body).status == 400
    assert post("embeddings", {"model": "m", "input": ["x"]}).status == 200


def test_tasks_can_be_added():
    """A benchmark's own task is answered by its own rule."""
    rule = {"judge": lambda sections: {"verdict": sections["answer"].upper()}}
    with TestEndpoint(tasks=rule) as endpoint:
        said = client(endpoint).chat.completions.create(
            model="rules",
            messages=[
                {"role": "system", "content": "Task: judge/1"},
                {"role": "user", "content": "<answer>\nyes\n</answer>"},
            ],
        )
        assert json.loads(said.choices[0].message.content) == {"verdict": "YES"}


def test_the_task_may_stand_after_what_a_client_puts_first(ask, endpoint):
    """Some clients put the schema into a system message of their own, before or after."""
    system = [{"role": "system", "content": "Answer as JSON."}, {"role": "developer", "content": "x\nTask: time/2"}]
    parts = [{"type": "text", "text": "<question>\nIn March 2024?\n</question>"}]
    said = client(endpoint).chat.completions.create(model="m", messages=[*system, {"role": "user", "content": parts}])
    assert json.loads(said.choices[0].message.content) == MARCH


def test_a_stream_says_the_same_in_pieces(endpoint):
    """Text and usage of a stream are those of the whole answer."""
    said = {"model": "rules", "messages": [{"role": "system", "content": "Task: time/1"}]}
    said["messages"].append(
        {"role": "user", "content": "<question>\nFrom 2020 to 2022, and in March 2024?\n</question>"}
    )
    whole = client(endpoint).chat.completions.create(**said)
    chunks = list(client(endpoint).chat.completions.create(**said, stream=True))
    pieces = [chunk.choices[0].delta.content for chunk in chunks if chunk.choices]
    assert len([piece for piece in pieces if piece]) > 1
    assert "".join(piece or "" for piece in pieces) == whole.choices[0].message.content
    assert chunks[-2].choices[0].finish_reason == "stop"
    assert chunks[-1].usage == whole.usage


def test_an_answer_can_be_asked_for_as_a_function_call(ask):
    """The arguments are the answer."""
    tools = [{"type": "function", "function": {"name": "times", "parameters": SCHEMA}}]
    choice = ask("time", QUESTION, tools=tools).choice
    assert choice["finish_reason"] == "tool_calls"
    assert choice["message"]["content"] is None
    function = choice["message"]["tool_calls"][0]["function"]
    assert function["name"] == "times"
    assert json.loads(function["arguments"]) == MARCH


def test_no_more_is_said_than_was_allowed(ask):
    """A request's most tokens cut the answer, and the finish reason says so."""
    cut = ask("time", QUESTION, max_completion_tokens=5)
    assert cut.choice["finish_reason"] == "length"
    assert cut.body["usage"]["completion_tokens"] == 5
    assert json.dumps(MARCH).startswith(cut.text)


def test_models_are_listed(endpoint):
    """So that a client can look whether anyone is there."""
    assert [model.id for model in client(endpoint).models.list().data] == ["rules", "bag-of-words"]


def test_embeddings_are_nearer_the_more_words_are_shared(endpoint):
    """Deterministic, of unit length, as numbers or base64."""
    texts = ["grain prices rose", "prices of grain rise", "the tunnel opened"]
    answer = client(endpoint).embeddings.create(model="m", input=texts)
    as_numbers = client(endpoint).embeddings.create(model="m", input=texts, encoding_format="float")
    a, b, c = (item.embedding for item in answer.data)
    assert a == pytest.approx(as_numbers.data[0].embedding)
    assert sum(x * x for x in a) == pytest.approx(1)
    near, far = (sum(x * y for x, y in zip(a, other, strict=True)) for other in (b, c))
    assert near > 0.5 > 0.3 > abs(far)
    assert endpoint.calls[0].prompt_tokens == sum(map(count_tokens, texts))


def test_a_key_can_be_required():
    """Without it a 401, whose message repeats what was sent: what must never be shown on."""
    with TestEndpoint(key="sk-right") as endpoint:
        with pytest.raises(openai.AuthenticationError, match="none"):
            client(endpoint).embeddings.create(model="m", input="x")
        right = openai.OpenAI(base_url=endpoint.url, api_key="sk-right", max_retries=0)
        assert len(right.embeddings.create(model="m", input="x").data) == 1


def test_many_ask_at_once():
    """Every request is recorded once, and how many were open at the same time."""
    together = threading.Barrier(6)

    def judged(sections):
        together.wait(120)
        return {"verdict": sections["answer"].upper()}

    with TestEndpoint(tasks={"judge": judged}) as endpoint:

        def asked(word):
            said = [
                {"role": "system", "content": "Task: judge/1"},
                {"role": "user", "content": f"<answer>\n{word}\n</answer>"},
            ]
            return client(endpoint).chat.completions.create(model="rules", messages=said).choices[0].message.content

        with ThreadPoolExecutor(6) as pool:
            assert [json.loads(text)["verdict"] for text in pool.map(asked, "abcdef")] == list("ABCDEF")
        assert len(endpoint.calls) == endpoint.most_at_once == 6


def test_it_runs_as_a_program():
    """`python -m modelserver` prints its address and answers there until it is ended."""
    with subprocess.Popen(
        [sys.executable, "-m", "modelserver"], stdout=subprocess.PIPE, text=True, cwd=Path(__file__).parents[2]
    ) as running:
        try:
            url = running.stdout.readline().strip()
            assert openai.OpenAI(base_url=url, api_key="none").models.list().data
        finally:
            running.terminate()
