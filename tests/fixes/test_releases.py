"""What upstream repaired by hand comes out of ``--fix`` statement for statement."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.fixes.releases import SAFE, release, tree

MEMORY_POOL = "mem_cache/memory_pool.py"
NSA = ("get_index_k_continuous", "get_index_k_scale_continuous", "get_index_k_scale_buffer")


def method(text: str, symbol: str) -> str:
    """The body of a method as a syntax tree, without its docstring's wording."""
    owner, name = symbol.split(".")
    for node in ast.parse(text).body:
        if isinstance(node, ast.ClassDef) and node.name == owner:
            for inner in node.body:
                if isinstance(inner, ast.FunctionDef) and inner.name == name:
                    return "\n".join(ast.dump(statement) for statement in inner.body)
    raise LookupError(symbol)


def published(version: str, file: str) -> str:
    """A file of another release, as it was published."""
    (found,) = (each for each in tree(version).files if each.path == file)
    return Path(found.absolute).read_text(encoding="utf-8")


@pytest.mark.corpus
def test_the_index_keys_of_0_5_10_wait_as_they_do_in_0_5_11() -> None:
    before = release("0.5.10.post1")
    outcome = before.repaired(before.first, SAFE)
    after, upstream = dict(outcome.texts)[MEMORY_POOL], published("0.5.11", MEMORY_POOL)
    for name in NSA:
        symbol = f"NSATokenToKVPool.{name}"
        assert method(before.texts[MEMORY_POOL], symbol) != method(upstream, symbol)
        assert method(after, symbol) == method(upstream, symbol)


@pytest.mark.corpus
def test_the_unified_cache_of_0_5_15_waits_as_it_does_in_0_5_16() -> None:
    file, symbol = "mem_cache/deepseek_v4_memory_pool.py", "DeepSeekV4TokenToKVPool.get_unified_kv"
    before = release("0.5.15.post1", managed=("DeepSeekV4UnifiedKVPool.kv_buffer",))
    outcome = before.repaired(before.first, SAFE)
    after = dict(outcome.texts)[file]
    assert method(before.texts[file], symbol) != method(after, symbol)
    assert method(after, symbol) == method(published("0.5.16", file), symbol)
