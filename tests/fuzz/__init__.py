"""Generated programs over the protocol, and a reference that executes every path of each."""
