"""A second referee of auctions with irregularities: plain lists, slow, nothing shared with the engine.

A call is a number as in a record: 0 pass, 1 double, 2 redouble, from 3 on bids, -2 a bid of more than seven.
"""

import random

PASS, DOUBLE, REDOUBLE, FIRST_BID, ABOVE = 0, 1, 2, 3, -2


def last_action(standing: list[tuple[int, int, bool]]) -> tuple[int, int] | None:
    """The last call that is no pass, and its caller."""
    for seat, call, _ in reversed(standing):
        if call != PASS:
            return seat, call
    return None


def last_bid(standing: list[tuple[int, int, bool]]) -> tuple[int, int] | None:
    """The last bid and its caller."""
    for seat, call, _ in reversed(standing):
        if call >= FIRST_BID:
            return seat, call
    return None


def settle(standing: list[tuple[int, int, bool]]) -> bool:
    """Whether the calls end the auction; passes that took away a player's turn are cancelled instead (Law 34)."""
    tail = 0
    while tail < len(standing) and standing[-1 - tail][1] == PASS:
        tail += 1
    if tail < (4 if last_bid(standing) is None else 3):
        return False
    for at in range(len(standing) - tail, len(standing)):
        if standing[at][2] and at > 0:
            del standing[at:]
            return False
    return True


def judge(first: int, calls: list[int], skips: list[int]) -> tuple[tuple[int, int] | None, int | None, bool]:
    """The last bid with its double (0, 1, 2), the declarer, and whether the auction is over, by the Laws' default.

    An insufficient bid stands (27A1), an inadmissible double or redouble and a bid of more than seven are passes (36C,
    38), calls after the end are void (39).
    """
    standing: list[tuple[int, int, bool]] = []
    seat = first
    over = False
    for at, call in enumerate(calls):
        passed_over = skips.count(at)
        seat = (seat + passed_over) % 4
        if over:
            break
        action, bid = last_action(standing), last_bid(standing)
        allowed = call >= FIRST_BID or call == PASS
        if call == DOUBLE:
            allowed = action is not None and action[1] >= FIRST_BID and action[0] % 2 != seat % 2
        elif call == REDOUBLE:
            allowed = (
                action is not None and bid is not None and action[1] == DOUBLE and bid[0] % 2 == seat % 2
            )  # fmt: skip
        meant = call if allowed else PASS
        standing.append((seat, meant, meant == PASS and call == PASS and passed_over % 4 != 0))
        seat = (seat + 1) % 4
        over = settle(standing)
    bid = last_bid(standing)
    if bid is None:
        return None, None, over
    at = max(index for index, entry in enumerate(standing) if entry[1] == bid[1] and entry[0] == bid[0])
    doubled = max([call for _, call, _ in standing[at + 1 :] if call in (DOUBLE, REDOUBLE)], default=0)
    strain = (bid[1] - FIRST_BID) % 5
    declarer = next(
        who
        for who, call, _ in standing
        if call >= FIRST_BID and (call - FIRST_BID) % 5 == strain and who % 2 == bid[0] % 2
    )
    return (bid[1], doubled), declarer, over


def irregular_calls(rng: random.Random) -> tuple[int, list[int], list[int]]:
    """First caller, calls and players passed over: an auction in which anything may happen."""
    calls: list[int] = []
    skips: list[int] = []
    last = 2
    for at in range(rng.randrange(4, 24)):
        if rng.random() < 0.06:
            skips.extend([at] * rng.choice([1, 1, 1, 2, 3]))
        roll = rng.random()
        if roll < 0.32:
            call = min(37, last + rng.randrange(1, 6))
        elif roll < 0.38 and last > 2:
            call = rng.randrange(3, last + 1)
        elif roll < 0.46:
            call = DOUBLE
        elif roll < 0.51:
            call = REDOUBLE
        elif roll < 0.52:
            call = ABOVE
        else:
            call = PASS
        last = call if call >= FIRST_BID else last
        calls.append(call)
    if rng.random() < 0.8:
        calls.extend([PASS] * 3)
    return rng.randrange(4), calls, skips
