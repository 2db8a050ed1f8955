# expect: GC001 TruthPool.get_if_filled
# expect: GC001 TruthPool.get_if_named
# expect: GC001 TruthPool.get_never_waiting
# expect: GC003 TruthPool.get_if_both
# expect: GC003 TruthPool.get_if_either
# expect: GC003 TruthPool.get_by_choice
# expect: GC001 TruthPool.get_of_a_known_choice
# expect: GC001 TruthPool.get_if_part_is_there
# What a test can come out as: known values decide it, unknown ones leave both ways open.
from kit import MHATokenToKVPool

KINDS = ("k", "v")


class TruthPool(MHATokenToKVPool):
    def __init__(self, size, layer_num, device, start_layer=0, spare=False):
        super().__init__(size, layer_num, device, start_layer)
        self.spare = self.v_buffer if spare else None

    def _wait(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)

    def _row(self, layer_id):
        return self.k_buffer[layer_id - self.start_layer]

    def get_if_empty(self, layer_id):
        rows = []
        if not rows:
            self._wait(layer_id)
        return self._row(layer_id)

    def get_if_filled(self, layer_id):
        rows = [layer_id]
        if not rows:
            self._wait(layer_id)
        return self._row(layer_id)

    def get_if_named(self, layer_id):
        rows = {"k": layer_id}
        if not rows:
            self._wait(layer_id)
        return self._row(layer_id)

    def get_never_waiting(self, layer_id, flag):
        if False and flag:
            self._wait(layer_id)
        if flag and not True:
            self._wait(layer_id)
        return self._row(layer_id)

    def get_always_waiting(self, layer_id, flag):
        if True or flag:
            self._wait(layer_id)
        return self._row(layer_id)

    def get_if_both(self, layer_id, flag, other):
        if flag and other:
            self._wait(layer_id)
        return self._row(layer_id)

    def get_if_either(self, layer_id, flag, other):
        if flag or other:
            self._wait(layer_id)
        return self._row(layer_id)

    def get_if_neither(self, layer_id, flag):
        if flag:
            self._wait(layer_id)
        if not flag:
            self._wait(layer_id)
        return self._row(layer_id)

    def get_by_choice(self, layer_id, flag):
        flag and self._wait(layer_id)
        return self._row(layer_id)

    def get_of_a_known_choice(self, layer_id):
        return (self.k_buffer if True else None)[layer_id - self.start_layer]

    def get_by_a_known_or(self, layer_id):
        number = 4 or self._wait(layer_id)
        name = "" or "k"
        self._wait(layer_id)
        return self._row(layer_id)[:number], name

    def get_if_part_is_there(self, layer_id):
        if self.spare is not None:
            self._wait(layer_id)
            return self.spare[layer_id - self.start_layer]
        return self._row(layer_id)

    def get_spare(self, layer_id):
        if self.spare:
            self._wait(layer_id)
            return self.spare[layer_id - self.start_layer]
        return None

    def get_count(self, *layers, **kinds):
        del layers
        return len(KINDS), len(*kinds), max(KINDS), [*enumerate(*kinds)]
