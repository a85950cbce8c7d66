"""Pictures of the graph, as subgraphs under their time nodes, and its size in numbers."""
