"""Mutants that break nothing, each seen by somebody, with the reason: by kind, file and symbol."""

from __future__ import annotations

EQUIVALENT: dict[tuple[str, str, str], str] = {}
