"""Algorithms that know nothing of documents: PageRank, fusion of rankings, packing to a budget."""
