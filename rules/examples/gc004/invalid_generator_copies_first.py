# expect: GC004 P.rows
# Each round of a generator copies its layer before it waits for it.
from kit import MHATokenToKVPool


class P(MHATokenToKVPool):
    def rows(self, loc):
        for i in range(self.layer_num):
            row = self.k_buffer[i][loc].clone()
            if self.layer_transfer_counter is not None:
                self.layer_transfer_counter.wait_until(i)
            yield row
