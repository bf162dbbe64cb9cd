"""Misuse and failures are told in the language of the command."""

from pathlib import Path

import pytest

from tests.cli.conftest import Run

USAGE = "Kullanım: pbntools print [OPTIONS] PATH...\nYardım için: 'pbntools print --help'\n\nHata: "


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--per-page", "5", "x.pbn"), "'--per-page' için geçersiz değer: 5 şunlardan biri değil: 1, 2, 3, "),
        (("--with", "hcp", "--without", "hcp", "x.pbn"), "Hem --with hem --without içinde geçiyor: hcp."),
        (("--paper", "letter", "x.pbn"), "--paper metinle değil, html, pdf ve tex ile kullanılır."),
        ((), "'PATH...' eksik. Dosya veya klasör verin, standart girdi için - yazın."),
        (("--encoding", "foo", "x.pbn"), "'--encoding' için geçersiz değer: 'foo' bilinen bir karakter kümesi değil: "),
    ],
)
def test_misuse_in_turkish(run: Run, arguments: tuple[str, ...], said: str) -> None:
    # The language counts wherever it stands.
    for order in (("--lang", "tr", *arguments), (*arguments, "--lang", "tr")):
        done = run("print", *order)
        assert done.status == 2
        assert done.err.startswith(USAGE + said), done.err


def test_misuse_in_english_is_told_as_click_does(run: Run) -> None:
    done = run("print", "--per-page", "5", "x.pbn", "--lang", "en")
    assert done.err.startswith(
        "Usage: pbntools print [OPTIONS] PATH...\nTry 'pbntools print --help' for help.\n\nError: "
    )
    assert "Invalid value for '--per-page': 5 is none of 1, 2, 3, " in done.err


def test_what_click_has_to_say_is_english(run: Run) -> None:
    done = run("print", "--nonsense", "--lang", "tr")
    assert (done.status, "No such option" in done.err) == (2, True)


def test_files_that_cannot_be_used(run: Run, tmp_path: Path) -> None:
    done = run("rank", "none.toml", "--lang", "tr", cwd=tmp_path)
    assert (done.status, done.err) == (2, "pbntools: none.toml: okunamıyor: Böyle bir dosya veya klasör yok\n")
    (tmp_path / "event.toml").write_text('form = "swiss"\n')
    done = run("rank", "event.toml", "x.pbn", "--lang", "tr", cwd=tmp_path)
    assert (done.status, done.err) == (
        2,
        'pbntools: event.toml: swiss turnuvasına puan tablosu gerekir: [scale] name = "wbf2013" veya file ='
        ' "scale.toml" yazın\n',
    )
    done = run("replay", "--plain", "none.pbn", "--lang", "tr", cwd=tmp_path)
    assert done.err.startswith("pbntools: none.pbn: okunamıyor: Böyle bir dosya veya klasör yok\n")


def test_a_command_of_one_language_stays_in_it(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGUAGE", "tr")
    monkeypatch.setenv("LANG", "tr_TR.UTF-8")
    assert "Give files or directories" in run("check").err
