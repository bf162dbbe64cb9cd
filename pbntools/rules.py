"""The catalogue of rules: every diagnostic that the toolkit can give.

Codes are never reused.  Each rule has a page in ``data/rules``, with a bad and a good example.  ``law`` cites the Laws
of Duplicate Bridge 2017, ``section`` the PBN standard 2.1.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from importlib import resources

from pbntools.diagnostics import Rule, Severity

_E, _W, _N = Severity.ERROR, Severity.WARNING, Severity.NOTICE

RULES: dict[str, Rule] = {}
"""Every rule by its code."""


def _rule(
    code: str, name: str, severity: Severity, summary: str, *, law: str | None = None, section: str | None = None
) -> Rule:
    if code in RULES:
        raise ValueError(f"the code {code} is taken")
    rule = Rule(code, name, severity, summary, law, section)
    RULES[code] = rule
    return rule


# The file and its text
NO_RECORDS = _rule("PBN001", "no-records", _E, "The file holds no record at all.", section="2.4")
ENCODING = _rule(
    "PBN002", "encoding", _N, "Text is not in the character set that the standard asks for.", section="2.1"
)
UTF_16 = _rule("PBN003", "utf-16", _W, "The file is UTF-16, which few other readers accept.", section="2.1")
BYTE_ORDER_MARK = _rule("PBN004", "byte-order-mark", _N, "The file starts with a byte order mark.", section="2.1")
LINE_ENDS = _rule("PBN005", "line-ends", _N, "The file mixes kinds of line ends, or uses lone CR.", section="2.2")
LINE_TOO_LONG = _rule("PBN006", "line-too-long", _N, "A line is longer than 255 characters.", section="2.2")
FORBIDDEN_CHARACTER = _rule(
    "PBN007", "forbidden-character", _W, "A character that the standard does not allow here.", section="2.1"
)
GAME_TOO_LARGE = _rule("PBN008", "game-too-large", _E, "A game is past the limit of 16 MB and is not read.")
NOT_JUDGED = _rule("PBN010", "not-judged", _E, "A record that the referee failed on, by a fault of its own.")
UNKNOWN_DIRECTIVE = _rule(
    "PBN009", "unknown-directive", _N, "A line for programs that is not what it seems to be.", section="2.3"
)

# Games, tags, comments
STRAY_TEXT = _rule("PBN101", "stray-text", _W, "Text that belongs to no tag, section or comment.", section="3.2")
UNTERMINATED_COMMENT = _rule("PBN102", "unterminated-comment", _E, "A { without its }.", section="3.8")
UNTERMINATED_STRING = _rule("PBN103", "unterminated-string", _E, "A string without its closing quote.", section="3.2")
MALFORMED_TAG = _rule("PBN104", "malformed-tag", _W, 'A tag pair that is not [Name "value"].', section="3.3")
BLANK_LINE_INSIDE_GAME = _rule(
    "PBN105", "blank-line-inside-game", _W, "A blank line stands inside a game, where it ends the game.", section="2.4"
)
MISSING_SEPARATOR = _rule("PBN106", "missing-separator", _W, "No blank line stands before a new game.", section="2.4")
DUPLICATE_TAG = _rule("PBN107", "duplicate-tag", _W, "A tag is given twice; the first counts.", section="3.3")
MISSING_TAG = _rule("PBN108", "missing-tag", _N, "Mandatory tags are missing.", section="3.4")
UNKNOWN_TAG = _rule("PBN109", "unknown-tag", _N, "A tag that the standard does not know.", section="4")
SECTION_NEEDS_TAG = _rule(
    "PBN110", "section-needs-tag", _W, "Auction or play without the tags that it needs before it.", section="3.3"
)
EMPTY_GAME = _rule("PBN111", "empty-game", _N, "A game whose tags are all empty: a template, not a board.")

# Values
BAD_VALUE = _rule(
    "PBN201", "bad-value", _W, "A tag's value is not of the form that the standard gives it.", section="3.4"
)
VALUE_SPELLING = _rule("PBN202", "value-spelling", _N, "A value is spelt in a way that the standard does not know.")
BAD_INHERITANCE = _rule("PBN203", "bad-inheritance", _W, "# or ## on a tag that may not inherit.", section="4.8")
IMPLICIT_INHERITANCE = _rule(
    "PBN204",
    "implicit-inheritance",
    _W,
    "A game without a deal is read as the previous board at another table.",
    section="4.8",
)

# Notes, annotations, spellings, tables
NOTE_UNDEFINED = _rule("PBN301", "note-undefined", _W, "A reference to a note that the section lacks.", section="3.5.1")
NOTE_UNUSED = _rule("PBN302", "note-unused", _W, "A note that no call or card refers to.", section="3.5.1")
NOTE_MISPLACED = _rule(
    "PBN303", "note-misplaced", _W, "A note stands after another section than its own.", section="3.5.1"
)
NOTE_INDEX = _rule("PBN304", "note-index", _W, "A note's number is missing or not 1 to 32.", section="3.5.1")
BAD_ANNOTATION = _rule(
    "PBN311",
    "bad-annotation",
    _W,
    "Suffixes, numeric glyphs or note references that do not go together.",
    section="3.7",
)
CALL_SPELLING = _rule(
    "PBN321", "call-spelling", _N, "A call is spelt in a way that the standard does not know.", section="3.5.1"
)
CARD_SPELLING = _rule("PBN322", "card-spelling", _N, "A card is not spelt as the export format has it.", section="3.6")
SUIT_LETTERS_IN_DEAL = _rule(
    "PBN323", "suit-letters-in-deal", _W, "The hands of a deal repeat the suit letters.", section="3.4.11"
)
CONTRACT_SPELLING = _rule(
    "PBN324", "contract-spelling", _N, "A contract is spelt in a way that the standard does not know.", section="3.4.14"
)
DEAL_SPELLING = _rule(
    "PBN325", "deal-spelling", _W, "A deal is readable, but not in the standard's form.", section="3.4.11"
)
TABLE_SHAPE = _rule("PBN331", "table-shape", _W, "A table's header or rows do not fit together.", section="5")
TOKENS_AFTER_END = _rule(
    "PBN341", "tokens-after-end", _W, "Something follows the * or + that ends a section.", section="3.5.1"
)

# The deal
DEAL_UNREADABLE = _rule("DEA101", "deal-unreadable", _E, "The deal cannot be read.", section="3.4.11")
DUPLICATE_CARD = _rule("DEA102", "duplicate-card", _E, "A card is dealt twice.", law="1, 13")
HAND_SIZE = _rule("DEA103", "hand-size", _E, "A hand has the wrong number of cards.", law="13, 14")
DEAL_EMPTY = _rule("DEA104", "deal-empty", _W, "The deal holds no cards.", section="3.4.11")
SPOT_CARDS = _rule("DEA105", "spot-cards", _W, "A hand holds x for a small card, so it is not known.", section="3.4.11")
HANDS_ROTATED = _rule("DEA106", "hands-rotated", _E, "The hands are right, but at the wrong seats.", section="3.4.11")
DEALER_CYCLE = _rule(
    "DEA201", "dealer-cycle", _N, "The dealer is not the one of a duplicate board of that number.", law="2"
)
VULNERABILITY_CYCLE = _rule(
    "DEA202",
    "vulnerability-cycle",
    _N,
    "The vulnerability is not the one of a duplicate board of that number.",
    law="2",
)

# The auction
INSUFFICIENT_BID = _rule("AUC101", "insufficient-bid", _E, "A bid does not outrank the bid before it.", law="27A")
INADMISSIBLE_DOUBLE = _rule(
    "AUC102", "inadmissible-double", _E, "A double of something that cannot be doubled.", law="36"
)
INADMISSIBLE_REDOUBLE = _rule(
    "AUC103", "inadmissible-redouble", _E, "A redouble of something that cannot be redoubled.", law="36"
)
BID_ABOVE_SEVEN = _rule("AUC104", "bid-above-seven", _E, "A bid of more than seven.", law="35C, 38")
CALL_AFTER_END = _rule("AUC105", "call-after-end", _E, "A call after the auction was over.", law="39")
CALL_UNREADABLE = _rule("AUC107", "call-unreadable", _E, "A word in the auction that is no call.", section="3.5.1")
AUCTION_INCOMPLETE = _rule("AUC108", "auction-incomplete", _N, "The auction stops before it is over.", law="22")
IRREGULARITY_MARK = _rule(
    "AUC109", "irregularity-mark", _E, "A mark of an irregularity that the record refutes.", section="3.9"
)
CALL_OUT_OF_TURN = _rule("AUC110", "call-out-of-turn", _E, "A player called out of turn.", law="29A")
BID_CORRECTED = _rule(
    "AUC111", "bid-corrected", _W, "An insufficient bid was withdrawn and replaced by another call.", law="27B"
)
DEALER_MISMATCH = _rule(
    "AUC201", "dealer-mismatch", _E, "The auction starts with another player than the dealer.", law="17B"
)
CONTRACT_MISMATCH = _rule("AUC202", "contract-mismatch", _E, "The Contract tag contradicts the auction.", law="22B")
DECLARER_MISMATCH = _rule("AUC203", "declarer-mismatch", _E, "The Declarer tag contradicts the auction.", law="22B")
CONTRACT_UNKNOWN = _rule("AUC204", "contract-unknown", _N, "Neither a tag nor the auction tells the contract.")

# The play
CARD_UNREADABLE = _rule("PLY101", "card-unreadable", _E, "A word in the play that is no card.", section="3.6")
PLAY_COLUMNS = _rule("PLY102", "play-columns", _W, "Cards stand in the columns of other players.", section="3.6")
PLAY_WITHOUT_CONTRACT = _rule(
    "PLY103", "play-without-contract", _E, "Cards are played on a board without a contract.", law="22A"
)
PLAY_AFTER_CLAIM = _rule(
    "PLY104", "play-after-claim", _W, "Cards are played after play was claimed to be over.", law="68D"
)
PLAY_BEFORE_AUCTION_END = _rule(
    "PLY105", "play-before-auction-end", _W, "Cards are played before the auction is over.", law="17, 24"
)
TOO_MANY_TRICKS = _rule("PLY106", "too-many-tricks", _E, "More tricks are recorded than the hands hold.", law="1, 44")
LEAD_WRONG_SEAT = _rule("PLY201", "lead-wrong-seat", _W, "The opening lead comes from the wrong player.", law="54")
LEAD_OUT_OF_TURN = _rule("PLY202", "lead-out-of-turn", _E, "A trick is led by a player who was not to lead.", law="53A")
CARD_NOT_HELD = _rule("PLY301", "card-not-held", _E, "A player plays a card that he does not hold.", law="44")
CARD_PLAYED_TWICE = _rule("PLY302", "card-played-twice", _E, "A card is played twice.", law="44")
REVOKE = _rule("PLY305", "revoke", _E, "A player does not follow suit although he could.", law="61A")
REVOKE_CORRECTED = _rule(
    "PLY306", "revoke-corrected", _N, "A revoke that was corrected before it was established.", law="62"
)
DEFECTIVE_TRICK = _rule(
    "PLY307", "defective-trick", _N, "A trick to which a player played no card, or more than one.", law="67"
)
PENALTY_CARD = _rule("PLY308", "penalty-card", _N, "A penalty card lies before a defender.", law="50")
DESIGNATION_AMBIGUOUS = _rule(
    "PLY309",
    "designation-ambiguous",
    _N,
    "Declarer's words for dummy's card do not settle which card it is.",
    law="46B",
)
DESIGNATION_MISMATCH = _rule(
    "PLY310", "designation-mismatch", _W, "Dummy's card is not the one that declarer's words stand for.", law="46"
)
REVOKE_REPEATED = _rule(
    "PLY311", "revoke-repeated", _N, "A second revoke in a suit, which hides the first one.", law="72B3"
)

# Result and score
RESULT_MISMATCH = _rule("RES101", "result-mismatch", _E, "The Result tag contradicts the cards.", section="3.4.15")
RESULT_UNVERIFIED = _rule(
    "RES102",
    "result-unverified",
    _N,
    "The Result is final, but the play stops before the end without * or +.",
    section="3.4.15",
)
RESULT_OUT_OF_RANGE = _rule(
    "RES103", "result-out-of-range", _E, "A result of fewer than 0 or more than 13 tricks.", section="3.4.15"
)
CLAIM_IMPOSSIBLE = _rule("RES104", "claim-impossible", _E, "More or fewer tricks than were left are claimed.", law="68")
SCORE_MISMATCH = _rule(
    "RES201", "score-mismatch", _E, "The score is not that of contract, result and vulnerability.", law="77"
)
IMP_MISMATCH = _rule("RES202", "imp-mismatch", _E, "More IMPs than any two scores can differ by.", law="78B")
PAR_MISMATCH = _rule(
    "RES203", "par-mismatch", _W, "The optimum score does not follow from the double-dummy table.", section="4.2"
)
DOUBLE_DUMMY_MISMATCH = _rule(
    "RES204", "double-dummy-mismatch", _W, "Two double-dummy tables of a record disagree.", section="5.5"
)
HONOURS_IN_DUPLICATE = _rule(
    "RES205", "honours-in-duplicate", _W, "The score holds honours, which duplicate does not know.", law="77"
)
SCORE_TABLE_MISMATCH = _rule(
    "RES206", "score-table-mismatch", _E, "A row's score is not that of its contract and result.", law="77"
)

# Between records of one event
FOULED_BOARD = _rule(
    "EVT101", "fouled-board", _W, "A board has another deal, dealer or vulnerability at another table.", law="87"
)
PAIR_BOTH_WAYS = _rule("EVT102", "pair-both-ways", _W, "A pair plays one board in both directions.", law="15")
BOARD_REPEATED = _rule("EVT103", "board-repeated", _W, "A pair plays a board twice.", law="15")
DUPLICATE_RECORD = _rule("EVT104", "duplicate-record", _W, "A record is entered twice.")

# Between the deals of a session that is scored as rubber or Chicago
SESSION_DEALER = _rule(
    "EVT201", "session-dealer", _W, "The dealer is not the one whose turn it is in the session.", section="3.4.9"
)
SESSION_VULNERABILITY = _rule(
    "EVT202",
    "session-vulnerability",
    _W,
    "The vulnerability is not the one that follows from the session so far.",
    section="3.4.10",
)
SESSION_ORDER = _rule("EVT203", "session-order", _W, "A deal has no place in the order of the session.")
SESSION_UNKNOWN = _rule(
    "EVT204", "session-unknown", _W, "An unknown result makes the deals after it conditional.", section="3.4.15"
)
SESSION_PLAYERS = _rule("EVT205", "session-players", _W, "The players change in the middle of a rubber or a round.")
RUBBER_SCORE_MISMATCH = _rule(
    "EVT206", "rubber-score-mismatch", _E, "The ScoreRubber tag is not what the deal adds to the pad.", section="4.2"
)
RUBBER_HISTORY_MISMATCH = _rule(
    "EVT207",
    "rubber-history-mismatch",
    _E,
    "The ScoreRubberHistory tag is not the pad as it stands before the deal.",
    section="4.2",
)
SESSION_RULES = frozenset(rule for rule in RULES.values() if rule.code.startswith("EVT2"))
"""Rules of a session: `Ledger` and ``pbntools score --as`` report them.

`check` sees one record at a time: of these it reports only a history whose games are not those of the vulnerability.
"""

# Between the results of an event that is ranked
RESULT_REPEATED = _rule("EVT301", "result-repeated", _E, "A contestant has two results on one board.", law="15")
MEETS_ITSELF = _rule("EVT302", "meets-itself", _E, "A contestant plays against itself.", law="4")
ROOM_MISSING = _rule("EVT303", "room-missing", _W, "A board of a match has a result in one room alone.", law="86")
CONTESTANT_UNKNOWN = _rule(
    "EVT304", "contestant-unknown", _W, "A result does not tell whose it is, or names nobody of the event."
)
RESULT_MISSING = _rule("EVT305", "result-missing", _W, "A result has no score that could be compared.", law="78")
NOTHING_TO_COMPARE = _rule(
    "EVT306", "nothing-to-compare", _W, "A board has one result alone, so nothing can be compared.", law="78"
)
BOARD_UNUSABLE = _rule("EVT307", "board-unusable", _W, "A result has no board, or a number that no board has.")
NOTHING_MEANT = _rule("EVT308", "nothing-meant", _W, "The event speaks of something that no result has.")
TABLE_REPEATED = _rule("EVT309", "table-repeated", _E, "A table has two results on one board.", law="15")
SWING_MISMATCH = _rule(
    "EVT310", "swing-mismatch", _W, "The IMPs that a record gives are not those of its two tables.", law="78B"
)
VULNERABILITY_ASSUMED = _rule(
    "EVT311", "vulnerability-assumed", _N, "A score goes by the vulnerability of the board's number.", law="2"
)
TABLES_DISAGREE = _rule("EVT312", "instant-tables-disagree", _E, "A board has two InstantScoreTables that differ.")
ROUND_REPEATED = _rule("EVT313", "round-repeated", _E, "A team has two matches in one round.")
IMPOSSIBLE_SCORE = _rule("EVT314", "impossible-score", _W, "A result has a score that no contract comes to.", law="77")
MATCH_OVER = _rule("EVT315", "match-over", _W, "A board was played in a match of a knock-out that was over.")
CUT_NOT_PASSED = _rule("EVT316", "cut-not-passed", _E, "A contestant plays after a cut that it did not come through.")
REMARK_UNREAD = _rule(
    "EVT320", "remark-unread", _W, "A result that counts has a remark, which may be a ruling.", law="12"
)
EVENT_RULES = frozenset(rule for rule in RULES.values() if rule.code.startswith("EVT3"))
"""Rules of an event: ``pbntools rank`` and ``compare`` report them, since they look at all results of it."""

# What a target does not take; asked only with its profile
EXPORT_HEADER = _rule(
    "PRF101", "export-header", _W, "The first lines do not say that it is an export file.", section="2.3"
)
EXPORT_LINE_ENDS = _rule("PRF102", "export-line-ends", _E, "Lines end in something else than CR LF.", section="2.2")
EXPORT_LAYOUT = _rule(
    "PRF103",
    "export-layout",
    _E,
    "Blank lines, tag pairs or tabs are not as the export format has them.",
    section="3.3",
)
EXPORT_ORDER = _rule(
    "PRF104", "export-order", _E, "Tags and sections are not in the order of the export format.", section="3.4"
)
EXPORT_VALUE = _rule("PRF105", "export-value", _E, "A value is not written as the export format has it.", section="3.4")
EXPORT_SECTION = _rule(
    "PRF106",
    "export-section",
    _E,
    "An auction, a play or a table is not laid out as in the export format.",
    section="3.5",
)
EXPORT_TEXT = _rule(
    "PRF107", "export-text", _E, "A line is not what the writer of the export format makes of it.", section="3"
)
EXPORT_CHARACTERS = _rule(
    "PRF108",
    "export-characters",
    _E,
    "Characters are not encoded as in the export format, or the file says otherwise.",
    section="2.1",
)
DEAL_NOT_COMPLETE = _rule("PRF201", "deal-not-complete", _E, "A deal for a machine lacks cards.")
BOARD_NUMBERING = _rule("PRF202", "board-numbering", _W, "Boards are not numbered as a dealing machine would do it.")
LOST_IN_LIN = _rule("PRF301", "lost-in-lin", _N, "The LIN format has no place for something that the record says.")
COMMA_IN_NAME = _rule("PRF302", "comma-in-name", _W, "A comma in a player's name, which LIN cannot hold.")
BRIDGEWEBS_VULNERABLE = _rule(
    "PRF401", "bridgewebs-vulnerable", _N, "A vulnerability that is not in the words that Bridgewebs documents."
)

# Formats other than PBN and LIN
FORMAT_TRUNCATED = _rule("FMT101", "format-truncated", _E, "The file ends in the middle of a record.")
WRONG_CHECKSUM = _rule("FMT102", "wrong-checksum", _E, "A checksum is not that of what it stands for.")
WRONG_SIZE = _rule("FMT103", "wrong-size", _E, "The size of a file or a record is not one that its format has.")
FORMAT_SHAPE = _rule("FMT104", "format-shape", _E, "A part of the file is not built as its format has it.")
FORMAT_VALUE = _rule("FMT105", "format-value", _W, "A value is not of the form that the format gives it.")
FORMAT_UNKNOWN = _rule("FMT106", "format-unknown", _N, "A part of the file that the format is not known to have.")
FORMAT_SEALED = _rule("FMT107", "format-sealed", _E, "The file is encrypted or sealed.")
FORMAT_TOO_LARGE = _rule("FMT108", "format-too-large", _E, "A record is longer than any of its format can be.")
COPIES_DISAGREE = _rule("FMT109", "copies-disagree", _E, "Two copies of a deal in one file are not the same.")
FORMAT_UNSAFE = _rule("FMT110", "format-unsafe", _E, "The file asks for what a reader must not do for it.")

# The text of LIN files
LIN_BAR_IN_TEXT = _rule("LIN101", "bar-in-text", _W, "A bar stands inside a text, where it ends the value.")
LIN_STRAY_TEXT = _rule("LIN102", "text-between-codes", _W, "Text that is no pair of a code and a value.")
LIN_NOT_CLOSED = _rule("LIN103", "value-not-closed", _W, "The last value has no bar behind it.")
LIN_UNKNOWN_CODE = _rule("LIN104", "unknown-code", _N, "A code that is not known.")
LIN_DOTTED_HANDS = _rule("LIN105", "dotted-hands", _E, "Hands with dots between the suits, which LIN does not have.")
LIN_FOURTH_HAND = _rule("LIN106", "fourth-hand", _E, "The fourth hand is not the rest of the pack.")
LIN_TOO_MANY_HANDS = _rule("LIN107", "too-many-hands", _E, "A board with more than four hands.")
LIN_NAMES = _rule("LIN108", "number-of-names", _W, "A list of names that has neither four nor eight.")
LIN_LATE_NAMES = _rule("LIN109", "late-names", _W, "Names that come after the first call of a board.")
LIN_NO_DEAL = _rule("LIN110", "board-without-deal", _W, "A board with calls or cards, but without hands.")
LIN_RESULT_LIST = _rule("LIN111", "result-list", _W, "The list of results has an entry too few, or one that is none.")
LIN_RESULT_CONFLICT = _rule(
    "LIN112", "result-list-conflict", _W, "The list of results contradicts the auction of the board."
)
LIN_VALUE = _rule("LIN113", "lin-value", _W, "A value is not one that its code has.")
LIN_EARLY_EXPLANATION = _rule(
    "LIN114", "explanation-before-call", _N, "An explanation stands before the first call of the board."
)
LIN_PLAY_ORDER = _rule("LIN115", "play-order", _W, "The cards cannot have been played in the order given.")
LIN_HEADER = _rule("LIN116", "vugraph-header", _W, "The head of a vugraph record has not nine fields.")
LIN_NO_DEALER = _rule("LIN117", "calls-without-dealer", _E, "An auction whose dealer is not given.")
LIN_CLAIM = _rule("LIN118", "claim-without-contract", _W, "A claim on a board of which no contract is known.")
LIN_NOT_COVERED = _rule("LIN119", "boards-not-covered", _N, "The list of results has boards that the file lacks.")

# Losses of a conversion
TAG_LOST = _rule("CNV101", "tag-lost", _N, "A tag for which the target has no place.")
COMMENT_LOST = _rule("CNV102", "comment-lost", _N, "A comment for which the target has no place.")
NOTE_LOST = _rule("CNV103", "note-lost", _N, "A note on a call or card that the target cannot hold.")
GLYPH_LOST = _rule("CNV104", "glyph-lost", _N, "A mark such as ! or ? on a call or card that the target cannot hold.")
TABLE_LOST = _rule("CNV105", "table-lost", _N, "A table for which the target has no place.")
AUCTION_LOST = _rule("CNV106", "auction-lost", _N, "An auction, or a part of one, that the target cannot hold.")
PLAY_LOST = _rule("CNV107", "play-lost", _N, "A play, or a part of one, that the target cannot hold.")
RESULT_LOST = _rule("CNV108", "result-lost", _N, "A contract, a declarer or a result that the target cannot state.")
HAND_LOST = _rule("CNV109", "hand-lost", _N, "A deal, or a hand, that the target cannot hold.")
DEALER_CHANGED = _rule(
    "CNV110", "dealer-changed", _N, "A dealer or a vulnerability that the target takes from the board's number instead."
)
BOARD_CHANGED = _rule("CNV111", "board-changed", _N, "A board's label that the target cannot hold.")
IRREGULARITY_LOST = _rule("CNV112", "irregularity-lost", _N, "The mark of an irregularity that the target cannot hold.")
PROVENANCE_CHANGED = _rule(
    "CNV113",
    "provenance-changed",
    _N,
    "What was recorded one way is stated another way, such as a claim as a result.",
)
TEXT_CHANGED = _rule("CNV114", "text-changed", _N, "A text with characters that the target cannot hold.")
RECORD_LEFT_OUT = _rule("CNV115", "record-left-out", _N, "A record that the target cannot hold at all.")
WORD_LOST = _rule("CNV116", "word-lost", _N, "A call or a card that could not be read, and so not be written.")
PRESENTATION_LOST = _rule("CNV117", "presentation-lost", _N, "What only says how the source is to be shown.")
VALUE_CHANGED = _rule("CNV118", "value-changed", _N, "A value of which the target holds a part.")
REMARK_MOVED = _rule("CNV119", "remark-moved", _N, "A note or a comment that stands at another place in the target.")

BY_NAME: dict[str, Rule] = {rule.name: rule for rule in RULES.values()}
"""Every rule by its name."""


_CITED = re.compile(r"([0-9]+)([A-Z0-9]*)")


def find_rule(text: str) -> Rule | None:
    """The rule with this code or name, any case; None if there is none."""
    return RULES.get(text.upper()) or BY_NAME.get(text.lower())


def citing(law: str) -> list[Rule]:
    """The rules that cite a Law, given as ``61`` or ``61A``; the number alone means all of its parts."""
    wanted = _CITED.fullmatch(law.upper())
    if wanted is None:
        return []
    number, part = wanted.groups()
    return [
        rule
        for rule in RULES.values()
        if any(cited == number and of.startswith(part) for cited, of in _CITED.findall(rule.law or ""))
    ]


def selects(pattern: str, rule: Rule) -> bool:
    """Whether a ``--select`` or ``--ignore`` pattern names the rule: a code or a prefix of one, or the rule's name."""
    return rule.name == pattern.lower() or rule.code.startswith(pattern.upper())


def known_patterns(patterns: Iterable[str]) -> tuple[str, ...]:
    """The patterns, each of which must name a rule: ValueError, which tells rules that are spelt alike, otherwise."""
    found = tuple(patterns)
    for pattern in found:
        if not pattern or not any(selects(pattern, rule) for rule in RULES.values()):
            near = near_rules(pattern)
            raise ValueError(f"{pattern!r} names no rule" + (f": did you mean {' or '.join(near)}?" if near else ""))
    return found


def near_rules(text: str) -> list[str]:
    """At most three names or codes of rules that are spelt alike or hold the text."""
    # Slow to import, and wanted only for a message.
    import difflib

    low = text.lower()
    inside = [name for name in BY_NAME if len(low) > 2 and low in name]
    spelt = difflib.get_close_matches(low, BY_NAME, n=3, cutoff=0.6)
    codes = difflib.get_close_matches(text.upper(), RULES, n=3, cutoff=0.75)
    return list(dict.fromkeys([*spelt, *inside, *codes]))[:3]


def rule_page(rule: Rule) -> str:
    """The rule's page as Markdown text; FileNotFoundError if the package lacks it."""
    return resources.files("pbntools").joinpath(f"data/rules/{rule.code}.md").read_text(encoding="utf-8")
