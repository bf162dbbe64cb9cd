"""The formats of dealing machines: deals alone, with the board's number mostly implied."""
