"""Records built from the values that a format gives, with the tags that say the same."""

from __future__ import annotations

from collections.abc import Mapping

from pbntools.core import Contract, Deal, Seat, Vulnerability
from pbntools.record import EMPTY_DETAILS, Auction, Details, Play, Record, Result, Tags

ALERT = "alert"
"""The text of the note that stands for an alert without an explanation."""


def build_record(
    tags: Mapping[str, str] = {},
    *,
    board: str | None = None,
    dealer: Seat | None = None,
    vulnerable: Vulnerability | None = None,
    deal: Deal | None = None,
    contract: Contract | None = None,
    declarer: Seat | None = None,
    result: Result | None = None,
    auction: Auction | None = None,
    play: Play | None = None,
    details: Details = EMPTY_DETAILS,
) -> Record:
    """A record whose tags hold what is known of it under the names of the PBN standard (PBN 2.1 §3.4).

    ``tags`` are values beside those of the fields, such as Event or North; an empty one is left out.
    """
    values = {name: value for name, value in tags.items() if value}
    if board:
        values["Board"] = board
    if dealer is not None:
        values["Dealer"] = str(dealer)
    if vulnerable is not None:
        values["Vulnerable"] = str(vulnerable)
    if deal is not None:
        values["Deal"] = deal.to_pbn(dealer if dealer is not None else Seat.NORTH)
    if contract is not None:
        values["Contract"] = str(contract)
    if declarer is not None:
        values["Declarer"] = str(declarer)
    if result is not None and result.tricks is not None:
        values["Result"] = f"{'^' if result.ruled else ''}{result.tricks}"
    if auction is not None:
        values["Auction"] = str(auction.first)
    if play is not None:
        values["Play"] = str(play.first)
    return Record(
        board or None,
        dealer,
        vulnerable,
        deal,
        contract,
        declarer,
        result=result,
        auction=auction,
        play=play,
        tags=Tags(values),
        details=details,
    )


__all__ = ["ALERT", "build_record"]
