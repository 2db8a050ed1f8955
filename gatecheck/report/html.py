"""The report as one HTML file: no network, no script, readable in light and dark and on a phone."""

from __future__ import annotations

import re

import msgspec

from gatecheck.findings import Confidence, Finding, Place, Report, State, Step
from gatecheck.report import drawing
from gatecheck.report.escape import one_line, source_line
from gatecheck.report.github import advice
from gatecheck.report.matrix import Access, Matrix, matrix
from gatecheck.report.view import Lines, count, plural

_AROUND = 3
_LONGEST = 12
_ABOUT_READS = frozenset({"GC001", "GC002", "GC003", "GC004", "GC005", "GC006", "GC007", "GC013"})
# A word ends behind a dot or an underscore, and where a capital begins another; every character belongs to one.
_WORD = re.compile(r".+?(?:[._]+|(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|$)", re.DOTALL)


class Context(msgspec.Struct, frozen=True):
    """What the report does not hold. ``accesses`` fills the cells of the matrix that have no finding."""

    version: str
    accesses: tuple[Access, ...] = ()


class Line(msgspec.Struct, frozen=True):
    """A line of source, cut where the marked part begins and ends."""

    number: int
    before: str
    marked: str
    after: str


class Stop(msgspec.Struct, frozen=True):
    """One step of a trace, with its code."""

    place: str
    symbol: str
    note: str
    code: tuple[Line, ...]


class Card(msgspec.Struct, frozen=True):
    """One finding as it is shown."""

    anchor: str
    rule: str
    name: str
    severity: str
    confidence: str
    state: str
    symbol: str
    place: str
    message: str
    advice: str
    code: tuple[Line, ...]
    facts: tuple[tuple[str, str], ...]
    trace: tuple[Stop, ...]


class Sheet(msgspec.Struct, frozen=True):
    """All that the template is given."""

    version: str
    root: str
    headline: str
    scanned: str
    tally: tuple[tuple[str, int], ...]
    cards: tuple[Card, ...]
    others: tuple[Card, ...]
    matrix: Matrix
    drawing: str
    failed: tuple[tuple[str, str], ...]
    limits: tuple[tuple[str, str], ...]


def render(report: Report, lines: Lines, context: Context) -> str:
    """Return the page; every text of it is escaped, whatever the scanned files hold."""
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader("gatecheck.report", ""),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["foldable"] = foldable
    return environment.get_template("page.html.j2").render(sheet=_sheet(report, lines, context)) + "\n"


def foldable(name: str) -> str:
    """Return a name as markup that a narrow column breaks between its words, not within them."""
    from markupsafe import Markup, escape

    return Markup("<wbr>").join(escape(word) for word in _WORD.findall(name))


def _sheet(report: Report, lines: Lines, context: Context) -> Sheet:
    ordered = sorted(report.findings, key=lambda found: (found.place, found.rule, found.symbol))
    cards = [_card(number, finding, lines) for number, finding in enumerate(ordered, start=1)]
    urgent = [finding.state is State.NEW and finding.confidence is not Confidence.LOW for finding in ordered]
    first = tuple(card for card, now in zip(cards, urgent, strict=True) if now)
    return Sheet(
        version=context.version,
        root=one_line(report.root),
        headline=_headline(report, first),
        scanned=f"{plural(report.files, 'file')} in {report.seconds:.1f} s",
        tally=_tally(report, len(first)),
        cards=first,
        others=tuple(card for card, now in zip(cards, urgent, strict=True) if not now),
        matrix=matrix(report, context.accesses),
        drawing=drawing.svg(drawing.graph(report)),
        failed=tuple((one_line(failure.file), one_line(failure.reason)) for failure in report.failed),
        limits=tuple((f"{one_line(limit.file)}:{limit.line}", one_line(limit.reason)) for limit in report.limits),
    )


def _headline(report: Report, urgent: tuple[Card, ...]) -> str:
    if urgent:
        about_reads = all(card.rule in _ABOUT_READS for card in urgent)
        return (
            f"{plural(len(urgent), 'read')} not ordered behind the load"
            if about_reads
            else plural(len(urgent), "finding")
        )
    if report.failed:
        return "Not everything could be checked"
    return "No findings" if report.protocol and report.files else "Nothing to check"


def _tally(report: Report, urgent: int) -> tuple[tuple[str, int], ...]:
    low = count(report.findings, State.NEW) - urgent
    rest = (
        ("of low confidence", low),
        ("suppressed", count(report.findings, State.SUPPRESSED)),
        ("in the baseline", count(report.findings, State.BASELINED)),
        ("not checked", len(report.failed)),
    )
    return ("findings", urgent), *((label, number) for label, number in rest if number)


def _card(number: int, finding: Finding, lines: Lines) -> Card:
    return Card(
        anchor=f"finding-{number}",
        rule=finding.rule,
        name=finding.name,
        severity=finding.severity.value,
        confidence=finding.confidence.value,
        state=finding.state.value,
        symbol=one_line(finding.symbol),
        place=_where(finding.place),
        message=one_line(finding.message),
        advice=one_line(advice(finding)),
        code=_code(finding.place, lines),
        facts=tuple((label, one_line(value)) for label, value in _facts(finding)),
        trace=tuple(_stop(step, lines) for step in finding.trace),
    )


def _facts(finding: Finding) -> list[tuple[str, str]]:
    facts: list[tuple[str, str]] = []
    if finding.buffer is not None:
        facts.append(("Buffer", finding.buffer))
    if finding.managed_because is not None:
        facts.append(("Managed", f"{finding.managed_because.kind.value}: {finding.managed_because.detail}"))
    if finding.roots:
        facts.append(("Pools", ", ".join(finding.roots)))
    if finding.sibling is not None:
        step = finding.sibling
        facts.append(("Does it right", f"{step.symbol}, {_where(step.place)}: {step.note}"))
    if finding.suppressed_because is not None:
        facts.append(("Suppressed", finding.suppressed_because))
    return facts


def _stop(step: Step, lines: Lines) -> Stop:
    return Stop(_where(step.place), one_line(step.symbol), one_line(step.note), _code(step.place, lines))


def _where(place: Place) -> str:
    return f"{one_line(place.file)}:{place.line}"


def _code(place: Place, lines: Lines) -> tuple[Line, ...]:
    source = lines(place.file)
    first = max(1, place.line - _AROUND)
    last = min(len(source), place.end_line + _AROUND, place.line + _LONGEST)
    return tuple(_line(number, source[number - 1], place) for number in range(first, last + 1))


def _line(number: int, text: str, place: Place) -> Line:
    if not place.line <= number <= place.end_line:
        return Line(number, source_line(text), "", "")
    start = place.column - 1 if number == place.line else len(text) - len(text.lstrip())
    end = place.end_column - 1 if number == place.end_line else len(text)
    return Line(number, source_line(text[:start]), source_line(text[start:end]), source_line(text[end:]))
