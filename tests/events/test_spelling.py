"""Names as they are compared, in English and in Turkish."""

import unicodedata
from itertools import pairwise

import pytest

from pbntools.events.spelling import fold, joined, spellings
from tests.events.building import WBF, match, ranked, said, scores, swing, traveller

PAIRS = 'form = "pairs"\n'


@pytest.mark.parametrize(
    "names",
    [
        ("İnci & Ilgaz", "inci & ILGAZ", "İNCİ & ılgaz", "i\u0307nci & Ilgaz"),
        ("IRIS Hill", "Iris HILL", "iris hill"),
        ("Çiğdem ŞIK", "ÇİĞDEM Şık", unicodedata.normalize("NFD", "çiğdem şık")),
        ("STRASSE", "Straße"),
        ("José  Sá", unicodedata.normalize("NFD", "JOSÉ SÁ")),
    ],
)
def test_one_name(names: tuple[str, ...]) -> None:
    for one, other in pairwise(names):
        assert fold(one) == fold(other)
        assert fold(fold(one)) == fold(one)
    assert len(set(spellings(names).values())) == 1


def test_other_accents_part_names() -> None:
    assert len({fold(name) for name in ("Oz", "Öz", "Os", "Oş", "Îz", "İz")}) == 6


@pytest.mark.parametrize(
    ("names", "groups"),
    [
        (["INCI", "Inci", "inci"], []),
        (["İNCİ", "İnci", "inci"], []),
        (["ILGIN", "Ilgın", "ılgın"], []),
        (["Inci", "İnci", "Ada", "ADA"], [("Inci", "İnci")]),
        (["Ilgın", "Ilgin"], [("Ilgin", "Ilgın")]),
        (["INCI", "inci", "İNCİ"], [("INCI", "inci", "İNCİ")]),
    ],
)
def test_joined_by_more_than_case(names: list[str], groups: list[tuple[str, ...]]) -> None:
    assert joined(names) == groups


def test_a_turkish_name_in_any_case_is_one_contestant() -> None:
    rows = ['"İnci;Ilgaz" "Can;Ela" 420', '"Ali;Ada" "Zed;Den" 400']
    turned = ['"inci;ILGAZ" "Zed;Den" 420', '"Ali;Ada" "Can;Ela" 400']
    text = traveller(1, rows, "Names_NS;Names_EW;Score_NS") + traveller(2, turned, "Names_NS;Names_EW;Score_NS")
    found = ranked(f'{PAIRS}[[penalty]]\nto = "ılgaz & İNCİ"\namount = "10%"\n', text)
    assert scores(found)["ILGAZ & inci"] == 90
    assert len(found.places) == 4
    assert said(found.results) == []


def test_what_more_than_case_joins_is_told() -> None:
    rows = ['"Inci;Ilgaz" "Can;Ela" 420', '"Ali;Ada" "Zed;Den" 400']
    turned = ['"İnci;Ilgaz" "Zed;Den" 420', '"Ali;Ada" "Can;Ela" 400']
    text = traveller(1, rows, "Names_NS;Names_EW;Score_NS") + traveller(2, turned, "Names_NS;Names_EW;Score_NS")
    message = "Inci and İnci are taken for one name: with a dot or without, i is one letter in names"
    assert said(ranked(PAIRS, text).results) == [("contestant-unknown", message)]
    teams = match("1", "Inci", "Owls", [swing(3)]) + match("2", "İnci", "Owls", [swing(3)])
    found = ranked(f'form = "teams"\n{WBF}', teams)
    assert len(found.places) == 2
    assert ("contestant-unknown", message) in said(found.results)
