"""How a question names time: its periods, completed and bound by the words around them."""
