# expect: GC001 SnapshotPool.snapshot
# expect: GC001 SnapshotPool.snapshot_untyped
# expect: GC001 SnapshotPool.snapshot_by_helper
# expect: GC001 SnapshotPool.snapshot_last
"""A method of the class, or a static one, that is given a pool reads it as any other function does."""

from kit import MHATokenToKVPool


class SnapshotPool(MHATokenToKVPool):
    @classmethod
    def snapshot(cls, pool: "SnapshotPool", layer_id):
        return pool.k_buffer[layer_id - pool.start_layer].clone()

    @classmethod
    def snapshot_untyped(cls, pool, layer_id):
        return pool.k_buffer[layer_id - pool.start_layer].clone()

    @classmethod
    def snapshot_by_helper(cls, layer_id: int, pool: MHATokenToKVPool):
        return cls._copy(pool, layer_id)

    @classmethod
    def _copy(cls, pool, layer_id):
        return pool.k_buffer[layer_id - pool.start_layer].clone()

    @staticmethod
    def snapshot_last(layer_id, pool: "SnapshotPool"):
        return pool.k_buffer[layer_id - pool.start_layer].clone()

    @classmethod
    def snapshot_waited(cls, pool: "SnapshotPool", layer_id):
        if pool.layer_transfer_counter is not None:
            pool.layer_transfer_counter.wait_until(layer_id - pool.start_layer)
        return pool.k_buffer[layer_id - pool.start_layer].clone()

    @classmethod
    def snapshot_by_accessor(cls, pool, layer_id):
        return pool.get_key_buffer(layer_id).clone()

    @classmethod
    def made_for(cls, config):
        return cls(config.size, config.layer_num, config.device)
