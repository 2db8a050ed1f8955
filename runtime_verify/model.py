"""A small random Llama, made on the spot: its weights are scaled so that a wrong key or value changes the output.

Near-zero weights, as ``--load-format dummy`` makes them, would hide errors.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from collections.abc import Iterator

    import torch

ALIGNMENT = 8


class Size(msgspec.Struct, frozen=True):
    """The model's dimensions; as they stand it has 0.5 GB of weights."""

    layers: int = 24
    hidden: int = 1024
    intermediate: int = 2048
    vocabulary: int = 2048
    heads: int = 8
    head_dim: int = 128
    positions: int = 8192


def configuration(size: Size) -> dict[str, object]:
    """The ``config.json`` of a Llama (field names as ``transformers`` wants them)."""
    return {
        "architectures": ["LlamaForCausalLM"],
        "model_type": "llama",
        "hidden_size": size.hidden,
        "intermediate_size": size.intermediate,
        "num_hidden_layers": size.layers,
        "num_attention_heads": size.heads,
        "num_key_value_heads": size.heads,
        "head_dim": size.head_dim,
        "vocab_size": size.vocabulary,
        "max_position_embeddings": size.positions,
        "rms_norm_eps": 1e-5,
        "rope_theta": 10000.0,
        "hidden_act": "silu",
        "torch_dtype": "bfloat16",
        "bos_token_id": 1,
        "eos_token_id": 2,
        "tie_word_embeddings": False,
        "attention_bias": False,
        "mlp_bias": False,
    }


def make(folder: Path, size: Size | None = None, seed: int = 0) -> None:
    """Write the model into ``folder``; the same seed makes the same bytes."""
    chosen = size or Size()
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "config.json").write_text(json.dumps(configuration(chosen), indent=2), encoding="utf-8")
    write_safetensors(folder / "model.safetensors", dict(weights(chosen, seed)))


def weights(size: Size, seed: int) -> Iterator[tuple[str, torch.Tensor]]:
    """Name and value of every weight."""
    import torch

    generator = torch.Generator().manual_seed(seed)

    def matrix(rows: int, columns: int, gain: float = 1.0) -> torch.Tensor:
        drawn: torch.Tensor = torch.randn(rows, columns, generator=generator) * (gain * columns**-0.5)
        return drawn.to(torch.bfloat16)

    inner = size.heads * size.head_dim
    yield "model.embed_tokens.weight", matrix(size.vocabulary, size.hidden, size.hidden**0.5)
    yield "lm_head.weight", matrix(size.vocabulary, size.hidden, 2.0)
    yield "model.norm.weight", torch.ones(size.hidden, dtype=torch.bfloat16)
    for layer in range(size.layers):
        at = f"model.layers.{layer}."
        yield at + "self_attn.q_proj.weight", matrix(inner, size.hidden, 1.5)
        yield at + "self_attn.k_proj.weight", matrix(inner, size.hidden, 1.5)
        yield at + "self_attn.v_proj.weight", matrix(inner, size.hidden)
        yield at + "self_attn.o_proj.weight", matrix(size.hidden, inner, 2.0)
        yield at + "mlp.gate_proj.weight", matrix(size.intermediate, size.hidden)
        yield at + "mlp.up_proj.weight", matrix(size.intermediate, size.hidden)
        yield at + "mlp.down_proj.weight", matrix(size.hidden, size.intermediate)
        for norm in ("input_layernorm", "post_attention_layernorm"):
            yield f"{at}{norm}.weight", torch.ones(size.hidden, dtype=torch.bfloat16)


def write_safetensors(path: Path, tensors: dict[str, torch.Tensor]) -> None:
    """Write bfloat16 tensors in the safetensors format: a length, a JSON header, then the bytes."""
    import torch

    header: dict[str, Any] = {"__metadata__": {"format": "pt"}}
    offset = 0
    for name, tensor in tensors.items():
        end = offset + tensor.numel() * tensor.element_size()
        header[name] = {"dtype": "BF16", "shape": list(tensor.shape), "data_offsets": [offset, end]}
        offset = end
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % ALIGNMENT)
    with path.open("wb") as sink:
        sink.write(len(text).to_bytes(8, "little") + text)
        for tensor in tensors.values():
            sink.write(tensor.contiguous().view(torch.uint8).numpy().tobytes())
