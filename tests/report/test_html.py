"""The HTML report: one file, nothing fetched, nothing unescaped."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest
from syrupy.assertion import SnapshotAssertion

from gatecheck.findings import Failure, Limit, Managed, ManagedKind, Place, Report
from gatecheck.report.html import Context, foldable, render
from gatecheck.report.matrix import Access, Row, Verdict, matrix
from tests.records import POOL, finding, lines, report

EVIL = "<script>alert(1)</script>\"'&\x1b\u202e"


class _Tags(HTMLParser):
    """Collects tags and checks that they nest."""

    VOID = frozenset({"meta", "wbr"})

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def parsed(text: str) -> _Tags:
    tags = _Tags()
    tags.feed(text)
    tags.close()
    assert tags.open == []
    return tags


def test_whole_report(snapshot: SnapshotAssertion) -> None:
    text = render(report(), lines, Context("1.2.3"))
    assert re.sub(r"(?s)<style>.*</style>", "<style></style>", text) == snapshot


@pytest.mark.parametrize("given", [report(), Report("/x"), Report("/x", files=3, protocol=False)])
def test_the_page_is_well_formed_and_asks_for_nothing(given: Report) -> None:
    text = render(given, lines, Context("1"))
    tags = parsed(text)
    assert {"script", "link", "img", "iframe"}.isdisjoint(tag for tag, _ in tags.seen)
    assert not [attributes for _, attributes in tags.seen if "src" in attributes or "href" in attributes]
    assert "url(" not in text
    assert "@import" not in text


def test_nothing_of_a_scanned_file_becomes_markup() -> None:
    found = finding(
        message=EVIL,
        symbol=EVIL,
        roots=(EVIL,),
        buffer=EVIL,
        managed_because=Managed(ManagedKind.LOADED, EVIL),
        place=Place(EVIL, 1, 2, 1, 9),
    )
    given = Report(EVIL, (found,), (Failure(EVIL, EVIL),), (Limit(EVIL, 1, EVIL, EVIL),), files=1)
    text = render(given, lambda _: (EVIL,), Context("1"))
    assert "script" not in {tag for tag, _ in parsed(text).seen}
    assert not set("\x1b\u202e") & set(text)


def test_anchors_differ() -> None:
    names = [
        attributes["id"] for _, attributes in parsed(render(report(), lines, Context("1"))).seen if "id" in attributes
    ]
    assert len(names) == len(set(names)) == 5


def test_matrix_joins_what_was_found_with_what_was_proved() -> None:
    accesses = (
        Access("HybridPool.get_key_buffer", "HybridPool", Verdict.GATED),
        Access("IndexedPool.get_index_k", "HybridPool", Verdict.GATED),
        Access("Elsewhere.get", "CleanPool", Verdict.GATED),
    )
    joined = matrix(report(), accesses)
    assert joined.roots == ("HybridPool", "IndexedPool", "OtherPool")
    assert joined.rows[0] == Row("HybridPool.get_key_buffer", (Verdict.GATED, Verdict.UNKNOWN, Verdict.UNKNOWN))
    assert joined.rows[1] == Row("IndexedPool.get_index_k", (Verdict.DEAD, Verdict.UNKNOWN, Verdict.DEAD))


def test_a_place_over_several_lines_is_marked_on_each() -> None:
    found = finding(place=Place(POOL, 2, 5, 4, 10))
    text = render(Report("/x", (found,), files=1), lines, Context("1"))
    assert text.count("<mark>") >= 3


@pytest.mark.parametrize(
    ("name", "folded"),
    [
        ("NSATokenToKVPool.get_index_k", "NSA<wbr>Token<wbr>To<wbr>KV<wbr>Pool.<wbr>get_<wbr>index_<wbr>k"),
        ("MHATokenToKVPoolFP4", "MHA<wbr>Token<wbr>To<wbr>KV<wbr>Pool<wbr>FP4"),
        ("__getattr__", "__<wbr>getattr__"),
        ("<b>", "&lt;b&gt;"),
        ("", ""),
    ],
)
def test_a_narrow_column_breaks_names_between_their_words(name: str, folded: str) -> None:
    assert foldable(name) == folded
