"""What several ways of answering propose is judged by one calibrated estimate: the likeliest is given, or none is."""
