"""Words: tokens, names, sentences, mentions of entities, and what refers to them."""
