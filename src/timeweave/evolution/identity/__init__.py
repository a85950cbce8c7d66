"""Which names, in which documents, are one entity: derived from what is visible, never stored; a person's word goes
before (EK-03).
"""
