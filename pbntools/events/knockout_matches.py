"""The matches of a knock-out decided, with what the event file says of one: carry-over, penalties, withdrawal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from pbntools import rules as catalogue
from pbntools.diagnostics import Severity
from pbntools.events.config import EventRules, Withdrawal
from pbntools.events.gathering import Results, order_is_told
from pbntools.events.keys import ConfigError
from pbntools.events.knockout import decide, may_withdraw
from pbntools.events.matches import Match, by_team
from pbntools.events.notes import Note
from pbntools.events.round_names import round_of


def decide_matches(matches: Sequence[Match], results: Results) -> None:
    """Set the verdict, the points and the notes of each match.

    Raises `ConfigError` for a carry-over or a penalty that does not tell which of a team's matches it is for, and for a
    withdrawal from a match whose length the event does not tell.
    """
    teams = by_team(matches)
    for team, round_name, note in _statements(results.rules):
        match = _match_of(teams.get(team, []), results, team, round_name, note)
        if match is not None:
            match.notes.append((team, replace(note, round=match.round)))
    _tell_lengths(matches, results)
    withdrawn = _withdrawals(teams, results)
    for match in matches:
        _decide(match, results, withdrawn.get(id(match)))


def _statements(config: EventRules) -> Iterator[tuple[str, str, Note]]:
    """Who has a carry-over or a penalty, in which round, which is empty where it is not told."""
    for round_name, carried in config.knockout.carry_over.items():
        for team, imps in carried.items():
            yield team, round_name, Note("carry-over", amount=imps, unit="IMP")
    for penalty in config.penalties:
        yield penalty.to, penalty.round or "", Note("penalty", penalty)


def _match_of(own: Sequence[Match], results: Results, team: str, round_name: str, note: Note) -> Match | None:
    what = f"the {note.kind} of {team}"
    if team not in results.contestants:
        return None  # Who is no contestant is told of all events.
    if not round_name:
        if len(own) > 1:
            rounds = ", ".join(match.round for match in own)
            how = (
                f"write [knock-out.carry-over.{own[0].round}] {team} = …"
                if note.kind == "carry-over"
                else f'write round = "{own[0].round}"'
            )
            raise ConfigError(f"{what} names no round, and {team} has matches in {rounds}: {how}")
        if not own:
            _unmet(results, note, f"{what} is for nothing, since {team} has no match")
            return None
        return own[0]
    found = [match for match in own if match.round == round_name]
    if not found:
        _unmet(results, note, f"{what} is for round {round_name}, in which {team} has no match")
        return None
    if len(found) > 1:
        raise ConfigError(f"{what} is for round {round_name}, in which {team} has {len(found)} matches")
    return found[0]


def _tell_lengths(matches: Sequence[Match], results: Results) -> None:
    """Say where the boards by round and the rounds that were played do not have the same names."""
    known = results.rules.knockout.round_boards
    played = dict.fromkeys(match.round for match in matches)
    for name in known:
        if name not in played:
            message = f"[knock-out.boards] has round {name}, in which there is no match yet"
            results.findings.add(catalogue.NOTHING_MEANT, message, results.origin, None, Severity.NOTICE)
    for name in played if known else ():
        if name not in known:
            _nothing(results, f"[knock-out.boards] has no round {name}: what was played is taken for the whole match")


def _nothing(results: Results, message: str) -> None:
    results.findings.add(catalogue.NOTHING_MEANT, message, results.origin, None)


def _unmet(results: Results, note: Note, message: str) -> None:
    """Say that a penalty, or a carry-over, into a round that may be still to come, is for no match."""
    if note.penalty is None:
        _nothing(results, message)
    else:
        results.findings.unmet(message, results.origin)


def _withdrawals(teams: Mapping[str, Sequence[Match]], results: Results) -> dict[int, Withdrawal]:
    """The withdrawals by the identity of the match."""
    found: dict[int, Withdrawal] = {}
    for withdrawal in results.rules.withdrawals:
        team, round_name = withdrawal.team, withdrawal.round
        if team not in results.contestants:
            continue
        match = next((match for match in teams.get(team, ()) if match.round == round_name), None)
        if match is None:
            message = f"the withdrawal of {team} is from round {round_name}, in which {team} has no match"
            results.findings.unmet(message, results.origin)
            continue
        if id(match) in found:
            raise ConfigError(f"both teams of {match.label} have a withdrawal: expected that of one")
        if results.rules.knockout.length(round_name) is None:
            raise ConfigError(
                f"the withdrawal of {team} is from a match whose length is not told, so that nobody knows whether it"
                f' was over: write boards = … in [knock-out], or [knock-out.boards] "{round_name}" = …'
            )
        found[id(match)] = withdrawal
    return found


def _decide(match: Match, results: Results, withdrawal: Withdrawal | None) -> None:
    knockout = results.rules.knockout
    length = knockout.length(match.round)
    carried = Fraction(0)
    for team, note in match.notes:
        change = -note.penalty.amount if note.penalty is not None else note.amount
        carried += -change if match.side(team) else change
    # Where a score does not balance, a knock-out takes the mean of both teams' IMPs.
    if length is not None:
        _refuse_unordered(match, results)
        _tell_gaps(match, results)
    margins = [(board.points[0] - board.points[1]) / 2 for board in match.boards]
    withdrawn = None if withdrawal is None else match.side(withdrawal.team)
    match.verdict = decide(margins, replace(knockout, boards=length), carry_over=carried, withdrawn=withdrawn)
    match.points = match.verdict.lead, -match.verdict.lead
    if match.verdict.surplus:
        _leave_out_surplus(match, results, match.verdict.surplus)
    if withdrawal is not None and length is not None:
        _check_withdrawal(match, results, withdrawal, length)


def _refuse_unordered(match: Match, results: Results) -> None:
    """Raise `ConfigError` where nothing tells in which order the parts of a match were played.

    The first boards are the match, and what follows is its extension.
    """
    sessions = list(dict.fromkeys(board.key[0] for board in match.boards))
    if len(sessions) > 1 and not order_is_told(results.rules, sessions):
        raise ConfigError(
            f"{match.label} has boards in the sessions {', '.join(sessions)}, and nothing tells which was played first:"
            " name them in order, each as name of a [[session]]"
        )


def _tell_gaps(match: Match, results: Results) -> None:
    """Say where a board of a match could not be compared, so that a later one stands in its place."""
    teams = frozenset(match.teams)
    lacking = [
        item
        for item in results.findings.left_out
        if item.line is not None
        and frozenset((item.line.ns, item.line.ew)) == teams
        and round_of(item.line, results.again) == match.round
    ]
    if lacking:
        number = "1 result of it does" if len(lacking) == 1 else f"{len(lacking):,} results of it do"
        message = f"{match.label}: {number} not count, so that boards of an extension may stand for those of the match"
        results.findings.add(catalogue.RESULT_MISSING, message, lacking[0].origin, lacking[0].board)


def _leave_out_surplus(match: Match, results: Results, surplus: int) -> None:
    """Leave out the boards that were played although the match was over."""
    kept, rest = match.boards[:-surplus], match.boards[-surplus:]
    match.boards = kept
    number = "1 board does" if surplus == 1 else f"{surplus:,} boards do"
    message = f"{match.label}: it was over after {len(kept):,} boards, so that {number} not count"
    first = min((line for board in rest for line in board.lines), key=lambda line: line.origin.order)
    results.findings.add(catalogue.MATCH_OVER, message, first.origin, first.board)
    for board in rest:
        for line in board.lines:
            results.findings.leave_out(catalogue.MATCH_OVER, message, line, told=False)


def _check_withdrawal(match: Match, results: Results, withdrawal: Withdrawal, length: int) -> None:
    """Hold what the event says of a withdrawal against the boards that there are."""
    if match.verdict is not None and match.verdict.how != "withdrawal":
        _nothing(
            results, f"{match.label}: the withdrawal of {withdrawal.team} changes nothing, since the match was over"
        )
        return
    compared = len(match.boards)
    said = compared if withdrawal.boards is None else withdrawal.boards
    if said != compared:
        what = f"{withdrawal.team} gave up after {said} boards by the event"
        message = f"{match.label}: {what}, and {compared} were compared"
        _nothing(results, message)
    least = min(said, compared)
    if not may_withdraw(least, length):
        message = f"{match.label}: {withdrawal.team} gave up after {least} of {length} boards, fewer than half"
        _nothing(results, message)
