# expect: GC003 TolerantPool.get_rows
"""What fails before the wait is logged, and the read goes on."""

import logging

from kit import MHATokenToKVPool

logger = logging.getLogger(__name__)


class TolerantPool(MHATokenToKVPool):
    def get_rows(self, layer_id, loc):
        try:
            local = self.local_of(layer_id)
            if self.layer_transfer_counter is not None:
                self.layer_transfer_counter.wait_until(local)
        except KeyError:
            logger.warning("no such layer: %s", layer_id)
        return self.k_buffer[layer_id - self.start_layer][loc]

    def local_of(self, layer_id):
        if not 0 <= layer_id - self.start_layer < self.layer_num:
            raise KeyError(layer_id)
        return layer_id - self.start_layer
