"""GC901: a comment to the tool that matches nothing."""

from __future__ import annotations

from gatecheck.findings import Severity
from gatecheck.rules.page import Page

PAGE = Page(
    code="GC901",
    name="unused-suppression",
    severity=Severity.WARNING,
    default_on=True,
    what="""\
A `# gatecheck:` comment has no effect: the `ignore` silences nothing on its statement or definition, it names a rule
that does not exist, the word behind `gatecheck:` is unknown, or `requires-gate` or `store` stands where nothing is read
that has not been waited for, or on no `def` at all (the line above one is none).""",
    why="""\
A suppression that outlives its finding hides the next one at that place. One with a typo hides nothing, although its
author believes that it does.""",
    example="""\
class OrderlyPool(MHATokenToKVPool):
    def get_key_buffer(self, layer_id):
        return super().get_key_buffer(layer_id)  # gatecheck: ignore[GC001] left over from an older version""",
    how_to_fix="""\
Delete the comment, or correct it. The words are `ignore[GC001] reason` (several codes are separated by commas),
`requires-gate reason` and `store reason`.""",
    limits="""\
A rule that is not selected in this run reports nothing, so an `ignore` for it is left alone. A `store` on the line of a
statement is told only where that calls nothing and names nothing but variables and attributes of the method's own
object; what stands on a function that is no method of a pool and reads nothing is not checked.""",
)

VALID: tuple[str, ...] = ()
INVALID: tuple[str, ...] = ()
