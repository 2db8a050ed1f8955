"""Findings in the words of the language server protocol."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from lsprotocol import types
from pygls import uris

from gatecheck.findings import Confidence, Finding, Place, Report, Safety, Severity, State
from gatecheck.report.rule_page import markdown
from gatecheck.rules.registry import find

if TYPE_CHECKING:
    from pygls.workspace import Workspace

    from gatecheck.edits import Edit, Edits

_SEVERITY = {
    Severity.ERROR: types.DiagnosticSeverity.Error,
    Severity.WARNING: types.DiagnosticSeverity.Warning,
    Severity.NOTE: types.DiagnosticSeverity.Information,
}


class Shown(msgspec.Struct, frozen=True):
    """A finding and the diagnostic that the editor was given for it."""

    finding: Finding
    diagnostic: types.Diagnostic


class Published(msgspec.Struct, frozen=True):
    """What the editor was given for one document. ``root`` is what the places of its findings count from."""

    root: str
    entries: tuple[Shown, ...]


def publish(report: Report, workspace: Workspace) -> dict[str, Published]:
    """Return what to publish for each document that has a new finding."""
    by_uri: defaultdict[str, list[Shown]] = defaultdict(list)
    for finding in report.findings:
        uri = _uri(report.root, finding.place.file)
        if finding.state is State.NEW and uri is not None:
            by_uri[uri].append(Shown(finding, _diagnostic(finding, report.root, workspace)))
    return {uri: Published(report.root, tuple(entries)) for uri, entries in by_uri.items()}


def hover(published: Published, position: types.Position) -> types.Hover | None:
    """Return the page of the rule whose diagnostic lies at this position."""
    for shown in published.entries:
        span = shown.diagnostic.range
        page = find(shown.finding.rule)
        if page is not None and span.start <= position <= span.end:
            content = types.MarkupContent(kind=types.MarkupKind.Markdown, value=markdown(page))
            return types.Hover(contents=content, range=span)
    return None


def actions(published: Published, span: types.Range, edits: Edits) -> list[types.CodeAction]:
    """Return the fixes on offer for the diagnostics that touch this range."""
    found: list[types.CodeAction] = []
    for shown in published.entries:
        touched = shown.diagnostic.range.start <= span.end and span.start <= shown.diagnostic.range.end
        changes = edits(shown.finding) if touched else ()
        if changes:
            found.append(_action(shown, changes, published.root))
    return found


def _action(shown: Shown, changes: tuple[Edit, ...], root: str) -> types.CodeAction:
    by_uri: defaultdict[str, list[types.TextEdit]] = defaultdict(list)
    for change in changes:
        uri = _uri(root, change.place.file)
        if uri is not None:
            by_uri[uri].append(types.TextEdit(range=_range(change.place), new_text=change.text))
    return types.CodeAction(
        title=f"{shown.finding.rule}: {shown.finding.fix.reason}",
        kind=types.CodeActionKind.QuickFix,
        diagnostics=[shown.diagnostic],
        is_preferred=shown.finding.fix.safety is Safety.SAFE,
        edit=types.WorkspaceEdit(changes=dict(by_uri)),
    )


def _diagnostic(finding: Finding, root: str, workspace: Workspace) -> types.Diagnostic:
    low = finding.confidence is Confidence.LOW
    return types.Diagnostic(
        range=_client_range(finding.place, root, workspace),
        message=finding.message,
        severity=types.DiagnosticSeverity.Hint if low else _SEVERITY[finding.severity],
        code=finding.rule,
        source="gatecheck",
        related_information=_related(finding, root, workspace),
    )


def _related(finding: Finding, root: str, workspace: Workspace) -> list[types.DiagnosticRelatedInformation]:
    steps = [(step, f"{step.symbol}: {step.note}") for step in finding.trace]
    if finding.sibling is not None:
        steps.append((finding.sibling, f"does it right: {finding.sibling.symbol}"))
    return [
        types.DiagnosticRelatedInformation(
            location=types.Location(uri=uri, range=_client_range(step.place, root, workspace)),
            message=message,
        )
        for step, message in steps
        if (uri := _uri(root, step.place.file)) is not None
    ]


def _uri(root: str, file: str) -> str | None:
    uri: str | None = uris.from_fs_path(str(Path(root, file)))
    return uri


def _range(place: Place) -> types.Range:
    return types.Range(
        start=types.Position(line=place.line - 1, character=place.column - 1),
        end=types.Position(line=place.end_line - 1, character=place.end_column - 1),
    )


def _client_range(place: Place, root: str, workspace: Workspace) -> types.Range:
    """Return the range in the editor's units: places count code points, most editors count UTF-16."""
    uri = _uri(root, place.file)
    lines = workspace.text_documents[uri].lines if uri in workspace.text_documents else []
    return workspace.position_codec.range_to_client_units(lines, _range(place)) if lines else _range(place)
