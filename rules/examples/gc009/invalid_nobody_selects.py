# expect: GC009 Mover
# The worker keeps the counter that it is given and asks whether there is one, but never selects a consumer on it.
import torch


class Event:
    def __init__(self, layer_num):
        self.events = [torch.cuda.Event() for _ in range(layer_num)]

    def complete(self, layer_id):
        self.events[layer_id].record()

    def wait(self, layer_id):
        torch.cuda.current_stream().wait_event(self.events[layer_id])


class Counter:
    def __init__(self, layer_num):
        self.rows = [Event(layer_num) for _ in range(3)]
        self.consumer = -1

    def set_consumer(self, consumer):
        self.consumer = consumer

    def wait_until(self, layer_id):
        if self.consumer >= 0:
            self.rows[self.consumer].wait(layer_id)


class Pool:
    def __init__(self, size, layer_num, device):
        self.layer_num = layer_num
        self.k_buffer = [torch.zeros(size, 8, device=device) for _ in range(layer_num)]
        self.counter = None

    def register(self, counter):
        self.counter = counter

    def get_key_buffer(self, layer_id):
        if self.counter is not None:
            self.counter.wait_until(layer_id)
        return self.k_buffer[layer_id]


class Host:
    def load_to_device_per_layer(self, pool, src, dst, layer_id):
        pool.k_buffer[layer_id][dst] = self.k_host[layer_id][src].cuda(non_blocking=True)


class Mover:
    def __init__(self, pool: Pool, host: Host):
        self.pool, self.host = pool, host
        self.stream = torch.cuda.Stream()
        self.done = Counter(pool.layer_num)
        pool.register(self.done)

    def load(self, src, dst, producer):
        with torch.cuda.stream(self.stream):
            for layer_id in range(self.pool.layer_num):
                self.host.load_to_device_per_layer(self.pool, src, dst, layer_id)
                self.done.rows[producer].complete(layer_id)


class Worker:
    def __init__(self, runner):
        self.runner = runner
        self.load_counter = None

    def watch(self, counter):
        self.load_counter = counter

    def forward(self, batch):
        if self.load_counter is not None:
            batch.prepare()
        return self.runner.forward(batch)


def serve(size, layer_num, device, runner):
    mover = Mover(Pool(size, layer_num, device), Host())
    worker = Worker(runner)
    worker.watch(mover.done)
    return worker
