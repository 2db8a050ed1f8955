"""Small programs, each scanned together with the kit: exactly the findings that its first lines name."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from gatecheck.rules import registry
from tests.engine import check

CASES = Path(__file__).parent / "cases"
KIT = CASES / "kit.py"
NAMES = tuple(sorted(path.stem for path in CASES.glob("*.py") if path != KIT))


def expected(name: str) -> frozenset[tuple[str, str]]:
    """Return the pairs of rule and symbol that the program announces."""
    text = (CASES / f"{name}.py").read_text(encoding="utf-8")
    announced = re.findall(r"^# expect: (GC\d{3}) (\S+)$", text, re.MULTILINE)
    assert announced or text.startswith("# expect: none\n"), f"{name} says nothing of what it expects"
    return frozenset(announced)


@pytest.mark.parametrize("name", NAMES)
def test_exactly_what_is_announced(name: str) -> None:
    checked = check(KIT, CASES / f"{name}.py")
    assert checked.failed == ()
    assert checked.pairs == expected(name)
    assert checked.code == bool(expected(name))


def test_every_rule_has_a_case() -> None:
    covered = {rule for name in NAMES for rule, _ in expected(name)}
    assert covered >= {page.code for page in registry.PAGES if page.default_on}


def test_the_kit_is_clean() -> None:
    checked = check(KIT)
    assert (checked.code, checked.findings, checked.failed) == (0, (), ())
