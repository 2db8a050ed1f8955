"""The documentation says what the rule files say, names what exists, and renders."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from gatecheck.config import KEYS, OutputFormat
from gatecheck.rules.registry import CODES, PAGES

ROOT = Path(__file__).resolve().parent.parent
WRITTEN = sorted([*(ROOT / "docs").rglob("*.md"), ROOT / "README.md"])


def _generator() -> ModuleType:
    spec = importlib.util.spec_from_file_location("docs_generate", ROOT / "docs/generate.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_rule_pages_have_not_drifted() -> None:
    wanted = _generator().pages()
    there = {path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs/rules").glob("*")}
    assert there == set(wanted), "run `make docs`"
    for name, text in wanted.items():
        assert (ROOT / "docs" / name).read_text(encoding="utf-8") == text, f"{name}: run `make docs`"


def test_every_rule_is_in_the_navigation() -> None:
    assert set(re.findall(r"rules/(gc\d+)\.md", (ROOT / "mkdocs.yml").read_text())) == {code.lower() for code in CODES}


def test_every_key_and_format_is_described() -> None:
    text = (ROOT / "docs/configuration.md").read_text(encoding="utf-8")
    assert re.findall(r"^\| `([a-z-]+)` \|", text, re.MULTILINE) == list(KEYS)
    formats = next(line for line in text.splitlines() if line.startswith("| `output-format`"))
    assert {form.value for form in OutputFormat} <= set(re.findall(r"`([a-z]+)`", formats))


@pytest.mark.parametrize("path", WRITTEN, ids=lambda path: path.name)
def test_no_page_installs_somebody_elses_distribution(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert not re.search(r"pip install\s+(['\"]?)gatecheck\b", text)
    assert set(re.findall(r"\bGC\d{3}\b", text)) <= set(CODES)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.code)
def test_examples_are_python(page: object) -> None:
    compile(page.example, page.code, "exec")  # type: ignore[attr-defined]


def test_the_site_renders_without_a_warning(tmp_path: Path) -> None:
    pytest.importorskip("material")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(tmp_path)]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    assert (tmp_path / "rules/gc002/index.html").is_file()
