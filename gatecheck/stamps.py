"""What a tree holds, by content, without reading what has certainly not changed since it was last read.

A file is known again by its times, size and inode. These only ever save the reading: a tree restored elsewhere has
others, is read once, and has the same contents.
"""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from gatecheck.cache import Store, digest

if TYPE_CHECKING:
    from gatecheck.sources import SourceFile, Tree

_MOST = 4 * 1024 * 1024
_RECENT = 2_000_000_000
"""A file younger than this many nanoseconds can change once more and keep its times."""


class _Stamp(msgspec.Struct, frozen=True, array_like=True):
    modified: int
    changed: int
    size: int
    inode: int
    content: bytes

    def fits(self, found: os.stat_result) -> bool:
        return (self.modified, self.changed, self.size, self.inode) == (
            found.st_mtime_ns,
            found.st_ctime_ns,
            found.st_size,
            found.st_ino,
        )


_STAMPS = dict[str, _Stamp]


class Contents(msgspec.Struct, frozen=True):
    """A hash over the paths and contents of all files of a tree, and one of each file's content."""

    whole: bytes
    by_path: dict[str, bytes]


def contents(tree: Tree, cache_dir: str) -> Contents | None:
    """What a tree holds; None where a file cannot be read."""
    store = Store(cache_dir, "stamps", most=_MOST)
    known = _known(store.get("stamps", tree.root))
    fresh: dict[str, _Stamp] = {}
    by_path: dict[str, bytes] = {}
    changed = False
    recent = time.time_ns() - _RECENT
    try:
        for file in tree.files:
            found = os.stat(file.absolute)  # noqa: PTH116 - called for every file of a tree
            stamp = known.get(file.path)
            if stamp is None or not stamp.fits(found):
                changed = True
                stamp = _stamp(file, found)
            if max(stamp.modified, stamp.changed) < recent:
                fresh[file.path] = stamp
            by_path[file.path] = stamp.content
    except OSError:
        return None
    if changed:
        store.put("stamps", tree.root, msgspec.msgpack.encode(fresh))
        store.save()
    return Contents(digest(*(part for pair in by_path.items() for part in pair)), by_path)


def _known(data: bytes | None) -> dict[str, _Stamp]:
    try:
        return msgspec.msgpack.decode(data, type=_STAMPS) if data is not None else {}
    except msgspec.DecodeError:
        return {}


def _stamp(file: SourceFile, found: os.stat_result) -> _Stamp:
    content = digest(Path(file.absolute).read_bytes())
    return _Stamp(found.st_mtime_ns, found.st_ctime_ns, found.st_size, found.st_ino, content)
