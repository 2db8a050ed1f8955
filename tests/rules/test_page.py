"""What a page of a rule must have, and under which names the two folders beside the package can be imported."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import msgspec
import pytest

from gatecheck.rules import gc001_ungated_read, registry

ROOT = Path(__file__).resolve().parents[2]
PAGE = gc001_ungated_read.PAGE


@pytest.mark.parametrize("code", ["GC1", "gc001", "GC0011", "XX001", ""])
def test_a_code_is_two_letters_and_three_digits(code: str) -> None:
    with pytest.raises(ValueError, match="not a rule code"):
        msgspec.structs.replace(PAGE, code=code)


@pytest.mark.parametrize("name", ["Ungated-read", "ungated read", "-read", "read-", "read1", ""])
def test_a_name_is_words_with_hyphens(name: str) -> None:
    with pytest.raises(ValueError, match="not a rule name"):
        msgspec.structs.replace(PAGE, name=name)


@pytest.mark.parametrize("field", ["what", "why", "example", "how_to_fix", "limits"])
@pytest.mark.parametrize("text", ["", " a text", "a text\n"])
def test_no_text_is_empty_or_padded(field: str, text: str) -> None:
    with pytest.raises(ValueError, match=f"GC001: {field} is empty or has blanks around it"):
        msgspec.structs.replace(PAGE, **{field: text})


@pytest.mark.parametrize(
    ("asked", "code"), [("GC001", "GC001"), (" gc013 ", "GC013"), ("Ungated-Read", "GC001"), ("ungated", None)]
)
def test_a_rule_is_found_by_code_or_name(asked: str, code: str | None) -> None:
    page = registry.find(asked)
    assert (page.code if page is not None else None) == code


@pytest.mark.parametrize(
    ("selectors", "sentence"),
    [
        (("GC0", "ALL"), None),
        (("GC01", "GC9O1"), "no rule matches 'GC9O1' (did you mean 'GC901'?)"),
        (("nothing",), "no rule matches 'nothing'"),
    ],
)
def test_a_selector_that_matches_nothing_is_told(selectors: tuple[str, ...], sentence: str | None) -> None:
    assert registry.unknown(selectors) == sentence


@pytest.mark.parametrize("name", ["rules", "fixes"])
def test_a_folder_is_no_package_of_its_own(name: str) -> None:
    spec = importlib.util.spec_from_file_location(name, ROOT / name / "__init__.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    with pytest.raises(ImportError, match=f"import gatecheck.{name}, not {name}"):
        spec.loader.exec_module(module)
