"""A tree laid out like upstream's checkout: only the runtime is checked, and with the same findings as the release."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from gatecheck import releases
from tests.corpus.releases import scan
from tests.engine import check
from tests.small_protocol import PROTOCOL, UNGATED

HASTY = PROTOCOL + UNGATED.format(comment="")
OUTSIDE = (
    "test/srt/test_pool.py",
    "benchmark/hicache/pool.py",
    "python/sglang/test/pool.py",
    "python/sglang/lang/pool.py",
)
RELEASE = "0.4.6.post1"


def write(root: Path, *names: str) -> None:
    for name in names:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(HASTY, encoding="utf-8")


def test_only_the_runtime_of_a_small_checkout(tmp_path: Path) -> None:
    write(tmp_path, *OUTSIDE, "python/sglang/srt/mem_cache/pool.py")
    checked = check(cwd=tmp_path)
    assert [each.file for each in checked.findings] == ["python/sglang/srt/mem_cache/pool.py"]
    assert checked == check(tmp_path)


def test_tests_and_benchmarks_are_checked_where_named(tmp_path: Path) -> None:
    write(tmp_path, *OUTSIDE, "python/sglang/srt/mem_cache/pool.py")
    for name in OUTSIDE:
        assert [each.symbol for each in check(tmp_path / name).findings] == ["HastyPool.get_first_row"]


@pytest.mark.corpus
def test_a_checkout_made_from_a_release(tmp_path: Path) -> None:
    run = scan(RELEASE)
    assert run.trouble == ()
    unpacked = releases.fetch(f"pypi:sglang=={RELEASE}", None)
    assert isinstance(unpacked, str)
    shutil.copytree(unpacked, tmp_path / "python")
    write(tmp_path, *OUTSIDE)
    checked = check(tmp_path)
    assert checked.failed == ()
    assert {(each.rule, each.file, each.symbol) for each in checked.findings} == {
        (each.rule, f"python/{each.file}", each.symbol) for each in run.checked.findings
    }
