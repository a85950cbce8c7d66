"""Chunks as rows: their words, vectors and days, and the latent space of their terms."""
