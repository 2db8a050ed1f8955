from __future__ import annotations

from html.parser import HTMLParser

import msgspec
import pytest

from gatecheck.runtime_verify.html_report import render_html
from gatecheck.runtime_verify.records import (
    Comparison,
    Fault,
    FaultReport,
    LayerVerdict,
    ProofReport,
    Verdict,
)
from gatecheck.runtime_verify.static_side import put_beside
from gatecheck.runtime_verify.text_report import render_text
from tests.runtime_verify.samples import RATE, UNBUILT, accessor, pool, report

MISSED = (FaultReport(Fault.GATE_REMOVED, 2, ("Pool.get layer 0",)),)


def test_an_inconclusive_verdict_says_why() -> None:
    with pytest.raises(ValueError, match="says why"):
        LayerVerdict(0, Verdict.INCONCLUSIVE)


def test_a_fault_that_was_tried_nowhere_is_not_seen() -> None:
    assert not FaultReport(Fault.EARLY_EVENT, 0).caught
    assert FaultReport(Fault.SOURCE_GATE, 0, not_tried="no such statement").caught


@pytest.mark.parametrize(
    ("proof", "code"),
    [
        (report(pool(accessor("get"))), 0),
        (report(pool(accessor("get", Verdict.UNORDERED))), 1),
        (report(pool(accessor("get"), faults=MISSED)), 3),
        (report(pool(accessor("get", Verdict.UNORDERED), faults=MISSED)), 3),
        (report(), 3),
        (report(failure="it ended"), 3),
        (report(pool(accessor("get")), comparison=Comparison(failure="no answer")), 3),
        (report(pool(accessor("get", Verdict.INCONCLUSIVE), accessor("other"))), 0),
    ],
)
def test_exit_codes(proof: ProofReport, code: int) -> None:
    assert proof.exit_code == code


def test_a_store_target_that_the_linter_clears_does_not_fail_a_run() -> None:
    proof = report(pool(accessor("raw", Verdict.UNORDERED)))
    assert proof.exit_code == 1
    beside = put_beside(proof, tuple)
    assert beside.exit_code == 0
    assert "stores, not read: Pool.raw" in render_text(beside)


def test_the_text_tells_verdicts_events_rates_and_what_was_not_proved() -> None:
    proof = report(pool(accessor("get"), accessor("bad", Verdict.UNORDERED)), rates=(RATE,), unbuilt=UNBUILT)
    text = render_text(proof)
    assert "waited for 0:0 1:1" in text
    assert "UNORDERED" in text
    assert "50/200 reads stale (25.0 %), 7/64 sessions" in text
    assert "OtherPool: the tree has no builder" in text
    assert "gate removed 4/4" in text


def test_nothing_but_the_missed_faults_is_reported_of_an_untrusted_pool() -> None:
    text = render_text(report(pool(accessor("bad", Verdict.UNORDERED), faults=MISSED)))
    assert "cannot be trusted" in text
    assert "not seen: gate removed: Pool.get layer 0" in text
    assert "UNORDERED" not in text


def test_a_pool_of_which_nothing_could_be_read_is_told_apart_from_a_missed_fault() -> None:
    faults = (FaultReport(Fault.GATE_REMOVED, 0),)
    text = render_text(report(pool(accessor("get", Verdict.INCONCLUSIVE), faults=faults)))
    assert "no read came to its end" in text
    assert "no value is known" in text
    assert "cannot be trusted" not in text


def test_an_inconclusive_accessor_shows_its_reason() -> None:
    text = render_text(report(pool(accessor("get", Verdict.INCONCLUSIVE), accessor("other"))))
    assert "no value is known" in text
    assert "1 inconclusive" in text


def test_the_page_is_one_file_with_a_cell_for_each_layer() -> None:
    page = render_html(report(pool(accessor("get"), accessor("<script>", Verdict.UNORDERED))))
    cells = _Cells()
    cells.feed(page)
    assert cells.classes.count("ordered") == 2
    assert cells.classes.count("unordered") == 2
    assert "<script>" not in page
    assert "http" not in page
    assert '<meta name="viewport" content="width=device-width' in page


def test_the_json_round_trips() -> None:
    proof = report(pool(accessor("get")), rates=(RATE,), unbuilt=UNBUILT)
    assert msgspec.json.decode(msgspec.json.encode(proof), type=ProofReport) == proof


class _Cells(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.classes: list[str | None] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "td":
            self.classes.append(dict(attrs).get("class"))
