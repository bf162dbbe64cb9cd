"""Penalty cards: what is proved of them, and what a partner's lead leaves open."""

from pbntools.laws import find, resolve
from pbntools.record import Comment, Details, Record, Remarks
from tests.laws.boards import play, record

# West leads against South's 4S; the columns are W N E S.
DEAL = "N:A4.KQ63.AJT5.QT7 J82.J82.Q93.8654 KQT65.A9.K82.A93 973.T754.764.KJ2"


def told(cards: str, *remarks: tuple[int, str], first: str = "W", declarer: str = "S", contract: str = "4S") -> Record:
    comments = tuple(Comment(text, ("card", index)) for index, text in remarks)
    item = record(contract=contract, declarer=declarer, deal=DEAL, play=play(cards, first))
    return item.replace(details=Details(Remarks({}, {}, {}, {}, comments)))


def breaches(item: Record) -> list[str]:
    found = find(item, resolve(item))
    return [each.message for each in found if each.rule.name == "penalty-card" and "could have been" in each.message]


class TestAPartnersLead:
    # East wins the first trick with the HJ, and leads.
    FIRST = "H4 H3 HJ H9"

    def test_a_minor_card_of_the_suit_comes_first(self) -> None:
        cards = f"{self.FIRST}  D4 DA D3 D2"
        message = "trick 2, West plays the D4, but his penalty card, the D6, could have been played"
        assert breaches(told(cards, (0, "minor penalty card: D6"))) == [message]
        # A major one, or one that may be, declarer may have had picked up (50D2).
        assert breaches(told(cards, (0, "major penalty card: D6"))) == []
        assert breaches(told(cards, (0, "penalty card: D6"))) == []

    def test_his_own_lead_may_have_been_restricted(self) -> None:
        cards = f"{self.FIRST}  D4 DA D3 D2"
        mine = (2, "major penalty card: S8")
        assert breaches(told(cards, mine)) == [
            "trick 2, East leads the D3, but his penalty card, the S8, could have been played"
        ]
        assert breaches(told(cards, mine, (0, "major penalty card: D6"))) == []
        # A minor penalty card restricts no lead.
        assert len(breaches(told(cards, mine, (0, "minor penalty card: S3")))) == 1


class TestWithinATrick:
    # South wins the first trick and leads a spade to the second one.
    CARDS = "H4 H3 HJ HA  S3 S4 S2 SK"

    def test_a_withdrawn_lead_lies_before_the_trick(self) -> None:
        assert breaches(told(self.CARDS, (7, "lead withdrawn: S7 by West"))) == [
            "trick 2, West plays the S3, but his penalty card, the S7, could have been played"
        ]

    def test_of_a_card_exposed_in_the_trick_the_order_is_not_told(self) -> None:
        assert breaches(told(self.CARDS, (4, "penalty card: S7"))) == []
        assert breaches(told(self.CARDS, (4, "second card: S7"))) == []


class TestRevokes:
    # South leads a club to the third trick, and West plays a diamond.
    CARDS = "H4 H3 HJ HA  S3 S4 S2 SK  ^R D4 CQ C4 C3  S7 SA S8 S5"

    def test_failing_to_play_a_penalty_card_moves_nothing(self) -> None:
        outcome = resolve(told(self.CARDS, (4, "penalty card: C2")))
        assert outcome.revokes is not None
        assert [(found.moved, found.law) for found in outcome.revokes.revokes] == [(0, "64B3")]
        assert outcome.adjustment == 0

    def test_also_after_a_corrected_revoke(self) -> None:
        outcome = resolve(told(self.CARDS, (4, "revoke corrected: C2")))
        assert outcome.revokes is not None
        assert [found.law for found in outcome.revokes.revokes] == ["64B3"]

    def test_a_penalty_card_of_another_suit_does_not_count(self) -> None:
        outcome = resolve(told(self.CARDS, (4, "penalty card: D6")))
        assert outcome.revokes is not None
        assert [found.law for found in outcome.revokes.revokes] != ["64B3"]

    def test_one_exposed_in_the_same_trick_leaves_it_open(self) -> None:
        outcome = resolve(told(self.CARDS, (8, "penalty card: C2")))
        assert outcome.revokes is not None
        assert [(found.moved, found.law) for found in outcome.revokes.revokes] == [(None, "64B3")]

    def test_a_partners_lead_leaves_it_open(self) -> None:
        # East wins the first trick, and leads a club.
        cards = "H4 H3 HJ H9  ^R D4 CQ C4 C3  S3 SA S2 SK"
        for rank, moved in (("minor ", 0), ("major ", None), ("", None)):
            outcome = resolve(told(cards, (0, f"{rank}penalty card: C2")))
            assert outcome.revokes is not None
            assert [(found.moved, found.law) for found in outcome.revokes.revokes] == [(moved, "64B3")]
            assert outcome.adjustment == moved

    def test_a_withdrawn_opening_lead_may_have_gone_back_behind_a_screen(self) -> None:
        # East, who is not to lead, shows a club, and then discards on one.
        cards = "H4 H3 HJ HA  C2 CQ ^R D3 C3  S3 S4 S2 SK"
        outcome = resolve(told(cards, (0, "lead withdrawn: C8 by East")))
        assert outcome.revokes is not None
        assert [(found.moved, found.law) for found in outcome.revokes.revokes] == [(None, "64B3")]


class TestRefuted:
    def names(self, item: Record) -> list[str]:
        return [found.rule.name for found in find(item, resolve(item))]

    def test_what_the_cards_refute(self) -> None:
        cards = "H4 H3 HJ HA  S3 S4 S2 SK"
        for at, text in (
            (0, "revoke corrected: D4"),  # West leads
            (0, "lead withdrawn: D4 by West"),
            (7, "lead withdrawn: D2 by South"),
            (4, "penalty card: H4"),  # played to trick 1
            (4, "revoke corrected: H4"),
            (6, "second card: S2"),  # the card itself
            (0, "defective trick"),
            (4, "found among the played cards: HA"),  # South's
        ):
            assert self.names(told(cards, (at, text))) == ["irregularity-mark"], text

    def test_a_defective_trick_that_is_refuted_moves_nothing(self) -> None:
        assert resolve(told("H4 H3 HJ HA  S3 S4 S2 SK", (0, "defective trick"))).adjustment == 0

    def test_what_they_bear_out(self) -> None:
        cards = "H4 H3 HJ HA  S3 S4 S2 SK"
        for at, text, rule in (
            (4, "revoke corrected: D4", "revoke-corrected"),
            (7, "lead withdrawn: D4 by West", "lead-out-of-turn"),
            (2, "lead withdrawn: D3 by East", "lead-out-of-turn"),
            (4, "penalty card: S3", "penalty-card"),
            (6, "second card: D3", "defective-trick"),
        ):
            assert self.names(told(cards, (at, text)))[0] == rule, text

    def test_a_card_in_its_place_must_follow(self) -> None:
        # East has no club left in a trick that is led in clubs only if he plays none: a heart does not follow either.
        item = told("H4 H3 HJ HA  C2 C7 C4 C3  CJ CT H8 CA", (10, "revoke corrected: D3"))
        assert "revoke-corrected" in self.names(item)  # the revoke itself is reported

    def test_a_face_down_lead_in_turn_is_nothing(self) -> None:
        assert self.names(told("H4 H3 HJ HA", (0, "face-down lead withdrawn: D4 by West"))) == []
        assert self.names(told("H4 H3 HJ HA", (0, "face-down lead withdrawn: D3 by East"))) == ["lead-out-of-turn"]
