"""A knowledge base as a retriever of LlamaIndex; needs the extra ``llamaindex``."""

from __future__ import annotations

import asyncio
import datetime as dt
from typing import Any

from timeweave.errors import MissingExtraError
from timeweave.integrations.passages import Passage, passages
from timeweave.knowledge_base import KnowledgeBase

try:
    from llama_index.core.retrievers import BaseRetriever
    from llama_index.core.schema import NodeRelationship, NodeWithScore, QueryBundle, RelatedNodeInfo, TextNode
except ImportError:
    raise MissingExtraError("a retriever for LlamaIndex", "llamaindex") from None

_NOT_FOR_MODELS = ("kind", "chunk_id", "start", "end", "score", "documents")


class TimeweaveRetriever(BaseRetriever):
    """Gives the evidence for a question as LlamaIndex's nodes, as it could be found on ``as_of``.

    The options are those of `KnowledgeBase.search`, the others those of LlamaIndex's own retrievers. A node's
    ``metadata`` says where its text stands, when it was published (``observed``) and which time it speaks of
    (``period``), of which a language model is shown what it can use; its source node is the document.
    """

    def __init__(
        self,
        knowledge_base: KnowledgeBase,
        *,
        as_of: dt.date | str | None = None,
        mode: str = "auto",
        budget: int | None = None,
        limit: int | None = None,
        **how: Any,
    ) -> None:
        self._knowledge_base = knowledge_base
        self._as_of = as_of
        self._mode = mode
        self._budget = budget
        self._limit = limit
        super().__init__(**how)

    def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        found = self._knowledge_base.search(
            query_bundle.query_str, as_of=self._as_of, mode=self._mode, budget=self._budget, limit=self._limit
        )
        return [NodeWithScore(node=_node(passage), score=passage.score) for passage in passages(found, self._limit)]

    async def _aretrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        return await asyncio.to_thread(self._retrieve, query_bundle)


def _node(passage: Passage) -> TextNode:
    node = TextNode(
        id_=passage.id,
        text=passage.text,
        metadata=passage.metadata,
        start_char_idx=passage.metadata.get("start"),
        end_char_idx=passage.metadata.get("end"),
        excluded_llm_metadata_keys=[key for key in _NOT_FOR_MODELS if key in passage.metadata],
        excluded_embed_metadata_keys=list(passage.metadata),
    )
    document = passage.metadata["document_id"]
    if document is not None:
        node.relationships[NodeRelationship.SOURCE] = RelatedNodeInfo(node_id=document)
    return node
