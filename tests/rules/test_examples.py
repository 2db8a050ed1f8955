"""The examples of every rule: each program gets exactly the findings that its first lines name.

An example that imports from ``kit`` is scanned together with that file, any other one alone. ``invalid_*`` breaks the
rule of its folder, ``valid_*`` looks like it and is right.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from gatecheck.rules import registry
from tests.engine import Checked, check

EXAMPLES = Path(registry.__file__).resolve().parent / "examples"
KIT = EXAMPLES / "kit.py"
CODES = tuple(sorted({path.parent.name.upper() for path in EXAMPLES.glob("gc*/*.py")} - {"GC001"}))
NAMES = tuple(sorted(path.relative_to(EXAMPLES).with_suffix("").as_posix() for path in EXAMPLES.glob("gc*/*.py")))
ENOUGH = 6


def expected(name: str) -> frozenset[tuple[str, str]]:
    """Return the pairs of rule and symbol that the example announces."""
    text = (EXAMPLES / f"{name}.py").read_text(encoding="utf-8")
    announced = re.findall(r"^# expect: (GC\d{3}) (\S+)$", text, re.MULTILINE)
    assert announced or text.startswith("# expect: none\n"), f"{name} says nothing of what it expects"
    return frozenset(announced)


def files(name: str) -> tuple[Path, ...]:
    """Return what is scanned for an example."""
    path = EXAMPLES / f"{name}.py"
    return (KIT, path) if re.search(r"^from kit import", path.read_text(encoding="utf-8"), re.MULTILINE) else (path,)


def checked(name: str) -> Checked:
    """Check an example."""
    return check(*files(name))


@pytest.mark.parametrize("name", NAMES)
def test_exactly_what_is_announced(name: str) -> None:
    result = checked(name)
    assert result.failed == ()
    assert result.pairs == expected(name)
    assert result.code == bool(expected(name))


@pytest.mark.parametrize("name", NAMES)
def test_a_name_says_which_side_it_is_on(name: str) -> None:
    folder, _, own = name.partition("/")
    rules = {rule for rule, _ in expected(name)}
    assert (folder.upper() in rules) == own.startswith("invalid_")
    assert own.startswith(("valid_", "invalid_"))


@pytest.mark.parametrize("code", CODES)
def test_a_rule_has_enough_of_both(code: str) -> None:
    for side in ("valid_", "invalid_"):
        assert len([name for name in NAMES if name.startswith(f"{code.lower()}/{side}")]) >= ENOUGH
