"""The JSON report holds everything, in the published form."""

from __future__ import annotations

import json

from syrupy.assertion import SnapshotAssertion

from gatecheck.findings import Report
from gatecheck.report.json import render
from tests.records import report


def test_whole_report(snapshot: SnapshotAssertion) -> None:
    assert render(report(), "1.2.3") == snapshot


def test_shape_of_the_document() -> None:
    document = json.loads(render(report(), "1.2.3"))
    assert list(document) == ["schema", "version", "root", "findings", "summary", "failed", "limits"]
    assert document["summary"] == {
        "files": 1186,
        "parsed": 12,
        "cached": 300,
        "findings": 3,
        "suppressed": 1,
        "seconds": 1.25,
    }
    states = [found["state"] for found in document["findings"]]
    assert states == ["new", "new", "suppressed", "new", "baselined"]
    assert document["findings"][3]["buffer"] is None
    assert document["findings"][3]["fix"]["strategy"] is None


def test_an_empty_report_is_a_document_too() -> None:
    assert json.loads(render(Report("/x"), "1"))["findings"] == []
