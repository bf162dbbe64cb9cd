"""The values of the game: seats, cards, hands, deals, calls, contracts.  No input or output."""

from pbntools.core.calls import CALLS, DOUBLE, PASS, REDOUBLE, Call
from pbntools.core.cards import CARDS, FULL_DECK, RANKS, SUIT_MASK, Card, Strain, Suit
from pbntools.core.contract_text import ContractText, parse_contract_text
from pbntools.core.contracts import PASSED_OUT, Contract
from pbntools.core.deals import Deal
from pbntools.core.double_dummy import DoubleDummy
from pbntools.core.hands import Hand, cards_of, hand_text, parse_hand_mask
from pbntools.core.seats import Seat, Side, Vulnerability, board_dealer, board_vulnerability

__all__ = [
    "CALLS",
    "CARDS",
    "DOUBLE",
    "FULL_DECK",
    "PASS",
    "PASSED_OUT",
    "RANKS",
    "REDOUBLE",
    "SUIT_MASK",
    "Call",
    "Card",
    "Contract",
    "ContractText",
    "Deal",
    "DoubleDummy",
    "Hand",
    "Seat",
    "Side",
    "Strain",
    "Suit",
    "Vulnerability",
    "board_dealer",
    "board_vulnerability",
    "cards_of",
    "hand_text",
    "parse_contract_text",
    "parse_hand_mask",
]
