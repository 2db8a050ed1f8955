# expect: GC001 SlotTable.state_of
# expect: GC001 BlockTable.block_of
# expect: GC006 Scan.past_the_owner
# An accessor that forgot hands out an object with one layer's tensors in it; who takes them from the object is not to blame.
from dataclasses import dataclass

import torch
from kit import KVCache


@dataclass
class LayerState:
    conv: torch.Tensor
    ssm: torch.Tensor

    def of_layer(self, index):
        return type(self)(conv=self.conv[index], ssm=self.ssm[index])


class Slots:
    def __init__(self, size, layers, device):
        self.state = LayerState(
            conv=torch.zeros(layers, size, 4, device=device), ssm=torch.zeros(layers, size, 8, device=device)
        )

    def of_layer(self, index):
        return self.state.of_layer(index)


class SlotTable(KVCache):
    def __init__(self, size, layer_num, device):
        super().__init__(size, layer_num, device)
        self.slots = Slots(size, layer_num, device)

    def state_of(self, layer_id):
        return self.slots.of_layer(layer_id - self.start_layer)

    def conv_of(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.slots.state.conv[layer_id - self.start_layer]


class SlotTableHost:
    def load_to_device_per_layer(self, device_pool: SlotTable, host_indices, device_indices, layer_id):
        device_pool.slots.state.conv[layer_id][device_indices] = self.conv[layer_id][host_indices].cuda()
        device_pool.slots.state.ssm[layer_id][device_indices] = self.ssm[layer_id][host_indices].cuda()


class Block:
    def __init__(self, size, device):
        self.rows = torch.zeros(size, 8, device=device)


class BlockTable(KVCache):
    def __init__(self, size, layer_num, device):
        super().__init__(size, layer_num, device)
        self.blocks = [Block(size, device) for _ in range(layer_num)]

    def block_of(self, layer_id):
        return self.blocks[layer_id - self.start_layer]

    def rows_of(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.blocks[layer_id - self.start_layer].rows


class BlockTableHost:
    def load_to_device_per_layer(self, device_pool: BlockTable, host_indices, device_indices, layer_id):
        device_pool.blocks[layer_id].rows[device_indices] = self.rows[layer_id][host_indices].cuda()


class Scan:
    def __init__(self, table: SlotTable, more: BlockTable):
        self.table = table
        self.more = more

    def forward(self, x, layer_id):
        state = self.table.state_of(layer_id)
        return x @ state.conv[0] + self.other(x, state.ssm)

    def other(self, x, rows):
        return x @ rows

    def forward_blocks(self, x, layer_id):
        block = self.more.block_of(layer_id)
        return x @ block.rows

    def past_the_owner(self, x, layer_id):
        state = self.table.slots.of_layer(layer_id - self.table.start_layer)
        return x @ state.conv[0]
