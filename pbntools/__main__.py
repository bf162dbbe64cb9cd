"""``python -m pbntools``: the command."""

from pbntools.cli import main

if __name__ == "__main__":
    main()
