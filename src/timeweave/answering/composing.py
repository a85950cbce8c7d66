"""Evidence in, answer out: what several ways of answering propose is judged, or a model writes it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from timeweave.answering.answerers import put_forward
from timeweave.answering.arbiter.deciding import decide
from timeweave.answering.attributed import attributed
from timeweave.answering.context.answer_context import AnswerContext, prepare
from timeweave.answering.extractive.leading import with_times
from timeweave.answering.gist import answer_gist
from timeweave.answering.options import AnswerOptions
from timeweave.answering.reasoned import MODE
from timeweave.answering.refusal import undated
from timeweave.answering.relevance import Relevance
from timeweave.answering.stories import tell_news
from timeweave.results import Answer, SearchResult
from timeweave.store.base import View
from timeweave.tracing import traced

if TYPE_CHECKING:
    from timeweave.llm.client import ModelClient

_DEFAULTS = AnswerOptions()


def answer(
    result: SearchResult,
    *,
    view: View,
    relevance: Relevance,
    client: ModelClient | None = None,
    options: AnswerOptions = _DEFAULTS,
    brief: bool = False,
) -> Answer:
    """Answer the question of ``result`` from its evidence and the facts that ``view`` sees, with citations.

    ``view`` must be the one, or one of the same ``as_of``, that ``result`` was found in, ``relevance`` of the index
    that was searched. With a ``client``, its model writes what code has not worked out of facts (TG-14), and global
    answers (TG-15), but nothing in mode ``reason``, where only paths in the graph answer; where it fails, the answer is
    the one without a model, and a warning says so. ``brief``: an account of what posts or minutes were about is a line,
    where a digest of each period was not asked for.
    """
    with traced("weighing"):
        context = prepare(result, view, relevance)
    with traced("digest"):
        in_a_line = brief and client is None and result.nodes and answer_gist(context) is not None
        digested = None if in_a_line else _digest(context)
    # what speaks with models is loaded when there is one
    if digested:
        if client is None or digested.refused:
            return digested
        from timeweave.answering.modelled import global_answer

        return global_answer(context, digested, client, options)
    with traced("news"):
        told = tell_news(context)
    if told:
        if client is None or told.answer.refused:
            return told.answer
        from timeweave.answering.modelled import news_answer

        return news_answer(context, told, client)
    with traced("answerers"):
        proposed = put_forward(context)
    with traced("arbiter", proposals=len(proposed.proposals)):
        given = decide(context, proposed, options.min_confidence)
    plain = attributed(with_times(given, context), context)
    if (
        client is None
        or result.mode == MODE
        or undated(context)
        or (plain.method == "computed" and not options.model_first)
    ):
        return plain if client is None else replace(plain, usage=client.usage())
    from timeweave.answering.modelled import local_answer

    written = local_answer(context, plain, client, options)
    return replace(written, closest=plain.closest) if written.refused else written


def _digest(context: AnswerContext) -> Answer | None:
    if not context.result.nodes:
        return None
    from timeweave.answering.summaries.digest import digest  # loaded for global results

    return digest(context)
