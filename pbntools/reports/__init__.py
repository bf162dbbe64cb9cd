"""What the toolkit prints: diagnostics, scores and deals as text and in the formats that machines read."""
