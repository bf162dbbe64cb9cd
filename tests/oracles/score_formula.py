"""Duplicate scores as one closed formula, for comparison: no line of it is shared with the package."""

TRICK_VALUE = {"C": 20, "D": 20, "H": 30, "S": 30, "NT": 30}


def score(level: int, denomination: str, multiplier: int, vulnerable: bool, tricks: int) -> int:
    """Declarer's score; ``multiplier`` is 1, 2 (doubled) or 4 (redoubled)."""
    over = tricks - (6 + level)
    if over < 0:
        down = -over
        if multiplier == 1:
            return -50 * down * (2 if vulnerable else 1)
        if vulnerable:
            doubled = 300 * down - 100
        elif down <= 3:
            doubled = 200 * down - 100
        else:
            doubled = 300 * down - 400
        return -doubled * multiplier // 2
    trick_score = multiplier * (level * TRICK_VALUE[denomination] + (10 if denomination == "NT" else 0))
    bonus = {False: 300, True: 500}[vulnerable] if trick_score >= 100 else 50
    slam = {6: {False: 500, True: 750}, 7: {False: 1000, True: 1500}}.get(level, {False: 0, True: 0})[vulnerable]
    insult = {1: 0, 2: 50, 4: 100}[multiplier]
    overtrick = {
        (1, False): TRICK_VALUE[denomination],
        (1, True): TRICK_VALUE[denomination],
        (2, False): 100,
        (2, True): 200,
        (4, False): 200,
        (4, True): 400,
    }[multiplier, vulnerable]
    return trick_score + bonus + slam + insult + over * overtrick
