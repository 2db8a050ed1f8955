# expect: none
"""Shapes, kinds and addresses decide and are put into words: no data is read."""

from kit import MHATokenToKVPool


class DescribedPool(MHATokenToKVPool):
    def check(self, layer_id):
        rows = self.k_buffer[layer_id - self.start_layer]
        if not rows.is_contiguous() or rows.is_pinned() or rows.dim() < 2:
            raise ValueError("unexpected rows: " f"{rows.shape} {rows.dtype} of {len(rows)}")
        while rows.stride(0) > 1 and rows.data_ptr():
            rows = rows[0]
        match rows.dtype:
            case _:
                print("layer", layer_id, rows.shape, str(rows.device))

    def is_ready(self, layer_id):
        rows = self.k_buffer[layer_id - self.start_layer]
        return bool(rows is not None and rows.numel())
