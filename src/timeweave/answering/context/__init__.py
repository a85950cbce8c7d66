"""What answerers read: the question with its evidence as lines, weighed against it."""
