"""Where the rendered text goes: standard output or a file, and whether it has colours."""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


def write_stdout(text: str) -> None:
    """Write UTF-8 to standard output; a reader that has gone away (``| head``) ends the writing, not the process."""
    stream = getattr(sys.stdout, "buffer", None)
    try:
        if stream is None:
            sys.stdout.write(text)
        else:
            sys.stdout.flush()
            stream.write(text.encode("utf-8", "backslashreplace"))
        sys.stdout.flush()
    except BrokenPipeError:
        # The interpreter flushes once more when it ends, which must not fail again.
        with contextlib.suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def write_file(path: Path, text: str) -> str | None:
    """Write the file as a whole or not at all; return why it could not be written, or None.

    A device or a pipe is written into: another file must not take its place.
    """
    data = text.encode("utf-8", "backslashreplace")
    try:
        if path.exists() and not path.is_file():
            path.write_bytes(data)
        else:
            _replace(Path(os.path.realpath(path)), data)
    except OSError as error:
        return f"{path} cannot be written: {error.strerror}"
    return None


def _replace(path: Path, data: bytes) -> None:
    import tempfile

    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with open(handle, "wb") as sink:  # noqa: PTH123 - a descriptor, not a path
            sink.write(data)
        Path(temporary).chmod(0o666 & ~_umask())
        Path(temporary).replace(path)
    except OSError:
        with contextlib.suppress(OSError):
            Path(temporary).unlink()
        raise


def use_color(choice: str, environment: Mapping[str, str], *, terminal: bool) -> bool:
    """Decide on colours: the option first, then NO_COLOR, then FORCE_COLOR, then whether people watch."""
    if choice != "auto":
        return choice == "always"
    if environment.get("NO_COLOR"):
        return False
    if environment.get("FORCE_COLOR"):
        return True
    return terminal and environment.get("TERM") != "dumb"


def _umask() -> int:
    current = os.umask(0o022)
    os.umask(current)
    return current
