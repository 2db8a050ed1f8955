"""Releases of SGLang to repair, in memory: the part that holds pools, the host side and what builds them."""

from __future__ import annotations

from functools import cache

import msgspec
import pytest

from gatecheck import check, releases, sources
from gatecheck.config import Settings
from gatecheck.findings import Safety
from gatecheck.fixes.apply import Outcome, Wanted, repair

PARTS = (
    "mem_cache/", "hardware_backend/npu/", "managers/", "model_executor/", "disaggregation/", "layers/attention/",
)  # fmt: skip
"""What the analysis of pools needs; the models would only make each of many runs longer."""


class Release(msgspec.Struct, frozen=True):
    """One release, looked at once."""

    request: check.Request
    first: check.Examined

    @property
    def texts(self) -> dict[str, str]:
        """The text of each file, by its path below ``srt``."""
        return self.first.texts.by_path

    def with_changes(self, changed: dict[str, str]) -> check.Examined:
        """Look at the release with other texts for some files."""
        return check.again(self.request, self.first, changed)

    def repaired(self, start: check.Examined, wanted: Wanted) -> Outcome:
        """Repair what is wanted, in memory."""
        return repair(start, wanted, lambda before, changed: check.again(self.request, before, changed))


def tree(version: str) -> sources.Tree:
    """The files of a release that matter here; fetched where the user's cache does not hold it."""
    folder = releases.fetch(f"pypi:sglang=={version}", None)
    if isinstance(folder, releases.Unavailable):
        pytest.skip(folder.message)
    found = sources.resolve(sources.Where((f"{folder}/sglang/srt",), "/"))
    assert isinstance(found, sources.Tree)
    return msgspec.structs.replace(found, files=tuple(f for f in found.files if f.path.startswith(PARTS)))


@cache
def release(version: str, managed: tuple[str, ...] = ()) -> Release:
    """A release as it was published."""
    request = check.Request(tree(version), Settings(managed=managed))
    return Release(request, check.examine(request))


SAFE = Wanted(frozenset({Safety.SAFE}))
