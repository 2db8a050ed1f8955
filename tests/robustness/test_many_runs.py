"""What many runs in one process leave behind, as in an editor's language server."""

from __future__ import annotations

import gc
from pathlib import Path

from gatecheck import sources
from gatecheck.check import Request, again, examine
from gatecheck.config import Settings
from gatecheck.gather import Gathering
from tests.small_protocol import PROTOCOL


def test_a_run_that_nobody_asks_any_more_is_let_go(tmp_path: Path) -> None:
    (tmp_path / "pool.py").write_text(PROTOCOL, encoding="utf-8")
    tree = sources.resolve(sources.Where((str(tmp_path),), "."))
    assert isinstance(tree, sources.Tree)
    request = Request(tree, Settings(), jobs=1)
    before = len(_alive())
    first = examine(request)
    for number in range(3):
        again(request, first, {"pool.py": f"{PROTOCOL}\nNUMBER = {number}\n"})
    # Those of the first run are still asked for what nobody has parsed yet.
    assert len(_alive()) == before + 1
    del first
    assert len(_alive()) == before


def _alive() -> list[Gathering]:
    gc.collect()
    return [each for each in gc.get_objects() if isinstance(each, Gathering)]
