"""Records as JSON and JSON lines, without a loss."""
