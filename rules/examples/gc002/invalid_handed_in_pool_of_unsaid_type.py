# expect: GC002 Built.get_value_buffer
# expect: GC002 Chosen.get_value_buffer
# expect: GC002 SaidByAttribute.get_value_buffer
# expect: GC002 SaidByClass.get_value_buffer
# expect: GC002 SaidByVariable.get_value_buffer
# expect: GC002 SetLater.get_value_buffer
"""No parameter of a constructor says what the owned pool is: the attribute does, a setter, or whoever builds the owner."""

from typing import TypeVar

from kit import KVCache, MHATokenToKVPool

AnyPool = TypeVar("AnyPool", bound=MHATokenToKVPool)


class Owner(KVCache):
    def register_layer_transfer_counter(self, layer_transfer_counter):
        self.layer_transfer_counter = layer_transfer_counter
        self.inner.register_layer_transfer_counter(None)

    def get_key_buffer(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.inner.get_key_buffer(layer_id)


class Built(Owner):
    def __init__(self, size, layer_num, device, inner=None):
        super().__init__(size, layer_num, device)
        self.inner = inner

    def get_value_buffer(self, layer_id):
        return self.inner.get_value_buffer(layer_id)


class Chosen(Owner):
    def __init__(self, size, layer_num, device, kind):
        super().__init__(size, layer_num, device)
        self.inner = kind(size, layer_num, device)

    def get_value_buffer(self, layer_id):
        return self.inner.get_value_buffer(layer_id)


class SaidByAttribute(Owner):
    def __init__(self, size, layer_num, device, inner):
        super().__init__(size, layer_num, device)
        self.inner: MHATokenToKVPool = inner

    def get_value_buffer(self, layer_id):
        return self.inner.get_value_buffer(layer_id)


class SaidByClass(Owner):
    inner: MHATokenToKVPool

    def __init__(self, size, layer_num, device, inner):
        super().__init__(size, layer_num, device)
        self.inner = inner

    def get_value_buffer(self, layer_id):
        return self.inner.get_value_buffer(layer_id)


class SaidByVariable(Owner):
    def __init__(self, size, layer_num, device, inner: AnyPool):
        super().__init__(size, layer_num, device)
        self.inner = inner

    def get_value_buffer(self, layer_id):
        return self.inner.get_value_buffer(layer_id)


class SetLater(Owner):
    def __init__(self, size, layer_num, device):
        super().__init__(size, layer_num, device)
        self.inner = None

    def attach(self, inner: MHATokenToKVPool):
        self.inner = inner

    def get_value_buffer(self, layer_id):
        return self.inner.get_value_buffer(layer_id)


def build(size, layer_num, device, is_wrapped):
    inner = MHATokenToKVPool(size, layer_num, device)
    return wrap(size, layer_num, device, inner) if is_wrapped else inner


def wrap(size, layer_num, device, pool):
    return Built(size, layer_num, device, inner=pool)


def choose(size, layer_num, device):
    return Chosen(size, layer_num, device, MHATokenToKVPool if size else KVCache)
