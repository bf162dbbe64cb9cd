"""The command ``pbntools``, as it is started: also ``python -m pbntools``."""

import sys


def run() -> None:
    """Run the command.  Ctrl-C ends it quietly at any time, also while modules are still being loaded."""
    try:
        from pbntools.cli import main

        main()
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    run()
