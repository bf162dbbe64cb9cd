"""Speed and memory against a peer, as ratios within one run.

    python tests/benchmarks/compare.py --generator PATH [--boards 20000] [--rounds 5]
    python tests/benchmarks/compare.py --generator PATH --boards 100000 --totals
    python tests/benchmarks/compare.py --generator PATH --lin

Makes a virtual environment with this package and the peer, has the generator write synthetic boards (``PATH N FOLDER``
must write ``plain.pbn`` there), and runs the programs in turn, A B A B …, each in a process of its own on one core.
Prints the median of the ratios as a Markdown table.  The time is that of the work itself, without the start of Python.
"""

from __future__ import annotations

import argparse
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PEER = "endplay"
DUMPED = f"{PEER} dumps"

READ = """
import sys, time
from pbntools import read
start = time.perf_counter()
count = sum(1 for reading in read(sys.argv[1]) if reading.record)
print(time.perf_counter() - start, count)
"""
CHECK = """
import sys, time
from pbntools import check
start = time.perf_counter()
count = sum(1 for reading in check(sys.argv[1]) if reading.diagnostics is not None and reading.record)
print(time.perf_counter() - start, count)
"""
TOTALS = """
import sys, time
from pbntools import read
from pbntools.laws import resolve
from pbntools.scoring.session import Scorer
start = time.perf_counter()
scorer = Scorer("RULES")
count = 0
for reading in read(sys.argv[1]):
    if reading.record:
        scorer.push(reading.record, resolve(reading.record))
        count += 1
scorer.result()
print(time.perf_counter() - start, count)
"""
SCORED = ("rubber", "chicago", "duplicate")
DUMPS = """
import sys, time
from pbntools import dumps, read
records = [reading.record for reading in read(sys.argv[1]) if reading.record]
start = time.perf_counter()
dumps(records)
print(time.perf_counter() - start, len(records))
"""
PEER_DUMPS = """
import sys, time
import endplay.parsers.pbn as pbn
with open(sys.argv[1], encoding="latin-1") as file:
    text = file.read()
boards = pbn.loads(text)
start = time.perf_counter()
pbn.dumps(boards)
print(time.perf_counter() - start, len(boards))
"""
LOADS = """
import sys, time
import endplay.parsers.pbn as pbn
with open(sys.argv[1], encoding="latin-1") as file:
    text = file.read()
start = time.perf_counter()
boards = pbn.loads(text)
print(time.perf_counter() - start, len(boards))
"""
CONVERT = """
import io, sys, time
from pbntools import convert
start = time.perf_counter()
target = io.BytesIO()
convert(sys.argv[1], target, to_format="lin")
print(time.perf_counter() - start, target.getvalue().count(b"md|"))
"""
PEER_CONVERT = """
import sys, time
import endplay.parsers.lin as lin
import endplay.parsers.pbn as pbn
with open(sys.argv[1], encoding="latin-1") as file:
    text = file.read()
start = time.perf_counter()
boards = pbn.loads(text)
lin.dumps(boards)
print(time.perf_counter() - start, len(boards))
"""
PEER_LIN = """
import sys, time
import endplay.parsers.lin as lin
with open(sys.argv[1], encoding="latin-1") as file:
    text = file.read()
start = time.perf_counter()
boards = lin.loads(text)
print(time.perf_counter() - start, len(boards))
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--generator", type=Path, required=True, help="script that writes the boards")
    parser.add_argument("--boards", type=int, default=20_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--totals", action="store_true", help="compare scoring to totals with check, and nothing else")
    parser.add_argument("--lin", action="store_true", help="compare conversion to LIN and reading it, and nothing else")
    parser.add_argument("--work", type=Path, help="folder for the environment and the boards; kept between runs")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        work = arguments.work or Path(temporary)
        python = environment(work / "venv")
        boards = generate(python, arguments.generator, arguments.boards, work / f"boards-{arguments.boards}")
        if arguments.totals:
            totals(python, boards, arguments.rounds)
            return
        if arguments.lin:
            lin(python, boards, arguments.rounds)
            return
        large = generate(python, arguments.generator, 50_000, work / "boards-50000")
        report(python, boards, large, arguments.rounds, work)


def environment(folder: Path) -> Path:
    python = folder / "bin" / "python"
    if not python.exists():
        venv.create(folder, with_pip=True)
        run([python, "-m", "pip", "install", "--quiet", PEER])
    run([python, "-m", "pip", "install", "--quiet", "--force-reinstall", "--no-deps", str(ROOT)])
    run([python, "-m", "pip", "install", "--quiet", str(ROOT)])
    return python


def generate(python: Path, generator: Path, count: int, folder: Path) -> Path:
    target = folder / "plain.pbn"
    if not target.exists():
        run([python, generator, str(count), folder, "1"])
    return target


def run(command: list[object]) -> str:
    return subprocess.run([str(part) for part in command], check=True, capture_output=True, text=True).stdout


def one_core() -> None:
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})


def timed(python: Path, code: str, path: Path) -> float:
    """Microseconds a board."""
    done = subprocess.run(
        [str(python), "-c", code, str(path)], check=True, capture_output=True, text=True, preexec_fn=one_core
    )
    seconds, count = done.stdout.split()
    return float(seconds) / int(count) * 1e6


def wall(command: list[object]) -> float:
    before = os.times()
    done = subprocess.run([str(part) for part in command], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    if done.returncode not in (0, 1):
        raise SystemExit(f"{command} ended with {done.returncode}")
    return os.times().elapsed - before.elapsed


def peak_memory(command: list[object]) -> float:
    """Megabytes of the largest process."""
    code = (
        "import resource, subprocess, sys\n"
        "subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)\n"
        "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
    )
    return int(run([sys.executable, "-c", code, *command])) / 1024


def totals(python: Path, boards: Path, rounds: int) -> None:
    """How fast sessions are scored to totals, against `check` of the same boards right before."""
    print(f"{boards.stat().st_size:,} bytes, {rounds} rounds, Python {sys.version.split()[0]}\n")
    print("| rules | microseconds a board | speed of `check` | least | most |")
    print("|---|---|---|---|---|")
    for rules in SCORED:
        times, ratios = [], []
        for _ in range(rounds):
            checked = timed(python, CHECK, boards)
            times.append(timed(python, TOTALS.replace("RULES", rules), boards))
            ratios.append(checked / times[-1])
        print(
            f"| `{rules}` | {statistics.median(times):.0f} | {statistics.median(ratios):.0%} "
            f"| {min(ratios):.0%} | {max(ratios):.0%} |"
        )


def lin(python: Path, boards: Path, rounds: int) -> None:
    """Conversion from PBN to LIN, and reading of LIN, each right after a run of the peer."""
    written = boards.with_suffix(".lin")
    run([python.parent / "pbntools", "convert", boards, written])
    print(f"{boards.stat().st_size:,} bytes, {rounds} rounds, Python {sys.version.split()[0]}\n")
    print(f"| work | microseconds a board | {PEER} | it takes | least | most |")
    print("|---|---|---|---|---|---|")
    for name, code, peer_code, path in (
        ("convert to LIN", CONVERT, PEER_CONVERT, boards),
        ("read LIN", READ, PEER_LIN, written),
    ):
        times, peers, ratios = [], [], []
        for _ in range(rounds):
            peers.append(timed(python, peer_code, path))
            times.append(timed(python, code, path))
            ratios.append(peers[-1] / times[-1])
        print(
            f"| {name} | {statistics.median(times):.0f} | {statistics.median(peers):.0f} "
            f"| {statistics.median(ratios):.1f} times as long | {min(ratios):.1f} | {max(ratios):.1f} |"
        )


def report(python: Path, boards: Path, large: Path, rounds: int, work: Path) -> None:
    rows: list[tuple[str, list[float]]] = [("read", []), ("check", []), ("dumps", [])]
    times: dict[str, list[float]] = {"read": [], "check": [], "dumps": [], PEER: [], DUMPED: []}
    for _ in range(rounds):
        # Each against a run of the peer of its own, right before it.
        for name, code, peers in (("read", READ, LOADS), ("check", CHECK, LOADS), ("dumps", DUMPS, PEER_DUMPS)):
            peer = timed(python, peers, boards)
            ours = timed(python, code, boards)
            times[PEER if peers == LOADS else DUMPED].append(peer)
            times[name].append(ours)
            dict(rows)[name].append(peer / ours)
    print(f"{boards.stat().st_size:,} bytes, {rounds} rounds, Python {sys.version.split()[0]}\n")
    print(f"| work | microseconds a board | {PEER} takes for the same | least | most |")
    print("|---|---|---|---|---|")
    for name, ratios in rows:
        print(
            f"| `{name}` | {statistics.median(times[name]):.0f} | {statistics.median(ratios):.1f} times as long "
            f"| {min(ratios):.1f} | {max(ratios):.1f} |"
        )
    print(f"| {PEER} `loads` | {statistics.median(times[PEER]):.0f} | | | |")
    print(f"| {PEER} `dumps` | {statistics.median(times[DUMPED]):.0f} | | | |\n")

    folder = work / "eight"
    folder.mkdir(exist_ok=True)
    parts = boards.read_bytes().split(b"\n\n[Event ")
    size = len(parts) // 8
    for index in range(8):
        games = parts[1 + index * size : 1 + (index + 1) * size]
        (folder / f"{index}.pbn").write_bytes(b"".join(b"[Event " + game + b"\n\n" for game in games))
    command = [python.parent / "pbntools", "check", folder, "--output-format", "json"]
    ratios = []
    for _ in range(rounds):
        one = wall([*command, "--jobs", "1"])
        two = wall([*command, "--jobs", "2"])
        ratios.append(one / two)
    print(f"`check --jobs 2` over eight files: {statistics.median(ratios):.2f} times as fast as `--jobs 1` ")
    print(f"({min(ratios):.2f} to {max(ratios):.2f}).\n")

    for path in (boards, large):
        megabytes = peak_memory([python.parent / "pbntools", "check", path, "--jobs", "1"])
        print(f"Peak memory of `check` on {path.stat().st_size / 1e6:.0f} MB: {megabytes:.0f} MB.")
    own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"(This script itself: {own:.0f} MB.)")


if __name__ == "__main__":
    main()
