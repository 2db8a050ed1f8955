# expect: GC006 Indexer.topk
# The pool comes from a getter with a return annotation; the read is a gather.
from kit import MHATokenToKVPool


class Allocator:
    def __init__(self, kvcache: MHATokenToKVPool):
        self._kvcache = kvcache

    def get_kvcache(self) -> MHATokenToKVPool:
        return self._kvcache


class Indexer:
    def __init__(self, allocator: Allocator):
        self.allocator = allocator

    def topk(self, q, layer_id, loc):
        pool = self.allocator.get_kvcache()
        rows = pool.k_buffer[layer_id - pool.start_layer][loc]
        return (q @ rows.T).topk(4)

    def shape(self, layer_id):
        pool = self.allocator.get_kvcache()
        return pool.k_buffer[layer_id - pool.start_layer].shape
