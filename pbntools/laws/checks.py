"""All checks of a record against the Laws and against itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pbntools.core import PASSED_OUT, board_dealer, board_vulnerability
from pbntools.diagnostics import Finding, bounded
from pbntools.laws._context import Context
from pbntools.laws.auction_checks import check_auction, check_contract_known
from pbntools.laws.deal import check_board_cycle, check_deal
from pbntools.laws.outcome import Outcome, resolve
from pbntools.laws.play_checks import check_play
from pbntools.laws.result import check_result
from pbntools.laws.score import check_imps, check_rubber_history, check_score, parse_score
from pbntools.laws.tables import check_tables
from pbntools.record import Record

Check = Callable[[Record, Outcome, Context], Iterator[Finding]]
"""A check: it yields what it finds in a record, given what the record comes to."""

CHECKS: tuple[Check, ...] = (
    check_deal,
    check_board_cycle,
    check_auction,
    check_contract_known,
    check_play,
    check_result,
    check_score,
    check_imps,
    check_rubber_history,
    check_tables,
)
"""Every check, in the order of the parts of a record."""


_CYCLE = tuple((board_dealer(number or 16), board_vulnerability(number or 16)) for number in range(16))
_ONLY_TABLES: tuple[Check, ...] = (check_tables,)


def is_regular(record: Record, outcome: Outcome) -> bool:
    """Whether one look tells that no check but that of the tables finds anything.

    It is quick and knows only the usual case; False says nothing.
    """
    auction, play = outcome.auction, outcome.play
    contract, result, number = record.contract, record.result, record.number
    if auction is None or result is None or number is None or not outcome.deal_sound:
        return False
    if contract is None or contract is PASSED_OUT:
        return False
    calls = auction.auction
    tricks = result.tricks
    if (
        contract is not auction.contract
        or record.declarer is not auction.declarer
        or record.declarer_irregular
        or not auction.over
        or auction.faults
        or calls.skips
        or calls.insufficient
        or outcome.remarks
        or tricks is None
        or result.ruled
        or _CYCLE[number & 15] != (record.dealer, record.vulnerable)
        or record.dealer is not calls.first
        or record.value("ScoreIMP")
        or record.value("ScoreRubberHistory")
    ):
        return False
    cards = record.play
    if play is not None and cards is not None:
        if play.findings or tricks != outcome.tricks_played or cards.end == "+" or cards.claim is not None:
            return False
    elif cards is not None or not 0 <= tricks <= 13:
        return False
    score = record.value("Score")
    if not score:
        return True
    recorded = parse_score(score)
    if recorded is None or (contract.doubled and tricks < contract.level + 3):
        return False
    return outcome.score_ns is not None and outcome.score_ns == (
        recorded.ns if recorded.ew is None else -recorded.ew if recorded.ns is None else None
    )


def find(
    record: Record, outcome: Outcome, context: Context | None = None, checks: tuple[Check, ...] = CHECKS
) -> list[Finding]:
    """All that the checks find in a record, with what may have gone wrong where one change makes all of it legal.

    Of a rule that finds more than `MOST_FINDINGS`, the next finding stands for all that follow.
    """
    used = _DEFAULT if context is None else context
    if checks is CHECKS and is_regular(record, outcome):
        checks = _ONLY_TABLES
    findings = _found(record, outcome, used, checks)
    if findings and checks is CHECKS:
        # Only a record with findings needs it.
        from pbntools.laws.repair import with_hints

        return with_hints(
            record, outcome, findings, lambda other: _found(other, resolve(other, used.laws), used, checks)
        )
    return findings


def _found(record: Record, outcome: Outcome, context: Context, checks: tuple[Check, ...]) -> list[Finding]:
    return list(bounded(finding for check in checks for finding in check(record, outcome, context)))


_DEFAULT = Context()
