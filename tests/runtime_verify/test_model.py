from __future__ import annotations

import json
from pathlib import Path

import pytest

from gatecheck.runtime_verify.model import Size, configuration, make

SMALL = Size(layers=2, hidden=16, intermediate=32, vocabulary=64, heads=2, head_dim=8, positions=128)


def test_the_configuration_names_what_the_weights_have() -> None:
    assert configuration(SMALL)["num_hidden_layers"] == 2


def test_the_model_is_the_same_for_the_same_seed_and_readable(tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="weights are drawn with torch")
    for name in ("one", "two"):
        make(tmp_path / name, SMALL, seed=3)
    first, second = ((tmp_path / name / "model.safetensors").read_bytes() for name in ("one", "two"))
    assert first == second
    length = int.from_bytes(first[:8], "little")
    header = json.loads(first[8 : 8 + length])
    assert header["model.embed_tokens.weight"]["shape"] == [64, 16]
    assert (
        max(entry["data_offsets"][1] for name, entry in header.items() if name != "__metadata__")
        == len(first) - 8 - length
    )
    assert json.loads((tmp_path / "one" / "config.json").read_text())["architectures"] == ["LlamaForCausalLM"]
