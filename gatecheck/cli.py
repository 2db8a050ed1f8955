"""The command line: which command runs, and with which code the process ends."""

from __future__ import annotations

import importlib
import sys
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import click
from click.shell_completion import CompletionItem

from gatecheck import __version__
from gatecheck.output import write_stdout

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gatecheck.rules.page import Page

# Loaded when called, so that a slow import of one command never delays another.
LAZY: dict[str, str] = {
    "check": "gatecheck.check_command:check",
    "graph": "gatecheck.graph_command:graph",
    "lsp": "gatecheck.lsp:lsp",
    "verify": "gatecheck.runtime_verify.command:verify",
}
_SHORT: dict[str, str] = {
    "check": "Find reads that are not ordered behind their layer's load.",
    "graph": "Draw the delegation graph of a pool.",
    "lsp": "Serve an editor (needs the extra lsp).",
    "verify": "Prove a tree at run time, on a CPU, a GPU or a server.",
}
USAGE_ERROR = 2
INTERNAL_ERROR = 3
INTERRUPTED = 130


class _Commands(click.Group):
    """A group whose default command is ``check``, and that loads its commands when they are called."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        own = {"-h", "--help", "--version", *super().list_commands(ctx), *LAZY}
        completes_first_word = ctx.resilient_parsing and not args
        given = args if completes_first_word or (args and args[0] in own) else ["check", *args]
        return super().parse_args(ctx, given)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Offer the commands, and what may follow ``check``, since that word can be left out."""
        command = self.get_command(ctx, "check")
        default = command.shell_complete(click.Context(command, parent=ctx), incomplete) if command else []
        path = [] if incomplete.startswith("-") else [CompletionItem(incomplete, type="file")]
        return [*super().shell_complete(ctx, incomplete), *default, *path]

    def list_commands(self, ctx: click.Context) -> list[str]:
        there = {name for name, target in LAZY.items() if find_spec(target.partition(":")[0]) is not None}
        return sorted({*super().list_commands(ctx), *there})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        target = LAZY.get(cmd_name)
        return super().get_command(ctx, cmd_name) if target is None else _load(cmd_name, target)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        rows = [(name, self._short_help(ctx, name)) for name in self.list_commands(ctx)]
        with formatter.section("Commands"):
            formatter.write_dl(rows)

    def _short_help(self, ctx: click.Context, name: str) -> str:
        command = None if name in _SHORT else self.get_command(ctx, name)
        return _SHORT[name] if command is None else command.get_short_help_str(limit=80)


def _load(name: str, target: str) -> click.Command:
    module, _, attribute = target.partition(":")
    try:
        command: Any = getattr(importlib.import_module(module), attribute)
    except ImportError as error:
        raise click.UsageError(f"the command {name!r} is not available here: {error}") from error
    if not isinstance(command, click.Command):
        raise TypeError(f"{target} is not a command")
    return command


def _complete_rule(_context: click.Context, _parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    from gatecheck.rules.registry import PAGES

    return [CompletionItem(page.code, help=page.name) for page in PAGES if page.code.startswith(incomplete.upper())]


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]}, no_args_is_help=False)
@click.version_option(__version__, prog_name="gatecheck", message="%(prog)s %(version)s")
def cli() -> None:
    """Find reads of SGLang KV-cache buffers that are not ordered behind HiCache's asynchronous layer loads.

    \b
    gatecheck                              this checkout, or the installed sglang
    gatecheck python/sglang/srt            a folder; files work as well
    gatecheck pypi:sglang==0.5.10.post1    a release, downloaded once
    gatecheck --fix                        repair what can be repaired safely
    gatecheck explain GC002                what a rule means

    Without a command, check runs; see gatecheck check --help.

    Exit codes: 0 clean, 1 findings, 2 wrong usage or configuration, 3 a file could not be read or parsed.
    """  # noqa: D301 - \b is click's mark for a paragraph that keeps its lines


@cli.command()
@click.argument("rule", shell_complete=_complete_rule)
def explain(rule: str) -> None:
    """Show the page of a rule, given by code or name."""
    from gatecheck.config import suggestion
    from gatecheck.report.rule_page import terminal
    from gatecheck.rules.registry import CODES, find

    page = find(rule)
    if page is None:
        near = suggestion(rule.upper(), CODES)
        raise click.UsageError(f"there is no rule {rule!r}{near}; `gatecheck rules` lists them all")
    write_stdout(terminal(page))


@cli.command()
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
def rules(form: str) -> None:
    """List all rules, as text or JSON."""
    from gatecheck.report.rule_page import json, listing
    from gatecheck.rules.registry import PAGES

    pages: tuple[Page, ...] = PAGES
    write_stdout(json(pages) if form == "json" else listing(pages))


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return the process' exit code; no fault of the user or the engine shows a traceback."""
    try:
        result = cli.main(args=arguments, prog_name="gatecheck", standalone_mode=False)
    except click.exceptions.Exit as stop:
        return stop.exit_code
    except click.ClickException as error:
        error.show()
        return USAGE_ERROR
    except (click.Abort, KeyboardInterrupt):
        click.echo("gatecheck: interrupted", err=True)
        return INTERRUPTED
    except Exception as error:  # noqa: BLE001 - the outermost edge: a sentence is worth more than a traceback
        click.echo(f"gatecheck: internal error: {type(error).__name__}: {error}", err=True)
        return INTERNAL_ERROR
    return result if isinstance(result, int) else 0


if __name__ == "__main__":
    sys.exit(main())
