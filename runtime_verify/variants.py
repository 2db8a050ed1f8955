"""The further forms of one pool class that its constructor offers, each with buffers and accessors of its own."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from msgspec import Struct

REQUESTS = 8
POOLED_KEYS = 4
# Index pages hold 64 keys, whatever stands behind one key.
POOLED_PAGE = 64 * POOLED_KEYS


class Variant(Struct, frozen=True):
    """One form: it exists for a class whose constructor takes all of ``needs``; ``switches`` are set to true."""

    name: str
    needs: tuple[str, ...]
    switches: tuple[str, ...] = ()
    numbers: tuple[tuple[str, int], ...] = ()
    all_sparse: bool = False


PLAIN = Variant("", ())
# From 0.5.10 (latent rows), 0.5.14 (index keys), 0.5.20 (pooled index keys) and 0.5.23 (sparse layers only) on.
VARIANTS = (
    Variant("latent rows", ("use_mla",), ("use_mla",)),
    Variant("latent rows, index keys", ("use_mla", "use_dsa"), ("use_mla", "use_dsa")),
    Variant(
        "pooled index keys",
        ("index_kpool", "index_kpool_compress", "max_running_requests"),
        ("use_mla", "use_dsa", "index_kpool_compress"),
        (("index_kpool", POOLED_KEYS), ("max_running_requests", REQUESTS), ("page_size", POOLED_PAGE)),
    ),
    Variant("sparse layers only", ("dense_layer_ids", "disable_value_sparse_layer_ids"), all_sparse=True),
)


def variants_of(parameters: Collection[str]) -> Iterator[Variant]:
    """The plain form, and every other that a constructor with these parameters offers."""
    yield PLAIN
    yield from (variant for variant in VARIANTS if set(variant.needs) <= set(parameters))
