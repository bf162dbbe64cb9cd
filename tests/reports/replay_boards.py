"""Boards for the tests of the replay page: invented, each with what the page must show."""

_TAGS = """\
[Event "{event}"]
[Site "Kavakköy"]
[Date "2025.04.12"]
[Board "{board}"]
[West "{west}"]
[North "{north}"]
[East "{east}"]
[South "{south}"]
[Dealer "{dealer}"]
[Vulnerable "{vulnerable}"]
[Deal "{deal}"]
[Scoring "{scoring}"]
[Declarer "{declarer}"]
[Contract "{contract}"]
[Result "{result}"]
"""
_DEAL = "N:A4.KQ63.AJT5.QT7 J82.J82.Q93.8654 KQT65.A9.K82.A93 973.T754.764.KJ2"


def _tags(**values: str) -> str:
    base = {
        "event": "Spring Cup", "board": "1", "west": "Wren", "north": "Noble", "east": "Ebba", "south": "Sorel",
        "dealer": "S", "vulnerable": "NS", "deal": _DEAL, "scoring": "IMP", "declarer": "S", "contract": "6NT",
        "result": "12",
    }  # fmt: skip
    return _TAGS.format(**(base | values))


OPEN = (
    _tags(
        board="7", contract="4S", result="12", vulnerable="All", west="Arda", north="Bilge", east="Cem", south="Deniz"
    )
    + """\
[Stage "Semifinal"]
[Room "Open"]
[HomeTeam "Poplars"]
[VisitTeam "Larches"]
[DoubleDummyTricks "cdabbcdabb1023210232"]
[Auction "S"]
{A quiet start.}
1NT =1= Pass 2C =2= Pass
2S Pass 4S Pass
Pass Pass
[Note "1:15 to 17, five spades possible"]
[Note "2:asks for the majors"]
[Play "W"]
C2 CT C4 CA
S3 S4 S2 SK
S7 SA S8 S5
D4 D5 D9 DK {Dummy is high.}
*
"""
)
CLOSED = (
    _tags(
        board="7", contract="6NTX", result="11", vulnerable="All", west="Ufuk", north="Vera", east="Yaman", south="Zeki"
    )
    + """\
[Stage "Semifinal"]
[Room "Closed"]
[HomeTeam "Poplars"]
[VisitTeam "Larches"]
[Auction "S"]
1NT Pass 6NT Pass
Pass X =1= Pass Pass
Pass
[Note "1:asks for an unusual lead"]
[Play "W"]
C2 CT C4 CA
S3 S4 S2 SK
*
"""
)
CLAIMED = (
    _tags(board="8", contract="3NT", result="11", dealer="W", vulnerable="None")
    + """\
[Auction "W"]
Pass Pass Pass 1NT
Pass 3NT AP
[Play "W"]
H4 H3 HJ HA
S3 S4 S2 SK
*
"""
)
PASSED_OUT = (
    _tags(board="9", contract="Pass", declarer="", result="", dealer="N", vulnerable="EW")
    + """\
[Auction "N"]
Pass Pass Pass Pass
"""
)
# East discards a diamond to the second trick though he holds three spades.
REVOKE = (
    _tags(board="10", contract="3NT", result="11", dealer="E", vulnerable="All")
    + """\
[Auction "E"]
Pass 1NT Pass 3NT
AP
[Play "W"]
H4 H3 HJ HA
S3 S4 D3 SK
H5 HK H2 H9
*
"""
)
HOSTILE = _tags(
    event="</script><script>document.title='owned'</script>",
    board='<b>11</b>',
    west='<img src=x onerror=document.title=1>',
    north="Ann \\\"the Ace\\\" O'Dea & Sons",
    contract="3NT",
    result="9",
) + """\
{<!-- <script>alert(1)</script> --> & "quotes" 'single'}
[Auction "S"]
1NT =1= Pass 3NT AP
[Note "1:<script>document.title='note'</script>"]
"""  # fmt: skip

VUGRAPH = OPEN + "\n" + CLOSED
ALL = "\n".join((OPEN, CLOSED, CLAIMED, PASSED_OUT, REVOKE, HOSTILE))


def many(count: int) -> str:
    """So many boards with auctions and play."""
    whole = "\n".join(
        REVOKE.replace('[Board "10"]', f'[Board "{number}"]').replace("Spring Cup", f"Cup {number % 7}")
        for number in range(1, count + 1)
    )
    return f"{whole}\n"
