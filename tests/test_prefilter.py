"""The filter chooses what is parsed; it never chooses what is found."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gatecheck import check, gather, prefilter
from gatecheck.check import Request
from gatecheck.config import Settings
from gatecheck.findings import Report
from gatecheck.sources import Tree, Where, resolve
from tests.small_protocol import PROTOCOL

FILES = {
    "pool.py": PROTOCOL.replace("class HostPool", "class Elsewhere:\n    pass\n\n\nclass HostPool"),
    "hasty.py": (
        "from pool import Pool\n\n\nclass HastyPool(Pool):\n"
        "    def get_first_row(self, layer_id):\n        return self.rows[layer_id - self.start_layer][0].clone()\n"
    ),
    "heir.py": "import hasty\n\n\nclass Heir(hasty.HastyPool):\n    pass\n",
    "helper.py": "def pick(rows, layer):\n    return rows[layer]\n",
    "attention.py": (
        "from helper import pick\nfrom pool import Pool\n\n\n"
        "class Attention:\n    def __init__(self, pool: Pool):\n        self.pool = pool\n\n"
        "    def forward(self, layer):\n        return pick(self.pool.rows, layer.layer_id).clone()\n"
    ),
    "noise.py": "def wait(x):\n    return x\n\n\nclass Widget:\n    def draw(self):\n        return wait(self)\n",
}
RINGS = {
    "pool.py": PROTOCOL
    + """

from ring import Ring


class RingPool(Pool):
    def __init__(self, size, layer_num):
        super().__init__(size, layer_num)
        self.rings = [Ring(size) for _ in range(layer_num)]

    def get_states(self, layer_id):
        return self.rings[layer_id]


class RingHost:
    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        device_pool.rings[layer_id].scores[device_indices] = self.host[layer_id][host_indices].cuda()
""",
    "ring.py": (
        "import torch\n\n\nclass Ring:\n    def __init__(self, size):\n        self.scores = torch.zeros(size)\n"
    ),
    "noise.py": FILES["noise.py"],
}
RECORDS = {
    "pool.py": PROTOCOL
    + """

from dataclasses import dataclass


@dataclass
class States:
    deep: torch.Tensor


class InnerPool:
    def __init__(self, size, layer_num):
        self.kept = States(deep=torch.zeros(layer_num, size))

    def all_of_it(self):
        return self.kept


class OuterPool(Pool):
    def __init__(self, size, layer_num):
        super().__init__(size, layer_num)
        self.inner = InnerPool(size, layer_num)

    def states_of_all(self):
        return self.inner.all_of_it()


class StatesHost:
    def __init__(self, device_pool: OuterPool):
        self.states = device_pool.inner.kept

    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        self.states.deep[layer_id][device_indices] = self.host[layer_id][host_indices].cuda()
""",
    "mixer.py": (
        "class Mixer:\n    def __init__(self, source):\n        self.source = source\n\n"
        "    def forward(self, layer):\n        return self.source.states_of_all().deep[layer.layer_id].clone()\n"
    ),
    "noise.py": FILES["noise.py"],
}
VIEWS = {
    "pool.py": PROTOCOL
    + """

from views import cut


class ViewPool(Pool):
    def __init__(self, size, layer_num):
        super().__init__(size, layer_num)
        self.raw = torch.zeros(layer_num, size)
        self.parts = self._parts(layer_num)

    def _parts(self, layer_num):
        found = cut(self.raw, layer_num)
        return found

    def get_part(self, layer_id):
        return self.parts[layer_id - self.start_layer].clone()


class ViewHost:
    def load_to_device_per_layer(self, device_pool: ViewPool, host_indices, device_indices, layer_id):
        device_pool.raw[layer_id][device_indices] = self.host[layer_id][host_indices].cuda()
""",
    "views.py": "from slices import one\n\n\ndef cut(raw, n):\n    return [one(raw, i) for i in range(n)]\n",
    "slices.py": "def one(raw, i):\n    return raw[i].view(-1)\n",
    "noise.py": FILES["noise.py"],
}
WORKERS = {
    "pool.py": FILES["pool.py"],
    "base.py": (
        "class Base:\n    def embed(self, batch):\n        return self.runner.forward(batch)\n\n"
        "    def name(self):\n        return self.runner.name\n"
    ),
    "worker.py": (
        "from base import Base\n\n\nclass Worker(Base):\n"
        "    def __init__(self, runner, counter):\n        self.runner = runner\n        self.counter = counter\n\n"
        "    def choose(self, index):\n        self.counter.set_consumer(index)\n\n"
        "    def generate(self, batch):\n        self.choose(batch.consumer)\n"
        "        return self.runner.forward(batch)\n"
    ),
    "again.py": (
        "import worker\n\n\nclass Again(worker.Worker):\n"
        "    def repeat(self, batch):\n        return self.runner.forward(batch)\n"
    ),
    "scheduler.py": (
        "class Scheduler:\n    def step(self, batch):\n        self.worker.choose(batch.consumer)\n"
        "        self.worker.embed(batch)\n        self.worker.repeat(batch)\n"
    ),
    "noise.py": FILES["noise.py"],
}
RENAMED = {"Pool": "Vat", "rows": "lanes", "counter": "bell", "pick": "take_one", "HastyPool": "QuickVat"}


def tree(folder: Path, files: dict[str, str]) -> Tree:
    folder.mkdir(exist_ok=True)
    for name, text in files.items():
        (folder / name).write_text(text)
    found = resolve(Where((str(folder),), str(folder)))
    assert isinstance(found, Tree)
    return found


def said(asked: Tree, *, filtered: bool, cached: Path | None = None, jobs: int = 1) -> tuple[bytes, Report]:
    request = Request(asked, Settings(), jobs, prefilter=filtered, cache_dir=str(cached) if cached else None)
    report = check.check(request)
    plain = msgspec.structs.replace(report, seconds=0, timings=(), parsed=0, cached=0)
    return msgspec.json.encode(plain), report


@pytest.fixture
def _nothing_is_small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prefilter, "SMALL_FILES", 0)


@pytest.mark.usefixtures("_nothing_is_small")
def test_the_filter_leaves_out_what_cannot_matter(tmp_path: Path) -> None:
    asked = tree(tmp_path / "tree", FILES)
    filtered, some = said(asked, filtered=True)
    everything, all_of_it = said(asked, filtered=False)
    assert filtered == everything
    assert [finding.symbol for finding in some.findings] == [finding.symbol for finding in all_of_it.findings]
    assert "HastyPool.get_first_row" in {finding.symbol for finding in some.findings}
    assert some.parsed < all_of_it.parsed == len(FILES)


@pytest.mark.usefixtures("_nothing_is_small")
def test_names_do_not_matter(tmp_path: Path) -> None:
    files = dict(FILES)
    for old, new in RENAMED.items():
        files = {name: text.replace(old, new) for name, text in files.items()}
    asked = tree(tmp_path / "tree", files)
    filtered, some = said(asked, filtered=True)
    assert filtered == said(asked, filtered=False)[0]
    assert len(some.findings) == len(said(tree(tmp_path / "plain", FILES), filtered=True)[1].findings)


@pytest.mark.usefixtures("_nothing_is_small")
def test_what_a_pool_is_made_of_is_read(tmp_path: Path) -> None:
    asked = tree(tmp_path / "tree", RINGS)
    filtered, report = said(asked, filtered=True)
    assert filtered == said(asked, filtered=False)[0]
    assert [finding.symbol for finding in report.findings] == ["RingPool.get_states"]
    assert report.parsed < len(RINGS)


@pytest.mark.usefixtures("_nothing_is_small")
def test_what_a_pool_calls_is_read_and_what_is_called_there(tmp_path: Path) -> None:
    asked = tree(tmp_path / "tree", VIEWS)
    _, found = said(asked, filtered=True)
    assert "ViewPool.get_part" in {each.symbol for each in found.findings}
    assert found.parsed == len(VIEWS) - 1
    assert said(asked, filtered=True)[0] == said(asked, filtered=False)[0]


def test_what_a_factory_method_of_a_pool_returns_is_read(tmp_path: Path) -> None:
    made = RINGS["pool.py"].replace("Ring(size) for", "self._make_ring(size) for")
    made = made.replace(
        "    def get_states", "    def _make_ring(self, size):\n        return Ring(size)\n\n    def get_states"
    )
    asked = tree(tmp_path / "tree", {**RINGS, "pool.py": made})
    with_filter, report = said(asked, filtered=True)
    assert "RingPool.get_states" in {finding.symbol for finding in report.findings}
    assert with_filter == said(asked, filtered=False)[0]


@pytest.mark.usefixtures("_nothing_is_small")
def test_a_class_is_found_by_way_of_the_package_that_hands_it_on(tmp_path: Path) -> None:
    files = {
        "pool.py": FILES["pool.py"],
        "holders/__init__.py": "from holders.one import Holder\n",
        "holders/one.py": (
            "from pool import Pool\n\n\nclass Holder:\n    def __init__(self, pool: Pool):\n        self.pool = pool\n"
        ),
        "attention.py": (
            "from holders import Holder\n\n\nclass Attention:\n"
            "    def __init__(self, holder: Holder):\n        self.pool = holder.pool\n\n"
            "    def forward(self, layer):\n        return self.pool.rows[layer.layer_id].clone()\n"
        ),
        "noise.py": FILES["noise.py"],
    }
    (tmp_path / "tree" / "holders").mkdir(parents=True)
    asked = tree(tmp_path / "tree", files)
    filtered, report = said(asked, filtered=True)
    assert "Attention.forward" in {finding.symbol for finding in report.findings}
    assert filtered == said(asked, filtered=False)[0]


@pytest.mark.usefixtures("_nothing_is_small")
def test_a_base_class_is_read_wherever_it_stands(tmp_path: Path) -> None:
    files = {
        "pool.py": FILES["pool.py"],
        "base.py": "class Base:\n    def __init__(self, params):\n        self.source = params.pool\n",
        "params.py": (
            "from pool import Pool\n\n\nclass Params:\n    def __init__(self, pool: Pool):\n        self.pool = pool\n"
        ),
        "attention.py": (
            "from base import Base\nfrom params import Params\n\n\nclass Attention(Base):\n"
            "    def __init__(self, params: Params):\n        super().__init__(params)\n\n"
            "    def forward(self, layer):\n        return self.source.rows[layer.layer_id].clone()\n"
        ),
        "noise.py": FILES["noise.py"],
    }
    asked = tree(tmp_path / "tree", files)
    filtered, report = said(asked, filtered=True)
    assert "Attention.forward" in {finding.symbol for finding in report.findings}
    assert filtered == said(asked, filtered=False)[0]
    assert report.parsed == len(files) - 1


@pytest.mark.usefixtures("_nothing_is_small")
def test_a_record_that_a_pool_hands_on_is_followed(tmp_path: Path) -> None:
    asked = tree(tmp_path / "tree", RECORDS)
    filtered, report = said(asked, filtered=True)
    assert "Mixer.forward" in {finding.symbol for finding in report.findings}
    assert filtered == said(asked, filtered=False)[0]
    assert report.parsed == len(RECORDS) - 1


@pytest.mark.parametrize("alone", [True, False])
@pytest.mark.usefixtures("_nothing_is_small")
def test_an_heir_of_a_worker_is_read_wherever_it_stands(tmp_path: Path, *, alone: bool) -> None:
    files = {name: text for name, text in WORKERS.items() if not alone or name != "scheduler.py"}
    asked = tree(tmp_path / "tree", files)
    filtered, report = said(asked, filtered=True)
    found = {each.symbol for each in report.findings if each.rule == "GC009"}
    assert found == ({"Again.repeat", "Base.embed"} if alone else set())
    assert filtered == said(asked, filtered=False)[0]
    assert report.parsed == len(files) - 1


@pytest.mark.parametrize("entry", ["embed", "repeat"])
@pytest.mark.usefixtures("_nothing_is_small")
def test_who_calls_the_entry_of_a_worker_is_read_wherever_it_stands(tmp_path: Path, entry: str) -> None:
    other = f"def redo(runs, batch):\n    return runs.first.{entry}(batch)\n"
    asked = tree(tmp_path / "tree", WORKERS | {"other.py": other})
    filtered, report = said(asked, filtered=True)
    assert entry in {each.symbol.split(".")[1] for each in report.findings if each.rule == "GC009"}
    assert filtered == said(asked, filtered=False)[0]


@pytest.mark.usefixtures("_nothing_is_small")
def test_a_broken_file_of_the_core_is_told(tmp_path: Path) -> None:
    asked = tree(tmp_path / "tree", FILES | {"broken.py": "def f(:\n    wait_until()\n"})
    _, report = said(asked, filtered=True)
    assert [failure.file for failure in report.failed] == ["broken.py"]


WORDS = st.text("abk_", min_size=1, max_size=6).filter(str.isidentifier)


@given(texts=st.lists(st.text("abk_ .(\n", max_size=40), max_size=5), words=st.sets(WORDS, max_size=6))
def test_words_are_found_wherever_they_stand_alone(texts: list[str], words: set[str]) -> None:
    named = dict(enumerate(texts))
    by_name = {str(number): text for number, text in named.items()}
    expected = {name: {word for word in words if _holds(text, word)} for name, text in by_name.items()}
    assert prefilter.naming(by_name, words) == {name: found for name, found in expected.items() if found}


def _holds(text: str, word: str) -> bool:
    for mark in " .(\n":
        text = text.replace(mark, " ")
    return word in text.split(" ")


@pytest.mark.parametrize("filtered", [True, False])
@pytest.mark.usefixtures("_nothing_is_small")
def test_more_processes_find_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, filtered: bool) -> None:
    monkeypatch.setattr(gather, "_MISSES", 1)
    asked = tree(tmp_path / "tree", FILES)
    alone, report = said(asked, filtered=filtered)
    assert report.findings
    assert said(asked, filtered=filtered, jobs=3)[0] == alone
