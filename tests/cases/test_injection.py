"""Words of a caller stay data: they become no key, no SQL and no path."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from firm_memory import MemoryScope, MemoryType
from firm_memory.domain.errors import InvalidId, InvalidScope
from firm_memory.entrypoints.cli.app import app
from firm_memory.features.firm import Firm
from tests.cases.firms import IN_PROCESS, OMS, contents, environment_of, opened
from tests.cases.notation import given
from tests.mcp.conversation import Conversation, text_of


def _journal(environment: dict[str, str]) -> bytes:
    return Path(environment["FIRM_MEMORY_HOME"], "records", "journal.jsonl").read_bytes()


def test_bug_injection_01_quote_in_a_metadata_key(settled: Conversation) -> None:
    """A key that a caller makes up is refused by name, as an argument and within a scope."""
    case = given("bug-injection-01")
    refused = settled.called("memory_search", query="orders", **{case["filter_key"]: case["filter_value"]})
    assert refused["isError"]
    assert "unknown argument" in text_of(refused)
    statement = {"content": "A fact.", "type": "bug_fixes", "reference": "mr-1"}
    refused = settled.called("memory_propose", **statement, scope={case["filter_key"]: [case["filter_value"]]})
    assert refused["isError"]
    assert "is not an axis of scope" in text_of(refused)
    with pytest.raises(InvalidScope, match="is not an axis of scope"):
        MemoryScope.from_mapping({case["filter_key"]: [case["filter_value"]]})


def test_bug_injection_01_quotes_in_a_value_stay_in_the_value(firm: Firm) -> None:
    """A domain, a repository or a task that looks like SQL is the name of nothing, on every adapter."""
    firm.approved("Odd lots go through the netting queue.", OMS)
    words = given("bug-injection-01")["filter_key"]
    memory = firm.at("gateway")
    assert contents(memory.search("odd lots", domains=[words])) == []
    assert contents(memory.search("odd lots", repo=words)) == []
    assert contents(memory.search("odd lots", task=words)) == []
    assert contents(memory.search(words)) == []
    assert contents(firm.at("oms").search("odd lots")) == ["Odd lots go through the netting queue."]


def test_bug_injection_03_apostrophe_in_ordinary_data(firm: Firm) -> None:
    """An apostrophe in a text or a reference is a letter like any other."""
    case = given("bug-injection-03")
    firm.approved(case["content"], MemoryScope(domains=("o'hara",)), reference=case["reference"])
    [hit] = firm.at("oms").search("desk's cut-off", domains=["o'hara"])
    assert (hit.content, hit.provenance.reference) == (case["content"], case["reference"])


def test_bug_injection_05_metadata_that_collides_with_reserved_fields(
    settled: Conversation, settled_environment: dict[str, str]
) -> None:
    """There is no free metadata: it is refused by name, and nothing is queued."""
    before = _journal(settled_environment)
    args = given("bug-injection-05")["args"]
    for forged in ({"metadata": args["metadata"]}, args["metadata"]):
        refused = settled.called("memory_propose", content="x", type="bug_fixes", reference="mr-1", **forged)
        assert refused["isError"]
        assert all(name in text_of(refused) for name in forged)
        assert refused["structuredContent"]["accepted"] is False
    assert _journal(settled_environment) == before


@pytest.mark.parametrize("written", given("bug-injection-07")["ids"])
def test_bug_injection_07_path_in_a_candidate_id(
    written: str, settled: Conversation, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An id is a UUID on every surface; anything else is refused, and no file is looked at.

    `export`, whose file name the case speaks of as well, comes with a later part.
    """
    monkeypatch.chdir(tmp_path)
    environment = environment_of(IN_PROCESS, tmp_path / "home", str)
    environment |= {"FIRM_MEMORY_CANDIDATES_PATH": str(tmp_path), "FIRM_MEMORY_UNATTENDED_APPROVAL": "on"}
    with opened(environment, tmp_path) as memory:
        proposal = memory.propose("A fact.", type=MemoryType.BUG_FIX, scope=OMS, reference="mr-1")
        assert proposal.accepted
        before = _files(tmp_path)
        attempts: list[Any] = [
            lambda: memory.get(written),
            lambda: memory.correct(written, reason="wrong"),
            lambda: memory.approvals.approve(written, approver="lead"),
            lambda: memory.approvals.reject(written, approver="lead", reason="no"),
        ]
        for attempt in attempts:
            with pytest.raises(InvalidId):
                attempt()
    for command in ("get", "approve"):
        ran = CliRunner().invoke(app, [command, "--json", "--", written], env=environment)
        assert (ran.exit_code, "is no memory id" in ran.stderr) == (2, True)
    refused = settled.called("memory_get", id=written)
    assert refused["isError"]
    assert "id: " in text_of(refused)
    assert _files(tmp_path) == before


def _files(place: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in place.rglob("*") if path.is_file()}
