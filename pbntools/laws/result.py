"""Checks of the result: the Result tag and a claim against the cards (PBN 2.1 §3.4.15, Laws 66 to 71)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from pbntools import rules
from pbntools.core import PASSED_OUT, Strain
from pbntools.diagnostics import Change, Finding, Fix, Place, Severity, tag_place
from pbntools.laws._context import Context
from pbntools.laws._words import SIDES, points_text, tricks_text
from pbntools.laws.outcome import Outcome, declarer_tricks, known_masks, play_by_auction, score_ns
from pbntools.laws.play import PlayTrace
from pbntools.record import Record, Result
from pbntools.said import NAMES, Said

_AT_RESULT = tag_place("Result")
# The most that the Laws move for one revoke (64A1).
_MOST_FOR_A_REVOKE = 2


def check_result(record: Record, outcome: Outcome, context: Context) -> Iterator[Finding]:
    """The Result tag against its range, the cards, and a claim."""
    play, result, trace = record.play, record.result, outcome.play
    if play is not None and play.claim is not None:
        impossible = _claim(record, play.claim, outcome)
        if impossible is not None:
            yield impossible
            return
    if result is None:
        return
    partial = play is not None and play.end == "+"
    if result.tricks is not None and result.tricks == outcome.tricks_played and not (result.ruled or partial):
        return
    misfit = _out_of_range(result)
    if misfit is not None:
        yield Finding(rules.RESULT_OUT_OF_RANGE, misfit, _AT_RESULT)
        return
    if outcome.contract is PASSED_OUT:
        if result.tricks or result.ns or result.ew:
            fix = Fix("leave Result empty", False, (Change(_AT_RESULT, ""),))
            message = Said("a result is given, but the board is passed out, so there are no tricks")
            yield _mismatch(message, fix=fix)
        return
    if partial:
        if trace is not None and not result.ruled:
            yield from _partial(record, result, outcome, trace)
        return
    if result.ns is not None and result.ew is not None and result.ns + result.ew != 13:
        final = play is not None and (play.end == "*" or outcome.tricks_played is not None)
        yield _mismatch(
            Said(
                "NS {ns} and EW {ew} make {tricks}, not 13",
                ns=result.ns,
                ew=result.ew,
                tricks=tricks_text(result.ns + result.ew),
            ),
            None if final else Severity.WARNING,
        )
        return
    tricks = declarer_tricks(result, outcome.declarer)
    if tricks is not None:
        yield from _final(record, result, tricks, outcome)


def _out_of_range(result: Result) -> Said | None:
    for count in (result.tricks, result.ns, result.ew):
        if count is not None and not 0 <= count <= 13:
            return Said("{number} is no number of tricks: expected 0 to 13", number=count)
    if result.ns is not None and result.ew is not None and result.ns + result.ew > 13:
        return Said(
            "NS {ns} and EW {ew} make {sum} tricks, more than 13", ns=result.ns, ew=result.ew, sum=result.ns + result.ew
        )
    return None


def _mismatch(message: Said, severity: Severity | None = None, fix: Fix | None = None) -> Finding:
    return Finding(rules.RESULT_MISMATCH, message, _AT_RESULT, severity, fix=fix)


def _as_played(result: Result, played: int, outcome: Outcome) -> Fix | None:
    """The result that the cards give, in the form of the recorded one."""
    declarer = outcome.declarer
    if result.tricks is not None:
        text = str(played)
    elif declarer is None or (result.ns is not None and result.ew is not None):
        return None
    else:
        own = (result.ew if declarer & 1 else result.ns) is not None
        text = f"{'NS' if result.ns is not None else 'EW'} {played if own else 13 - played}"
    return Fix(f"write {text}", False, (Change(_AT_RESULT, text),))


def _partial(record: Record, result: Result, outcome: Outcome, trace: PlayTrace) -> Iterator[Finding]:
    """A result beside play that is to be continued: the tricks of the finished part (PBN 2.1 §3.4.15)."""
    if (
        not trace.trusted
        or not trace.known_finished
        or outcome.revokes is not None
        or play_by_auction(outcome, record) is not None
    ):
        return
    ew = sum(winner & 1 for winner in trace.winners[: trace.finished])
    won = (trace.finished - ew, ew)
    declarer = outcome.declarer
    if result.tricks is not None and declarer is not None and result.tricks != won[declarer & 1]:
        yield _mismatch(
            Said(
                "the record says that declarer has {tricks} so far, but by the cards it is {won} of {finished}",
                tricks=tricks_text(result.tricks),
                won=won[declarer & 1],
                finished=trace.finished,
            )
        )
        return
    for side, count in enumerate((result.ns, result.ew)):
        if count is not None and count != won[side]:
            yield _mismatch(
                Said(
                    "the record says that {side} has {tricks} so far, but by the cards it is {won} of {finished}",
                    side=SIDES[side],
                    tricks=tricks_text(count),
                    won=won[side],
                    finished=trace.finished,
                )
            )
            return


def _final(record: Record, result: Result, tricks: int, outcome: Outcome) -> Iterator[Finding]:
    play, trace, declarer = record.play, outcome.play, outcome.declarer
    if play is not None and play.claim is not None and play.claim != tricks and not result.ruled:
        says = _with_score(record, outcome, tricks)
        yield _mismatch(Said("the record says {says}, but {claim} are claimed", says=says, claim=play.claim))
        return
    if trace is None or play is None or trace.total != 13:
        return
    # What an unmarked revoke comes to can be held against the result once the Laws tell what moves for it.
    if not trace.trusted and not (trace.only_revokes and outcome.revokes is not None and outcome.applied == "neither"):
        return
    played = outcome.tricks_played
    if played is not None:
        if result.ruled:
            if played == tricks and outcome.revokes is None:
                yield Finding(
                    rules.IRREGULARITY_MARK,
                    Said(
                        "the result is marked as not the tricks won, but the cards give {tricks} too",
                        tricks=tricks_text(played),
                    ),
                    _AT_RESULT,
                )
        elif played != tricks and not _moved(trace, played, tricks, outcome) and not _by_auction(record, outcome):
            cards = _with_score(record, outcome, played)
            if outcome.adjustment:
                cards = Said(
                    "{cards}, and {n} with what the Laws move for the revoke",
                    cards=cards,
                    n=played + outcome.adjustment,
                )
            yield _mismatch(
                Said(
                    "the record says {says}, but the cards give {cards}",
                    says=_with_score(record, outcome, tricks),
                    cards=cards,
                ),
                fix=None if outcome.revokes is not None else _as_played(result, played, outcome),
            )
        return
    if (
        declarer is not None
        and not result.ruled
        and outcome.revokes is None
        and play_by_auction(outcome, record) is None
    ):
        reach = _reach(record, outcome, trace, declarer)
        if not reach.least <= tricks <= reach.most:
            says = _with_score(record, outcome, tricks)
            yield _mismatch(Said("the record says {says}, but {why}", says=says, why=reach.why), reach.severity(tricks))
            return
    if play.end == "" and any(card >= 0 for card in play.ids):
        yield Finding(
            rules.RESULT_UNVERIFIED,
            Said(
                "the play stops after {tricks} without * or +; the result is taken for the final one",
                tricks=tricks_text(trace.finished),
            ),
            _AT_RESULT,
            fix=Fix("end the play with *", False, (Change(Place("play"), "*", behind=True),)),
        )


def _by_auction(record: Record, outcome: Outcome) -> bool:
    """Whether the result is right under a contract or declarer of the auction that the tags contradict."""
    trace, auction, result = play_by_auction(outcome, record), outcome.auction, record.result
    if trace is None or auction is None or auction.declarer is None or result is None or not trace.complete:
        return False
    return declarer_tricks(result, auction.declarer) == trace.won[auction.declarer & 1]


def _moved(trace: PlayTrace, played: int, recorded: int, outcome: Outcome) -> bool:
    """Whether tricks moved for revokes (Law 64A) may account for the difference."""
    declarer = outcome.declarer
    if outcome.revokes is None or declarer is None:
        return False
    if outcome.adjustment is not None:
        return outcome.applied != "neither"
    own = sum(1 for cell in trace.revokes if not (trace.play.seat(cell) ^ declarer) & 1)
    others = len(trace.revokes) - own
    return -_MOST_FOR_A_REVOKE * own <= recorded - played <= _MOST_FOR_A_REVOKE * others


def _with_score(record: Record, outcome: Outcome, tricks: int) -> Said:
    contract, declarer = outcome.contract, outcome.declarer
    text = tricks_text(tricks)
    if contract is None or declarer is None:
        return text
    points = score_ns(contract, declarer, tricks, record.vulnerable)
    return text if points is None else Said("{tricks} ({points})", tricks=text, points=points_text(points))


class _Reach(NamedTuple):
    """The tricks that declarer can still come to, and what that follows from: tricks won, lost, and sure in trumps."""

    least: int
    most: int
    declarer: int
    won: int
    lost: int
    holder: int
    sure: int

    @property
    def why(self) -> Said:
        """The reason."""
        reason = Said(
            "{declarer} has won {won} of the {tricks} that the cards tell",
            declarer=NAMES[self.declarer],
            won=self.won,
            tricks=tricks_text(self.won + self.lost),
        )
        if self.sure:
            reason = Said(
                "{reason}, and {seat}'s {tricks} in trumps cannot be lost",
                reason=reason,
                seat=NAMES[self.holder],
                tricks=tricks_text(self.sure),
            )
        return Said("{reason}, so it is {least} to {most}", reason=reason, least=self.least, most=self.most)

    def severity(self, tricks: int) -> Severity | None:
        """A number that only the trumps speak against may have been agreed on (Law 69A)."""
        return Severity.WARNING if self.won <= tricks <= 13 - self.lost else None


def _reach(record: Record, outcome: Outcome, trace: PlayTrace, declarer: int) -> _Reach:
    """What the cards played, and trumps that nobody can beat, leave open."""
    side = declarer & 1
    won, lost = trace.won[side], trace.won[1 - side]
    least, most = won, 13 - lost
    holder, sure = _sure_trumps(record, outcome, trace)
    if holder & 1 == side:
        least += sure
    else:
        most -= sure
    return _Reach(least, most, declarer, won, lost, holder, sure)


def _sure_trumps(record: Record, outcome: Outcome, trace: PlayTrace) -> tuple[int, int]:
    """Who holds the highest trumps not played to a finished trick, and how many: each must win a trick."""
    deal, contract = record.deal, outcome.contract
    if deal is None or contract is None or contract.strain is Strain.NOTRUMP or trace.deduced:
        return 0, 0
    masks = outcome.restored or known_masks(deal)
    ids, winners = trace.play.ids, trace.winners
    finished = winners.index(-1) if -1 in winners else len(winners)
    gone = ids[: 4 * finished] + tuple(
        card for row in range(finished, len(winners)) if winners[row] >= 0 for card in ids[4 * row : 4 * row + 4]
    )
    holder = sure = 0
    lowest = 13 * contract.strain
    for card in range(lowest + 12, lowest - 1, -1):
        if card in gone:
            continue
        owners = [seat for seat, mask in enumerate(masks) if mask is not None and mask >> card & 1]
        if len(owners) != 1 or (sure and owners[0] != holder):
            break
        holder = owners[0]
        sure += 1
    return holder, sure


def _claim(record: Record, claim: int, outcome: Outcome) -> Finding | None:
    """A claim of more or fewer tricks than declarer can have."""
    trace, declarer = outcome.play, outcome.declarer
    reach = None
    if 0 <= claim <= 13:
        if trace is None or declarer is None or not trace.trusted or trace.total != 13 or outcome.revokes is not None:
            return None
        if play_by_auction(outcome, record) is not None:
            return None
        reach = _reach(record, outcome, trace, declarer)
        if reach.least <= claim <= reach.most:
            return None
    message = Said("a total of {tricks} is claimed for declarer", tricks=tricks_text(claim))
    if reach is None:
        return Finding(rules.CLAIM_IMPOSSIBLE, message, Place("play"))
    message = Said("{claim}, but {why}", claim=message, why=reach.why)
    return Finding(rules.CLAIM_IMPOSSIBLE, message, Place("play"), reach.severity(claim))
