"""Checks of the score: the Score and ScoreIMP tags against contract, result and vulnerability (Laws 77, 78)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from pbntools import rules
from pbntools.core import PASSED_OUT, Contract, Deal, Strain, Vulnerability
from pbntools.diagnostics import Change, Finding, Fix, Severity, tag_place
from pbntools.game import raw_score
from pbntools.laws._context import Context
from pbntools.laws._scoring import is_duplicate, scoring_fields
from pbntools.laws._words import SIDES, bid_by, points_text, tricks_text
from pbntools.laws.outcome import Outcome
from pbntools.record import Record
from pbntools.said import NAMES, Said

_SCORE = re.compile(r"(?:(NS|EW)[ ]+)?([+-]?\d{1,6})(?:[ ]+(NS|EW)[ ]+([+-]?\d{1,6}))?")
_IMPS = re.compile(r"(?:(NS|EW)[ ]+)?[+-]?(\d{1,6})(?:\.\d*)?(?:[ ]+(NS|EW)[ ]+[+-]?(\d{1,6})(?:\.\d*)?)?")
_MOST_IMPS = 24
_GAME = 100
_ACES = sum(1 << 13 * suit + 12 for suit in range(4))
_FIVE_HONOURS = 0b11111 << 8
_AT_SCORE = tag_place("Score")


class RecordedScore(NamedTuple):
    """The points of a Score tag: declarer's, or each side's own; None where not given."""

    declarer: int | None = None
    ns: int | None = None
    ew: int | None = None


@lru_cache(maxsize=4096)
def parse_score(text: str) -> RecordedScore | None:
    """Read ``"s"``, ``"NS s"``, ``"EW s"``, ``"NS s EW s"`` or ``"EW s NS s"``; None for anything else."""
    match = _SCORE.fullmatch(text.strip())
    if match is None:
        return None
    side, points, other, others = match[1], int(match[2]), match[3], match[4]
    if side is None:
        return RecordedScore(declarer=points) if other is None else None
    if side == other:
        return None
    second = None if others is None else int(others)
    return RecordedScore(None, points, second) if side == "NS" else RecordedScore(None, second, points)


def recorded_score_ns(record: Record, declarer: int | None) -> int | None:
    """North-South's points by the Score tag; None where it does not tell."""
    value = record.value("Score")
    score = parse_score(value) if value else None
    if score is None:
        return None
    if score.ns is not None:
        return score.ns
    if score.ew is not None:
        return -score.ew
    if score.declarer is None or declarer is None:
        return score.declarer if score.declarer == 0 else None
    return -score.declarer if declarer & 1 else score.declarer


def check_score(record: Record, outcome: Outcome, context: Context) -> Iterator[Finding]:
    """The Score tag against the duplicate score of contract, tricks and vulnerability."""
    value = record.value("Score")
    if not value:
        return
    score = parse_score(value)
    if score is None:
        return
    actual = recorded_score_ns(record, outcome.declarer)
    if actual is None:
        return
    contract, tricks = outcome.contract, outcome.tricks
    # Only undertricks from the fourth on, doubled, were ever scored otherwise (OldMP).
    deep = contract is not None and contract.doubled and tricks is not None and tricks < contract.level + 3
    if actual == outcome.score_ns and not deep and (score.ns is None or score.ew is None):
        return
    if not is_duplicate(record) or contract is None or (record.result is not None and record.result.ruled):
        return
    if score.ns is not None and score.ew is not None and score.ns != -score.ew:
        yield Finding(
            rules.SCORE_MISMATCH,
            Said("NS {ns} and EW {ew} do not add up to 0", ns=score.ns, ew=score.ew),
            _AT_SCORE,
            Severity.WARNING,
        )
        return
    if contract is PASSED_OUT:
        if actual:
            message = Said(
                "the record says {points}, but a board that is passed out scores 0", points=points_text(actual)
            )
            yield Finding(rules.SCORE_MISMATCH, message, _AT_SCORE, fix=_write(score, 0, 0))
        return
    if outcome.adjustment is not None:
        yield from _compare(record, outcome, score, actual)


def check_imps(record: Record, outcome: Outcome, context: Context) -> Iterator[Finding]:
    """A ScoreIMP that the IMPs of one board cannot reach (Law 78B)."""
    value = record.value("ScoreIMP")
    if not value:
        return
    match = _IMPS.fullmatch(value.strip())
    scoring = record.value("Scoring")
    if match is None or not scoring or not scoring_fields(scoring) <= {"IMP", "BUTLER", "BUTLER-2"}:
        return
    if max(int(match[2]), int(match[4] or 0)) > _MOST_IMPS:
        yield Finding(
            rules.IMP_MISMATCH,
            Said("a board cannot be worth {value}: {most} IMPs are the most", value=value.strip(), most=_MOST_IMPS),
            tag_place("ScoreIMP"),
        )


def check_rubber_history(record: Record, outcome: Outcome, context: Context) -> Iterator[Finding]:
    """A ScoreRubberHistory whose games do not give the Vulnerable tag (PBN 2.1 §4.2)."""
    value = record.value("ScoreRubberHistory")
    history = record.score_rubber_history if value else None
    if history is None or record.vulnerable is None or value is None:
        return
    won = [sum(points >= _GAME for points in side.below) for side in (history.ns, history.ew)]
    if max(won) > 1:
        message = Said(
            "{history}: {side} have won two games, so the rubber is over",
            history=value.strip(),
            side=SIDES[won[1] > 1],
        )
    elif (games := tuple(Vulnerability)[bool(won[0]) + 2 * bool(won[1])]) is not record.vulnerable:
        message = Said(
            "{history}: by its games the vulnerability is {games}, but the record says {recorded}",
            history=value.strip(),
            games=str(games),
            recorded=str(record.vulnerable),
        )
    else:
        return
    yield Finding(rules.RUBBER_HISTORY_MISMATCH, message, tag_place("ScoreRubberHistory"), Severity.WARNING)


def _compare(record: Record, outcome: Outcome, score: RecordedScore, actual: int) -> Iterator[Finding]:
    contract, declarer = outcome.contract, outcome.declarer
    if contract is None or contract is PASSED_OUT or declarer is None:
        return
    tricks = outcome.tricks
    if tricks is None:
        if record.result is None:
            yield from _without_tricks(record, outcome, contract, declarer, actual)
        return
    old = "OLDMP" in scoring_fields(record.value("Scoring") or "")
    vulnerabilities = [False, True]
    if record.vulnerable is not None:
        vulnerabilities = [bool(record.vulnerable >> (declarer & 1) & 1)]
    counts = {tricks} if outcome.tricks_played is None else {tricks, outcome.tricks_played}
    if outcome.revokes is not None:
        counts |= {count + (outcome.adjustment or 0) for count in counts} | outcome.revokes.counts
    # What the Laws move may take a wrong result past what can be won.
    counts.intersection_update(range(14))
    bids = [(contract, int(declarer))]
    auction = outcome.auction
    if auction is not None and auction.declarer is not None and auction.contract is not None:
        bids.append((auction.contract, int(auction.declarer)))
    # A result or contract that is in doubt has been reported; the score is only wrong if it fits none of them.
    proper = {
        _points(bid, by, count, vulnerable, old)
        for bid, by in bids
        for count in counts
        for vulnerable in (vulnerabilities if by & 1 == declarer & 1 or record.vulnerable is None
                           else [bool(record.vulnerable >> (by & 1) & 1)])
    }  # fmt: skip
    if actual in proper:
        return
    expected = _points(contract, int(declarer), tricks, vulnerabilities[0], old)
    fix = _write(score, expected, declarer) if len(proper) == 1 else None
    honours = _honours(record.deal, contract.strain)
    if honours and actual - expected == honours:
        yield Finding(
            rules.HONOURS_IN_DUPLICATE,
            Said(
                "the record says {points}, which is {expected} and {honours} for honours",
                points=points_text(actual),
                expected=points_text(expected),
                honours=abs(honours),
            ),
            _AT_SCORE,
            fix=fix,
        )
        return
    message = Said(
        "the record says {points}, but {contract}, {tricks}, scores {expected}",
        points=points_text(actual),
        contract=bid_by(contract, declarer),
        tricks=_with_vulnerability(tricks_text(tricks), record, declarer),
        expected=points_text(expected),
    )
    if score.declarer is not None and -actual in proper:
        yield Finding(
            rules.SCORE_MISMATCH,
            message,
            _AT_SCORE,
            Severity.WARNING,
            help=Said(
                "a score without a side is declarer's; North-South's is written NS {points}", points=score.declarer
            ),
            fix=Fix(f"write NS {score.declarer}", False, (Change(_AT_SCORE, f"NS {score.declarer}"),)),
        )
        return
    hint = _hint(record, contract, int(declarer), tricks, actual, old)
    yield Finding(rules.SCORE_MISMATCH, message, _AT_SCORE, help=hint, fix=fix)


def _write(score: RecordedScore, points: int, declarer: int) -> Fix:
    """North-South's points in the form of the recorded score."""
    if score.declarer is not None:
        text = str(-points if declarer & 1 else points)
    elif score.ns is not None:
        text = f"NS {points}" + (f" EW {-points}" if score.ew is not None else "")
    else:
        text = f"EW {-points}"
    return Fix(f"write {text}", False, (Change(_AT_SCORE, text),))


def _without_tricks(
    record: Record, outcome: Outcome, contract: Contract, declarer: int, actual: int
) -> Iterator[Finding]:
    """A score that no number of tricks gives."""
    vulnerabilities = [False, True]
    if record.vulnerable is not None:
        vulnerabilities = [bool(record.vulnerable >> (declarer & 1) & 1)]
    auction = outcome.auction
    if auction is not None and auction.contract is not None and auction.contract is not contract:
        return
    old = "OLDMP" in scoring_fields(record.value("Scoring") or "")
    if not any(
        _points(contract, declarer, tricks, vulnerable, old) in (actual, -actual)
        for tricks in range(14)
        for vulnerable in vulnerabilities
    ):
        yield Finding(
            rules.SCORE_MISMATCH,
            Said(
                "the record says {points}, but no number of tricks in {contract} scores so",
                points=points_text(actual),
                contract=bid_by(contract, declarer),
            ),
            _AT_SCORE,
        )


def _points(contract: Contract, declarer: int, tricks: int, vulnerable: bool, old: bool = False) -> int:
    """North-South's points.  ``old``: the undertricks of before 1987 (OldMP, PBN 2.1 §3.4.13)."""
    doubled = contract.doubled
    points = raw_score(contract.level, int(contract.strain), doubled, vulnerable, tricks)
    down = contract.level + 6 - tricks
    if old and doubled and not vulnerable and down > 3:
        points += 100 * doubled * (down - 3)
    return -points if declarer & 1 else points


def _with_vulnerability(tricks: Said, record: Record, declarer: int) -> Said:
    if record.vulnerable is None:
        return tricks
    if record.vulnerable >> (declarer & 1) & 1:
        return Said("{tricks}, vulnerable", tricks=tricks)
    return Said("{tricks}, not vulnerable", tricks=tricks)


def _hint(record: Record, contract: Contract, declarer: int, tricks: int, actual: int, old: bool) -> Said | None:
    """What the recorded score would be right for."""
    if record.vulnerable is not None:
        vulnerable = bool(record.vulnerable >> (declarer & 1) & 1)
        if _points(contract, declarer, tricks, not vulnerable, old) == actual:
            side = SIDES[declarer & 1]
            if vulnerable:
                return Said("it would be right if {side} were not vulnerable", side=side)
            return Said("it would be right if {side} were vulnerable", side=side)
        for count in range(14):
            if _points(contract, declarer, count, vulnerable, old) == actual:
                return Said("it would be right for {tricks}", tricks=tricks_text(count))
        if _points(contract, declarer, tricks, vulnerable, old) == -actual:
            return Said("it would be right for the other side: {seat} is declarer", seat=NAMES[declarer])
    return None


def _honours(deal: Deal | None, strain: Strain) -> int:
    """The points for honours in one hand, which rubber bridge knows, for North-South; 0 where there are none."""
    if deal is None:
        return 0
    for seat, mask in enumerate(deal.masks):
        if mask is None:
            continue
        if strain is Strain.NOTRUMP:
            points = 150 if mask & _ACES == _ACES else 0
        else:
            points = {5: 150, 4: 100}.get((mask >> 13 * strain & _FIVE_HONOURS).bit_count(), 0)
        if points:
            return -points if seat & 1 else points
    return 0
