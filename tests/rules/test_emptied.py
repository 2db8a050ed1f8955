"""A rule that never holds does not go unnoticed."""

from __future__ import annotations

import pytest

from tests.rules.emptied import broken, unmoved
from tests.rules.test_examples import CODES

_SOME = 3


@pytest.mark.parametrize("code", CODES)
def test_examples_fail_without_their_rule(code: str) -> None:
    names = broken(code)[:_SOME]
    assert len(names) == _SOME
    assert unmoved(code, names) == ()
