"""What is broken shows in what reads say and writes raise; opening never raises."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import attrs
import pytest

from firm_memory import FirmMemory, Mode, Reason
from firm_memory.adapters.onnx import minilm
from firm_memory.domain.errors import (
    ConfigurationError,
    FirmMemoryError,
    RecordsUnavailable,
    StoreUnavailable,
    WriteFailed,
)
from firm_memory.entrypoints import standpoint
from tests.api.conftest import Opening
from tests.api.facts import ABSENT, FACT

NOWHERE = "host=/nonexistent dbname=firm user=mem0"
WRITES: dict[str, Callable[[FirmMemory], object]] = {
    "propose": lambda memory: memory.propose(**FACT),  # type: ignore[arg-type]  # a table of keywords
    "approve": lambda memory: memory.approvals.approve(ABSENT, approver="lead"),
    "correct": lambda memory: memory.correct(ABSENT, reason="wrong"),
    "note": lambda memory: memory.for_task("mr-1").note("A finding."),
    "pending": lambda memory: memory.approvals.pending(),
}
BROKEN = {
    "limit": ({"FIRM_MEMORY_LIMIT": "many"}, "FIRM_MEMORY_LIMIT is 'many'"),
    "timeout": ({"FIRM_MEMORY_TIMEOUT_SECONDS": "0"}, "FIRM_MEMORY_TIMEOUT_SECONDS is '0'"),
    "empty dsn": ({"FIRM_MEM0_PG_DSN": ""}, "FIRM_MEM0_PG_DSN required"),
    "no dsn": ({"FIRM_MEMORY_PROVIDER": "mem0"}, "FIRM_MEM0_PG_DSN required"),
    "malformed dsn": ({"FIRM_MEM0_PG_DSN": "svc:hunter-two@db/x"}, "FIRM_MEM0_PG_DSN (***)"),
    "provider": ({"FIRM_MEMORY_PROVIDER": "memo"}, "FIRM_MEMORY_PROVIDER is 'memo', which is not installed"),
    "principal": ({"FIRM_MEMORY_PRINCIPAL": "a\nb"}, "FIRM_MEMORY_PRINCIPAL"),
    "home": ({"FIRM_MEMORY_HOME": "~nobody-of-that-name"}, "FIRM_MEMORY_HOME"),
    "config": ({"FIRM_MEMORY_CONFIG": "/nonexistent/config.yaml"}, "FIRM_MEMORY_CONFIG"),
    "domains": ({"FIRM_MEMORY_DOMAINS": ",".join(map(str, range(65)))}, "FIRM_MEMORY_DOMAINS"),
}


@pytest.mark.parametrize("broken", BROKEN)
def test_a_broken_configuration_reads_empty_and_explains_itself_to_writes(opened: Opening, broken: str) -> None:
    """Rule: opening never raises; reads are empty, labelled `config`; every write raises with that one message."""
    variables, message = BROKEN[broken]
    memory = opened(**variables)
    hits = memory.search("why does OMS reject orders after 15:20")
    assert (len(hits), hits.mode, hits.degraded, hits.reason) == (0, Mode.NONE, True, Reason.CONFIG)
    assert memory.get(ABSENT).label.reason is Reason.CONFIG
    assert memory.for_task("mr-1").timeline().label.reason is Reason.CONFIG
    for write in WRITES.values():
        with pytest.raises(ConfigurationError) as raised:
            write(memory)
        assert message in str(raised.value)
        assert "hunter" not in str(raised.value)


@pytest.mark.parametrize("write", WRITES)
def test_an_outage_reads_empty_and_raises_on_writes(opened: Opening, write: str) -> None:
    """Rule: an unreachable store reads as `unavailable`, never as "no match"; writes raise."""
    memory = opened(FIRM_MEMORY_PROVIDER="mem0", FIRM_MEM0_PG_DSN=NOWHERE)
    memory.warm()
    assert memory.search("netting").reason is Reason.UNAVAILABLE
    with pytest.raises(WriteFailed):
        WRITES[write](memory)


def test_records_in_conninfo_form_go_to_the_database_and_not_to_a_folder_of_that_name(
    opened: Opening, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rule: a DSN of either form is a DSN; nothing of it ever becomes a path on disk."""
    monkeypatch.chdir(tmp_path)
    memory = opened(FIRM_MEMORY_PROVIDER="mem0", FIRM_MEM0_PG_DSN=NOWHERE)
    with pytest.raises(RecordsUnavailable):
        memory.approvals.pending()
    assert not [each for each in tmp_path.rglob("*") if "dbname" in each.name]


def test_a_missing_model_leaves_recall_by_words(opened: Opening) -> None:
    """Rule: an embedder that cannot be had degrades recall to words, labelled; what needs it to write raises."""
    memory = opened(FIRM_MEMORY_EMBEDDER="missing")
    hits = memory.search("integer ticks")
    assert (hits.degraded, hits.reason) == (True, Reason.CONFIG)
    candidate = memory.propose(**FACT)  # type: ignore[arg-type]  # a table of keywords
    with pytest.raises(ConfigurationError, match="FIRM_MEMORY_EMBEDDER is 'missing', which is not installed"):
        memory.approvals.approve(candidate.candidate_id, approver="lead")


def test_a_model_without_its_weights_is_no_matter_of_time(opened: Opening, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rule: whoever warmed up is never told to wait for a model that cannot be had; the label says `config` at once."""
    monkeypatch.setattr(minilm, "WEIGHTS", attrs.evolve(minilm.WEIGHTS, sha256="0" * 64))
    memory = opened(FIRM_MEMORY_EMBEDDER="minilm")
    memory.warm()
    assert memory.search("integer ticks").reason is Reason.CONFIG


def test_the_working_directory_may_be_gone(environment: dict[str, str], tmp_path: Path) -> None:
    """Rule: a process whose directory was removed opens the memory all the same, outside any repository."""
    gone = tmp_path / "gone"
    script = (
        "import os, sys; os.mkdir(sys.argv[1]); os.chdir(sys.argv[1]); os.rmdir(sys.argv[1])\n"
        "from firm_memory import FirmMemory\n"
        "memory = FirmMemory.from_env(); print(memory.standpoint.repo, memory.search('netting').reason)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, str(gone)], env=environment, capture_output=True, text=True, check=False
    )
    assert done.stdout == "None Reason.EMPTY_STORE\n", done.stderr


def test_too_many_domains_together_leave_out_those_of_the_checkout(opened: Opening, checkout: Path) -> None:
    """Rule: a checkout cannot make every search fail by naming more domains than a scope may hold; a notice says so."""
    (checkout / ".firm-memory.toml").write_text(f"domains = {[f'd{number}' for number in range(60)]}\n")
    memory = opened(FIRM_MEMORY_DOMAINS="execution,mcx,a,b,c,e,f,g")
    assert memory.standpoint.domains == ("execution", "mcx", "a", "b", "c", "e", "f", "g")
    assert "left out" in memory.standpoint.notices[0]
    assert memory.search("netting").reason is Reason.EMPTY_STORE


def test_an_unknown_variable_is_logged_once(opened: Opening, caplog: pytest.LogCaptureFixture) -> None:
    """Rule: an unknown name of ours warns once a process, with the nearest known one; its value is not shown."""
    with caplog.at_level(logging.WARNING):
        for _ in range(2):
            opened(FIRM_MEMORY_TIMEOUT_SECOND="hunter-two")
    assert caplog.messages == ["unknown variable FIRM_MEMORY_TIMEOUT_SECOND; did you mean FIRM_MEMORY_TIMEOUT_SECONDS?"]


def test_who_acts_is_the_account_and_not_what_a_variable_says(opened: Opening, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rule: the principal is FIRM_MEMORY_PRINCIPAL, else the system's account, by number if it has no name."""
    for variable in ("LOGNAME", "USER", "USERNAME"):
        monkeypatch.setenv(variable, "somebody-else")
    assert opened().caller.name == "mira"
    account = opened(FIRM_MEMORY_PRINCIPAL="").caller.name
    assert account == standpoint.operating_system_user() != "somebody-else"
    monkeypatch.setattr(os, "getuid", lambda: 3_999_999_999)  # a container's uid that passwd does not know
    assert standpoint.operating_system_user() == "uid-3999999999"


def test_a_closed_memory_opens_nothing_more(opened: Opening) -> None:
    """Rule: closing is final and idempotent; a part that was never built is not built afterwards."""
    memory = opened()
    memory.close()
    memory.close()
    assert memory.search("netting").reason is Reason.UNAVAILABLE
    with pytest.raises(StoreUnavailable, match="closed"):
        memory.propose(**FACT)  # type: ignore[arg-type]  # a table of keywords
    with pytest.raises(FirmMemoryError, match="closed"):
        memory.container.postgres()("embedded")
