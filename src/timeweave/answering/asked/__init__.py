"""What an answer has to fill, and the lines of evidence that it may fill it from."""
