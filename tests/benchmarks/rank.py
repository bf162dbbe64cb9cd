"""How long ranking takes against reading: a session of 1,000 pairs on 30 boards.

    python tests/benchmarks/rank.py [--rounds N] [FORM ...]

Writes the session to a temporary folder in each form of `FORMS`, and prints the processor time of whole processes: of
`pbntools rank`, of reading the same file with `read`, and of reading it with what follows from its records and the
typed values of its tables.  The three run in turn, round after round; the ratios are the medians of those of the
rounds, so that other programs of the machine change little.
"""

import argparse
import csv
import io
import random
import resource
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from pbntools.core import CARDS, Deal, Hand, board_dealer, board_vulnerability

TABLES, BOARDS = 500, 30
FORMS = {
    "records": "session.pbn",
    "bare": "bare.pbn",
    "tables": "tables.pbn",
    "usebio": "session.xml",
    "csv": "session.csv",
    "bws-csv": "ReceivedData.csv",
    "bws": "session.bws",
}
"""Records with the tags of the standard, records without, ScoreTables, and the same results in other formats."""


class Played(NamedTuple):
    """What one table came to."""

    board: int
    table: int
    ns: int
    ew: int
    contract: str
    seat: str
    tricks: int
    over: int
    deal: str


def results() -> Iterator[Played]:
    """All results of the session, by board and table."""
    draw = random.Random(1)
    for board in range(1, BOARDS + 1):
        deal = dealt(draw)
        for table in range(1, TABLES + 1):
            level, strain = draw.randint(1, 5), draw.choice(("C", "D", "H", "S", "NT"))
            seat, over = draw.choice("NESW"), draw.choice((-2, -1, 0, 0, 1))
            other = TABLES + (table + 17 * board) % TABLES + 1
            yield Played(board, table, table, other, f"{level}{strain}", seat, level + 6 + over, over, deal)


def dealt(draw: random.Random) -> str:
    """A deal at random."""
    deck = list(CARDS)
    draw.shuffle(deck)
    return str(Deal.of(*[Hand.of(deck[13 * seat : 13 * seat + 13]) for seat in range(4)]))


def session(folder: Path, form: str) -> Path:
    """A file with all results."""
    path = folder / FORMS[form]
    path.write_bytes(_WRITERS[form]() if form in _WRITERS else _games(form).encode())
    return path


def _games(form: str) -> str:
    games: list[str] = []
    at = 0
    for one in results():
        head = (
            f'[Board "{one.board}"]\n[Dealer "{board_dealer(one.board).letter}"]\n'
            f'[Vulnerable "{board_vulnerability(one.board)}"]\n'
        )
        if form == "tables":
            if one.board != at:
                at = one.board
                games.append(f'{head}[ScoreTable "PairId_NS;PairId_EW;Contract;Declarer;Result"]\n')
            games[-1] += f"{one.ns} {one.ew} {one.contract} {one.seat} {one.tricks}\n"
            continue
        more = ""
        if form == "records":
            more = (
                f'[Event "Reed Club"]\n[Site "Reed Hall"]\n[Date "2026.03.06"]\n[West "Player {one.ew}w"]\n'
                f'[North "Player {one.ns}n"]\n[East "Player {one.ew}e"]\n[South "Player {one.ns}s"]\n'
                f'[Deal "{one.deal}"]\n[Scoring "MP"]\n'
            )
        games.append(
            f'{more}{head}[Declarer "{one.seat}"]\n[Contract "{one.contract}"]\n[Result "{one.tricks}"]\n'
            f'[PairNS "{one.ns}"]\n[PairEW "{one.ew}"]\n'
        )
    return "\n".join(games)


def _usebio() -> bytes:
    parts = ['<?xml version="1.0" encoding="UTF-8"?>\n<USEBIO Version="1.2">\n<EVENT EVENT_TYPE="MP_PAIRS">\n']
    at = 0
    for one in results():
        if one.board != at:
            parts.append(f"{'</BOARD>' if at else ''}<BOARD><BOARD_NUMBER>{one.board}</BOARD_NUMBER>\n")
            at = one.board
        parts.append(
            f"<TRAVELLER_LINE><NS_PAIR_NUMBER>{one.ns}</NS_PAIR_NUMBER><EW_PAIR_NUMBER>{one.ew}</EW_PAIR_NUMBER>"
            f"<CONTRACT>{one.contract}</CONTRACT><PLAYED_BY>{one.seat}</PLAYED_BY><TRICKS>{one.tricks}</TRICKS>"
            "</TRAVELLER_LINE>\n"
        )
    return ("".join(parts) + "</BOARD></EVENT></USEBIO>\n").encode()


def _csv() -> bytes:
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(("Board", "Dealer", "Vulnerable", "PairNS", "PairEW", "Contract", "Declarer", "Result"))
    for one in results():
        seat, vulnerable = board_dealer(one.board).letter, board_vulnerability(one.board)
        writer.writerow((one.board, seat, vulnerable, one.ns, one.ew, one.contract, one.seat, one.tricks))
    return out.getvalue().encode()


def _received() -> list[dict[str, int | str | bool]]:
    """The rows of a database of a scoring system."""
    return [
        {
            "ID": number,
            "Section": 1,
            "Table": one.table,
            "Round": one.board,
            "Board": one.board,
            "PairNS": one.ns,
            "PairEW": one.ew,
            "Declarer": one.ns if one.seat in "NS" else one.ew,
            "NS/EW": one.seat,
            "Contract": f"{one.contract[0]} {one.contract[1:]}",
            "Result": f"{one.over:+}" if one.over else "=",
            "LeadCard": "",
            "Remarks": "",
            "Erased": False,
        }
        for number, one in enumerate(results(), 1)
    ]


def _bws_csv() -> bytes:
    out = io.StringIO()
    rows = _received()
    writer = csv.DictWriter(out, list(rows[0]))
    writer.writeheader()
    writer.writerows({name: int(cell) if cell is False else cell for name, cell in row.items()} for row in rows)
    return out.getvalue().encode()


def _bws() -> bytes:
    # The tests know how to write such a database; the package does not.
    sys.path.insert(0, str(Path(__file__).parents[2]))
    from tests.formats.bws.jet import database

    return database({"ReceivedData": _received()})


_WRITERS = {"usebio": _usebio, "csv": _csv, "bws-csv": _bws_csv, "bws": _bws}

READ = "import sys, pbntools as pbn\nfor reading in pbn.read(sys.argv[1]): pass\n"
RESOLVE = """import sys, pbntools as pbn
from pbntools.formats.pbn.table_rows import score_results
for reading in pbn.read(sys.argv[1]):
    if reading.record is not None:
        pbn.resolve(reading.record)
        for table in reading.record.tables:
            score_results(table)
"""


def measured(*arguments: str) -> float:
    """The processor time in seconds of Python, a process of its own."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *arguments], check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def compare(event: Path, path: Path, rounds: int) -> None:
    """Rank and read a file so many times in turn, and print how they compare."""
    times: list[tuple[float, float, float]] = []
    for _ in range(rounds):
        whole = measured("-m", "pbntools", "rank", str(event), str(path))
        times.append((whole, measured("-c", READ, str(path)), measured("-c", RESOLVE, str(path))))
    least = [min(column) for column in zip(*times, strict=True)]
    print(f"{path.name}: rank {least[0]:.2f} s")
    for at, what in ((1, "reading"), (2, "reading with results")):
        ratios = sorted(one[0] / one[at] for one in times)
        print(
            f"    {what} {least[at]:.2f} s: {statistics.median(ratios):.2f} times as long to rank "
            f"({ratios[0]:.2f} to {ratios[-1]:.2f})"
        )


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("forms", nargs="*", metavar="FORM")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        event = Path(folder) / "event.toml"
        event.write_text('form = "pairs"\n')
        start = measured("-c", "import pbntools; pbntools.read"), measured("-m", "pbntools", "rank", "--help")
        print(f"starting: the library {start[0]:.2f} s, the command {start[1]:.2f} s")
        for form in options.forms or FORMS:
            compare(event, session(Path(folder), form), options.rounds)
