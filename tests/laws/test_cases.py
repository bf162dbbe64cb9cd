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
        deal="N:JT64.AQT93.962.5 AK7.J65.AK74.J98 Q985.K8742..QT63 32..QJT853.AK742",
        contract="1NT",
        declarer="N",
        result=5,
        auction=auction("1NT P P P"),
        play=play(
            """DK H2 D8 D6  D4 CT DJ D9  C8 C3 C7 C5  S7 SQ S2 S6  SA S5 S3 S4  CJ C6 CK SJ  C9 CQ C2 H9
               SK S9 DT ST  DA H8 D5 D2  H6 H4 CA H3  HJ HK D3 HT  H5 H7 C4 HA  D7 S8 DQ HQ"""
        ),
    )
    assert named(item) == []
    assert resolve(item).tricks_played == 5


def test_a_pass_out() -> None:
    item = record(
        board="4",
        dealer="W",
        vulnerable="All",
        deal="W:K854.J7.A4.KT743 93.KT9843.953.85 AQJ72.AQ52.KJ8.6 T6.6.QT762.AQJ92",
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
        deal="N:QJ5.5.AQJ82.7653 A8764.K87.753.KJ K93.AQ32.K94.A42 T2.JT964.T6.QT98",
        auction=auction(""),
    )
    assert named(item) == [("auction-incomplete", "notice")]
    assert resolve(item).contract is None


def test_hidden_hands() -> None:
    item = record(
        board="4x",
        dealer="S",
        vulnerable="None",
        deal="S:- QJ95.T98743.K4.Q A764.652.AQ73.43 -",
        declarer="E",
        contract="3NTX",
        auction=auction("P P P 1C  1D 1H 2C 3C  3D 3S P 3NT  X P P P", "S"),
        play=play("D5 D4 DQ D8  D2 DK D3 DJ", "S"),
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
    deal = "W:KQT5.K2.763.K654 A8.J4.A985.QJT93 74.AT83.KQJT4.87 J9632.Q9765.2.A2"
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
        deal="N:KJT.AT5.AJ64.965 A.KQ64.Q752.KQ32 98762.8732.3.AJ7 Q543.J9.KT98.T84",
        declarer="N",
        contract="2S",
        result=8,
        auction=auction("2S P P P"),
        play=play(
            """HQ D3 H9 HA  SA S8 SQ ST  D2 H2 DK DJ  DQ S7 DT D4  C3 CJ CT C5  H6 H3 HJ HT  H4 S6 S4 SK
               CQ CA C4 C6  C2 C7 C8 C9  D5 H8 D9 DA  HK H7 D8 H5  D7 S2 S5 D6  CK S9 S3 SJ"""
        ),
    )
    assert named(item) == [("revoke", "error")]
    outcome = resolve(item)
    assert (outcome.tricks, outcome.tricks_played, outcome.adjustment) == (8, 8, 0)


def test_a_record_with_all_irregularities_marked() -> None:
    item = record(
        dealer="N",
        vulnerable="None",
        deal="W:KQT2.AT.J6542.85 .63.AKQ987.A9732 A8654.KQ5.T.QJT6 J973.J98742.3.K4",
        declarer="S",
        declarer_irregular=True,
        contract="5HX",
        result=Result(5, ruled=True),
        auction=auction("^S 1D ^I 1C 4S ^I 3NT ^S ^S X 5H X P P P"),
        play=play(
            """SK H3 S4 S3  C5 C2 ^R S5 ^L CK  S2 H6 ^R C6 S7  C8 CA CT C4  D2 DA DT D3  D4 DK H5 H7
               - - - H2 *""",
            "W",
        ),
    )
    assert grades(item) == {"notice"}
    outcome = resolve(item)
    assert (outcome.declarer, outcome.leader, outcome.tricks) == (Seat.SOUTH, Seat.WEST, 5)
    assert outcome.play is not None
    assert outcome.play.won == (6, 0)
