"""What is inferred of an attribute once holds for everybody who loads it, with its doubt."""

from __future__ import annotations

from pathlib import Path

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
