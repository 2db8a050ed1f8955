# expect: none
"""Comments that speak about the tool without addressing it, and words inside a string."""

from kit import MHATokenToKVPool

# see the notes on gatecheck in the contributing guide
HELP = "write '# gatecheck: ignore[GC001] why' on the line of the finding"


class TalkativePool(MHATokenToKVPool):
    def get_rows(self, layer_id, loc):
        # ordered by the accessor, as the linter checks
        return self.get_key_buffer(layer_id)[loc]
