"""What a question for a figure asks: of what, in which unit, against which other figure, on which basis."""
