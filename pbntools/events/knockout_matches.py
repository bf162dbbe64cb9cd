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
from pbntools.said import Said


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
    if note.kind == "carry-over":
        what = Said("the carry-over of {team}", team=team)
    else:
        what = Said("the penalty of {team}", team=team)
    if team not in results.contestants:
        return None  # Who is no contestant is told of all events.
    if not round_name:
        if len(own) > 1:
            rounds = tuple(match.round for match in own)
            how = (
                Said("write [knock-out.carry-over.{round}] {team} = …", round=own[0].round, team=team)
                if note.kind == "carry-over"
                else Said('write round = "{round}"', round=own[0].round)
            )
            raise ConfigError(
                Said(
                    "{what} names no round, and {team} has matches in {rounds}: {how}",
                    what=what,
                    team=team,
                    rounds=rounds,
                    how=how,
                )
            )
        if not own:
            _unmet(results, note, Said("{what} is for nothing, since {team} has no match", what=what, team=team))
            return None
        return own[0]
    found = [match for match in own if match.round == round_name]
    if not found:
        message = Said(
            "{what} is for round {round}, in which {team} has no match", what=what, round=round_name, team=team
        )
        _unmet(results, note, message)
        return None
    if len(found) > 1:
        raise ConfigError(
            Said(
                "{what} is for round {round}, in which {team} has {n} matches",
                what=what,
                round=round_name,
                team=team,
                n=len(found),
            )
        )
    return found[0]


def _tell_lengths(matches: Sequence[Match], results: Results) -> None:
    """Say where the boards by round and the rounds that were played do not have the same names."""
    known = results.rules.knockout.round_boards
    played = dict.fromkeys(match.round for match in matches)
    for name in known:
        if name not in played:
            message = Said("[knock-out.boards] has round {round}, in which there is no match yet", round=name)
            results.findings.add(catalogue.NOTHING_MEANT, message, results.origin, None, Severity.NOTICE)
    for name in played if known else ():
        if name not in known:
            _nothing(
                results,
                Said(
                    "[knock-out.boards] has no round {round}: what was played is taken for the whole match", round=name
                ),
            )


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
            message = Said(
                "the withdrawal of {team} is from round {round}, in which {team} has no match",
                team=team,
                round=round_name,
            )
            results.findings.unmet(message, results.origin)
            continue
        if id(match) in found:
            raise ConfigError(Said("both teams of {label} have a withdrawal: expected that of one", label=match.label))
        if results.rules.knockout.length(round_name) is None:
            raise ConfigError(
                Said(
                    "the withdrawal of {team} is from a match whose length is not told, so that nobody knows whether"
                    ' it was over: write boards = … in [knock-out], or [knock-out.boards] "{round}" = …',
                    team=team,
                    round=round_name,
                )
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
            Said(
                "{label} has boards in the sessions {sessions}, and nothing tells which was played first: name them in"
                " order, each as name of a [[session]]",
                label=match.label,
                sessions=tuple(sessions),
            )
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
        message = Said.counted(
            "{label}: {n:,} result of it does not count, so that boards of an extension may stand for those of the"
            " match",
            "{label}: {n:,} results of it do not count, so that boards of an extension may stand for those of the"
            " match",
            n=len(lacking),
            label=match.label,
        )
        results.findings.add(catalogue.RESULT_MISSING, message, lacking[0].origin, lacking[0].board)


def _leave_out_surplus(match: Match, results: Results, surplus: int) -> None:
    """Leave out the boards that were played although the match was over."""
    kept, rest = match.boards[:-surplus], match.boards[-surplus:]
    match.boards = kept
    message = Said.counted(
        "{label}: it was over after {kept:,} boards, so that {n:,} board does not count",
        "{label}: it was over after {kept:,} boards, so that {n:,} boards do not count",
        n=surplus,
        label=match.label,
        kept=len(kept),
    )
    first = min((line for board in rest for line in board.lines), key=lambda line: line.origin.order)
    results.findings.add(catalogue.MATCH_OVER, message, first.origin, first.board)
    for board in rest:
        for line in board.lines:
            results.findings.leave_out(catalogue.MATCH_OVER, message, line, told=False)


def _check_withdrawal(match: Match, results: Results, withdrawal: Withdrawal, length: int) -> None:
    """Hold what the event says of a withdrawal against the boards that there are."""
    if match.verdict is not None and match.verdict.how != "withdrawal":
        _nothing(
            results,
            Said(
                "{label}: the withdrawal of {team} changes nothing, since the match was over",
                label=match.label,
                team=withdrawal.team,
            ),
        )
        return
    compared = len(match.boards)
    said = compared if withdrawal.boards is None else withdrawal.boards
    if said != compared:
        what = Said("{team} gave up after {said} boards by the event", team=withdrawal.team, said=said)
        message = Said("{label}: {what}, and {compared} were compared", label=match.label, what=what, compared=compared)
        _nothing(results, message)
    least = min(said, compared)
    if not may_withdraw(least, length):
        message = Said(
            "{label}: {team} gave up after {least} of {length} boards, fewer than half",
            label=match.label,
            team=withdrawal.team,
            least=least,
            length=length,
        )
        _nothing(results, message)
