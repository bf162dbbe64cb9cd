"""The deal: 52 cards, sizes, duplicates, and the cycle of boards."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbntools.core import CARDS, Deal, Seat, Vulnerability, board_dealer, board_vulnerability
from pbntools.diagnostics import Place, Severity
from pbntools.record import Record
from tests.laws.boards import DEAL, findings, named, only, play, random_board, record, severity

TWICE = "N:J2.KQT76.J92.KQJ J96.J4.KQT63.T42 AQ854.982.8.A963 K73.A53.A754.875"


# Law 2: the vulnerability of boards 1 to 16.
CYCLE = [0, 1, 2, 3, 1, 2, 3, 0, 2, 3, 0, 1, 3, 0, 1, 2]


class TestDuplicates:
    def test_who_holds_it_and_what_is_missing(self) -> None:
        finding = only(record(deal=TWICE))
        assert (finding.rule.name, severity(finding)) == ("duplicate-card", Severity.ERROR)
        assert finding.message == "SJ is held by North and East; ST is missing"
        assert (finding.place, finding.seat, finding.card) == (Place("deal", seat="E", card="SJ"), "E", "SJ")

    def test_one_card_too_many(self) -> None:
        # West's fourteenth card is North's: one fault, although West's hand has the wrong size too.
        finding = only(record(deal=TWICE.replace("N:J2", "N:T2").replace("K73.", "KT73.")))
        assert finding.message == "ST is held by North and West"

    def test_two_pairs_of_holders(self) -> None:
        deal = "N:J2.KQT76.J92.KQJ J96.J4.KQT63.T42 AQ854.982.8.A963 K73.A53.A754.A75"
        assert [finding.message for finding in findings(record(deal=deal))] == [
            "SJ is held by North and East; ST and C8 are missing",
            "CA is held by South and West; ST and C8 are missing",
        ]

    def test_a_hand_given_twice(self) -> None:
        finding = only(record(deal="N:J2.KQT76.J92.KQJ J2.KQT76.J92.KQJ - -"))
        assert finding.message == "13 cards, as the SJ, are held by North and East"

    def test_unknown_hands_may_hold_the_missing_card(self) -> None:
        finding = only(record(deal="N:J2.KQT76.J92.KQJ J96.J4.KQT63.T42 - -"))
        assert finding.message == "SJ is held by North and East"

    def test_none(self) -> None:
        assert named(record(deal=DEAL)) == []


class TestSizes:
    @pytest.mark.parametrize(
        ("deal", "message"),
        [
            (
                "W:KQT2.KT.K6543.973 .73.AQT987.A864 A8654.AQ6.J.QJT5 J973.J98542.2.K2",
                "North has 12 cards and West has 14 cards, not 13",
            ),
            (
                "W:QT2.KT.K6543.97 .73.AQT987.A8643 A8654.AQ6.J.QJT5 J973.J98542.2.K2",
                "West has 12 cards, not 13; SK is missing",
            ),
            ("W:QT2.KT.K6543.97 - A8654.AQ6.J.QJT5 -", "West has 12 cards, not 13"),
            ("W:KQT2.KT.K6543.973 - - -", "West has 14 cards, not 13"),
            ("N:A4.3.. J2..2. KQ..3. 9...J", "West has 2 cards, not 3"),
        ],
    )
    def test_wrong(self, deal: str, message: str) -> None:
        finding = only(record(deal=deal))
        assert (finding.rule.name, severity(finding), finding.message) == ("hand-size", Severity.ERROR, message)
        assert finding.place.seat == finding.seat

    @pytest.mark.parametrize(
        "deal",
        ["N:A4.3.. J2..2. KQ..3. 97...J", "N:A4.3.. - - 97...J", "W:KQT2.KT.K6543.97 - - -"],
    )
    def test_end_positions_and_unknown_hands(self, deal: str) -> None:
        assert named(record(deal=deal)) == []

    def test_an_end_position_in_mid_trick(self) -> None:
        # North and East have played to the trick that North led.
        deal = "N:A.3.. J...3 KQ..3. 97...J"
        assert named(record(deal=deal, trump_only=4, play=play("S4 S2 - -", "N"))) == []
        assert named(record(deal=deal, trump_only=4, play=play("- - - -", "E"))) == [("hand-size", "error")]
        assert named(record(deal=deal, trump_only=4)) == [("hand-size", "error")]

    def test_an_empty_hand_is_taken_for_unknown(self) -> None:
        finding = only(record(deal="N:A4.AQ73.AKJ6.QT6 ... KQT65.K5.Q83.A84 ..."))
        assert (finding.rule.name, severity(finding)) == ("hand-size", Severity.WARNING)
        assert finding.message == "East and West have no cards"


class TestCycle:
    @pytest.mark.parametrize("number", [1, 2, 4, 7, 16, 17, 33])
    def test_agreement(self, number: int) -> None:
        item = record(board=str(number), dealer=board_dealer(number), vulnerable=board_vulnerability(number))
        assert named(item) == []

    def test_another_dealer_and_vulnerability(self) -> None:
        dealer, vulnerability = findings(record(board="7", dealer="E", vulnerable="EW"))
        assert (dealer.rule.name, severity(dealer)) == ("dealer-cycle", Severity.NOTICE)
        assert dealer.message == "the dealer is East, but South deals board 7"
        assert dealer.place == Place("tag", name="Dealer")
        assert (vulnerability.rule.name, severity(vulnerability)) == ("vulnerability-cycle", Severity.NOTICE)
        assert vulnerability.message == "East-West are vulnerable, but on board 7 it is both sides"
        assert vulnerability.place == Place("tag", name="Vulnerable")

    @pytest.mark.parametrize("board", ["1-7", "12A", "", "0", None, "-7"])
    def test_labels_without_a_number(self, board: str | None) -> None:
        assert named(record(board=board, dealer="W", vulnerable="All")) == []

    @pytest.mark.parametrize(
        "tags",
        [{"Scoring": "Rubber"}, {"Competition": "Chicago"}, {"Scoring": "IMP;Cavendish"}, {"Scoring": "chicago"}],
    )
    def test_other_games_have_no_boards(self, tags: dict[str, str]) -> None:
        assert named(record(board="7", dealer="E", vulnerable="EW", tags=tags)) == []

    def test_other_scoring_is_duplicate(self) -> None:
        assert len(findings(record(board="7", dealer="E", vulnerable="EW", tags={"Scoring": "MP"}))) == 2


@given(st.integers(1, 400), st.sampled_from(Seat), st.sampled_from(Vulnerability))
def test_the_cycle_accepts_one_dealer_and_vulnerability(number: int, dealer: Seat, vulnerable: Vulnerability) -> None:
    names = [name for name, _ in named(Record(board=str(number), dealer=dealer, vulnerable=vulnerable))]
    assert ("dealer-cycle" in names) == (dealer != (number - 1) % 4)
    assert ("vulnerability-cycle" in names) == (vulnerable != CYCLE[(number - 1) % 16])


@given(st.integers(0, 2**32), st.data())
def test_planted_duplicates_are_found(seed: int, data: st.DataObject) -> None:
    deal = random_board(seed).record.deal
    assert deal is not None
    giver, taker = data.draw(st.permutations(list(Seat)))[:2]
    mine = [card for card in CARDS if (deal.masks[taker] or 0) >> card & 1]
    theirs = [card for card in CARDS if (deal.masks[giver] or 0) >> card & 1]
    lost, doubled = data.draw(st.sampled_from(mine)), data.draw(st.sampled_from(theirs))
    masks = list(deal.masks)
    masks[taker] = (deal.masks[taker] or 0) & ~(1 << lost) | 1 << doubled
    finding = only(Record(deal=Deal((masks[0], masks[1], masks[2], masks[3]))))
    names = [seat.name.capitalize() for seat in sorted((giver, taker))]
    assert finding.message == f"{doubled} is held by {names[0]} and {names[1]}; {lost} is missing"
