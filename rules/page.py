"""What a rule says about itself: the one source of ``gatecheck explain``, ``gatecheck rules`` and the documentation."""

from __future__ import annotations

import re

import msgspec

from gatecheck.findings import Severity

_CODE = re.compile(r"GC\d{3}\Z")
_NAME = re.compile(r"[a-z]+(-[a-z]+)*\Z")


class Page(msgspec.Struct, frozen=True):
    """The page of one rule. Texts are Markdown without headings; ``example`` is Python that breaks the rule."""

    code: str
    name: str
    severity: Severity
    default_on: bool
    what: str
    why: str
    example: str
    how_to_fix: str
    limits: str

    def __post_init__(self) -> None:
        if not _CODE.match(self.code):
            raise ValueError(f"not a rule code: {self.code!r}")
        if not _NAME.match(self.name):
            raise ValueError(f"not a rule name: {self.name!r}")
        for field in ("what", "why", "example", "how_to_fix", "limits"):
            text: str = getattr(self, field)
            if not text or text != text.strip():
                raise ValueError(f"{self.code}: {field} is empty or has blanks around it")
