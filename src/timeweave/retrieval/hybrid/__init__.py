"""Mode ``hybrid``: time-weighted evidence retrieval over chunks (TWE-RAG)."""

from __future__ import annotations

from timeweave.retrieval.hybrid.options import HybridOptions
from timeweave.retrieval.hybrid.retrieving import retrieve_hybrid

__all__ = ["HybridOptions", "retrieve_hybrid"]
