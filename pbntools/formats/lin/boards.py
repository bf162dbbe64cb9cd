"""One board of a LIN file: from its pairs to a record."""

from __future__ import annotations

import re
from collections.abc import Callable

from pbntools import rules
from pbntools.core import Deal, Seat, Vulnerability
from pbntools.core._making import maker
from pbntools.diagnostics import Finding, Place, Rule
from pbntools.formats.building import ALERT, build_record
from pbntools.formats.lin.header import Header, known_names, names_of, table_names
from pbntools.formats.lin.playing import PlayInOrder, arrange, contract_of
from pbntools.formats.lin.values import (
    ALERTED,
    CALL,
    CARD,
    PLAYERS,
    VULNERABLE,
    Label,
    Listed,
    calls_in,
    cards_in,
    parse_hands,
    parse_heading,
    parse_label,
    suits_to_text,
)
from pbntools.record import (
    EMPTY_DETAILS,
    UNREADABLE,
    UNREADABLE_CARD,
    Annotation,
    Auction,
    Comment,
    Details,
    Play,
    Record,
    Remarks,
    Result,
)
from pbntools.said import SEAT_LETTERS, Said

_make_auction, _make_deal, _make_play = maker(Auction), maker(Deal), maker(Play)
_SEATS = tuple(Seat)
_WRAP = re.compile(r"(?<![ \t])[ \t]*+[\r\n]++[ \t]*+")
_TRICK = ["pc", "pc", "pc", "pc", "pg"]
_TRICKS = 13 * _TRICK
_PLAIN = frozenset(("pg", "st", "rh"))
_OF_HEAD = frozenset(("vg", "rs", "pw", "mp", "bn"))
_NO_MASKS = (None, None, None, None)
_HAND_RULES = {
    "dealer": rules.LIN_VALUE,
    "hands": rules.LIN_TOO_MANY_HANDS,
    "dots": rules.LIN_DOTTED_HANDS,
    "hand": rules.DEAL_UNREADABLE,
    "double": rules.DUPLICATE_CARD,
    "fourth": rules.LIN_FOURTH_HAND,
}
_NO_NAMES = frozenset(("", "-", "?"))

Decode = Callable[[str], str]
PairFault = tuple[Finding, int, int, int]
"""What is wrong, the pair, and the place in its value."""


class Board:
    """What the pairs of one board say.

    ``faults`` have their places as a pair and offsets in its value; ``unheld`` is what a record has no place for.
    """

    __slots__ = (
        "_calls_alerted",
        "_claim_pair",
        "_comments",
        "_decode",
        "_heading",
        "_label",
        "_names",
        "_notes",
        "_pending",
        "_values",
        "calls",
        "cards",
        "claim",
        "deal",
        "dealer",
        "faults",
        "has_deal",
        "order",
        "unheld",
        "vulnerable",
    )

    def __init__(self, decode: Decode) -> None:
        self._decode = decode
        self.calls: list[int] = []
        self.cards: list[int] = []
        self.claim: int | None = None
        self.deal: Deal | None = None
        self.has_deal = False
        self.dealer: Seat | None = None
        self.vulnerable: Vulnerability | None = None
        self.faults: list[PairFault] = []
        self.unheld: dict[tuple[Rule, str], None] = {}
        self.order: list[int] | None = None
        self._names: list[str] | None = None
        self._label: tuple[Label | None, str] = (None, "")
        self._heading: str | None = None
        self._claim_pair = -1
        self._calls_alerted: list[int] = []
        self._notes: list[tuple[int, str]] = []
        self._pending: list[str] = []
        self._comments: list[tuple[str, int, str]] = []

    def read(self, codes: list[str], values: list[str], start: int, end: int) -> None:
        """Take the pairs from ``start`` to ``end``."""
        first = codes.index("pc", start, end) if "pc" in codes[start:end] else end
        self._walk(codes, values, start, first)
        stop = first + len(_TRICKS)
        if codes[first:stop] != _TRICKS or stop > end:
            stop = first
            while codes[stop : stop + 5] == _TRICK:
                stop += 5
        if stop > first and self._claim_pair < 0:
            # Whole tricks with a page behind each, as Bridge Base writes them.
            found = list(map(CARD.get, filter(None, values[first:stop])))
            if None in found or 5 * len(found) != 4 * (stop - first):
                stop = first
            else:
                self.cards += found  # type: ignore[arg-type]
        else:
            stop = first
        self._walk(codes, values, stop, end)
        if self._pending:
            self._unheld(rules.NOTE_LOST, "an explanation in LIN that belongs to no call")

    def _walk(self, codes: list[str], values: list[str], start: int, end: int) -> None:
        calls, cards = self.calls, self.cards
        call_of, card_of = CALL.get, CARD.get
        pair = start - 1
        for code, value in zip(codes[start:end], values[start:end], strict=True):
            pair += 1
            if code == "pc":
                number = card_of(value)
                if number is None:
                    self._take_cards(value, pair)
                else:
                    cards.append(number)
                    if self._claim_pair >= 0:
                        self._play_after_claim(pair, len(value))
            elif code == "mb":
                number = call_of(value)
                if number is None:
                    self._take_calls(value, pair)
                elif number < ALERTED:
                    calls.append(number)
                else:
                    self._calls_alerted.append(len(calls))
                    calls.append(number - ALERTED)
                if self._pending:
                    self._settle_pending()
            elif value or code not in _PLAIN:
                self._take(code, value, pair)

    def _tell(self, finding: Finding, pair: int, start: int, end: int) -> None:
        if len(self.faults) <= 2000:
            self.faults.append((finding, pair, start, end))

    def _unheld(self, rule: Rule, words: str) -> None:
        self.unheld[rule, words] = None

    def _take(self, code: str, value: str, pair: int) -> None:
        if "\n" in value or "\r" in value:
            # A long value may go on in the next line, a text at a blank.
            value = _WRAP.sub(" " if code in ("nt", "an", "ah", "qx", "pn") else "", value)
        if code == "md":
            self._take_hands(value, pair)
        elif code == "sv":
            self._take_vulnerable(value, pair)
        elif code == "pn":
            if self.calls:
                message = Said("names after the first call of the board are not read")
                self._tell(Finding(rules.LIN_LATE_NAMES, message), pair, 0, len(value))
                self._unheld(rules.TAG_LOST, "names that come late in LIN")
            else:
                self._names = names_of(self._decode(value), pair, self._tell)
        elif code == "ah":
            if value:
                self._heading = " ".join(self._decode(value).split()) or None
        elif code == "qx":
            self._label = parse_label(value), " ".join(self._decode(value).split())
        elif code == "nt":
            self._take_text(value)
        elif code == "an":
            self._take_explanation(value, pair)
        elif code == "mc":
            self._take_claim(value, pair)
        elif (code not in _PLAIN or value.strip()) and code not in _OF_HEAD:
            self._unheld(rules.PRESENTATION_LOST, f"LIN's {code}, which is not part of the record")

    def _take_hands(self, value: str, pair: int) -> None:
        hands = parse_hands(value)
        self.has_deal = True
        self.dealer = hands.dealer
        if hands.masks is not None and hands.masks != _NO_MASKS:
            south, west, north, east = hands.masks
            self.deal = _make_deal((north, east, south, west))
        for kind, begin, end, words in hands.wrong:
            rule = _HAND_RULES[kind]
            help = None
            if kind == "dots":
                # Who wrote this had an order of the seats of his own, and so the digit is in doubt as well.
                self.dealer = None
                help = Said(
                    "LIN has a letter before each suit and the hands in the order South, West, North: S…H…D…C…,"
                )
                words = Said("{message}; whose they are is not sure, so they are not read", message=words)
            self._tell(Finding(rule, words, Place("deal"), help=help), pair, begin, end)

    def _take_vulnerable(self, value: str, pair: int) -> None:
        found = VULNERABLE.get(value.strip())
        if found is None:
            message = Said("this is no vulnerability: o, n, e or b is expected")
            self._tell(Finding(rules.LIN_VALUE, message), pair, 0, len(value))
            return
        self.vulnerable = found

    def _take_calls(self, value: str, pair: int) -> None:
        if "\n" in value or "\r" in value:
            value = value.strip()
        for word in calls_in(value):
            if word.number == UNREADABLE:
                message = Said("{words} is no call", words=self._shown(value[word.start : word.end]))
                finding = Finding(rules.CALL_UNREADABLE, message, call=len(self.calls) + 1)
                self._tell(finding, pair, word.start, word.end)
            if word.alerted:
                self._calls_alerted.append(len(self.calls))
            self.calls.append(word.number)

    def _take_cards(self, value: str, pair: int) -> None:
        for word in cards_in(value):
            if word.number == UNREADABLE_CARD:
                message = Said("{words} is no card", words=self._shown(value[word.start : word.end]))
                finding = Finding(rules.CARD_UNREADABLE, message, trick=len(self.cards) // 4 + 1)
                self._tell(finding, pair, word.start, word.end)
            elif self._claim_pair >= 0:
                self._play_after_claim(pair, len(value))
            self.cards.append(word.number)

    def _shown(self, text: str) -> str:
        return repr(self._decode(text)[:20])

    def _play_after_claim(self, pair: int, size: int) -> None:
        message = Said("a card is played after the claim, which is kept")
        self._tell(Finding(rules.PLAY_AFTER_CLAIM, message, trick=len(self.cards) // 4 + 1), pair, 0, size)
        self._claim_pair = -1

    def _take_claim(self, value: str, pair: int) -> None:
        text = value.strip()
        if not (text.isascii() and text.isdigit() and len(text) < 4):
            message = Said("{shown} is no number of tricks", shown=self._shown(value))
            self._tell(Finding(rules.LIN_VALUE, message), pair, 0, len(value))
            return
        self.claim = int(text)
        self._claim_pair = pair

    def _take_text(self, value: str) -> None:
        text = suits_to_text(" ".join(self._decode(value).split()))
        if not text:
            return
        if self.cards:
            self._comments.append(("card", len(self.cards) - 1, text))
        elif self.calls:
            self._comments.append(("call", len(self.calls) - 1, text))
        else:
            self._comments.append(("record", -1, text))

    def _take_explanation(self, value: str, pair: int) -> None:
        text = suits_to_text(" ".join(self._decode(value).split()))
        if not text:
            return
        if text == "?":
            self._unheld(rules.NOTE_LOST, "a call of which LIN says that its meaning is not known")
            return
        if not self.calls:
            message = Said("an explanation before the first call; it is read as that of the call")
            self._tell(Finding(rules.LIN_EARLY_EXPLANATION, message), pair, 0, len(value))
            self._pending.append(text)
            return
        self._notes.append((len(self.calls) - 1, text))

    def _settle_pending(self) -> None:
        if self.calls:
            self._notes += [(0, text) for text in self._pending]
            self._pending.clear()

    def record(self, header: Header | None, values: list[str]) -> Record:
        """The record; the file's head tells what the board itself does not."""
        label, label_text = self._label
        tags: dict[str, str] = {}
        position = -1
        room = label.room if label is not None else ""
        names = self._names
        if names:
            names = table_names(names, room == "Closed") if len(names) >= 8 else known_names(names[:4])
        if header is not None:
            tags.update(header.tags)
            position = header.position(label)
            if self._names is None or not any(self._names):
                names = header.players(position, room)
            self._take_scores(header, position, tags)
        if not names and ",".join(self._names or (header.names if header is not None else ())[:4]).strip(","):
            self._unheld(rules.TAG_LOST, "names in LIN that are only those of the seats count as unknown")
        if names:
            players = zip(PLAYERS, names, strict=False)
            tags.update({player: name for player, name in players if name not in _NO_NAMES})
        if room:
            tags["Room"] = room
        board, remark = self._board(label, label_text)
        listed = header.result(position) if header is not None else None
        dealer = self.dealer
        auction = None
        level, strain, declarer = 0, -1, -1
        if self.calls:
            if dealer is None:
                self._calls_without_dealer()
            else:
                auction = _make_auction(dealer, tuple(self.calls))
                level, strain, doubled, declarer, over = contract_of(self.calls, dealer)
                if listed is not None and over:
                    listed = self._agreed(listed, level, strain, doubled, declarer)
        if listed is not None and strain < 0 and listed.declarer is not None:
            strain, declarer = int(listed.contract.strain), int(listed.declarer)
        play = self._play(strain, declarer, level == 0 and len(self.calls) > 3, listed)
        return build_record(
            tags,
            board=board,
            dealer=dealer,
            vulnerable=self.vulnerable,
            deal=self.deal,
            contract=None if listed is None else listed.contract,
            declarer=None if listed is None else listed.declarer,
            result=None if listed is None or listed.tricks is None else Result(listed.tricks),
            auction=auction,
            play=play,
            details=self._details(remark, auction, play),
        )

    def _board(self, label: Label | None, label_text: str) -> tuple[str | None, str]:
        """The board's number and the heading that says more than that."""
        heading = self._heading
        number = label.number if label is not None else None
        if heading is None:
            return (number, "") if label is not None else (None, label_text)
        found, plain = parse_heading(heading)
        if number is None:
            number = found
        if plain and found == number:
            return number, ""
        return number, heading

    def _take_scores(self, header: Header, position: int, tags: dict[str, str]) -> None:
        score = header.score(position)
        if score is not None:
            tags[score[0]] = score[1]
        elif position >= 0 and any(header.scores[position & ~1 : (position & ~1) + 2]):
            self._unheld(rules.TAG_LOST, "scores in LIN's list (mp) whose side at this table is not told")
        for side, _ in header.carried:
            self._unheld(rules.TAG_LOST, f"the carry-over of the {side} team in LIN's head (vg)")

    def _agreed(self, listed: Listed, level: int, strain: int, doubled: int, declarer: int) -> Listed | None:
        """The result of the list, unless the auction contradicts it."""
        contract = listed.contract
        if listed.declarer is None:
            agrees = level == 0
        else:
            agrees = (contract.level, int(contract.strain), contract.doubled, int(listed.declarer)) == (
                level,
                strain,
                doubled,
                declarer,
            )
        if agrees:
            return listed
        told: object = contract
        if contract is not None and listed.declarer is not None:
            told = Said("{contract} by {declarer}", contract=contract, declarer=SEAT_LETTERS[listed.declarer])
        message = Said("the list of results at the head has {told}; the auction counts", told=told)
        self.faults.append((Finding(rules.LIN_RESULT_CONFLICT, message, Place("auction")), -1, 0, 0))
        self._unheld(rules.RESULT_LOST, "a result in LIN's list that contradicts the auction")
        return None

    def _calls_without_dealer(self) -> None:
        if self.has_deal and rules.LIN_DOTTED_HANDS not in [finding.rule for finding, _, _, _ in self.faults]:
            message = Said("who made the calls is not told, since the dealer is not given; they are not read")
            self.faults.append((Finding(rules.LIN_NO_DEALER, message, Place("auction")), -1, 0, 0))
        self._unheld(rules.AUCTION_LOST, "an auction in LIN without a dealer")

    def _play(self, strain: int, declarer: int, passed_out: bool, listed: Listed | None) -> Play | None:
        cards, claim = self.cards, self.claim
        if not cards and claim is None:
            return None
        leader = (declarer + 1) & 3 if declarer >= 0 else -1
        masks = _NO_MASKS if self.deal is None else self.deal.masks
        if not cards:
            if leader < 0:
                if not (passed_out and claim == 0):
                    message = Said("tricks are claimed, but no contract is known")
                    self.faults.append((Finding(rules.LIN_CLAIM, message, Place("play")), -1, 0, 0))
                    self._unheld(rules.RESULT_LOST, "a claim in LIN on a board without a contract")
                return None
            return Play(Seat(leader), (), "*", None, claim=claim)
        found = arrange(cards, masks, strain, leader)
        self.order = found.cells
        if found.odd >= 0 or found.unsettled:
            self._tell_order(found.odd, found.unsettled)
        # With a result in the list the board was over, and the file has no more cards of it.
        over = claim is not None or (listed is not None and listed.tricks is not None and len(cards) < 52)
        end = "*" if over else ""
        if strain < 0:
            # Only the file tells the order of the cards.
            order = tuple(arrange(cards, masks, strain, leader, cells=True).cells or ())
            return PlayInOrder(Seat(found.first), found.ids, end, None, leads=found.leads, claim=claim, order=order)
        return _make_play(_SEATS[found.first], found.ids, end, None, leads=found.leads, claim=claim)

    def _tell_order(self, odd: int, unsettled: bool) -> None:
        if unsettled:
            message = Said("who played these cards does not follow from the hands, the auction and their order")
        else:
            trick = odd // 4 + 1
            message = Said(
                "in trick {trick} the cards are not in the order of play; each is given to the player who holds it",
                trick=trick,
            )
        index = max(odd, 0)
        finding = Finding(rules.LIN_PLAY_ORDER, message, Place("sequence", index=index), trick=index // 4 + 1)
        self.faults.append((finding, -1, 0, 0))

    def _details(self, remark: str, auction: Auction | None, play: Play | None) -> Details:
        if not (remark or self._notes or self._calls_alerted or self._comments):
            return EMPTY_DETAILS
        comments = [Comment(remark, ("tag", "Board"))] if remark else []
        notes: dict[int, str] = {}
        annotations: dict[int, Annotation] = {}
        if auction is not None:
            explained: dict[int, list[str]] = {}
            for call, text in self._notes:
                explained.setdefault(call, []).append(text)
            alerted = set(self._calls_alerted)
            if explained.keys() - alerted:
                self._unheld(rules.NOTE_LOST, "that a call was explained in LIN, but not alerted")
            for call in alerted:
                explained.setdefault(call, [ALERT])
            numbers: dict[str, int] = {}
            for call in sorted(explained):
                found = tuple(numbers.setdefault(text, len(numbers) + 1) for text in dict.fromkeys(explained[call]))
                annotations[call] = Annotation(None, found)
            notes = {number: text for text, number in numbers.items()}
        elif self._notes or self._calls_alerted:
            self._unheld(rules.NOTE_LOST, "explanations in LIN of calls without a dealer")
        for kind, index, text in self._comments:
            if kind == "card" and play is not None:
                cell = self._cell(play, index)
                comments.append(Comment(text, ("card", cell)))
            elif kind == "call" and auction is not None:
                comments.append(Comment(text, ("call", index)))
            else:
                comments.append(Comment(text))
        return Details(Remarks(notes, {}, annotations, {}, tuple(comments)))

    def _cell(self, play: Play, index: int) -> int:
        if self.order is None:
            card = self.cards[index]
            row = index // 4 * 4
            return next(cell for cell in range(row, row + 4) if cell < len(play.ids) and play.ids[cell] == card)
        return self.order[index]


__all__ = ["ALERT", "Board", "PairFault"]
