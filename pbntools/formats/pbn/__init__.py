"""Portable Bridge Notation (PBN 2.1)."""

from pbntools.formats.pbn.reader import PbnReader

__all__ = ["PbnReader"]
