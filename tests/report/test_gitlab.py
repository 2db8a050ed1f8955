"""GitLab's code quality report."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest
from syrupy.assertion import SnapshotAssertion

from gatecheck.findings import Report
from gatecheck.report.gitlab import render
from tests.records import report

SCHEMA = json.loads((Path(__file__).parent.parent / "schemas/gitlab-code-quality.json").read_text(encoding="utf-8"))


def test_whole_report(snapshot: SnapshotAssertion) -> None:
    assert render(report(), "python") == snapshot


@pytest.mark.parametrize("given", [report(), Report("/x")])
def test_the_report_is_valid_and_its_fingerprints_differ(given: Report) -> None:
    issues = json.loads(render(given, ""))
    jsonschema.Draft202012Validator(SCHEMA).validate(issues)
    assert len({issue["fingerprint"] for issue in issues}) == len(issues)
