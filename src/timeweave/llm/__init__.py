"""Language models: an upgrade, never a requirement."""
