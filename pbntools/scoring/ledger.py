"""The ledger of a session: deals in, a score pad out, deal by deal.

A rubber, a round of Chicago, or duplicate boards: what a deal is worth may hang on the deals before it.  What is not
known is never counted as zero: the sum stops there and says so.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pbntools import rules as catalogue
from pbntools.core import Contract, Deal, Seat, Side, Vulnerability
from pbntools.diagnostics import RECORD, Finding, Rule, tag_place
from pbntools.laws import Outcome, resolve
from pbntools.record import Play, Record
from pbntools.scoring.honours import MOST, NOTHING, Award, honours
from pbntools.scoring.pad import Entry, Line, Rubber, Session, State, Winner, winner_of
from pbntools.scoring.points import CHICAGO, HONOURS, RUBBER, RUBBER_BONUS, RULE_SET, items
from pbntools.scoring.ruleset import ROUND, RuleSet, rule_set
from pbntools.scoring.tags import HISTORY, check_rubber_tags, parse_history

GAME = 100
"""The points below the line that make a game."""
_SEATS = tuple(Seat)
_SIDES = tuple(Side)
_BOTH = tuple(Vulnerability)
_SIDE_NAMES = ("North-South", "East-West")
_VULNERABLE = ("nobody is", "North-South are", "East-West are", "both sides are")
_NAMES = tuple(seat.name.capitalize() for seat in Seat)

Trust = Literal["record", "rules"]


@dataclass(frozen=True, slots=True)
class _Dealt:
    """What a deal comes to, wherever it is from.  ``award`` is None where the honours have to be looked up."""

    board: str | None
    dealer: Seat | None
    vulnerable: Vulnerability | None
    contract: Contract | None
    declarer: Seat | None
    tricks: int | None
    missing: str = "tricks"
    deal: Deal | None = None
    play: Play | None = None
    award: Award | None = None


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
        self._rubbers: list[Rubber] = []
        self._index = 0
        self._earlier = (0, 0)
        self._earlier_honours = 0
        self._any_gap = False
        self._brought = (0, 0)
        self._dealer = self.rules.first_dealer
        self._cut = self._dealer is None
        self._lost: str | None = None
        self._match_deals = 0
        self._start_rubber()

    def _start_rubber(self) -> None:
        self._first = self._index
        self._number = 0
        self._above = [0, 0]
        self._games = [[0, 0]]
        self._won = [0, 0]
        self._open: str | None = None
        self._gap = False
        self._open_honours = 0
        self._last_board: int | None = None
        self._redealt = False

    # --- what a player wants to know before the deal ---

    @property
    def dealer(self) -> Seat | None:
        """Who deals next by the rules; None where that is free or not known."""
        return None if self._cut else self._dealer

    @property
    def vulnerable(self) -> Vulnerability | None:
        """The vulnerability of the next deal by the rules; None where it is not known, and in duplicate."""
        return self._expected_vulnerability(self._dealer)

    @property
    def games(self) -> tuple[int, int]:
        """The games of North-South and East-West in this rubber or round."""
        return self._won[0], self._won[1]

    @property
    def part_scores(self) -> tuple[int, int]:
        """The points below the line in the game that is under way."""
        return self._games[-1][0], self._games[-1][1]

    @property
    def rubbers(self) -> tuple[Rubber, ...]:
        """The rubbers, or rounds of Chicago, that are over."""
        return tuple(self._rubbers)

    @property
    def is_over(self) -> bool:
        """Whether the agreed number of rubbers is played."""
        return bool(self.rules.rubbers) and len(self._rubbers) >= self.rules.rubbers

    # --- deals ---

    def push(self, record: Record, outcome: Outcome | None = None) -> Entry:
        """Score a record.  ``outcome`` is what `resolve` says of it, where that is at hand."""
        found = resolve(record) if outcome is None else outcome
        if not self._index and self.rules.form == "rubber" and self.trust == "record":
            self._take_up(record)
        tricks = found.tricks_scored
        missing = "tricks" if found.tricks is None else "the tricks that a revoke moves"
        dealt = _Dealt(
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
        ValueError on a contract, seat or vulnerability that cannot be read, on tricks out of range, and where a
        contract has no declarer.
        """
        if isinstance(contract, str):
            contract = Contract.parse(contract)
        if tricks is not None and not 0 <= tricks <= 13:
            raise ValueError(f"{tricks} is not a number of tricks: expected 0 to 13")
        declarer = Seat.parse(declarer) if isinstance(declarer, str) else declarer
        if declarer is None and not contract.is_passed_out:
            raise ValueError("a contract has a declarer: give N, E, S or W")
        if honours is None:
            award = None
        elif honours == 0:
            award = NOTHING
        else:
            if honours[1] not in (100, 150):
                raise ValueError(f"{honours[1]} is not what honours are worth: expected 100 or 150")
            award = Award(Side(honours[0]), honours[1])
        dealt = _Dealt(
            board,
            Seat.parse(dealer) if isinstance(dealer, str) else dealer,
            Vulnerability.parse(vulnerable) if isinstance(vulnerable, str) else vulnerable,
            contract,
            declarer,
            tricks,
            deal=Deal.parse(deal) if isinstance(deal, str) else deal,
            award=award,
        )
        return self._enter(dealt, None)

    def _take_up(self, record: Record) -> None:
        """Start from the pad that the first record brings along, where it starts in the middle of a rubber."""
        value = record.value(HISTORY)
        if not value:
            return
        try:
            history = parse_history(value)
        except ValueError:
            return
        self._earlier = history.earlier
        self._above = list(history.above)
        self._games = [list(game) for game in history.games]
        self._won = [sum(game[side] >= GAME for game in history.games) for side in (0, 1)]
        self._brought = self._sums()[0]

    def new_sheet(self) -> None:
        """Forget the number of the last board: the records that follow are from another file."""
        self._last_board = None

    def _enter(self, dealt: _Dealt, number: int | None) -> Entry:
        findings: list[Finding] = []
        if self.is_over:
            return self._after_the_end(dealt)
        form = self.rules.form
        if form == "duplicate":
            dealer, vulnerable = dealt.dealer, dealt.vulnerable
        else:
            self._check_order(number, findings)
            dealer = self._settle_dealer(dealt.dealer, findings)
            vulnerable = self._settle_vulnerability(dealt.vulnerable, dealer, findings)
        state = self._state()
        rubber, place = len(self._rubbers), self._number + 1
        conditional = self._lost or self._open
        contract = dealt.contract
        passed_out = contract is not None and contract.is_passed_out
        counted = not passed_out or self._counts_pass_outs
        lines: list[Line] = []
        unknown: tuple[str, ...] = ()
        won: Side | None = None
        if counted:
            self._number += 1
        if not passed_out:
            unknown = self._unknown(dealt, vulnerable)
            if conditional is None and not unknown:
                won = self._score(dealt, vulnerable, lines)
                if self.rules.honours != "none":
                    unknown = self._honours(dealt, lines)
            elif unknown:
                self._stop(dealt, unknown, findings)
        self._next_dealer(dealt, dealer, passed_out=passed_out)
        completed = self._end(won, lines)
        index = self._index
        self._index += 1
        known, totals = self._sums()
        if completed is not None:
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
        games = tuple([(game[0], game[1]) for game in self._games])
        return State(self._earlier, (self._above[0], self._above[1]), games, self._sum_is_known)

    def _after_the_end(self, dealt: _Dealt) -> Entry:
        count = self.rules.rubbers
        message = f"the {count} rubbers that were agreed are over" if count > 1 else "the one rubber agreed is over"
        finding = Finding(catalogue.SESSION_ORDER, f"{message}: this deal is not scored", RECORD)
        index = self._index
        self._index += 1
        known, totals = self._sums()
        return Entry(
            index, len(self._rubbers), 0, dealt.board, dealt.dealer, dealt.vulnerable, dealt.contract, dealt.declarer,
            dealt.tricks, (), False, (), message, (finding,), known, totals, None, self._state(),
        )  # fmt: skip

    # --- order, dealer, vulnerability ---

    def _check_order(self, number: int | None, findings: list[Finding]) -> None:
        last = self._last_board
        if number is None:
            return
        if last is not None and (number < last or (number == last and not self._redealt)):
            again = "comes a second time" if number == last else f"comes after board {last}"
            findings.append(
                Finding(
                    catalogue.SESSION_ORDER,
                    f"board {number} {again}: the deals are scored in the order of the file",
                    tag_place("Board"),
                )
            )
        self._last_board = number

    def _settle_dealer(self, recorded: Seat | None, findings: list[Finding]) -> Seat | None:
        expected = self._dealer
        if recorded is None or expected is None:
            return expected if recorded is None else recorded
        if recorded is expected or self._cut:
            return recorded
        self._contradict(
            findings,
            "Dealer",
            catalogue.SESSION_DEALER,
            f"{_NAMES[recorded]} is the dealer, but it is {_NAMES[expected]}'s turn to deal",
        )
        return recorded if self.trust == "record" else expected

    def _settle_vulnerability(
        self, recorded: Vulnerability | None, dealer: Seat | None, findings: list[Finding]
    ) -> Vulnerability | None:
        expected = self._expected_vulnerability(dealer)
        if recorded is None or expected is None or recorded is expected:
            return expected if recorded is None else recorded
        why = (
            "by the games of this rubber" if self.rules.form == "rubber" else f"on deal {self._number + 1} of the round"
        )
        self._contradict(
            findings,
            "Vulnerable",
            catalogue.SESSION_VULNERABILITY,
            f"the record says that {_VULNERABLE[recorded]} vulnerable, but {why} {_VULNERABLE[expected]}",
        )
        return recorded if self.trust == "record" else expected

    def _contradict(self, findings: list[Finding], tag: str, rule: Rule, message: str) -> None:
        who = "the record" if self.trust == "record" else "the rules"
        findings.append(
            Finding(rule, f"{message}; scored as {who} {'says' if who == 'the record' else 'say'}", tag_place(tag))
        )

    def _expected_vulnerability(self, dealer: Seat | None) -> Vulnerability | None:
        if self._lost is not None or self.rules.form == "duplicate":
            return None
        if self.rules.form == "rubber":
            if self._open is not None:
                return None
            return _BOTH[bool(self._won[0]) + 2 * bool(self._won[1])]
        deal = self._number % ROUND
        if deal in (0, 3):
            return Vulnerability.ALL if deal else Vulnerability.NONE
        if dealer is None:
            return None
        side = dealer.side if self.rules.chicago_vulnerability == "dealer" else dealer.side.opponents
        return Vulnerability.NS if side is Side.NS else Vulnerability.EW

    def _next_dealer(self, dealt: _Dealt, dealer: Seat | None, *, passed_out: bool) -> None:
        self._cut = False
        self._redealt = passed_out and self.rules.pass_out == "redeal-same"
        if dealer is None or (dealt.contract is None and self.rules.pass_out == "redeal-same"):
            self._dealer = None
        elif self._open is not None and self.rules.form == "rubber":
            # The rubber may have ended on this deal, and then the deal was cut for.
            self._dealer = None
        else:
            self._dealer = dealer if self._redealt else _SEATS[(dealer + 1) & 3]

    # --- points ---

    def _score(self, dealt: _Dealt, vulnerable: Vulnerability | None, lines: list[Line]) -> Side | None:
        """Write down a deal of which all is known.  The side that won a game with it."""
        contract, declarer, tricks = dealt.contract, dealt.declarer, dealt.tricks
        if contract is None or declarer is None or tricks is None:
            raise ValueError("an unknown result has no points")
        rules = self.rules
        side = declarer.side
        is_vulnerable = vulnerable is not None and vulnerable.of(side)
        made = False
        for defenders, below, points, reason, law in items(rules, contract, tricks, is_vulnerable):
            who = side.opponents if defenders else side
            if below:
                made = True
                self._games[-1][side] += points
                lines.append(Line(side, "below", points, reason, law))
            else:
                self._write(lines, who, points, reason, law)
        if not made:
            return None
        return self._game(side, is_vulnerable, lines)

    def _game(self, side: Side, is_vulnerable: bool, lines: list[Line]) -> Side | None:
        rules = self.rules
        carried = rules.form == "rubber" or (rules.form == "chicago" and rules.part_score == "carry")
        won = self._games[-1][side] >= GAME
        if won:
            self._won[side] += 1
            if rules.form != "rubber":
                law = "77" if rules.form == "duplicate" else CHICAGO
                self._write(lines, side, 500 if is_vulnerable else 300, "game", law)
        elif not carried:
            if rules.form == "duplicate":
                self._write(lines, side, 50, "part score", "77")
            elif rules.part_score_bonus:
                law = CHICAGO if rules.part_score_bonus == 50 else RULE_SET
                self._write(lines, side, rules.part_score_bonus, "part score", law)
        elif rules.form == "chicago" and self._number == ROUND and rules.last_part_score:
            law = CHICAGO if rules.last_part_score == 100 else RULE_SET
            self._write(lines, side, rules.last_part_score, "part score on the last deal", law)
        if won or not carried:
            self._games.append([0, 0])
        return side if won else None

    def _honours(self, dealt: _Dealt, lines: list[Line]) -> tuple[str, ...]:
        contract, declarer = dealt.contract, dealt.declarer
        if contract is None or declarer is None:
            raise ValueError("honours need a contract")
        only = declarer.side if self.rules.honours == "declaring-side" else None
        award = dealt.award
        if award is None:
            award = honours(dealt.deal, contract.strain, dealt.play, only)
        if award is None:
            self._open_honours += 1
            return ("honours",)
        if award.side is not None and only in (None, award.side):
            what = "four aces" if contract.strain.suit is None else f"{4 if award.points == 100 else 5} honours"
            # Honours are written down before what the deal leads to.
            at = next((at for at, line in enumerate(lines) if line.reason in _CONSEQUENCES), len(lines))
            self._write(lines, award.side, award.points, f"{what} in one hand", HONOURS, at)
        return ()

    def _write(self, lines: list[Line], side: Side, points: int, reason: str, law: str, at: int | None = None) -> None:
        self._above[side] += points
        lines.insert(len(lines) if at is None else at, Line(side, "above", points, reason, law))

    # --- what is not known ---

    def _stop(self, dealt: _Dealt, unknown: tuple[str, ...], findings: list[Finding]) -> None:
        board = f"board {dealt.board}" if dealt.board else f"deal {self._index + 1}"
        why = f"{board}: {' and '.join(unknown)} unknown"
        rules = self.rules
        alone = rules.form == "duplicate" or (rules.form == "chicago" and rules.part_score == "per-deal")
        # A deal without a contract may have been passed out, and then it would not count.
        adrift = dealt.contract is None and rules.form == "chicago" and rules.pass_out != "zero"
        if rules.form == "duplicate":
            rest = "the sum is not known"
        elif rules.form == "rubber" or adrift:
            rest = "the rest of the session is conditional, and the sum stops here"
        elif alone:
            rest = "the sum of this round is not known"
        else:
            rest = "the rest of this round is conditional, and the sum stops here"
        first = self._lost is None and self._open is None
        if adrift and self._lost is None:
            self._lost = why
        if self._open is None and not alone:
            self._open = why
        self._gap = self._any_gap = True
        if first:
            findings.append(Finding(catalogue.SESSION_UNKNOWN, f"{' and '.join(unknown)} unknown: {rest}", RECORD))

    def _sums(self) -> tuple[tuple[int, int], tuple[int, int] | None]:
        below = [sum(game[side] for game in self._games) for side in (0, 1)]
        known = (
            self._earlier[0] + self._above[0] + below[0],
            self._earlier[1] + self._above[1] + below[1],
        )
        return known, known if self._sum_is_known else None

    @property
    def _sum_is_known(self) -> bool:
        return not (self._any_gap or self._earlier_honours or self._open_honours)

    # --- the end of a rubber, a round, a session ---

    def _end(self, won: Side | None, lines: list[Line]) -> Rubber | None:
        rules = self.rules
        if rules.form == "rubber":
            if won is None or self._won[won] < 2:
                return None
            loser = won.opponents
            points = rules.rubber_bonus[self._won[loser]]
            if points:
                law = RUBBER_BONUS if rules.rubber_bonus == (700, 500) else RULE_SET
                self._write(lines, won, points, f"rubber, two games to {('none', 'one')[self._won[loser]]}", law)
        elif rules.form == "duplicate" or self._lost is not None or self._number < ROUND:
            return None
        self._match_deals = (self._match_deals + ROUND) % rules.deals
        rubber = self._close(complete=True)
        # Partners and dealer are cut for again.
        self._cut = rules.form == "rubber" or not self._match_deals
        return rubber

    def _close(self, *, complete: bool, closing: tuple[int, int] = (0, 0)) -> Rubber:
        below = [sum(game[side] for game in self._games) for side in (0, 1)]
        known = (self._above[0] + below[0] + closing[0], self._above[1] + below[1] + closing[1])
        winner: Winner | None
        if self._gap or (not complete and self.rules.form != "rubber"):
            winner = None
        elif self.rules.form == "rubber" and self.rules.rubber_winner == "games":
            winner = None if not complete else "NS" if self._won[0] == 2 else "EW"
        else:
            winner = winner_of(known, MOST * self._open_honours)
        games = [(game[0], game[1]) for game in self._games]
        if games[-1] == (0, 0):
            games.pop()
        rubber = Rubber(
            len(self._rubbers),
            self._first,
            self._index if complete else self._index - 1,
            complete,
            known,
            self._gap or bool(self._open_honours),
            winner,
            tuple(games),
            (self._won[0], self._won[1]),
        )
        if complete:
            self._rubbers.append(rubber)
            self._earlier = (self._earlier[0] + known[0], self._earlier[1] + known[1])
            self._earlier_honours += self._open_honours
            self._above = [0, 0]
            self._games = [[0, 0]]
            self._open_honours = 0
        return rubber

    def result(self) -> Session:
        """The session as it stands; an unfinished rubber is closed by the rule set.  More deals may follow."""
        closing = self._closing()
        rubbers = list(self._rubbers)
        under_way = self._number > 0 and not self.is_over and self.rules.form != "duplicate"
        points = [sum(line.points for line in closing if line.side is side) for side in _SIDES]
        if under_way:
            rubbers.append(self._close(complete=False, closing=(points[0], points[1])))
        known, totals = self._sums()
        known = (known[0] + points[0], known[1] + points[1])
        complete = not under_way and not self._match_deals if self.rules.form == "chicago" else not under_way
        if self.rules.rubbers:
            complete = self.is_over
        winner = self._session_winner(rubbers, known, complete)
        margin: int | None = None
        if totals is not None and winner is not None:
            difference = known[0] - known[1]
            margin = {"NS": difference, "EW": -difference, "tie": 0}[winner]
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
        )

    def _closing(self) -> list[Line]:
        """What an unfinished rubber gives the only side with a game, and the only side with a part score."""
        rules = self.rules
        if rules.form != "rubber" or self._gap or self.is_over:
            return []
        lines = []
        for what, (ns, ew), points, usual in (
            ("game", self.games, rules.unfinished_game, 300),
            ("part score", self.part_scores, rules.unfinished_part, 100),
        ):
            if bool(ns) != bool(ew) and points:
                law = RUBBER if points == usual else RULE_SET
                side = Side.NS if ns else Side.EW
                lines.append(Line(side, "above", points, f"unfinished rubber, the only {what}", law))
        return lines

    def _session_winner(self, rubbers: list[Rubber], known: tuple[int, int], complete: bool) -> Winner | None:
        if self._any_gap or not self._index or (self.rules.form == "chicago" and not complete):
            return None
        if self.rules.form == "rubber" and self.rules.rubber_winner == "games":
            won = [rubber.winner for rubber in rubbers if rubber.complete]
            return winner_of((won.count("NS"), won.count("EW")), 0) if won else None
        return winner_of(known, MOST * (self._earlier_honours + self._open_honours))

    def _unknown(self, dealt: _Dealt, vulnerable: Vulnerability | None) -> tuple[str, ...]:
        """What is missing to score a deal that was not passed out."""
        contract, declarer, tricks = dealt.contract, dealt.declarer, dealt.tricks
        if contract is None:
            return ("contract",)
        if declarer is None or tricks is None:
            return tuple(what for what, value in (("declarer", declarer), (dealt.missing, tricks)) if value is None)
        if vulnerable is not None:
            return ()
        either = [items(self.rules, contract, tricks, state) for state in (False, True)]
        points = self._games[-1][declarer.side] + sum(item.points for item in either[0] if item.below)
        game = self.rules.form != "rubber" and tricks >= contract.needed and points >= GAME
        return ("vulnerability",) if game or either[0] != either[1] else ()


_CONSEQUENCES = frozenset(("game", "part score", "part score on the last deal"))
