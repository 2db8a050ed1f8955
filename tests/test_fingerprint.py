"""Fingerprints name a defect independently of where the tree lies and of lines."""

from __future__ import annotations

import pytest

from gatecheck.fingerprint import fingerprint, module_path


@pytest.mark.parametrize(
    ("file", "module"),
    [
        ("python/sglang/srt/mem_cache/memory_pool.py", "mem_cache/memory_pool.py"),
        ("srt/mem_cache/memory_pool.py", "mem_cache/memory_pool.py"),
        ("mem_cache/memory_pool.py", "mem_cache/memory_pool.py"),
        ("srt/third/srt/pool.py", "pool.py"),
        ("pool.py", "pool.py"),
        ("srt", "srt"),
    ],
)
def test_module_path(file: str, module: str) -> None:
    assert module_path(file) == module


def test_every_part_counts() -> None:
    names = {
        fingerprint("GC001", "a.py", "A.f"),
        fingerprint("GC002", "a.py", "A.f"),
        fingerprint("GC001", "b.py", "A.f"),
        fingerprint("GC001", "a.py", "A.g"),
    }
    assert len(names) == 4
    assert fingerprint("GC001", "python/sglang/srt/a.py", "A.f") in names
