"""One run of the linter, from files to a report: read, parse, link, walk, judge, suppress."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from gatecheck.findings import Report

if TYPE_CHECKING:
    from gatecheck.config import Settings
    from gatecheck.sources import Tree


class Request(msgspec.Struct, frozen=True):
    """What to check and how. ``jobs`` 0 means by the number of cores; ``cache_dir`` None means no cache."""

    tree: Tree
    settings: Settings
    jobs: int = 0
    cache_dir: str | None = None
    prefilter: bool = True


def check(request: Request) -> Report:
    """Check one tree and return everything that was seen; never raises for a fault of one file."""
    raise NotImplementedError
