"""Broken on purpose: each way to break the kit is found, and a part of those to break a release."""

from __future__ import annotations

import ast
from collections import Counter
from pathlib import Path

import pytest

from gatecheck import sources
from tests.mutation.gates import Role, helpers, spots
from tests.mutation.harmless import KINDS, Change, rewrites, together
from tests.mutation.mutants import mutants
from tests.mutation.run import Bench, bench, results, told
from tests.test_cases import KIT

RELEASES = ("0.5.10.post1", "0.5.12", "0.5.16", "0.5.20", "0.5.23")
HELPED = """\
class Pool(KVCache):
    def register_layer_transfer_counter(self, counter):
        self.layer_transfer_counter = counter
        self.inner.register_layer_transfer_counter(counter)

    def hold(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id)

    def get(self, layer_id):
        self.hold(layer_id)
        return self.rows[layer_id]
"""


def bench_of(folder: Path, text: str) -> Bench:
    (folder / "kit.py").write_text(text, encoding="utf-8")
    tree = sources.resolve(sources.Where((str(folder),), "."))
    assert isinstance(tree, sources.Tree)
    return Bench(tree)


def test_places_are_told_apart() -> None:
    tree = ast.parse(HELPED)
    assert helpers([tree]) == {"hold"}
    found = [(spot.role, spot.symbol, spot.is_helper) for spot in spots(tree, frozenset({"hold"}))]
    assert found == [
        (Role.KEEP, "Pool.register_layer_transfer_counter", False),
        (Role.REGISTER, "Pool.register_layer_transfer_counter", False),
        (Role.WAIT, "Pool.hold", True),
        (Role.HELP, "Pool.get", False),
    ]


def test_mutants_are_programs_and_differ() -> None:
    texts = {"kit.py": KIT.read_text(encoding="utf-8"), "pool.py": HELPED}
    made = list(mutants(texts))
    for each in made:
        assert ast.dump(ast.parse(each.text)) != ast.dump(ast.parse(texts[each.file]))
    kinds = Counter(each.kind for each in made)
    assert kinds.keys() >= {
        "deleted",
        "conditional",
        "wrong index",
        "copied first",
        "muted",
        "not forwarded",
        "unarmed",
    }
    assert kinds["deleted"] == 4


@pytest.mark.parametrize("kind", ["deleted", "conditional", "wrong index", "copied first", "dropped by override"])
def test_what_is_broken_in_the_kit_is_found(tmp_path: Path, kind: str) -> None:
    seen = list(results(bench_of(tmp_path, KIT.read_text(encoding="utf-8")), kind=kind))
    assert seen
    assert [told(each) for each in seen if not each.named] == []


def test_what_breaks_nothing_adds_nothing(tmp_path: Path) -> None:
    of = bench_of(tmp_path, KIT.read_text(encoding="utf-8"))
    seen = [of.try_out(each) for each in rewrites(of.texts)]
    assert len({each.mutant.kind for each in seen}) >= 7
    assert [told(each) for each in seen if each.new] == []


@pytest.mark.parametrize(("kind", "change"), KINDS)
def test_all_of_a_kind_at_once_adds_nothing(tmp_path: Path, kind: str, change: Change) -> None:
    of = bench_of(tmp_path, KIT.read_text(encoding="utf-8"))
    changed = together(of.texts, change)
    assert bool(changed) == any(each.kind == kind for each in rewrites(of.texts))
    assert of.added(changed) == ()


def test_all_of_a_kind_are_as_many_as_there_are_alone() -> None:
    texts = {"kit.py": KIT.read_text(encoding="utf-8")}
    alone = [each for each in rewrites(texts) if each.kind == "commented"]
    (text,) = together(texts, dict(KINDS)["commented"]).values()
    assert len(alone) == text.count("# The load of this layer comes first.") > 1


def test_a_break_among_them_is_seen(tmp_path: Path) -> None:
    of = bench_of(tmp_path, KIT.read_text(encoding="utf-8"))
    assert of.added({each.file: each.text for each in mutants(of.texts) if each.kind == "deleted"})


@pytest.mark.corpus
@pytest.mark.parametrize("version", RELEASES)
def test_what_is_broken_in_a_release_is_found(version: str) -> None:
    seen = [each for each in results(bench(version), every=5) if each.equivalent is None]
    survivors = [told(each) for each in seen if not each.named]
    assert len(survivors) <= 0.02 * len(seen), "\n".join(survivors)


@pytest.mark.corpus
@pytest.mark.parametrize("version", RELEASES)
def test_what_breaks_nothing_in_a_release_adds_nothing(version: str) -> None:
    of = bench(version)
    changes = {kind: together(of.texts, change) for kind, change in KINDS}
    assert sum(bool(changed) for changed in changes.values()) >= 7
    assert [(kind, new) for kind, changed in changes.items() if (new := of.added(changed))] == []
