# expect: GC009 Desk.serve_vectors
# A tree of its own: the selection is a property's counter, the run is another object's method.
import torch


class Row:
    def __init__(self, n):
        self.marks = [torch.cuda.Event() for _ in range(n)]

    def close(self, i):
        self.marks[i].record()

    def stay(self, i):
        torch.cuda.current_stream().wait_event(self.marks[i])


class Ledger:
    def __init__(self, n):
        self.rows = [Row(n), Row(n), Row(n)]
        self.current = -1

    def set_consumer(self, row):
        self.current = row

    def wait_until(self, i):
        if self.current < 0:
            return
        self.rows[self.current].stay(i)


class Cache:
    def __init__(self, n, rows, device):
        self.n = n
        self.latent = [torch.zeros(rows, 8, device=device) for _ in range(n)]
        self.ledger = None

    def bind(self, ledger):
        self.ledger = ledger

    def of(self, i):
        if self.ledger is not None:
            self.ledger.wait_until(i)
        return self.latent[i]


class Cellar:
    def load_to_device_per_layer(self, cache, src, dst, i):
        cache.latent[i][dst] = self.rows[i][src].cuda(non_blocking=True)


class Haul:
    def __init__(self, cache: Cache, cellar):
        self.cellar = cellar
        self.stream = torch.cuda.Stream()
        self.ledger = Ledger(cache.n)
        cache.bind(self.ledger)

    def haul(self, cache, src, dst, row):
        with torch.cuda.stream(self.stream):
            for i in range(cache.n):
                self.cellar.load_to_device_per_layer(cache, src, dst, i)
                self.ledger.rows[row].close(i)


class Desk:
    def __init__(self, engine, haul: Haul):
        self.engine = engine
        self.haul = haul

    @property
    def ledger(self):
        return self.haul.ledger

    def serve(self, job):
        self.ledger.set_consumer(job.row)
        return self.engine.compute(job)

    def serve_vectors(self, job):
        hidden = self.engine.compute(job)
        return hidden / hidden.norm()
