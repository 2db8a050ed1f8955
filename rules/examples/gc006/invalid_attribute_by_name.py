# expect: GC006 dump
# getattr with a constant name, a dict of tables, and a gather through it.
from kit import MHATokenToKVPool


def dump(pool: MHATokenToKVPool, layer_id, loc):
    tables = {"k": getattr(pool, "k_buffer"), "v": getattr(pool, "v_buffer", None)}
    return {name: table[layer_id - pool.start_layer][loc].cpu() for name, table in tables.items()}


def sizes(pool: MHATokenToKVPool):
    return {name: len(getattr(pool, name)) for name in ("k_buffer", "v_buffer")}
