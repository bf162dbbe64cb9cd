"""Contracts and their free spellings."""

import copy
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

from pbntools.core import PASSED_OUT, Call, Contract, ContractText, Seat, Strain, parse_contract_text

ALL = [Contract(level, strain, doubled) for level in range(1, 8) for strain in Strain for doubled in range(3)]


def test_there_is_one_object_a_contract() -> None:
    assert len(set(ALL)) == 105
    for contract in [*ALL, PASSED_OUT]:
        assert Contract.parse(str(contract)) is contract
        assert Contract.parse(contract.symbol()) is contract
        assert pickle.loads(pickle.dumps(contract)) is contract
        assert copy.copy(contract) is contract
        assert copy.deepcopy([contract])[0] is contract
    for contract in ALL:
        assert Contract(contract.level, contract.strain, contract.doubled) is contract


def test_properties_of_a_contract() -> None:
    contract = Contract(4, Strain.SPADES, 1)
    assert (contract.level, contract.strain, contract.doubled, contract.needed) == (4, Strain.SPADES, 1, 10)
    assert (str(contract), repr(contract), contract.symbol()) == ("4SX", "<Contract 4SX>", "4♠X")
    assert contract.bid is Call.parse("4S")
    assert not contract.is_passed_out
    assert str(Contract(3, Strain.NOTRUMP, 2)) == "3NTXX"
    assert Contract(3, Strain.NOTRUMP) is Contract(3, Strain.NOTRUMP, 0)


def test_a_double_makes_another_contract() -> None:
    assert len({Contract.parse(text) for text in ("3NT", "3NTX", "3NTXX", "3S")}) == 4


def test_a_passed_out_board_has_no_contract() -> None:
    assert PASSED_OUT.is_passed_out
    assert (PASSED_OUT.level, PASSED_OUT.doubled) == (0, 0)
    assert (str(PASSED_OUT), repr(PASSED_OUT), PASSED_OUT.symbol()) == ("Pass", "<Contract Pass>", "Pass")
    assert PASSED_OUT not in ALL
    with pytest.raises(ValueError, match="a passed-out board has no denomination"):
        _ = PASSED_OUT.strain
    with pytest.raises(ValueError, match="a passed-out board has no denomination"):
        _ = PASSED_OUT.bid
    with pytest.raises(ValueError, match="a passed-out board needs no tricks"):
        _ = PASSED_OUT.needed


@pytest.mark.parametrize(
    ("spellings", "expected"),
    [
        ("4SX 4sx 4Sx 4♠X 4♠x 4S* 4♠*", "4SX"),
        ("3n 3N 3nt 3NT 3Nt", "3NT"),
        ("5Hxx 5hXX 5H** 5♥XX", "5HXX"),
        ("Pass PASS pass p P AP ap", "Pass"),
    ],
)
def test_contract_spellings(spellings: str, expected: str) -> None:
    assert {str(Contract.parse(text)) for text in spellings.split()} == {expected}


@pytest.mark.parametrize("text", ["", "4", "S", "8S", "0S", "4SXXX", "4SX*", "X", "?", "4ſ", "-", "4" * 1000])
def test_what_is_no_contract(text: str) -> None:
    with pytest.raises(ValueError, match="is not a contract: "):
        Contract.parse(text)


@pytest.mark.parametrize(
    ("text", "more"),
    [("4SN", "a declarer"), ("4S by West", "a declarer"), ("4S+1", "a result"), ("3NT= S", "a result")],
)
def test_a_contract_alone_has_no_declarer_and_no_result(text: str, more: str) -> None:
    with pytest.raises(ValueError, match=f"is not a contract alone: it also names {more}"):
        Contract.parse(text)


@pytest.mark.parametrize(("level", "doubled"), [(0, 0), (8, 0), (-1, 0), (4, 3), (4, -1)])
def test_values_out_of_range(level: int, doubled: int) -> None:
    with pytest.raises(ValueError, match=f"no contract has level {level}, denomination S and doubled {doubled}"):
        Contract(level, Strain.SPADES, doubled)


def test_a_contract_cannot_be_changed() -> None:
    for name in ("level", "strain", "doubled", "anything"):
        with pytest.raises(AttributeError):
            setattr(ALL[0], name, 1)


FREE = [
    ("4SX by N", "4SX", "N", None),
    ("4SXN", "4SX", "N", None),
    ("4SNX", "4SX", "N", None),
    ("4S*N", "4SX", "N", None),
    ("4SN x-2", "4SX", "N", 8),
    ("7NTXX by W", "7NTXX", "W", None),
    ("7NNX", "7NTX", "N", None),
    ("3nt by s", "3NT", "S", None),
    ("P", "Pass", None, None),
    ("PASS", "Pass", None, None),
    ("AP", "Pass", None, None),
    ("all pass", "Pass", None, None),
    ("Passed out", "Pass", None, None),
    ("4S", "4S", None, None),
    ("4S= N", "4S", "N", 10),
    ("4S=N", "4S", "N", 10),
    ("4SN=", "4S", "N", 10),
    ("1NTE+2", "1NT", "E", 9),
    ("1NE+2", "1NT", "E", 9),
    ("3NTX-1 by South", "3NTX", "S", 8),
    ("3 NT xx w -3", "3NTXX", "W", 6),
    ("6♠\N{MINUS SIGN}12", "6S", None, 0),
    ("6♠ by east \N{EN DASH}2", "6S", "E", 10),
    ("2SS", "2S", "S", None),
    ("2S South", "2S", "S", None),
    ("3NTS", "3NT", "S", None),
    ("3NS", "3NT", "S", None),
    ("7NN", "7NT", "N", None),
    ("7N", "7NT", None, None),
    ("7NX", "7NTX", None, None),
    ("4 spades by North", "4S", "N", None),
    ("1 club", "1C", None, None),
    ("3 no trump by West", "3NT", "W", None),
    ("2h** e +1", "2HXX", "E", 9),
    ("7C+0", "7C", None, 13),
]


@pytest.mark.parametrize(("text", "contract", "declarer", "tricks"), FREE)
def test_free_spellings(text: str, contract: str, declarer: str | None, tricks: int | None) -> None:
    expected = ContractText(Contract.parse(contract), None if declarer is None else Seat.parse(declarer), tricks)
    assert parse_contract_text(text) == expected
    assert parse_contract_text(text.lower()) == expected
    assert parse_contract_text(f"  {text} ") == expected
    if expected == ContractText(expected.contract):
        assert Contract.parse(text) is expected.contract


def test_the_order_of_double_declarer_and_result_is_free() -> None:
    for contract in ALL:
        double = "X" * contract.doubled
        base = str(contract).removesuffix(double)
        for declarer in Seat:
            expected = ContractText(contract, declarer, contract.needed - 1)
            for parts in (
                (double, declarer, "-1"),
                (double, "-1", declarer),
                (declarer, double, "-1"),
                (declarer, "-1", double),
                ("-1", double, declarer),
                ("-1", declarer, double),
            ):
                assert parse_contract_text(base + "".join(map(str, parts))) == expected


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "is not a contract: expected a level from 1 to 7, or Pass"),
        ("8S", "is not a contract: expected a level from 1 to 7, or Pass"),
        ("no trump", "is not a contract: expected a level from 1 to 7, or Pass"),
        ("♠4", "is not a contract: expected a level from 1 to 7, or Pass"),
        ("Pass N", "is not a contract: expected a level from 1 to 7, or Pass"),
        ("4", "is not a contract: at its end expected a denomination (C, D, H, S or NT)"),
        ("4Q", "is not a contract: at character 2 expected a denomination (C, D, H, S or NT)"),
        ("4ſ", "is not a contract: at character 2 expected a denomination"),
        ("4SXNX", "is not a contract: at character 5 expected X or XX, a declarer (N, E, S, W) or a result"),
        ("4SXXX", "is not a contract: at character 5 expected X or XX, a declarer"),
        ("4SNS", "is not a contract: at character 4 expected X or XX, a declarer"),
        ("4S=+1", "is not a contract: at character 4 expected X or XX, a declarer"),
        ("4SNT", "is not a contract: at character 4 expected X or XX, a declarer"),
        ("4S by", "is not a contract: at character 4 expected X or XX, a declarer"),
        ("4S\tby", "is not a contract: at character 4 expected X or XX, a declarer"),
        ("4S by N extra", "is not a contract: at character 9 expected X or XX, a declarer"),
        ("4S+4", "is not a result: 4S with +4 would be 14 tricks"),
        ("4SX-11 N", "is not a result: 4SX with -11 would be -1 tricks"),
    ],
)
def test_what_is_no_contract_in_any_spelling(text: str, message: str) -> None:
    with pytest.raises(ValueError) as caught:  # noqa: PT011  (the message is checked below)
        parse_contract_text(text)
    assert message in str(caught.value)


def test_the_values_need_no_parser_library() -> None:
    code = (
        "import sys, pbntools.game; from pbntools.core import Contract, parse_contract_text; "
        "[each(text) for each in (Contract.parse, parse_contract_text) for text in ('4SX', ' 3n ', '4♠**', 'pass')]; "
        "sys.exit('pyparsing' in sys.modules)"
    )
    root = Path(__file__).parents[2]
    assert subprocess.run([sys.executable, "-c", code], cwd=root, check=False).returncode == 0
