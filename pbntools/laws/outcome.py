"""What follows from a record under the Laws: contract, declarer, tricks and score, each with its source."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from pbntools.core import FULL_DECK, PASSED_OUT, Card, Contract, Deal, Seat
from pbntools.diagnostics import EDITION, Alternative
from pbntools.game import raw_score
from pbntools.laws._words import REMARK_WORDS, SEATS
from pbntools.laws.auction import AuctionTrace, trace_auction
from pbntools.laws.editions import DEFAULT, Edition, edition_of
from pbntools.laws.holding import dealt_masks, holding_of
from pbntools.laws.play import PlayTrace, trace_clean
from pbntools.laws.play_replay import Doubtful, replay_play
from pbntools.record import Play, Record, Result
from pbntools.said import Said

if TYPE_CHECKING:
    from pbntools.laws.remarks import Remark
    from pbntools.laws.revokes import Applied, RevokeRuling

# What only an irregular record needs is imported where it is used, for a quick start.

ContractSource = Literal["tag", "auction"]
TricksSource = Literal["recorded", "claimed", "played", "deduced", "unknown"]


class Outcome:
    """What a record comes to.  Nothing in it is guessed; None is what the record does not tell.

    ``contract`` and ``declarer`` come from the ``tag``, else from the ``auction``.  ``tricks`` are those of declarer's
    side: the first that the record gives of ``recorded``, ``claimed``, ``played`` and ``deduced``, else None
    (``unknown``); ``tricks_played`` is what the cards say.  ``tricks_played`` does not include ``adjustment``, the
    tricks that the Laws move to declarer's side because of revokes (negative: away from it): 0 where none move, None
    where that cannot be known.  ``revokes`` has the reasons.  Whether a recorded result includes them, ``applied``
    tells.  ``score_ns`` is the duplicate score for North-South (Law 77): of the recorded tricks, else of those played
    with the adjustment.  ``edition`` is the edition of the Laws that was used, ``remarks`` are the
    irregularities that the record tells in words, and ``restored`` the hands with cards that the deal lacks, where it
    follows whose they are (Law 14).  ``play_by_auction`` tells that the tags contradict the
    auction, and that the cards were judged by the auction, which they fit.
    """

    __slots__ = (
        "adjustment",
        "auction",
        "contract",
        "contract_source",
        "deal_sound",
        "declarer",
        "declarer_source",
        "edition",
        "play",
        "play_by_auction",
        "remarks",
        "restored",
        "revokes",
        "score_ns",
        "tricks",
        "tricks_played",
        "tricks_source",
    )

    def __init__(self) -> None:
        self.contract: Contract | None = None
        self.contract_source: ContractSource | None = None
        self.declarer: Seat | None = None
        self.declarer_source: ContractSource | None = None
        self.tricks: int | None = None
        self.tricks_source: TricksSource = "unknown"
        self.tricks_played: int | None = None
        self.adjustment: int | None = 0
        self.score_ns: int | None = None
        self.auction: AuctionTrace | None = None
        self.play: PlayTrace | None = None
        self.play_by_auction = False
        self.deal_sound = False
        self.edition: Edition = DEFAULT
        self.revokes: RevokeRuling | None = None
        self.restored: tuple[int | None, ...] | None = None
        self.remarks: tuple[Remark, ...] = ()

    @property
    def dummy(self) -> Seat | None:
        """Declarer's partner; None where the declarer is not known."""
        return None if self.declarer is None else SEATS[self.declarer ^ 2]

    @property
    def leader(self) -> Seat | None:
        """Who made the opening lead, or is to make it: the player on declarer's left (41A) unless shown otherwise.

        None where the declarer is not known, or where the cards show that another player led, but not who.
        """
        if self.play is not None and self.play.total:
            return self.play.leader
        return None if self.declarer is None else SEATS[(self.declarer + 1) & 3]

    @property
    def tricks_scored(self) -> int | None:
        """The tricks that the score rests on: those recorded, else those won with the adjustment; None if not known."""
        if self.tricks is None or self.revokes is None or self.tricks_source == "recorded":
            return self.tricks
        if self.adjustment is None or len(self.revokes.counts) > 1:
            return None
        return self.tricks + self.adjustment

    @property
    def applied(self) -> Applied | None:
        """Whether the recorded tricks include those that the Laws move: ``applied``, ``not applied`` or ``neither``.

        None where there was no revoke, where none move and the result is what the cards say, and where it cannot be
        known.
        """
        if self.revokes is None or self.tricks_source != "recorded":
            return None
        from pbntools.laws.revokes import applied

        return applied(self.tricks, self.tricks_played, self.adjustment, self.revokes.counts)

    @property
    def alternatives(self) -> tuple[Alternative, ...]:
        """Other readings of an irregular auction, and of a contract or declarer that the auction contradicts."""
        trace = self.auction
        if trace is None:
            return ()
        found = trace.alternatives
        if trace.contract is not None and (trace.contract, trace.declarer) != (self.contract, self.declarer):
            mine = Alternative(
                Said("as the auction goes"),
                str(trace.contract),
                None if trace.declarer is None else trace.declarer.letter,
                "22B",
            )
            found = (mine, *found)
        return found

    def __repr__(self) -> str:
        contract = "?" if self.contract is None else str(self.contract)
        by = f" by {self.declarer}" if self.declarer is not None else ""
        return f"<Outcome {contract}{by}, tricks {self.tricks} ({self.tricks_source})>"


def resolve(record: Record, laws: str = EDITION) -> Outcome:
    """Decide what a record comes to under an edition of the Laws; ValueError for an edition that is not known.

    ``laws`` is ``2017``, ``2007``, ``1997``, ``rubber`` or ``auto`` (by the record's Date).
    """
    outcome = Outcome()
    if laws != EDITION:
        outcome.edition = edition_of(laws, record)
    if record.details.mentions(REMARK_WORDS):
        from pbntools.laws.remarks import read_remarks

        outcome.remarks = read_remarks(record)
    trace = outcome.auction = trace_auction(record)
    _settle_contract(outcome, record, trace)
    deal = record.deal
    play = record.play
    masks = known_masks(deal)
    if deal is not None:
        outcome.deal_sound = _is_sound(deal.masks)
        if not outcome.deal_sound:
            from pbntools.laws.missing_cards import restored

            outcome.restored = restored(record, masks, outcome.remarks)
            masks = outcome.restored or masks
    if play is not None and outcome.contract is not PASSED_OUT:
        outcome.play = _replay(outcome, record, play, masks)
    if outcome.contract is PASSED_OUT:
        outcome.score_ns = 0
    else:
        _settle_tricks(outcome, record)
        _settle_score(outcome, record)
    return outcome


def resolve_reduced(record: Record, whole: Record, outcome: Outcome) -> Outcome:
    """What a record comes to that a format took from another, ``whole``, whose outcome is known.

    As far as contract, declarer and tricks go, it is what `resolve` gives.  Where deal, calls and cards are what they
    were, without anything irregular, nothing is replayed.
    """
    trace, played = outcome.auction, outcome.play
    same = (
        trace is not None
        and trace.over
        and not (trace.faults or trace.reading or trace.others)
        and _same_auction(record, whole)
        and _same_play(record.play, whole.play, played)
        and record.trump_only is None
        and whole.trump_only is None
        and not (record.declarer_irregular or whole.declarer_irregular)
        and not outcome.remarks
        and outcome.revokes is None
        and outcome.restored is None
        and record.deal == whole.deal
        and not record.details.mentions(REMARK_WORDS)
    )
    if not same:
        return resolve(record, outcome.edition.name)
    after = Outcome()
    after.edition = outcome.edition
    after.auction = trace
    _settle_contract(after, record, trace)
    if (after.contract, after.declarer) != (outcome.contract, outcome.declarer):
        return resolve(record, outcome.edition.name)
    if after.contract is not PASSED_OUT:
        after.play = played
        _settle_tricks(after, record)
    return after


def _same_auction(record: Record, whole: Record) -> bool:
    one, other = record.auction, whole.auction
    if one is None or other is None or record.dealer is not whole.dealer or one.first is not whole.dealer:
        return False
    return one.ids == other.ids and not (one.skips or other.skips or one.insufficient or other.insufficient)


def _same_play(one: Play | None, other: Play | None, trace: PlayTrace | None) -> bool:
    """Whether there are no cards, or the same whole tricks without a fault."""
    if one is None or trace is None:
        return one is None and trace is None
    if other is None or trace.findings or one.first is not other.first or one.ids != other.ids or len(one.ids) & 3:
        return False
    return not (one.leads or other.leads or one.revokes or other.revokes)


def declarer_tricks(result: Result, declarer: int | None) -> int | None:
    """Declarer's tricks of a recorded result that speaks of the whole board; None where it does not tell."""
    if result.tricks is not None:
        tricks = result.tricks
    elif declarer is None:
        return None
    else:
        own, other = (result.ew, result.ns) if declarer & 1 else (result.ns, result.ew)
        if own is not None:
            tricks = own
        elif other is not None:
            tricks = 13 - other
        else:
            return None
    return tricks if 0 <= tricks <= 13 else None


def _settle_contract(outcome: Outcome, record: Record, trace: AuctionTrace | None) -> None:
    contract = record.contract
    if contract is not None:
        outcome.contract = contract
        outcome.contract_source = "tag"
    elif trace is not None and trace.contract is not None and record.trump_only is None:
        contract = outcome.contract = trace.contract
        outcome.contract_source = "auction"
    if contract is PASSED_OUT:
        return
    if record.declarer is not None:
        outcome.declarer = record.declarer
        outcome.declarer_source = "tag"
    elif (
        trace is not None
        and trace.declarer is not None
        and trace.contract is not None
        and (contract is trace.contract or (contract is not None and contract.strain is trace.contract.strain))
    ):
        outcome.declarer = trace.declarer
        outcome.declarer_source = "auction"


def _is_sound(masks: tuple[int | None, ...]) -> bool:
    """Whether four hands of thirteen cards make up the deck."""
    north, east, south, west = masks
    return (
        north is not None
        and east is not None
        and south is not None
        and west is not None
        and north ^ east ^ south ^ west == FULL_DECK
        and north.bit_count() == east.bit_count() == south.bit_count() == west.bit_count() == 13
    )


def _replay(outcome: Outcome, record: Record, play: Play, masks: tuple[int | None, ...]) -> PlayTrace:
    contract, declarer = outcome.contract, outcome.declarer
    strain = int(contract.strain) if contract is not None else -1
    leader = -1 if declarer is None else (declarer + 1) & 3
    if record.trump_only is not None:
        strain = record.trump_only
    sound = outcome.deal_sound or _is_sound(masks)
    trace = _play_in(play, masks, strain, leader, sound=sound)
    if trace.doubts:
        from pbntools.laws.doubtful_tricks import supported

        trace = supported(
            outcome, record, trace, lambda how: _play_in(play, masks, strain, leader, sound=sound, doubtful=how)
        )
    if trace.findings:
        # If the tags contradict the auction, which is one fault, the cards go by the reading that they fit.
        other = play_by_auction(outcome, record)
        if other is not None and len(other.findings) < len(trace.findings):
            outcome.play_by_auction = True
            return other
    return trace


def _play_in(
    play: Play,
    masks: tuple[int | None, ...],
    strain: int,
    leader: int,
    *,
    sound: bool,
    doubtful: Doubtful = Doubtful.UNKNOWN,
) -> PlayTrace:
    """The play of four hands in a strain (-1 where not known) with an opening leader (-1 where not known)."""
    if strain >= 0 and play.first == leader and not play.leads and not play.revokes and sound:
        trace = trace_clean(play, masks, strain, leader)
        if trace is not None:
            return trace
    held = dealt_masks(masks)
    sizes = {mask.bit_count() for mask in held if mask is not None}
    total = max(sizes) if sizes and max(sizes) < 13 else 13
    return replay_play(play, holding_of(held, total), strain, leader, free_lead=total < 13, doubtful=doubtful)


def play_by_auction(outcome: Outcome, record: Record) -> PlayTrace | None:
    """The play under the contract and declarer of the auction; None unless the tags contradict them.

    It makes no difference to the tricks whether a contract is doubled, or how high it is.
    """
    auction, contract, declarer = outcome.auction, outcome.contract, outcome.declarer
    if auction is None or auction.contract is None or auction.declarer is None or record.play is None:
        return None
    if contract is None or contract is PASSED_OUT or declarer is None:
        return None
    rightful = auction.declarer.partner if record.declarer_irregular else auction.declarer
    if contract.strain is auction.contract.strain and declarer is rightful:
        return None
    strain = int(auction.contract.strain)
    masks = outcome.restored or known_masks(record.deal)
    return _play_in(record.play, masks, strain, (auction.declarer + 1) & 3, sound=_is_sound(masks))


def known_masks(deal: Deal | None) -> tuple[int | None, ...]:
    """The hands, with the fourth where it follows from three."""
    if deal is None:
        return (None, None, None, None)
    return deal.completed().masks if None in deal.masks else deal.masks


def _settle_tricks(outcome: Outcome, record: Record) -> None:
    trace, declarer = outcome.play, outcome.declarer
    play = record.play
    if trace is not None:
        if trace.revokes or outcome.remarks:
            _settle_revokes(outcome, record, trace)
        if any(trace.leaders[row] < 0 for row in trace.doubts):
            outcome.adjustment = None
        if trace.complete and trace.sound and trace.total == 13 and declarer is not None:
            outcome.tricks_played = trace.won[declarer & 1]
    result = record.result
    if result is not None and (play is None or play.end != "+"):
        tricks = declarer_tricks(result, declarer)
        if tricks is not None:
            outcome.tricks = tricks
            outcome.tricks_source = "recorded"
            return
    if play is not None and play.claim is not None and 0 <= play.claim <= 13:
        outcome.tricks = play.claim
        outcome.tricks_source = "claimed"
    elif outcome.tricks_played is not None and trace is not None:
        outcome.tricks = outcome.tricks_played
        outcome.tricks_source = "deduced" if trace.deduced else "played"


def _settle_revokes(outcome: Outcome, record: Record, trace: PlayTrace) -> None:
    from pbntools.laws.revokes import rule_on_revokes

    defective: list[int] = []
    faced: dict[int, tuple[Card, bool]] = {}
    if outcome.remarks:
        from pbntools.laws.exposed_cards import Testimony, faced_at_revokes
        from pbntools.laws.remarks import RemarkKind

        masks = outcome.restored or known_masks(record.deal)
        testimony = Testimony(outcome.remarks, trace, masks, outcome.declarer)
        defective = [
            remark.at
            for remark in outcome.remarks
            if remark.kind is RemarkKind.DEFECTIVE_TRICK
            and 0 <= remark.at < len(trace.play.ids)
            and testimony.refuted(remark) is None
        ]
        faced = faced_at_revokes(testimony)
    if not (trace.revokes or defective):
        return
    # Under the other declarer, a player that revoked may have been dummy.
    by_tags = play_by_auction(outcome, record) is None
    strain = int(outcome.contract.strain) if outcome.contract is not None else -1
    declarer = outcome.declarer if by_tags else None
    outcome.revokes = rule_on_revokes(record, trace, strain, declarer, outcome.edition, defective, faced)
    outcome.adjustment = outcome.revokes.adjustment


def _settle_score(outcome: Outcome, record: Record) -> None:
    contract, declarer, tricks = outcome.contract, outcome.declarer, outcome.tricks
    if outcome.revokes is not None:
        tricks = outcome.tricks_scored
    if contract is None or declarer is None or tricks is None:
        return
    outcome.score_ns = score_ns(contract, declarer, tricks, record.vulnerable)


def score_ns(contract: Contract, declarer: int, tricks: int, vulnerable: int | None) -> int | None:
    """The duplicate score for North-South; None where it hangs on a vulnerability that is not known."""
    level, strain, doubled = contract.level, int(contract.strain), contract.doubled
    side = declarer & 1
    if vulnerable is not None:
        points = raw_score(level, strain, doubled, bool(vulnerable >> side & 1), tricks)
    else:
        points = raw_score(level, strain, doubled, False, tricks)
        if points != raw_score(level, strain, doubled, True, tricks):
            return None
    return -points if side else points
