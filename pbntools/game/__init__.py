"""The mechanics of the game: auction, play, tricks and the score of a board."""

from pbntools.game.auction import AuctionFault, AuctionState, AuctionVerdict
from pbntools.game.play import PlayFault, PlayState, PlayVerdict, Trick
from pbntools.game.score import ScorePart, duplicate_score, raw_score, score, score_parts, tricks_from_score
from pbntools.game.tricks import STRENGTH, trick_winner

__all__ = [
    "STRENGTH",
    "AuctionFault",
    "AuctionState",
    "AuctionVerdict",
    "PlayFault",
    "PlayState",
    "PlayVerdict",
    "ScorePart",
    "Trick",
    "duplicate_score",
    "raw_score",
    "score",
    "score_parts",
    "trick_winner",
    "tricks_from_score",
]
