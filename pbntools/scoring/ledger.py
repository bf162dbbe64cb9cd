"""The ledger of a session: deals in, a score pad out, deal by deal.

A rubber, a round of Chicago, or duplicate boards: what a deal is worth may hang on the deals before it.  What is not
known is never counted as zero: the sum stops there and says so.
"""

from __future__ import annotations

from typing import Literal

from pbntools import rules as catalogue
from pbntools.core import Contract, Deal, Seat, Side, Vulnerability
from pbntools.diagnostics import RECORD, Finding, Severity, tag_place
from pbntools.laws import Outcome, resolve
from pbntools.record import Record
from pbntools.scoring.honours import MOST, NOTHING, Award
from pbntools.scoring.matches import Matches
from pbntools.scoring.order import Order, Trust
from pbntools.scoring.pad import Entry, Line, Rubber, Session, State, Winner, winner_of
from pbntools.scoring.points import GAME
from pbntools.scoring.ruleset import ROUND, RuleSet, rule_set
from pbntools.scoring.sheet import Dealt, Sheet
from pbntools.scoring.tags import HISTORY, check_rubber_tags, parse_history

_SIDES = tuple(Side)


class Ledger:
    """Keeps the score of a session by a rule set, deal by deal.

        ledger = Ledger("rubber")
        entry = ledger.push(record)          # or ledger.add("4S", "N", 10)
        entry.lines, entry.totals, ledger.vulnerable

    ``rules`` is a `RuleSet` or the name of a preset (ValueError for a name that is none).  Where a record contradicts
    the rule set, it is scored as it says itself, or with ``trust="rules"`` as the rules say, with a finding either way.
    A first record with a ScoreRubberHistory is taken up in the middle of its rubber, unless the rules are trusted.
    """

    def __init__(self, rules: RuleSet | str = "rubber", *, trust: Trust = "record") -> None:
        if trust not in ("record", "rules"):
            raise ValueError(f"{trust!r} cannot be trusted: expected record or rules")
        self.rules = rule_set(rules)
        self.trust = trust
        self._order = Order(self.rules, trust)
        self._matches = Matches(self.rules)
        self._sheet = Sheet(self.rules)
        self._rubbers: list[Rubber] = []
        self._index = 0
        self._earlier = (0, 0)
        self._earlier_honours = 0
        self._any_gap = False
        self._brought = (0, 0)
        self._left_out = 0

    # --- what a player wants to know before the deal ---

    @property
    def dealer(self) -> Seat | None:
        """Who deals next by the rules; None where that is free or not known."""
        return None if self._order.cut else self._order.dealer

    @property
    def vulnerable(self) -> Vulnerability | None:
        """The vulnerability of the next deal by the rules; None where it is not known, and in duplicate."""
        return self._order.vulnerability(self._sheet, self._order.dealer)

    @property
    def games(self) -> tuple[int, int]:
        """The games of North-South and East-West in this rubber or round."""
        return self._sheet.won[0], self._sheet.won[1]

    @property
    def part_scores(self) -> tuple[int, int]:
        """The points below the line in the game that is under way."""
        return self._sheet.games[-1][0], self._sheet.games[-1][1]

    @property
    def rubbers(self) -> tuple[Rubber, ...]:
        """The rubbers, or rounds of Chicago, that are over."""
        return tuple(self._rubbers)

    @property
    def is_over(self) -> bool:
        """Whether the agreed number of rubbers, or the deals of a match of Chicago, are played.

        A further deal of Chicago starts another match; one after the agreed rubbers is not scored.
        """
        if self.rules.form == "chicago":
            return self._matches.between
        return bool(self.rules.rubbers) and len(self._rubbers) >= self.rules.rubbers

    # --- deals ---

    def push(self, record: Record, outcome: Outcome | None = None) -> Entry:
        """Score a record.  ``outcome`` is what `resolve` says of it, where that is at hand."""
        found = resolve(record) if outcome is None else outcome
        if not self._index and self.rules.form == "rubber" and self.trust == "record":
            self._take_up(record)
        tricks = found.tricks_scored
        missing = "tricks" if found.tricks is None else "the tricks that a revoke moves"
        dealt = Dealt(
            record.board,
            record.dealer,
            record.vulnerable,
            found.contract,
            found.declarer,
            tricks,
            missing,
            record.deal,
            record.play,
        )
        entry = self._enter(dealt, record.number)
        if self.rules.form == "duplicate":
            return entry
        return check_rubber_tags(record, entry, rubber=self.rules.form == "rubber")

    def add(
        self,
        contract: Contract | str,
        declarer: Seat | str | None = None,
        tricks: int | None = None,
        *,
        dealer: Seat | str | None = None,
        vulnerable: Vulnerability | str | None = None,
        deal: Deal | str | None = None,
        honours: tuple[Side, int] | Literal[0] | None = None,
        board: str | None = None,
    ) -> Entry:
        """Score a deal without a record: ``add("4S", "N", 10)``, ``add("Pass")``.

        ``dealer`` and ``vulnerable`` follow from the session where they are not given (not the vulnerability in
        duplicate).  ``deal`` decides the honours, or ``honours`` says them: 0, or a side and its points.  Raises
        ValueError on a contract, seat or vulnerability that cannot be read, on tricks or honours out of range, and
        where a contract has no declarer; TypeError on a value of another type.
        """
        return self._enter(_dealt(contract, declarer, tricks, dealer, vulnerable, deal, honours, board), None)

    def _take_up(self, record: Record) -> None:
        """Start from the pad that the first record brings along, where it starts in the middle of a rubber."""
        value = record.value(HISTORY)
        if not value:
            return
        try:
            history = parse_history(value)
        except ValueError:
            return
        sheet = self._sheet
        self._earlier = history.earlier
        sheet.above = list(history.above)
        sheet.games = [list(game) for game in history.games]
        sheet.won = [sum(game[side] >= GAME for game in history.games) for side in (0, 1)]
        sheet.brought = any(sheet.above) or history.games != ((0, 0),)
        self._brought = self._sums()[0]

    def new_sheet(self) -> None:
        """Forget the number of the last board: the records that follow are from another file."""
        self._order.new_sheet()

    def leave_out(self, deals: int = 1) -> None:
        """Say that so many deals of the session come here and are not given: what follows in the rubber hangs on them.

        At the start of a rubber or round the next deal is taken for its first one.
        """
        if deals > 0:
            self._left_out += deals

    def _enter(self, dealt: Dealt, number: int | None) -> Entry:
        findings: list[Finding] = []
        form = self.rules.form
        if form == "rubber" and self.is_over:
            count = self.rules.rubbers
            over = f"the {count} rubbers that were agreed are over" if count > 1 else "the one rubber agreed is over"
            return self._not_scored(dealt, over)
        if form == "duplicate":
            dealer, vulnerable = dealt.dealer, dealt.vulnerable
        else:
            misplaced = self._order.misplaced(number)
            if misplaced is not None and self.trust == "rules":
                return self._not_scored(dealt, misplaced, at_board=True)
            self._check_order(dealt.board, number, misplaced, findings)
            dealer = self._order.settle_dealer(dealt.dealer, findings)
            vulnerable = self._order.settle_vulnerability(dealt.vulnerable, dealer, self._sheet, findings)
        sheet = self._sheet
        state = self._state()
        rubber, place = len(self._rubbers), sheet.number + 1
        conditional = self._order.lost or sheet.open
        contract = dealt.contract
        passed_out = contract is not None and contract.is_passed_out
        counted = not passed_out or self._counts_pass_outs
        lines: list[Line] = []
        unknown: tuple[str, ...] = ()
        won: Side | None = None
        stopped = False
        if counted:
            sheet.number += 1
        if not passed_out:
            unknown = sheet.unknown(dealt, vulnerable)
            stopped = bool(unknown)
            if conditional is None and not unknown:
                won = sheet.score(dealt, vulnerable, lines)
                if self.rules.honours != "none":
                    unknown = sheet.honours(dealt, lines)
            elif unknown:
                self._stop(dealt, unknown, findings)
        if form != "duplicate":
            self._order.next(dealt, dealer, sheet, passed_out=passed_out)
        completed = self._end(won, lines)
        index = self._index
        self._index += 1
        known, totals = self._sums()
        self._matches.note(index, counted=counted, stopped=stopped, conditional=conditional is not None)
        if completed is not None:
            self._matches.close(completed, index)
            self._start_rubber()
        return Entry(
            index,
            rubber,
            place,
            dealt.board,
            dealer,
            vulnerable,
            contract,
            None if passed_out else dealt.declarer,
            None if passed_out else dealt.tricks,
            tuple(lines),
            counted,
            unknown,
            conditional,
            tuple(findings),
            known,
            totals,
            won,
            state,
            completed,
        )

    @property
    def _counts_pass_outs(self) -> bool:
        """Whether a pass-out is one of the deals; in a rubber the next dealer may as well count it."""
        pass_out = self.rules.pass_out
        return pass_out == "zero" or (pass_out == "next-dealer" and self.rules.form == "rubber")

    def _state(self) -> State:
        sheet = self._sheet
        games = tuple([(game[0], game[1]) for game in sheet.games])
        return State(self._earlier, (sheet.above[0], sheet.above[1]), games, self._sum_is_known)

    def _not_scored(self, dealt: Dealt, why: str, *, at_board: bool = False) -> Entry:
        place = tag_place("Board") if at_board else RECORD
        finding = Finding(catalogue.SESSION_ORDER, f"{why}: this deal is not scored", place)
        index = self._index
        self._index += 1
        known, totals = self._sums()
        return Entry(
            index, len(self._rubbers), 0, dealt.board, dealt.dealer, dealt.vulnerable, dealt.contract, dealt.declarer,
            dealt.tricks, (), False, (), why, (finding,), known, totals, None, self._state(),
        )  # fmt: skip

    # --- order ---

    def _check_order(
        self, board: str | None, number: int | None, misplaced: str | None, findings: list[Finding]
    ) -> None:
        """Tell what is wrong with the place of a deal, and stop where deals are missing that the rules want."""
        if self._matches.between and self._index:
            message = f"the {self.rules.deals} deals of the match are over: this deal starts another match"
            findings.append(Finding(catalogue.SESSION_ORDER, message, RECORD, Severity.NOTICE))
        if self._left_out:
            self._order.new_sheet()
        missing = self._order.missing(number)
        if misplaced is not None:
            message = f"{misplaced}: the deals are scored in the order of the file"
            findings.append(Finding(catalogue.SESSION_ORDER, message, tag_place("Board")))
        elif missing is not None:
            rest = "the deals are scored as if nothing were between them"
            if self.trust == "rules":
                rest = self._miss(missing)
            findings.append(Finding(catalogue.SESSION_ORDER, f"{missing}: {rest}", tag_place("Board")))
        if self._left_out:
            count, here = self._left_out, f"board {board}" if board else f"deal {self._index + 1}"
            why = (
                f"{'a deal' if count == 1 else f'{count} deals'} before {here} {'is' if count == 1 else 'are'} left out"
            )
            self._left_out = 0
            if self._sheet.number:
                findings.append(Finding(catalogue.SESSION_ORDER, f"{why}: {self._miss(why)}", RECORD))
            else:
                self._order.dealer = None
                what = "rubber" if self.rules.form == "rubber" else "round"
                message = f"{why}: it is scored as the first of a {what}"
                findings.append(Finding(catalogue.SESSION_ORDER, message, RECORD, Severity.NOTICE))

    def _miss(self, why: str) -> str:
        """Stop the sum at deals that are missing; what that means for the rest."""
        self._order.dealer = None
        # Nobody knows whether a pass-out was among them, and so which deals make up the round.
        return self._halt(why, adrift=self.rules.form == "chicago", deals=True)

    # --- what is not known ---

    def _stop(self, dealt: Dealt, unknown: tuple[str, ...], findings: list[Finding]) -> None:
        board = f"board {dealt.board}" if dealt.board else f"deal {self._index + 1}"
        what = f"{' and '.join(unknown)} unknown"
        rules = self.rules
        first = self._order.lost is None and self._sheet.open is None
        # A deal without a contract may have been passed out, and then it would not count.
        adrift = dealt.contract is None and rules.form == "chicago" and rules.pass_out != "zero"
        rest = self._halt(f"{board}: {what}", adrift=adrift)
        if first:
            findings.append(Finding(catalogue.SESSION_UNKNOWN, f"{what}: {rest}", RECORD))

    def _halt(self, why: str, *, adrift: bool, deals: bool = False) -> str:
        """Points are missing from here on, or ``deals``; what that means for the rest of the session, as text."""
        rules, sheet = self.rules, self._sheet
        if adrift and self._order.lost is None:
            self._order.lost = why
        if sheet.open is None and not rules.each_deal_alone:
            sheet.open = why
        sheet.gap = self._any_gap = True
        self._matches.gap(deals=deals)
        if rules.form == "duplicate":
            return "the sum is not known"
        if rules.form == "rubber" or adrift:
            return "the rest of the session is conditional, and the sum stops here"
        if rules.each_deal_alone:
            return "the sum of this round is not known"
        return "the rest of this round is conditional, and the sum stops here"

    def _sums(self) -> tuple[tuple[int, int], tuple[int, int] | None]:
        sums = self._sheet.sums()
        known = self._earlier[0] + sums[0], self._earlier[1] + sums[1]
        return known, known if self._sum_is_known else None

    @property
    def _sum_is_known(self) -> bool:
        return not (self._any_gap or self._earlier_honours or self._sheet.open_honours)

    # --- the end of a rubber, a round, a session ---

    def _end(self, won: Side | None, lines: list[Line]) -> Rubber | None:
        sheet = self._sheet
        if self.rules.form == "rubber":
            if won is None or sheet.won[won] < 2:
                return None
            sheet.bonus(won, lines)
        elif self.rules.form == "duplicate" or self._order.lost is not None or sheet.number < ROUND:
            return None
        rubber = sheet.rubber(len(self._rubbers), self._index, complete=True)
        self._rubbers.append(rubber)
        return rubber

    def _start_rubber(self) -> None:
        sheet, known = self._sheet, self._sheet.sums()
        self._earlier = (self._earlier[0] + known[0], self._earlier[1] + known[1])
        self._earlier_honours += sheet.open_honours
        self._sheet = Sheet(self.rules, self._index)
        self._order.new_rubber()
        # Partners and dealer are cut for again.
        self._order.cut = self.rules.form == "rubber" or self._matches.between

    def result(self) -> Session:
        """The session as it stands; an unfinished rubber is closed by the rule set.  More deals may follow."""
        sheet, form = self._sheet, self.rules.form
        closing = [] if self.is_over else sheet.closing()
        rubbers = list(self._rubbers)
        under_way = (sheet.number > 0 or sheet.brought) and not self.is_over and form != "duplicate"
        ns, ew = (sum(line.points for line in closing if line.side is side) for side in _SIDES)
        if under_way:
            rubbers.append(sheet.rubber(len(rubbers), self._index - 1, complete=False, closing=(ns, ew)))
        finished, totals = self._sums()
        known = (finished[0] + ns, finished[1] + ew)
        matches = self._matches.played(sheet, self._index - 1)
        if self.rules.rubbers:
            complete = self.is_over
        else:
            complete = not under_way and (form != "chicago" or not matches or matches[-1].complete)
        winner = self._session_winner(rubbers, known)
        margin: int | None = None
        if totals is not None and winner is not None:
            difference = known[0] - known[1]
            margin = {"NS": difference, "EW": -difference, "tie": 0}[winner]
        open_honours = self._earlier_honours + sheet.open_honours
        return Session(
            tuple(rubbers),
            tuple(closing),
            known,
            None if totals is None else known,
            winner,
            margin,
            self._index,
            complete,
            self._brought,
            matches,
            self._matches.finished(finished, sheet, open_honours, rubbers),
        )

    def _session_winner(self, rubbers: list[Rubber], known: tuple[int, int]) -> Winner | None:
        if not self._index:
            return None
        if self.rules.form == "chicago":
            return self._matches.winner(self._sheet, self._index - 1)
        if self._any_gap:
            return None
        if self.rules.form == "rubber" and self.rules.rubber_winner == "games":
            won = [rubber.winner for rubber in rubbers if rubber.complete]
            return winner_of((won.count("NS"), won.count("EW")), 0) if won else None
        return winner_of(known, MOST * (self._earlier_honours + self._sheet.open_honours))


def _dealt(
    contract: Contract | str,
    declarer: Seat | str | None,
    tricks: int | None,
    dealer: Seat | str | None,
    vulnerable: Vulnerability | str | None,
    deal: Deal | str | None,
    honours: tuple[Side, int] | Literal[0] | None,
    board: str | None,
) -> Dealt:
    """The deal that `Ledger.add` is told, with the same exceptions."""
    if isinstance(contract, str):
        contract = Contract.parse(contract)
    _expect(contract, Contract, "a contract")
    if tricks is not None:
        if type(tricks) is not int:
            raise TypeError(f"a number of tricks is a whole number, not {tricks!r}")
        if not 0 <= tricks <= 13:
            raise ValueError(f"{tricks} is not a number of tricks: expected 0 to 13")
    declarer = Seat.parse(declarer) if isinstance(declarer, str) else declarer
    _expect(declarer, (Seat, type(None)), "a declarer")
    if declarer is None and not contract.is_passed_out:
        raise ValueError("a contract has a declarer: give N, E, S or W")
    dealer = Seat.parse(dealer) if isinstance(dealer, str) else dealer
    _expect(dealer, (Seat, type(None)), "a dealer")
    vulnerable = Vulnerability.parse(vulnerable) if isinstance(vulnerable, str) else vulnerable
    _expect(vulnerable, (Vulnerability, type(None)), "a vulnerability")
    deal = Deal.parse(deal) if isinstance(deal, str) else deal
    _expect(deal, (Deal, type(None)), "a deal")
    _expect(board, (str, type(None)), "a board")
    return Dealt(board, dealer, vulnerable, contract, declarer, tricks, deal=deal, award=_award(honours, contract))


def _expect(value: object, kind: type | tuple[type, ...], what: str) -> None:
    if not isinstance(value, kind):
        raise TypeError(f"{value!r} is not {what}")


def _award(honours: object, contract: Contract) -> Award | None:
    if honours is None:
        return None
    if type(honours) is int and honours == 0:
        return NOTHING
    if not isinstance(honours, tuple) or len(honours) != 2 or not isinstance(honours[0], Side):
        raise TypeError(f"{honours!r} is not what honours are: expected 0, or a side and its points")
    side, points = honours
    if type(points) is not int:
        raise TypeError(f"points for honours are a whole number, not {points!r}")
    if points not in (100, 150):
        raise ValueError(f"{points} is not what honours are worth: expected 100 or 150")
    if points == 100 and not contract.is_passed_out and contract.strain.suit is None:
        raise ValueError("100 is not what honours are worth at notrump: four aces are 150")
    return Award(side, points)
