"""Memory while an event is gathered and ranked."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def all_kept() -> Iterator[None]:
    """Without the search for garbage in circles: all that is read of an event is kept until it is ranked.

    That search looks at everything that is kept, again and again, and takes as long as the rest of the work.  What was
    kept stays out of it afterwards, until the process ends.
    """
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.freeze()
            gc.enable()
