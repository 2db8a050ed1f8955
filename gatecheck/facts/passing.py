"""Whether a function can hand on, in an attribute of its object, what another attribute of it holds: seen in its text.

Parsing a large constructor only to learn that an attribute is made by a call is what this saves.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from gatecheck.facts.deferred import Deferred
from gatecheck.facts.outline import logical_end

if TYPE_CHECKING:
    from gatecheck.facts import records as r

_OWN = re.compile(r"\bdef\s+\w+\s*\(\s*(\w+)")
_CHOICE = re.compile(r"\b(?:or|and|if)\b")
_AFTER_BRACKETS = re.compile(r"^[ \t]*[)\]][ \t]*=(?!=)", re.MULTILINE)
_ASSIGNED = re.compile(r"(?<![=!<>])=(?!=)")


def may_pass_on(function: r.Function, attribute: str) -> bool:
    """Whether the value that a method stores in an attribute can be another attribute of its object, or a choice."""
    record: object = function
    if not isinstance(record, Deferred):
        return True
    text = record.text
    own = _OWN.search(text)
    if own is None:
        return True
    for target in re.finditer(rf"\.[\s\\]*{attribute}\b\s*(?::[^=\n]*)?", text):
        rest = text[target.end() : logical_end(text, target.end())]
        if rest.startswith("=") and not rest.startswith("=="):
            if _is_own(rest[1:], own[1]):
                return True
        elif rest[:1] in {",", ")", "]"} and (_ASSIGNED.search(rest) or _AFTER_BRACKETS.search(text)):
            return True
    return False


def _is_own(value: str, own: str) -> bool:
    if re.search(rf"\b{own}[\s\\]*\.", value) is None:
        return False
    plain = value.strip().strip("()").strip()
    return _CHOICE.search(value) is not None or re.fullmatch(r"[\w.\s\\]+(?:#.*)?", plain) is not None
