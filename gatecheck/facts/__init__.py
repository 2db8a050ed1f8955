"""From syntax trees to plain records."""
