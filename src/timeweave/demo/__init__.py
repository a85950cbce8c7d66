"""The bundled example: a small invented world told in thirty dated documents, and questions about it."""
