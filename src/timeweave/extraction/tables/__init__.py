"""What tables say: each figure with whose it is, of what and when; who held which office."""

from timeweave.extraction.tables.cells import TableCell
from timeweave.extraction.tables.columns import Holds
from timeweave.extraction.tables.drafting import add_table_facts, tables_of
from timeweave.extraction.tables.reading import ReadTable

__all__ = ["Holds", "ReadTable", "TableCell", "add_table_facts", "tables_of"]
