# expect: GC011 Wiring.connect
# A tree of its own; the table is made two objects further, by an argument of another name.
import torch


class Flags:
    def __init__(self, width):
        self.flags = [torch.cuda.Event() for _ in range(width)]

    def raise_(self, i):
        self.flags[i].record()

    def await_(self, i):
        torch.cuda.current_stream().wait_event(self.flags[i])


class Board:
    def __init__(self, width, copies=2):
        self.pages = [Flags(width) for _ in range(copies)]
        self.page = -1

    def set_consumer(self, page):
        self.page = page

    def wait_until(self, i):
        if self.page >= 0:
            self.pages[self.page].await_(i)


class Shelf:
    def __init__(self, rows, ids, device):
        self.rank = {g: i for i, g in enumerate(ids)}
        self.books = [torch.zeros(rows, 4, device=device) for _ in ids]
        self.board = None

    def hang(self, board):
        self.board = board

    def book(self, g):
        if self.board is not None:
            self.board.wait_until(g)
        return self.books[self.rank[g]]


class Basement:
    def load_to_device_per_layer(self, shelf, src, dst, g):
        if g in shelf.rank:
            shelf.books[shelf.rank[g]][dst] = self.boxes[g][src].cuda()


class Lift:
    def __init__(self, shelf: Shelf, storeys):
        self.board = Board(storeys)
        shelf.hang(self.board)


class Wiring:
    def connect(self, shelf, front, back):
        merged = frozenset(front) ^ frozenset(back)
        return Lift(shelf, storeys=len(merged))
