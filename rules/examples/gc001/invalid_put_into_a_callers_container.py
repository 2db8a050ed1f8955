# expect: GC001 ExportPool.append_to
# expect: GC001 ExportPool.append_pair
# expect: GC001 ExportPool.extend_with
# expect: GC001 ExportPool.extend_in_place
# expect: GC001 ExportPool.put_under_a_name
# expect: GC001 ExportPool.put_under_a_layer
# expect: GC001 ExportPool.put_into_a_slice
# expect: GC001 ExportPool.put_if_missing
# expect: GC001 ExportPool.update_by_name
# expect: GC001 ExportPool.update_by_dict
# expect: GC001 ExportPool.put_into_a_part
# expect: GC001 ExportPool.set_by_name
# expect: GC001 ExportPool.collect_by_helper
"""Who handed in a list, a dict or an object has what is put into it: one layer's tensor leaves the pool."""

from kit import MHATokenToKVPool


class ExportPool(MHATokenToKVPool):
    def append_to(self, layer_id, out):
        out.append(self.k_buffer[layer_id - self.start_layer])

    def append_pair(self, layer_id, out):
        out.append((layer_id, self.k_buffer[layer_id - self.start_layer]))

    def extend_with(self, layer_id, out):
        index = layer_id - self.start_layer
        out.extend([self.k_buffer[index], self.v_buffer[index]])

    def extend_in_place(self, layer_id, out):
        out += [self.k_buffer[layer_id - self.start_layer]]

    def put_under_a_name(self, layer_id, out):
        out["k"] = self.k_buffer[layer_id - self.start_layer]

    def put_under_a_layer(self, layer_id, out):
        out[layer_id] = self.k_buffer[layer_id - self.start_layer]

    def put_into_a_slice(self, out):
        out[2:] = [self.k_buffer[0], self.v_buffer[0]]

    def put_if_missing(self, layer_id, out):
        out.setdefault(layer_id, self.k_buffer[layer_id - self.start_layer])

    def update_by_name(self, layer_id, out):
        out.update(k=self.k_buffer[layer_id - self.start_layer])

    def update_by_dict(self, layer_id, out):
        out.update({"k": self.k_buffer[layer_id - self.start_layer]})

    def put_into_a_part(self, layer_id, batch):
        batch.views["k"] = self.k_buffer[layer_id - self.start_layer]

    def set_by_name(self, layer_id, name, out):
        setattr(out, name, self.k_buffer[layer_id - self.start_layer])

    def collect_by_helper(self, layer_id, out):
        self._collect(out, layer_id - self.start_layer)

    def _collect(self, found, index):
        found.append(self.k_buffer[index])
