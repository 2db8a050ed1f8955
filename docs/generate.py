"""Write the pages of the rules from the rule files; a test fails where they differ."""

from __future__ import annotations

from pathlib import Path

from gatecheck.report.rule_page import index, markdown
from gatecheck.rules.registry import PAGES


def pages() -> dict[str, str]:
    """Return the text of each generated file by its path below ``docs``."""
    return {"rules/index.md": index(PAGES)} | {f"rules/{page.code.lower()}.md": markdown(page) for page in PAGES}


def main() -> None:
    """Write all pages and remove those of rules that are gone."""
    folder = Path(__file__).resolve().parent
    wanted = pages()
    (folder / "rules").mkdir(exist_ok=True)
    for file in (folder / "rules").glob("*.md"):
        if f"rules/{file.name}" not in wanted:
            file.unlink()
    for name, text in wanted.items():
        (folder / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
