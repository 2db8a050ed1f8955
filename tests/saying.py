"""Output of the commands among the tests."""

from __future__ import annotations

import sys


def say(*lines: str) -> None:
    """Write the lines at once, so that a long run shows how far it is."""
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    sys.stdout.flush()
