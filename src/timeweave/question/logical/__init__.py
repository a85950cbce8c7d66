"""The logical form of a question over dated facts."""
