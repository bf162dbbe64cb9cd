"""Contract-bridge records: validate them against the Laws, show them, score them.

    import pbntools as pbn

    for reading in pbn.check("club.pbn"):
        for diagnostic in reading.diagnostics:
            print(diagnostic)

The names here are the public face; each is loaded when it is first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pbntools.checking import Reading, Readings, RecordError, check, read
    from pbntools.converting import ConversionError, convert
    from pbntools.core import (
        PASSED_OUT,
        Call,
        Card,
        Contract,
        Deal,
        DoubleDummy,
        Hand,
        Seat,
        Side,
        Strain,
        Suit,
        Vulnerability,
    )
    from pbntools.diagnostics import Alternative, Diagnostic, Finding, Location, Place, Rule, Severity
    from pbntools.fixing import Fixed, fix
    from pbntools.formats.edits import Edit, EditError
    from pbntools.formats.lin.document import LinBoard, LinDocument
    from pbntools.formats.links.reader import read_link
    from pbntools.formats.losses import Loss
    from pbntools.formats.origin import FileChangedError
    from pbntools.formats.pbn.document import Document
    from pbntools.formats.pbn.export import ExportError
    from pbntools.formats.pbn.writer import dumps, write
    from pbntools.game import (
        AuctionFault,
        AuctionState,
        AuctionVerdict,
        PlayFault,
        PlayState,
        PlayVerdict,
        ScorePart,
        score,
        score_parts,
        tricks_from_score,
    )
    from pbntools.laws import Outcome, find, resolve
    from pbntools.laws.designation import Designation, DesignationKind, designate
    from pbntools.record import Annotation, Auction, Comment, FieldState, Play, Record, Result, Table, Tags
    from pbntools.replaying import Position, Replay, Step, replay
    from pbntools.rules import RULES, rule_page
    from pbntools.scoring import Entry, Ledger, Line, Rubber, RuleSet, Session

__version__ = "0.1.0"

_HOMES = {
    "pbntools.checking": ("Reading", "Readings", "RecordError", "check", "read"),
    "pbntools.converting": ("ConversionError", "convert"),
    "pbntools.core": (
        "PASSED_OUT", "Call", "Card", "Contract", "Deal", "DoubleDummy", "Hand", "Seat", "Side", "Strain", "Suit",
        "Vulnerability",
    ),
    "pbntools.diagnostics": ("Alternative", "Diagnostic", "Finding", "Location", "Place", "Rule", "Severity"),
    "pbntools.fixing": ("Fixed", "fix"),
    "pbntools.formats.edits": ("Edit", "EditError"),
    "pbntools.formats.losses": ("Loss",),
    "pbntools.formats.lin.document": ("LinBoard", "LinDocument"),
    "pbntools.formats.links.reader": ("read_link",),
    "pbntools.formats.origin": ("FileChangedError",),
    "pbntools.formats.pbn.document": ("Document",),
    "pbntools.formats.pbn.export": ("ExportError",),
    "pbntools.formats.pbn.writer": ("dumps", "write"),
    "pbntools.game": (
        "AuctionFault", "AuctionState", "AuctionVerdict", "PlayFault", "PlayState", "PlayVerdict", "ScorePart", "score",
        "score_parts", "tricks_from_score",
    ),
    "pbntools.laws": ("Outcome", "find", "resolve"),
    "pbntools.laws.designation": ("Designation", "DesignationKind", "designate"),
    "pbntools.record": ("Annotation", "Auction", "Comment", "FieldState", "Play", "Record", "Result", "Table", "Tags"),
    "pbntools.replaying": ("Position", "Replay", "Step", "replay"),
    "pbntools.rules": ("RULES", "rule_page"),
    "pbntools.scoring": ("Entry", "Ledger", "Line", "Rubber", "RuleSet", "Session"),
}  # fmt: skip
_HOME = {name: module for module, names in _HOMES.items() for name in names}

__all__ = [
    "PASSED_OUT",
    "RULES",
    "Alternative",
    "Annotation",
    "Auction",
    "AuctionFault",
    "AuctionState",
    "AuctionVerdict",
    "Call",
    "Card",
    "Comment",
    "Contract",
    "ConversionError",
    "Deal",
    "Designation",
    "DesignationKind",
    "Diagnostic",
    "Document",
    "DoubleDummy",
    "Edit",
    "EditError",
    "Entry",
    "ExportError",
    "FieldState",
    "FileChangedError",
    "Finding",
    "Fixed",
    "Hand",
    "Ledger",
    "LinBoard",
    "LinDocument",
    "Line",
    "Location",
    "Loss",
    "Outcome",
    "Place",
    "Play",
    "PlayFault",
    "PlayState",
    "PlayVerdict",
    "Position",
    "Reading",
    "Readings",
    "Record",
    "RecordError",
    "Replay",
    "Result",
    "Rubber",
    "Rule",
    "RuleSet",
    "ScorePart",
    "Seat",
    "Session",
    "Severity",
    "Side",
    "Step",
    "Strain",
    "Suit",
    "Table",
    "Tags",
    "Vulnerability",
    "__version__",
    "check",
    "convert",
    "designate",
    "dumps",
    "find",
    "fix",
    "read",
    "read_link",
    "replay",
    "resolve",
    "rule_page",
    "score",
    "score_parts",
    "tricks_from_score",
    "write",
]


def __getattr__(name: str) -> Any:
    home = _HOME.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(home), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
