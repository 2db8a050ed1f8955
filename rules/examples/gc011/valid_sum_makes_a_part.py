# expect: none
# The sum is the number of layers of an inner pool, which numbers them itself.
from kit import LayerDoneCounter, MHATokenToKVPool


class Split(MHATokenToKVPool):
    def __init__(self, size, kinds, device):
        super().__init__(size, len(kinds), device)
        wide = sum(1 for kind in kinds if kind == "wide")
        self.wide = MHATokenToKVPool(size, wide, device)


def wire(pool: MHATokenToKVPool):
    counter = LayerDoneCounter(pool.layer_num)
    pool.register_layer_transfer_counter(counter)
    return counter
