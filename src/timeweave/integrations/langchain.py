"""A knowledge base as a retriever of LangChain; needs the extra ``langchain``."""

from __future__ import annotations

import datetime as dt
from typing import Any

from timeweave.errors import MissingExtraError
from timeweave.integrations.passages import passages
from timeweave.knowledge_base import KnowledgeBase

try:
    from langchain_core.callbacks import AsyncCallbackManagerForRetrieverRun, CallbackManagerForRetrieverRun
    from langchain_core.documents import Document
    from langchain_core.retrievers import BaseRetriever
    from langchain_core.runnables import run_in_executor
except ImportError:
    raise MissingExtraError("a retriever for LangChain", "langchain") from None


class TimeweaveRetriever(BaseRetriever):
    """Gives the evidence for a question as LangChain's documents, as it could be found on ``as_of``.

    The options are those of `KnowledgeBase.search`; each can be given to a single call, too:
    ``retriever.invoke("Who led Acme?", as_of="2023-06-30", limit=3)``. A document's ``metadata`` says where its text
    stands (``document_id``, ``start``, ``end``), when it was published (``observed``) and which time it speaks of
    (``period``); ``kind`` is "evidence", or "report" for what a search over whole periods tells of one.
    """

    knowledge_base: KnowledgeBase
    as_of: dt.date | str | None = None
    mode: str = "auto"
    budget: int | None = None
    limit: int | None = None

    def _get_relevant_documents(
        self,
        query: str,
        *,
        run_manager: CallbackManagerForRetrieverRun | None = None,  # noqa: ARG002 - LangChain hands it over
        **changed: Any,
    ) -> list[Document]:
        options = {"as_of": self.as_of, "mode": self.mode, "budget": self.budget, "limit": self.limit, **changed}
        found = self.knowledge_base.search(query, **options)
        return [
            Document(id=passage.id, page_content=passage.text, metadata=passage.metadata)
            for passage in passages(found, options["limit"])
        ]

    async def _aget_relevant_documents(
        self,
        query: str,
        *,
        run_manager: AsyncCallbackManagerForRetrieverRun | None = None,  # noqa: ARG002 - LangChain hands it over
        **changed: Any,
    ) -> list[Document]:
        return await run_in_executor(None, self._get_relevant_documents, query, **changed)
