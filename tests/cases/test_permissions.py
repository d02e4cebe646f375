"""Roles that may do little: what they may do works, and what they lack is named."""

from __future__ import annotations

from pathlib import Path

import pytest
from psycopg.conninfo import make_conninfo

from firm_memory import MemoryStatus, Mode
from firm_memory.domain.errors import StoreReadOnly
from firm_memory.features.firm import Firm
from tests.cases.databases import asked, no_ddl, role
from tests.cases.firms import OMS, ON_POSTGRES, contents, environment_of, opened
from tests.cases.models import Model

DEFINING = ("GRANT CREATE ON SCHEMA public TO {role}", "GRANT CREATE ON DATABASE {database} TO {role}")
LOTS = "Odd lots are netted."


def _works(firm: Firm) -> None:
    """Proposed, approved, recalled with vectors, corrected."""
    candidate = firm.approved(LOTS, OMS)
    hits = firm.at("oms").search("odd lots netted")
    assert (contents(hits), hits.mode) == ([LOTS], Mode.HYBRID)
    firm.at("oms").correct(candidate, reason="No longer.")
    assert firm.memory(candidate).status is MemoryStatus.DISPUTED
    firm.close()


def test_bug_permissions_01_no_right_to_create_the_extension(postgres_dsn: str, tmp_path: Path) -> None:
    """Where the extension is there already, nobody tries to create it."""
    assert asked(postgres_dsn, "SELECT count(*) FROM pg_extension WHERE extname = 'vector'") == [(1,)]
    with role(postgres_dsn, *DEFINING) as dsn, no_ddl(postgres_dsn, "CREATE EXTENSION"):
        _works(Firm(environment_of(ON_POSTGRES, tmp_path, lambda: dsn), Model("mini", 3)))


@pytest.mark.parametrize("search_path", ["firm", "public, ext", ""])
def test_bug_permissions_03_extension_lives_in_another_schema(
    search_path: str, postgres_dsn: str, tmp_path: Path
) -> None:
    """Types and operators are named with their schema, so it makes no difference what the search path holds."""
    asked(
        postgres_dsn,
        "DROP EXTENSION vector",
        "CREATE SCHEMA ext",
        "CREATE SCHEMA firm",
        "CREATE EXTENSION vector SCHEMA ext",
    )
    with role(postgres_dsn, *DEFINING, "GRANT USAGE ON SCHEMA ext, firm TO {role}") as dsn:
        path = search_path.replace(" ", "") or '""'
        apart = make_conninfo(dsn, options=f"-c search_path={path}")
        _works(Firm(environment_of(ON_POSTGRES, tmp_path, lambda: apart), Model("mini", 3)))


def test_bug_permissions_05_read_only_reader_role(postgres_firm: Firm, postgres_dsn: str, tmp_path: Path) -> None:
    """A role with SELECT alone recalls, and proposes into files; its approval names the right it lacks. No DDL."""
    postgres_firm.approved(LOTS, OMS)
    waiting = postgres_firm.propose("Even lots are not.", OMS)
    reading = (
        "GRANT USAGE ON SCHEMA firm_memory TO {role}",
        "GRANT SELECT ON ALL TABLES IN SCHEMA firm_memory TO {role}",
        "GRANT SELECT ON mem0_firm TO {role}",
    )
    with role(postgres_dsn, *reading) as dsn, no_ddl(postgres_dsn):
        environment = {**postgres_firm.environment, "FIRM_MEM0_PG_DSN": dsn}
        with opened(environment, tmp_path) as memory:
            assert contents(memory.search("odd lots", repo="oms")) == [LOTS]
            with pytest.raises(StoreReadOnly, match=r"lacks .*\(42501\)"):
                memory.approvals.approve(waiting, approver="lead")
            assert [record.status for record in memory.approvals.pending()] == [MemoryStatus.PROPOSED]
        environment |= {"FIRM_MEMORY_CANDIDATES_PATH": str(tmp_path / "records")}
        with opened(environment, tmp_path) as memory:
            assert contents(memory.search("odd lots", repo="oms")) == [LOTS]
            proposal = memory.propose("Lots are even.", type="bug_fixes", scope=OMS, reference="mr-1")
            assert proposal.candidate_id
            with pytest.raises(StoreReadOnly, match="may not write"):
                memory.approvals.approve(proposal.candidate_id, approver="lead")
            assert [record.status for record in memory.approvals.pending()] == [MemoryStatus.PROPOSED]
