"""The command ``pbntools``, as it is started: also ``python -m pbntools``."""

import gc
import sys


def run() -> None:
    """Run the command.  Ctrl-C ends it quietly at any time, also while modules are still being loaded."""
    try:
        from pbntools.cli import main

        main()
    except KeyboardInterrupt:
        sys.exit(130)
    finally:
        # The process ends: nothing needs to be searched for garbage once more.
        gc.freeze()


if __name__ == "__main__":
    run()
