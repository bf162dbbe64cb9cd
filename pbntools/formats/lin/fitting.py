"""What LIN can hold of a record, and what that loses.

LIN has players, dealer, hands, vulnerability, calls with explanations, cards in playing order, declarer's tricks and
texts between them; a vugraph record has an event, teams, rooms and a list of results besides.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from pbntools import rules
from pbntools.core import PASSED_OUT, Deal, Seat
from pbntools.core._making import maker
from pbntools.diagnostics import Rule
from pbntools.formats.lin.fitting_remarks import RemarkFitting
from pbntools.formats.lin.fitting_texts import fitted_text
from pbntools.formats.lin.header import SCORING_LETTERS, known_names
from pbntools.formats.lin.playing import Ordered, PlayInOrder, arrange, contract_of, lead_of, sequence
from pbntools.formats.lin.playing_order import order_as_replayed, won_as_replayed, won_by_cards
from pbntools.formats.lin.values import PLAYERS, parse_heading
from pbntools.formats.losses import Losses
from pbntools.formats.reducing import without_tricks_so_far
from pbntools.formats.registry import Facts
from pbntools.record import (
    EMPTY_DETAILS,
    NO_REMARKS,
    UNKNOWN_CARD,
    UNREADABLE_CARD,
    Auction,
    Details,
    Play,
    Record,
    Result,
    Tags,
)

TITLE = "LIN (Bridge Base)"
SINGLE, MYHANDS, VUGRAPH = "single", "myhands", "vugraph"
DIALECTS = (MYHANDS, VUGRAPH, SINGLE)
"""The dialects, the one that is meant where none is named first."""

_OF_FIELDS = frozenset(
    ("Board", "Dealer", "Vulnerable", "Deal", "Declarer", "Contract", "Result", "Auction", "Play", "Note")
)
_OF_EVENT = ("Event", "Stage", "HomeTeam", "VisitTeam")
_NO_MASKS = (None, None, None, None)
_NO_CONTRACT = (0, -1, 0, -1, False)
_SEATS = tuple(Seat)
_make_auction, _make_record = maker(Auction), maker(Record)
_MOST_SORTED = 100
_LONGEST_SORTED = 4000
"""Records whose names of tags are remembered, and characters of these."""
_Loss = tuple[Rule, str]


class _SortedTags(NamedTuple):
    """Names of tags that LIN may hold, each with the losses of those before it, and the losses of those behind them."""

    held: tuple[tuple[tuple[_Loss, ...], str], ...]
    behind: tuple[_Loss, ...]


def _without(name: str) -> _Loss:
    """The loss of a tag."""
    return rules.TAG_LOST, f"LIN has no place for {name[:60]}"


def _sort_tags(names: tuple[str, ...], vugraph: bool) -> _SortedTags:
    may_hold = (*PLAYERS, *_OF_EVENT, "Scoring", "Room") if vugraph else PLAYERS
    held: list[tuple[tuple[_Loss, ...], str]] = []
    lost: list[_Loss] = []
    for name in names:
        if name in may_hold:
            held.append((tuple(lost), name))
            lost.clear()
        elif name not in _OF_FIELDS and (name == "Table" or not name.endswith("Table")):
            lost.append(_without(name))
    return _SortedTags(tuple(held), tuple(lost))


class Fitter:
    """Reduces records to what a dialect of LIN holds; ValueError for a dialect that is not known."""

    def __init__(self, dialect: str | None, title: str = TITLE) -> None:
        self.title = title
        self.sorted: dict[tuple[str, ...], _SortedTags] = {}
        """By the names of the tags of a record, what becomes of them: the records of a file mostly have the same."""
        self.dialect = dialect or DIALECTS[0]
        if self.dialect not in DIALECTS:
            raise ValueError(f"{dialect!r} is no dialect of LIN: expected {', '.join(DIALECTS)}")

    def __call__(self, record: Record, facts: Facts, losses: Losses) -> Record:
        """The record as LIN can hold it."""
        record = without_tricks_so_far(record, self.title, losses)
        return _Fitting(self, record, facts, losses).fit()


class _Fitting:
    def __init__(self, fitter: Fitter, record: Record, facts: Facts, losses: Losses) -> None:
        self.fitter = fitter
        self.title = fitter.title
        self.record = record
        self.facts = facts
        self.losses = losses
        self.vugraph = fitter.dialect == VUGRAPH
        self.cells: dict[int, int] = {}
        """By the cell of a card in the record, its cell in the fitted play."""
        self.order: dict[int, int] = {}
        """By the cell in the fitted play, its place in the order of play."""
        self.called = _NO_CONTRACT
        """Level, strain, doubling and declarer of the fitted auction, and whether it is over."""

    def fit(self) -> Record:
        record = self.record
        board, remark = self._board()
        tags = self._tags(board)
        dealer, auction = self._auction()
        if auction is not None:
            self.called = contract_of(auction.ids, auction.first)
        deal = self._deal()
        tricks = self._tricks()
        listed = self._listed(board, auction, tricks)
        if not listed:
            self._contract_in_auction()
        play = self._play(auction, deal, tricks, listed)
        if record.trump_only is not None:
            self.losses.add(rules.RESULT_LOST, "LIN has no trumps without a contract")
        if record.declarer_irregular:
            self.losses.add(rules.IRREGULARITY_LOST, "LIN has no mark for a declarer that is not the rightful one")
        for name in record.details.table_names:
            self.losses.add(rules.TABLE_LOST, f"LIN has no place for {name[:60]}")
        contract = record.contract if listed else None
        return _make_record(
            board,
            dealer,
            record.vulnerable,
            deal,
            contract,
            record.declarer if listed and contract is not PASSED_OUT else None,
            result=Result(tricks) if listed and contract is not PASSED_OUT else None,
            auction=auction,
            play=play,
            tags=Tags(tags),
            details=self._details(remark, auction, play),
        )

    # --- tags and board -----------------------------------------------------------------------------------------------

    def _board(self) -> tuple[str | None, str]:
        """The board's number, and what else its heading says."""
        board = self.record.board
        if (
            self.record.details.remarks is NO_REMARKS
            and board is not None
            and len(board) < 10
            and board.isascii()
            and board.isdigit()
            and board[0] != "0"
        ):
            return board, ""
        remarks = [comment.text for comment in self.record.comments if comment.owner == ("tag", "Board")]
        remark = fitted_text(remarks[0], "a comment", self.losses) if len(remarks) == 1 else ""
        if board is not None:
            text = fitted_text(board, "Board", self.losses)
            number: str | None = text.lstrip("0") or "0"
            if not (text.isascii() and text.isdigit() and len(text) < 10):
                number = None
            if number is None:
                self.losses.add(rules.BOARD_CHANGED, "LIN has numbers of boards; another label becomes a heading")
                self.losses.add(rules.REMARK_MOVED, "a board's label that is no number is a comment in LIN")
                number, plain = parse_heading(text)
                return number, "" if plain else text
            if number != board:
                self.losses.add(rules.BOARD_CHANGED, "LIN has no zeros before the number of a board")
            board = number
        if remark:
            found, plain = parse_heading(remark)
            keeps = not (plain and found == board) and (found == board or (self.vugraph and board is not None))
            if not keeps:
                remark = ""
        return board, remark

    def _tags(self, board: str | None) -> dict[str, str]:
        tags: dict[str, str] = {}
        lost = self.losses.add
        resolved = self.record.tags.resolved
        given = tuple([name for name, value in resolved.items() if value and value != "?"])
        known = self.fitter.sorted
        found = known.get(given)
        if found is None:
            found = _sort_tags(given, self.vugraph)
            if len(known) < _MOST_SORTED and sum(map(len, given)) < _LONGEST_SORTED:
                known[given] = found
        for before, name in found.held:
            if before:
                self.losses.add_all(before)
            value = resolved[name]
            if name in PLAYERS:
                text = fitted_text(value, "names", self.losses, comma=True)
                if text in ("", "-", "?"):
                    lost(rules.TAG_LOST, f"LIN has no place for a name such as {text or 'a blank'!s}")
                else:
                    tags[name] = text
            elif name in _OF_EVENT:
                text = fitted_text(value, name, self.losses, comma=True)
                if text:
                    tags[name] = text
            elif value in SCORING_LETTERS if name == "Scoring" else value in ("Open", "Closed") and board is not None:
                tags[name] = value
            else:
                lost(*_without(name))
        self.losses.add_all(found.behind)
        names = [tags.get(name, "") for name in PLAYERS]
        if any(names) and not known_names(names):
            lost(rules.TAG_LOST, "names that are only those of the seats count in LIN as unknown")
            for name in PLAYERS:
                tags.pop(name, None)
        return tags

    # --- deal, auction, result ----------------------------------------------------------------------------------------

    def _deal(self) -> Deal | None:
        deal = self.record.deal
        if deal is None:
            return None
        if deal.masks == _NO_MASKS:
            self.losses.add(rules.HAND_LOST, "LIN has no deal without a card")
            return None
        if deal.masks[Seat.EAST] is None:
            completed = deal.completed()
            if completed is not deal:
                self.losses.add(rules.VALUE_CHANGED, "LIN takes the fourth hand from the other three")
                return completed
        return deal

    def _auction(self) -> tuple[Seat | None, Auction | None]:
        record = self.record
        dealer, auction = record.dealer, record.auction
        lost = self.losses.add
        if auction is None:
            return dealer, None
        if not auction.ids:
            if auction.end:
                lost(rules.AUCTION_LOST, "LIN has no sign for an auction that is not recorded to its end")
            return dealer, None
        first = auction.first
        if dealer is not first:
            if dealer is not None:
                lost(rules.AUCTION_LOST, "LIN has no auction that another player than the dealer begins")
                return dealer, None
            lost(rules.DEALER_CHANGED, "who called first is the dealer in LIN")
            dealer = first
        ids = auction.ids
        end = len(ids)
        if auction.skips and min(auction.skips) < end:
            end = min(auction.skips)
            lost(rules.AUCTION_LOST, "LIN has no place for calls after a turn that was passed over")
        if min(ids) < 0:
            unread = next(at for at, call in enumerate(ids) if call < 0)
            if unread < end:
                end = unread
                lost(rules.WORD_LOST, "LIN has no word for a call that could not be read; the auction ends before it")
        if any(at < end for at in auction.insufficient):
            lost(rules.IRREGULARITY_LOST, "LIN has no mark for an insufficient bid that was accepted")
        over = len(ids) > 3 and not any(ids[-3:])
        if auction.end == "+" or (auction.end == "*" and not over):
            lost(rules.AUCTION_LOST, "LIN has no sign for an auction that is not recorded to its end")
        ids = ids[:end]
        return dealer, (_make_auction(first, ids) if ids else None)

    def _tricks(self) -> int | None:
        """Declarer's tricks as recorded."""
        record = self.record
        result = record.result
        if result is None:
            return None
        if result.ruled:
            self.losses.add(rules.IRREGULARITY_LOST, "LIN has no mark for a result that was ruled")
        tricks = result.tricks
        if tricks is None:
            declarer = record.declarer
            if declarer is None and record.auction is not None:
                _, _, _, seat, _ = contract_of(record.auction.ids, record.auction.first)
                declarer = Seat(seat) if seat >= 0 else None
            own = None if declarer is None else (result.ew if declarer & 1 else result.ns)
            other = None if declarer is None else (result.ns if declarer & 1 else result.ew)
            tricks = own if own is not None else (13 - other if other is not None else None)
            if tricks is None:
                self.losses.add(rules.RESULT_LOST, "LIN has no place for a result of which declarer is not known")
            else:
                self.losses.add(rules.VALUE_CHANGED, "LIN has declarer's tricks, and not those of both sides")
        if tricks is not None and not 0 <= tricks <= 13:
            self.losses.add(rules.RESULT_LOST, "LIN has no place for a result of fewer than 0 or more than 13 tricks")
            return None
        return tricks

    def _listed(self, board: str | None, auction: Auction | None, tricks: int | None) -> bool:
        """Whether the list of results of a vugraph record can hold contract, declarer and result."""
        record = self.record
        contract, declarer = record.contract, record.declarer
        if not self.vugraph or board is None or board == "0" or contract is None:
            return False
        passed_out = contract is PASSED_OUT
        if not passed_out and (declarer is None or tricks is None):
            return False
        if auction is None:
            return True
        level, strain, doubled, seat, over = self.called
        if not over:
            return True
        if passed_out or declarer is None:
            return level == 0
        return (level, strain, doubled, seat) == (contract.level, int(contract.strain), contract.doubled, int(declarer))

    def _contract_in_auction(self) -> None:
        """Contract and declarer follow from the auction, or are lost."""
        record = self.record
        contract, declarer = record.contract, record.declarer
        level, strain, doubled, seat, over = self.called
        if contract is PASSED_OUT:
            told = over and level == 0
        elif contract is None:
            told = True
        else:
            told = over and (level, strain, doubled) == (contract.level, int(contract.strain), contract.doubled)
        if declarer is not None and not (over and seat == declarer):
            told = False
        if not told:
            self.losses.add(
                rules.RESULT_LOST, f"{self.title} has no place for a contract that does not follow from the auction"
            )

    # --- play ---------------------------------------------------------------------------------------------------------

    def _play(self, auction: Auction | None, deal: Deal | None, tricks: int | None, listed: bool) -> Play | None:
        record = self.record
        play = record.play
        lost = self.losses.add
        _, strain, _, declarer, _ = self.called
        leader = (declarer + 1) & 3
        if strain < 0:
            strain, leader = lead_of(None, record.contract if listed else None, record.declarer)
        order = order_as_replayed(record, self.facts, strain, leader)
        if order is not None and play is not None:
            found = Ordered(leader, play.ids, order)
            if record.comments:
                self._note_places(order, order)
            won = won_as_replayed(self.facts, leader)
        else:
            found = self._arranged(deal, strain, leader)
            won = won_by_cards(found.ids, found.first, strain, leader, found.leads)
        claim = play.claim if play is not None else None
        end = play.end if play is not None else ""
        count = len(found.cells or ())
        nowhere = not count and leader < 0
        if tricks is not None and not listed and record.contract is not PASSED_OUT:
            if nowhere and claim is None:
                lost(rules.RESULT_LOST, f"{self.title} has no place for tricks that do not follow from the play")
            elif claim is not None:
                if claim != tricks:
                    lost(rules.RESULT_LOST, f"{self.title} has no place for tricks that do not follow from the play")
                else:
                    lost(rules.PROVENANCE_CHANGED, f"tricks that were recorded are claimed in {self.title}")
            elif won == tricks and end != "*":
                lost(rules.PROVENANCE_CHANGED, f"tricks that were recorded are played in {self.title}")
            else:
                claim = tricks
                lost(rules.PROVENANCE_CHANGED, f"tricks that were recorded are claimed in {self.title}")
        elif tricks is not None and record.contract is PASSED_OUT:
            lost(rules.RESULT_LOST, "LIN has no tricks on a board that was passed out")
        if claim is not None and not 0 <= claim <= 999:
            lost(rules.RESULT_LOST, "LIN has no place for such a claim")
            claim = None
        if claim is not None and nowhere:
            lost(rules.RESULT_LOST, f"{self.title} has no place for tricks that do not follow from the play")
            claim = None
        ends = claim is not None or (
            tricks is not None and listed and record.contract is not PASSED_OUT and 0 < count < 52
        )
        if ends and claim is None and end != "*":
            lost(rules.PLAY_LOST, "LIN ends the play at a table whose result is listed")
        elif not ends and end:
            what = "no more cards are recorded" if end == "*" else "the play goes on"
            lost(rules.PLAY_LOST, f"LIN has no sign that {what}")
        if claim is not None and end != "*" and play is not None and play.claim is not None:
            lost(rules.PLAY_LOST, "LIN ends the play with a claim")
        if not count and claim is None:
            return None
        first = leader if not count else found.first
        return PlayInOrder(
            _SEATS[first], found.ids, "*" if ends else "", None, leads=found.leads, claim=claim,
            order=tuple(found.cells or ()),
        )  # fmt: skip

    def _arranged(self, deal: Deal | None, strain: int, leader: int) -> Ordered:
        """The cards as the reader will give them to the players."""
        play = self.record.play
        if play is None:
            return Ordered(leader, (), [])
        cards = self._cards(play, strain, leader)
        masks = _NO_MASKS if deal is None else deal.masks
        found = arrange(cards, masks, strain, leader)
        if found.cells is None:
            if found.ids == play.ids and found.first == play.first:
                # All is where it was.
                found = found._replace(cells=list(self.order))
            else:
                found = arrange(cards, masks, strain, leader, cells=True)
        self._compare(play, found.first, found.ids, found.cells or [], found.leads)
        return found

    def _cards(self, play: Play, strain: int, leader: int) -> list[int]:
        """The cards in playing order, as far as it is known."""
        if strain < 0:
            # LIN does not tell it, but the record does.
            strain, leader = lead_of(None, self.record.contract, self.record.declarer)
        if isinstance(play, PlayInOrder) and strain < 0:
            order = list(play.order)
        else:
            order, sure = sequence(play.ids, int(play.first), play.leads, strain, leader)
            if not sure:
                self.losses.add(rules.VALUE_CHANGED, "LIN has cards in playing order, which is not known of all tricks")
        unread = next((at for at, cell in enumerate(order) if play.ids[cell] == UNREADABLE_CARD), -1)
        if unread >= 0:
            self.losses.add(
                rules.WORD_LOST, "LIN has no word for a card that could not be read; the play ends before it"
            )
            order = order[:unread]
        given = sum(card != UNKNOWN_CARD for card in play.ids)
        if given > len(order) and unread < 0:
            self.losses.add(rules.PLAY_LOST, "LIN has cards in playing order: those after a gap are lost")
        self.order = dict.fromkeys(order, 0)
        return [play.ids[cell] for cell in order]

    def _compare(self, play: Play, first: int, ids: tuple[int, ...], cells: list[int], leads: frozenset[int]) -> None:
        """Note where the cards stand in the fitted play, and what that changes."""
        self._note_places(list(self.order), cells)
        moved = any((play.first + cell) & 3 != (first + new) & 3 for cell, new in self.cells.items())
        if moved:
            self.losses.add(rules.PLAY_LOST, "LIN does not say who played a card; some go to other players")
        if play.revokes:
            self.losses.add(rules.IRREGULARITY_LOST, "LIN has no mark for a revoke")
        marked = {self.cells.get(cell, -1) for cell in play.leads}
        if marked != leads:
            self.losses.add(rules.IRREGULARITY_LOST, "LIN has no mark for a lead out of turn")
        if play.next_cell is not None:
            self.losses.add(rules.PLAY_LOST, "LIN has no sign for the player who is to play next")

    def _note_places(self, old: list[int], new: list[int]) -> None:
        self.cells = dict(zip(old, new, strict=True))
        self.order = {cell: at for at, cell in enumerate(new)}

    def _details(self, remark: str, auction: Auction | None, play: Play | None) -> Details:
        if self.record.details.remarks is NO_REMARKS and not remark:
            return EMPTY_DETAILS
        order = self.order if play is not None else {}
        return RemarkFitting(self.record, self.losses, self.cells, order).fit(
            remark, 0 if auction is None else len(auction.ids)
        )


def fitter(dialect: str | None) -> Callable[[Record, Facts, Losses], Record]:
    """A fitter for the records of one file."""
    return Fitter(dialect)


__all__ = ["DIALECTS", "MYHANDS", "SINGLE", "VUGRAPH", "Fitter", "fitter"]
