"""Values of tags: every validator, with good and bad ones."""

import pytest

from pbntools.formats.pbn.lexer import MANDATORY, SUPPLEMENTAL
from pbntools.formats.pbn.values import VALIDATORS, result_value, value_fault
from pbntools.record import Result
from tests.formats.samples import Mark, diagnostics, marks, one

SIDED = "{0}|EW {0}|NS {0}|EW {0} NS {0}|NS {0} EW {0}"


def sided(unit: str) -> list[str]:
    return SIDED.format(unit).split("|")


GOOD: dict[str, list[str]] = {
    "Date": ["2024.01.31", "2024.??.??", "????.??.??", "1895.12.01"],
    "EventDate": ["2024.01.31"],
    "UTCDate": ["2000.01.01"],
    "Time": ["00:00:00", "23:59:59"],
    "UTCTime": ["12:30:00"],
    "Board": ["1", "128", "01", "0000000001", "12345678901234567890"],
    "Round": ["1", "1.A.2", "final_1", "A"],
    "Room": ["Open", "Closed"],
    "FrenchMP": ["Yes", "No"],
    "Hidden": ["N", "EW", "EWNS"],
    "Scoring": [
        "MP",
        "MatchPoints",
        "IMP;Cross",
        "IMP_1948",
        "OldMP",
        "EMP",
        "Rubber",
        "BAM",
        "MP;Mitchell4",
        "IMP;Butler-2",
    ],
    "Result": [*sided("6"), "^9", "0", "13", "NS 0 EW 13", "^NS 9"],
    "Score": [*sided("420"), "-1000", "+620", "EW -50 NS 50", "NS +620", "NS -0 EW 0", "0"],
    "ScoreIMP": [*sided("10"), "EW -2.5", "10", "-0", "2.", ".5"],
    "ScoreMP": [*sided("10.5"), "0"],
    "ScorePercentage": ["0.", "100.", "100.0", "0.1000", "EW 50. NS 50.0", "76.32"],
    "ScoreRubber": [*sided("300/40"), "EW 300/40 NS 50 / 70  "],
    "ScoreRubberHistory": ["NS 0 0/0 EW 0 0/0", "NS 100 50/40 120 EW 0 30/100 20"],
    "OptimumScore": ["NS 420", "EW 420", "NS +620", "NS 420 EW -420", "EW -420 NS 420", "NS 0 EW -0"],
    "TimeControl": ["4/30", "-"],
    "TimeCall": ["10"],
    "TimeCard": ["10"],
    "Competition": ["Cavendish", "Chicago", "Individuals", "Pairs", "Rubber", "Teams"],
    "Mode": ["EM", "EMB", "IBS", "OKB", "TABLE", "TC"],
    "DoubleDummyTricks": ["0123456789abcd012345", "DCBA9876543210000000"],
    **{f"{seat}Type": ["human", "program"] for seat in ("West", "North", "East", "South")},
}

DIGITS = "9" * 5000

BAD: dict[str, list[str]] = {
    "Date": [
        "1995.o6.10",
        "95.06.10",
        "2024-01-31",
        "01.08.23",
        "20151006",
        "2-Aug-2023",
        "14:23",
        "2015.09.?",
        "2024.13.01",
        "2024.00.01",
        "2024.01.32",
        "2024.01.00",
        "2024.01.31 ",
        "２０２４.０１.０１",
        DIGITS,
    ],
    "EventDate": ["2024"],
    "UTCDate": ["yesterday"],
    "Time": ["24:00:00", "12:60:00", "12:00:60", "12:00", "1:00:00", "١٢:٠٠:٠٠"],
    "UTCTime": ["noon"],
    "Board": ["0", "-1", "1-1", "12A", "Example 1", "1.5", "٣", "²"],
    "Round": ["&", "-1", "1..2", "1.", ".1", "1 2"],
    "Room": ["open", "IMP", "Open "],
    "FrenchMP": ["yes", "1"],
    "Hidden": ["NN", "X", "ns", "N E", "NESWN"],
    "Scoring": ["IMPs", "IMP;MP", ";", "IMP;??", "Facit", "imp"],
    "Result": [
        "C-2",
        "9 tricks",
        "NS",
        "NS 9 NS 4",
        "EW 7 EW 6",
        "9.",
        "NS 9 EW 5",
        "٩",
        "9 NS 9",
        DIGITS,
        f"NS {DIGITS}",
    ],
    "Score": ["a", "10.a", "10.-10", "10. 10", "1.5", "NS", "NS 1 NS 2", "++1", "NS ٤٢٠", DIGITS],
    "ScoreIMP": ["a", "10.a", "10.-10", "10. 10", "1.2.3", "."],
    "ScoreMP": ["a", "1,5"],
    "ScorePercentage": ["a", "10.a", "-10", "100.1", "101", "1000", "EW 50 NS 101", "5%"],
    "ScoreRubber": ["a", "300", "300/", "/40", "-300/40", "300/40/2"],
    "ScoreRubberHistory": [
        "0 0/0",
        "NS 0 0/0",
        "EW 0 0/0 NS 0 0/0",
        "NS 0/0 EW 0/0",
        "NS 0 0/0 0 0 0 EW 0 0/0",
        "NS 0 0/45 EW 0 0/0",
        "NS 5 0/0 EW 0 0/0",
        "NS 0 0/0 0 EW 0 0/0",
        "NS 0 0/60 0 EW 0 0/40 0",
        "NS 0 0/100 0 EW 0 0/120 0",
    ],
    "OptimumScore": ["420", "EW 3N; -400", "NS", "NS a", "NS 420 EW 420", "EW 110 NS -100"],
    "TimeControl": ["4", "4/", "a/b"],
    "TimeCall": ["-1", "ten", "1.5"],
    "TimeCard": ["", "x"][1:],
    "Competition": ["teams", "Swiss"],
    "Mode": ["EMail", "tc"],
    "DoubleDummyTricks": ["123", "0123456789abce012345", "0123456789abcd0123456"],
    **{f"{seat}Type": ["Human", "robot"] for seat in ("West", "North", "East", "South")},
}


def test_every_validator_has_good_and_bad_values() -> None:
    assert GOOD.keys() == BAD.keys() == VALIDATORS.keys()
    assert set(VALIDATORS) <= {*MANDATORY, *SUPPLEMENTAL, "DoubleDummyTricks"}


@pytest.mark.parametrize("name, value", [(name, value) for name, values in GOOD.items() for value in values])
def test_good_values(name: str, value: str) -> None:
    assert value_fault(name, value) is None
    assert marks(f'[Foo "x"]\n[{name} "{value}"]\n', leave=("missing-tag", "unknown-tag")) == []


@pytest.mark.parametrize("name, value", [(name, value) for name, values in BAD.items() for value in values])
def test_bad_values(name: str, value: str) -> None:
    assert value_fault(name, value)
    text = f'[Foo "x"]\n[{name} "{value}"]\n'
    found = marks(text, leave=("missing-tag", "unknown-tag", "encoding", "line-too-long"))
    assert found == [Mark("bad-value", 2, len(name) + 4)]
    assert one(text).tags[name] == value
    assert all(len(d.message) < 1000 for d in diagnostics(text))


@pytest.mark.parametrize("name", [*MANDATORY, *SUPPLEMENTAL])
@pytest.mark.parametrize("value", ["", "?"])
def test_unknown_and_inapplicable_are_always_allowed(name: str, value: str) -> None:
    text = f'[Foo "x"]\n[{name} "{value}"]\n'
    assert [mark for mark in marks(text) if mark.rule not in ("unknown-tag", "missing-tag")] == []
    assert one(text).tags[name] == value


@pytest.mark.parametrize(
    "text, result",
    [
        ("9", Result(9)),
        ("^9", Result(9, ruled=True)),
        ("NS 9", Result(None, 9)),
        ("EW 4", Result(None, None, 4)),
        ("NS 9 EW 4", Result(None, 9, 4)),
        ("EW 4 NS 9", Result(None, 9, 4)),
        ("-9752", Result(-9752)),
        ("", None),
        ("nine", None),
        (DIGITS, None),
        ("٩", None),
    ],
)
def test_results(text: str, result: Result | None) -> None:
    assert result_value(text) == result


class TestSpellings:
    @pytest.mark.parametrize(
        "value, meant",
        [
            ("Both", "All"),
            ("both", "All"),
            ("Love", "None"),
            ("-", "None"),
            ("ns", "NS"),
            ("EW", "EW"),
            ("NONE", "None"),
        ],
    )
    def test_vulnerabilities_of_the_standard(self, value: str, meant: str) -> None:
        text = f'[Event "x"]\n[Vulnerable "{value}"]\n'
        assert str(one(text).vulnerable) == meant
        assert marks(text) == []

    @pytest.mark.parametrize("value, meant", [("None ", "None"), ("N-S ", "NS"), ("E-W", "EW")])
    def test_other_vulnerabilities(self, value: str, meant: str) -> None:
        text = f'[Event "x"]\n[Vulnerable "{value}"]\n'
        assert str(one(text).vulnerable) == meant
        assert marks(text) == [Mark("value-spelling", 2, 14)]

    @pytest.mark.parametrize("value", ["E", "yes", "all of them", "NSEW2"])
    def test_no_vulnerability(self, value: str) -> None:
        text = f'[Event "x"]\n[Vulnerable "{value}"]\n'
        assert one(text).vulnerable is None
        assert marks(text) == [Mark("bad-value", 2, 14)]

    @pytest.mark.parametrize("value", ["N", "e", "S", "w"])
    def test_seats_of_the_standard(self, value: str) -> None:
        text = f'[Event "x"]\n[Dealer "{value}"]\n[Declarer "^{value}"]\n'
        record = one(text)
        assert record.dealer is record.declarer is not None
        assert record.declarer_irregular
        assert marks(text) == []

    @pytest.mark.parametrize("value", ["North", "north", " N"])
    def test_other_seats(self, value: str) -> None:
        text = f'[Event "x"]\n[Dealer "{value}"]\n'
        assert str(one(text).dealer) == "N"
        assert marks(text) == [Mark("value-spelling", 2, 10)]

    @pytest.mark.parametrize("value", ["Black", "X", "NS", "1"])
    def test_no_seats(self, value: str) -> None:
        text = f'[Event "x"]\n[Dealer "{value}"]\n[Declarer "{value}"]\n'
        assert one(text).dealer is one(text).declarer is None
        assert marks(text) == [Mark("bad-value", 2, 10), Mark("bad-value", 3, 12)]

    @pytest.mark.parametrize("value", ["Pass", "1NT", "4SX", "7DXX", "3nt", "2cx", "pass"])
    def test_contracts_of_the_standard(self, value: str) -> None:
        text = f'[Event "x"]\n[Contract "{value}"]\n'
        assert one(text).contract is not None
        assert marks(text) == []

    @pytest.mark.parametrize("value, meant", [("3N", "3NT"), ("2Dx", "2DX"), ("5Hearts", "5H"), ("5NoTrump", "5NT")])
    def test_other_contracts(self, value: str, meant: str) -> None:
        text = f'[Event "x"]\n[Contract "{value}"]\n'
        assert str(one(text).contract) == meant
        assert marks(text) in ([Mark("contract-spelling", 2, 12)], [] if value == "2Dx" else None)

    @pytest.mark.parametrize("value", ["8NT", "0C", "4", "xyz", "4SXXX", "9" * 3000])
    def test_no_contracts(self, value: str) -> None:
        text = f'[Event "x"]\n[Contract "{value}"]\n'
        assert one(text).contract is None
        assert [mark for mark in marks(text) if mark.rule != "line-too-long"] == [Mark("bad-value", 2, 12)]

    @pytest.mark.parametrize("value, strain", [("S", 3), ("nt", 4), ("c", 0)])
    def test_the_denomination_of_an_end_position(self, value: str, strain: int) -> None:
        record = one(f'[Event "x"]\n[Contract "{value}"]\n')
        assert (record.contract, record.trump_only) == (None, strain)


class TestOrderAndNames:
    def test_dealer_before_auction(self) -> None:
        text = '[Event "x"]\n[Auction "N"]\n1C AP\n[Dealer "N"]\n'
        assert marks(text, leave=("missing-tag",)) == [Mark("section-needs-tag", 2, 1)]

    def test_deal_declarer_and_contract_before_play(self) -> None:
        text = '[Event "x"]\n[Play "N"]\n*\n'
        (found,) = [d for d in diagnostics(text) if d.rule.name == "section-needs-tag"]
        assert all(word in found.message for word in ("Deal", "Declarer", "Contract"))
        end = '[Event "x"]\n[Deal "N:A... - - -"]\n[Contract "S"]\n[Play "N"]\n*\n'
        assert marks(end, leave=("missing-tag",)) == []

    def test_an_unknown_tag_is_kept_and_told_once_a_file(self) -> None:
        text = '[Event "a"]\n[Student "s"]\n\n[Event "b"]\n[Student "t"]\n'
        assert marks(text) == [Mark("unknown-tag", 2, 1)]
        assert one(text.split("\n\n")[1]).tags["Student"] == "t"

    @pytest.mark.parametrize("name, meant", [("Vulnerability", "Vulnerable"), ("Contrct", "Contract")])
    def test_a_name_that_is_nearly_one(self, name: str, meant: str) -> None:
        (found,) = [d for d in diagnostics(f'[Event "x"]\n[{name} "?"]\n') if d.rule.name == "unknown-tag"]
        assert meant in (found.help or "")

    def test_names_start_with_an_upper_case_letter(self) -> None:
        text = '[Event "x"]\n[dealer "?"]\n\n[Event "y"]\n[dealer "?"]\n'
        found = [d for d in diagnostics(text) if d.rule.name == "malformed-tag"]
        assert [d.location.line for d in found] == [2, 5]
        assert "Dealer" in (found[0].help or "")
        assert not [d for d in diagnostics(text) if d.rule.name == "unknown-tag"]

    def test_missing_tags_are_listed(self) -> None:
        (found,) = [d for d in diagnostics('[Event "x"]\n[Deal ""]\n[Result "?"]\n') if d.rule.name == "missing-tag"]
        assert [name for name in MANDATORY if name in found.message.replace("Dealer", "dealer")] == [
            name for name in MANDATORY if name not in ("Event", "Deal", "Result", "Dealer")
        ]

    def test_a_template_is_no_board(self) -> None:
        text = "".join(f'[{name} ""]\n' for name in MANDATORY)
        assert marks(text) == [Mark("empty-game", 1, 1)]
