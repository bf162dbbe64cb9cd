"""Known faults of records, each as a whole record, and what is to be said of them."""

from pbntools.core import PASSED_OUT, Contract, Seat
from pbntools.laws import resolve
from pbntools.record import Result
from tests.laws.boards import auction, grades, named, play, record


def test_a_legal_board_has_no_diagnostics() -> None:
    item = record(
        board="1",
        dealer="N",
        vulnerable="None",
        deal="N:JT74.AJT92.853.4 AK8.K64.AK62.J87 Q965.Q8753..QT63 32..QJT974.AK952",
        contract="1NT",
        declarer="N",
        result=5,
        auction=auction("1NT P P P"),
        play=play(
            """DK H3 D9 D5  D2 CT DJ D8  C8 C3 C9 C4  S8 SQ S2 S7  SK S6 S3 S4  CJ C6 CK SJ  C7 CQ C2 H9
               SA S5 DT ST  DA H8 D7 D3  H4 H5 CA H2  HK HQ D4 HJ  H6 H7 C5 HA  D6 S9 DQ HT"""
        ),
    )
    assert named(item) == []
    assert resolve(item).tricks_played == 5


def test_a_pass_out() -> None:
    item = record(
        board="4",
        dealer="W",
        vulnerable="All",
        deal="W:A964.K7.A2.KT953 53.QJ9852.874.84 KQJ82.AT63.KJ9.6 T7.4.QT653.AQJ72",
        contract="Pass",
        auction=auction("P P P P", "W"),
        tags={"Score": "NS 0", "Declarer": "", "Contract": "Pass", "Result": "", "Scoring": "MP"},
    )
    assert named(item) == []
    outcome = resolve(item)
    assert (outcome.contract, outcome.declarer, outcome.score_ns) == (PASSED_OUT, None, 0)


def test_an_auction_without_calls() -> None:
    item = record(
        board="1",
        dealer="N",
        vulnerable="None",
        deal="N:QJ6.6.AQJ93.9643 K9874.Q87.764.KJ A53.AT32.K82.A52 T2.KJ954.T5.QT87",
        auction=auction(""),
    )
    assert named(item) == [("auction-incomplete", "notice")]
    assert resolve(item).contract is None


def test_hidden_hands() -> None:
    item = record(
        board="4x",
        dealer="S",
        vulnerable="None",
        deal="S:- QJ65.J98752.K2.Q K874.643.AQ64.53 -",
        declarer="E",
        contract="3NTX",
        auction=auction("P P P 1C  1D 1H 2C 3C  3D 3S P 3NT  X P P P", "S"),
        play=play("D7 D2 DQ D9  D3 DK D4 DJ", "S"),
    )
    assert named(item) == []
    outcome = resolve(item)
    assert (outcome.contract, outcome.declarer) == (Contract.parse("3NTX"), Seat.EAST)
    assert (outcome.tricks, outcome.tricks_played) == (None, None)


def test_an_empty_contract_is_no_pass_out() -> None:
    tags = {"Declarer": "", "Contract": "", "Result": "", "Score": ""}
    item = record(board="2", dealer="E", vulnerable="NS", tags=tags)
    assert named(item) == [("contract-unknown", "notice")]
    assert resolve(item).contract is None


def test_the_first_hand_of_the_deal_is_no_matter() -> None:
    deal = "W:AQT6.Q3.654.K654 K9.K5.A987.QJT73 84.AJ82.KQJT2.98 J7532.T9764.3.A2"
    item = record(board="2", dealer="E", vulnerable="NS", deal=deal, auction=auction("1NT P P P", "E"))
    assert named(item) == []
    assert resolve(item).declarer is Seat.EAST


def test_the_first_of_the_side_to_name_the_denomination_declares() -> None:
    item = record(dealer="N", auction=auction("1H P 2C P  2H P 3C P  P P"))
    assert (resolve(item).contract, resolve(item).declarer) == (Contract.parse("3C"), Seat.SOUTH)
    assert named(item) == []


def test_a_revoke_does_not_stop_the_replay() -> None:
    item = record(
        dealer="N",
        vulnerable="None",
        deal="N:KJT.AT2.KQ63.T75 A.KQ65.J852.KQ32 98762.8743.4.AJ6 Q543.J9.AT97.984",
        declarer="N",
        contract="2S",
        result=8,
        auction=auction("2S P P P"),
        play=play(
            """HQ D4 H9 HA  SA S9 SQ ST  D2 H3 DA DQ  DJ S7 DT D3  C2 CJ C8 C7  H6 H4 HJ HT  H5 S6 S4 SK
               CQ CA C4 C5  C3 C6 C9 CT  D5 H8 D9 DK  HK H7 D7 H2  D8 S2 S5 D6  CK S8 S3 SJ"""
        ),
    )
    assert named(item) == [("revoke", "error")]
    outcome = resolve(item)
    assert (outcome.tricks, outcome.tricks_played, outcome.adjustment) == (8, 8, None)


def test_a_record_with_all_irregularities_marked() -> None:
    item = record(
        dealer="N",
        vulnerable="None",
        deal="W:AQT2.AJ.J7532.84 .42.AKQ986.A9732 K9764.QT6.T.QJT6 J853.K98753.4.K5",
        declarer="S",
        declarer_irregular=True,
        contract="5HX",
        result=Result(5, ruled=True),
        auction=auction("^S 1D ^I 1C 4S ^I 3NT ^S ^S X 5H X P P P"),
        play=play(
            """SA H2 S4 S3  C4 C2 ^R S6 ^L CK  S2 H4 ^R C6 S8  C8 CA CT C5  D3 DA DT D4  D2 DK H6 H7
               - - - H3 *""",
            "W",
        ),
    )
    assert grades(item) == {"notice"}
    outcome = resolve(item)
    assert (outcome.declarer, outcome.leader, outcome.tricks) == (Seat.SOUTH, Seat.WEST, 5)
    assert outcome.play is not None
    assert outcome.play.won == (6, 0)
