"""Statements ranked: by cells, as narrative, everywhere, and what leads from one document to another."""
