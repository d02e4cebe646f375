"""What an opened memory holds, and that it gives all of it back."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import psycopg

from firm_memory import MemoryScope, Mode
from tests.api.conftest import Opening

SESSIONS = """
SELECT count(*) FROM pg_stat_activity
WHERE datname = current_database() AND application_name = 'firm-memory' AND pid <> pg_backend_pid()
"""


def sessions(dsn: str) -> int:
    """How many sessions of ours the database holds."""
    with psycopg.connect(dsn, autocommit=True) as connection:
        return int(next(connection.execute(SESSIONS))[0])


def test_closing_gives_back_every_connection(opened: Opening, postgres_dsn: str) -> None:
    """Rule: after `close` no session of ours is left on the server, and no thread of ours in the process."""
    before = threading.active_count()
    memory = opened(FIRM_MEMORY_PROVIDER="mem0", FIRM_MEM0_PG_DSN=postgres_dsn)
    memory.warm()
    fact = "Odd lots go through the netting queue."
    proposal = memory.propose(fact, type="terminology", scope=MemoryScope(firm=True), reference="mr-1")
    memory.approvals.approve(proposal.candidate_id, approver="lead")
    with ThreadPoolExecutor(8) as threads:
        answers = list(threads.map(memory.search, ["odd lots"] * 16))
    assert {(hits.mode, len(hits)) for hits in answers} == {(Mode.LEXICAL, 1)}
    assert sessions(postgres_dsn) > 0
    memory.close()
    memory.close()
    until = threading.Event()
    for _ in range(600):  # a session ends a moment after its socket is closed
        if sessions(postgres_dsn) == 0 and threading.active_count() <= before:
            break
        until.wait(0.1)
    assert (sessions(postgres_dsn), threading.active_count()) == (0, before)
