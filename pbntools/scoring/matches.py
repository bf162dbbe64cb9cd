"""The matches of a session: Chicago of so many deals each, and which deals of the one under way are finished."""

from __future__ import annotations

from pbntools.scoring.honours import MOST
from pbntools.scoring.pad import Finished, Match, Rubber, Winner, winner_of
from pbntools.scoring.ruleset import ROUND, RuleSet
from pbntools.scoring.sheet import Sheet


class Matches:
    """Counts deals and rounds.  A rubber, or a session of duplicate, is one match without an end."""

    def __init__(self, rules: RuleSet) -> None:
        self._rules = rules
        self._played: list[Match] = []
        self.between = False
        """Whether a match is over and none was begun since."""
        self._start(0)

    def _start(self, first: int) -> None:
        self._first = first
        self._deals = 0
        self._known = (0, 0)
        self._honours = 0
        self._gap = False
        self._missing = False
        self._finished = 0
        self._stopped: int | None = None
        self._last: int | None = None

    def gap(self, *, deals: bool) -> None:
        """Points of the match under way are missing, or whole ``deals`` are."""
        if self.between:
            self._begin()
        self._gap = True
        self._missing = self._missing or deals

    def _begin(self) -> None:
        self._start(self._played[-1].last + 1)
        self.between = False

    def note(self, index: int, *, counted: bool, stopped: bool, conditional: bool) -> None:
        """A deal was entered: ``stopped`` where its result is not known, ``conditional`` where it hangs on another."""
        if self.between:
            self._begin()
        self._last = index
        if (stopped or conditional) and self._stopped is None:
            self._stopped = index
        elif counted and not stopped:
            self._finished += 1

    def close(self, rubber: Rubber, index: int) -> None:
        """A round is over, or a rubber."""
        if self._rules.form != "chicago":
            return
        self._deals += ROUND
        self._known = (self._known[0] + rubber.known[0], self._known[1] + rubber.known[1])
        self._honours += rubber.open_honours
        if self._deals >= self._rules.deals:
            self._played.append(self._match(self._known, self._honours, index, complete=True))
            self.between = True

    def _match(self, known: tuple[int, int], honours: int, last: int, *, complete: bool) -> Match:
        winner = None if self._gap or not complete else winner_of(known, MOST * honours)
        return Match(self._first, last, complete, known, self._gap or bool(honours), winner)

    def played(self, sheet: Sheet, last: int) -> tuple[Match, ...]:
        """The matches of Chicago, the one under way with them; none in another form."""
        if self._rules.form != "chicago":
            return ()
        if self.between or self._last is None:
            return tuple(self._played)
        sums = sheet.sums()
        known = (self._known[0] + sums[0], self._known[1] + sums[1])
        under_way = self._match(known, self._honours + sheet.open_honours, last, complete=False)
        return (*self._played, under_way)

    def winner(self, sheet: Sheet, last: int) -> Winner | None:
        """Who won the one match, or more of the matches; None where one is under way or may still decide."""
        found = [match.winner for match in self.played(sheet, last)]
        if len(found) < 2:
            return found[0] if found else None
        if not self.between:
            return None
        return winner_of((found.count("NS"), found.count("EW")), found.count(None))

    def finished(self, known: tuple[int, int], sheet: Sheet, honours: int, rubbers: list[Rubber]) -> Finished:
        """The deals of the match under way, or of the last one, that are finished, and who is ahead by them.

        ``known`` are the points of the session and ``honours`` its deals with unknown honours, which is what counts in
        another form than Chicago.  Where games decide, the finished ``rubbers`` count first.
        """
        if self._rules.form == "chicago":
            sums = (0, 0) if self.between else sheet.sums()
            known = (self._known[0] + sums[0], self._known[1] + sums[1])
            honours = self._honours + (0 if self.between else sheet.open_honours)
        # What stopped at the last deal leaves the deals before it known.
        if self._missing or (self._stopped is not None and self._stopped != self._last):
            return Finished(self._finished, None)
        if self._rules.form == "rubber" and self._rules.rubber_winner == "games":
            won = [rubber.winner for rubber in rubbers if rubber.complete]
            ahead = winner_of((won.count("NS"), won.count("EW")), 0)
            if ahead != "tie":
                return Finished(self._finished, ahead)
        return Finished(self._finished, winner_of(known, MOST * honours))
