# expect: GC002 DelegatingPool.get_key_buffer
# expect: GC002 DelegatingPool.get_value_buffer
# expect: GC002 KeepingPool.get_key_buffer
# expect: GC002 MutingPool.get_key_buffer
# expect: GC002 HalfPool.get_second_buffer
# A counter can be a property: its setter says which pools get what is registered. What an heir inherits is dead only
# where the heir's own setter passes nothing on.
from kit import KVCache, MHATokenToKVPool


class DelegatingPool(KVCache):
    def __init__(self, size, layer_num, device):
        self.inner = MHATokenToKVPool(size, layer_num, device)
        super().__init__(size, layer_num, device)

    @property
    def layer_transfer_counter(self):
        return self.inner.layer_transfer_counter

    @layer_transfer_counter.setter
    def layer_transfer_counter(self, value):
        self.inner.layer_transfer_counter = value

    def get_key_buffer(self, layer_id):
        return self.inner.get_key_buffer(layer_id)

    def get_value_buffer(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.inner.v_buffer[layer_id - self.start_layer]


class PassingPool(KVCache):
    def __init__(self, size, layer_num, device):
        self.inner = MHATokenToKVPool(size, layer_num, device)
        super().__init__(size, layer_num, device)

    @property
    def layer_transfer_counter(self):
        return self.inner.layer_transfer_counter

    @layer_transfer_counter.setter
    def layer_transfer_counter(self, value):
        self.inner.register_layer_transfer_counter(value)

    def get_key_buffer(self, layer_id):
        return self.inner.get_key_buffer(layer_id)


class BackedPool(MHATokenToKVPool):
    @property
    def layer_transfer_counter(self):
        return self._counter

    @layer_transfer_counter.setter
    def layer_transfer_counter(self, value):
        self._counter = value


class CalledPool(KVCache):
    def __init__(self, size, layer_num, device):
        self.inner = MHATokenToKVPool(size, layer_num, device)
        super().__init__(size, layer_num, device)

    def _get(self):
        return self.inner.layer_transfer_counter

    def _set(self, value):
        self.inner.layer_transfer_counter = value

    layer_transfer_counter = property(_get, _set)

    def get_key_buffer(self, layer_id):
        return self.inner.get_key_buffer(layer_id)


class PairPool(KVCache):
    def __init__(self, size, layer_num, device):
        self.pools = [MHATokenToKVPool(size, layer_num, device), MHATokenToKVPool(size, layer_num, device)]
        super().__init__(size, layer_num, device)

    @property
    def layer_transfer_counter(self):
        return self.pools[0].layer_transfer_counter

    @layer_transfer_counter.setter
    def layer_transfer_counter(self, value):
        for pool in self.pools:
            pool.layer_transfer_counter = value

    def get_key_buffer(self, layer_id, second):
        return self.pools[1 if second else 0].get_key_buffer(layer_id)


class SeeingPool(DelegatingPool):
    @DelegatingPool.layer_transfer_counter.setter
    def layer_transfer_counter(self, value):
        self.seen = value
        self.inner.layer_transfer_counter = value


class KeepingPool(KVCache):
    def __init__(self, size, layer_num, device):
        self.inner = MHATokenToKVPool(size, layer_num, device)
        super().__init__(size, layer_num, device)

    @property
    def layer_transfer_counter(self):
        return self._own

    @layer_transfer_counter.setter
    def layer_transfer_counter(self, value):
        self._own = value

    def get_key_buffer(self, layer_id):
        return self.inner.get_key_buffer(layer_id)


class MutingPool(KVCache):
    def __init__(self, size, layer_num, device):
        self.inner = MHATokenToKVPool(size, layer_num, device)
        super().__init__(size, layer_num, device)

    @property
    def layer_transfer_counter(self):
        return self.inner.layer_transfer_counter

    @layer_transfer_counter.setter
    def layer_transfer_counter(self, value):
        self.inner.layer_transfer_counter = None

    def get_key_buffer(self, layer_id):
        return self.inner.get_key_buffer(layer_id)


class HalfPool(KVCache):
    def __init__(self, size, layer_num, device):
        self.first = MHATokenToKVPool(size, layer_num, device)
        self.second = MHATokenToKVPool(size, layer_num, device)
        super().__init__(size, layer_num, device)

    @property
    def layer_transfer_counter(self):
        return self.first.layer_transfer_counter

    @layer_transfer_counter.setter
    def layer_transfer_counter(self, value):
        self.first.layer_transfer_counter = value

    def get_key_buffer(self, layer_id):
        return self.first.get_key_buffer(layer_id)

    def get_second_buffer(self, layer_id):
        return self.second.get_key_buffer(layer_id)


class DroppingPool(DelegatingPool):
    @DelegatingPool.layer_transfer_counter.setter
    def layer_transfer_counter(self, value):
        self.seen = value
