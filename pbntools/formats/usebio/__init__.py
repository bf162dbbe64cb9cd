"""USEBIO XML: the results of an event, read and written."""
