"""Which chunks say the same: shingles, the edges between them, and the graph that a view sees (TW-04)."""
