# expect: none
"""Functions that read are handed to Python behind a wait, wait themselves, or only look at what describes a layer."""

import threading
from functools import reduce

from kit import MHATokenToKVPool


class LentPool(MHATokenToKVPool):
    def _fetch(self, layer_id):
        return self.k_buffer[layer_id - self.start_layer].cpu()

    def _fill(self, layer_id, out):
        self._order(layer_id)
        out.copy_(self.k_buffer[layer_id - self.start_layer])

    def _order(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)

    def _order_all(self):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(self.layer_num - 1)

    def mapped(self, layer_ids):
        self._order_all()
        return list(map(self._fetch, layer_ids))

    def drawn_behind_the_wait(self, layer_ids):
        rows = map(self._fetch, layer_ids)
        self._order_all()
        return list(rows)

    def accessor_mapped(self, layer_ids):
        return list(map(self.get_key_buffer, layer_ids))

    def chosen(self, layer_ids):
        return list(filter(lambda i: bool(self.get_key_buffer(i).any()), layer_ids))

    def ranked(self, layer_ids):
        return sorted(layer_ids, key=lambda i: self.k_buffer[i - self.start_layer].data_ptr())

    def largest(self):
        return max(self.k_buffer, key=lambda one: one.nbytes).nbytes

    def lowest(self, layer_ids):
        return min(layer_ids, key=lambda i: float(self.get_key_buffer(i).sum()))

    def folded(self):
        return reduce(lambda total, one: total + one.nbytes, self.k_buffer, 0)

    def in_threads(self, workers, layer_id):
        self._order(layer_id)
        return workers.submit(self._fetch, layer_id).result()

    def in_a_thread(self, layer_id, out):
        threading.Thread(target=self._fill, args=(layer_id, out)).start()

    def over_all(self, loc):
        self._order_all()
        return list(map(lambda one: one[loc], self.k_buffer))
