"""The command line: a file per command, which translates words to a call of the facade and its result to words."""
