"""The play: leaders, winners, and cards that cannot have been played so."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbntools.core import Card, Deal, Seat
from pbntools.diagnostics import Place, Severity
from pbntools.laws import Outcome, PlayTrace, resolve
from pbntools.record import UNKNOWN_CARD, Play, Record
from tests.laws.boards import DEAL, Board, findings, named, only, play, random_board, record, severity

# West leads against South's 4S; the columns are W N E S.
OPENING = "H4 H3 HJ HA  S3 S4 S2 SK  S7 SA S8 SQ  H5 HK H2 H9"


def board(cards: str, first: str = "W", deal: str | None = DEAL, **fields: object) -> Record:
    return record(
        **({"contract": "4S", "declarer": "S", "deal": deal, "play": play(cards, first)} | fields)
    )  # fmt: skip


def trace_of(item: Record) -> PlayTrace:
    trace = resolve(item).play
    assert trace is not None
    return trace


def letters(seats: tuple[int, ...]) -> str:
    return "".join("?" if seat < 0 else "NESW"[seat] for seat in seats)


class TestTricks:
    def test_leaders_and_winners(self) -> None:
        trace = trace_of(board(OPENING))
        assert letters(trace.leaders) == "WSSNN"
        assert letters(tuple(trace.winners)) == "SSNN"
        assert trace.won == (4, 0)
        assert [" ".join(str(card) for card in trick.cards) for trick in trace.tricks] == [
            "H4 H3 HJ HA",
            "SK S3 S4 S2",
            "SQ S7 SA S8",
            "HK H2 H9 H5",
        ]
        assert [(trick.leader, trick.winner) for trick in trace.tricks][:2] == [
            (Seat.WEST, Seat.SOUTH),
            (Seat.SOUTH, Seat.SOUTH),
        ]

    def test_a_ruff_wins(self) -> None:
        trace = trace_of(board(f"{OPENING}  H7 HQ H8 S5"))
        assert letters(tuple(trace.winners)) == "SSNNS"
        assert named(board(f"{OPENING}  H7 HQ H8 S5")) == []

    def test_an_unknown_card_hides_the_winner(self) -> None:
        trace = trace_of(board("H4 H3 - HA  S3 S4 S2 SK  C2 C7 C4 C3"))
        assert letters(tuple(trace.winners[:3])) == "?SN"
        assert letters(trace.leaders[:3]) == "W?S"
        assert trace.tricks[0].cards == (Card.parse("H4"), Card.parse("H3"), None, Card.parse("HA"))

    def test_a_lost_leader_is_found_again(self) -> None:
        # All follow suit in trick 2, so its winner is certain whoever led.
        assert letters(tuple(trace_of(board("- - - -  S3 S4 S2 SK  S7 SA S8 SQ")).winners[:3])) == "?SN"

    def test_without_a_lead_a_discard_hides_the_winner(self) -> None:
        item = board("- - - -  H7 HQ H8 C3", contract="3NT")
        assert letters(tuple(trace_of(item).winners[:2])) == "??"
        assert named(item) == []

    def test_a_partial_trick(self) -> None:
        item = board(f"{OPENING}  - HQ - - *")
        assert named(item) == []
        assert trace_of(item).finished == 4
        assert trace_of(item).tricks[4].cards == (Card.parse("HQ"), None, None, None)

    def test_a_trace_can_be_read(self) -> None:
        assert repr(trace_of(board(OPENING))) == "<PlayTrace 16 cards, tricks NS 4 EW 0>"
        assert repr(trace_of(board("H4 H3 C4 HA"))) == "<PlayTrace 4 cards, tricks NS 1 EW 0, 1 revoked, 1 finding>"

    def test_no_cards(self) -> None:
        assert trace_of(board("*")).tricks == ()
        assert named(board("*")) == []

    def test_padding_is_no_trick(self) -> None:
        item = board(OPENING + " -" * 36)
        assert len(trace_of(item).tricks) == 4
        assert named(item) == []


class TestHeldCards:
    def test_a_card_of_another_player(self) -> None:
        finding = only(board("H4 H3 HT HA"))
        assert (finding.rule.name, severity(finding)) == ("card-not-held", Severity.ERROR)
        assert (finding.place, finding.seat, finding.trick, finding.card) == (Place("card", index=2), "E", 1, "HT")
        assert finding.message == "trick 1, East plays the HT, which West holds"

    def test_its_owner_may_play_it_later(self) -> None:
        item = board("H4 H3 HT HA  S3 S4 S2 SK  S7 SA S8 SQ  HT HK H2 H9")
        assert named(item) == [("card-not-held", "error")]

    def test_no_winner_follows_from_it(self) -> None:
        assert letters(tuple(trace_of(board("H4 H3 HT HA")).winners[:1])) == "?"

    def test_another_deal(self) -> None:
        finding = only(board("C4 C5 CK C2  D2 D3 D4 D7  S4 S5 S9 SJ"))
        assert finding.rule.name == "card-not-held"
        assert "cards are played by players who do not hold them" in finding.message

    def test_a_card_of_a_known_hand_in_an_unknown_one(self) -> None:
        hidden = "W:- A4.KQ63.AJT5.QT7 - KQT65.A9.K82.A93"
        assert named(board("H4 H3 HJ HA", deal=hidden)) == []
        finding = only(board("HK H3 HJ HA", deal=hidden))
        assert (finding.rule.name, finding.message) == (
            "card-not-held",
            "trick 1, West plays the HK, which North holds",
        )

    def test_the_fourth_hand_follows_from_three(self) -> None:
        hidden = "W:- A4.KQ63.AJT5.QT7 J82.J82.Q93.8654 KQT65.A9.K82.A93"
        assert named(board("H4 H3 HJ HA", deal=hidden)) == []
        assert named(board("H4 H3 HJ HA  C2 S4 S2 SK", deal=hidden)) == [("revoke", "error")]

    def test_without_a_deal(self) -> None:
        assert named(board(OPENING, deal=None)) == []


class TestPlayedTwice:
    def test_by_the_same_player(self) -> None:
        finding = only(board("H4 H3 HJ HA  H4 S4 S2 SK"))
        assert (finding.rule.name, severity(finding)) == ("card-played-twice", Severity.ERROR)
        assert (finding.place.index, finding.trick, finding.card) == (4, 2, "H4")
        assert finding.message == "trick 2, West plays the H4 again after trick 1"

    def test_by_two_players(self) -> None:
        finding = only(board("H4 H3 HJ HA  S3 S4 S2 SK  S7 SA SK SQ"))
        assert finding.message == "trick 3, East plays the SK, which South played to trick 2"

    def test_without_a_deal(self) -> None:
        finding = only(board("H4 H3 HJ HA  S3 S4 S3 SK", deal=None))
        assert finding.message == "trick 2, East plays the S3, which West played to the same trick"


class TestRevoke:
    def test_with_known_hands(self) -> None:
        finding = only(board("H4 H3 C4 HA"))
        assert (finding.rule.name, severity(finding), finding.law) == ("revoke", Severity.ERROR, None)
        assert (finding.place, finding.seat, finding.trick, finding.card) == (Place("card", index=2), "E", 1, "C4")
        assert finding.message == "trick 1, East played the C4 but held hearts (HJ, H8 and H2)"

    def test_a_later_card_is_named(self) -> None:
        finding = only(board("H4 H3 C4 HA  S3 S4 S2 SK  S7 SA S8 SQ  H5 HK H2 H9"))
        assert finding.message.endswith("but held hearts (HJ, H8 and H2): the H2 is played to trick 4")

    def test_of_an_unknown_hand_by_later_evidence(self) -> None:
        hidden = "W:- A4.KQ63.AJT5.QT7 - KQT65.A9.K82.A93"
        assert named(board("H4 H3 C4 HA", deal=hidden)) == []
        finding = only(board("H4 H3 C4 HA  S3 S4 S2 SK  S7 SA S8 SQ  H5 HK H2 H9", deal=hidden))
        assert finding.message == "trick 1, East played the C4 but held hearts: the H2 is played to trick 4"
        assert finding.place.index == 2

    def test_without_a_deal_by_later_evidence(self) -> None:
        assert named(board("H4 H3 C4 HA", deal=None)) == []
        assert named(board("H4 H3 C4 HA  S3 S4 H2 SK", deal=None)) == [("revoke", "error")]

    def test_a_discard_without_the_suit(self) -> None:
        assert named(board(f"{OPENING}  H7 HQ H8 C3")) == []

    def test_the_revoked_trick_is_counted_as_played(self) -> None:
        item = board("H4 H3 S2 HA")
        assert letters(tuple(trace_of(item).winners)[:1]) == "E"
        assert resolve(item).adjustment is None
        assert resolve(board("H4 H3 HJ HA")).adjustment == 0

    def test_an_unseen_card_may_have_been_the_last_of_the_suit(self) -> None:
        # South has two hearts: with one card unseen, a discard to the second heart lead proves nothing.
        cards = "H4 H3 HJ -  S3 S4 S2 SK  S7 SA S8 SQ  H5 HK H2 {}"
        assert named(board(cards.format("C3"))) == [("revoke", "error")]
        assert named(board(cards.format("C3").replace("H3 HJ -  S3", "H3 HJ -  -"))) == [("revoke", "error")]
        assert named(board("H4 H3 HJ HA  S3 S4 S2 SK  S7 SA S8 -  H5 HK H2 C3")) == []

    def test_marked(self) -> None:
        finding = only(board("H4 H3 ^R C4 HA"))
        assert (finding.rule.name, severity(finding)) == ("revoke", Severity.NOTICE)
        assert "the record marks the revoke" in finding.message
        assert resolve(board("H4 H3 ^R C4 HA")).adjustment is None

    def test_a_mark_of_what_cannot_be_seen_is_believed(self) -> None:
        hidden = "W:- A4.KQ63.AJT5.QT7 - KQT65.A9.K82.A93"
        assert named(board("H4 H3 ^R C4 HA", deal=hidden)) == [("revoke", "notice")]

    @pytest.mark.parametrize(
        ("cards", "cell"),
        [
            ("H4 H3 ^R HJ HA", 2),
            ("^R H4 H3 HJ HA", 0),
            (f"{OPENING}  H7 HQ H8 ^R C3", 19),
        ],
    )
    def test_a_mark_on_a_legal_card(self, cards: str, cell: int) -> None:
        finding = only(board(cards))
        assert (finding.rule.name, severity(finding)) == ("irregularity-mark", Severity.ERROR)
        assert finding.place == Place("card", index=cell)

    def test_many_revokes_have_one_cause(self) -> None:
        # Everybody discards on everything: the contract or the columns are wrong, not the players.
        finding = only(board("H4 C7 C4 C3  H5 CT C5 C9  H7 CQ C6 CA"))
        assert finding.rule.name == "revoke"
        assert "in all 9 cards do not follow suit so" in finding.message


class TestLeads:
    def test_marked_out_of_turn(self) -> None:
        item = board("H4 H3 HJ HA  S3 ^L SA S2 S5")
        finding = only(item)
        assert (finding.rule.name, severity(finding), finding.law) == ("lead-out-of-turn", Severity.NOTICE, "53A")
        assert finding.message == "trick 2, North leads out of turn, as the record marks; it was South's turn"
        assert letters(trace_of(item).leaders[:2]) == "WN"

    def test_marked_opening_lead(self) -> None:
        item = board("H4 H3 ^L H2 HA")
        finding = only(item)
        assert (finding.rule.name, severity(finding), finding.law) == ("lead-out-of-turn", Severity.NOTICE, "54")
        assert (resolve(item).leader, trace_of(item).leader) == (Seat.EAST, Seat.EAST)

    def test_a_mark_on_the_proper_leader(self) -> None:
        finding = only(board("^L H4 H3 HJ HA"))
        assert (finding.rule.name, severity(finding)) == ("irregularity-mark", Severity.ERROR)
        assert finding.place.index == 0

    def test_two_marks_in_a_trick(self) -> None:
        assert named(board("H4 ^L H3 ^L HJ HA")) == [("lead-out-of-turn", "notice"), ("irregularity-mark", "error")]

    def test_unmarked_out_of_turn(self) -> None:
        # South is to lead to trick 3, after his king won trick 2. Had he led his club, the others revoked, who play
        # clubs later; a spade or a diamond would have been followed; but nobody else ever plays a heart.
        cards = "H2 H3 H4 HA  D4 D5 D6 DK  HK S2 D2 C2  C3 C4 C5 C6  S3 S4 S6 S5  D3 D7 D8 D9"
        item = board(cards, deal=None, contract="3NT")
        finding = only(item)
        assert (finding.rule.name, severity(finding), finding.place.index) == ("lead-out-of-turn", Severity.ERROR, 11)
        assert finding.message == (
            "trick 3, it was South's turn to lead: either West led, or West, North and East revoked, and the record "
            "does not tell which"
        )
        assert letters(trace_of(item).leaders[:4]) == "WS??"
        assert letters(tuple(trace_of(item).winners[:3])) == "SS?"

    def test_unmarked_out_of_turn_by_nobody_knows_whom(self) -> None:
        # South is to lead to trick 7. Had he led his club, all others revoked; he has no heart, so nobody did if
        # a heart was led, by whomever.
        item = board(f"{OPENING}  D4 DA D3 D2  D6 D5 D9 DK  HT HQ H8 C3  C2 C7 C4 CA", contract="3NT")
        finding = only(item)
        assert (finding.rule.name, severity(finding), finding.place.index) == ("lead-out-of-turn", Severity.ERROR, 27)
        assert finding.message == (
            "trick 7, it was South's turn to lead: either West, North or East led, or West, North and East revoked, "
            "and the record does not tell which"
        )
        assert letters(trace_of(item).leaders[:8]) == "WSSNNN??"
        trace = trace_of(item)
        assert letters(tuple(trace.winners[:7])) == "SSNNNS?"
        assert (trace.won, trace.complete, trace.trusted) == ((7, 0), False, False)
        assert resolve(item).tricks_played is None

    def test_an_opening_lead_by_nobody_knows_whom(self) -> None:
        # West has no club. The Play tag names him, and the three others play clubs.
        deal = "N:A4.KQ63.A.KQJT72 J82.J82.Q93.8654 KQT65.A9.K82.A93 973.T754.JT7654."
        item = board("D4 CT C4 C3", deal=deal)
        finding = only(item)
        assert (finding.rule.name, severity(finding), finding.place.index) == ("lead-wrong-seat", Severity.WARNING, 0)
        assert "either North, East or South made the opening lead, or North, East and South revoked" in finding.message
        assert resolve(item).leader is None
        # Where the Play tag names another player, he counts as the leader.
        assert resolve(board("C4 C3 D4 CT", "E", deal=deal)).leader is Seat.EAST

    def test_one_player_who_does_not_follow_has_revoked(self) -> None:
        item = board(f"{OPENING}  D4 DA D3 D2  D6 D5 D9 DK  C2 C7 HJ C3".replace("HJ HA", "H8 HA"))
        assert named(item) == [("revoke", "error")]

    def test_lead_from_the_wrong_seat_by_the_only_card(self) -> None:
        finding = only(board("SJ - - - *", "E"))
        assert (finding.rule.name, severity(finding)) == ("lead-wrong-seat", Severity.WARNING)
        assert finding.message.startswith("East makes the opening lead, but it was West's turn")

    def test_lead_from_the_wrong_seat_to_be_followed(self) -> None:
        assert [name for name, _ in named(board("+ - - H9"))] == ["lead-wrong-seat"]
        # Where play does not go on, the cards before it are only not known.
        assert named(board("- - - H9 *")) == []
        finding = only(board("H4 H3 HJ HA  S3 S4 + -"))
        assert (finding.rule.name, severity(finding)) == ("lead-out-of-turn", Severity.ERROR)
        assert finding.message == "trick 2, West leads, but it was South's turn: South has not played to it yet"
        assert named(board("H4 H3 HJ HA  S3 + - SK")) == []

    def test_lead_from_the_wrong_seat_by_the_others_following(self) -> None:
        # West has no club. Had he led, the three others revoked.
        deal = "N:A4.KQ63.A.KQJT72 J82.J82.Q93.8654 KQT65.A9.K82.A93 973.T754.JT7654."
        item = board("C4 C3 D4 CT", "E", deal=deal)
        finding = only(item)
        assert (finding.rule.name, severity(finding), finding.seat) == ("lead-wrong-seat", Severity.WARNING, "E")
        assert resolve(item).leader is Seat.EAST
        assert named(board("D4 CT C4 C3", deal=deal)) == [("lead-wrong-seat", "warning")]

    def test_columns_from_another_seat(self) -> None:
        item = board("H3 HJ HA H4", "N")
        finding = only(item)
        assert (finding.rule.name, severity(finding)) == ("lead-wrong-seat", Severity.NOTICE)
        assert letters(trace_of(item).leaders[:2]) == "WS"

    def test_the_proper_leader(self) -> None:
        assert named(board("H4 - - - *")) == []


class TestWithoutContract:
    def test_cards_on_a_pass_out(self) -> None:
        finding = only(board(OPENING, contract="Pass", declarer=None))
        assert (finding.rule.name, severity(finding), finding.place.index) == (
            "play-without-contract",
            Severity.ERROR,
            0,
        )

    def test_an_empty_play_on_a_pass_out(self) -> None:
        assert named(board("- - *", contract="Pass", declarer=None)) == []

    def test_an_unknown_contract(self) -> None:
        item = board(OPENING, contract=None, declarer=None)
        assert named(item) == [("contract-unknown", "notice")]
        assert letters(tuple(trace_of(item).winners[:4])) == "SSNN"


class TestLength:
    def test_more_tricks_than_cards(self) -> None:
        item = random_board(1).record
        assert item.play is not None
        longer = item.replace(play=Play(item.play.first, (*item.play.ids, 0, 1, 2, 3)))
        finding = findings(longer)[0]
        assert (finding.rule.name, severity(finding), finding.place.index) == ("too-many-tricks", Severity.ERROR, 52)
        padded = item.replace(play=Play(item.play.first, (*item.play.ids, *[UNKNOWN_CARD] * 8)))
        assert findings(padded) == []


class TestFaultyDeals:
    def test_a_card_dealt_twice_is_one_fault(self) -> None:
        deal = "N:J2.AJT64.T84.KQJ J75.K5.KQJ73.T53 KQ964.873.9.A982 A83.Q92.A652.764"
        cards = "DQ D9 D6 D8  HK H7 HQ HT  SJ SQ S8 ST"
        item = board(cards, "E", deal=deal, contract="1NT", declarer="N")
        assert named(item) == [("duplicate-card", "error")]

    def test_a_hand_that_is_too_short_may_hold_what_another_has_too_many_of(self) -> None:
        deal = "N:K4.QT42.AJT7.QT9 J92.K83.Q84.854 AQT76.A9.K93.A73 853.J765.652.KJ62"
        assert named(board("C2 C9 C6 C3", deal=deal)) == [("hand-size", "error")]


class TestEndPositions:
    ENDING = "N:A4.3.. J2..3. KQ..2. 97...J"

    def test_the_first_column_leads(self) -> None:
        item = record(deal=self.ENDING, trump_only=4, play=play("S4 S2 SQ S7  SA SJ SK S9", "N"))
        trace = trace_of(item)
        assert letters(trace.leaders)[:3] == "NSN"
        assert letters(tuple(trace.winners)) == "SNN"
        assert named(item) == []

    def test_the_last_card_is_forced(self) -> None:
        item = record(deal=self.ENDING, trump_only=4, play=play("S4 S2 SQ S7  SA SJ SK S9 *", "N"))
        assert trace_of(item).complete
        assert trace_of(item).deduced
        assert trace_of(item).won == (3, 0)

    def test_a_revoke(self) -> None:
        item = record(deal=self.ENDING, trump_only=4, play=play("S4 D3 SQ S7", "N"))
        assert named(item) == [("revoke", "error")]

    def test_a_fourth_trick(self) -> None:
        item = record(deal=self.ENDING, trump_only=4, play=play("S4 S2 SQ S7  SA SJ SK S9  H3 D3 D2 CJ  C2 - - -", "N"))
        assert named(item) == [("too-many-tricks", "error")]


def shown(outcome: Outcome) -> PlayTrace:
    assert outcome.play is not None
    return outcome.play


@given(st.integers(0, 2**32))
def test_legal_boards_have_no_fault(seed: int) -> None:
    truth = random_board(seed)
    assert findings(truth.record) == []
    outcome = resolve(truth.record)
    assert outcome.tricks_played == truth.tricks
    if truth.tricks is not None:
        trace = shown(outcome)
        assert (trace.leaders[:13], tuple(trace.winners)) == (truth.leaders, truth.winners)
        assert tuple(card for trick in trace.tricks for card in trick.cards) == truth.order
        assert outcome.leader is truth.leaders[0]


def hidden(truth: Board, data: st.DataObject) -> Record:
    """The board with hands and cards taken away."""
    item = truth.record
    assert item.play is not None
    assert item.deal is not None
    ids = list(item.play.ids[: data.draw(st.integers(0, 52), label="cards kept")])
    for cell in data.draw(st.lists(st.integers(0, 51), max_size=6), label="hidden cells"):
        if cell < len(ids):
            ids[cell] = UNKNOWN_CARD
    masks = list(item.deal.masks)
    for seat in data.draw(st.lists(st.integers(0, 3), max_size=4), label="hidden hands"):
        masks[seat] = None
    end = data.draw(st.sampled_from(["*", ""]), label="end")
    return item.replace(
        play=Play(item.play.first, tuple(ids), end), deal=Deal((masks[0], masks[1], masks[2], masks[3]))
    )


@settings(max_examples=300)
@given(st.integers(0, 2**32), st.data())
def test_what_is_hidden_raises_no_alarm_and_is_not_guessed(seed: int, data: st.DataObject) -> None:
    truth = random_board(seed)
    if truth.tricks is None:
        return
    item = hidden(truth, data)
    assert [grade for _, grade in named(item) if grade != "notice"] == []
    trace = trace_of(item)
    assert all(mine in (-1, real) for mine, real in zip(trace.winners, truth.winners, strict=False))
    assert all(mine in (-1, real) for mine, real in zip(trace.leaders, truth.leaders, strict=False))
    outcome = resolve(item.replace(result=None))
    assert outcome.tricks in (None, truth.tricks)
    assert outcome.tricks_played in (None, truth.tricks)


@given(st.integers(0, 2**32), st.data())
def test_planted_strangers_are_found(seed: int, data: st.DataObject) -> None:
    truth = random_board(seed)
    if truth.tricks is None:
        return
    item = truth.record
    assert item.play is not None
    assert item.deal is not None
    cell = data.draw(st.integers(0, 51))
    ids = list(item.play.ids)
    other = data.draw(st.sampled_from([at for at in range(52) if (at - cell) % 4]))
    ids[cell] = ids[other]
    found = [finding for finding in findings(item.replace(play=Play(item.play.first, tuple(ids)))) if finding.trick]
    assert [finding.rule.name for finding in found] == ["card-not-held" if cell < other else "card-played-twice"]
    assert found[0].place.index == cell


@given(st.integers(0, 2**32), st.data())
def test_planted_revokes_are_found(seed: int, data: st.DataObject) -> None:
    truth = random_board(seed)
    if truth.tricks is None:
        return
    item = truth.record
    assert item.play is not None
    first = item.play.first
    swaps = []
    for cell, card in enumerate(item.play.ids):
        row, seat = cell // 4, Seat((first + cell) % 4)
        led = Card(item.play.ids[4 * row + (truth.leaders[row] - first) % 4])
        if seat is truth.leaders[row] or Card(card).suit is not led.suit:
            continue
        swaps += [(cell, later) for later in range(cell + 4, 52, 4) if Card(item.play.ids[later]).suit is not led.suit]
    if not swaps:
        return
    cell, later = data.draw(st.sampled_from(swaps))
    ids = list(item.play.ids)
    ids[cell], ids[later] = ids[later], ids[cell]
    found = findings(item.replace(play=Play(first, tuple(ids))))
    assert ("revoke", cell) in [(finding.rule.name, finding.place.index) for finding in found]


@given(
    st.lists(st.integers(-2, 51), max_size=60),
    st.sets(st.integers(0, 59), max_size=4),
    st.sets(st.integers(0, 59), max_size=4),
    st.sampled_from([None, DEAL, "N:A4.3.. J2..3. KQ..2. 97...J", "W:- A4.KQ63.AJT5.QT7 - KQT65.A9.K82.A93"]),
    st.sampled_from([None, "4S", "3NT", "Pass"]),
)
def test_any_cards_are_judged(
    ids: list[int], revokes: set[int], leads: set[int], deal: str | None, contract: str | None
) -> None:
    cards = Play(Seat.WEST, tuple(ids), revokes=frozenset(revokes), leads=frozenset(leads))
    item = record(contract=contract, declarer=None if contract == "Pass" else "S", deal=deal, play=cards)
    for finding in findings(item):
        assert finding.place.kind != "card" or 0 <= (finding.place.index or 0) < max(1, len(ids))
    if resolve(item).play is not None:
        assert len(trace_of(item).tricks) <= 13
