"""What a report depends on beyond the texts of the files that were looked into, and what of them it does not hang on.

A run on a large tree leaves most files out, by the words that stand in them. Another text of such a file gives the same
report as long as it is left out again, and as long as the same words stand in it: how many files hold a word decides
which words tell something. Another text of a file that was looked into does where it tells the run the same.
"""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING

import msgspec

from gatecheck.alike import Looked, Questions, is_alike
from gatecheck.cache import Store, digest
from gatecheck.findings import Failure, named_files
from gatecheck.prefilter import Selection
from gatecheck.sources import read

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gatecheck.check import Examined
    from gatecheck.sources import SourceFile, Tree
    from gatecheck.stamps import Contents

_MOST = 32 * 1024 * 1024
_PACKAGE = "__init__.py"
"""The text of a package says what can be imported by way of it, beyond what its own definitions are asked."""


class _Left(msgspec.Struct, frozen=True, array_like=True):
    """A file that was left out: its content then, and which words of the vocabulary it held."""

    content: bytes
    held: tuple[str, ...]


class _Chosen(msgspec.Struct, frozen=True, array_like=True):
    """A file that was looked into: its content then, its packed text, and which of its definitions were opened.

    ``placed`` says that the report names lines of it.
    """

    content: bytes
    packed: bytes
    opened: frozenset[int]
    placed: bool


class _Kept(msgspec.Struct, frozen=True, array_like=True):
    selection: Selection
    questions: Questions
    left: dict[str, _Left]
    chosen: dict[str, _Chosen]


class Seen(msgspec.Struct, frozen=True):
    """What a run looked into, and the files that its report names."""

    selection: Selection
    looked: Looked
    placed: frozenset[str]

    @classmethod
    def by(cls, examined: Examined) -> Seen | None:
        """None where no file was left out: then the run has looked into everything."""
        if examined.selection is None or examined.looked is None:
            return None
        return cls(examined.selection, examined.looked, named_files(examined.report))


def remember(seen: Seen, texts: Mapping[str, str], tree: Tree, found: Contents, store: Store) -> bytes:
    """Keep what a run looked into; the key of its report."""
    selection = seen.selection
    left = {
        file.path: _Left(found.by_path[file.path], tuple(sorted(held)))
        for file in tree.files
        if file.path in texts and file.path not in selection.chosen
        if (held := selection.held(texts[file.path])) is not None
    }
    chosen = {
        path: _Chosen(found.by_path[path], _packed(texts[path]), opened, path in seen.placed)
        for path, opened in seen.looked.opened.items()
        if not path.endswith(_PACKAGE)
    }
    kept = _Kept(selection, seen.looked.questions, left, chosen)
    store.put("selection", tree.root, msgspec.msgpack.encode(kept))
    return _key(kept, {path: _as_left(one) for path, one in left.items()}, tree, found)


def recall(tree: Tree, found: Contents, store: Store) -> bytes | None:
    """The key of a report that holds for the tree as it is now; None where nothing is known of it."""
    data = store.get("selection", tree.root)
    try:
        kept = msgspec.msgpack.decode(data, type=_Kept) if data is not None else None
    except msgspec.DecodeError:
        kept = None
    if kept is None:
        return None
    known: dict[str, str | bytes] = {}
    for file in tree.files:
        same = _as_known(kept, file, found.by_path[file.path])
        if same is None:
            return None
        known[file.path] = same
    return _key(kept, known, tree, found)


def _as_known(kept: _Kept, file: SourceFile, content: bytes) -> str | bytes | None:
    """What stands for a file in the key: what it was known by where it tells the same; None where it may not."""
    left, chosen = kept.left.get(file.path), kept.chosen.get(file.path)
    if left is not None:
        return _as_left(left) if left.content == content else _looked_at(kept.selection, file)
    if chosen is None or chosen.content == content:
        return content
    return chosen.content if _tells_the_same(kept, chosen, file) else None


def _as_left(left: _Left) -> str:
    return "words " + " ".join(left.held)


def _looked_at(selection: Selection, file: SourceFile) -> str | None:
    text = read(file)
    held = selection.held(text) if not isinstance(text, Failure) else None
    return _as_left(_Left(b"", tuple(sorted(held)))) if held is not None else None


def _tells_the_same(kept: _Kept, chosen: _Chosen, file: SourceFile) -> bool:
    """Whether a file that was looked into tells a run what its earlier text told."""
    text, before = read(file), _unpacked(chosen.packed)
    if isinstance(text, Failure) or before is None or kept.selection.told(before) != kept.selection.told(text):
        return False
    return is_alike(before, text, chosen.opened, kept.questions, placed=chosen.placed)


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
