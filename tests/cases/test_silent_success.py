"""Success means stored; everything less is said."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from psycopg.conninfo import make_conninfo
from typer.testing import CliRunner

from firm_memory import MemoryStatus, MemoryType
from firm_memory.domain.errors import StoreReadOnly, WriteFailed
from firm_memory.entrypoints.cli.app import app
from firm_memory.features.firm import Firm
from tests.cases.firms import OMS, contents, opened
from tests.cases.notation import given
from tests.mcp.conversation import Conversation, text_of


def test_bug_silent_success_01_success_only_after_durable_storage(firm: Firm) -> None:
    """What the store accepts is read back; where it is not there, the approval raises, and is finished later.

    The specification differs in one point: the approval is recorded by then, so the candidate is listed as approving.
    """
    candidate = firm.propose("Odd lots are netted.", OMS)
    firm.store.mode = "drops"
    with pytest.raises(WriteFailed, match="not stored yet"):
        firm.desk.approve(candidate, approver="lead")
    assert [record.status for record in firm.desk.pending()] == [MemoryStatus.APPROVING]
    firm.store.mode = "up"
    assert firm.desk.approve(candidate, approver="lead").status is MemoryStatus.ACTIVE
    assert contents(firm.at("oms").search("odd lots")) == ["Odd lots are netted."]


def test_bug_silent_success_03_degraded_mode_is_visible(
    postgres_firm: Firm, postgres_dsn: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A store that only reads refuses every write with that reason, and `doctor` does not call it healthy."""
    monkeypatch.chdir(tmp_path)
    postgres_firm.approved("Odd lots are netted.", OMS)
    candidate = postgres_firm.propose("Even lots are not.", OMS)
    read_only = make_conninfo(postgres_dsn, options="-c default_transaction_read_only=on")
    environment = {**postgres_firm.environment, "FIRM_MEM0_PG_DSN": read_only}
    with opened(environment, tmp_path) as memory:
        assert contents(memory.search("odd lots", repo="oms")) == ["Odd lots are netted."]
        with pytest.raises(StoreReadOnly, match="read-only"):
            memory.propose("Another.", type=MemoryType.BUG_FIX, scope=OMS, reference="mr-1")
        with pytest.raises(StoreReadOnly, match="read-only"):
            memory.approvals.approve(candidate, approver="lead")
    for settings, healthy in ((environment, False), (postgres_firm.environment, True)):
        ran = CliRunner().invoke(app, ["doctor", "--json"], env=settings)
        told = json.loads(ran.stdout)
        store = next(finding for finding in told["findings"] if finding["check"] == "store")
        assert (store["state"] == "good", ran.exit_code == 0) == (healthy, told["healthy"])
        assert ("read-only" in store["says"]) is not healthy


def test_bug_silent_success_05_error_text_to_the_agent_has_no_internals(tried: Conversation) -> None:
    """Of a provider's error an agent and a log learn the class and the place, never the words."""
    secret = given("bug-silent-success-05")["provider_error"]
    read = tried.called("memory_search", query="orders")
    written = tried.called("memory_note", task="mr-1", content="A note.")
    assert (read["isError"], read["structuredContent"]["reason"]) == (False, "unavailable")
    assert written["isError"]
    assert "RuntimeError" in text_of(written)
    said = tried.errors_with("the store failed unexpectedly") + b"".join(tried.lines).decode()
    for part in ("pw-77", secret, "postgresql://", "Traceback"):
        assert part not in said
