"""Summaries of whole periods: points out of pieces of evidence, in an order, by rules or by a model."""
