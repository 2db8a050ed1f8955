"""Writing a repaired file: the old one or the new one, whatever happens, and never over what nobody has seen."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from gatecheck.fixes import write

OLD, NEW = "old = 1\r\n", "new = 2\r\n"
ROOT = Path(__file__).resolve().parents[2]


def only(folder: Path) -> list[str]:
    return [entry.name for entry in folder.iterdir()]


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_bytes_and_mode_are_kept(tmp_path: Path, mark: bytes) -> None:
    file = tmp_path / "pool.py"
    file.write_bytes(mark + OLD.encode())
    file.chmod(0o750)
    assert write.write(str(file), OLD, NEW) is None
    assert file.read_bytes() == mark + NEW.encode()
    assert file.stat().st_mode & 0o777 == 0o750
    assert only(tmp_path) == ["pool.py"]


def test_a_file_that_changed_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "pool.py"
    file.write_text("other = 3\n")
    assert write.write(str(file), OLD, NEW) == "the file has changed since it was read"
    assert file.read_text() == "other = 3\n"


def test_a_read_only_file_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "pool.py"
    file.write_bytes(OLD.encode())
    file.chmod(0o444)
    assert write.write(str(file), OLD, NEW) == "the file is read-only"
    assert file.read_bytes() == OLD.encode()


def test_a_file_that_is_gone_is_reported(tmp_path: Path) -> None:
    reason = write.write(str(tmp_path / "pool.py"), OLD, NEW)
    assert reason is not None
    assert "cannot be read again" in reason


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_a_full_disk_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    file = tmp_path / "pool.py"
    file.write_bytes(OLD.encode())
    if step == "fsync":
        monkeypatch.setattr(os, "fsync", full)
    else:
        monkeypatch.setattr(Path, "replace", full)
    assert write.write(str(file), OLD, NEW) == "the file cannot be written: No space left on device"
    assert file.read_bytes() == OLD.encode()
    assert only(tmp_path) == ["pool.py"]


def test_a_link_is_followed_and_stays_a_link(tmp_path: Path) -> None:
    real = tmp_path / "real.py"
    real.write_bytes(OLD.encode())
    link = tmp_path / "link.py"
    link.symlink_to(real)
    assert write.write(str(link), OLD, NEW) is None
    assert link.is_symlink()
    assert real.read_bytes() == NEW.encode()


PROGRAM = """
import sys
from gatecheck.fixes import write
path, size = sys.argv[1], int(sys.argv[2])
texts = "a" * size, "b" * size
print("go", flush=True)
turn = 0
while True:
    assert write.write(path, texts[turn], texts[1 - turn]) is None
    turn = 1 - turn
"""


@pytest.mark.parametrize("delay", [0.001 * 1.7**n for n in range(8)])
def test_a_kill_at_any_moment_leaves_the_old_file_or_the_new_one(tmp_path: Path, delay: float) -> None:
    size = 4_000_000
    file = tmp_path / "pool.py"
    file.write_text("a" * size)
    child = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, str(file), str(size)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert child.stdout is not None
    child.stdout.readline()
    time.sleep(delay)
    child.send_signal(signal.SIGKILL)
    child.wait()
    child.stdout.close()
    assert file.read_text() in {"a" * size, "b" * size}


def test_a_kill_at_each_call_into_the_system_leaves_the_old_file_or_the_new_one(tmp_path: Path) -> None:
    """The child ends itself at its n-th call of a function of ``os`` that touches files, for every n that there is."""
    program = (
        "import os, sys\n"
        "from gatecheck.fixes import write\n"
        "left = [int(sys.argv[2])]\n"
        "def watch(event, args):\n"
        "    if event in {'open', 'os.chmod', 'os.rename', 'tempfile.mkstemp'}:\n"
        "        left[0] -= 1\n"
        "        if left[0] < 0: os._exit(9)\n"
        "sys.addaudithook(watch)\n"
        f"write.write(sys.argv[1], {OLD!r}, {NEW!r})\n"
    )
    found = []
    for step in range(20):
        file = tmp_path / f"{step}.py"
        file.write_bytes(OLD.encode())
        arguments = [sys.executable, "-c", program, str(file), str(step)]
        ended = subprocess.run(arguments, check=False, cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)})
        found.append((ended.returncode, file.read_bytes()))
        if ended.returncode == 0:
            break
    killed = [data for code, data in found if code == 9]
    assert found[-1] == (0, NEW.encode())
    assert len(killed) >= 6
    assert set(killed) == {OLD.encode(), NEW.encode()}
    assert killed == sorted(killed, key=lambda data: data == NEW.encode())


def test_a_disk_that_fills_up_while_writing_loses_nothing(tmp_path: Path) -> None:
    file = tmp_path / "pool.py"
    file.write_bytes(OLD.encode())
    program = (
        "import resource, signal, sys\n"
        "from gatecheck.fixes import write\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (65536, 65536))\n"
        f"print(write.write(sys.argv[1], {OLD!r}, 'x' * 1_000_000))\n"
    )
    arguments = [sys.executable, "-c", program, str(file)]
    ended = subprocess.run(
        arguments, check=True, cwd=ROOT, capture_output=True, text=True, env={**os.environ, "PYTHONPATH": str(ROOT)}
    )
    assert ended.stdout == "the file cannot be written: File too large\n"
    assert file.read_bytes() == OLD.encode()
    assert only(tmp_path) == ["pool.py"]


def test_a_file_that_goes_while_it_is_looked_at_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "pool.py"
    file.write_bytes(OLD.encode())

    def taken(path: str, seen: str) -> None:
        Path(path).unlink()

    monkeypatch.setattr(write, "obstacle", taken)
    assert write.write(str(file), OLD, NEW) == "the file cannot be read again: No such file or directory"
    assert only(tmp_path) == []
