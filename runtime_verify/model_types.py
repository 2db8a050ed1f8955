"""Lets a tree register a model type that a newer ``transformers`` already knows (``qwen3_asr``, 0.5.11 to 0.5.16).

No pool and no answer of another model depends on which of the two registrations wins.
"""

from __future__ import annotations

import contextlib
from types import ModuleType

MODULE = "transformers.models.auto.configuration_auto"


def tolerate_installed() -> None:
    """Do it for the installed ``transformers``, if there is one."""
    with contextlib.suppress(ImportError):
        from transformers.models.auto import configuration_auto

        tolerate(configuration_auto)


def tolerate(module: ModuleType) -> None:
    """Do it for the module named ``MODULE``."""
    mapping = module._LazyConfigMapping  # noqa: SLF001 - it has no public name
    register = mapping.register

    def tolerant(self: object, key: str, value: object, exist_ok: bool = False) -> None:  # noqa: FBT001, FBT002
        del exist_ok
        register(self, key, value, exist_ok=True)

    mapping.register = tolerant
