# expect: GC006 checksum
# A debugging aid sums every layer of the cache while loads are running.
from kit import MHATokenToKVPool


def checksum(pool: MHATokenToKVPool, loc):
    total = 0.0
    for layer_id, buf in enumerate(pool.k_buffer):
        total += buf[loc].float().sum().item() * (layer_id + 1)
    return total


def checksum_of_the_whole(pool: MHATokenToKVPool, loc):
    counter = pool.layer_transfer_counter
    if counter is not None:
        for layer_id in range(pool.layer_num):
            counter.wait_until(layer_id)
    return sum(buf[loc].float().sum().item() for buf in pool.k_buffer)
