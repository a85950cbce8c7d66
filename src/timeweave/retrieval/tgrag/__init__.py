"""Temporal GraphRAG: local retrieval on the graph, global retrieval over time nodes."""
