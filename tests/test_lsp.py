"""The language server, driven by a real client over standard input and output."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

pytest.importorskip("pygls")
pytest.importorskip("pytest_lsp")

import pytest_lsp
from lsprotocol import types
from pygls import uris
from pytest_lsp import ClientServerConfig, LanguageClient

from tests.small_protocol import PROTOCOL, UNGATED

ROOT = Path(__file__).resolve().parent.parent
PROGRAM = (
    f"import sys; sys.path.insert(0, {str(ROOT)!r}); from gatecheck import check, cli; from tests import stub_engine; "
    "check.examine = stub_engine.examined(stub_engine.check); sys.exit(cli.main(['lsp']))"
)


@pytest_lsp.fixture(config=ClientServerConfig(server_command=[sys.executable, "-c", PROGRAM]))
async def client(lsp_client: LanguageClient, tmp_path: Path) -> AsyncIterator[None]:
    (tmp_path / "pool.py").write_text("def good(): pass\n")
    (tmp_path / "other.py").write_text("def other(): pass  # UNGATED\n")
    folder = types.WorkspaceFolder(uri=uris.from_fs_path(str(tmp_path)), name="workspace")
    parameters = types.InitializeParams(capabilities=types.ClientCapabilities(), workspace_folders=[folder])
    await lsp_client.initialize_session(parameters)
    yield
    await lsp_client.shutdown_session()


def address(folder: Path, name: str) -> str:
    uri = uris.from_fs_path(str(folder / name))
    assert uri is not None
    return str(uri)


def open_document(client: LanguageClient, uri: str, text: str) -> None:
    document = types.TextDocumentItem(uri=uri, language_id="python", version=1, text=text)
    client.text_document_did_open(types.DidOpenTextDocumentParams(text_document=document))


def change(client: LanguageClient, uri: str, text: str, version: int) -> None:
    document = types.VersionedTextDocumentIdentifier(uri=uri, version=version)
    whole = types.TextDocumentContentChangeWholeDocument(text=text)
    client.text_document_did_change(types.DidChangeTextDocumentParams(text_document=document, content_changes=[whole]))


async def published(client: LanguageClient, uri: str, count: int) -> list[types.Diagnostic]:
    """Wait until the document has this many diagnostics."""
    for _ in range(200):
        if len(client.diagnostics.get(uri, ())) == count and uri in client.diagnostics:
            return list(client.diagnostics[uri])
        await asyncio.sleep(0.05)
    raise AssertionError(f"{uri} has {client.diagnostics.get(uri)}")


@pytest.mark.asyncio(loop_scope="function")
async def test_unsaved_text_is_checked_with_the_rest_of_the_tree(client: LanguageClient, tmp_path: Path) -> None:
    pool, other = address(tmp_path, "pool.py"), address(tmp_path, "other.py")
    open_document(client, pool, "def good(): pass\n")
    assert [found.code for found in await published(client, other, 1)] == ["GC001"]
    change(client, pool, "def bad(): pass  # UNGATED\n", 2)
    (found,) = await published(client, pool, 1)
    assert (found.code, found.source, found.severity) == ("GC001", "gatecheck", types.DiagnosticSeverity.Error)
    assert (tmp_path / "pool.py").read_text() == "def good(): pass\n"
    change(client, pool, "def good(): pass\n", 3)
    assert await published(client, pool, 0) == []


@pytest.mark.asyncio(loop_scope="function")
async def test_hover_shows_the_page_of_the_rule(client: LanguageClient, tmp_path: Path) -> None:
    pool = address(tmp_path, "pool.py")
    open_document(client, pool, "def bad(): pass  # UNGATED\n")
    await published(client, pool, 1)
    document = types.TextDocumentIdentifier(uri=pool)
    at = types.HoverParams(text_document=document, position=types.Position(line=0, character=0))
    answer = await client.text_document_hover_async(at)
    assert answer is not None
    assert isinstance(answer.contents, types.MarkupContent)
    assert answer.contents.value.startswith("# GC001 ungated-read")
    away = types.HoverParams(text_document=document, position=types.Position(line=0, character=9))
    assert await client.text_document_hover_async(away) is None


@pytest.mark.asyncio(loop_scope="function")
async def test_a_wrong_configuration_is_logged_and_nothing_is_shown(client: LanguageClient, tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("[tool.gatecheck]\nselct = []\n")
    open_document(client, address(tmp_path, "pool.py"), "def bad(): pass  # UNGATED\n")
    for _ in range(100):
        if client.log_messages:
            break
        await asyncio.sleep(0.05)
    assert "did you mean 'select'?" in client.log_messages[0].message
    assert client.diagnostics == {}


@pytest_lsp.fixture(config=ClientServerConfig(server_command=[sys.executable, "-m", "gatecheck", "lsp"]))
async def real_client(lsp_client: LanguageClient, tmp_path: Path) -> AsyncIterator[None]:
    (tmp_path / "pool.py").write_text(PROTOCOL)
    folder = types.WorkspaceFolder(uri=uris.from_fs_path(str(tmp_path)), name="workspace")
    parameters = types.InitializeParams(capabilities=types.ClientCapabilities(), workspace_folders=[folder])
    await lsp_client.initialize_session(parameters)
    yield
    await lsp_client.shutdown_session()


@pytest.mark.asyncio(loop_scope="function")
async def test_the_fix_is_a_quick_action(real_client: LanguageClient, tmp_path: Path) -> None:
    pool = address(tmp_path, "pool.py")
    text = PROTOCOL + UNGATED.format(comment="")
    open_document(real_client, pool, text)
    (found,) = await published(real_client, pool, 1)
    document = types.TextDocumentIdentifier(uri=pool)
    asked = types.CodeActionParams(
        text_document=document, range=found.range, context=types.CodeActionContext(diagnostics=[found])
    )
    answer = await real_client.text_document_code_action_async(asked)
    assert answer is not None
    (action,) = answer
    assert isinstance(action, types.CodeAction)
    assert action.edit is not None
    assert action.edit.changes is not None
    (edit,) = action.edit.changes[pool]
    assert isinstance(edit, types.TextEdit)
    assert "wait_until" in edit.new_text
    lines = text.splitlines(keepends=True)
    lines[edit.range.start.line : edit.range.end.line] = [edit.new_text]
    change(real_client, pool, "".join(lines), 2)
    assert await published(real_client, pool, 0) == []
