"""Whatever a scanned file holds, every report keeps its form."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from html.parser import HTMLParser

from hypothesis import given
from hypothesis import strategies as st

from gatecheck import edits
from gatecheck.findings import Failure, Finding, Managed, ManagedKind, Place, Report, Step
from gatecheck.report import github, gitlab, html, junit, markdown, plain, sarif, text
from gatecheck.report import json as json_report
from gatecheck.rules.registry import PAGES
from tests.records import finding

WORDS = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
PLACES = st.builds(
    lambda file, line, column, length: Place(f"{file}.py", line, column, line, column + length),
    WORDS.map(lambda word: word.replace("/", "")),
    st.integers(1, 4),
    st.integers(1, 20),
    st.integers(0, 20),
)


@st.composite
def findings(draw: st.DrawFn) -> Finding:
    place = draw(PLACES)
    word = draw(WORDS)
    return finding(
        place=place,
        message=draw(WORDS),
        symbol=f"A.{word}",
        roots=(word,),
        buffer=word,
        managed_because=Managed(ManagedKind.LOADED, word),
        trace=(Step(place, word, word),),
        sibling=Step(place, word, word),
    )


REPORTS = st.builds(
    lambda found, word: Report("/x", tuple(found), (Failure(word, word),), files=1),
    st.lists(findings(), max_size=3),
    WORDS,
)


HARMFUL = frozenset(map(chr, (*range(10), *range(11, 32), *range(127, 160), 0x2028, 0x2029, 0x202E, 0x2066)))


def harmless(printed: str) -> bool:
    """Tell whether no character of it moves the cursor, colours, or reorders anything."""
    return HARMFUL.isdisjoint(printed)


@given(REPORTS, st.lists(WORDS, max_size=5))
def test_text(report: Report, source: list[str]) -> None:
    assert harmless(text.render(report, lambda _: tuple(source), text.Options()))


@given(REPORTS)
def test_lines_stay_lines(report: Report) -> None:
    expected = len(report.findings) + 1
    assert len(plain.render(report).split("\n")) == expected + 1
    commands = github.render(report, "p").split("\n")
    assert len(commands) == expected + 1
    assert all(command.startswith("::error ") for command in commands[:-1])
    assert harmless(plain.render(report) + markdown.render(report, ""))


@given(REPORTS)
def test_data_stays_data(report: Report) -> None:
    document = json.loads(json_report.render(report, "1"))
    assert [each["message"] for each in document["findings"]] == [found.message for found in report.findings]
    assert len(json.loads(gitlab.render(report, ""))) == len(report.findings) + 1
    log = json.loads(sarif.render(report, sarif.Context("1", "", PAGES, 1), edits.none))
    assert len(log["runs"][0]["results"]) == len(report.findings)


@given(REPORTS, st.lists(WORDS, max_size=5))
def test_markup_stays_markup(report: Report, source: list[str]) -> None:
    cases = ET.fromstring(junit.render(report)).iter("testcase")
    assert len(list(cases)) == len(report.findings) + 1
    page = html.render(report, lambda _: tuple(source), html.Context("1"))
    tags: list[str] = []
    parser = HTMLParser()
    parser.handle_starttag = lambda tag, _attributes: tags.append(tag)  # type: ignore[method-assign]
    parser.feed(page)
    assert tags.count("article") == len(report.findings)
    assert "script" not in tags
    assert harmless(page)
