"""Empties each rule in turn and runs its examples: whichever still passes says nothing about the rule.

``python -m tests.rules.emptied`` prints how many broken examples notice it, rule by rule.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

from gatecheck import rules
from gatecheck.rules import precedence
from tests.rules.test_examples import CODES, NAMES, checked, expected
from tests.saying import say


def broken(code: str) -> tuple[str, ...]:
    """The examples that announce a finding of a rule."""
    return tuple(name for name in NAMES if any(rule == code for rule, _ in expected(name)))


def unmoved(code: str, names: tuple[str, ...]) -> tuple[str, ...]:
    """Those of the examples that get what they announce although the rule never holds."""
    with emptied(code), tempfile.TemporaryDirectory() as folder:
        return tuple(name for name in names if expected(name) <= checked(name, Path(folder)).pairs)


@contextmanager
def emptied(code: str) -> Iterator[None]:
    """A rule that never holds, wherever it is asked."""
    module = _module(code)
    held: Callable[..., bool] = module.holds
    order = precedence.ORDER
    try:
        module.holds = _never  # type: ignore[attr-defined]
        precedence.ORDER = tuple((page, _never if page.code == code else holds) for page, holds in order)
        yield
    finally:
        module.holds = held  # type: ignore[attr-defined]
        precedence.ORDER = order


def _never(_: object) -> bool:
    return False


def _module(code: str) -> ModuleType:
    return next(m for name, m in vars(rules).items() if name.startswith(f"{code.lower()}_"))


def main() -> int:
    """Print a line for each rule; return 1 where an example does not notice that its rule is gone."""
    idle = 0
    for code in CODES:
        names = broken(code)
        left = unmoved(code, names)
        idle += len(left)
        say(f"{code}: {len(names) - len(left)} of {len(names)} examples fail without the rule {' '.join(left)}")
    return int(idle > 0)


if __name__ == "__main__":
    sys.exit(main())
