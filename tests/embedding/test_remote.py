"""Embedding models at an address: rows in order, errors in words, no key shown, and a store that refuses to mix."""

from __future__ import annotations

import datetime as dt
import subprocess
import sys
import time
import traceback

import numpy as np
import pytest
from modelserver import Fault, Tampered, TestEndpoint
from tampering import COUNTS, EMBEDDINGS, EVERY_REPLY

import timeweave
from timeweave.embedding import get_embedder, remote
from timeweave.embedding.remote import _BATCH_TEXTS
from timeweave.errors import (
    EmbedderMismatchError,
    ModelError,
    ModelUnavailableError,
    RateLimitedError,
    UsageError,
)
from timeweave.records import Usage

KEY = "sk-test-0123456789abcdefghij"
SENTENCES = [
    "The harbour tunnel opened in May 2023.",
    "In May 2023 the harbour tunnel was opened.",
    "Grain prices fell.",
]
DOCUMENTS = [
    timeweave.Document("a", "Acme Corp reported revenue of $12 million in 2023-Q1.", date=dt.date(2023, 4, 20)),
    timeweave.Document("b", "Bolt Inc opened a plant in Leeds in March 2022.", date=dt.date(2022, 3, 9)),
]


@pytest.fixture(autouse=True)
def key(monkeypatch):
    """A key that must not be seen anywhere, and nothing else from the environment."""
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)


@pytest.fixture
def embedder(endpoint):
    return get_embedder("openai:bag-of-words", url=endpoint.url)


def without_repetitions(embedder):
    """The same, which does not make failed requests again."""
    embedder._client = embedder._client.with_options(max_retries=0)
    return embedder


def test_rows_are_of_unit_length_and_near_where_words_are_shared(embedder):
    """TG-23: one float32 row of length one per text, blank and long ones too, in their order."""
    rows = embedder.embed([*SENTENCES, "", "word " * 4000])
    assert rows.dtype == np.float32
    assert rows.shape == (5, embedder.dimensions) == (5, 256)
    assert np.linalg.norm(rows, axis=1) == pytest.approx(np.ones(5), abs=1e-5)
    assert rows[0] @ rows[1] > 0.8 > 0.3 > abs(rows[0] @ rows[2])
    assert embedder.embed([]).shape == (0, 256)


def test_many_texts_go_in_batches_and_come_back_in_order(endpoint, embedder):
    """More texts than one request takes give the rows that they give alone."""
    texts = [f"number {i}" for i in range(_BATCH_TEXTS + 3)]
    rows = embedder.embed(texts)
    assert len(endpoint.calls_of("embeddings")) == 2
    assert np.array_equal(rows[-1], embedder.embed(texts[-1:])[0])
    assert np.array_equal(rows[0], embedder.embed(texts[:1])[0])


def test_what_it_costs_is_counted(endpoint, embedder):
    """TK-07: requests, and the tokens that the server counted."""
    embedder.embed(["one two three"])
    spent = embedder.spent()
    assert (spent.calls, spent.prompt_tokens) == (1, 3)
    assert endpoint.calls[-1].prompt_tokens == 3
    assert embedder.spent() == Usage()


def test_refusals_and_failures_are_asked_again(endpoint, embedder):
    """A 429, with the wait that it asks for, and a server's error cost a repetition, not the rows."""
    endpoint.misbehave(Fault.RATE_LIMITED, retry_after=0.01)
    endpoint.misbehave(Fault.SERVER_ERROR, retry_after=0.01)
    assert embedder.embed(["text"]).shape == (1, 256)
    assert [call.status for call in endpoint.calls] == [429, 500, 200]
    assert embedder.spent().retries == 2


@pytest.mark.parametrize(
    ("fault", "error", "words"),
    [
        (Fault.RATE_LIMITED, RateLimitedError, "fewer requests"),
        (Fault.SERVER_ERROR, ModelUnavailableError, "server failed (500)"),
        (Fault.CLOSING, ModelUnavailableError, "could not be reached"),
        (Fault.BAD_KEY, ModelError, "OPENAI_API_KEY"),
        (Fault.NO_SUCH_MODEL, ModelError, "no such model"),
        (Fault.TOO_LONG, ModelError, "turned down (400)"),
        (Fault.WRONG_SCHEMA, ModelError, "gave 1 vectors for 2 texts"),
    ],
)
def test_failures_are_told_in_words_without_the_key(endpoint, embedder, fault, error, words):
    """What is wrong, at which address, and what to do; not even a traceback holds the key that the server repeats."""
    endpoint.misbehave(fault, times=None, retry_after=7)
    with pytest.raises(ModelError) as caught:
        without_repetitions(embedder).embed(["one text", "another"])
    assert type(caught.value) is error
    assert words in str(caught.value)
    assert endpoint.url in str(caught.value)
    assert KEY not in "".join(traceback.format_exception(caught.value))
    assert getattr(caught.value, "retry_after", 7.0) == 7.0


@pytest.mark.parametrize("reply", [*EVERY_REPLY.values(), *EMBEDDINGS.values()], ids=[*EVERY_REPLY, *EMBEDDINGS])
def test_a_reply_of_any_form_is_an_error_of_ours(endpoint, embedder, reply):
    """TG-23: no vectors are taken from a reply that lacks one, mixes them up or gives one that has no direction."""
    endpoint.misbehave(Fault.TAMPERED, tampered=reply)
    with pytest.raises(ModelError, match="embedder 'openai:bag-of-words at"):
        without_repetitions(embedder).embed(["one text", "another"])
    assert embedder.embed(["one text"]).shape == (1, 256)


@pytest.mark.parametrize("reply", COUNTS.values(), ids=list(COUNTS))
def test_counts_that_cannot_be_are_estimated(endpoint, embedder, reply):
    """TK-07: what a server counts that is no count is reckoned by the length of the texts."""
    endpoint.misbehave(Fault.TAMPERED, tampered=reply)
    embedder.embed(["one text of some length", "another"])
    assert embedder.spent().prompt_tokens == 30 // 4


def test_vectors_of_any_length_are_brought_to_one(endpoint, embedder):
    """Numbers whose squares a float of 32 bits does not hold have a direction all the same."""
    huge = Tampered(lambda value: {**value, "data": [{"index": 0, "embedding": [3e30, 4e30]}]})
    endpoint.misbehave(Fault.TAMPERED, tampered=huge)
    assert embedder.embed(["text"])[0] == pytest.approx([0.6, 0.8])


def test_an_endless_reply_ends_when_the_time_is_over(endpoint, monkeypatch):
    """A body that trickles is given up when the request has had its time, though something always comes."""
    monkeypatch.setattr(remote, "_TIMEOUT", 1.0)
    endpoint.misbehave(Fault.ENDLESS, seconds=0.05)
    began = time.monotonic()
    with pytest.raises(ModelUnavailableError, match="did not answer within"):
        without_repetitions(get_embedder("openai:bag-of-words", url=endpoint.url)).embed(["text"])
    assert time.monotonic() - began < 30


@pytest.mark.parametrize("wait", ["nan", "inf", "-5", "1e999", "soon"])
def test_a_wait_that_cannot_be_is_none(endpoint, embedder, wait):
    """What a server asks for that is no number of seconds is not waited."""
    endpoint.misbehave(Fault.TAMPERED, tampered=Tampered(lambda _: b"", 429, {"Retry-After": wait}))
    with pytest.raises(RateLimitedError) as caught:
        without_repetitions(embedder).embed(["text"])
    assert caught.value.retry_after is None


def test_the_name_holds_model_and_address_and_makes_it_again(endpoint, embedder):
    """No user, password, query or key is part of it; a store finds its embedder by it."""
    assert embedder.name == f"openai:bag-of-words at {endpoint.url}"
    secret = endpoint.url.replace("//", "//user:secret@") + "?token=secret"
    assert get_embedder("openai:bag-of-words", url=secret).name == embedder.name
    again = get_embedder(embedder.name)
    assert again.name == embedder.name
    assert np.array_equal(again.embed(SENTENCES), embedder.embed(SENTENCES))
    assert KEY not in f"{embedder!r}{embedder.name}{vars(again)['_name']}"


def test_the_address_is_taken_from_the_environment(endpoint, monkeypatch):
    """`OPENAI_BASE_URL` stands in for an address that is not given; a server there may need no key."""
    monkeypatch.setenv("OPENAI_BASE_URL", endpoint.url)
    monkeypatch.delenv("OPENAI_API_KEY")
    assert get_embedder("openai:bag-of-words").embed(["text"]).shape == (1, 256)


def test_what_cannot_be_an_embedder_is_refused(endpoint, monkeypatch):
    """Each with the remedy: a name, an address, a key, an address for a packaged one."""
    for name, url, words in [
        ("openai:", endpoint.url, "openai:MODEL"),
        ("openai:m", "example.org/v1", "http://"),
        ("minilm", endpoint.url, "packaged"),
        ("nonesuch", None, "choose one of"),
    ]:
        with pytest.raises(UsageError, match=words):
            get_embedder(name, url=url)
    monkeypatch.delenv("OPENAI_API_KEY")
    with pytest.raises(ModelError, match="OPENAI_API_KEY"):
        get_embedder("openai:m")


def test_the_library_is_imported_only_when_it_is_used():
    """Opening without a model pays nothing for it."""
    code = "import sys, timeweave.embedding as e; e.get_embedder(); sys.exit('openai' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_store_remembers_it_and_refuses_another(endpoint, tmp_path):
    """TG-23: open, add and search with it; then neither a packaged embedder nor another address is mixed in."""
    folder = tmp_path / "kb"
    with timeweave.open(folder, embedder=get_embedder("openai:bag-of-words", url=endpoint.url)) as base:
        assert base.add(DOCUMENTS).failed == ()
        cost = base.stats().ledger["embed"]
    asked = endpoint.calls_of("embeddings")
    assert (cost.calls, cost.prompt_tokens) == (len(asked), sum(call.prompt_tokens for call in asked))
    with timeweave.open(folder) as base:
        found = base.search("What revenue did Acme Corp report in 2023-Q1?")
        assert found.evidence[0].document_id == "a"
        assert base.embedder.name.startswith("openai:bag-of-words at ")
    assert KEY.encode() not in b"".join(path.read_bytes() for path in folder.rglob("*") if path.is_file())
    more = [timeweave.Document("c", "Cobalt Ltd closed a mine in 2021.", date=dt.date(2021, 5, 5))]
    with TestEndpoint() as elsewhere:
        for other in (get_embedder(), get_embedder("openai:bag-of-words", url=elsewhere.url)):
            with timeweave.open(folder, embedder=other) as base, pytest.raises(EmbedderMismatchError, match="reembed"):
                base.add(more)
