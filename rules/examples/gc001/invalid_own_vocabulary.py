# expect: GC001 Vault.peek
# expect: GC001 Vault.digest
"""The same protocol in a code base of its own, under other names throughout."""

import torch


class Ticket:
    def __init__(self, count):
        self.marks = [torch.cuda.Event() for _ in range(count)]

    def stamp(self, number):
        self.marks[number].record()

    def hold(self, number):
        self.marks[number].wait(torch.cuda.current_stream())


class Office:
    def __init__(self, count):
        self.desks = [Ticket(count), Ticket(count)]
        self.open_desk = -1

    def set_consumer(self, desk):
        self.open_desk = desk

    def wait_until(self, number):
        if self.open_desk >= 0:
            self.desks[self.open_desk].hold(number)


class Vault:
    def __init__(self, rows, floors, device):
        self.floors = floors
        self.device = device
        self.office = None
        self.gold = [torch.zeros(rows, 8, device=device) for _ in range(floors)]

    def appoint(self, office):
        self.office = office

    def take(self, floor):
        if self.office is not None:
            self.office.wait_until(floor)
        return self.gold[floor]

    def peek(self, floor):
        return self.gold[floor]

    def digest(self):
        total = 0
        for sheet in self.gold:
            total = total + sheet.sum()
        return total


class Cellar:
    def __init__(self, vault):
        self.stock = [torch.zeros(64, 8, pin_memory=True) for _ in range(vault.floors)]

    def load_to_device_per_layer(self, vault, mine, theirs, floor):
        vault.gold[floor][theirs] = self.stock[floor][mine].to(vault.device, non_blocking=True)


class Porter:
    def __init__(self, vault, cellar):
        self.vault = vault
        self.cellar = cellar
        self.track = torch.cuda.Stream()
        self.bureau = Office(vault.floors)
        vault.appoint(self.bureau)

    def carry(self, mine, theirs):
        with torch.cuda.stream(self.track):
            for floor in range(self.vault.floors):
                self.cellar.load_to_device_per_layer(self.vault, mine, theirs, floor)
                self.bureau.desks[0].stamp(floor)
