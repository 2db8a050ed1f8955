"""From texts to facts: which files are parsed, and what came of each."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from gatecheck import prefilter
from gatecheck.facts.collect import collect
from gatecheck.facts.records import FileFacts
from gatecheck.findings import Failure

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from gatecheck.config import Settings


class Gathered(msgspec.Struct, frozen=True):
    """The facts of the files that matter, in the order of the texts, and the files that could not be parsed."""

    facts: tuple[FileFacts, ...]
    failed: tuple[Failure, ...] = ()


class Sources(msgspec.Struct, frozen=True):
    """What is gathered from. ``known`` are facts of an earlier run whose files have not changed since."""

    texts: dict[str, str]
    settings: Settings
    known: tuple[FileFacts, ...] = ()
    prefilter: bool = True


def gather(sources: Sources) -> Gathered:
    """Parse what matters; with the filter off, or in a small scan, everything."""
    texts = sources.texts
    done: dict[str, FileFacts | Failure] = {facts.path: facts for facts in sources.known}
    if not sources.prefilter or prefilter.is_small(texts):
        _collect(texts, texts, done)
    else:
        core = prefilter.core(texts, sources.settings)
        _collect(core, texts, done)
        found = [facts for path in core if isinstance(facts := done[path], FileFacts)]
        _collect(prefilter.touching(texts, found, sources.settings), texts, done)
    results = [done[path] for path in texts if path in done]
    parsed = tuple(result for result in results if isinstance(result, FileFacts))
    return Gathered(parsed, tuple(result for result in results if isinstance(result, Failure)))


def _collect(paths: Iterable[str], texts: Mapping[str, str], done: dict[str, FileFacts | Failure]) -> None:
    for path in paths:
        if path not in done:
            done[path] = collect(path, texts[path], lambda _: True)
