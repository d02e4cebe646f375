"""Indexing from Python: mappings, values, names by their aliases, and paths seen from the checkout."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from firm_memory import Anchor, FirmMemory, MemoryScope, MemoryType
from firm_memory.application.index import Fate
from firm_memory.domain.errors import InvalidField
from firm_memory.domain.indexing.card import Card
from firm_memory.domain.statement import Statement
from tests.oms import oms_checkout

LOST = "Odd lots were lost at the cut-off."


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout of `quant/oms` that declares a component."""
    folder = oms_checkout(tmp_path)
    (folder / ".firm-memory.toml").write_text('[components]\n"src/netting/**" = "netting"\n', encoding="utf-8")
    return folder


@pytest.fixture
def memory(checkout: Path, tmp_path: Path) -> FirmMemory:
    """The memory of that checkout, where `old/oms` is an alias of it."""
    config = tmp_path / "config.yaml"
    config.write_text("repos:\n  quant/oms:\n    aliases: [old/oms]\n", encoding="utf-8")
    environment = {
        "FIRM_MEMORY_HOME": str(tmp_path / "home"),
        "FIRM_MEMORY_CONFIG": str(config),
        "FIRM_MEMORY_PROVIDER": "memory",
        "FIRM_MEMORY_CANDIDATES_PATH": ":memory:",
        "FIRM_MEMORY_EMBEDDER": "lexical",
        "FIRM_MEMORY_PRINCIPAL": "mira",
        "FIRM_MEMORY_TIMEOUT_SECONDS": "30",
    }
    return FirmMemory.from_env(environment, checkout)


def test_a_card_is_given_as_a_mapping_or_as_a_value(memory: FirmMemory) -> None:
    """Rule: both are the same card, with repositories by their aliases and the checkout's as the default."""
    said = Statement(
        content=LOST,
        type=MemoryType.BUG_FIX,
        scope=MemoryScope(repos=("old/oms",)),
        reference="mr-1",
        anchors=(Anchor(repo="old/oms", path="src/a.py"),),
    )
    first = memory.index([Card(statement=said, created_at=datetime(2026, 5, 4, tzinfo=UTC))])
    row = {"content": LOST, "type": "bug_fixes", "reference": "mr-1", "anchors": [{"path": "src/a.py"}]}
    again = memory.index([row | {"title": None}])
    assert [each.cards[0].fate for each in (first, again)] == [Fate.INDEXED, Fate.KNOWN]
    with memory:
        record = memory.get(first.cards[0].memories[0]).record
    assert record is not None
    assert record.memory.scope.repos == ("quant/oms",)
    assert [anchor.repo for anchor in record.memory.provenance.anchors] == ["quant/oms"]


def test_one_card_takes_what_python_has(memory: FirmMemory) -> None:
    """Rule: anchors as values, a moment as such (naive: UTC), and who indexes by name."""
    naive = datetime(2026, 5, 4, 10)  # noqa: DTZ001 -- what callers pass
    fate = memory.index_card(
        LOST,
        reference="inc-7",
        type=MemoryType.PRODUCTION_ISSUE,
        scope=MemoryScope(firm=True),
        anchors=[Anchor(repo="gateway", path="a.py")],
        created_at=naive,
        by="harvest",
    )
    (hit,) = memory.search("odd lots lost")
    assert (hit.id, hit.memory.created_at) == (fate.memories[0], naive.replace(tzinfo=UTC))
    assert (hit.provenance.proposed_by, hit.provenance.kind.value) == ("harvest", "incident")


@pytest.mark.parametrize("row", [7, "text", {"content": LOST}, {"reference": "mr-1", "content": LOST, "anchors": "a"}])
def test_what_is_no_card_is_a_usage_error_and_nothing_is_kept(memory: FirmMemory, row: object) -> None:
    """Rule: checked before the first is written."""
    with pytest.raises(InvalidField):
        memory.index([{"reference": "mr-9", "content": LOST}, row])  # type: ignore[list-item]  # callers may be untyped
    assert list(memory.search("odd lots lost")) == []


def test_an_absolute_path_in_the_checkout_lifts_its_component(memory: FirmMemory, checkout: Path) -> None:
    """Rule: what an editor passes works; what lies outside changes nothing."""
    for path in ("src/venues/fix.py", "src/netting/queue.py"):
        memory.index_card("The queue drains hourly.", reference=path, anchors=[Anchor(repo="quant/oms", path=path)])
    plain = [hit.provenance.reference for hit in memory.search("queue hourly")]
    touched = memory.search("queue hourly", paths=[str(checkout / "src/netting/other.py")])
    other = memory.search("queue hourly", paths=[str(checkout / "src/venues/fix.py")])
    outside = memory.search("queue hourly", paths=["/etc/src/netting/other.py", "../oms/src/netting/queue.py"])
    assert touched[0].provenance.reference == "src/netting/queue.py"
    assert other[0].provenance.reference == "src/venues/fix.py"
    assert [hit.provenance.reference for hit in outside] == plain
