"""Scopes through the Python API: where one stands, what a repository is called, and where a memory then holds."""

from __future__ import annotations

from pathlib import Path

import pytest

from firm_memory import Amendment, Anchor, MemoryScope
from firm_memory.domain.errors import EmptyScope
from tests.api.conftest import Opening
from tests.api.facts import proposed

ALIASES = "repos:\n  quant/oms:\n    aliases: [oms]\n    domains: [execution]\n"


def test_outside_a_repository_a_scope_must_be_given(opened: Opening, tmp_path: Path) -> None:
    """Rule: without a repository a proposal needs a scope; a note takes the domains, else the firm."""
    memory = opened(directory=tmp_path)
    with pytest.raises(EmptyScope):
        proposed(memory)
    assert proposed(memory, scope=MemoryScope(firm=True))
    assert memory.for_task("mr-1").note("A finding.").scope == MemoryScope(firm=True)
    assert opened(directory=tmp_path, FIRM_MEMORY_DOMAINS="mcx").for_task("mr-2").note("Another.").scope == MemoryScope(
        domains=("mcx",)
    )


def test_aliases_are_resolved_wherever_a_repository_is_named(opened: Opening, tmp_path: Path) -> None:
    """Rule: a repository's other names become its slug on the way in: proposal, anchor, amendment, question."""
    (tmp_path / "config.yaml").write_text(ALIASES)
    memory = opened(directory=tmp_path, FIRM_MEMORY_CONFIG=str(tmp_path / "config.yaml"), FIRM_MEMORY_REPO="OMS")
    slug = MemoryScope(repos=("quant/oms",))
    assert (memory.standpoint.repo, memory.standpoint.domains) == ("quant/oms", ("execution",))
    candidate = proposed(memory, scope=MemoryScope(repos=("oms",)), anchors=[Anchor(repo="oms", path="a.py")])
    [record] = memory.approvals.pending()
    assert record.memory.scope == slug
    assert record.memory.provenance.anchors[0].repo == "quant/oms"
    amended = memory.approvals.approve(
        candidate, approver="lead", amendment=Amendment(scope=MemoryScope(repos=("oms", "gateway")))
    )
    assert amended.memory.scope == MemoryScope(repos=("gateway", "quant/oms"))
    assert len(memory.search("integer ticks", repo="oms")) == 1
    assert memory.get(candidate, repo="oms").record is not None


def test_a_repository_that_is_asked_for_brings_its_own_domains(opened: Opening, tmp_path: Path) -> None:
    """Rule: `repo` alone asks with the domains configured for it, never with the caller's."""
    (tmp_path / "config.yaml").write_text(ALIASES)
    memory = opened(
        directory=tmp_path,
        FIRM_MEMORY_CONFIG=str(tmp_path / "config.yaml"),
        FIRM_MEMORY_REPO="ledger",
        FIRM_MEMORY_DOMAINS="accounting",
    )
    assert memory.standpoint.asked("oms") == MemoryScope(firm=True, repos=("quant/oms",), domains=("execution",))
    assert memory.standpoint.asked("oms", []) == MemoryScope(firm=True, repos=("quant/oms",))
    assert memory.standpoint.asked() == MemoryScope(firm=True, repos=("ledger",), domains=("accounting",))
