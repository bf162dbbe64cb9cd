"""Hand records and results as CSV, with a map of columns."""
