"""JUnit XML: one test case a finding, so that any CI server lists and counts them."""

from __future__ import annotations

from junitparser import Error, Failure, JUnitXml, Skipped, TestCase, TestSuite

from gatecheck.findings import Finding, Report, State
from gatecheck.report.escape import one_line
from gatecheck.report.github import advice

_HEAD = '<?xml version="1.0" encoding="utf-8"?>\n'


def render(report: Report) -> str:
    """Return one suite; findings fail, suppressed and baselined ones are skipped, files that broke are errors."""
    suite = TestSuite("gatecheck")
    for finding in sorted(report.findings, key=lambda found: (found.place, found.rule, found.symbol)):
        suite.add_testcase(_case(finding))
    for failure in report.failed:
        case = TestCase("the file can be checked", one_line(failure.file), 0)
        case.result = [Error(one_line(failure.reason), "failure")]
        suite.add_testcase(case)
    if not report.findings and not report.failed:
        suite.add_testcase(TestCase("every read waits for its layer", "gatecheck", 0))
    document = JUnitXml("gatecheck")
    document.add_testsuite(suite)
    document.update_statistics()  # type: ignore[no-untyped-call]
    xml: bytes = document.tostring()  # type: ignore[no-untyped-call]
    return _HEAD + xml.decode() + "\n"


def _case(finding: Finding) -> TestCase:
    case = TestCase(one_line(f"{finding.rule} {finding.symbol}"), one_line(finding.place.file), 0)
    message = one_line(finding.message)
    if finding.state is State.SUPPRESSED:
        case.result = [Skipped(one_line(f"suppressed: {finding.suppressed_because}"), finding.name)]
    elif finding.state is State.BASELINED:
        case.result = [Skipped("known from the baseline", finding.name)]
    else:
        problem = Failure(message, f"{finding.severity.value} {finding.name}")
        problem.text = "\n".join(_details(finding))
        case.result = [problem]
    return case


def _details(finding: Finding) -> list[str]:
    lines = [f"{finding.place.file}:{finding.place.line}:{finding.place.column}: {finding.message}"]
    lines += [f"{step.place.file}:{step.place.line}: {step.symbol}: {step.note}" for step in finding.trace]
    return [one_line(line) for line in [*lines, advice(finding)]]
