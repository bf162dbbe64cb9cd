"""Links to viewers of hands, as texts.  Nothing is ever fetched."""
