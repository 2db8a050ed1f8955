# expect: GC006 ScanLayer.run
# expect: GC006 fork_slots
# A tree of its own: recurrent states behind a request table. The layer takes the conv state from the inner pool by way of
# the layer cache; the fork copies rows in it.
import torch


class Marks:
    def __init__(self, n):
        self.done = [torch.cuda.Event() for _ in range(n)]

    def finish(self, i):
        self.done[i].record()

    def join(self, i):
        torch.cuda.current_stream().wait_event(self.done[i])


class Gatekeeper:
    def __init__(self, n):
        self.slots = [Marks(n), Marks(n)]
        self.slot = -1

    def set_consumer(self, slot):
        self.slot = slot

    def wait_until(self, i):
        if self.slot >= 0:
            self.slots[self.slot].join(i)


class States:
    def __init__(self, rows, layers, device):
        self.conv = torch.zeros(layers, rows, 4, device=device)
        self.ssm = torch.zeros(layers, rows, 8, device=device)

    def fork(self, src, dst):
        self.conv[:, dst] = self.conv[:, src]
        self.ssm[:, dst] = self.ssm[:, src]


class RequestTable:
    def __init__(self, rows, layers, device):
        self.states = States(rows, layers, device)
        self.order = {layer: i for i, layer in enumerate(range(0, 2 * layers, 2))}
        self.gatekeeper = None

    def attach(self, gatekeeper):
        self.gatekeeper = gatekeeper

    def conv_of(self, layer):
        if self.gatekeeper is not None:
            self.gatekeeper.wait_until(layer)
        return self.states.conv[self.order[layer]]

    def ssm_of(self, layer):
        if self.gatekeeper is not None:
            self.gatekeeper.wait_until(layer)
        return self.states.ssm[self.order[layer]]


class HostStates:
    def load_to_device_per_layer(self, table, src, dst, layer):
        at = table.order.get(layer)
        if at is not None:
            table.states.conv[at][dst] = self.conv[at][src].cuda(non_blocking=True)
            table.states.ssm[at][dst] = self.ssm[at][src].cuda(non_blocking=True)


class Mover:
    def __init__(self, table: RequestTable, hosts, layers):
        self.hosts = hosts
        self.side = torch.cuda.Stream()
        self.gatekeeper = Gatekeeper(layers)
        table.attach(self.gatekeeper)

    def pull(self, table, src, dst, layers):
        with torch.cuda.stream(self.side):
            for layer in range(layers):
                for host in self.hosts:
                    host.load_to_device_per_layer(table, src, dst, layer)
                self.gatekeeper.slots[0].finish(layer)


class ScanLayer:
    def __init__(self, number, table: RequestTable):
        self.number = number
        self.table = table

    def run(self, x, rows):
        conv = self.table.states.conv[self.table.order[self.number]]
        x = torch.ops.scan.convolve(x, conv, rows)
        return torch.ops.scan.update(x, self.table.ssm_of(self.number), rows)

    def run_gated(self, x, rows):
        return torch.ops.scan.update(x, self.table.conv_of(self.number), self.table.ssm_of(self.number), rows)


def fork_slots(table: RequestTable, src, dst):
    table.states.fork(src, dst)


def fork_after_everything(table: RequestTable, src, dst, layers):
    if table.gatekeeper is not None:
        table.gatekeeper.wait_until(layers - 1)
    table.states.fork(src, dst)
