"""Where the truth is kept: the `Store` port, SQLite and memory behind it, and the suite that each must pass."""
