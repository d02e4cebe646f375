"""No call to any host but the configured store."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from psycopg.conninfo import make_conninfo

from firm_memory import MemoryType, Reason
from firm_memory.domain.errors import WriteFailed
from firm_memory.features.places import Environment
from tests.adapters.postgres.wire import Wire
from tests.cases.conftest import RECORDING
from tests.cases.firms import OMS, contents, opened
from tests.cases.notation import expected, given
from tests.cases.sealed_wire import Authority, SealedWire

ROOT = Path(__file__).parents[2]


def test_bug_egress_01_no_telemetry_from_mem0(
    server_environment: Callable[..., Environment], postgres_dsn: str, tmp_path: Path
) -> None:
    """Whenever the settings are made and whatever they say, mem0 reports nothing, and a day's work contacts nobody."""
    home, contacts = tmp_path / "home", tmp_path / "contacts"
    home.mkdir()
    wanted = server_environment(tmp_path / "firm", FIRM_MEMORY_PROVIDER="mem0", FIRM_MEM0_PG_DSN=postgres_dsn)
    settings = [f"{name}={value}" for name, value in wanted.items() if name.startswith("FIRM_")]
    bare = {name: value for name, value in wanted.items() if not name.startswith(("FIRM_", "MEM0_"))}
    ran = subprocess.run(
        [sys.executable, "-m", "tests.cases.at_work", "MEM0_TELEMETRY=True", *settings],
        cwd=ROOT,
        env={**bare, "HOME": str(home), "CONTACTS": str(contacts), "PYTHONPATH": str(RECORDING)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    told = json.loads(ran.stdout)
    assert told == {
        "before": "empty_store",
        "after": ["Odd lots are netted."],
        "telemetry": False,
        "home": [],
        "forbidden": True,
    }
    tried = contacts.read_text(encoding="utf-8").splitlines()
    assert len(tried) - 1 == expected("bug-egress-01"), tried  # the last one is the program's own proof


def test_bug_egress_03_proxy_variables_do_not_capture_local_stores(
    postgres_dsn: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Proxies of the environment are for the web: the store on loopback is reached without them.

    Qdrant comes with a later part; the store here is Postgres, over TCP.
    """
    for name, value in given("bug-egress-03")["env"].items():
        monkeypatch.setenv(name, value)
        monkeypatch.setenv(name.lower(), value)
    with closing(Wire(postgres_dsn)) as wire:
        environment = {"FIRM_MEMORY_HOME": str(tmp_path), "FIRM_MEM0_PG_DSN": wire.dsn}
        _works({**environment, "FIRM_MEMORY_EMBEDDER": "lexical", "FIRM_MEMORY_TIMEOUT_SECONDS": "60"}, tmp_path)


def _works(environment: Environment, directory: Path) -> None:
    with opened(environment, directory) as memory:
        proposal = memory.propose("Odd lots are netted.", type=MemoryType.BUG_FIX, scope=OMS, reference="mr-1")
        assert proposal.candidate_id
        memory.approvals.approve(proposal.candidate_id, approver="lead")
        assert contents(memory.search("odd lots", repo="oms")) == ["Odd lots are netted."]


@pytest.mark.parametrize("ca", given("bug-egress-05")["ca"])
def test_bug_egress_05_private_ca_for_the_store(ca: str, postgres_dsn: str, tmp_path: Path) -> None:
    """A store behind a private authority works once the DSN names it; otherwise the certificate is said to be why.

    The case speaks of Qdrant, which comes with a later part; the rule is the same for Postgres.
    """
    authority = Authority.made(tmp_path)
    with closing(SealedWire(postgres_dsn, authority.server)) as wire:
        dsn = make_conninfo(wire.dsn, sslmode="verify-full", sslrootcert=str(authority.certificate))
        environment = {"FIRM_MEMORY_HOME": str(tmp_path), "FIRM_MEM0_PG_DSN": dsn}
        environment |= {"FIRM_MEMORY_EMBEDDER": "lexical", "FIRM_MEMORY_TIMEOUT_SECONDS": "60"}
        if ca == "set":
            _works(environment, tmp_path)
            return
        for root in ("system", str(tmp_path / "nowhere.pem")):
            environment["FIRM_MEM0_PG_DSN"] = make_conninfo(wire.dsn, sslmode="verify-full", sslrootcert=root)
            with opened(environment, tmp_path) as memory:
                assert memory.search("odd lots").reason is Reason.UNAVAILABLE
                metrics = memory.container.metrics()
                assert metrics.value("read_failed", operation="search", reason="unavailable") == 1
                with pytest.raises(WriteFailed, match=r"certificate.*sslrootcert"):
                    memory.propose("Odd lots.", type=MemoryType.BUG_FIX, scope=OMS, reference="mr-1")


def test_bug_egress_05_no_check_of_a_certificate_is_switched_off() -> None:
    """Nothing in the source turns the verification of certificates off."""
    sources = list((ROOT / "src").rglob("*.py"))
    assert len(sources) > 100
    weakened = re.compile(r"verify\s*=\s*False|CERT_NONE|check_hostname\s*=\s*False|_create_unverified_context")
    assert [path.name for path in sources if weakened.search(path.read_text(encoding="utf-8"))] == []
