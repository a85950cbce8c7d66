"""The fact graph in the formats of others: each format is a file that writes facts, reads them, or both.

What travels is a `GraphFact`: names, validity as it was stated, and the places that state it. Formats know neither
stores nor documents.
"""

from timeweave.exchange.facts import BadEntry, GraphFact, Place

__all__ = ["BadEntry", "GraphFact", "Place"]
