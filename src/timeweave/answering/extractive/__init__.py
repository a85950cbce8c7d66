"""Answers in the words of the evidence: the sentence that fits, cut to the clause that is asked for."""
