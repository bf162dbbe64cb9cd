"""Fixes: what is mended is mended, nothing else gets worse, and the rest of the file stays as it was."""

from __future__ import annotations

import codecs
import pickle
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import pbntools as pbn
from pbntools import fixing
from pbntools.diagnostics import Diagnostic, FixEdit, LazyFix, Location, PlacedFix
from pbntools.fixing import fix
from pbntools.rules import RULES, rule_page
from tests.formats import samples
from tests.formats.samples import AUCTION, PLAY, auction_of, play_of
from tests.properties.test_pbn_reader import anything

DEAL = "N:AKQJ.T98.765.432 T987.765.432.KQJ 6543.432.AKQJ.98 2.AKQJ.T98.AT765"
SHORT = DEAL.replace("6543.432", "654.432")
MANDATORY = samples.MANDATORY.replace(samples.DEAL, DEAL)
GAME = MANDATORY + AUCTION + PLAY

FIXTURES = Path(__file__).parent.parent / "fixtures"
UNSAFE = frozenset(("dates", "from-the-auction", "opening-passes-lost", "trick-in-other-columns", "unclosed-comment"))
"""The fixtures of `fixes/` that are mended by unsafe fixes."""

MENDED = sorted(path for path in (FIXTURES / "fixes").glob("*.pbn"))
INVALID = sorted((FIXTURES / "invalid").glob("*.pbn"))

SAFE_RULES = frozenset(
    "bad-value blank-line-inside-game byte-order-mark call-spelling card-spelling contract-spelling deal-spelling "
    "duplicate-tag hand-size malformed-tag missing-separator note-misplaced play-columns stray-text "
    "suit-letters-in-deal table-shape utf-16 value-spelling".split()
)
"""The rules of which some diagnostics have a safe fix."""
UNSAFE_RULES = frozenset(
    "auction-incomplete bad-value call-spelling card-not-held contract-mismatch dealer-mismatch declarer-mismatch "
    "forbidden-character hand-size hands-rotated honours-in-duplicate lead-out-of-turn lead-wrong-seat malformed-tag "
    "result-mismatch result-unverified revoke score-mismatch unterminated-comment unterminated-string".split()
)
"""The rules of which some diagnostics have a fix that may not be what was meant."""


def diagnostics(data: bytes, **arguments: Any) -> list[Diagnostic]:
    return [diagnostic for reading in pbn.check(data, **arguments) for diagnostic in reading.diagnostics]


def counted(data: bytes) -> Counter[tuple[int | None, str]]:
    # Records that are right may turn out to be the same: what is between records says nothing of a fix.
    return Counter(
        (diagnostic.record, diagnostic.rule.code)
        for diagnostic in diagnostics(data)
        if not diagnostic.rule.code.startswith("EVT1")
    )


def meanings(data: bytes) -> list[tuple[Any, ...]]:
    """What each record says, with hands that lack one card made whole where three others tell which."""
    found = []
    for reading in pbn.read(data):
        record = reading.record
        if record is None:
            continue
        masks = list(record.deal.masks) if record.deal is not None else []
        sizes = [-1 if mask is None else mask.bit_count() for mask in masks]
        if sorted(sizes) == [12, 13, 13, 13] and record.deal is not None and len(record.deal.missing()) == 1:
            short = sizes.index(12)
            masks[short] = (masks[short] or 0) | 1 << record.deal.missing()[0]
        play = record.play
        cards = list(play.ids) if play is not None else []
        while cards and cards[-1] == -1:
            del cards[-1]
        found.append(
            (
                tuple(masks),
                record.dealer,
                record.vulnerable,
                record.contract,
                record.declarer,
                record.result,
                record.auction,
                (play.first, cards, play.end) if play is not None else None,
                record.notes,
                record.comments,
            )
        )
    return found


def edited(data: bytes, found: PlacedFix) -> bytes:
    """The file with one fix made, by the offsets that the JSON gives."""
    for edit in sorted(found.edits, key=lambda edit: edit.as_dict()["offset"], reverse=True):
        at = edit.as_dict()
        data = data[: at["offset"]] + edit.data + data[at["end_offset"] :]
    return data


def assert_better(data: bytes, *, unsafe: bool = False, date_order: str | None = None) -> fixing.Fixed:
    """Mend a file and look whether it is better."""
    done = fix(data, unsafe=unsafe, date_order=date_order)
    before, after = counted(data), counted(done.data)
    assert not after - before, f"new: {after - before}"
    mended = Counter((diagnostic.record, diagnostic.rule.code) for diagnostic in done.applied)
    assert set(mended) <= set(before - after)
    if not unsafe:
        assert meanings(done.data) == meanings(data)
    return done


@pytest.mark.parametrize("path", MENDED, ids=lambda path: path.stem)
def test_the_fixtures_are_mended_as_expected(path: Path) -> None:
    unsafe = path.stem in UNSAFE
    done = assert_better(path.read_bytes(), unsafe=unsafe, date_order="dmy" if unsafe else None)
    assert done.data == (path.parent / "fixed" / path.name).read_bytes()
    assert done.refused == ()
    assert fix(done.data, unsafe=unsafe, date_order="dmy").data == done.data


@pytest.mark.parametrize("unsafe", [False, True], ids=["safe", "unsafe"])
@pytest.mark.parametrize("path", INVALID, ids=lambda path: path.stem)
def test_a_fix_ends_its_diagnostic_and_brings_no_other(path: Path, unsafe: bool) -> None:
    data = path.read_bytes()
    done = assert_better(data, unsafe=unsafe)
    for diagnostic in diagnostics(data):
        found = diagnostic.fix
        if found is not None and (found.safe or unsafe):
            assert diagnostic.rule.name in {other.rule.name for other in done.applied}
    assert not {diagnostic.rule.name for diagnostic in done.applied} - (
        SAFE_RULES | (UNSAFE_RULES if unsafe else set())
    )


@pytest.mark.parametrize("path", INVALID, ids=lambda path: path.stem)
def test_the_edits_of_a_fix_can_be_made_by_others(path: Path) -> None:
    data = path.read_bytes()
    for diagnostic in diagnostics(data):
        found = diagnostic.fix
        if found is None or not found.edits:
            continue
        left = counted(edited(data, found))
        assert left[diagnostic.record, diagnostic.rule.code] < counted(data)[diagnostic.record, diagnostic.rule.code]


@pytest.mark.parametrize("rule", RULES.values(), ids=str)
def test_the_page_of_a_rule_says_whether_there_is_a_fix(rule: pbn.Rule) -> None:
    page = rule_page(rule)
    assert ("`--fix`" in page) == (rule.name in SAFE_RULES)
    assert ("`--unsafe-fixes`" in page) == (rule.name in UNSAFE_RULES)


# --- one by one ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "mended"),
    [
        (GAME.replace('"1S"', '"1s by N"'), GAME),
        (GAME.replace('"None"', '"none "'), GAME.replace('"None"', '"None"')),
        (GAME.replace("1S Pass Pass Pass", "1s P P all  pass"), GAME.replace("1S Pass Pass Pass", "1s Pass Pass AP")),
        (GAME.replace("1S Pass Pass Pass", "1SPassPassPass"), GAME),
        (GAME.replace("CK C8 CA C2", "ck c8 CA C2"), GAME),
        (GAME.replace("CK C8 CA C2", "CK CA C2 C8"), GAME),
        (GAME.replace(f'"{DEAL}"', f'" {DEAL} "'), GAME),
        (GAME.replace(DEAL, SHORT), GAME),
        (GAME.replace('[Event "Spring Pairs"]', '[Event "Spring Pairs"'), GAME),
        (GAME.replace('"Nowhere"', '"No "where""'), GAME.replace('"Nowhere"', '"No \\"where\\""')),
        (GAME.replace("[Declarer", "\n\t\n[Declarer"), GAME),
        (
            GAME.replace('[Site "Nowhere"]', '[Site "Nowhere"] [Site "Nowhere"]'),
            GAME.replace('"Nowhere"]', '"Nowhere"] '),
        ),
        (GAME.replace('"MP"', '" mp;butler"'), GAME.replace('"MP"', '"MP;Butler"')),
        (GAME + "\nSorry", GAME + "\n% Sorry"),
        ("PBN stray\n" + GAME, "%% PBN stray\n" + GAME),
        (GAME.replace('[Scoring "MP"]', '[Scoring "MP"] said Fred'), GAME.replace('"MP"]', '"MP"] \n% said Fred')),
    ],
)
def test_what_is_mended(text: str, mended: str) -> None:
    done = assert_better(text.encode())
    assert done.applied
    assert done.data.decode() == mended
    assert not [d for d in diagnostics(done.data) if d.fix is not None and d.fix.safe]


@pytest.mark.parametrize(
    "text",
    [
        GAME.replace('"1S"', '"1S by E"'),  # the Declarer tag says another one
        GAME.replace('[Site "Nowhere"]', '[Site "Nowhere"]\n[Site "Elsewhere"]'),
        GAME.replace('[Site "Nowhere"]', '[Site "Nowhere"]\n[Site "Nowhere"]\n{a remark on the second one}'),
        GAME.replace('"2024.05.01"', '"02.04.24"'),
        GAME.replace('"2024.05.01"', '"2024-13-45"'),
        GAME.replace("1S Pass", "1S* Pass"),  # the star says that the bid was alerted
        GAME.replace(DEAL, SHORT.replace("2.AKQJ", "2.AKQ")),  # two cards are missing
        GAME + "\npbntools: ignore PBN",
    ],
)
def test_what_is_left_alone(text: str) -> None:
    done = fix(text.encode())
    assert done.applied == ()
    assert done.data.decode() == text


@pytest.mark.parametrize(
    ("order", "written", "meant"),
    [
        ("dmy", "02.04.24", "2024.04.02"),
        ("mdy", "02/04/24", "2024.02.04"),
        ("ymd", "02-04-24", "2002.04.24"),
        ("dmy", "2.4.1998", "1998.04.02"),
        ("dmy", "31.12.69", "1969.12.31"),
        ("mdy", "31.12.69", None),
        ("ymd", "02.04.2024", None),
        ("dmy", "1.2.345", None),
    ],
)
def test_dates_by_a_stated_order(order: str, written: str, meant: str | None) -> None:
    text = GAME.replace("2024.05.01", written)
    assert fix(text.encode(), date_order=order).data.decode() == text
    found = fix(text.encode(), unsafe=True, date_order=order).data.decode()
    assert found == (text if meant is None else GAME.replace("2024.05.01", meant))


def test_an_order_of_dates_that_is_none() -> None:
    with pytest.raises(ValueError, match="date_order='dym'"):
        fix(GAME.encode(), date_order="dym")


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends_are_kept(end: str) -> None:
    second = MANDATORY.replace('"1"', '"17"') + AUCTION
    text = "stray\n" + GAME.replace("1S Pass Pass Pass", "1S P P P") + second + "\nmore\nof it"
    mended = assert_better(text.replace("\n", end).encode()).data.decode()
    assert {d.rule.name for d in diagnostics(mended.encode())} <= {"line-ends"}
    wanted = "% stray\n" + GAME + "\n" + second + "\n% more\n% of it"
    assert mended == wanted.replace("\n", end)


@pytest.mark.parametrize(
    ("mark", "name"), [(codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be")], ids=["le", "be"]
)
def test_a_file_may_stay_in_utf_16(mark: bytes, name: str) -> None:
    text = GAME.replace("Alder", "Łukasz ♠ 𝄞").replace("1S Pass Pass Pass", "1S P P P")
    done = fix(mark + text.encode(name), ignore=["utf-16"])
    assert done.data == mark + text.replace("P P P", "Pass Pass Pass").encode(name)
    assert [d.rule.name for d in done.applied] == ["call-spelling"]


def test_a_damaged_utf_16_file_is_left_alone() -> None:
    data = codecs.BOM_UTF16_LE + GAME.replace("Pass", "P").encode("utf-16-le") + b"\x00"
    assert fix(data).data == data
    data = codecs.BOM_UTF16_LE + GAME.replace("Alder", "\ud800").encode("utf-16-le", "surrogatepass")
    assert fix(data).data == data


def test_latin_1_that_would_be_taken_for_utf_8_is_written_in_utf_8() -> None:
    text = GAME.replace("Alder", "Ã©").replace("Birch", "é")
    done = assert_better(codecs.BOM_UTF16_LE + text.encode("utf-16-le"))
    assert done.data == b"% Content-type: text/x-pbn; charset=UTF-8\n" + text.encode()


def test_a_declared_character_set_is_changed_with_the_text() -> None:
    text = "% PBN 2.1\n%Content-type: text/x-pbn; charset=cp1250\n" + GAME.replace("Alder", "Łukasz")
    done = assert_better(codecs.BOM_UTF16_BE + text.encode("utf-16-be"))
    assert done.data == text.replace("cp1250", "UTF-8").encode()


@pytest.mark.parametrize("encoding", ["utf-8", "cp1252"])
def test_other_bytes_stay_as_they_are(encoding: str) -> None:
    text = GAME.replace("Alder", "Zoë – “x”").replace("[Play", '[Note "1:déjà vu"]\n[Play')
    text = text.replace("1S Pass Pass Pass", "1S =1= P P P")
    done = assert_better(text.encode(encoding))
    assert done.data == text.replace("P P P", "Pass Pass Pass").encode(encoding)


def test_all_notes_are_moved_at_once() -> None:
    notes = [f'[Note "{number}:n\xe9 {number}"]\n' for number in range(1, 5)]
    calls = " ".join(f"{'1C' if number == 1 else 'Pass'} ={number}=" for number in range(1, 5))
    head = MANDATORY.replace('"N"]\n[Contract "1S"]', '"N"]\n[Contract "1C"]')
    text = head + f'[Auction "N"]\n{calls}\n[Play "E"]\nCK\n*\n' + "".join(notes)
    done = assert_better(text.encode("latin-1"))
    assert done.data.decode("latin-1") == head + f'[Auction "N"]\n{calls}\n' + "".join(notes) + '[Play "E"]\nCK\n*\n'


# --- fixes in each other's way, and fixes that do not help ------------------------------------------------------------


def test_fixes_that_overlap_are_made_one_after_the_other() -> None:
    """The suit letters and the value around them are the same text, mended by two fixes."""
    text = GAME.replace(f'[Deal "{DEAL}"]', '[Deal "N:' + letters(DEAL) + '"')
    done = assert_better(text.encode())
    assert done.data.decode() == GAME
    assert {d.rule.name for d in done.applied} == {"malformed-tag", "suit-letters-in-deal"}


def letters(deal: str) -> str:
    return " ".join(".".join(map("".join, zip("SHDC", hand.split("."), strict=True))) for hand in deal[2:].split(" "))


def edit(start: int, end: int, text: str) -> FixEdit:
    return FixEdit(Location("x", start, end), text, text.encode())


def diagnostic(rule: str, *edits: FixEdit, record: int | None = 0, safe: bool = True) -> Diagnostic:
    found = PlacedFix("m", safe, edits)
    return Diagnostic(
        pbn.RULES[rule], pbn.Severity.NOTICE, "m", Location("x", 0, 0), record, lazy_fix=LazyFix(None, found)
    )


def test_of_two_overlapping_fixes_the_first_is_made() -> None:
    ones = [
        diagnostic("PBN321", edit(5, 10, "a")),
        diagnostic("PBN322", edit(0, 2, "b"), edit(9, 12, "c")),
        diagnostic("PBN201", edit(10, 12, "d")),
        diagnostic("PBN202", edit(5, 10, "a")),
        diagnostic("PBN303", edit(3, 3, "e")),
        diagnostic("PBN304", edit(3, 3, "f")),
        diagnostic("PBN311", edit(7, 7, "g")),
    ]
    mends = [(one, one.fix) for one in ones if one.fix is not None]
    kept = [one.rule.code for one, _ in fixing._compatible(mends)]
    assert kept == ["PBN321", "PBN201", "PBN202", "PBN303"]


def test_a_fix_that_makes_things_worse_is_taken_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """One fix breaks the deal; the others of the same record and of the next one are made all the same."""
    text = GAME.replace('"1S"', '"1s "').replace('"None"', '"NONE "') + "\n" + GAME.replace("1S Pass", "1s Pass")
    data = text.encode()
    at = text.index("AKQJ.T98")
    bad = PlacedFix("bad", True, (edit(at, at + 1, "K"),))
    true = fixing._look

    def look(data: bytes, close: Any, **arguments: Any) -> Any:
        state = true(data, close, **arguments)
        for index, (one, _) in enumerate(state.fixes):
            if one.rule.name == "value-spelling":
                state.fixes[index] = (one, bad)
        return state

    monkeypatch.setattr(fixing, "_look", look)
    done = fix(data)
    assert [d.rule.name for d in done.refused] == ["value-spelling"]
    assert done.data == text.replace('"1s "', '"1S"').encode()
    assert {d.rule.name for d in done.applied} == {"contract-spelling"}


def test_an_unsafe_fix_that_brings_another_error_is_not_made() -> None:
    """The score fits the contract of the tag, so the auction is no better witness."""
    text = MANDATORY.replace('"1S"', '"4SX"').replace('[Result "8"]', '[Result "9"]\n[Score "NS -100"]') + AUCTION
    assert [d.rule.name for d in diagnostics(text.encode())] == ["contract-mismatch"]
    done = fix(text.encode(), unsafe=True)
    assert done.data.decode() == text
    assert [d.rule.name for d in done.refused] == ["contract-mismatch"]
    text = text.replace("NS -100", "NS 140")
    assert fix(text.encode(), unsafe=True).data.decode() == text.replace("4SX", "1S")


def test_only_selected_rules_are_mended() -> None:
    text = GAME.replace('"1S"', '"1s "').replace('"None"', '"NONE "')
    assert [d.rule.name for d in fix(text.encode(), select=["PBN202"]).applied] == ["value-spelling"]
    assert [d.rule.name for d in fix(text.encode(), ignore=["value-spelling"]).applied] == ["contract-spelling"]
    quiet = "% pbntools: ignore value-spelling\n" + text
    assert [d.rule.name for d in fix(quiet.encode()).applied] == ["contract-spelling"]
    with pytest.raises(ValueError, match="names no rule"):
        fix(text.encode(), select=["nonsense"])


def test_a_clean_file_is_given_back_itself() -> None:
    data = GAME.encode()
    assert fix(data).data is data


def test_a_diagnostic_with_a_fix_can_be_pickled() -> None:
    (found,) = diagnostics(GAME.replace('"1S"', '"1s "').encode())
    again = pickle.loads(pickle.dumps(found))
    assert again == found
    assert again.as_dict() == found.as_dict()
    assert again.as_dict()["fix"] == {
        "message": "write 1S",
        "applicability": "safe",
        "edits": [
            {"offset": 288, "end_offset": 291, "line": 14, "column": 12, "end_line": 14, "end_column": 15, "text": "1S"}
        ],
    }


def test_edits_count_code_points_in_columns_and_bytes_in_offsets() -> None:
    data = GAME.replace("1S Pass", "{é♠} 1S P").encode()
    (found,) = [d for d in diagnostics(data) if d.rule.name == "call-spelling"]
    assert found.fix is not None
    (at,) = [one.as_dict() for one in found.fix.edits]
    assert (at["column"], at["end_column"]) == (9, 10)
    assert data[at["offset"] : at["end_offset"]] == b"P"


# --- properties -------------------------------------------------------------------------------------------------------

some = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])

SLIPS = [
    ("Pass", "P"), ("Pass", "pass "), ("1S", "1s"), ("NT", "N"), ("\n[", "\n\n["), ("\n\n[", "\n["),
    ("\n[", "\nstray\n["), ('"N"', '"North"'), ('"None"', '"Neither"'), ('"MP"', '"mp"'), ("CK", "ck"), ("T", "10"),
    (".", ".."), ('"]', '"'), ("*", ""), ('[Site "Nowhere"]', '[Site "Nowhere"]\n[Site "Nowhere"]'),
    ("Event", "Event Event"), ("}", ""), ("AKQJ", "AKQ"), ("2024.05.01", "1 May 2024"), ("2024.05.01", "1.5.24"),
    ("=1=", ""), ("\n", "\r\n"), ("Nowhere", "Nowhere é"), (" - ", " ... "), ('"8"', '"9"'), ('"1S"', '"2S"'),
    ("N:", "N: "), (";", ""), ("[Note", "x\n[Note"), ("T987", "ST987"),
]  # fmt: skip


@st.composite
def slipped(draw: st.DrawFn) -> bytes:
    """A file of a game or two with some slips that people make."""
    games = [GAME, MANDATORY + AUCTION, auction_of("1S =1= P P P") + '[Note "1:five"]\n', play_of("CK C8 CA C2\n*")]
    text = "\n".join(draw(st.lists(st.sampled_from(games), min_size=1, max_size=3)))
    for old, new in draw(st.lists(st.sampled_from(SLIPS), min_size=1, max_size=6)):
        places = text.count(old)
        if places:
            pieces = text.split(old)
            at = draw(st.integers(1, places))
            text = old.join(pieces[:at]) + new + old.join(pieces[at:])
    encoding = draw(st.sampled_from(["utf-8", "latin-1", "utf-8-sig", "utf-16"]))
    return text.encode(encoding, "replace")


@given(slipped() | anything, st.booleans())
@some
def test_a_mended_file_is_better_and_stays_as_it_is(data: bytes, unsafe: bool) -> None:
    done = assert_better(data, unsafe=unsafe, date_order="dmy" if unsafe else None)
    if not done.refused:
        again = fix(done.data, unsafe=unsafe, date_order="dmy" if unsafe else None)
        assert again.data == done.data


@pytest.mark.parametrize(
    "deal",
    [
        '[Board "{}"]\n[Dealer "N"]\n[Contract "2S"]\n[Declarer "N"]\n[Result "9"]\n',
        '[Event "Rubber"]\n[West "w"]\n[Board "{}"]\n[Contract "2S"]\n[Declarer "N"]\n[Result "9"]\n',
    ],
)
def test_a_forgotten_blank_line_costs_no_deal(deal: str) -> None:
    glued = deal.format(1) + deal.format(2)
    mended = pbn.fix(glued.encode()).data
    records = [reading.record for reading in pbn.read(mended) if reading.record]
    assert [record.board for record in records] == ["1", "2"]
    assert all(record.declarer is pbn.Seat.NORTH and record.result is not None for record in records)


def test_several_repeated_tags_are_left_alone() -> None:
    text = '[Site "a"]\n[West "w"]\n[Site "a"]\n[West "w"]\n'
    assert pbn.fix(text.encode()).data == text.encode()
    once = '[Site "a"]\n[West "w"]\n[Site "a"]\n'
    assert pbn.fix(once.encode()).data == b'[Site "a"]\n[West "w"]\n'


@pytest.mark.parametrize("contract", ["4H+1", "4S-1", "4S="])
def test_a_result_in_the_contract_is_not_thrown_away(contract: str) -> None:
    text = f'[Event "x"]\n[Contract "{contract}"]\n[Declarer "N"]\n'
    assert pbn.fix(text.encode()).data == text.encode()
    (told,) = [
        d for reading in pbn.read(text.encode()) for d in reading.diagnostics if d.rule.name == "contract-spelling"
    ]
    assert "its result is not read" in told.message
    assert told.fix is None


@pytest.mark.parametrize(
    ("old", "new", "unsafe"),
    [
        ('[Date "2013-08-24 18:36:07"]\n', '[Date "2013.08.24"]\n[Time "18:36:07"]\n', False),
        ('[Date "2013/8/4T9:05:00"]\n', '[Date "2013.08.04"]\n[Time "09:05:00"]\n', False),
        ('[UTCDate "2013-08-24 18:36:07"]\n', '[UTCDate "2013.08.24"]\n[UTCTime "18:36:07"]\n', False),
        ('[Date "2013-08-24 18:36"]\n', '[Date "2013.08.24"]\n[Time "18:36:00"]\n', True),
    ],
)
def test_a_time_behind_a_date_gets_its_own_tag(old: str, new: str, unsafe: bool) -> None:
    text = f'[Event "x"]\n{old}[Board "1"]\n'
    assert pbn.fix(text.encode(), unsafe=True).data.decode() == text.replace(old, new)
    assert (pbn.fix(text.encode()).data == text.encode()) is unsafe


@pytest.mark.parametrize(
    "text",
    [
        '[Date "2013-08-24 18:36:07"]\n[Time "18:36:07"]\n[Board "1"]\n',
        '[Date "2013-08-24 18:36:07"]\n[Board "1"]\n[Time "?"]\n',
        '[Date "2013-08-24 25:36:07"]\n[Board "1"]\n',
        '[Date "2013-13-24 18:36:07"]\n[Board "1"]\n',
        '[Date "08-24-2013 18:36:07"]\n[Board "1"]\n',
        '[EventDate "2013-08-24 18:36:07"]\n[Board "1"]\n',
        '[Date "2013-08-24 18:36:07"] [Board "1"]\n',
    ],
)
def test_a_time_that_has_no_place_of_its_own_stays(text: str) -> None:
    assert pbn.fix(text.encode(), unsafe=True).data == text.encode()


def test_a_star_leaves_the_other_calls_their_fix() -> None:
    text = '[Event "x"]\n[Dealer "E"]\n[Auction "E"]\n1h P 3N P\n4N* P 5D P\n5H P P P\n'
    mended = pbn.fix(text.encode(), select=["call-spelling"])
    assert mended.data.decode().endswith("1h Pass 3NT Pass\n4NT* Pass 5D Pass\n5H Pass Pass Pass\n")
    all_mended = pbn.fix(text.encode(), select=["call-spelling"], unsafe=True)
    assert all_mended.data.decode().endswith("1h Pass 3NT Pass\n4NT Pass 5D Pass\n5H Pass Pass Pass\n")


def test_two_readings_of_one_word_make_no_fix_together() -> None:
    text = '[Event "x"]\n[Dealer "E"]\n[Auction "E"]\n1H P 3N P\n4N* P 5D P\n5H P P P\n'
    for reading in pbn.read(text.encode()):
        for diagnostic in reading.diagnostics:
            places = [edit.location for edit in (diagnostic.fix.edits if diagnostic.fix else ())]
            spans = sorted((at.offset or 0, at.end_offset or 0) for at in places)
            assert all(end <= start for (_, end), (start, _) in pairwise(spans))


@pytest.mark.parametrize(("laws", "mended"), [("2017", False), ("2007", False), ("1997", True), ("auto", False)])
def test_a_fix_goes_by_the_edition_that_is_asked_for(laws: str, mended: bool) -> None:
    """Only what the Laws of 1997 moved for the revoke gives ten tricks, so only by them one change mends all of it."""
    right = (FIXTURES / "laws" / "revoke-won-by-partner.pbn").read_bytes().replace(b'[Result "9"]', b'[Result "10"]')
    wrong = right.replace(b'[Auction "S"]', b'[Auction "E"]')
    done = fix(wrong, unsafe=True, laws=laws)
    assert [diagnostic.rule.name for diagnostic in done.applied] == ["dealer-mismatch"] * mended
    assert done.data == (right if mended else wrong)
    if mended:
        assert {diagnostic.severity.name for diagnostic in diagnostics(done.data, laws=laws)} == {"NOTICE"}


def test_a_wrong_edition_is_refused() -> None:
    with pytest.raises(ValueError, match="expected 2017, 2007, 1997, rubber, auto"):
        fix(b"", laws="1943")


def test_a_line_that_names_another_character_set_is_put_right_with_the_byte_order_mark() -> None:
    line = b"%Content-type: text/x-pbn; charset="
    game = MANDATORY.replace("Birch", "Z\u00fcrich").encode()
    text = codecs.BOM_UTF8 + b"% PBN 2.1\n" + line + b"ISO-8859-1\n" + game
    done = fix(text)
    assert done.data == b"% PBN 2.1\n" + line + b"utf-8\n" + game
    assert fix(done.data).data == done.data
    assert {"byte-order-mark", "encoding"}.isdisjoint(found.rule.name for found in diagnostics(done.data))


@pytest.mark.parametrize("path", INVALID, ids=lambda path: path.stem)
def test_a_file_cut_off_anywhere_has_its_fixes_or_none(path: Path) -> None:
    data = path.read_bytes()[-400:]
    for end in range(0, len(data) + 1, 7):
        for reading in pbn.check(data[:end]):
            for diagnostic in reading.diagnostics:
                assert diagnostic.fix is None or diagnostic.fix.edits


def test_a_note_cut_off_is_not_moved() -> None:
    text = b'[Auction "N"]\n1NT =1= Pass Pass Pass\n[Play "E"]\n[Note "1:15-17 balanced"'
    found = [d for reading in pbn.check(text) for d in reading.diagnostics if d.rule.name == "note-misplaced"]
    assert [d.fix for d in found] == [None]
    whole = [d for reading in pbn.check(text + b"]\n") for d in reading.diagnostics if d.rule.name == "note-misplaced"]
    assert [d.fix is not None for d in whole] == [True]
