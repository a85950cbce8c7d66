"""When a sentence speaks of: expressions in their document's calendar, what a narrative carries on, how long facts held."""
