"""What a sentence measures: amounts, the measures that they are values of, and whose."""
