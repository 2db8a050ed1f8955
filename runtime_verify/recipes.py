"""What pool constructors, builders and accessors are given, by parameter name: the only such list here.

Sizes are small: what is proved is order, and it does not depend on size. Names are those of the constructors in
``sglang/srt/mem_cache`` from 0.5.9 to 0.5.23; a parameter without a default and without an entry makes a class unbuilt,
and the report says so.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping
from types import SimpleNamespace
from typing import Any

import torch
from msgspec import Struct

from gatecheck.runtime_verify.variants import PLAIN, Variant


class Geometry(Struct, frozen=True):
    """Sizes of a proof: ``tokens`` are loaded a session; device and dtype hold for every pool.

    ``layout`` is the host side's; ``variant`` is the form of the pool that its constructor is asked for.
    """

    layers: int = 4
    sessions: int = 1
    tokens: int = 256
    page_size: int = 64
    device: str = "cpu"
    dtype: torch.dtype = torch.bfloat16
    start_layer: int = 0
    layout: str = "layer_first"
    variant: Variant = PLAIN
    io_backend: str = "direct"

    @property
    def size(self) -> int:
        """Token slots of a device pool."""
        return self.sessions * self.tokens + 4 * self.page_size

    @property
    def layer_ids(self) -> range:
        """The layer ids that the model uses for this pool."""
        return range(self.start_layer, self.start_layer + self.layers)

    @property
    def linear_layers(self) -> list[int]:
        """The layers that keep a state instead of keys and values, in hybrid models: every second one."""
        return [layer for layer in self.layer_ids if layer % 2]

    @property
    def full_layers(self) -> list[int]:
        """The layers with full attention in hybrid models."""
        return [layer for layer in self.layer_ids if not layer % 2]


# Any: constructor arguments have as many types as there are constructors.
Values = dict[str, Any]

STATE_SHAPE = SimpleNamespace(conv=[(64, 3)], temporal=(4, 16, 16))
STATE_DTYPE = SimpleNamespace(conv=torch.bfloat16, temporal=torch.float32)


def pool_values(geometry: Geometry) -> Values:
    """Constructor arguments of key-value pools."""
    full, linear = geometry.full_layers, geometry.linear_layers
    all_sparse = geometry.variant.all_sparse
    sparse = list(geometry.layer_ids) if all_sparse else linear
    return {
        "size": geometry.size,
        "size_swa": geometry.size,
        "page_size": geometry.page_size,
        "dtype": geometry.dtype,
        "layer_num": geometry.layers,
        "start_layer": geometry.start_layer,
        "end_layer": geometry.start_layer + geometry.layers,
        "device": geometry.device,
        "enable_memory_saver": False,
        "enable_alt_stream": False,
        "head_num": 2,
        "head_dim": 128,
        "idx_head_dim": 128,
        "kv_lora_rank": 512,
        "qk_rope_head_dim": 64,
        "index_head_dim": 128,
        "heavy_channel_num": 16,
        "qsa_index_kv_heads": 1,
        "qsa_index_head_dim": 128,
        "qsa_compress_ratio": 4,
        "qsa_token_topk": 64,
        "num_request_slots": 8,
        "qk_nope_head_dim": 448,
        "kv_cache_dim": 576,
        "full_attention_layer_ids": full,
        "swa_attention_layer_ids": linear,
        "dense_layer_ids": [] if all_sparse else full,
        "sparse_layer_ids": sparse,
        "disable_value_sparse_layer_ids": sparse,
        "enable_kvcache_transpose": False,
        **dict.fromkeys(geometry.variant.switches, True),
        **dict(geometry.variant.numbers),
    }


def compressed_values(geometry: Geometry) -> Values:
    """Constructor arguments of the pools with compressed layers (``deepseek_v4_memory_pool.py``)."""
    tokens = max(1024, -(-geometry.size // 256) * 256)
    ratios = [(0, 4, 128, 4)[layer % 4] for layer in range(geometry.start_layer + geometry.layers)]
    return {
        **pool_values(geometry),
        "max_num_reqs": 8,
        "size": tokens,
        "swa_size": tokens,
        "full_size": tokens,
        "c4_size": tokens // 4,
        "c128_size": tokens // 128,
        "c4_state_pool_size": tokens // 16,
        "c128_state_pool_size": tokens,
        "page_size": 256,
        "swa_page_size": 256,
        "dtype": torch.float8_e4m3fn,
        "state_dtype": torch.float32,
        "c4_state_dtype": torch.float32,
        "c128_state_dtype": torch.float32,
        "indexer_head_dim": 128,
        "compression_ratios": ratios,
    }


def request_values(geometry: Geometry) -> Values:
    """Constructor arguments of request-state pools (``HybridReqToTokenPool``)."""
    layers = geometry.linear_layers
    return {
        "size": 8,
        "mamba_size": 16,
        "mamba_spec_state_size": 8,
        "spec_state_size": 8,
        "max_context_len": geometry.size,
        "device": geometry.device,
        "enable_memory_saver": False,
        "cache_params": SimpleNamespace(shape=STATE_SHAPE, dtype=STATE_DTYPE, layers=layers),
        "mamba_layer_ids": layers,
        "start_layer": geometry.start_layer,
        "enable_mamba_extra_buffer": False,
        "enable_overlap_schedule": False,
    }


SERVER_VALUES: Mapping[str, Any] = {
    "model_path": "dummy",
    "enable_hierarchical_cache": True,
    "hicache_ratio": 2.0,
    "hicache_size": 0,
    "hicache_write_policy": "write_through",
    "disable_hicache_numa_detect": True,
}


class AccessorValues(Struct, frozen=True):
    """What an accessor's parameters besides the layer are given; slots and pages are those just loaded."""

    slots: torch.Tensor
    pages: torch.Tensor
    tokens: int
    page_size: int

    def variants(self) -> tuple[Values, ...]:
        """Arguments by parameter name, in the shapes that accessors want them: pages in one row, or a row a request."""
        one = torch.tensor([self.tokens], dtype=torch.int32, device=self.slots.device)
        table = self.slots.view(1, -1).to(torch.int32)
        request = torch.zeros(1, dtype=torch.int64, device=self.slots.device)
        flat = {
            "loc": self.slots,
            "slots": self.slots,
            "kv_indices": self.slots,
            "page_indices": self.pages,
            "seq_len": self.tokens,
            "seq_len_sum": self.tokens,
            "max_seq_len": self.tokens,
            "seq_len_tensor": one,
            "seq_lens": one,
            "dst_dtype": torch.bfloat16,
            "req_to_token": table,
            "req_pool_indices": request,
            "req_pool_indices_cpu": request.cpu(),
            "extend_prefix_lens_cpu": [self.tokens],
            "extend_seq_lens_cpu": [0],
            "page_size": self.page_size,
            "prepare_workspace": True,
            "use_ragged": True,
        }
        return flat, {**flat, "page_indices": self.pages.view(1, -1)}


class UnknownParameterError(Exception):
    """A callable wants a parameter that no recipe knows."""

    def __init__(self, name: str) -> None:
        super().__init__(f"no value is known for the parameter {name!r}")


def arguments_for(function: Callable[..., object], values: Mapping[str, Any], *behind: Callable[..., object]) -> Values:
    """The arguments that ``function`` takes and ``values`` holds, by name.

    ``behind`` are the functions that get what ``function`` itself does not name (``**kwargs``); it may give them more.

    Raises:
        UnknownParameterError: a parameter of its own has neither a default nor a value.
    """
    chosen: Values = {}
    own = inspect.signature(function).parameters
    for parameter in parameters_of(function, *behind):
        if parameter.name in values:
            chosen[parameter.name] = values[parameter.name]
        elif parameter.default is parameter.empty and parameter.name in own:
            raise UnknownParameterError(parameter.name)
    return chosen


def parameters_of(function: Callable[..., object], *behind: Callable[..., object]) -> Iterator[inspect.Parameter]:
    """The named parameters of a function, and where it passes on what it does not name, those of whoever gets it."""
    named: set[str] = {"self"}
    for one in (function, *behind):
        passes_on = False
        for parameter in inspect.signature(one).parameters.values():
            if parameter.kind is parameter.VAR_KEYWORD:
                passes_on = True
            elif parameter.kind is not parameter.VAR_POSITIONAL and parameter.name not in named:
                named.add(parameter.name)
                yield parameter
        if not passes_on:
            return


def constructors_behind(cls: type) -> tuple[Callable[..., object], ...]:
    """The constructors of the bases, to which a class may pass on what its own does not name."""
    return tuple(vars(base)["__init__"] for base in cls.__mro__[1:-1] if "__init__" in vars(base))
