"""Documents to statements and facts by rules, a module per kind of fact."""
