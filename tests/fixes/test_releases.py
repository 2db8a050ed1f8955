"""What upstream repaired by hand comes out of ``--fix`` statement for statement."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from gatecheck.findings import Safety, Strategy
from gatecheck.fixes.apply import Wanted
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


COPY = "copy_mamba_state"


def waited(node: ast.AST) -> set[str]:
    """What a method waits for, with its variables put in."""
    values = {
        target.id: statement.value
        for statement in ast.walk(node)
        if isinstance(statement, ast.Assign)
        for target in statement.targets
        if isinstance(target, ast.Name)
    }

    class Inline(ast.NodeTransformer):
        def visit_Name(self, name: ast.Name) -> ast.expr:
            return values.get(name.id, name)

    calls = [n for n in ast.walk(node) if isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute)]
    return {ast.unparse(Inline().visit(c.args[0])) for c in calls if ast.unparse(c.func).endswith("wait_until")}


def delegated(node: ast.AST) -> set[str]:
    """What a method calls on the Mamba pool."""
    return {ast.unparse(n.func) for n in ast.walk(node) if isinstance(n, ast.Call) and "mamba_pool." in ast.unparse(n)}


def function(text: str, symbol: str) -> ast.FunctionDef:
    owner, name = symbol.split(".")
    for node in ast.parse(text).body:
        if isinstance(node, ast.ClassDef) and node.name == owner:
            return next(f for f in node.body if isinstance(f, ast.FunctionDef) and f.name == name)
    raise LookupError(symbol)


@pytest.mark.corpus
def test_the_copied_state_of_0_5_19_waits_for_what_it_waits_for_in_0_5_20() -> None:
    runner, reader = "model_executor/model_runner.py", "ModelRunner._maybe_execute_deferred_mamba_cow_and_clear"
    before = release("0.5.19")
    (finding,) = (f for f in before.first.report.findings if (f.rule, f.symbol) == ("GC006", reader))
    named = frozenset({finding.fingerprint})
    outcome = before.repaired(before.first, Wanted(frozenset({Safety.SAFE, Safety.UNSAFE}), named))
    (repair,) = outcome.repairs
    assert repair.offer.strategy is Strategy.OWNER
    texts = dict(outcome.texts)
    made = function(texts[MEMORY_POOL], "HybridReqToTokenPool.mamba_copy_from")
    upstream = function(published("0.5.20", MEMORY_POOL), f"HybridReqToTokenPool.{COPY}")
    assert waited(made) == waited(upstream) == {"max(self.mamba_map) - self.start_layer"}
    assert delegated(made) == delegated(upstream) == {"self.mamba_pool.copy_from"}
    assert [ast.unparse(a.annotation) for a in made.args.args[1:] if a.annotation] == ["torch.Tensor"] * 2
    (line,) = [
        new for old, new in zip(before.texts[runner].split("\n"), texts[runner].split("\n"), strict=True) if old != new
    ]
    assert line.strip() == "pool.mamba_copy_from("
    assert f"pool.{COPY}(" in published("0.5.20", runner)
    assert not {f.symbol for f in outcome.after.report.findings} - {f.symbol for f in before.first.report.findings}
