from __future__ import annotations

import inspect

import pytest

from gatecheck.runtime_verify.source_fault import GateLine, NoSourceFaultError, replaced

WAITED: list[int] = []


class Counter:
    def wait_until(self, layer: int) -> int:
        WAITED.append(layer)
        return layer


class Pool:
    counter: Counter | None = Counter()

    def guarded(self, layer: int, *, twice: int = 2) -> int:
        """A docstring."""
        if self.counter is not None:
            self.counter.wait_until(layer)
        return layer * twice

    def bound(self, layer: int) -> int:
        local = self.counter.wait_until(layer) if self.counter else 0
        return layer + local


def line_of(name: str, text: str) -> int:
    lines, first = inspect.getsourcelines(getattr(Pool, name))
    return first + next(number for number, line in enumerate(lines) if text in line)


def test_only_the_wait_is_gone_and_only_for_a_while() -> None:
    gate = GateLine(Pool, "guarded", line_of("guarded", "wait_until"))
    WAITED.clear()
    with replaced(gate):
        assert Pool().guarded(3, twice=5) == 15
        assert Pool().guarded(3) == 6
        assert WAITED == []
    Pool().guarded(4)
    assert WAITED == [4]


def test_a_wait_whose_value_is_used_cannot_be_deleted() -> None:
    gate = GateLine(Pool, "bound", line_of("bound", "wait_until"))
    with pytest.raises(NoSourceFaultError, match="only waits"), replaced(gate):
        pass


def test_a_method_that_is_no_plain_function_is_refused() -> None:
    class Odd:
        method = staticmethod(len)

    with pytest.raises(NoSourceFaultError, match="plain function"), replaced(GateLine(Odd, "method", 1)):
        pass
