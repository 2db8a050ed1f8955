# expect: GC006 gather_pages
# Nobody above waits: the function that reads is the one to repair.
from kit import MHATokenToKVPool


def gather_pages(pool: MHATokenToKVPool, layer_id, pages):
    return pool.v_buffer[layer_id - pool.start_layer].view(-1, 16, 8)[pages]


class Merge:
    def states(self, pool: MHATokenToKVPool, layer_id, pages):
        return gather_pages(pool, layer_id, pages).sum(0)


def chunked_prefix(pool: MHATokenToKVPool, layer_id, chunks):
    return [gather_pages(pool, layer_id, pages) for pages in chunks]
