"""Real streams: pipes that close, encodings, terminals, files, interrupts, processes."""

import contextlib
import json
import os
import shutil
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

Run = Any
COMMAND = (sys.executable, "-c", "from pbntools.cli import main; main()")
unix = pytest.mark.skipif(os.name == "nt", reason="needs a Unix system")


@pytest.fixture
def names(tmp_path: Path, clean: str) -> Path:
    text = clean.replace("Jonas Lind", "Jörg \u0141 \u738b\x1b[31m").replace("Defne Aksoy", "\x9b2J\u202e")
    (tmp_path / "names.pbn").write_bytes(text.encode())
    return tmp_path


# --- closed and full streams ----------------------------------------------------------------------------------------


@unix
@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("form", ["text", "json", "jsonl"])
def test_a_closed_pipe_ends_the_run_quietly(
    tmp_path: Path, environment: dict[str, str], clean: str, form: str, jobs: str
) -> None:
    for number in range(4):
        (tmp_path / f"{number}.pbn").write_text("\n".join([clean.replace('[Date "2024.03.07"]\n', "")] * 300))
    arguments = ["check", "--all", "--jobs", jobs, "--output-format", form, "."]
    process = subprocess.Popen(
        [*COMMAND, *arguments], cwd=tmp_path, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.read(10)
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait(60) == 141


@unix
@pytest.mark.parametrize("command", [["--help"], ["rule"], ["check", "--help"], ["check", "-"], ["show", "-"]])
def test_a_pipe_closed_from_the_start(
    tmp_path: Path, environment: dict[str, str], clean: str, command: list[str]
) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [*COMMAND, *command], env=environment, stdout=writing, stderr=subprocess.PIPE, input=clean.encode(), check=False
    )
    os.close(writing)
    assert b"Traceback" not in done.stderr
    assert b"Error" not in done.stderr


CLOSED = [
    ["check", "bad.pbn"],
    ["score", "clean.pbn"],
    ["show", "clean.pbn"],
    ["replay", "clean.pbn"],
    ["replay", "--html", "-", "clean.pbn"],
    ["print", "clean.pbn"],
    ["print", "--to", "html", "clean.pbn"],
    ["print", "--to", "pdf", "clean.pbn"],
    ["info", "clean.pbn"],
    ["rule"],
    ["formats"],
    ["rulesets"],
    ["convert", "--to", "json", "clean.pbn"],
    ["format", "clean.pbn"],
    ["--help"],
    ["check", "--help"],
    ["--version"],
]


def without(stream: str, *arguments: str) -> tuple[str, ...]:
    """The command as a shell starts it with a stream closed: ``1`` the standard output, ``2`` the standard error."""
    shell = shutil.which("sh")
    assert shell is not None
    program = f"exec '{sys.executable}' -c 'from pbntools.cli import main; main()'"
    return shell, "-c", f"{program} {' '.join(arguments)} {stream}>&-"


@unix
@pytest.mark.parametrize("arguments", CLOSED, ids=" ".join)
def test_no_standard_output_at_all(spawn: Run, folder: Path, arguments: list[str]) -> None:
    done = spawn(command=without("1", *arguments))
    assert not done.crashed
    assert done.status == 2
    assert done.err.rstrip().endswith("it is closed")


@unix
def test_without_a_standard_output_nothing_is_missed_where_nothing_is_said(spawn: Run, folder: Path) -> None:
    assert spawn(command=without("1", "check", "--select", "PLY", "clean.pbn")).status == 0
    assert spawn(command=without("1", "show", "-o", "out.txt", "clean.pbn")).status == 0
    assert (folder / "out.txt").read_text(encoding="utf-8").count("Thursday Pairs") == 1


@unix
@pytest.mark.parametrize(
    ("arguments", "status"),
    [(["check", "bad.pbn"], 1), (["check", "gone.pbn"], 2), (["check", "--nothing"], 2), (["nothing"], 2)],
)
def test_no_standard_error_at_all(spawn: Run, folder: Path, arguments: list[str], status: int) -> None:
    assert spawn(command=without("2", *arguments)).status == status


@unix
@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
@pytest.mark.parametrize("form", ["text", "json"])
def test_a_full_device_is_told(folder: Path, environment: dict[str, str], form: str) -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [*COMMAND, "check", "--output-format", form, "bad.pbn"],
            cwd=folder,
            env=environment,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 2
    assert "pbntools: cannot write the standard output: No space left on device" in done.stderr
    assert "Traceback" not in done.stderr
    assert "Exception ignored" not in done.stderr


# --- encodings and terminals ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "cp437", "utf-8", "utf-16", "latin-1:strict"])
@pytest.mark.parametrize(
    "command", [["show"], ["show", "--output-format", "json"], ["check", "--output-format", "json"]]
)
def test_any_encoding_of_the_output(spawn: Run, names: Path, encoding: str, command: list[str]) -> None:
    done = spawn(*command, "names.pbn", env={"PYTHONIOENCODING": encoding})
    assert done.status == 0
    assert not done.crashed
    text = done.raw.decode(encoding.partition(":")[0])
    if "json" in command:
        json.loads(text)
    elif encoding in ("ascii", "cp1252", "cp437"):
        assert "S T53" in text
        assert "\u2660" not in text
        assert "\\u0141" in text
    elif encoding == "utf-8":
        assert "\u2660 T53" in text
        assert "\u0141" in text


@pytest.mark.parametrize("command", [["show"], ["check"], ["score"]])
@pytest.mark.parametrize("form", ["text", "json", "jsonl"])
def test_control_characters_of_a_file_are_never_passed_on(
    spawn: Run, names: Path, command: list[str], form: str
) -> None:
    done = spawn(*command, "--output-format", form, "names.pbn")
    assert not set(done.out + done.err) & {"\x1b", "\x9b", "\u202e", "\x07"}


@unix
def test_control_characters_of_a_path_are_never_passed_on(spawn: Run, tmp_path: Path) -> None:
    (tmp_path / "a\x1b[31m.pbn").write_text("x")
    for form in ("text", "concise", "json", "jsonl", "sarif", "github"):
        done = spawn("check", "--output-format", form, "a\x1b[31m.pbn", "gone\x1b[31m.pbn")
        assert "\x1b" not in done.out + done.err
        assert done.status == 2


@unix
def test_a_path_that_is_no_text(spawn: Run, tmp_path: Path, clean: str) -> None:
    name = os.fsdecode(b"caf\xe9.pbn")
    (tmp_path / name).write_text(clean)
    for form in ("text", "json", "sarif", "github"):
        done = spawn("check", "--select", "PBN", "--output-format", form, name)
        assert done.status == 0
        assert not done.crashed


def test_ascii(spawn: Run, names: Path) -> None:
    done = spawn("show", "--ascii", "names.pbn")
    assert done.out.isascii()
    assert "S T53" in done.out
    assert "\\u0141" in done.out


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "shift_jis", "utf-16"])
@pytest.mark.parametrize("command", [["replay", "--html", "-"], ["print", "--to", "html"], ["print", "--to", "tex"]])
def test_a_document_is_written_in_the_encoding_that_it_declares(
    spawn: Run, tmp_path: Path, clean: str, command: list[str], encoding: str
) -> None:
    text = clean.replace("Jonas Lind", "J\u00f6rg \u015een").replace("Thursday", "\u015een")
    (tmp_path / "names.pbn").write_text(text, encoding="utf-8")
    done = spawn(*command, "--lang", "tr", "names.pbn", env={"PYTHONIOENCODING": encoding})
    assert done.status == 0
    assert "\u015een" in done.raw.decode("utf-8")
    assert done.raw == spawn(*command, "--lang", "tr", "names.pbn").raw


@unix
@pytest.mark.parametrize("command", [["replay", "-", "--html", "clean.pbn"], ["print", "-", "-o", "clean.pbn"]])
def test_the_output_is_not_the_file_behind_the_standard_input(
    folder: Path, environment: dict[str, str], command: list[str]
) -> None:
    before = (folder / "clean.pbn").read_bytes()
    with (folder / "clean.pbn").open("rb") as file:
        done = subprocess.run(
            [*COMMAND, *command], cwd=folder, env=environment, stdin=file, capture_output=True, check=False
        )
    assert done.returncode == 2
    assert b"is the file that is read from the standard input" in b" ".join(done.stderr.split())
    assert (folder / "clean.pbn").read_bytes() == before


@pytest.mark.parametrize("option", [["replay", "--html"], ["print", "-o"], ["check", "-o"]])
def test_an_output_without_a_name(run: Run, folder: Path, option: list[str]) -> None:
    done = run(*option, "", folder / "clean.pbn")
    assert done.status == 2
    assert "the name is empty" in done.err


def test_no_colour_in_a_pipe(spawn: Run, folder: Path) -> None:
    assert "\x1b" not in spawn("check", "bad.pbn").out


def in_a_terminal(arguments: list[str], cwd: Path, environment: dict[str, str]) -> str:
    import pty

    leader, follower = pty.openpty()
    process = subprocess.Popen(
        [*COMMAND, *arguments], cwd=cwd, env=environment, stdin=follower, stdout=follower, stderr=subprocess.DEVNULL
    )
    os.close(follower)
    pieces = []
    while True:
        try:
            piece = os.read(leader, 65536)
        except OSError:  # how Linux says that the other side was closed
            break
        if not piece:
            break
        pieces.append(piece)
    os.close(leader)
    process.wait(60)
    return b"".join(pieces).decode()


@unix
@pytest.mark.parametrize(
    ("extra", "colour"),
    [
        ({"TERM": "xterm-256color"}, True),
        ({"TERM": "xterm-256color", "NO_COLOR": "1"}, False),
        ({"TERM": "dumb"}, False),
    ],
)
def test_colour_in_a_terminal(folder: Path, environment: dict[str, str], extra: dict[str, str], colour: bool) -> None:
    text = in_a_terminal(["check", "bad.pbn"], folder, environment | extra)
    assert "insufficient-bid" in text
    assert ("\x1b[" in text) == colour


@unix
def test_colour_in_a_terminal_from_worker_processes(folder: Path, environment: dict[str, str]) -> None:
    text = in_a_terminal(["check", "-j", "2", "bad.pbn", "clean.pbn"], folder, environment | {"TERM": "xterm"})
    assert "\x1b[1;31merror AUC101\x1b[0m" in text


def test_force_color(spawn: Run, folder: Path) -> None:
    assert "\x1b[" in spawn("check", "bad.pbn", env={"FORCE_COLOR": "1"}).out
    assert "\x1b[" not in spawn("check", "bad.pbn", env={"FORCE_COLOR": "1", "NO_COLOR": "1"}).out


# --- output files ---------------------------------------------------------------------------------------------------


def test_an_output_file_is_utf_8_without_colour(spawn: Run, names: Path) -> None:
    done = spawn("show", "-o", "out.txt", "names.pbn", env={"PYTHONIOENCODING": "ascii", "FORCE_COLOR": "1"})
    assert done.status == 0
    assert done.out == ""
    text = (names / "out.txt").read_text(encoding="utf-8")
    assert "\u2660 T53" in text
    assert "\x1b" not in text
    assert [path.name for path in names.iterdir() if path.name.startswith(".pbntools-")] == []


def test_a_dash_is_the_standard_output(spawn: Run, folder: Path) -> None:
    assert spawn("check", "-o", "-", "bad.pbn").out == spawn("check", "bad.pbn").out


@unix
def test_an_output_file_keeps_its_mode_and_its_links(spawn: Run, folder: Path) -> None:
    target = folder / "real.txt"
    target.write_text("old")
    target.chmod(0o640)
    (folder / "link.txt").symlink_to(target)
    assert spawn("check", "-o", "link.txt", "bad.pbn").status == 1
    assert (folder / "link.txt").is_symlink()
    assert "insufficient-bid" in target.read_text()
    assert stat.S_IMODE(target.stat().st_mode) == 0o640
    spawn("check", "-o", "new.txt", "bad.pbn")
    mask = os.umask(0)
    os.umask(mask)
    assert stat.S_IMODE((folder / "new.txt").stat().st_mode) == 0o666 & ~mask


@pytest.mark.parametrize("target", ["below", "no/such/folder/out.txt"])
def test_an_output_that_cannot_be_written(spawn: Run, folder: Path, target: str) -> None:
    done = spawn("check", "-o", target, "bad.pbn")
    assert done.status == 2
    assert f"pbntools: cannot write {target}: " in done.err
    assert not done.crashed


@unix
def test_an_output_device(spawn: Run, folder: Path) -> None:
    assert spawn("check", "-o", "/dev/null", "bad.pbn").status == 1
    assert stat.S_ISCHR(os.stat("/dev/null").st_mode)


@pytest.mark.parametrize("command", ["check", "score", "show"])
def test_an_input_is_never_overwritten(spawn: Run, folder: Path, command: str) -> None:
    before = (folder / "bad.pbn").read_bytes()
    done = spawn(command, "-o", "./bad.pbn", "clean.pbn", "bad.pbn")
    assert done.status == 2
    assert "one of the files to be read" in done.err
    assert (folder / "bad.pbn").read_bytes() == before


def test_a_read_only_output_is_not_replaced(spawn: Run, folder: Path) -> None:
    target = folder / "out.txt"
    target.write_text("old")
    target.chmod(0o444)
    done = spawn("check", "bad.pbn", "-o", "out.txt")
    assert not done.crashed
    assert done.status == 2
    assert "cannot write out.txt: the file is read-only" in done.err
    assert target.read_text() == "old"


def test_a_run_that_fails_leaves_the_old_file(spawn: Run, folder: Path) -> None:
    (folder / "out.txt").write_text("old")
    (folder / ".pbntools.toml").write_text("broken")
    assert spawn("check", "-o", "out.txt", "bad.pbn").status == 2
    assert (folder / "out.txt").read_text() == "old"
    assert sorted(path.name for path in folder.iterdir() if "pbntools-" in path.name) == []


# --- interrupts and processes ---------------------------------------------------------------------------------------


def wait_for(condition: Any) -> None:
    for _ in range(500):
        if condition():
            return
        time.sleep(0.02)
    pytest.fail("it did not come to that in time")


def heed_interrupts() -> None:
    """A shell starts what runs in its background with interrupts ignored, and that is inherited."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


@unix
@pytest.mark.parametrize(("command", "jobs"), [("check", 1), ("check", 2), ("show", 1)])
def test_an_interrupt_ends_the_run_cleanly(
    tmp_path: Path, environment: dict[str, str], clean: str, command: str, jobs: int
) -> None:
    arguments = [command, *(["-j", str(jobs), "--all"] if command == "check" else []), "a.pbn", "pipe", "b.pbn"]
    for name in ("a.pbn", "b.pbn"):
        (tmp_path / name).write_text(clean)
    os.mkfifo(tmp_path / "pipe")  # opening it waits for somebody who writes
    process = subprocess.Popen(
        [*COMMAND, *arguments],
        cwd=tmp_path,
        env=environment | {"TMPDIR": str(tmp_path)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        preexec_fn=heed_interrupts,
    )
    try:
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
        if jobs > 1 and children.exists():
            wait_for(lambda: len(children.read_text().split()) >= 2)
            time.sleep(0.5)
        else:
            time.sleep(1.5)
        os.killpg(process.pid, signal.SIGINT)
        _, err = process.communicate(timeout=60)
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
    assert process.returncode == 130
    assert b"Traceback" not in err
    assert [path.name for path in tmp_path.iterdir() if path.is_dir()] == []


def test_processes_keep_the_order_of_the_files(spawn: Run, tmp_path: Path, clean: str) -> None:
    for number in range(20):
        # The first files take longest, so that the later ones are done before them.
        text = "\n".join([clean.replace("Thursday", f"{number}")] * (20 - number))
        (tmp_path / f"{number:02}.pbn").write_text(text.replace('[Dealer "N"]', '[Dealer "N"]\n[Scribe "Ada"]'))
    (tmp_path / "none.pbn").write_text("")
    for form in ("text", "concise", "json", "jsonl", "sarif", "github"):
        arguments = ("check", "--output-format", form, "none.pbn", "gone.pbn", ".")
        one = spawn(*arguments, "--jobs", "1")
        assert spawn(*arguments, "--jobs", "3") == one
        assert one.status == 2
        assert "PBN001" in one.out


def test_the_standard_input_among_processes(spawn: Run, folder: Path) -> None:
    text = (folder / "bad.pbn").read_bytes()
    one = spawn("check", "-j", "1", "bad.pbn", "-", "clean.pbn", stdin=text)
    assert spawn("check", "-j", "2", "bad.pbn", "-", "clean.pbn", stdin=text) == one
    assert "\n-:17:4: error" in one.out


def test_much_text_of_a_process_goes_through_a_file(spawn: Run, tmp_path: Path, clean: str) -> None:
    text = "\n".join([clean.replace('[Dealer "N"]', '[Dealer "N"]\n[Dealer "N"]')] * 8_000)
    (tmp_path / "a.pbn").write_text(text)
    (tmp_path / "b.pbn").write_text(clean)
    arguments = ("check", "--all", "a.pbn", "b.pbn", "a.pbn")
    one = spawn(*arguments, "-j", "1", env={"TMPDIR": str(tmp_path)})
    assert len(one.out) > 2_000_000
    assert spawn(*arguments, "-j", "2", env={"TMPDIR": str(tmp_path)}) == one
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.pbn", "b.pbn"]


@pytest.mark.parametrize("method", ["spawn", "forkserver", "fork"])
def test_processes_however_they_are_started(spawn: Run, folder: Path, method: str) -> None:
    import multiprocessing

    if method not in multiprocessing.get_all_start_methods():
        pytest.skip(f"no {method} here")
    script = folder / "start.py"
    script.write_text(
        "import multiprocessing\n"
        "from pbntools.cli import main\n"
        "if __name__ == '__main__':\n"
        f"    multiprocessing.set_start_method({method!r})\n"
        "    main()\n"
    )
    arguments = ("check", "-j", "2", "bad.pbn", "clean.pbn", "empty.pbn")
    assert spawn(*arguments, command=(sys.executable, str(script))) == spawn(*arguments)


@unix
@pytest.mark.skipif(not os.path.isdir("/proc/self/task"), reason="needs /proc")
def test_a_process_that_dies_is_told(tmp_path: Path, environment: dict[str, str], clean: str) -> None:
    (tmp_path / "a.pbn").write_text(clean)
    os.mkfifo(tmp_path / "pipe")
    process = subprocess.Popen(
        [*COMMAND, "check", "-j", "2", "a.pbn", "pipe"],
        cwd=tmp_path,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    wait_for(lambda: len(children.read_text().split()) >= 2)
    time.sleep(0.5)
    for child in children.read_text().split():
        with contextlib.suppress(ProcessLookupError):  # where one is gone, the others end by themselves
            os.kill(int(child), signal.SIGKILL)
    _, err = process.communicate(timeout=30)
    assert process.returncode == 2
    assert b"pipe: not checked, since a process of this run was ended from outside" in err
    assert b"Traceback" not in err


@pytest.mark.parametrize("command", ["check", "info", "score", "show", "format"])
def test_the_output_is_no_file_of_a_directory_to_be_read(
    tmp_path: Path, environment: dict[str, str], clean: str, command: str
) -> None:
    (tmp_path / "below").mkdir()
    inside = tmp_path / "below" / "a.pbn"
    inside.write_text(clean)
    for path in (".", "below", str(tmp_path)):
        done = subprocess.run(
            [*COMMAND, command, "-o", "below/a.pbn", path],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 2
        assert "is one of the files to be read" in done.stderr
        assert inside.read_text() == clean
