"""Relations that go by several names: told as one when read, each kept as its documents have it (EK-07)."""
