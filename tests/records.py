"""Hand-made findings and comments for tests that need no analysis."""

from __future__ import annotations

from gatecheck.findings import (
    NO_FIX,
    Comment,
    Confidence,
    Failure,
    Finding,
    FixOffer,
    Limit,
    Managed,
    ManagedKind,
    Place,
    Report,
    Safety,
    Severity,
    State,
    Step,
    Strategy,
)
from gatecheck.fingerprint import fingerprint

POOL = "sglang/srt/mem_cache/memory_pool.py"
POOL_SOURCE = '''\
class IndexedPool(MHATokenToKVPool):
    def get_index_k(self, layer_id):
        self._wait_for_layer(layer_id)
        return self.index_k[layer_id - self.start_layer]

    def get_index_k_continuous(self, layer_id, pages):
        """Return the rows of these pages."""
        buf = self.index_k[layer_id - self.start_layer]
        return buf[pages].contiguous()
'''


def lines(file: str) -> tuple[str, ...]:
    return tuple(POOL_SOURCE.split("\n")) if file == POOL else ()


def finding(**changes: object) -> Finding:
    """Return an ungated read in line 8 of the pool, with the fields given changed."""
    fields: dict[str, object] = {
        "rule": "GC001",
        "name": "ungated-read",
        "severity": Severity.ERROR,
        "confidence": Confidence.HIGH,
        "place": Place(POOL, 8, 15, 8, 55),
        "symbol": "IndexedPool.get_index_k_continuous",
        "message": "reads IndexedPool.index_k, and nothing waits for the layer",
        "roots": ("IndexedPool",),
        "buffer": "IndexedPool.index_k",
        "managed_because": Managed(ManagedKind.LOADED, "IndexedPoolHost.load_to_device_per_layer copies into it"),
        "trace": (
            Step(Place(POOL, 6, 9, 6, 31), "IndexedPool.get_index_k_continuous", "entry"),
            Step(Place(POOL, 8, 15, 8, 55), "IndexedPool.get_index_k_continuous", "read of index_k"),
        ),
        "sibling": Step(Place(POOL, 3, 9, 3, 39), "IndexedPool.get_index_k", "waits in line 3"),
        "fix": FixOffer(Strategy.IN_METHOD, Safety.SAFE, "the helper _wait_for_layer of the class is called first"),
    }
    fields |= changes
    fields.setdefault("fingerprint", fingerprint(str(fields["rule"]), POOL, str(fields["symbol"])))
    return Finding(**fields)  # type: ignore[arg-type]


def report(**changes: object) -> Report:
    """Return a report with one finding of each kind."""
    fields: dict[str, object] = {
        "root": "/checkout/python",
        "findings": (
            finding(),
            finding(
                rule="GC002",
                name="dead-gate",
                confidence=Confidence.MEDIUM,
                place=Place(POOL, 4, 16, 4, 57),
                symbol="IndexedPool.get_index_k",
                message="waits only on a counter that HybridPool mutes",
                roots=("HybridPool", "OtherPool"),
                managed_because=Managed(ManagedKind.BELIEVED, "3 of 4 accessors wait"),
                fix=FixOffer(Strategy.OWNER, Safety.UNSAFE, "callers reach past the owner"),
                sibling=None,
            ),
            finding(
                rule="GC007",
                name="override-drops-gate",
                symbol="QuietPool.get_key_buffer",
                state=State.SUPPRESSED,
                suppressed_because="loaded before the forward",
                trace=(),
            ),
            finding(
                rule="GC009",
                name="unarmed-forward",
                symbol="Worker.forward",
                confidence=Confidence.LOW,
                buffer=None,
                managed_because=None,
                fix=NO_FIX,
                trace=(),
            ),
            finding(symbol="OldPool.get", state=State.BASELINED, trace=()),
        ),
        "failed": (Failure("sglang/srt/broken.py", "line 3 does not parse: expected ':'"),),
        "limits": (Limit(POOL, 5, "IndexedPool.get", "the call goes through getattr with a computed name"),),
        "files": 1186,
        "parsed": 12,
        "cached": 300,
        "seconds": 1.25,
        "timings": (("read", 0.25), ("walk", 1.0)),
    }
    fields |= changes
    return Report(**fields)  # type: ignore[arg-type]


def comment(text: str, **changes: object) -> Comment:
    """Return a comment on the statement in line 8 of the pool."""
    fields: dict[str, object] = {
        "file": POOL,
        "line": 8,
        "column": 60,
        "end_column": 90,
        "text": text,
        "first_line": 8,
        "last_line": 8,
        "symbol": "IndexedPool.get_index_k_continuous",
        "on_def": False,
        "scope_first": 6,
        "scope_last": 9,
    }
    fields |= changes
    return Comment(**fields)  # type: ignore[arg-type]
