"""The command `import --from remember`: a person agrees, and the former memories wait as candidates."""

from __future__ import annotations

from collections.abc import Iterator

import psycopg
import pytest

from firm_memory.features.remember_database import RememberedFirm
from tests.cli.desk import Desk

LOTS = "Odd lots are netted before the close."


@pytest.fixture
def remembered(postgres_dsn: str) -> Iterator[RememberedFirm]:
    """A REMEMBER database, still empty."""
    with psycopg.connect(postgres_dsn, autocommit=True) as connection:
        yield RememberedFirm(connection)


def test_former_memories_wait_as_candidates(decided: Desk, remembered: RememberedFirm, postgres_dsn: str) -> None:
    """Part 7: the driver's name in the DSN is understood; memories wait under their ids, with their past."""
    memory = remembered.memory(LOTS, "anna")
    remembered.said(memory, "tomas")
    remembered.read(memory, "tomas")
    dsn = postgres_dsn.replace("postgresql://", "postgresql+asyncpg://")
    done = decided.run("import", dsn, "--from", "remember", "--firm", "--json")
    assert (done.code, [each["id"] for each in done.json["accepted"]]) == (0, [str(memory)])
    assert (done.json["events"], done.json["reads"]) == (1, 1)
    [waiting] = decided.run("pending", "--json").json["pending"]
    assert waiting["memory"]["id"] == str(memory)
    again = decided.run("import", dsn, "--from", "remember", "--firm")
    assert "0 accepted (0 flagged), 1 known already, 0 refused." in again.out
    assert "With their past: 0 events, 0 reads." in again.out


def test_archived_ones_and_types_are_chosen(decided: Desk, remembered: RememberedFirm, postgres_dsn: str) -> None:
    """Part 7: the table of types is configurable; what is archived there is listed, or proposed when asked for."""
    memory = remembered.memory(LOTS, status="archived")
    words = ("import", postgres_dsn, "--from", "remember", "--firm")
    left = decided.run(*words, "--dry-run")
    assert (left.code, f"left out remember:{memory}" in left.out) == (0, True)
    done = decided.run(*words, "--archived", "--map", "project", "--json")
    assert (done.code, "NAME=TYPE" in done.err) == (2, True)
    assert decided.run(*words, "--archived", "--map", "project=bug_fixes").code == 0
    [waiting] = decided.run("pending", "--json").json["pending"]
    assert waiting["memory"]["type"] == "bug_fixes"


def test_it_needs_a_person(desk: Desk, remembered: RememberedFirm, postgres_dsn: str) -> None:
    """Consent: it speaks in the names of others, so an agent's shell cannot import it alone."""
    remembered.memory(LOTS)
    done = desk.run("import", postgres_dsn, "--from", "remember", "--firm")
    assert (done.code, "decisions need a person" in done.err) == (1, True)
    assert desk.run("pending", "--json").json["pending"] == []


@pytest.mark.parametrize("dsn", ["postgresql://reader:s3same-0pen@127.0.0.1:1/x", "postgresql://r:s3same-0pen@h@x/y"])
def test_an_error_tells_no_password(decided: Desk, dsn: str) -> None:
    """Security: whatever is wrong with a DSN, its password stays unsaid."""
    done = decided.run("import", dsn, "--from", "remember", "--firm")
    assert done.code in {2, 3}
    assert "s3same" not in done.out + done.err
