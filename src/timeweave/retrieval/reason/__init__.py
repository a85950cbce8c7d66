"""Reasoning over the graph: plan, ground, explore, work out (EvoReasoner)."""
