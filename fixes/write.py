"""Writing a repaired file: as a whole or not at all, and never over something that nobody has seen."""

from __future__ import annotations

import codecs
import contextlib
import os
import stat
import tempfile
from pathlib import Path

_ANY_WRITE = stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH


def write(path: str, seen: str, new: str) -> str | None:
    """Write ``new`` over the file whose text was ``seen``; return why that was not done, or None.

    The new text goes to a file beside it, reaches the disk, and then takes the name: whoever looks, and whatever ends
    the process, finds the old file or the new one.
    """
    reason = obstacle(path, seen)
    if reason is not None:
        return reason
    target = os.path.realpath(path)
    try:
        with open(target, "rb") as source:  # noqa: PTH123 - three bytes are enough
            mark = codecs.BOM_UTF8 if source.read(3) == codecs.BOM_UTF8 else b""
        mode = stat.S_IMODE(Path(target).stat().st_mode)
    except OSError as error:
        return f"the file cannot be read again: {error.strerror}"
    return _replace(target, mark + new.encode("utf-8"), mode)


def obstacle(path: str, seen: str) -> str | None:
    """Why a file whose text was ``seen`` must not or cannot be written; None where it can."""
    target = Path(os.path.realpath(path))
    try:
        data = target.read_bytes()
        mode = stat.S_IMODE(target.stat().st_mode)
    except OSError as error:
        return f"the file cannot be read again: {error.strerror}"
    if data.removeprefix(codecs.BOM_UTF8) != seen.encode("utf-8"):
        return "the file has changed since it was read"
    # Asked for the bits too, since nothing is read-only to an administrator.
    if not mode & _ANY_WRITE or not os.access(target, os.W_OK):
        return "the file is read-only"
    return None


def _replace(target: str, data: bytes, mode: int) -> str | None:
    temporary = ""
    try:
        handle, temporary = tempfile.mkstemp(dir=Path(target).parent, prefix=f".{Path(target).name}.")
        with open(handle, "wb") as sink:  # noqa: PTH123 - a descriptor, not a path
            sink.write(data)
            sink.flush()
            os.fsync(sink.fileno())
        Path(temporary).chmod(mode)
        Path(temporary).replace(target)
    except OSError as error:
        with contextlib.suppress(OSError):
            Path(temporary).unlink()
        return f"the file cannot be written: {error.strerror}"
    _sync_folder(Path(target).parent)
    return None


def _sync_folder(folder: Path) -> None:
    """Let the new name reach the disk too, where the system can do that."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
