"""JUnit XML."""

from __future__ import annotations

from pathlib import Path

import pytest
import xmlschema
from junitparser import JUnitXml
from syrupy.assertion import SnapshotAssertion

from gatecheck.findings import Place, Report
from gatecheck.report.junit import render
from tests.records import finding, report

SCHEMA = Path(__file__).parent.parent / "schemas/junit.xsd"
EVIL = finding(message="<&>\x00\x1b\ufffe", symbol="A\x0b.f", place=Place('"\x01.py', 1, 1, 1, 2))


def test_whole_report(snapshot: SnapshotAssertion) -> None:
    assert render(report()) == snapshot


@pytest.mark.parametrize("given", [report(), Report("/x"), Report("/x", (EVIL,))])
def test_the_report_is_valid(given: Report) -> None:
    xmlschema.XMLSchema(SCHEMA).validate(render(given))


def test_counts_say_what_happened() -> None:
    suites = JUnitXml.fromstring(render(report()).encode())
    assert (suites.tests, suites.failures, suites.errors, suites.skipped) == (6, 3, 1, 2)
    clean = JUnitXml.fromstring(render(Report("/x")).encode())
    assert (clean.tests, clean.failures) == (1, 0)
