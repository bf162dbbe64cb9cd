"""RBN and RBX, Richard Pavlicek's notation: records of labelled lines, or of one line."""
