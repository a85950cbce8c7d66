"""Mode ``hybrid``: time-weighted evidence retrieval over chunks (TWE-RAG)."""

from __future__ import annotations

from timeweave.retrieval.hybrid.options import HybridOptions

__all__ = ["HybridOptions"]
