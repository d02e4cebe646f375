"""Behind PgBouncer in transaction mode every transaction may meet another backend: no session state matters."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psycopg
import pytest

from firm_memory import MemoryType
from tests.cases.firms import OMS, ON_POSTGRES, contents, environment_of, opened
from tests.cases.notation import given
from tests.cases.pooler import PROGRAM, pooled

LOTS = "Odd lots are netted."


def test_bug_pgbouncer_01_transaction_pooling(postgres_dsn: str, tmp_path: Path) -> None:
    """Rule: migrations, a proposal, its approval and 20 searches at once work through it, each with the same answer.

    The switch is on from the start: no statement is prepared on the server (`prepare_threshold` None).
    """
    if PROGRAM is None:
        pytest.skip("no pgbouncer is installed")
    searches = given("bug-pgbouncer-01")["searches"]
    with pooled(postgres_dsn) as through:
        environment = {**environment_of(ON_POSTGRES, tmp_path, lambda: through), "FIRM_MEMORY_TIMEOUT_SECONDS": "30"}
        with opened(environment, tmp_path) as memory:
            proposal = memory.propose(LOTS, type=MemoryType.BUG_FIX, scope=OMS, reference="mr-1")
            memory.approvals.approve(proposal.candidate_id, approver="lead")
            with ThreadPoolExecutor(8) as threads:
                hits = list(threads.map(lambda _: memory.search("odd lots netted", repo="oms"), range(searches)))
            assert [(each.reason, contents(each)) for each in hits] == [(None, [LOTS])] * searches
        with psycopg.connect(postgres_dsn, autocommit=True) as connection:
            assert connection.execute("SELECT count(*) FROM firm_memory.ledger").fetchone() == (2,)
            assert connection.execute("SELECT count(*) FROM pg_prepared_statements").fetchone() == (0,)
