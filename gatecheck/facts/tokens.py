"""The words of a text, found faster than by any pattern: everything that is no word character becomes a blank."""

from __future__ import annotations

import string
import sys

_WORD = f"{string.ascii_letters}{string.digits}_".encode()
_BLANKED = bytes(code if code in _WORD else ord(" ") for code in range(256))
_BETWEEN = b" \t\r\n\f\v\\"
_CALLS = bytes(
    code if code in _WORD or code > 127 or code == ord("(") else ord(" ") if code in _BETWEEN else ord(";")
    for code in range(256)
)


def words_of(text: str) -> set[bytes]:
    """The words of a text in ASCII; what stands around other characters counts as words too."""
    return set(text.encode("utf-8", "surrogatepass").translate(_BLANKED).split())


def called_in(text: str) -> frozenset[str]:
    """Every word that stands before an opening bracket."""
    found: set[bytes] = set()
    before = b""
    for piece in text.encode("utf-8", "surrogatepass").translate(_CALLS).split():
        if b"(" in piece:
            *heads, _ = piece.split(b"(")
            heads[0] = heads[0] or before
            found.update(head[max(head.rfind(b";"), head.rfind(b"(")) + 1 :] for head in heads)
        before = piece
    found.discard(b"")
    return frozenset(sys.intern(word.decode("utf-8", "surrogatepass")) for word in found)


def token(word: str) -> bytes | None:
    """A word as :func:`words_of` has it; None for one that it may take apart."""
    return word.encode() if word.isascii() else None
