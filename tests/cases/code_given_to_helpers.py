# expect: GC006 Bare.nested
# expect: GC006 Bare.shown
# expect: GC006 Bare.spread
# expect: GC006 Bare._rows
# expect: GC006 Bare.elsewhere
# expect: GC006 Bare.too_soon
# expect: GC013 Sided.rows
# Code that reads is handed to a helper, or stands below a decorator: what surrounds it there is what it runs in.
from functools import partial, wraps

import torch
from kit import MHATokenToKVPool


class Timer:
    def time(self, run, *args):
        begun = torch.cuda.Event()
        found = run(*args)
        return found, begun


def passed(run):
    return run()


class Bare:
    def __init__(self, pool: MHATokenToKVPool):
        self.pool = pool
        self.timer = Timer()

    def _timed(self, run, *args):
        return run(*args)

    def _after(self, layer_id, run):
        counter = self.pool.layer_transfer_counter
        if counter is not None:
            counter.wait_until(layer_id - self.pool.start_layer)
        return run()

    def _before(self, layer_id, run):
        found = run()
        counter = self.pool.layer_transfer_counter
        if counter is not None:
            counter.wait_until(layer_id - self.pool.start_layer)
        return found

    def _rows(self, layer_id, loc):
        return self.pool.k_buffer[layer_id - self.pool.start_layer][loc]

    def _values(self, layer_id, loc):
        return self.pool.v_buffer[layer_id - self.pool.start_layer][loc]

    def shown(self, layer_id, loc):
        return self._timed(lambda: self.pool.k_buffer[layer_id - self.pool.start_layer][loc])

    def nested(self, layer_id, loc):
        def rows():
            return self.pool.v_buffer[layer_id - self.pool.start_layer][loc]

        return passed(rows)

    def spread(self, layer_id, loc):
        return passed(partial(lambda at: self.pool.v_buffer[layer_id - self.pool.start_layer][at], loc))

    def method(self, layer_id, loc):
        return self._timed(self._rows, layer_id, loc)

    def elsewhere(self, layer_id, loc):
        return self.timer.time(lambda: self.pool.k_buffer[layer_id - self.pool.start_layer][loc])

    def too_soon(self, layer_id, loc):
        return self._before(layer_id, lambda: self.pool.k_buffer[layer_id - self.pool.start_layer][loc])

    def ordered(self, layer_id, loc):
        return self._after(layer_id, lambda: self.pool.k_buffer[layer_id - self.pool.start_layer][loc])

    def behind(self, layer_id, loc):
        return self._after(layer_id, partial(self._values, layer_id, loc))

    def extent(self, layer_id):
        return self._timed(lambda: self.pool.k_buffer[layer_id - self.pool.start_layer].shape)


def aside(function):
    @wraps(function)
    def run(self, *args):
        with torch.cuda.stream(self.side):
            return function(self, *args)

    return run


def aside_and_ordered(function):
    @wraps(function)
    def run(self, *args):
        self.side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(self.side):
            return function(self, *args)

    return run


class Sided(MHATokenToKVPool):
    def __init__(self, size, layer_num, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.side = torch.cuda.Stream()

    @aside
    def _copy(self, layer_id, loc):
        return self.k_buffer[layer_id - self.start_layer][loc]

    @aside_and_ordered
    def _copy_in_order(self, layer_id, loc):
        return self.k_buffer[layer_id - self.start_layer][loc]

    def rows(self, layer_id, loc):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self._copy(layer_id, loc)

    def rows_in_order(self, layer_id, loc):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self._copy_in_order(layer_id, loc)
