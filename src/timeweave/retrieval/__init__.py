"""From a question to evidence: by cells, everywhere, by time node, TG-RAG's local and global, TWE-RAG's hybrid."""

from timeweave.retrieval.hybrid import HybridOptions
from timeweave.retrieval.router import RetrievalOptions
from timeweave.retrieval.searching import Query, Sources, pose, retrieve
from timeweave.retrieval.tgrag.options import Ablation, TgragOptions
from timeweave.retrieval.twe import TweOptions

__all__ = [
    "Ablation",
    "HybridOptions",
    "Query",
    "RetrievalOptions",
    "Sources",
    "TgragOptions",
    "TweOptions",
    "pose",
    "retrieve",
]
