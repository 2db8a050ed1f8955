# expect: GC006 Connector.page_bytes
# A connector of another cache reaches the pool through a property and sends the pages of a layer away.
from kit import MHATokenToKVPool


class Context:
    def __init__(self, pool: MHATokenToKVPool):
        self._pool = pool

    @property
    def kv(self) -> MHATokenToKVPool:
        return self._pool


class Connector:
    def __init__(self, context: Context):
        self.context = context

    def page_bytes(self, layer_id, page):
        buffer = self.context.kv.k_buffer[layer_id]
        return buffer[page * 16 : page * 16 + 16].cpu().numpy().tobytes()

    def pointers(self):
        return [b.data_ptr() for b in self.context.kv.k_buffer]
