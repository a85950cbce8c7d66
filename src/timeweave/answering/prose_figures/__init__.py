"""What documents tell of a figure that is asked for: which amounts are it, of which time, and what follows from
them.
"""
