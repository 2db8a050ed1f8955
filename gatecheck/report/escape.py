"""Text from scanned sources, made harmless for terminals and single-line formats."""

from __future__ import annotations

import re

# C0 and C1 controls, line and paragraph separators, and the marks that reorder text: any of them lets a scanned file
# repaint the terminal or show code other than it is.
_UNSAFE = re.compile(
    "[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]"
)


def one_line(text: str) -> str:
    """Return the text with every control character written out, so that it stays on one line and changes no colour."""
    return _UNSAFE.sub(_written_out, text)


def source_line(text: str) -> str:
    """Return a line of source for display: tabs become four blanks, other control characters are written out."""
    return one_line(text.replace("\t", "    "))


def _written_out(match: re.Match[str]) -> str:
    code = ord(match[0])
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"
