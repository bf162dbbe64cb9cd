"""LIN, the format of Bridge Base: boards, vugraph records and lessons."""
