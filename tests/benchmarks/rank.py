"""How long ranking takes against reading: a session of 1,000 pairs on 30 boards.

    python tests/benchmarks/rank.py

Writes the session to a temporary folder, as records with the tags of the standard, as bare ones, and as ScoreTables,
and prints the processor time of whole processes: of `pbntools rank`, of reading the same file with `read`, and of
reading it with what follows from its records and the typed values of its tables.
"""

import random
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

from pbntools.core import CARDS, Deal, Hand

TABLES, BOARDS = 500, 30
VULNERABLE = ("None", "NS", "EW", "All")


def session(folder: Path, form: str) -> Path:
    """A file with all results: ``records`` with the tags of the standard, ``bare`` ones without, or ``tables``."""
    draw = random.Random(1)
    path = folder / f"{form}.pbn"
    games = []
    for board in range(1, BOARDS + 1):
        head = f'[Board "{board}"]\n[Dealer "{"NESW"[(board - 1) % 4]}"]\n[Vulnerable "{VULNERABLE[board % 4]}"]\n'
        deal = dealt(draw)
        rows = []
        for table in range(1, TABLES + 1):
            level, strain = draw.randint(1, 5), draw.choice(("C", "D", "H", "S", "NT"))
            seat, tricks = draw.choice("NESW"), level + 6 + draw.choice((-2, -1, 0, 0, 1))
            other = TABLES + (table + 17 * board) % TABLES + 1
            rows.append((table, other, f"{level}{strain}", seat, tricks))
        if form == "tables":
            body = "\n".join(" ".join(map(str, row)) for row in rows)
            games.append(f'{head}[ScoreTable "PairId_NS;PairId_EW;Contract;Declarer;Result"]\n{body}\n')
            continue
        for ns, ew, contract, seat, tricks in rows:
            more = ""
            if form == "records":
                more = (
                    f'[Event "Reed Club"]\n[Site "Reed Hall"]\n[Date "2026.03.06"]\n[West "Player {ew}w"]\n'
                    f'[North "Player {ns}n"]\n[East "Player {ew}e"]\n[South "Player {ns}s"]\n[Deal "{deal}"]\n'
                    f'[Scoring "MP"]\n'
                )
            games.append(
                f'{more}{head}[Declarer "{seat}"]\n[Contract "{contract}"]\n[Result "{tricks}"]\n[PairNS "{ns}"]\n'
                f'[PairEW "{ew}"]\n'
            )
    path.write_text("\n".join(games))
    return path


def dealt(draw: random.Random) -> str:
    """A deal at random."""
    deck = list(CARDS)
    draw.shuffle(deck)
    return str(Deal.of(*[Hand.of(deck[13 * seat : 13 * seat + 13]) for seat in range(4)]))


READ = "import sys, pbntools as pbn\nfor reading in pbn.read(sys.argv[1]): pass\n"
RESOLVE = """import sys, pbntools as pbn
from pbntools.formats.pbn.table_rows import score_results
for reading in pbn.read(sys.argv[1]):
    if reading.record is not None:
        pbn.resolve(reading.record)
        for table in reading.record.tables:
            score_results(table)
"""


def measured(*arguments: str, times: int = 5) -> float:
    """The least processor time in seconds of some runs of Python, each a process of its own."""
    found = []
    for _ in range(times):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, *arguments], check=True, capture_output=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        found.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(found)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        event = Path(folder) / "event.toml"
        event.write_text('form = "pairs"\n')
        start = measured("-c", "import pbntools; pbntools.read"), measured("-m", "pbntools", "rank", "--help")
        print(f"starting: the library {start[0]:.2f} s, the command {start[1]:.2f} s")
        for form in ("records", "bare", "tables"):
            path = session(Path(folder), form)
            whole = measured("-m", "pbntools", "rank", str(event), str(path))
            for what, program in (("reading", READ), ("reading with results", RESOLVE)):
                read = measured("-c", program, str(path))
                print(f"{path.name}: rank {whole:.2f} s, {what} {read:.2f} s, {whole / read:.1f} times as long")
