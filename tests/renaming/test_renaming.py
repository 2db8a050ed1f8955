"""Nothing hangs on names: the small programs under random ones give the same findings."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from gatecheck.flow import tensors
from tests.engine import check
from tests.renaming.renamer import CONFIGURED, Renaming, renaming
from tests.rules import test_examples as examples
from tests.test_cases import CASES, KIT, NAMES, expected

SEEDS = (1, 2)


def rewrite(folder: Path, name: str, seed: int, *, everything: bool) -> Renaming:
    """Write the program and the kit below the folder under new names, with the configuration that belongs to them."""
    paths = (KIT, CASES / f"{name}.py")
    new = renaming(paths, seed, everything=everything)
    for path in paths:
        (folder / f"{new(path.stem)}.py").write_text(new.source(path.read_text(encoding="utf-8")), encoding="utf-8")
    (folder / "pyproject.toml").write_text(new.configuration(), encoding="utf-8")
    return new


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", NAMES)
def test_the_same_findings_under_other_names(tmp_path: Path, name: str, seed: int) -> None:
    new = rewrite(tmp_path, name, seed, everything=False)
    checked = check(tmp_path)
    assert checked.failed == ()
    assert checked.pairs == {(rule, new.symbol(symbol)) for rule, symbol in expected(name)}


@pytest.mark.parametrize("name", NAMES)
def test_the_same_findings_with_variables_renamed(tmp_path: Path, name: str) -> None:
    new = rewrite(tmp_path, name, 3, everything=True)
    assert check(tmp_path).pairs == {(rule, new.symbol(symbol)) for rule, symbol in expected(name)}


@pytest.mark.parametrize("name", NAMES)
def test_no_given_name_is_left(tmp_path: Path, name: str) -> None:
    new = rewrite(tmp_path, name, 4, everything=False)
    words = {word for words in CONFIGURED.values() for word in words}
    for path in tmp_path.glob("*.py"):
        nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
        defined = {node.name for node in nodes if isinstance(node, ast.ClassDef | ast.FunctionDef)}
        own = {each for each in defined if not each.startswith("__")} - {"replay"}
        assert not own & {*new.names, *words}
        assert own <= set(new.names.values())
    assert {path.stem for path in tmp_path.glob("*.py")} == {new("kit"), new(name)}


def test_another_seed_gives_other_names(tmp_path: Path) -> None:
    one, other = (renaming((KIT,), seed, everything=False).names for seed in SEEDS)
    assert one.keys() == other.keys()
    assert not set(one.values()) & set(other.values())


CONTAINERS = frozenset(name for kind in (dict, list, set, str) for name in dir(kind))
TENSORS = frozenset(
    (
        *tensors.VIEW_METHODS, *tensors.META_METHODS, *tensors.META_ATTRS, *tensors.VIEW_ATTRS, *tensors.STORE_METHODS,
        *("wait", "record", "record_event", "synchronize", "stream", "set_stream", "sum", "index", "size", "gather"),
    )
)  # fmt: skip
"""What containers, tensors, streams and events are asked for by name."""


BY_NAME = (
    "gc002/valid_pool_of_a_draft",
    "gc008/valid_draft",
    "gc009/valid_draft",
    "gc009/valid_warm_up",
    "gc010/valid_draft",
    "gc012/",
)
"""Examples of the configured words for drafts and warm-up, and of a rule that is off unless it is asked for."""


@pytest.mark.parametrize("name", [name for name in examples.NAMES if not name.startswith(BY_NAME)])
def test_the_same_findings_of_examples_under_other_names(tmp_path: Path, name: str) -> None:
    paths = examples.files(name)
    new = renaming(paths, 5, everything=False, kept=CONTAINERS | TENSORS)
    for path in paths:
        (tmp_path / f"{new(path.stem)}.py").write_text(new.source(path.read_text(encoding="utf-8")), encoding="utf-8")
    (tmp_path / "pyproject.toml").write_text(new.configuration(), encoding="utf-8")
    assert check(tmp_path).pairs == {(rule, new.symbol(symbol)) for rule, symbol in examples.expected(name)}
