"""Answers worked out from a table of cited figures."""
