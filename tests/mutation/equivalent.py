"""Mutants that break nothing, or that do not run at all, each looked at by somebody, with the reason."""

from __future__ import annotations

from dataclasses import dataclass

from tests.mutation.mutants import Mutant

_POOLS = "sglang/srt/mem_cache/memory_pool.py"
_STACKS = "sglang/srt/mem_cache/hybrid_cache/hybrid_pool_assembler.py"
_SHARDS = "sglang/srt/mem_cache/dsa_cache_layer_split.py"
_WINDOWS = "sglang/srt/mem_cache/swa_memory_pool.py"
_V4 = "sglang/srt/mem_cache/deepseek_v4_memory_pool.py"
_KEYS = "sglang/srt/mem_cache/index_key_cache.py"
_NVFP4 = "sglang/srt/mem_cache/minimax_m3_nvfp4_pool.py"
_ANY_GATE = frozenset({"deleted", "copied first", "conditional", "wrong index", "dropped by override"})


@dataclass(frozen=True)
class Equivalent:
    """Mutants of some kinds at one place, in the releases named, or in all."""

    kinds: frozenset[str]
    file: str
    symbol: str
    why: str
    releases: frozenset[str] = frozenset()

    def covers(self, mutant: Mutant, release: str) -> bool:
        """Whether a mutant of a release is one of these."""
        here = not self.releases or release in self.releases
        return here and mutant.kind in self.kinds and (mutant.file, mutant.symbol) == (self.file, self.symbol)


def why_equivalent(mutant: Mutant, release: str) -> str | None:
    """Why nothing can be found of a mutant; None where something is broken."""
    return next((each.why for each in EQUIVALENT if each.covers(mutant, release)), None)


_INNER = "the pool stands only inside another one, which mutes it and waits before it goes on to it"
_NEVER_SET = "its counter is never registered: the facade around it keeps its own, and waits with that"
_NO_LOADER = "no host pool of this release loads the scales"
_NO_SIDE_STATE = "no host pool of this release loads the states that stand beside those of Mamba"
_PAIR = "what it returns is no tensor and has no clone: the mutant does not run"
_REPORTED = "the same finding stands in the release as it is: another way of the method does not wait either"
_NO_KEYS = "pools of latent attention have no buffer of that name: the mutant does not run"
_REFUSED = "the release refuses HiCache wherever the pool has that buffer"
_UNBUILT = "nobody builds the heir, so that it is part of no pool"
_PAYLOAD_FIRST = "whoever calls it has asked for the payload of the same layer just before, which waits"
_REGISTERED_AGAIN = "every stack that this release builds registers the pool with the controller's counter afterwards"
_ROWS_FIRST = "whoever calls it has asked for the other half of the same layer's rows just before, which waits"
_KEYS_FIRST = "both callers fetch the keys of the same layer, which waits, before they launch what reads the scales"
_NOTHING_LOADS = "only batches that decode, verify or draft come here, for which nothing is loading"
_KEYS_OF_OTHERS = (
    "pools of latent attention have no buffer of that name, and only batches that verify come to the other call"
)
_NO_DRAFT_OF_ITS_KIND = (
    "only drafts of page-interleaved targets are registered, and this one's target is in unified memory; "
    "its getters wait on no counter of their own"
)
_CONSTRUCTED = "the controller's constructor has registered the same counter with the same pool"
EQUIVALENT: tuple[Equivalent, ...] = (
    Equivalent(
        frozenset({"not registered"}), _STACKS, "attach_hybrid_minimax_sparse_pool_to_hiradix_cache", _CONSTRUCTED
    ),
    Equivalent(_ANY_GATE, _POOLS, "MHATokenToKOnlyPool.get_key_buffer", _INNER),
    *(
        Equivalent(_ANY_GATE, _NVFP4, f"MiniMaxM3Nvfp4{symbol}", _NEVER_SET)
        for symbol in (
            "IndexKPool._wait_for_layer",
            "IndexKPool.get_key_buffer",
            "IndexKPool.get_scale_buffer",
            "MainKVPool._wait_for_layer",
            "MainKVPool.get_key_buffer",
            "MainKVPool.get_value_buffer",
            "MainKVPool.get_kv_buffer",
            "MainKVPool.get_k_scale_buffer",
            "MainKVPool.get_v_scale_buffer",
        )
    ),
    Equivalent(frozenset({"muted"}), _POOLS, "MHATokenToKOnlyPool.register_layer_transfer_counter", _INNER),
    Equivalent(
        _ANY_GATE, _POOLS, "HybridLinearKVPool.get_kv_scale_buffer", _NO_LOADER, frozenset({"0.5.16", "0.5.20"})
    ),
    Equivalent(_ANY_GATE, _WINDOWS, "SWAKVPool.get_kv_scale_buffer", _NO_LOADER, frozenset({"0.5.16", "0.5.20"})),
    Equivalent(_ANY_GATE, _POOLS, "HybridReqToTokenPool.short_conv_layer_cache", _NO_SIDE_STATE, frozenset({"0.5.20"})),
    Equivalent(_ANY_GATE, _POOLS, "HybridLinearKVPool.get_kv_scale_buffer", _KEYS_FIRST, frozenset({"0.5.23"})),
    Equivalent(_ANY_GATE, _WINDOWS, "SWAKVPool.get_kv_scale_buffer", _KEYS_FIRST, frozenset({"0.5.23"})),
    Equivalent(_ANY_GATE, _V4, "DeepSeekV4TokenToKVPool.get_unified_kv_rope", _REFUSED, frozenset({"0.5.20"})),
    Equivalent(_ANY_GATE, _V4, "DeepSeekV4TokenToKVPool.get_unified_kv_rope", _ROWS_FIRST, frozenset({"0.5.23"})),
    Equivalent(
        frozenset({"not registered"}),
        "sglang/srt/managers/cache_controller.py",
        "HiCacheController.__init__",
        _REGISTERED_AGAIN,
        frozenset({"0.5.20", "0.5.23"}),
    ),
    Equivalent(
        frozenset({"muted"}),
        "sglang/srt/mem_cache/unified_draft_pool.py",
        "UnifiedDraftSWAKVPool.register_layer_transfer_counter",
        _NO_DRAFT_OF_ITS_KIND,
    ),
    Equivalent(_ANY_GATE, _POOLS, "MiniMaxSparseKVPool.get_index_kv_buffer", _REFUSED, frozenset({"0.5.20"})),
    Equivalent(
        _ANY_GATE,
        _V4,
        "DeepSeekV4TokenToKVPool.get_index_k_fp4_scale_buffer",
        _PAYLOAD_FIRST,
        frozenset({"0.5.20", "0.5.23"}),
    ),
    Equivalent(frozenset({"dropped by override"}), _SHARDS, "LayerSplitIndexKeyCache.get_buffer", _UNBUILT),
    Equivalent(frozenset({"dropped by override"}), _KEYS, "IndexKeyCache.get_local_buffer", _UNBUILT),
    Equivalent(
        frozenset({"redirected"}),
        "sglang/srt/layers/attention/qwen_sparse_attn_backend.py",
        "QwenSparseAttnBackend._forward_paged_attention",
        _NOTHING_LOADS,
    ),
    Equivalent(
        frozenset({"redirected"}),
        "sglang/srt/layers/attention/qwen_sparse_attn_backend.py",
        "QwenSparseAttnBackend._try_fused_kv_attention",
        _NOTHING_LOADS,
    ),
    Equivalent(
        frozenset({"redirected"}),
        "sglang/srt/layers/attention/aiter_backend.py",
        "AiterAttnBackend.forward_extend",
        _KEYS_OF_OTHERS,
        frozenset({"0.5.23"}),
    ),
    Equivalent(
        _ANY_GATE,
        _SHARDS,
        "LayerSplitDSATokenToKVPool.get_broadcastable_index_k_with_scale_buffer",
        _NOTHING_LOADS,
        frozenset({"0.5.16"}),
    ),
    Equivalent(frozenset({"copied first"}), _POOLS, "HybridReqToTokenPool.mamba2_layer_index", _PAIR),
    Equivalent(frozenset({"copied first"}), _POOLS, "HybridReqToTokenPool.mamba2_layer_cache", _PAIR),
    Equivalent(frozenset({"copied first"}), _POOLS, "MiniMaxSparseKVPool.get_kv_buffer", _PAIR),
    Equivalent(_ANY_GATE, _SHARDS, "LayerSplitDSATokenToKVPool.prefetch_kv_buffer", _REPORTED),
    *(
        Equivalent(frozenset({"redirected"}), f"sglang/srt/layers/attention/{file}.py", symbol, _NO_KEYS)
        for file, symbol in (
            ("cutlass_mla_backend", "CutlassMLABackend.forward_decode"),
            ("dsa_backend", "DeepseekSparseAttnBackend.forward_extend"),
            ("dsa_backend", "DeepseekSparseAttnBackend.forward_decode"),
            ("dsa_backend", "DeepseekSparseAttnBackend._forward_trtllm"),
            ("nsa_backend", "NativeSparseAttnBackend._forward_trtllm"),
            ("flashmla_backend", "FlashMLABackend.forward_decode"),
            ("flashmla_backend", "FlashMLABackend.forward_extend"),
            ("trtllm_mla_backend", "TRTLLMMLABackend.forward_decode"),
            ("trtllm_mla_backend", "TRTLLMMLABackend.forward_extend"),
            ("trtllm_mla_backend", "TRTLLMMLABackend._set_kv_and_concat_q_fp8_fused"),
            ("trtllm_mla_backend", "TRTLLMMLABackend._set_kv_and_concat_q_fused"),
            ("aiter_backend", "AiterAttnBackend._forward_verify_dcp"),
            ("aiter_backend", "AiterAttnBackend.forward_decode"),
            ("cutedsl_mla_backend", "CuteDslMLABackend.forward_decode"),
            ("dots_hybrid_backend", "DotsSWAMLAAttnBackend.get_swa_mla_prefill_latent_cache"),
            ("dots_hybrid_backend", "DotsSWAMLAAttnBackend.forward_swa_mla_absorbed"),
            ("tokenspeed_mla_backend", "TokenspeedMLABackend.forward_decode"),
        )
    ),
)
