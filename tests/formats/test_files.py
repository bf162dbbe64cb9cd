"""Files that are written whole or not at all."""

import errno
import os
import shutil
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbntools.formats.files import AtomicFile, write_atomically

unix = pytest.mark.skipif(os.name == "nt", reason="needs a Unix system")


@pytest.fixture
def old(tmp_path: Path) -> Path:
    path = tmp_path / "club.pbn"
    path.write_bytes(b"the old file\r\n")
    return path


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_new_file(tmp_path: Path) -> None:
    write_atomically(tmp_path / "new.pbn", [b"one ", b"", b"two"])
    assert (tmp_path / "new.pbn").read_bytes() == b"one two"
    assert names(tmp_path) == ["new.pbn"]


@unix
def test_a_new_file_has_the_mode_of_any_new_file(tmp_path: Path) -> None:
    mask = os.umask(0o027)
    try:
        write_atomically(tmp_path / "new.pbn", [])
        assert os.umask(0o027) == 0o027
    finally:
        os.umask(mask)
    assert stat.S_IMODE((tmp_path / "new.pbn").stat().st_mode) == 0o640


@unix
@pytest.mark.parametrize("mode", [0o600, 0o640, 0o666, 0o755])
def test_an_old_file_keeps_its_mode(old: Path, mode: int) -> None:
    old.chmod(mode)
    write_atomically(old, [b"new"])
    assert old.read_bytes() == b"new"
    assert stat.S_IMODE(old.stat().st_mode) == mode


@unix
@pytest.mark.skipif(os.name == "nt" or os.geteuid() != 0, reason="needs the superuser")
def test_an_old_file_keeps_its_owner(old: Path) -> None:
    os.chown(old, 12345, 23456)
    old.chmod(0o6750)
    write_atomically(old, [b"new"])
    found = old.stat()
    assert (found.st_uid, found.st_gid, stat.S_IMODE(found.st_mode)) == (12345, 23456, 0o6750)


@unix
def test_a_link_stays_a_link(old: Path, tmp_path: Path) -> None:
    link = tmp_path / "link.pbn"
    link.symlink_to(old.name)
    write_atomically(link, [b"new"], backup=True)
    assert link.is_symlink()
    assert old.read_bytes() == b"new"
    assert names(tmp_path) == ["club.pbn", "club.pbn.bak", "link.pbn"]


def test_a_backup(old: Path, tmp_path: Path) -> None:
    old.chmod(0o640)
    write_atomically(old, [b"second"], backup=True)
    copy = tmp_path / "club.pbn.bak"
    assert copy.read_bytes() == b"the old file\r\n"
    assert stat.S_IMODE(copy.stat().st_mode) == stat.S_IMODE(old.stat().st_mode)
    write_atomically(old, [b"third"], backup=True)
    assert copy.read_bytes() == b"second"
    write_atomically(old, [b"fourth"])
    assert copy.read_bytes() == b"second"
    assert names(tmp_path) == ["club.pbn", "club.pbn.bak"]


def test_a_new_file_needs_no_backup(tmp_path: Path) -> None:
    write_atomically(tmp_path / "new.pbn", [b"x"], backup=True)
    assert names(tmp_path) == ["new.pbn"]


def test_no_backup_no_change(old: Path, tmp_path: Path) -> None:
    (tmp_path / "club.pbn.bak").mkdir()
    with pytest.raises(OSError):  # noqa: PT011
        write_atomically(old, [b"new"], backup=True)
    assert old.read_bytes() == b"the old file\r\n"
    assert names(tmp_path) == ["club.pbn", "club.pbn.bak"]


@pytest.mark.parametrize("mode", [0o444, 0o555, 0o400])
def test_a_read_only_file_is_refused(old: Path, tmp_path: Path, mode: int) -> None:
    old.chmod(mode)
    with pytest.raises(PermissionError) as refused:
        write_atomically(old, [b"new"], backup=True)
    old.chmod(0o644)
    assert refused.value.filename == str(old)
    assert refused.value.strerror == "the file is read-only"
    assert old.read_bytes() == b"the old file\r\n"
    assert names(tmp_path) == ["club.pbn"]


def test_a_directory_is_refused(tmp_path: Path) -> None:
    with pytest.raises(IsADirectoryError):
        write_atomically(tmp_path, [b"new"])


def test_no_such_directory(tmp_path: Path) -> None:
    target = tmp_path / "none" / "club.pbn"
    with pytest.raises(FileNotFoundError) as refused:
        write_atomically(target, [b"new"])
    assert refused.value.filename == str(target)


@unix
def test_a_pipe_is_refused(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(OSError, match="not a regular file"):
        write_atomically(pipe, [b"new"])
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_what_cannot_be_told_leaves_the_old_file(old: Path, tmp_path: Path) -> None:
    def chunks() -> Iterator[bytes]:
        yield b"x" * 100_000
        raise ValueError("no more")

    with pytest.raises(ValueError, match="no more"):
        write_atomically(old, chunks())
    assert old.read_bytes() == b"the old file\r\n"
    assert names(tmp_path) == ["club.pbn"]


def test_an_interrupt_leaves_the_old_file(old: Path, tmp_path: Path) -> None:
    def interrupted() -> None:
        with AtomicFile(old) as file:
            file.stream.write(b"half")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert old.read_bytes() == b"the old file\r\n"
    assert names(tmp_path) == ["club.pbn"]


@pytest.mark.parametrize("function", ["fsync", "chmod", "replace"])
def test_any_step_that_fails_leaves_the_old_file(
    old: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, function: str
) -> None:
    def fail(*_: object) -> None:
        raise OSError(errno.EIO, "the disk is broken")

    monkeypatch.setattr(os, function, fail)
    with pytest.raises(OSError, match="the disk is broken"):
        write_atomically(old, [b"new"])
    assert old.read_bytes() == b"the old file\r\n"
    assert names(tmp_path) == ["club.pbn"]


@unix
@pytest.mark.parametrize("size", [100, 1_000_000])
def test_a_file_past_the_limit_leaves_the_old_file(old: Path, tmp_path: Path, size: int) -> None:
    script = (
        "import resource, sys; from pbntools.formats.files import write_atomically\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (50, 50))\n"
        f"try: write_atomically(sys.argv[1], [b'x' * {size}], backup=True)\n"
        "except OSError as error: print(error.strerror)"
    )
    done = subprocess.run([sys.executable, "-c", script, str(old)], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == os.strerror(errno.EFBIG)
    assert old.read_bytes() == b"the old file\r\n"
    assert names(tmp_path) == ["club.pbn"]


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 64 KB, where one may be made."""
    mount, umount = shutil.which("mount"), shutil.which("umount")
    place = tmp_path / "disk"
    place.mkdir()
    command = [str(mount), "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(place)]
    if mount is None or umount is None or subprocess.run(command, capture_output=True, check=False).returncode:
        pytest.skip("no file system may be mounted here")
    try:
        yield place
    finally:
        subprocess.run([umount, str(place)], check=True)


@pytest.mark.parametrize(("size", "backup"), [(100_000, False), (30_000, True)])
def test_a_full_disk_leaves_the_old_file(small_disk: Path, size: int, backup: bool) -> None:
    old = small_disk / "club.pbn"
    old.write_bytes(b"o" * 30_000)
    with pytest.raises(OSError) as full:  # noqa: PT011
        write_atomically(old, [b"n" * size], backup=backup)
    assert full.value.errno == errno.ENOSPC
    assert old.read_bytes() == b"o" * 30_000
    assert names(small_disk) == ["club.pbn"]


def test_discarding_is_the_end(tmp_path: Path) -> None:
    file = AtomicFile(tmp_path / "club.pbn")
    file.stream.write(b"x")
    file.discard()
    file.discard()
    assert names(tmp_path) == []
    with AtomicFile(tmp_path / "club.pbn") as file:
        file.stream.write(b"y")
    file.discard()
    assert (tmp_path / "club.pbn").read_bytes() == b"y"
