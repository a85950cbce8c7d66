"""Where the truth is kept: the `Store` port, and SQLite behind it."""
