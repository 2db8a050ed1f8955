"""Comments that address the tool: which findings they silence, and which of them are idle or unexplained."""

from __future__ import annotations

import difflib
import re
from collections import defaultdict
from types import MappingProxyType
from typing import TYPE_CHECKING

import msgspec

from gatecheck.findings import Comment, Confidence, Finding, Place, Severity, State
from gatecheck.fingerprint import fingerprint

if TYPE_CHECKING:
    from collections.abc import Mapping

UNUSED = "GC901"
UNEXPLAINED = "GC902"
NO_REASON = "no reason is given"
_NAMES = {UNUSED: "unused-suppression", UNEXPLAINED: "unexplained-suppression"}
_WORDS = ("ignore", "requires-gate", "store")
_IGNORE = re.compile(r"ignore\s*\[(?P<codes>[^\]]*)\]\s*(?P<reason>.*)\Z", re.DOTALL)
_MARK = re.compile(r"(?P<word>requires-gate|store)(?:\s+(?P<reason>.*))?\Z", re.DOTALL)
# What other tools are told behind it on the same line.
_OTHERS = re.compile(
    r"(?:\A|\s)#\s*(?:noqa|nosec|nosemgrep|(?:type|pragma|pylint|pyright|mypy|ruff|flake8|fmt|isort|yapf|codespell):)"
)


class Ignore(msgspec.Struct, frozen=True):
    """``ignore[GC001, GC007] reason``."""

    codes: tuple[str, ...]
    reason: str


class Mark(msgspec.Struct, frozen=True):
    """``requires-gate reason`` or ``store reason``; what it does, and whether it is of use, is decided elsewhere."""

    word: str
    reason: str


class Malformed(msgspec.Struct, frozen=True):
    """A comment that says nothing the tool understands, and why."""

    message: str


class _Complaint(msgspec.Struct, frozen=True):
    rule: str
    comment: Comment
    message: str


def parse(text: str) -> Ignore | Mark | Malformed:
    """Return what a comment says; ``text`` starts behind ``gatecheck:``."""
    ignore = _IGNORE.match(text)
    if ignore is not None:
        codes = tuple(code.strip().upper() for code in ignore["codes"].split(",") if code.strip())
        return Ignore(codes, _reason(ignore["reason"])) if codes else Malformed("it names no rule: write ignore[GC001]")
    mark = _MARK.match(text)
    if mark is not None:
        return Mark(mark["word"], _reason(mark["reason"] or ""))
    return Malformed(_misread(text))


def apply(
    findings: tuple[Finding, ...],
    comments: tuple[Comment, ...],
    known_rules: frozenset[str],
    active_rules: frozenset[str] | None = None,
    idle_marks: Mapping[Comment, str] = MappingProxyType({}),
) -> tuple[Finding, ...]:
    """Return the findings with the silenced ones marked, and a finding for each idle or unexplained comment.

    ``active_rules`` are the rules that this run reports, by default all: an ``ignore`` for another one is left alone,
    and idle comments are told only if GC901 is active; ``idle_marks`` are the marks among them, with the reason. Order
    is kept; new findings stand behind the given ones.
    """
    active = known_rules if active_rules is None else active_rules
    ignores = [(comment, said) for comment in comments if isinstance(said := parse(comment.text), Ignore)]
    marked = tuple(_mark(finding, ignores) for finding in findings)
    complaints = [fault for comment in comments for fault in _complaints(comment, findings, known_rules, active)]
    complaints = [fault for fault in complaints if fault.comment not in idle_marks]
    complaints += [
        _Complaint(UNUSED, comment, f"this comment has no effect: {why}") for comment, why in idle_marks.items()
    ]
    return marked + _merged([fault for fault in complaints if fault.rule in active])


def _reason(text: str) -> str:
    other = _OTHERS.search(text.strip())
    own = text.strip()[: other.start()] if other is not None else text
    return own.strip().lstrip("-\u2013\u2014:,.# ").strip()


def _misread(text: str) -> str:
    word = re.split(r"[\s\[(:]", text, maxsplit=1)[0]
    if word == "ignore":
        return "ignore needs the rules in brackets: ignore[GC001] reason"
    near = difflib.get_close_matches(word, _WORDS, n=1)
    hint = f"did you mean {near[0]!r}?" if near else f"the words are {', '.join(_WORDS)}"
    return f"the word {word!r} is unknown; {hint}" if word else f"nothing stands behind the colon; {hint}"


def _covers(comment: Comment, finding: Finding) -> bool:
    if comment.file != finding.place.file:
        return False
    first, last = (comment.first_line, comment.last_line)
    if comment.on_def:
        first, last = (min(first, comment.scope_first), max(last, comment.scope_last))
    return first <= finding.place.line <= last


def _mark(finding: Finding, ignores: list[tuple[Comment, Ignore]]) -> Finding:
    if finding.state is not State.NEW:
        return finding
    for comment, said in ignores:
        if finding.rule in said.codes and _covers(comment, finding):
            because = said.reason or NO_REASON
            return msgspec.structs.replace(finding, state=State.SUPPRESSED, suppressed_because=because)
    return finding


def _complaints(
    comment: Comment, findings: tuple[Finding, ...], known: frozenset[str], active: frozenset[str]
) -> list[_Complaint]:
    said = parse(comment.text)
    if isinstance(said, Malformed):
        return [_Complaint(UNUSED, comment, f"this comment has no effect: {said.message}")]
    faults: list[_Complaint] = []
    if isinstance(said, Ignore):
        faults = _idle(comment, said, findings, known, active)
        if len(faults) == len(said.codes):
            return faults
    if not said.reason:
        faults.append(_Complaint(UNEXPLAINED, comment, _unexplained(said)))
    return faults


def _idle(
    comment: Comment, said: Ignore, findings: tuple[Finding, ...], known: frozenset[str], active: frozenset[str]
) -> list[_Complaint]:
    here = {finding.rule for finding in findings if _covers(comment, finding)}
    faults: list[_Complaint] = []
    for code in said.codes:
        if code not in known:
            near = difflib.get_close_matches(code, sorted(known), n=1)
            hint = f"; did you mean {near[0]}?" if near else ""
            faults.append(_Complaint(UNUSED, comment, f"this comment names {code}, which is no rule{hint}"))
        elif code in active and code not in here:
            faults.append(_Complaint(UNUSED, comment, f"this comment ignores {code}, which is not found here"))
    return faults


def _unexplained(said: Ignore | Mark) -> str:
    word = f"ignore[{', '.join(said.codes)}]" if isinstance(said, Ignore) else said.word
    return f"this comment gives no reason: say behind {word} what orders the read"


def _merged(complaints: list[_Complaint]) -> tuple[Finding, ...]:
    """Make one finding of all complaints with the same file, symbol and rule, at the first of their places."""
    groups: defaultdict[tuple[str, str, str], list[_Complaint]] = defaultdict(list)
    for complaint in complaints:
        groups[complaint.comment.file, complaint.comment.symbol, complaint.rule].append(complaint)
    return tuple(_finding(group) for group in groups.values())


def _finding(group: list[_Complaint]) -> Finding:
    first, *others = sorted(group, key=lambda fault: (fault.comment.line, fault.comment.column))
    comment = first.comment
    more = "".join(f"; line {fault.comment.line}: {fault.message}" for fault in others)
    return Finding(
        rule=first.rule,
        name=_NAMES[first.rule],
        severity=Severity.WARNING,
        confidence=Confidence.HIGH,
        place=Place(comment.file, comment.line, comment.column, comment.line, comment.end_column),
        symbol=comment.symbol,
        message=first.message + more,
        fingerprint=fingerprint(first.rule, comment.file, comment.symbol),
    )
