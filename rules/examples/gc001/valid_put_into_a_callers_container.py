# expect: none
"""What goes into a caller's container is waited for, is no layer, or goes into one that is nobody else's."""

from kit import MHATokenToKVPool


class ExportPool(MHATokenToKVPool):
    def append_waited(self, layer_id, out):
        out.append(self.get_key_buffer(layer_id))

    def put_waited(self, layer_id, out):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        out["k"] = self.k_buffer[layer_id - self.start_layer]

    def put_shape(self, layer_id, out):
        out.append(self.k_buffer[layer_id - self.start_layer].shape)
        out["k"] = self.k_buffer[layer_id - self.start_layer].data_ptr()

    def put_tables(self, out):
        out.extend(self.k_buffer)
        out["k"] = self.k_buffer
        out += self.v_buffer

    def store_by_settings(self, layer_id, kernel, **settings):
        settings["into"] = self.k_buffer[layer_id - self.start_layer]
        kernel(**settings)

    def store_by_list(self, layer_id, kernel, rows):
        targets = [rows]
        targets.append(self.k_buffer[layer_id - self.start_layer])
        kernel(*targets)
