"""A rule's page for the terminal, the list of rules, and both as data."""

from __future__ import annotations

import re
import textwrap
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from gatecheck.rules.page import Page

_PARTS = (("What", "what"), ("Why", "why"), ("Example", "example"), ("How to fix", "how_to_fix"), ("Limits", "limits"))


def terminal(page: Page) -> str:
    """Return the whole page as text."""
    parts = [f"{title}\n{textwrap.indent(getattr(page, field), '  ')}" for title, field in _PARTS]
    return "\n\n".join([_head(page), *parts]) + "\n"


def markdown(page: Page) -> str:
    """Return the whole page as Markdown, as the documentation shows it."""
    parts = [f"# {page.code} {page.name}", f"*{_state(page)}*", page.what, "## Why it matters", page.why]
    parts += ["## Example", f"```python\n{page.example}\n```", "## How to fix it", page.how_to_fix]
    parts += ["## Limits", page.limits]
    return "\n\n".join(parts) + "\n"


def index(pages: tuple[Page, ...]) -> str:
    """Return the table of all rules as Markdown."""
    rows = [
        f"| [{page.code}]({page.code.lower()}.md) | {page.name} | {_state(page)} | {_first(page)} |" for page in pages
    ]
    head = "# Rules\n\n| code | name | | what is wrong |\n|---|---|---|---|\n"
    return head + "".join(f"{row}\n" for row in rows)


def listing(pages: tuple[Page, ...]) -> str:
    """Return each rule with the first sentence of its page."""
    return "".join(f"{_head(page)}\n{textwrap.indent(textwrap.fill(_first(page), 96), '    ')}\n" for page in pages)


def json(pages: tuple[Page, ...]) -> str:
    """Return the pages as a JSON array."""
    return msgspec.json.format(msgspec.json.encode(pages), indent=2).decode() + "\n"


def _head(page: Page) -> str:
    return f"{page.code} {page.name} ({_state(page)})"


def _state(page: Page) -> str:
    return f"{page.severity.value}, {'on' if page.default_on else 'off'} by default"


def _first(page: Page) -> str:
    return re.split(r"(?<=\.) ", " ".join(page.what.split()), maxsplit=1)[0]
