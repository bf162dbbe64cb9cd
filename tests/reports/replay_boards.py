"""Boards for the tests of the replay page: invented, each with what the page must show."""

import random

from pbntools.core import CARDS, Deal, Hand, Seat, Strain
from pbntools.game import PlayState

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
DEAL = "N:A4.KQ63.AJT5.QT7 J82.J82.Q93.8654 KQT65.A9.K82.A93 973.T754.764.KJ2"


def _tags(**values: str) -> str:
    base = {
        "event": "Spring Cup", "board": "1", "west": "Wren", "north": "Noble", "east": "Ebba", "south": "Sorel",
        "dealer": "S", "vulnerable": "NS", "deal": DEAL, "scoring": "IMP", "declarer": "S", "contract": "6NT",
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

# The tags say 4S by South; the auction ends in 3NT by North, and East leads as it asks for.
CONTRADICTED = (
    _tags(board="12", contract="4S", result="10", dealer="N", vulnerable="None")
    + """\
[Auction "N"]
1NT Pass 3NT AP
[Play "E"]
C5 C3 C2 C7
*
"""
)
# The tags say 4S by South; by the auction he plays 4H, in which East ruffs the second trick and leads to the third.
OTHER_TRUMPS = (
    _tags(board="13", contract="4S", result="10", dealer="S", vulnerable="None",
          deal="N:A4.KQ63.AJT52.QT KJ98762.82.3.742 .AJ97.KQ8.A98653 QT53.T54.9764.KJ")
    + """\
[Auction "S"]
1H Pass 4H Pass
Pass Pass
[Play "W"]
D9 D2 D3 D8
D4 DT H2 DK
S3 S4 SK C3
*
"""
)  # fmt: skip
RULED = CLAIMED.replace('[Result "11"]', '[Result "^12"]')
SUITS_IN_TEXT = CLAIMED.replace("1NT\n", "1NT =1=\n").replace(
    "*\n", '{South had \\SKQ and 5+ !h; not the @D, the \\Ss.}\n*\n[Note "1:no 4+!S, 2-4 !d, not \\\\H"]\n'
)
ONE_HEART = (
    _tags(board="14", contract="1H", result="7", dealer="E", vulnerable="None") + '[Auction "E"]\n1H AP\n'
).replace('[Declarer "S"]', '[Declarer "E"]')
LIN_CLAIM = (
    "vg|Harbour Cup,Final,I,1,1,Gulls,0,Terns,0|\n"
    "qx|o1|pn|Sena,Will,Nora,Eda|st||md|1SKQT65HA9DK82CA93,S973HT754D764CKJ2,SA4HKQ63DAJT5CQT7,|rh||ah|Board 1|sv|o|\n"
    "mb|1S|mb|p|mb|4S|mb|p|mb|p|mb|p|pg||\n"
    "pc|C2|pc|CT|pc|C4|pc|CA|pg||\nmc|12|pg||\n"
)
LESSON = (
    _tags(board="15", contract="", declarer="", result="").replace('[Contract ""]\n', "").replace('[Result ""]\n', "")
    + '[Hidden "NE"]\n[DoubleDummyTricks "cdabbcdabb1023210232"]\n'
)

VUGRAPH = OPEN + "\n" + CLOSED
ALL = "\n".join((OPEN, CLOSED, CLAIMED, PASSED_OUT, REVOKE, HOSTILE))


def many(count: int) -> str:
    """So many boards with auctions and play."""
    whole = "\n".join(
        REVOKE.replace('[Board "10"]', f'[Board "{number}"]').replace("Spring Cup", f"Cup {number % 7}")
        for number in range(1, count + 1)
    )
    return f"{whole}\n"


def full(number: int, seed: int = 0) -> str:
    """A random board with an auction that is explained, 13 tricks, a comment, and tricks for both sides."""
    source = random.Random(f"{seed} {number}")
    deck = list(CARDS)
    source.shuffle(deck)
    hands = [Hand.of(deck[13 * seat : 13 * seat + 13]) for seat in Seat]
    declarer = Seat.SOUTH
    state = PlayState(Deal.of(*hands), Strain.HEARTS, declarer)
    while not state.is_over:
        state.push(source.choice(state.legal_cards()))
    first = declarer.left
    rows = [
        " ".join(str(dict(zip(trick.seats, trick.cards, strict=True))[Seat((first + place) % 4)]) for place in range(4))
        for trick in state.completed_tricks
    ]
    names = {name: f"{name.title()} {number % 37}" for name in ("west", "north", "east", "south")}
    tags = _tags(
        board=str(number), contract="3HX", result=str(state.tricks), dealer="S", deal=f"N:{' '.join(map(str, hands))}",
        event=f"Cup {number % 7}", **names,
    )  # fmt: skip
    return (
        tags
        + '[Auction "S"]\n1H =1= 2C 2H Pass\n3H X =2= AP\n'
        + '[Note "1:five or more \\H, 11 to 20"]\n[Note "2:asks for a \\S lead"]\n'
        + f'[Play "{first}"]\n{{Now for the play of board {number}.}}\n'
        + "\n".join(rows)
        + "\n"
    )


def full_boards(count: int) -> str:
    """So many of them."""
    return "\n".join(map(full, range(1, count + 1)))
