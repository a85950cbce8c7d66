"""The HTTP server: namespaces of knowledge bases over the network. It translates and guards, and decides nothing."""
