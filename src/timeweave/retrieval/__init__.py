"""From a question to evidence: entities, cells, passages, and TG-RAG's local retrieval."""

from timeweave.retrieval.router import RetrievalOptions
from timeweave.retrieval.searching import search
from timeweave.retrieval.tgrag_local import Ablation, TgragOptions

__all__ = ["Ablation", "RetrievalOptions", "TgragOptions", "search"]
