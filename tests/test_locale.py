"""The message catalogues are complete, compiled, and keep what is filled in."""

import ast
import gettext
import io
import re
from pathlib import Path

import pytest
from babel.messages.catalog import Message
from babel.messages.pofile import read_po

from pbntools.core import Call, Contract, Seat, Strain, Vulnerability
from pbntools.reports.language import language, language_of, languages
from tests import catalogue

FILES = catalogue.sources()
IDS = [path.parent.parent.name for path in FILES]


def messages(path: Path) -> dict[str, Message]:
    with path.open("rb") as file:
        return {key(message): message for message in read_po(file) if message.id}


def key(message: Message) -> str:
    return message.id if isinstance(message.id, str) else message.id[0]


def texts(message: Message) -> list[str]:
    return [message.string] if isinstance(message.string, str) else list(message.string or ())


def placeholders(text: str) -> set[str]:
    """What is filled into a text, with how a number is written, as {n:,}; doubled braces are those of the text."""
    return set(re.findall(r"\{\w*(?:[:!][^{}]*)?\}", text))


@pytest.mark.parametrize("path", FILES, ids=IDS)
def test_every_message_is_translated_and_none_is_left_over(path: Path) -> None:
    wanted = {key(message) for message in catalogue.template() if message.id}
    found = messages(path)
    assert sorted(wanted - found.keys()) == []
    assert sorted(found.keys() - wanted) == []
    assert [name for name, message in found.items() if not all(texts(message)) or message.fuzzy] == []


@pytest.mark.parametrize("path", FILES, ids=IDS)
def test_what_is_filled_in_is_kept(path: Path) -> None:
    for name, message in messages(path).items():
        for text in texts(message):
            assert placeholders(text) == placeholders(name), name


@pytest.mark.parametrize("path", FILES, ids=IDS)
def test_the_compiled_catalogue_is_that_of_the_source(path: Path) -> None:
    with path.with_suffix(".mo").open("rb") as file:
        shipped = gettext.GNUTranslations(file)
    fresh = gettext.GNUTranslations(io.BytesIO(catalogue.compiled(path)))
    # The entry of the empty message is the header, to which the compiler adds the time.
    found, wanted = ({k: v for k, v in each._catalog.items() if k} for each in (shipped, fresh))  # type: ignore[attr-defined]
    assert found == wanted


@pytest.mark.parametrize("path", FILES, ids=IDS)
def test_what_is_said_in_words_is_said_in_other_words(path: Path) -> None:
    said = {
        catalogue.templates_of(call) for file in catalogue.PACKAGE.glob("**/*.py") for call in catalogue.said_in(file)
    }
    found = messages(path)
    for template in said:
        one = template if isinstance(template, str) else template[0]
        words = re.sub(r"\{\w*\}", "", one)
        assert found[one].string != one or not re.search(r"[a-z]{3}", words), one


def test_a_template_is_a_literal() -> None:
    def call(source: str) -> ast.Call:
        found = ast.parse(source, mode="eval").body
        assert isinstance(found, ast.Call)
        return found

    assert catalogue.templates_of(call('Said("a " "b", c=d)')) == "a b"
    assert catalogue.templates_of(call('Said.counted("one", "many", n=2)')) == ("one", "many")
    for source in (
        "Said(text)",
        'Said(f"{a}")',
        'Said("")',
        'Said("a" if b else "c")',
        'Said.counted("one", n=1)',
        "Said()",
    ):
        with pytest.raises(ValueError, match="a template is to be a literal"):
            catalogue.templates_of(call(source))


def test_no_message_is_inside_a_formatted_string() -> None:
    """There the tools that gather messages do not find it, depending on the version of Python."""
    for path in [*catalogue.PACKAGE.glob("reports/*.py"), *catalogue.PACKAGE.glob("cli/*.py")]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.JoinedStr):
                calls = [call for call in ast.walk(node) if isinstance(call, ast.Call) and call.args]
                written = [call.func for call in calls if isinstance(call.args[0], ast.Constant)]
                names = {function.attr for function in written if isinstance(function, ast.Attribute)}
                assert not names & {"gettext", "ngettext"}, f"{path.name}:{node.lineno}"


def test_the_words_of_the_game() -> None:
    english, turkish = language("en"), language("tr")
    assert languages() == ("en", "tr")
    assert (english.seat(Seat.NORTH), turkish.seat(Seat.NORTH)) == ("North", "Kuzey")
    assert [turkish.seat_letter(seat) for seat in Seat] == ["K", "D", "G", "B"]
    assert (english.suit(3), turkish.suit(3), turkish.strain(Strain.NOTRUMP)) == ("spades", "pik", "sanzatu")
    assert english.call(Call.parse("1NT")) == "1NT"
    assert turkish.call(Call.parse("1NT")) == "1SA"
    assert (turkish.call(Call.parse("P")), turkish.call(Call.parse("X"))) == ("Pas", "X")
    assert english.contract(Contract(4, Strain.SPADES, 1)) == "4♠X"
    assert english.contract_words(Contract(4, Strain.SPADES, 2)) == "4 spades redoubled"
    assert turkish.contract_words(Contract(3, Strain.NOTRUMP, 1)) == "3 sanzatu kontrlu"
    assert turkish.vulnerable(Vulnerability.ALL) == "herkes zonlu"
    assert english.vulnerable(None) == "vulnerability not known"
    assert english.dealer(None) == "dealer not known"
    assert english.ngettext("{n} trick", "{n} tricks", 1) == "1 trick"
    assert english.ngettext("{n} trick", "{n} tricks", 2) == "2 tricks"
    assert turkish.ngettext("{n} trick", "{n} tricks", 2) == "2 löve"
    assert english.ngettext("{n:,} of {all}", "{n:,} of {all}", 2000, all="{n}") == "2,000 of {n}"
    assert turkish.gettext("") == ""


@pytest.mark.parametrize(
    ("environment", "code"),
    [
        ({}, "en"),
        ({"LANG": "tr_TR.UTF-8"}, "tr"),
        ({"LANG": "tr"}, "tr"),
        ({"LANG": "tr-TR"}, "tr"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "../../x"}, "en"),
        ({"LC_ALL": "en_GB", "LANG": "tr_TR"}, "en"),
        ({"LC_ALL": "", "LC_MESSAGES": "tr_TR", "LANG": "de_DE"}, "tr"),
        ({"LANGUAGE": "tr", "LANG": "en_GB.UTF-8"}, "tr"),
        ({"LANGUAGE": "tr", "LC_ALL": "en_GB.UTF-8"}, "tr"),
        ({"LANGUAGE": "de:tr_TR:en", "LANG": "en_GB.UTF-8"}, "tr"),
        ({"LANGUAGE": "en:tr", "LANG": "tr_TR.UTF-8"}, "en"),
        ({"LANGUAGE": "de", "LANG": "tr_TR.UTF-8"}, "en"),
        ({"LANGUAGE": "", "LANG": "tr_TR.UTF-8"}, "tr"),
        ({"LANGUAGE": "tr", "LC_ALL": "C"}, "en"),
        ({"LANGUAGE": "tr", "LANG": "POSIX"}, "en"),
    ],
)
def test_the_language_of_the_locale(environment: dict[str, str], code: str) -> None:
    assert language_of(environment).code == code


@pytest.mark.parametrize("name", ["TR", "tr_TR", "tr-TR", "tr_TR.UTF-8", "tr_TR@euro", "Tr"])
def test_a_language_by_the_name_of_a_locale(name: str) -> None:
    assert language(name).code == "tr"


def test_a_language_without_some_of_its_letters() -> None:
    turkish = language("tr")
    assert turkish.written_in("utf-8").seat(1) == "Doğu"
    assert turkish.written_in("ascii").seat(1) == "Dogu"
    assert turkish.written_in("ascii").seat(3) == "Bati"
    assert turkish.written_in("latin-1").gettext("Trick {n}, {seat}").startswith("{n}. löve")
    assert turkish.written_in("ascii").ngettext("{n} trick", "{n} tricks", 2) == "2 love"


@pytest.mark.parametrize("code", ["xx", "../tr", ""])
def test_a_language_without_a_catalogue(code: str) -> None:
    with pytest.raises(LookupError, match="expected one of en, tr"):
        language(code)
