# expect: GC012 Shelf.both
# A tree of its own: the same helper is called for each of two buffers of one layer.
import torch


class Marks:
    def __init__(self, n):
        self.marks = [torch.cuda.Event() for _ in range(n)]

    def put(self, i):
        self.marks[i].record()

    def meet(self, i):
        torch.cuda.current_stream().wait_event(self.marks[i])


class Ledger:
    def __init__(self, n):
        self.pages = [Marks(n), Marks(n)]
        self.page = -1

    def set_consumer(self, page):
        self.page = page

    def wait_until(self, i):
        if self.page >= 0:
            self.pages[self.page].meet(i)


class Shelf:
    def __init__(self, n, rows, device):
        self.left = [torch.zeros(rows, 4, device=device) for _ in range(n)]
        self.right = [torch.zeros(rows, 4, device=device) for _ in range(n)]
        self.ledger = None

    def bind(self, ledger):
        self.ledger = ledger

    def _meet(self, i):
        if self.ledger is not None:
            self.ledger.wait_until(i)

    def left_of(self, i):
        self._meet(i)
        return self.left[i]

    def right_of(self, i):
        self._meet(i)
        return self.right[i]

    def both(self, i):
        self._meet(i)
        left = self.left[i]
        self._meet(i)
        return left, self.right[i]

    def pairs(self, i, j):
        return self.left_of(i), self.right_of(j)


class Cellar:
    def load_to_device_per_layer(self, shelf, src, dst, i):
        shelf.left[i][dst] = self.boxes[i][src].cuda()
        shelf.right[i][dst] = self.crates[i][src].cuda()


class Lift:
    def __init__(self, shelf: Shelf, n):
        self.ledger = Ledger(n)
        shelf.bind(self.ledger)
