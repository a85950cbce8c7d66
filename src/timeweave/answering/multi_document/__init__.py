"""Questions over several documents: what their reports have in common, whether they say it, and in which order."""
