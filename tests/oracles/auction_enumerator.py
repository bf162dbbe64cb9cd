"""Legal calls by the letter of Laws 17 to 22, worked out anew from the whole list of calls each time.

Slow on purpose, on lists of strings, and without a line of the package: it is what the package is compared with.
``calls`` holds the calls from the dealer on, as ``"Pass"``, ``"X"``, ``"XX"``, ``"1C"`` … ``"7NT"``; all of them legal.
"""

DENOMINATIONS = ["C", "D", "H", "S", "NT"]
BIDS = [f"{level}{denomination}" for level in range(1, 8) for denomination in DENOMINATIONS]


def is_over(calls: list[str]) -> bool:
    """Four passes to open with, or three passes after any bid, double or redouble."""
    if len(calls) < 4 or calls[-3:] != ["Pass", "Pass", "Pass"]:
        return False
    return len(calls) == 4 or any(call != "Pass" for call in calls)


def legal_calls(calls: list[str]) -> list[str]:
    """The legal calls of the player whose turn it is."""
    if is_over(calls):
        return []
    legal = ["Pass"]
    loud = [position for position, call in enumerate(calls) if call != "Pass"]
    bids = [call for call in calls if call in BIDS]
    if loud:
        by_opponent = (len(calls) - loud[-1]) % 2 == 1
        if by_opponent and calls[loud[-1]] in BIDS:
            legal.append("X")
        if by_opponent and calls[loud[-1]] == "X":
            legal.append("XX")
    legal.extend(bid for bid in BIDS if not bids or BIDS.index(bid) > BIDS.index(bids[-1]))
    return legal


def contract(calls: list[str]) -> str:
    """The contract of an auction that is over: ``"Pass"``, ``"4S"``, ``"4SX"``, ``"4SXX"``."""
    text = "Pass"
    for call in calls:
        if call in BIDS:
            text = call
        elif call in ("X", "XX"):
            text = text + "X"
    return text


def declarer(calls: list[str], dealer: str) -> str | None:
    """The letter of the declarer of an auction that is over, None on a pass-out."""
    bids = [position for position, call in enumerate(calls) if call in BIDS]
    if not bids:
        return None
    denomination = calls[bids[-1]][1:]
    same_side = [position for position in bids if position % 2 == bids[-1] % 2]
    first = next(position for position in same_side if calls[position][1:] == denomination)
    return "NESW"[("NESW".index(dealer) + first) % 4]


def all_auctions(bids: list[str]) -> list[list[str]]:
    """All complete auctions in which no other bids than these are made, each as its calls."""
    complete = []
    open_ones: list[list[str]] = [[]]
    while open_ones:
        calls = open_ones.pop()
        for call in legal_calls(calls):
            if call in bids or call not in BIDS:
                longer = [*calls, call]
                if is_over(longer):
                    complete.append(longer)
                else:
                    open_ones.append(longer)
    return complete
