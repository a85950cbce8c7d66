"""Open relations: what the sentences of any text say of what they name, read off their dependency parses."""
