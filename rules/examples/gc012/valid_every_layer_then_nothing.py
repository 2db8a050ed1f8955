# expect: none
# A tree of its own: the layer first and everything afterwards is no repetition: the second wait covers more.
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
        self.n = n
        self.pages = [Marks(n), Marks(n)]
        self.page = -1

    def set_consumer(self, page):
        self.page = page

    def wait_until(self, i):
        if self.page >= 0:
            self.pages[self.page].meet(i)


class Shelf:
    def __init__(self, n, rows, device):
        self.books = [torch.zeros(rows, 4, device=device) for _ in range(n)]
        self.ledger = None

    def bind(self, ledger):
        self.ledger = ledger

    def first_and_all(self, i, loc):
        ledger = self.ledger
        if ledger is not None:
            ledger.wait_until(i)
        first = self.books[i][loc]
        if ledger is not None:
            ledger.wait_until(ledger.n - 1)
        return first, [book[loc] for book in self.books]

    def book(self, i):
        if self.ledger is not None:
            self.ledger.wait_until(i)
        return self.books[i]


class Cellar:
    def load_to_device_per_layer(self, shelf, src, dst, i):
        shelf.books[i][dst] = self.boxes[i][src].cuda()


class Lift:
    def __init__(self, shelf: Shelf, n):
        self.ledger = Ledger(n)
        shelf.bind(self.ledger)
