"""What earlier runs have worked out, by content: one file that any number of processes can share.

A store is a mapping from a key to bytes. The key says by which tool, by which Python and from which text the bytes were
made, so that nothing in the file can be out of date. The file is replaced as a whole; whatever cannot be read is as
good as absent, and is never executed.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from gatecheck import __version__

if TYPE_CHECKING:
    from collections.abc import Iterable

FORMAT = 1
_SIZE = 16
_PARTS = ("facts", "program", "flow", "rules", "fixes")
_MOST = 64 * 1024 * 1024


class _File(msgspec.Struct, frozen=True, array_like=True):
    made_by: str
    entries: dict[bytes, bytes]
    check: bytes


def made_by() -> str:
    """The tool, with its own sources, and the Python that made an entry."""
    python = ".".join(map(str, sys.version_info[:3]))
    return f"gatecheck {__version__} {_own_sources()} python {python} format {FORMAT}"


def digest(*parts: str | bytes) -> bytes:
    """A short hash of several parts that cannot be mistaken for another division of the same text."""
    whole = hashlib.blake2b(digest_size=_SIZE)
    for part in parts:
        data = part.encode("utf-8", "surrogatepass") if isinstance(part, str) else part
        whole.update(len(data).to_bytes(8, "little"))
        whole.update(data)
    return whole.digest()


class Store:
    """Bytes by kind and text, in one file of a folder; without a folder, nothing is kept.

    Beyond ``most`` bytes only what this run asked for stays.
    """

    def __init__(self, folder: str | None, name: str, most: int = _MOST) -> None:
        self._most = most
        self._path = Path(folder, f"{name}.msgpack") if folder is not None else None
        self._made_by = made_by() if folder is not None else ""
        self._entries = self._load() if self._path is not None else {}
        self._used: set[bytes] = set()
        self._fresh = 0

    @property
    def hits(self) -> int:
        """How many entries were found."""
        return len(self._used) - self._fresh

    def get(self, kind: str, *parts: str | bytes) -> bytes | None:
        """What was made from these parts."""
        if self._path is None:
            return None
        key = digest(kind, *parts)
        found = self._entries.get(key)
        if found is not None:
            self._used.add(key)
        return found

    def put(self, kind: str, *parts_and_data: str | bytes) -> None:
        """Keep what was made from these parts: the last argument."""
        *parts, data = parts_and_data
        if self._path is None or not isinstance(data, bytes):
            return
        key = digest(kind, *parts)
        self._entries[key] = data
        self._used.add(key)
        self._fresh += 1

    def save(self) -> None:
        """Write what is new, together with what another process has written meanwhile; failing to is no fault."""
        if self._path is None or not self._fresh:
            return
        merged = self._load() | self._entries
        if sum(map(len, merged.values())) > self._most:
            merged = {key: merged[key] for key in self._used}
        with contextlib.suppress(OSError):
            _write(self._path, msgspec.msgpack.encode(_File(self._made_by, merged, _checksum(merged.items()))))

    def _load(self) -> dict[bytes, bytes]:
        assert self._path is not None
        try:
            file = msgspec.msgpack.decode(self._path.read_bytes(), type=_File)
        except (OSError, msgspec.DecodeError, ValueError):
            return {}
        whole = file.made_by == self._made_by and file.check == _checksum(file.entries.items())
        return file.entries if whole else {}


def _checksum(entries: Iterable[tuple[bytes, bytes]]) -> bytes:
    whole = hashlib.blake2b(digest_size=_SIZE)
    for key, value in entries:
        whole.update(key)
        whole.update(value)
    return whole.digest()


def _write(path: Path, data: bytes) -> None:
    """Replace a file in one step, so that a reader sees the old or the new one."""
    import tempfile

    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as out:
            out.write(data)
        os.replace(temporary, path)  # noqa: PTH105 - the path is a string here
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)  # noqa: PTH108
        raise


def _own_sources() -> str:
    """What tells two states of the tool with the same version apart: its modules, by content."""
    here = Path(__file__).parent
    whole = hashlib.blake2b(digest_size=_SIZE)
    for folder in (here, *(here / name for name in _PARTS)):
        for module in sorted(folder.glob("*.py")):
            with contextlib.suppress(OSError):
                whole.update(digest(f"{folder.name}/{module.name}", module.read_bytes()))
    return whole.hexdigest()
