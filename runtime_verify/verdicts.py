"""What a held loader shows about one read, as a plain rule without a device in it."""

from __future__ import annotations

from enum import Enum

from msgspec import Struct

from gatecheck.runtime_verify.records import LayerVerdict, Verdict


class Content(str, Enum):
    """What the bytes of a read were."""

    LOADED = "loaded"
    POISON = "poison"
    MIXED = "neither"


class Observation(Struct, frozen=True):
    """One read while layer ``layer`` was held.

    ``ran`` is whether it finished while the layer was held; ``released_by`` the layer whose release let it finish
    (None: never); ``control`` whether a read that needs no load finished meanwhile; ``content`` what it saw in the end.
    """

    layer: int
    event: int
    ran: bool = False
    control: bool = False
    content: Content = Content.MIXED
    released_by: int | None = None
    waited: tuple[int, ...] = ()
    watchdog: bool = False


def judge(seen: Observation) -> LayerVerdict:
    """Blocked until its layer came, and then right: ordered. Done before, with poison: unordered. All else is open."""
    if seen.watchdog:
        return _open(seen, "the watchdog released the loader")
    if not seen.control:
        return _open(seen, "a read that needs no load was blocked as well")
    if seen.ran and seen.content is Content.POISON:
        return LayerVerdict(seen.layer, Verdict.UNORDERED, seen.event, seen.waited, (Content.POISON.value,))
    if seen.ran:
        return _open(seen, f"ran while its layer was held, but saw {seen.content.value} bytes")
    if seen.released_by is None:
        return _open(seen, "was still blocked after all layers had come")
    if seen.content is not Content.LOADED:
        return LayerVerdict(seen.layer, Verdict.UNORDERED, seen.event, seen.waited, (seen.content.value,))
    return LayerVerdict(seen.layer, Verdict.ORDERED, seen.event, (seen.released_by,), (Content.LOADED.value,))


def _open(seen: Observation, reason: str) -> LayerVerdict:
    return LayerVerdict(seen.layer, Verdict.INCONCLUSIVE, seen.event, seen.waited, (), reason)
