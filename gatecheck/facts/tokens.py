"""The words of a text, found faster than by any pattern: everything that is no word character becomes a blank."""

from __future__ import annotations

import re
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


# To look ahead for a word and then repeat it is to take all of it: no shorter one is tried.
_TARGET = re.compile(r"\.\s*(?=(\w+))\1\s*(?:(?:[-+@%&|^]|//?|\*\*?|<<|>>)?=(?!=)|:(?!=)[ \t]*[^\s#])")
_SELF = re.compile(r"\bself")
_LISTED = re.compile(r"\.\s*(\w+)\s*(?=[,)\]]|$)")
_ASSIGNS = re.compile(r"(?<![=!<>:+\-*/%&|^@~])=(?!=)")


def stored_in(text: str) -> frozenset[str]:
    """Every attribute that an assignment can have as its target, alone or in a list of targets; some words too many.

    Behind a dot they stand once more where that may be an attribute of something else than ``self``.
    """
    text = text.replace("\\\n", "  ").replace("\\\r\n", "  ")
    found: set[str] = set()
    for target in _TARGET.finditer(text):
        own = _SELF.match(text, max(target.start() - len("self"), 0), target.start())
        found.update((target[1],) if own else (target[1], elsewhere(target[1])))
    lines = text.split("\n")
    for number, line in enumerate(lines):
        if "=" in line and ("," in line or line.lstrip()[:1] in {")", "]"}):
            for match in _ASSIGNS.finditer(line):
                listed = _listed_before(lines, number, line[: match.start()])
                found.update((*listed, *map(elsewhere, listed)))
    return frozenset(map(sys.intern, found))


def elsewhere(name: str) -> str:
    """What an attribute is called where it is stored in something else than ``self``."""
    return f".{name}"


def _listed_before(lines: list[str], number: int, segment: str) -> list[str]:
    """The attributes in a list of targets that ends here; none where a bracket is still open, as in a call."""
    missing = _closed(segment)
    while missing > 0 and number > 0:
        number -= 1
        segment = f"{lines[number]}\n{segment}"
        missing += _closed(lines[number])
    return _LISTED.findall(segment) if missing >= 0 else []


def _closed(text: str) -> int:
    """How many more brackets close here than open."""
    return text.count(")") + text.count("]") - text.count("(") - text.count("[")


def attributes_in(text: str) -> frozenset[str]:
    """Every word that stands behind a dot."""
    return frozenset(map(sys.intern, _ATTRIBUTE.findall(text)))


def names_in(text: str) -> frozenset[str]:
    """Every word of a text."""
    return frozenset(map(sys.intern, _NAME.findall(text)))


def quoted_in(text: str) -> frozenset[str]:
    """Every word that stands in a text as a string."""
    return frozenset(sys.intern(word) for _, word in _QUOTED.findall(text))


def count_in(text: str, method: str) -> int:
    """How many calls of a method of this name stand in a text, in comments too."""
    return len(re.findall(rf"\.{method}\s*\(", text))


def is_decorated(text: str) -> bool:
    """Whether the text of a definition begins with a decorator."""
    return text.lstrip().startswith("@")


_ATTRIBUTE = re.compile(r"\.[\s\\]*(\w+)")
_QUOTED = re.compile(r"""(["'])(?=(\w+)\1)""")
_NAME = re.compile(r"\w+")
