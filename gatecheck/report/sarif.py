"""SARIF 2.1.0: findings with the way to the read, suppressions and fixes, for code scanning and for editors."""

from __future__ import annotations

from urllib.parse import quote

import msgspec

from gatecheck.edits import Edit, Edits
from gatecheck.findings import Failure, Finding, Place, Report, Severity, State, Step
from gatecheck.report import sarif_records as s
from gatecheck.report.escape import one_line
from gatecheck.report.github import advice
from gatecheck.report.view import WHOLE, at_top, sentence
from gatecheck.rules.page import Page

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_BASE = "SRCROOT"
_LEVEL = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "note"}


class Context(msgspec.Struct, frozen=True):
    """What the report does not hold. ``prefix`` leads from the repository's top level to the report's root."""

    version: str
    prefix: str
    pages: tuple[Page, ...]
    exit_code: int


def render(report: Report, context: Context, edits: Edits) -> str:
    """Return one log with one run; it holds every finding, the suppressed and baselined ones marked as such."""
    run = s.Run(
        tool=s.Tool(driver=_driver(context)),
        invocations=(_invocation(report, context),),
        original_uri_base_ids={_BASE: s.BaseUri(description=s.Message(text="The top level of the repository."))},
        column_kind="unicodeCodePoints",
        results=tuple(_result(finding, report, context, edits) for finding in report.findings),
    )
    log = s.Log(schema=SCHEMA, version="2.1.0", runs=(run,))
    return msgspec.json.format(msgspec.json.encode(log), indent=2).decode() + "\n"


def _driver(context: Context) -> s.Driver:
    rules = tuple(_rule(page) for page in context.pages)
    return s.Driver(name="gatecheck", semantic_version=context.version, rules=rules)


def _rule(page: Page) -> s.Rule:
    text = f"{page.what}\n\n{page.why}\n\nHow to fix\n\n{page.how_to_fix}"
    markdown = f"{page.what}\n\n{page.why}\n\n```python\n{page.example}\n```\n\n## How to fix\n\n{page.how_to_fix}"
    level = _LEVEL[page.severity]
    return s.Rule(
        id=page.code,
        name="".join(word.capitalize() for word in page.name.split("-")),
        short_description=s.Message(text=page.name.replace("-", " ")),
        full_description=s.Message(text=" ".join(page.what.split())),
        help=s.Message(text=text, markdown=markdown),
        default_configuration=s.Configuration(level=level, enabled=None if page.default_on else False),
        properties=s.RuleProperties(tags=("correctness", "concurrency")),
    )


def _invocation(report: Report, context: Context) -> s.Invocation:
    return s.Invocation(
        execution_successful=not report.failed,
        exit_code=context.exit_code,
        tool_execution_notifications=tuple(_notification(failure, context) for failure in report.failed),
    )


def _notification(failure: Failure, context: Context) -> s.Notification:
    place = s.Location(physical_location=s.PhysicalLocation(artifact_location=_artifact(failure.file, context)))
    return s.Notification(
        level="error",
        message=s.Message(text=one_line(failure.reason)),
        locations=() if failure.file == WHOLE else (place,),
    )


def _result(finding: Finding, report: Report, context: Context, edits: Edits) -> s.Result:
    codes = [page.code for page in context.pages]
    baselined = any(found.state is State.BASELINED for found in report.findings)
    return s.Result(
        rule_id=finding.rule,
        rule_index=codes.index(finding.rule) if finding.rule in codes else -1,
        level=_LEVEL[finding.severity],
        message=s.Message(text=_message(finding)),
        locations=(_location(finding.place, context, symbol=finding.symbol),),
        partial_fingerprints={"gatecheck/v1": finding.fingerprint},
        code_flows=_code_flows(finding.trace, context),
        related_locations=_sibling(finding.sibling, context),
        suppressions=_suppressions(finding),
        baseline_state=_baseline_state(finding) if baselined else None,
        fixes=_fixes(finding, context, edits(finding)),
        properties=_properties(finding),
    )


def _message(finding: Finding) -> str:
    return one_line(f"{sentence(finding).rstrip('.')}. {advice(finding)}")


def _properties(finding: Finding) -> s.ResultProperties:
    because = finding.managed_because
    return s.ResultProperties(
        confidence=finding.confidence.value,
        roots=finding.roots,
        buffer=finding.buffer,
        managed_because=f"{because.kind.value}: {because.detail}" if because is not None else None,
        fix=f"{finding.fix.strategy.value}, {finding.fix.safety.value}" if finding.fix.strategy is not None else None,
    )


def _code_flows(trace: tuple[Step, ...], context: Context) -> tuple[s.CodeFlow, ...]:
    if not trace:
        return ()
    locations = [_location(step.place, context, symbol=step.symbol, message=step.note) for step in trace]
    flow = s.ThreadFlow(locations=tuple(s.ThreadFlowLocation(location=location) for location in locations))
    return (s.CodeFlow(thread_flows=(flow,)),)


def _sibling(step: Step | None, context: Context) -> tuple[s.Location, ...]:
    if step is None:
        return ()
    location = _location(step.place, context, symbol=step.symbol, message=f"does it right: {step.note}")
    return (msgspec.structs.replace(location, id=1),)


def _suppressions(finding: Finding) -> tuple[s.Suppression, ...]:
    if finding.state is State.SUPPRESSED:
        return (s.Suppression(kind="inSource", justification=finding.suppressed_because),)
    if finding.state is State.BASELINED:
        return (s.Suppression(kind="external", status="accepted", justification="known from the baseline"),)
    return ()


def _baseline_state(finding: Finding) -> str:
    return "unchanged" if finding.state is State.BASELINED else "new"


def _fixes(finding: Finding, context: Context, edits: tuple[Edit, ...]) -> tuple[s.Fix, ...]:
    changes = tuple(
        s.ArtifactChange(
            artifact_location=_artifact(file, context),
            replacements=tuple(_replacement(edit) for edit in edits if edit.place.file == file),
        )
        for file in sorted({edit.place.file for edit in edits})
    )
    return (s.Fix(description=s.Message(text=finding.fix.reason), artifact_changes=changes),) if changes else ()


def _replacement(edit: Edit) -> s.Replacement:
    return s.Replacement(deleted_region=_region(edit.place), inserted_content=s.ArtifactContent(text=edit.text))


def _location(place: Place, context: Context, *, symbol: str, message: str = "") -> s.Location:
    return s.Location(
        physical_location=s.PhysicalLocation(
            artifact_location=_artifact(place.file, context),
            region=_region(place),
        ),
        logical_locations=(s.LogicalLocation(fully_qualified_name=symbol, kind="function"),),
        message=s.Message(text=one_line(message)) if message else None,
    )


def _region(place: Place) -> s.Region:
    return s.Region(
        start_line=place.line,
        start_column=place.column,
        end_line=place.end_line,
        end_column=place.end_column,
    )


def _artifact(file: str, context: Context) -> s.ArtifactLocation:
    return s.ArtifactLocation(uri=quote(at_top(context.prefix, file)), uri_base_id=_BASE)
