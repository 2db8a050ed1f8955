"""The examples of every rule: each program gets exactly the findings that its first lines name.

An example that imports from ``kit`` is scanned together with that file, any other one alone. ``invalid_*`` breaks the
rule of its folder, ``valid_*`` looks like it and is right.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from gatecheck.findings import Severity
from gatecheck.rules import registry
from tests.engine import Checked, check

EXAMPLES = Path(registry.__file__).resolve().parent / "examples"
KIT = EXAMPLES / "kit.py"
CODES = tuple(page.code for page in registry.PAGES if page.code.startswith("GC0"))
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


def is_note(name: str) -> bool:
    """Whether the rule of an example is a note: off unless selected, and never a reason to fail a run."""
    page = registry.find(name.partition("/")[0])
    assert page is not None
    return page.severity is Severity.NOTE


def checked(name: str, folder: Path) -> Checked:
    """Check an example, with the rule of its folder selected where that is off by default."""
    if not is_note(name):
        return check(*files(name))
    config = folder / "pyproject.toml"
    config.write_text('[tool.gatecheck]\nselect = ["GC0"]\n', encoding="utf-8")
    return check(*files(name), config=config)


@pytest.mark.parametrize("name", NAMES)
def test_exactly_what_is_announced(name: str, tmp_path: Path) -> None:
    result = checked(name, tmp_path)
    assert result.failed == ()
    # The kit's pair accessor waits once for each of its buffers: a note of its own in every example of that rule.
    of_kit = {(f.rule, f.symbol) for f in result.findings if is_note(name) and f.file == KIT.name}
    assert result.pairs - of_kit == expected(name)
    assert result.code == (bool(expected(name)) and not is_note(name))


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
