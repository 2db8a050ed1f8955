# expect: none
# The number of sparse ids sizes a buffer, not the table.
import torch
from kit import LayerDoneCounter


def build(pool, attention, state, device):
    ids = attention | state
    slots = [torch.zeros(8, device=device) for _ in range(len(ids))]
    counter = LayerDoneCounter(max(ids) + 1)
    pool.register_layer_transfer_counter(counter)
    return counter, slots, len(ids)
