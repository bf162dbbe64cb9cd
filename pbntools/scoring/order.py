"""The order of a session: whose turn it is to deal, who is vulnerable, and which board comes next."""

from __future__ import annotations

from typing import Literal

from pbntools import rules as catalogue
from pbntools.core import Seat, Side, Vulnerability
from pbntools.diagnostics import Finding, Rule, tag_place
from pbntools.scoring.ruleset import ROUND, RuleSet
from pbntools.scoring.sheet import Dealt, Sheet

Trust = Literal["record", "rules"]

_SEATS = tuple(Seat)
_BOTH = tuple(Vulnerability)
_VULNERABLE = ("nobody is", "North-South are", "East-West are", "both sides are")
_NAMES = tuple(seat.name.capitalize() for seat in Seat)


class Order:
    """Knows what comes next, and compares it with what a record says."""

    def __init__(self, rules: RuleSet, trust: Trust) -> None:
        self._rules = rules
        self._trust = trust
        self.dealer = rules.first_dealer
        self.cut = self.dealer is None
        """Whether whoever is named may deal, since the players cut for it."""
        self.lost: str | None = None
        """Why nobody knows how many deals of the round were played, or None."""
        self._redealt = False
        self.new_sheet()

    def new_sheet(self) -> None:
        """Board numbers may start again."""
        self._last: int | None = None
        self._highest: int | None = None

    def new_rubber(self) -> None:
        """Board numbers may start again, and no deal is dealt again."""
        self.new_sheet()
        self._redealt = False

    # --- boards ---

    def misplaced(self, number: int | None) -> str | None:
        """What is wrong with a board of this number here: it comes again or too late; None where nothing is."""
        last = self._last
        if number is None or last is None or number > last or (number == last and self._redealt):
            return None
        return f"board {number} comes a second time" if number == last else f"board {number} comes after board {last}"

    def missing(self, number: int | None) -> str | None:
        """The boards that should have come before this one, as text; None where there are none.  It is the last now."""
        before, highest = self._last, self._highest
        if number is None:
            # A label may stand for any number of boards.
            self._highest = None
            return None
        self._last = number
        self._highest = number if highest is None else max(highest, number)
        if before is None or highest is None or number <= highest + 1:
            return None
        first, last = highest + 1, number - 1
        return f"board {first} is missing" if first == last else f"boards {first} to {last} are missing"

    # --- dealer and vulnerability ---

    def settle_dealer(self, recorded: Seat | None, findings: list[Finding]) -> Seat | None:
        """Who is taken for the dealer."""
        expected = self.dealer
        if recorded is None or expected is None:
            return expected if recorded is None else recorded
        if recorded is expected or self.cut:
            return recorded
        self._contradict(
            findings,
            "Dealer",
            catalogue.SESSION_DEALER,
            f"{_NAMES[recorded]} is the dealer, but it is {_NAMES[expected]}'s turn to deal",
        )
        return recorded if self._trust == "record" else expected

    def settle_vulnerability(
        self, recorded: Vulnerability | None, dealer: Seat | None, sheet: Sheet, findings: list[Finding]
    ) -> Vulnerability | None:
        """Which vulnerability a deal is scored by."""
        expected = self.vulnerability(sheet, dealer)
        if recorded is None or expected is None or recorded is expected:
            return expected if recorded is None else recorded
        why = (
            "by the games of this rubber"
            if self._rules.form == "rubber"
            else f"on deal {sheet.number + 1} of the round"
        )
        self._contradict(
            findings,
            "Vulnerable",
            catalogue.SESSION_VULNERABILITY,
            f"the record says that {_VULNERABLE[recorded]} vulnerable, but {why} {_VULNERABLE[expected]}",
        )
        return recorded if self._trust == "record" else expected

    def _contradict(self, findings: list[Finding], tag: str, rule: Rule, message: str) -> None:
        says = "the record says" if self._trust == "record" else "the rules say"
        findings.append(Finding(rule, f"{message}; scored as {says}", tag_place(tag)))

    def vulnerability(self, sheet: Sheet, dealer: Seat | None) -> Vulnerability | None:
        """Who is vulnerable on the next deal by the rules; None where it is not known, and in duplicate."""
        rules = self._rules
        if self.lost is not None or rules.form == "duplicate":
            return None
        if rules.form == "rubber":
            return None if sheet.open is not None else _BOTH[bool(sheet.won[0]) + 2 * bool(sheet.won[1])]
        deal = sheet.number % ROUND
        if deal in (0, 3):
            return Vulnerability.ALL if deal else Vulnerability.NONE
        if dealer is None:
            return None
        side = dealer.side if rules.chicago_vulnerability == "dealer" else dealer.side.opponents
        return Vulnerability.NS if side is Side.NS else Vulnerability.EW

    def next(self, dealt: Dealt, dealer: Seat | None, sheet: Sheet, *, passed_out: bool) -> None:
        """The deal goes on."""
        rules = self._rules
        self.cut = False
        self._redealt = passed_out and rules.pass_out == "redeal-same"
        if (
            dealer is None
            or (dealt.contract is None and rules.pass_out == "redeal-same")
            # The rubber may have ended on this deal, and then the deal was cut for.
            or (sheet.open is not None and rules.form == "rubber")
        ):
            self.dealer = None
        else:
            self.dealer = dealer if self._redealt else _SEATS[(dealer + 1) & 3]
