"""The name of a defect that survives edits around it: rule, module in the package, symbol, and never a line."""

from __future__ import annotations

import hashlib


def fingerprint(rule: str, file: str, symbol: str) -> str:
    """Return 16 hexadecimal digits; ``file`` counts from its ``srt`` package, so the root of a scan changes nothing."""
    text = "\0".join((rule, module_path(file), symbol))
    return hashlib.sha256(text.encode("utf-8", "backslashreplace")).hexdigest()[:16]


def module_path(file: str) -> str:
    """Return the part of a POSIX path behind its last folder called ``srt``, or all of it."""
    parts = file.split("/")
    folders = parts[:-1]
    start = len(folders) - folders[::-1].index("srt") if "srt" in folders else 0
    return "/".join(parts[start:])
