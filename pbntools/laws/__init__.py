"""The referee: what follows from a record under the Laws of Duplicate Bridge, and what is wrong with it.

It looks at records only; formats and files are none of its business.
"""

from pbntools.laws._context import Context
from pbntools.laws._scoring import is_duplicate, scoring_fields
from pbntools.laws.auction import AuctionTrace
from pbntools.laws.auction_readings import Reading
from pbntools.laws.auction_run import CallFault, CallFaultKind
from pbntools.laws.checks import CHECKS, Check, find
from pbntools.laws.editions import CHOICES, EDITIONS, Edition, known_laws
from pbntools.laws.outcome import Outcome, resolve, resolve_reduced
from pbntools.laws.par import par_scores
from pbntools.laws.play import PlayTrace, Trick
from pbntools.laws.score import RecordedScore, parse_score, recorded_score_ns

__all__ = [
    "CHECKS",
    "CHOICES",
    "EDITIONS",
    "AuctionTrace",
    "CallFault",
    "CallFaultKind",
    "Check",
    "Context",
    "Edition",
    "Outcome",
    "PlayTrace",
    "Reading",
    "RecordedScore",
    "Trick",
    "find",
    "is_duplicate",
    "known_laws",
    "par_scores",
    "parse_score",
    "recorded_score_ns",
    "resolve",
    "resolve_reduced",
    "scoring_fields",
]
