"""One edit of a text: the lines around it stay byte by byte, and what cannot be edited is refused with a reason."""

from __future__ import annotations

import ast

import libcst as cst
import pytest

from gatecheck.facts.collect import SHELL
from gatecheck.facts.lower import Lowerer
from gatecheck.facts.outline import outline
from gatecheck.fixes.codemod import Refused, apply
from gatecheck.fixes.edits import AddMethod, Edit, Insert, Move, Replace, Where
from gatecheck.fixes.source import Line

WAIT = Line(0, "wait()")


def at(text: str, code: str) -> int:
    """The ordinal of the outermost node that is written like this, or that begins like this where it is a statement."""
    module = cst.parse_module(text)
    lowerer = Lowerer(SHELL, keep=True)
    lowerer.statements(module.body)
    found = [i for i, node in enumerate(lowerer.nodes) if module.code_for_node(node).strip().startswith(code)]
    return found[0]


def edited(text: str, edit: Edit) -> str:
    """The text after an edit that is possible."""
    new = apply(text, edit, whole=True)
    assert isinstance(new, str)
    return new


def refusal(text: str, edit: Edit, *, whole: bool = True) -> str:
    """Why an edit is not possible."""
    refused = apply(text, edit, whole=whole)
    assert isinstance(refused, Refused)
    return refused.reason


def insert(text: str, block: str, before: str | None, *lines: Line) -> Insert:
    where = Where("pool.py", SHELL, at(text, block))
    return Insert(where, where.function, at(text, before) if before is not None else None, lines or (WAIT,))


def move(text: str, block: str, moved: str, before: str) -> Move:
    return Move(Where("pool.py", SHELL, 0), at(text, moved), at(text, block), at(text, before))


def test_an_expression_is_written_anew_and_nothing_else() -> None:
    text = "def f(a):\n    return wait(a+1,  # why\n      2)\n"
    where = Where("pool.py", SHELL, at(text, "def f"))
    assert edited(text, Replace(where, at(text, "a+1"), "a")) == text.replace("a+1", "a")


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_line_goes_to_the_end_of_a_body(end: str) -> None:
    text = f"def f():{end}\tread(){end}{end}{end}x = 1{end}"
    assert edited(text, insert(text, "def f", None)) == text.replace("read()", f"read(){end}\twait()")


def test_lines_go_into_the_branch_that_holds_the_read() -> None:
    text = "if a:\n    x()\nelif b:\n    y()\nelse:\n    # last\n    z()\n"
    assert edited(text, insert(text, "if a", "x()")) == text.replace("    x()", "    wait()\n    x()")
    assert edited(text, insert(text, "if a", "y()")) == text.replace("    y()", "    wait()\n    y()")
    assert edited(text, insert(text, "if a", "z()")) == text.replace("    # last", "    wait()\n    # last")


def test_a_branch_on_the_line_of_its_header_is_opened() -> None:
    text = "if a: x()\nelse: z()  # last\n"
    wanted = "if a: x()\nelse:\n    wait()\n    z()  # last\n"
    assert edited(text, insert(text, "if a", "z()")) == wanted


def test_blank_lines_above_a_statement_stand_above_the_new_one() -> None:
    text = "def f():\n    x()\n\n    # data\n    y()\n"
    wanted = "def f():\n    x()\n\n    wait()\n    # data\n    y()\n"
    assert edited(text, insert(text, "def f", "y()")) == wanted


def test_deeper_lines_use_the_unit_of_the_file() -> None:
    text = "def f():\n  x()\n"
    lines = (Line(0, "if counter:"), Line(1, "wait()"))
    assert edited(text, insert(text, "def f", "x()", *lines)) == "def f():\n  if counter:\n    wait()\n  x()\n"


@pytest.mark.parametrize(("block", "before"), [("x()", "y()"), ("if a", "other()"), ("while b", "other()")])
def test_a_place_outside_of_its_block_is_refused(block: str, before: str) -> None:
    text = "x()\nif a:\n    y()\nelse:\n    z()\nwhile b:\n    y()\nother()\n"
    assert refusal(text, insert(text, block, before)) == "the place of the wait is not a statement of this block"


def test_a_wait_moves_up_in_its_block_with_its_comment() -> None:
    text = "def f():\n    read()\n    # first\n    wait()\n    more()\n"
    wanted = "def f():\n    # first\n    wait()\n    read()\n    more()\n"
    assert edited(text, move(text, "def f", "wait()", "read()")) == wanted


def test_a_wait_moves_with_the_test_for_its_counter() -> None:
    text = "def f():\n    read()\n    if counter:\n        wait()\n    more()\n"
    wanted = "def f():\n    if counter:\n        wait()\n    read()\n    more()\n"
    assert edited(text, move(text, "def f", "wait()", "read()")) == wanted


def test_a_wait_moves_out_of_a_block_that_goes_on_without_it() -> None:
    text = "def f():\n    read()\n    with lock:\n        more()\n        wait()\n"
    wanted = "def f():\n    wait()\n    read()\n    with lock:\n        more()\n"
    new = edited(text, move(text, "def f", "wait()", "read()"))
    assert new.split() == wanted.split()


def test_a_wait_that_is_all_of_its_block_stays() -> None:
    text = "def f():\n    read()\n    with lock:\n        wait()\n"
    reason = refusal(text, move(text, "def f", "wait()", "read()"))
    assert reason == "the wait is all that its block does, so it cannot be taken out"


@pytest.mark.parametrize("line", ["more(); wait()", "if counter: more(); wait()"])
def test_a_wait_beside_other_statements_stays(line: str) -> None:
    text = f"def f():\n    if a:\n        read()\n        {line}\n"
    if line.startswith("if"):
        text = f"def f():\n    read(); {line.removeprefix('if counter: ')}\n"
    reason = refusal(text, move(text, "def f", "wait()", "read()"))
    assert reason == "the wait shares its line with other statements and cannot be moved"


def test_a_wait_under_a_condition_of_its_own_does_not_move_alone() -> None:
    text = "if a: wait()\nread()\n"
    reason = refusal(text, move(text, "if a", "wait()", "wait()"))
    assert reason == "the wait shares its line with other statements and cannot be moved"


def test_a_new_method_stands_behind_its_sibling() -> None:
    text = "class A:\n    def f(self):\n        return 1\n\n    x = 2\n"
    edit = AddMethod(Where("pool.py", SHELL, at(text, "def f")), (Line(0, "def g(self):"), Line(1, "wait()")))
    assert edited(text, edit) == text.replace("return 1\n", "return 1\n\n    def g(self):\n        wait()\n")


def test_a_function_of_a_module_gets_no_sibling() -> None:
    text = "def f(self):\n    return 1\n"
    edit = AddMethod(Where("pool.py", SHELL, at(text, "def f")), (Line(0, "def g(self):"), Line(1, "wait()")))
    assert refusal(text, edit) == "the class of the new method is not a block"


def test_a_text_that_does_not_parse_is_refused() -> None:
    edit = Insert(Where("pool.py", SHELL, 0), 0, None, (WAIT,))
    assert refusal("def f(:\n", edit) == "the text of this definition cannot be parsed by itself"


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("last", ["", "\n"])
def test_a_function_under_a_condition_is_edited_beside_definitions_that_are_not_parsed(end: str, last: str) -> None:
    head = "class A:\n    def f(self):\n        return 1  # one\n\n"
    low = "    if NEW:\n\n        def g(self):\n            read()\n\n"
    text = f"{head}{low}    def h(self): return 2\n\n\ndef k():\n    pass{last}".replace("\n", end)
    shell, _ = outline(text).shell()
    edit = insert(shell, "def g", "read()")
    new = apply(text, edit, whole=False)
    assert new == text.replace("    read()", f"    wait(){end}            read()")


def test_a_text_with_the_marks_of_what_is_left_out_is_refused() -> None:
    text = "def f():\n    pass  # gatecheck: left out 0.\n\n\nif x:\n    read()\n"
    shell, _ = outline(text).shell()
    edit = insert(shell, "if x", "read()")
    assert "cannot be told from the marks" in refusal(text, edit, whole=False)


@pytest.mark.parametrize("above", ["    # type: (int) -> int\n", "\n    # why\n    # type: (int) -> int\n"])
def test_the_comment_that_gives_the_types_of_a_function_stays_its_first_line(above: str) -> None:
    text = f"def f(a):\n{above}    # beside\n    read()\n    if a: late()\n    last()\n"
    new = edited(text, insert(text, "def f", "read()"))
    assert new == text.replace(above, f"{above}    wait()\n")
    function = ast.parse(new, type_comments=True).body[0]
    assert isinstance(function, ast.FunctionDef)
    assert function.type_comment == "(int) -> int"
    moved = edited(text, move(text, "def f", "if a", "read()"))
    assert moved == text.replace("    if a: late()\n", "").replace(above, f"{above}    if a: late()\n")


def test_a_comment_that_hushes_a_checker_stays_with_its_statement() -> None:
    text = "def f(a):\n    # type: ignore[no-any]\n    read()\n"
    assert edited(text, insert(text, "def f", "read()")) == text.replace("    # type", "    wait()\n    # type")
