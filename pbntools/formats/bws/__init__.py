"""Databases of table-top scoring systems (BWS), and their tables as CSV; read only."""
