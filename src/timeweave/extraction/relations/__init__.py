"""Who stood in which relation to whom: offices, patterns over masked sentences, triples that a document gives."""
