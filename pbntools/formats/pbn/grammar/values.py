"""The languages of tag values: PBN 2.1 §3.4, §4.1 to §4.7.

Each is written inside the quotes of a tag pair, so that an error has its place in the text.  The empty value, ``?`` and
``#`` belong to tag pairs and are not repeated here.
"""

from __future__ import annotations

from pyparsing import MatchFirst, Opt, ParseFatalException, ParserElement, ParseResults

from pbntools.formats.pbn.grammar.lexical import STRING_CHARACTER, blanks, free_blanks, leaf, quiet

SEAT = r"[NESWnesw]"
STRAIN = r"(?:[Nn][Tt]|[SHDCshdc])"
RANK = r"[AKQJTakqjt2-9]"
DOUBLING = r"(?:XX|xx|[Xx])?"
BID = rf"[1-7]{STRAIN}"
CARD = rf"[SHDCshdc]{RANK}"
TRICKS = r"0{0,7}(?:1[0-3]|[0-9])(?![0-9])"

_INTEGER = r"[+-]?[0-9]{1,9}"
_DECIMAL = r"[+-]?(?:[0-9]{1,9}(?:\.[0-9]{0,9})?|\.[0-9]{1,9})"
_CLOSE = r'(?=")'


def refuse(place: int, text: str, what: str) -> ParseFatalException:
    """The refusal of something that has the form, but not the value; ``what`` was expected."""
    return ParseFatalException(text, place, f"Expected {what}")


def words(name: str, *choices: str) -> ParserElement:
    """One of some words, and nothing behind it."""
    ordered = sorted(choices, key=len, reverse=True)
    return leaf(rf"(?:{'|'.join(choice.replace('-', '[-]') for choice in ordered)}){_CLOSE}", name)


text = leaf(rf"{STRING_CHARACTER}*+", "text")
seat = leaf(SEAT, "a player: N, E, S or W")
declarer = leaf(rf"\^?{SEAT}", "a player: N, E, S or W, with ^ before an irregular declarer")
vulnerable = words(
    "a vulnerability: None, NS, EW or All",
    *(form for word in ("None", "Love", "NS", "EW", "All", "Both") for form in
      dict.fromkeys((word, word.lower(), word.upper(), word.capitalize()))),
    "-",
)  # fmt: skip
contract = leaf(
    rf"(?:Pass|pass|PASS|{BID}{DOUBLING}|{STRAIN}){_CLOSE}",
    "a contract: Pass, or a level from 1 to 7, a denomination (C, D, H, S, NT) and nothing, X or XX",
)

# §3.4.3
_year = leaf(r"[0-9]{4}|\?{4}", "a year: four digits or ????")
_dot = leaf(r"\.", 'a dot, as in "2026.03.24"')
_month = leaf(r"0[1-9]|1[0-2]|\?\?", "a month: 01 to 12 or ??")
_day = leaf(r"0[1-9]|[12][0-9]|3[01]|\?\?", "a day: 01 to 31 or ??")
date = _year + _dot + _month + _dot + _day

_colon = leaf(":", 'a colon, as in "19:30:00"')
_hour = leaf(r"[01][0-9]|2[0-3]", "an hour: 00 to 23")
_minute = leaf(r"[0-5][0-9]", "minutes: 00 to 59")
_second = leaf(r"[0-5][0-9]", "seconds: 00 to 59")
clock = _hour + _colon + _minute + _colon + _second

board = leaf(rf"0*+[1-9][0-9]*+{_CLOSE}", "a board number: a whole number from 1 on")
round_ = leaf(rf"[A-Za-z0-9_]++(?:\.[A-Za-z0-9_]++)*+{_CLOSE}", "a round: letters, digits and _, parts joined by dots")
room = words("a room: Open or Closed", "Open", "Closed")
yes_or_no = words("Yes or No", "Yes", "No")
hidden = leaf(rf"(?![NESW]*([NESW])[NESW]*\1)[NESW]{{1,4}}{_CLOSE}", "players: N, E, S, W, each at most once")
competition = words(
    "Cavendish, Chicago, Individuals, Pairs, Rubber or Teams",
    "Cavendish", "Chicago", "Individuals", "Pairs", "Rubber", "Teams",
)  # fmt: skip
mode = words("a mode: EM, EMB, IBS, OKB, TABLE or TC", "EMB", "EM", "IBS", "OKB", "TABLE", "TC")
kind_of_player = words("human or program", "human", "program")
seconds = leaf(rf"[0-9]{{1,9}}{_CLOSE}", "seconds: a whole number")
time_control = leaf(rf"(?:[0-9]{{1,6}}/[0-9]{{1,6}}|-){_CLOSE}", 'boards and minutes, as in "4/30"')
double_dummy = leaf(rf"[0-9A-Da-d]{{20}}{_CLOSE}", "20 hexadecimal digits, each of 0 to 13 tricks")


# §3.4.11
_holding = leaf(rf"{RANK}*+", "cards: A K Q J T 9 … 2")
_between_suits = leaf(r"\.", "a rank (A K Q J T 9 … 2) or a dot before the next suit")
_hand = leaf(r"-(?=[ \"])", "a hand or -") | (
    _holding + _between_suits + _holding + _between_suits + _holding + _between_suits + _holding
)
_next_hand = leaf(r"[ ](?![ ])", "a rank (A K Q J T 9 … 2), or one space and the next hand")
_first_hand = leaf(rf"{SEAT}:", "the player whose hand is first and a colon, as in N:")
deal = _first_hand + _hand + (_next_hand + _hand) * 3

# §3.4.12
_SYSTEMS = ("MP", "MatchPoints", "IMP", "Cavendish", "Chicago", "Rubber", "BAM", "Instant")
_MODIFIERS = (
    "Butler", "Butler-2", "Experts", "Cross", "Cross1", "Cross2", "Mean", "Median", "MP1", "MP2", "OldMP",
    "Mitchell2", "Mitchell3", "Mitchell4", "Ascherman", "Bastille", "EMP", "IMP_1948", "IMP_1961",
)  # fmt: skip
_field = leaf(
    rf"(?:{'|'.join(sorted((*_SYSTEMS, *_MODIFIERS), key=len, reverse=True))})(?=[;\"])",
    "a scoring system of the standard, such as MP, IMP or Rubber",
)
_semicolon = quiet(";", "; and another field, or the end")
scoring: ParserElement = _field + (_semicolon - _field)[...]


@scoring.add_parse_action
def _one_system(source: str, place: int, found: ParseResults) -> None:
    if sum(field in _SYSTEMS for field in found) > 1:
        raise refuse(place, source, "one base system, with modifiers behind it")


# §4.2, §3.4.15: forms of a score.
_ns = leaf("NS", "NS")
_ew = leaf("EW", "EW")


def _sided(unit: ParserElement, name: str, *, bare: bool) -> ParserElement:
    """A score of declarer's side (where it may stand bare), of one side, or of both."""
    of_ns = _ns - blanks - unit + Opt(blanks + _ew - blanks - unit)
    of_ew = _ew - blanks - unit + Opt(blanks + _ns - blanks - unit)
    forms = [of_ns, of_ew, unit] if bare else [of_ns, of_ew]
    return MatchFirst(forms).set_name(name) + free_blanks


_tricks = leaf(TRICKS, "tricks: 0 to 13")
result = (
    Opt(leaf(r"\^", "^"))
    + free_blanks
    + _sided(_tricks, "declarer's tricks (0 to 13), or those of a side, as in NS 9", bare=True)
)


@result.add_parse_action
def _thirteen(source: str, place: int, found: ParseResults) -> None:
    counts = [int(part) for part in found if part.isdigit()]
    if sum(counts) > 13:
        raise refuse(place, source, "no more than 13 tricks for both sides together")


_points = leaf(_INTEGER, "points: a whole number")
_number = leaf(_DECIMAL, "a number")
score = _sided(_points, "points, bare or behind NS or EW", bare=True)
score_decimal = _sided(_number, "a number, bare or behind NS or EW", bare=True)
_percent = leaf(r"\+?(?:[0-9]{1,3}(?:\.[0-9]{0,9})?|\.[0-9]{1,9})", "a number from 0 to 100")


@_percent.add_parse_action
def _hundred(source: str, place: int, found: ParseResults) -> None:
    if float(found[0]) > 100:
        raise refuse(place, source, "a number from 0 to 100")


score_percentage = _sided(_percent, "a number from 0 to 100, bare or behind NS or EW", bare=True)
_above_below = leaf(r"[0-9]{1,9}[ ]*/[ ]*[0-9]{1,9}", "points above and below the line, as in 300/40")
score_rubber = _sided(_above_below, "points above and below the line, bare or behind NS or EW", bare=True)
optimum_score = _sided(_points, "points behind NS or EW", bare=False)


@optimum_score.add_parse_action
def _opposite(source: str, place: int, found: ParseResults) -> None:
    if len(found) == 4 and int(found[1]) != -int(found[3]):
        raise refuse(place, source, "opposite scores of the two sides")


# §4.2: above the line before and now, below it game by game, at the start of the deal.
_ten = leaf(r"[0-9]{0,8}0(?![0-9])", "points: a multiple of 10")
_slash = leaf("/", "/ and the points below the line")
_one_space = quiet(r"[ ](?![ ])", "one space")
_history_side = _ten + _one_space - _ten + _slash - _ten + (quiet(r"[ ](?=[0-9])", "one space") - _ten)[0, 2]
score_rubber_history: ParserElement = _ns - _one_space - _history_side - _one_space - _ew - _one_space - _history_side


@score_rubber_history.add_parse_action
def _games(source: str, place: int, found: ParseResults) -> None:
    half = found.as_list().index("EW")
    ns = [int(points) for points in found[4:half]]
    ew = [int(points) for points in found[half + 4 :]]
    if len(ns) != len(ew):
        raise refuse(place, source, "as many games below the line for EW as for NS")
    if any((one >= 100) == (other >= 100) for one, other in list(zip(ns, ew, strict=True))[:-1]):
        raise refuse(place, source, "one side with 100 or more below the line in each game that is over")
