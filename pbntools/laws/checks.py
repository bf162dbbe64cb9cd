"""All checks of a record against the Laws and against itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pbntools.diagnostics import Finding
from pbntools.laws._context import Context
from pbntools.laws.auction_checks import check_auction, check_contract_known
from pbntools.laws.deal import check_board_cycle, check_deal
from pbntools.laws.outcome import Outcome, resolve
from pbntools.laws.play_checks import check_play
from pbntools.laws.result import check_result
from pbntools.laws.score import check_imps, check_score
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
    check_tables,
)
"""Every check, in the order of the parts of a record."""


def find(
    record: Record, outcome: Outcome, context: Context | None = None, checks: tuple[Check, ...] = CHECKS
) -> list[Finding]:
    """All that the checks find in a record, with what may have gone wrong where one change makes all of it legal."""
    used = _DEFAULT if context is None else context
    findings = _found(record, outcome, used, checks)
    if findings and checks is CHECKS:
        # Only a record with findings needs it.
        from pbntools.laws.repair import with_hints

        return with_hints(
            record, outcome, findings, lambda other: _found(other, resolve(other, used.laws), used, checks)
        )
    return findings


def _found(record: Record, outcome: Outcome, context: Context, checks: tuple[Check, ...]) -> list[Finding]:
    findings: list[Finding] = []
    for check in checks:
        findings.extend(check(record, outcome, context))
    return findings


_DEFAULT = Context()
