"""GC902: a comment to the tool without a reason."""

from __future__ import annotations

from gatecheck.findings import Severity
from gatecheck.rules.page import Page

PAGE = Page(
    code="GC902",
    name="unexplained-suppression",
    severity=Severity.WARNING,
    default_on=True,
    what="""\
A `# gatecheck:` comment gives no reason behind its word.""",
    why="""\
A suppression is a claim that a read is ordered by something the analysis cannot see. Whoever changes that something
later must be able to find out what it was.""",
    example="""\
class SilencedPool(MHATokenToKVPool):
    def get_key_buffer(self, layer_id):
        return self.k_buffer[layer_id - self.start_layer]  # gatecheck: ignore[GC007]""",
    how_to_fix="""\
Say behind the word what orders the read:

    # gatecheck: ignore[GC007] this pool is loaded before the forward starts""",
    limits="""\
Any text counts as a reason. The comment still has its effect; only the missing reason is reported.""",
)

VALID: tuple[str, ...] = ()
INVALID: tuple[str, ...] = ()
