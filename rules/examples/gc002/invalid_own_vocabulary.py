# expect: GC002 Ledger.old_page
"""The dead gate in a code base of its own: dataclasses, a list of shelves, properties."""

from dataclasses import dataclass, field

import torch


class Lamps:
    def __init__(self, count):
        self.slots = [[torch.cuda.Event() for _ in range(count)] for _ in range(2)]
        self.now = -1

    def set_consumer(self, slot):
        self.now = slot

    def wait_until(self, number):
        if self.now >= 0:
            torch.cuda.current_stream().wait_event(self.slots[self.now][number])


class Shelf:
    def __init__(self, rows, pages, device):
        self.pages = [torch.zeros(rows, 8, device=device) for _ in range(pages)]
        self.lamps = None

    def connect(self, lamps):
        self.lamps = lamps

    def page(self, number):
        if self.lamps:
            self.lamps.wait_until(number)
        return self.pages[number]


class Ledger:
    def __init__(self, rows, pages, device):
        self.count = pages
        self.shelves = [Shelf(rows, pages, device), Shelf(rows, pages, device)]
        self.lamps = None

    @property
    def new(self):
        return self.shelves[0]

    @property
    def old(self):
        return self.shelves[1]

    def connect(self, lamps):
        self.lamps = lamps
        self.new.connect(None)
        self.old.connect(None)

    def new_page(self, number):
        if self.lamps:
            self.lamps.wait_until(number)
        return self.new.page(number)

    def old_page(self, number):
        return self.old.page(number)


@dataclass
class Archive:
    boxes: list = field(default_factory=list)

    def load_to_device_per_layer(self, ledger, mine, theirs, number):
        ledger.new.pages[number][theirs] = self.boxes[0][number][mine].cuda(non_blocking=True)
        ledger.old.pages[number][theirs] = self.boxes[1][number][mine].cuda(non_blocking=True)


class Clerk:
    def __init__(self, ledger, archive):
        self.ledger, self.archive = ledger, archive
        self.lane = torch.cuda.Stream()
        self.lamps = Lamps(ledger.count)
        self.ledger.connect(self.lamps)

    def fetch(self, mine, theirs):
        with torch.cuda.stream(self.lane):
            for number in range(self.ledger.count):
                self.archive.load_to_device_per_layer(self.ledger, mine, theirs, number)
                self.lamps.slots[0][number].record()
