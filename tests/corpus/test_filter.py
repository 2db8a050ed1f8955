"""Neither the filter nor the cache changes what is found in a release, byte for byte.

What is given up is another matter: without the filter more is looked into, and so more is too large.
"""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from gatecheck.run import default_cache
from gatecheck.sources import Tree, Where, resolve
from tests.test_prefilter import said


@pytest.mark.corpus
@pytest.mark.parametrize("version", ["0.4.6.post1", "0.5.8", "0.5.12", "0.5.16", "0.5.23"])
def test_releases_give_the_same_with_and_without(version: str, tmp_path: Path) -> None:
    asked = resolve(Where((f"pypi:sglang=={version}",), str(tmp_path), cache_dir=default_cache()))
    assert isinstance(asked, Tree)
    cached = tmp_path / "cache"
    first, report = said(asked, filtered=True, cached=cached)
    everything = said(asked, filtered=False, cached=cached)[1]
    assert msgspec.json.encode(report.findings) == msgspec.json.encode(everything.findings)
    assert report.failed == everything.failed
    assert first == said(asked, filtered=True, cached=cached)[0]
