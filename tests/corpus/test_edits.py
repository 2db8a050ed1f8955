"""A release with a thousand edits that tell a run the same is answered as a new run would find it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.corpus.edits import edit


@pytest.mark.corpus
@pytest.mark.parametrize(("version", "seed"), [("0.5.12", 1), ("0.5.16", 2), ("0.5.23", 3)])
def test_edits_that_tell_the_same(version: str, seed: int, tmp_path: Path) -> None:
    edited = edit(version, seed, tmp_path)
    assert edited.definitions > 100
    assert not edited.differs
