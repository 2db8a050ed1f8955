# expect: GC004 ContextPool.get_late
# expect: GC004 ContextPool.get_late_finally
# expect: GC004 ContextPool.get_late_one_way
# expect: GC004 ContextPool.get_late_in_loop
# expect: GC013 ContextPool.get_other_stream
# Whoever leaves a block early leaves its context manager, too: what that does behind its yield comes first.
from contextlib import contextmanager

import torch
from kit import MHATokenToKVPool


class ContextPool(MHATokenToKVPool):
    @contextmanager
    def ready(self, layer_id):
        yield
        self._wait(layer_id)

    @contextmanager
    def ready_finally(self, layer_id):
        try:
            yield
        finally:
            self._wait(layer_id)

    @contextmanager
    def waited(self, layer_id):
        self._wait(layer_id)
        yield

    @contextmanager
    def on_stream(self, layer_id):
        with torch.cuda.stream(self.side):
            yield
            self._wait(layer_id)

    def _wait(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)

    def _row(self, layer_id):
        return self.k_buffer[layer_id - self.start_layer]

    def get_late(self, layer_id, loc):
        with self.ready(layer_id):
            return self._row(layer_id)[loc].clone()

    def get_late_finally(self, layer_id, loc):
        with self.ready_finally(layer_id):
            return self._row(layer_id)[loc].clone()

    def get_late_one_way(self, layer_id, loc):
        with self.ready(layer_id):
            if loc is None:
                return self._row(layer_id).clone()
            rows = self._row(layer_id)[loc].clone()
        return rows

    def get_late_in_loop(self, layer_ids, loc):
        for layer_id in layer_ids:
            with self.ready(layer_id):
                if layer_id > 3:
                    continue
                loc.append(self._row(layer_id).clone())
        return loc

    def get_view(self, layer_id):
        with self.ready(layer_id):
            return self._row(layer_id)

    def get_view_broken(self, layer_id):
        while True:
            with self.ready(layer_id):
                break
        return self._row(layer_id)

    def get_view_nested(self, layer_id, loc):
        with self.ready(layer_id), open("names") as names:
            for _ in names:
                return self._row(layer_id)
        return self._row(layer_id)

    def get_before(self, layer_id, loc):
        with self.waited(layer_id):
            return self._row(layer_id)[loc].clone()

    def get_other_stream(self, layer_id):
        with self.on_stream(layer_id):
            return self._row(layer_id)

    def get_early_only(self, layer_id, loc):
        with self.ready(layer_id):
            if loc is None:
                return None
            self.n = 1
        return self._row(layer_id)
