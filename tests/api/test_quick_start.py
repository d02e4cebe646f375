"""The quick start, as it was published and as the README has it, run as a script in a real checkout."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import uuid
from pathlib import Path

import psycopg

ROOT = Path(__file__).parents[2]

# As the first description of the product published it; only the import line is our own.
CONTENT = "OMS rejects orders after 15:20 because the exchange closes its netting window at 15:30."
PUBLISHED = f"""
from firm_memory import FirmMemory, MemoryScope, MemoryType

memory = FirmMemory.from_env()

hits = memory.search("why does OMS reject orders after 15:20")
for hit in hits:
    print(hit.id, hit.content, hit.provenance.reference)

proposal = memory.propose(
    "{CONTENT}",
    type=MemoryType.BUSINESS_RULE,
    scope=MemoryScope(domains=("execution",), repos=("oms", "gateway")),
    reference="mr-4821",
)
print(proposal.accepted, proposal.candidate_id, proposal.decision.reason)

memory.approvals.approve(proposal.candidate_id, approver="lead@example.test")
"""


def readme() -> str:
    """The README's Python block."""
    found = re.search(r"```python\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    assert found
    return found[1]


def run(script: str, checkout: Path, dsn: str, home: Path) -> list[str]:
    """Run the script in the checkout with the published exports; what it prints."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(("FIRM_", "XDG_", "PG"))}
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", script],
        cwd=checkout,
        env={
            **inherited,
            "HOME": str(home),
            "FIRM_MEM0_PG_DSN": dsn,
            "FIRM_MEMORY_DOMAINS": "execution,mcx",
            "FIRM_MEMORY_CANDIDATES_PATH": ".firm-memory/candidates.json",
        },
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_the_quick_start_runs_literally(checkout: Path, postgres_dsn: str, tmp_path: Path) -> None:
    """Rule: the published lines run as they stand: search, propose, approve; the next run recalls what was approved.

    The records stand beside the named candidates file, the memory in mem0's collection, once.
    """
    [first] = run(PUBLISHED, checkout, postgres_dsn, tmp_path)
    accepted, candidate, reason = first.split(" ", 2)
    assert accepted == "True"
    assert "person" in reason
    loaded = PUBLISHED.replace("hits =", "memory.warm()\nhits =")  # else the first search may be warming up
    hit, again = run(loaded, checkout, postgres_dsn, tmp_path)
    assert again.split(" ", 2)[:2] == ["True", candidate]
    assert hit == f"{candidate} {CONTENT} mr-4821"
    assert sorted(each.name for each in (checkout / ".firm-memory").iterdir()) == ["candidates.journal.jsonl"]
    with psycopg.connect(postgres_dsn) as connection:
        assert connection.execute("SELECT id, payload ->> 'user_id' FROM mem0_firm").fetchall() == [
            (uuid.UUID(candidate), "firm")
        ]


def test_the_readme_runs_literally(checkout: Path, postgres_dsn: str, tmp_path: Path) -> None:
    """Rule: the README's Python block is a program that runs, and finds in the end what it stored."""
    proposed, *found = run(readme(), checkout, postgres_dsn, tmp_path)
    accepted, candidate, _ = proposed.split(" ", 2)
    assert accepted == "True"
    assert [line.split()[0] for line in found] == [candidate]
