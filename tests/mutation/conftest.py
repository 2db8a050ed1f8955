"""The marker of tests that check whole releases, as beside the corpus."""

from tests.corpus.conftest import pytest_collection_modifyitems, pytest_configure

__all__ = ["pytest_collection_modifyitems", "pytest_configure"]
