"""What is inferred of an attribute once holds for everybody who loads it, with its doubt."""

from __future__ import annotations

from pathlib import Path

import pytest

from gatecheck.flow.base import Bail
from gatecheck.flow.inferring import Inferring
from gatecheck.flow.values import Instance, Value
from tests.flow.test_limits import report
from tests.rules.test_examples import KIT, files

NAME = "gc006/invalid_pool_known_by_what_a_configurator_returns"


def test_the_second_reader_is_as_uncertain_as_the_first(tmp_path: Path) -> None:
    kit, example = files(NAME)
    assert kit == KIT
    text = example.read_text(encoding="utf-8")
    method = text[text.index("    def forward_extend") :]
    program = tmp_path / "program.py"
    program.write_text(f"{text}\n{method.replace('forward_extend', 'forward_mixed')}", encoding="utf-8")
    (tmp_path / "kit.py").write_text(kit.read_text(encoding="utf-8"), encoding="utf-8")
    told = {f.symbol: f.confidence for f in report(tmp_path / "kit.py", program).findings}
    assert set(told) == {"SideBackend.forward_extend", "SideBackend.forward_mixed"}
    assert len(set(told.values())) == 1


def test_a_walk_that_is_given_up_costs_the_next_one_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kit, example = files(NAME)
    text = example.read_text(encoding="utf-8")
    backend = text[text.index("class SideBackend") :]
    program = tmp_path / "program.py"
    others = [backend.replace("SideBackend", f"SideBackend{number}") for number in range(8)]
    program.write_text("\n\n".join([text, *others]), encoding="utf-8")
    (tmp_path / "kit.py").write_text(kit.read_text(encoding="utf-8"), encoding="utf-8")
    infer, given_up = Inferring._inferred, set[str]()

    def too_much(self: Inferring, value: Instance, name: str) -> Value:
        cls = self.heap[value.oid].cls
        if cls[-1] in "012345":
            given_up.add(cls)
            raise Bail("too much")
        return infer(self, value, name)

    monkeypatch.setattr(Inferring, "_inferred", too_much)
    told = {finding.symbol for finding in report(tmp_path / "kit.py", program).findings}
    assert len(given_up) == 6
    assert {"SideBackend.forward_extend", "SideBackend6.forward_extend", "SideBackend7.forward_extend"} <= told
