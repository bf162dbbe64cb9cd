"""Records built from the values that a format gives, with the tags that say the same."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbntools.core import Contract, Deal, Seat, Vulnerability
from pbntools.core._making import maker
from pbntools.record import EMPTY_DETAILS, Auction, Details, Play, Record, Result, Tags

ALERT = "alert"
"""The text of the note that stands for an alert without an explanation."""

_make_record = maker(Record)
_NO_VALUES: Mapping[str, str] = {}
_NO_NAMES: frozenset[str] = frozenset()


class BuiltTags(Tags):
    """The tags of a built record, made when they are first asked for: most of them only repeat its fields."""

    __slots__ = ("_fields", "_made", "_values")

    def __init__(self, values: Mapping[str, str], fields: tuple[Any, ...]) -> None:
        self._values = values
        self._fields = fields
        self._made: dict[str, str] | None = None
        self._effective = _NO_VALUES
        self._inherited = _NO_NAMES

    @property
    def _raw(self) -> Mapping[str, str]:  # type: ignore[override]
        made = self._made
        if made is None:
            made = self._made = _all_tags(self._values, *self._fields)
        return made

    @property
    def beside_fields(self) -> Mapping[str, str]:
        """The values beside those of the fields, without the texts that would have to be made of the fields."""
        return self._values


def _all_tags(
    given: Mapping[str, str],
    board: str | None,
    dealer: Seat | None,
    vulnerable: Vulnerability | None,
    deal: Deal | None,
    contract: Contract | None,
    declarer: Seat | None,
    result: Result | None,
    auction: Auction | None,
    play: Play | None,
) -> dict[str, str]:
    values = {name: value for name, value in given.items() if value}
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
    return values


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

    ``tags`` are values beside those of the fields, such as Event or North; an empty one is left out.  They are not to
    change afterwards.
    """
    fields = (board, dealer, vulnerable, deal, contract, declarer, result, auction, play)
    return _make_record(
        board or None,
        dealer,
        vulnerable,
        deal,
        contract,
        declarer,
        result=result,
        auction=auction,
        play=play,
        tags=BuiltTags(tags, fields),
        details=details,
    )


__all__ = ["ALERT", "BuiltTags", "build_record"]
