# expect: GC001 LentPool.mapped
# expect: GC001 LentPool.of_two
# expect: GC001 LentPool.spread
# expect: GC001 LentPool.chosen
# expect: GC001 LentPool.ranked
# expect: GC001 LentPool.ranked_in_place
# expect: GC001 LentPool.lowest
# expect: GC001 LentPool.folded
# expect: GC001 LentPool.in_threads
# expect: GC001 LentPool.in_a_thread
# expect: GC004 LentPool.drawn_too_early
"""Functions that read are handed to Python, which calls them: for each layer, for a key, in a thread."""

import itertools
import threading
from functools import reduce

from kit import MHATokenToKVPool


class LentPool(MHATokenToKVPool):
    def _fetch(self, layer_id):
        return self.k_buffer[layer_id - self.start_layer].cpu()

    def _fill(self, layer_id, out):
        out.copy_(self.k_buffer[layer_id - self.start_layer])

    def mapped(self, layer_ids):
        return list(map(self._fetch, layer_ids))

    def of_two(self, layer_ids, rows):
        return [*map(lambda i, loc: self.v_buffer[i - self.start_layer][loc], layer_ids, rows)]

    def spread(self, pairs):
        return list(itertools.starmap(lambda i, loc: self.v_buffer[i - self.start_layer][loc], pairs))

    def chosen(self, layer_ids):
        return list(filter(lambda i: bool(self.k_buffer[i - self.start_layer].any()), layer_ids))

    def ranked(self, layer_ids):
        return sorted(layer_ids, key=lambda i: self.k_buffer[i - self.start_layer].norm().item())

    def ranked_in_place(self, layer_ids):
        layer_ids.sort(key=lambda i: self.k_buffer[i - self.start_layer].norm().item())

    def lowest(self, layer_ids):
        return min(layer_ids, key=lambda i: float(self.k_buffer[i - self.start_layer].sum()))

    def folded(self, layer_ids):
        return reduce(lambda total, i: total + self.k_buffer[i - self.start_layer].sum(), layer_ids, 0)

    def in_threads(self, workers, layer_ids):
        jobs = [workers.submit(self._fetch, i) for i in layer_ids]
        return [job.result() for job in jobs]

    def in_a_thread(self, layer_id, out):
        thread = threading.Thread(target=self._fill, args=(layer_id, out))
        thread.start()

    def drawn_too_early(self, layer_ids):
        rows = list(map(self._fetch, layer_ids))
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(self.layer_num - 1)
        return rows
