# expect: none
"""The wait stands before the look-up, what is kept is no layer, or what was kept goes when a forward begins."""

from kit import MHATokenToKVPool, TpWorker


class KeepingPool(MHATokenToKVPool):
    def __init__(self, size, layer_num, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self._first, self._behind, self._shapes, self._targets, self._steps, self._step_views = {}, {}, {}, {}, {}, {}
        self._cleared, self._deleted = {}, {}
        self._tables = self._layer = self._view = self._chosen = self._renewed = None
        self._step = 0
        self._pages = [keys.view(-1, 2, 4) for keys in self.k_buffer]

    def _wait(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)

    def waits_first(self, layer_id):
        self._wait(layer_id)
        if layer_id not in self._first:
            self._first[layer_id] = self.k_buffer[layer_id - self.start_layer].view(-1, 2, 4)
        return self._first[layer_id]

    def waits_behind(self, layer_id):
        view = self._behind.get(layer_id)
        if view is None:
            view = self._behind[layer_id] = self.k_buffer[layer_id - self.start_layer].view(-1, 2, 4)
        self._wait(layer_id)
        return view

    def made_by_the_constructor(self, layer_id):
        self._wait(layer_id)
        return self._pages[layer_id - self.start_layer]

    def shape(self, layer_id):
        if layer_id not in self._shapes:
            self._shapes[layer_id] = self.get_key_buffer(layer_id).shape
        return self._shapes[layer_id]

    def tables(self):
        if self._tables is None:
            self._wait(self.layer_num - 1 + self.start_layer)
            self._tables = [keys.view(-1, 2, 4) for keys in self.k_buffer]
        return self._tables

    def put(self, layer_id, loc, rows):
        if layer_id not in self._targets:
            self._targets[layer_id] = self.get_key_buffer(layer_id)
        self._targets[layer_id][loc] = rows

    def of_one_layer(self, layer_id):
        if self._layer != layer_id:
            self._wait(layer_id)
            self._layer, self._view = layer_id, self.k_buffer[layer_id - self.start_layer]
        return self._view

    def by_step(self, layer_id, step):
        if (layer_id, step) not in self._steps:
            self._steps[layer_id, step] = self.get_key_buffer(layer_id)
        return self._steps[layer_id, step]

    def of_one_step(self, layer_id, step):
        if step != self._step:
            self._step = step
            self._step_views.clear()
        if layer_id not in self._step_views:
            self._step_views[layer_id] = self.get_key_buffer(layer_id)
        return self._step_views[layer_id]

    def deleted(self, layer_id, step):
        kept = self._deleted
        if step != self._step and layer_id in kept:
            del kept[layer_id]
        if layer_id not in kept:
            kept[layer_id] = self.get_key_buffer(layer_id)
        return kept[layer_id]

    def when_told(self, layer_id, anew=False):
        if anew:
            self._chosen = self.get_key_buffer(layer_id)
        return self._chosen

    def setdefault(self, layer_id):
        return self._first.setdefault(layer_id, self.get_key_buffer(layer_id))

    def begin(self):
        self._cleared.clear()
        self._renewed = None

    def until_the_next_forward(self, layer_id):
        if layer_id not in self._cleared:
            self._cleared[layer_id] = self.get_key_buffer(layer_id)
        return self._cleared[layer_id]

    def last_until_the_next_forward(self):
        if self._renewed is None:
            self._renewed = self.get_key_buffer(self.layer_num - 1 + self.start_layer)
        return self._renewed


class BeginningWorker(TpWorker):
    def __init__(self, model_runner, controller, pool: KeepingPool):
        super().__init__(model_runner, controller)
        self.pool = pool

    def forward_batch_generation(self, batch):
        self.pool.begin()
        self.controller.layer_done_counter.set_consumer(batch.hicache_consumer_index)
        return self.model_runner.forward(batch)
