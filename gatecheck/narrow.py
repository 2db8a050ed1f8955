"""What a report depends on beyond the files that were looked into: the words in all the others.

A run on a large tree leaves most files out, by the words that stand in them. Another text of such a file gives the same
report as long as it is left out again, and as long as the same words stand in it: how many files hold a word decides
which words tell something.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from gatecheck.cache import Store, digest
from gatecheck.findings import Failure
from gatecheck.prefilter import Selection
from gatecheck.sources import read

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gatecheck.sources import SourceFile, Tree
    from gatecheck.stamps import Contents

_MOST = 4 * 1024 * 1024


class _Left(msgspec.Struct, frozen=True, array_like=True):
    """A file that was left out: its content then, and which words of the vocabulary it held."""

    content: bytes
    held: tuple[str, ...]


class _Kept(msgspec.Struct, frozen=True, array_like=True):
    selection: Selection
    left: dict[str, _Left]


def remember(selection: Selection, texts: Mapping[str, str], tree: Tree, found: Contents, store: Store) -> bytes:
    """Keep what a run looked into; the key of its report."""
    left = {
        file.path: _Left(found.by_path[file.path], tuple(sorted(held)))
        for file in tree.files
        if file.path in texts and file.path not in selection.chosen
        if (held := selection.held(texts[file.path])) is not None
    }
    kept = _Kept(selection, left)
    store.put("selection", tree.root, msgspec.msgpack.encode(kept))
    return _key(kept, left, tree, found)


def recall(tree: Tree, found: Contents, store: Store) -> bytes | None:
    """The key of a report that holds for the tree as it is now; None where nothing is known of it."""
    data = store.get("selection", tree.root)
    try:
        kept = msgspec.msgpack.decode(data, type=_Kept) if data is not None else None
    except msgspec.DecodeError:
        kept = None
    if kept is None:
        return None
    left: dict[str, _Left] = {}
    for file in tree.files:
        known = kept.left.get(file.path)
        if known is not None:
            now = known if known.content == found.by_path[file.path] else _looked_at(kept.selection, file, found)
            if now is None:
                return None
            left[file.path] = now
    return _key(kept, left, tree, found)


def _looked_at(selection: Selection, file: SourceFile, found: Contents) -> _Left | None:
    text = read(file)
    held = selection.held(text) if not isinstance(text, Failure) else None
    return _Left(found.by_path[file.path], tuple(sorted(held))) if held is not None else None


def _key(kept: _Kept, left: Mapping[str, _Left], tree: Tree, found: Contents) -> bytes:
    parts: list[str | bytes] = [msgspec.msgpack.encode(kept.selection, order="sorted")]
    for file in tree.files:
        one = left.get(file.path)
        parts += (file.path, found.by_path[file.path] if one is None else "words " + " ".join(one.held))
    return digest(*parts)


def store_of(cache_dir: str) -> Store:
    """Where selections are kept."""
    return Store(cache_dir, "selections", most=_MOST)
