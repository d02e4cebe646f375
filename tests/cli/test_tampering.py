"""Whoever rewrites history is found out: `ledger verify` names the entry, in files and in Postgres."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import psycopg
import pytest

from tests.cli.desk import Desk

FACTS: Final = 4
Lines = list[dict[str, Any]]


def _text(lines: Lines) -> None:
    next(iter(lines[1]["texts"].values()))["text"] = "Other words."


def _swapped(lines: Lines) -> None:
    lines[1], lines[2] = lines[2], lines[1]


def _numbered_on(lines: Lines) -> None:
    del lines[1]
    for seq, line in enumerate(lines, 1):
        line["seq"] = seq


IN_FILES: Final[dict[str, Callable[[Lines], None]]] = {
    "body": lambda lines: lines[1].update(body=lines[1]["body"].replace("cli", "mcp")),
    "hash": lambda lines: lines[1].update(hash="f" * 64),
    "text": _text,
    "gap": lambda lines: lines.remove(lines[1]),
    "gap closed": _numbered_on,
    "swapped": _swapped,
}
IN_POSTGRES: Final = {
    "body": "UPDATE firm_memory.ledger SET body = replace(body, 'cli', 'mcp') WHERE seq = 2",
    "hash": "UPDATE firm_memory.ledger SET hash = repeat('f', 64) WHERE seq = 2",
    "text": "UPDATE firm_memory.ledger_text SET text = 'Other words.' WHERE seq = 2",
    "text gone": "DELETE FROM firm_memory.ledger_text WHERE seq = 2",
    "gap": "DELETE FROM firm_memory.ledger WHERE seq = 2",
    "gap closed": "DELETE FROM firm_memory.ledger WHERE seq = 2;"
    "UPDATE firm_memory.ledger SET seq = seq - 1 WHERE seq > 2",
    "swapped": "UPDATE firm_memory.ledger SET seq = -seq WHERE seq IN (2, 3);"
    "UPDATE firm_memory.ledger SET seq = 5 + seq WHERE seq < 0",
}


def told(desk: Desk) -> str:
    """A few entries, and the head that somebody keeps elsewhere."""
    for number in range(FACTS):
        desk.propose(f"Lot {number} is odd.")
    return desk.run("ledger", "head").out.strip()


@pytest.mark.parametrize("tampering", IN_FILES)
def test_an_edited_journal_is_found_out(desk: Desk, tampering: str) -> None:
    """Rule: a changed body, hash or text, a gap and swapped entries: reading stops, naming the entry's place."""
    told(desk)
    journal = Path(desk.environment["FIRM_MEMORY_HOME"]) / "records" / "journal.jsonl"
    lines = [json.loads(line) for line in journal.read_text().splitlines()]
    IN_FILES[tampering](lines)
    written = [json.dumps(line, ensure_ascii=False, separators=(",", ":"), sort_keys=True) for line in lines]
    journal.write_text("".join(f"{line}\n" for line in written))
    done = desk.run("ledger", "verify")
    assert done.code == 3
    assert "where entry 2 belongs" in done.err


@pytest.mark.parametrize("tampering", IN_POSTGRES)
def test_an_edited_database_is_found_out(desk: Desk, postgres_dsn: str, tampering: str) -> None:
    """Rule: the same of whoever may switch the database's own guards off: the chain names the entry."""
    desk = desk.with_(FIRM_MEMORY_CANDIDATES_PATH=postgres_dsn)
    told(desk)
    with psycopg.connect(postgres_dsn, autocommit=True) as connection:
        connection.execute("SET session_replication_role = replica")
        for table in ("ledger", "ledger_text", "record"):
            connection.execute(f"ALTER TABLE firm_memory.{table} DISABLE TRIGGER ALL".encode())
        connection.execute("ALTER TABLE firm_memory.ledger DROP CONSTRAINT ledger_seq_check")
        connection.execute(IN_POSTGRES[tampering].encode())
    done = desk.run("ledger", "verify", "--json")
    assert (done.code, done.json["bad_seq"]) == (1, 2)


@pytest.mark.parametrize("place", ["files", "postgres"])
def test_a_removed_end_is_noticed_with_a_head(desk: Desk, request: pytest.FixtureRequest, place: str) -> None:
    """Rule: a chain without its last entries holds in itself; who kept its head learns that they are gone."""
    journal = Path(desk.environment["FIRM_MEMORY_HOME"]) / "records" / "journal.jsonl"
    dsn = request.getfixturevalue("postgres_dsn") if place == "postgres" else ""
    if dsn:
        desk = desk.with_(FIRM_MEMORY_CANDIDATES_PATH=dsn)
    head = told(desk)
    assert desk.run("ledger", "verify", "--head", head).code == 0
    if not dsn:
        journal.write_bytes(b"".join(journal.read_bytes().splitlines(keepends=True)[:-1]))
    else:
        with psycopg.connect(dsn, autocommit=True) as connection:
            connection.execute("ALTER TABLE firm_memory.ledger DISABLE TRIGGER ALL")
            connection.execute("ALTER TABLE firm_memory.ledger_text DISABLE TRIGGER ALL")
            connection.execute("DELETE FROM firm_memory.record WHERE last_seq = %s", (FACTS,))
            connection.execute("DELETE FROM firm_memory.ledger_text WHERE seq = %s", (FACTS,))
            connection.execute("DELETE FROM firm_memory.ledger WHERE seq = %s", (FACTS,))
    assert desk.run("ledger", "verify").code == 0
    done = desk.run("ledger", "verify", "--head", head)
    assert (done.code, f"ends at entry {FACTS - 1}" in done.out) == (1, True)
