"""How time expressions are read: text → tokens → grammar → symbolic reading → value on the calendar."""
