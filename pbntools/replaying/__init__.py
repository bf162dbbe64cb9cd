"""A deal played again: every moment of a record, call by call and card by card, with what was said and wrong there."""

from pbntools.replaying.positions import Position
from pbntools.replaying.stepping import Replay, Step, replay

__all__ = ["Position", "Replay", "Step", "replay"]
