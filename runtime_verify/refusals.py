"""Tells a pool that has nothing for a layer from an accessor that failed."""

from __future__ import annotations

from msgspec import Struct

from gatecheck.runtime_verify.sglang_tree import first_line

# How pools say that they have nothing for a layer; any other error leaves the question open.
REFUSALS = (AssertionError, KeyError, ValueError, IndexError, NotImplementedError, RuntimeError)

OWN_FAULT = "the tree calls or imports something of its own wrongly, whatever it is given"


class Asked(Struct, frozen=True):
    """The pool and its method that were asked, and the package that the pool is part of."""

    pool: object
    name: str
    package: str


def refuses(error: BaseException, asked: Asked) -> bool:
    """Whether the pool itself turned the layer down.

    It raises, in its own code; or it hands the call to an inner pool that has no method of that name; or it asks an
    inner pool, or None in the place of one, for a buffer that this form of it does not have.
    """
    if isinstance(error, AttributeError):
        inner = error.obj is not asked.pool and type(error.obj).__module__.startswith(asked.package)
        return error.name == asked.name or ((inner or error.obj is None) and raised_in(asked.package, error))
    return isinstance(error, REFUSALS) and raised_in(asked.package, error)


def raised_in(package: str, error: BaseException) -> bool:
    """Whether the error was raised by code of the package rather than by something that it called."""
    frame = error.__traceback__
    name = ""
    while frame is not None:
        name = str(frame.tb_frame.f_globals.get("__name__", ""))
        frame = frame.tb_next
    return name.startswith(package)


def describe(error: BaseException | None) -> str:
    """An error's type and first line."""
    return "" if error is None else f"{type(error).__name__}: {first_line(error)}"


def why_open(error: BaseException, package: str) -> str:
    """An error that leaves a question open, and whether any other arguments could have helped."""
    wrong = isinstance(error, (TypeError, ImportError)) and not isinstance(error, ModuleNotFoundError)
    hopeless = f"; {OWN_FAULT}" if wrong and raised_in(package, error) else ""
    return f"{describe(error)}{hopeless}"
