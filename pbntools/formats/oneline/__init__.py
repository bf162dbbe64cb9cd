"""Lists with a deal a line: deals of PBN, dealer's printoneline, GIB's library, BEN, digits of owners, DDS's lists."""
