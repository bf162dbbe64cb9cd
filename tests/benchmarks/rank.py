"""How long ranking takes against reading: a session of 1,000 pairs on 30 boards.

    python tests/benchmarks/rank.py

Writes the session to a temporary folder, and prints the ratio of ranking and reading to reading alone, as records and
as ScoreTables.
"""

import random
import tempfile
import time
from pathlib import Path

import pbntools as pbn
from pbntools.events.config import parse_event
from pbntools.events.gathering import Gatherer
from pbntools.events.memory import all_kept
from pbntools.events.ranking import rank_event
from pbntools.formats.pbn.table_rows import score_results

TABLES, BOARDS = 500, 30
VULNERABLE = ("None", "NS", "EW", "All")


def session(folder: Path, *, tables: bool) -> Path:
    """A file with all results: a record each, or a ScoreTable for each board."""
    draw = random.Random(1)
    path = folder / ("tables.pbn" if tables else "records.pbn")
    games = []
    for board in range(1, BOARDS + 1):
        head = f'[Board "{board}"]\n[Dealer "N"]\n[Vulnerable "{VULNERABLE[board % 4]}"]\n'
        rows = []
        for table in range(1, TABLES + 1):
            level, strain = draw.randint(1, 5), draw.choice(("C", "D", "H", "S", "NT"))
            seat, tricks = draw.choice("NESW"), level + 6 + draw.choice((-2, -1, 0, 0, 1))
            other = TABLES + (table + 17 * board) % TABLES + 1
            rows.append((table, other, f"{level}{strain}", seat, tricks))
        if tables:
            body = "\n".join(" ".join(map(str, row)) for row in rows)
            games.append(f'{head}[ScoreTable "PairId_NS;PairId_EW;Contract;Declarer;Result"]\n{body}\n')
        else:
            games += [
                f'{head}[Declarer "{seat}"]\n[Contract "{contract}"]\n[Result "{tricks}"]\n[PairNS "{ns}"]\n'
                f'[PairEW "{ew}"]\n'
                for ns, ew, contract, seat, tricks in rows
            ]
    path.write_text("\n".join(games))
    return path


def measured(path: Path) -> tuple[float, float]:
    """Seconds of reading the records with what follows from them, and of ranking them."""
    start = time.process_time()
    for reading in pbn.read(path):
        if reading.record is not None:
            pbn.resolve(reading.record)
            for table in reading.record.tables:
                score_results(table)
    read = time.process_time() - start
    start = time.process_time()
    with all_kept():
        gatherer = Gatherer(parse_event('form = "pairs"\n'))
        for reading in pbn.read(path):
            if reading.record is not None and reading.index is not None:
                gatherer.add(str(path), reading.index, reading.record, pbn.resolve(reading.record), reading)
        ranking = rank_event(gatherer.finish())
    assert len(ranking.places) == 2 * TABLES
    return read, time.process_time() - start


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        for tables in (False, True):
            path = session(Path(folder), tables=tables)
            read, whole = map(min, zip(*(measured(path) for _ in range(5)), strict=True))
            print(
                f"{path.name}: {path.stat().st_size:,} bytes, reading {read:.2f} s, reading and ranking {whole:.2f} s,"
                f" {whole / read:.1f} times as long"
            )
