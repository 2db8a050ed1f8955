"""What hangs on the beginning of a name, and is therefore no example that keeps under other names."""

from __future__ import annotations

from pathlib import Path

from tests.engine import check
from tests.rules.test_examples import KIT

SPLIT = """\
from kit import TpWorker


class SplitWorker(TpWorker):
    def forward_batch_split_prefill(self, batch):
        return self.model_runner.forward_split(batch, batch.split_count)

    def load_weights(self, path):
        return self.model_runner.load(path)
"""


def test_a_variant_of_the_method_that_runs_the_model_runs_it_too(tmp_path: Path) -> None:
    file = tmp_path / "split.py"
    file.write_text(SPLIT, encoding="utf-8")
    (tmp_path / KIT.name).write_bytes(KIT.read_bytes())
    assert check(tmp_path).pairs == {("GC009", "SplitWorker.forward_batch_split_prefill")}
