# expect: GC006 Scanner.scan
# expect: GC006 Scanner.scan_quickly
# What is declared as one class can be an heir of it: a check for that passes. The reader of the handed object is a helper.
from dataclasses import dataclass

import torch
from kit import KVCache


@dataclass
class Layer:
    conv: torch.Tensor
    ssm: torch.Tensor

    def of_layer(self, index):
        return type(self)(conv=self.conv[index], ssm=self.ssm[index])


class Slots:
    def __init__(self, size, layers, device):
        self.state = Layer(
            conv=torch.zeros(layers, size, 4, device=device), ssm=torch.zeros(layers, size, 8, device=device)
        )

    def of_layer(self, index):
        return self.state.of_layer(index)


class SlotTable(KVCache):
    def __init__(self, size, layer_num, device):
        super().__init__(size, layer_num, device)
        self.slots = Slots(size, layer_num, device)

    def layer_of(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.slots.of_layer(layer_id - self.start_layer)


class SlotTableHost:
    def load_to_device_per_layer(self, device_pool: SlotTable, host_indices, device_indices, layer_id):
        device_pool.slots.state.conv[layer_id][device_indices] = self.conv[layer_id][host_indices].cuda()
        device_pool.slots.state.ssm[layer_id][device_indices] = self.ssm[layer_id][host_indices].cuda()


class Plan:
    rows: torch.Tensor


class LongPlan(Plan):
    starts: torch.Tensor


class Mixer:
    def mix(self, x: torch.Tensor, layer: Layer, plan: Plan):
        rows = layer.conv[plan.rows] * 2
        x.add_(rows.sum())


class Scanner:
    plan: Plan

    def __init__(self, table: SlotTable):
        self.table = table

    def scan(self, x, layer_id):
        assert isinstance(self.plan, LongPlan)
        layer = self.table.slots.of_layer(layer_id - self.table.start_layer)
        return x @ layer.conv[self.plan.rows].T

    def scan_quickly(self, mixer: Mixer, x, layer_id):
        layer = self.table.slots.of_layer(layer_id - self.table.start_layer)
        mixer.mix(x, layer, self.plan)

    def scan_in_time(self, mixer: Mixer, x, layer_id):
        mixer.mix(x, self.table.layer_of(layer_id), self.plan)
