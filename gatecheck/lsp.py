"""The command ``lsp``: serve an editor on standard input and output."""

from __future__ import annotations

import click


@click.command()
def lsp() -> int:
    """Serve an editor on standard input and output (needs the extra lsp)."""
    try:
        from gatecheck.language_server import serve
    except ImportError as error:
        raise click.UsageError(f"{error.name or error} is missing: pip install 'sglang-gatecheck[lsp]'") from error
    serve()
    return 0
