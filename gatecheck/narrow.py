"""What a report depends on beyond the texts of the files that were looked into, and what of them it does not hang on.

A run on a large tree leaves most files out, by the words that stand in them. Another text of such a file gives the same
report as long as it is left out again, and as long as the same words stand in it: how many files hold a word decides
which words tell something. Another text of a file that was looked into does where it tells the run the same.
"""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING

import msgspec

from gatecheck.alike import Questions, Texts, followed
from gatecheck.cache import Store, digest
from gatecheck.findings import Failure
from gatecheck.moving import Move
from gatecheck.prefilter import Selection
from gatecheck.sources import read

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gatecheck.check import Examined
    from gatecheck.sources import SourceFile, Tree
    from gatecheck.stamps import Contents

_MOST = 32 * 1024 * 1024
MOST_FOLLOWED = 24
"""Files that have other texts: after so many a run is expected to find something else, and to be quicker."""
_PACKAGE = "__init__.py"
"""The text of a package says what can be imported by way of it, beyond what its own definitions are asked."""


class _Left(msgspec.Struct, frozen=True, array_like=True):
    """A file that was left out: its content then, and which words of the vocabulary it held."""

    content: bytes
    held: tuple[str, ...]


class _Chosen(msgspec.Struct, frozen=True, array_like=True):
    """A file that was looked into: its content then, its packed text, and which of its definitions were opened."""

    content: bytes
    packed: bytes
    opened: frozenset[int]


class _Kept(msgspec.Struct, frozen=True, array_like=True):
    selection: Selection
    questions: Questions
    left: dict[str, _Left]
    chosen: dict[str, _Chosen]


class Known(msgspec.Struct, frozen=True):
    """The key of a report that holds for a tree as it is now, once its places are moved."""

    key: bytes
    moves: dict[str, Move]


def remember(examined: Examined, tree: Tree, found: Contents, store: Store) -> bytes | None:
    """Keep what a run looked into; the key of its report. None where it left no file out."""
    selection, looked, texts = examined.selection, examined.looked, examined.texts.by_path
    if selection is None or looked is None:
        return None
    left = {
        file.path: _Left(found.by_path[file.path], tuple(sorted(held)))
        for file in tree.files
        if file.path in texts and file.path not in selection.chosen
        if (held := selection.held(texts[file.path])) is not None
    }
    chosen = {
        path: _Chosen(found.by_path[path], _packed(texts[path]), opened)
        for path, opened in looked.opened.items()
        if not path.endswith(_PACKAGE)
    }
    kept = _Kept(selection, looked.questions, left, chosen)
    store.put("selection", tree.root, msgspec.msgpack.encode(kept))
    return _key(kept, {path: _as_left(one) for path, one in left.items()}, tree, found)


def recall(tree: Tree, found: Contents, store: Store) -> Known | None:
    """What is known of a report that holds for the tree as it is now; None where nothing is."""
    data = store.get("selection", tree.root)
    try:
        kept = msgspec.msgpack.decode(data, type=_Kept) if data is not None else None
    except msgspec.DecodeError:
        kept = None
    if kept is None:
        return None
    known: dict[str, str | bytes] = {}
    moves: dict[str, Move] = {}
    for file in tree.files:
        told = _told(kept, file, found.by_path[file.path])
        if told is None:
            return None
        if isinstance(told, Move):
            moves[file.path] = told
            if len(moves) > MOST_FOLLOWED:
                return None
        known[file.path] = kept.chosen[file.path].content if isinstance(told, Move) else told
    return Known(_key(kept, known, tree, found), moves)


def _told(kept: _Kept, file: SourceFile, content: bytes) -> str | bytes | Move | None:
    """What stands for a file in the key, or how its lines have moved where it tells the same; None where it may not."""
    left, chosen = kept.left.get(file.path), kept.chosen.get(file.path)
    if left is not None:
        return _as_left(left) if left.content == content else _looked_at(kept.selection, file)
    return content if chosen is None or chosen.content == content else _followed(kept, chosen, file)


def _as_left(left: _Left) -> str:
    return "words " + " ".join(left.held)


def _looked_at(selection: Selection, file: SourceFile) -> str | None:
    text = read(file)
    held = selection.held(text) if not isinstance(text, Failure) else None
    return _as_left(_Left(b"", tuple(sorted(held)))) if held is not None else None


def _followed(kept: _Kept, chosen: _Chosen, file: SourceFile) -> Move | None:
    """How the lines of a file that was looked into have moved, if it tells a run what its earlier text told."""
    text, before = read(file), _unpacked(chosen.packed)
    if isinstance(text, Failure) or before is None or kept.selection.told(before) != kept.selection.told(text):
        return None
    return followed(Texts(file.path, before, text), chosen.opened, kept.questions)


def _packed(text: str) -> bytes:
    return zlib.compress(text.encode("utf-8", "surrogatepass"), level=1)


def _unpacked(packed: bytes) -> str | None:
    try:
        return zlib.decompress(packed).decode("utf-8", "surrogatepass")
    except (zlib.error, UnicodeDecodeError):
        return None


def _key(kept: _Kept, known: Mapping[str, str | bytes], tree: Tree, found: Contents) -> bytes:
    """What a report is known by: what the run chose and asked, and what each file of the tree told it."""
    opened = {path: one.opened for path, one in kept.chosen.items()}
    parts: list[str | bytes] = [
        msgspec.msgpack.encode((kept.selection, kept.questions, opened), order="sorted"),
    ]
    for file in tree.files:
        parts += (file.path, known.get(file.path, found.by_path[file.path]))
    return digest(*parts)


def store_of(cache_dir: str) -> Store:
    """Where selections are kept."""
    return Store(cache_dir, "selections", most=_MOST)
