"""When a sentence speaks of: its expressions, what a narrative carries on from one to the next, how long facts held."""
