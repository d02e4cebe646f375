"""Doctor: it names what is wrong, and what mends it; and then the mending works."""

from __future__ import annotations

from pathlib import Path

import psycopg
import pytest

from tests.cli.desk import Desk
from tests.cli.examination import looked

CHECKS = [
    "configuration",
    "home",
    "checkout",
    "embedder",
    "schema",
    "records",
    "access log",
    "agreement",
    "store",
    "ledger",
    "unfinished",
    "trust",
]


def test_a_sound_memory_is_healthy(postgres_desk: Desk) -> None:
    """Rule: on a memory that works every check is told, none is bad, and the exit code is 0."""
    postgres_desk.approved("Odd lots go through the netting queue.")
    done, found = looked(postgres_desk)
    assert [done.code, *found] == [0, *found]
    assert set(found) == {*CHECKS, "rerank"}
    assert {found[check]["state"] for check in CHECKS} == {"good", "odd"}
    assert found["store"]["says"].endswith("filled by the configured model")
    assert found["ledger"]["says"].startswith("2 entries hold")
    assert "owns the schema" in found["schema"]["says"]
    assert "without effect" in found["rerank"]["says"]
    text = postgres_desk.run("doctor").out
    assert "ok    ledger        2 entries hold" in text
    assert "\n          → " in text  # the one role is odd, and has its remedy on a line of its own


BROKEN: dict[str, tuple[dict[str, str], str, str, str]] = {
    "no DSN": ({"FIRM_MEMORY_PROVIDER": "mem0"}, "schema", "FIRM_MEM0_PG_DSN required", "firm-memory up"),
    "empty DSN": ({"FIRM_MEM0_PG_DSN": ""}, "configuration", "it is empty", "correct that setting"),
    "malformed DSN": ({"FIRM_MEM0_PG_DSN": "u:hunter-two@db"}, "configuration", "no Postgres URI", "correct that"),
    "unreachable": (
        {"FIRM_MEMORY_PROVIDER": "mem0", "FIRM_MEM0_PG_DSN": "host=/nonexistent dbname=x password=hunter-two"},
        "schema",
        "cannot be reached",
        "firm-memory up",
    ),
    "limit": ({"FIRM_MEMORY_LIMIT": "0"}, "configuration", "FIRM_MEMORY_LIMIT is '0'", "correct that setting"),
    "provider": ({"FIRM_MEMORY_PROVIDER": "memo"}, "schema", "which is not installed. Use one of", "correct that"),
    "embedder": (
        {"FIRM_MEMORY_EMBEDDER": "minim"},
        "embedder",
        "which is not installed",
        "FIRM_MEMORY_EMBEDDER=lexical",
    ),
    "home": ({"FIRM_MEMORY_HOME": "/dev/null/home"}, "home", "is a file", "set FIRM_MEMORY_HOME"),
    "config file": ({"FIRM_MEMORY_CONFIG": "/nonexistent.yaml"}, "configuration", "which is no file", "correct that"),
}


def test_a_store_that_no_model_can_fill_is_one_fault(desk: Desk) -> None:
    """Rule: one cause is told once: an in-process store that no model could fill disagrees with nothing."""
    desk.approved("Odd lots go through the netting queue.")
    done, found = looked(desk.with_(FIRM_MEMORY_EMBEDDER="onnx:/nowhere"))
    assert (done.code, [check for check in found if found[check]["state"] == "bad"]) == (1, ["embedder"])


@pytest.mark.parametrize("broken", BROKEN)
def test_what_is_broken_is_found_with_what_mends_it(desk: Desk, broken: str) -> None:
    """Rule: each fault is a bad finding of its own check, with the remedy; the exit code is 1."""
    variables, check, says, mend = BROKEN[broken]
    done, found = looked(desk.with_(**variables))
    assert (done.code, found[check]["state"]) == (1, "bad")
    assert says in found[check]["says"]
    assert mend in found[check]["mend"]


def test_what_is_odd_is_told_and_is_no_fault(desk: Desk, tmp_path: Path) -> None:
    """Rule: a misspelt name, a legacy name, no repository and unattended approval are told; the memory works."""
    odd = desk.with_(
        FIRM_MEM0_TOP_K="7",
        FIRM_MEMORY_UNATTENDED_APPROVAL="on",
        FIRM_MEMORY_CANDIDATES_PATH=":memory:",
        FIRM_MEM0_RERANK="off",
    )
    done, found = looked(Desk(place=tmp_path, environment=odd.environment))
    assert (done.code, found["configuration"]["state"]) == (0, "odd")
    assert "FIRM_MEM0_TOP_K is a legacy name" in found["configuration"]["says"]
    assert "no repository here" in found["checkout"]["says"]
    assert "need no terminal" in found["trust"]["says"]
    assert "end with it" in found["records"]["says"]
    assert found["rerank"]["says"] == "off"
    _, found = looked(desk.with_(FIRM_MEMORY_TIMEOUT_SECOND="9"))
    assert "did you mean FIRM_MEMORY_TIMEOUT_SECONDS?" in found["configuration"]["says"]


def test_a_declaration_that_cannot_be_used_is_told(desk: Desk) -> None:
    """Rule: what is ignored of a checkout's file is said, with the file to correct."""
    (desk.place / ".firm-memory.toml").write_text('pg_dsn = "host=evil.example.test"\n')
    _, found = looked(desk)
    assert (found["checkout"]["state"], "'pg_dsn' is ignored" in found["checkout"]["says"]) == ("odd", True)


def test_a_missing_schema_and_an_empty_store_are_odd(postgres_desk: Desk) -> None:
    """Rule: before the first write the schema is missing, which the named command mends."""
    done, found = looked(postgres_desk)
    assert (done.code, found["schema"]["state"], found["schema"]["mend"]) == (0, "odd", "firm-memory migrate")
    assert "empty until the first approval" in found["store"]["says"]
    assert postgres_desk.run("migrate").code == 0
    _, found = looked(postgres_desk)
    assert "up to date" in found["schema"]["says"] or "owns the schema" in found["schema"]["says"]


def test_a_schema_of_another_release_is_bad(postgres_desk: Desk) -> None:
    """Rule: a schema that is older, or newer than this release, is found."""
    assert postgres_desk.run("migrate").code == 0
    with psycopg.connect(postgres_desk.environment["FIRM_MEM0_PG_DSN"], autocommit=True) as connection:
        connection.execute("INSERT INTO firm_memory.migration (version, name, checksum) VALUES (9000, 'later', 'x')")
        done, found = looked(postgres_desk)
        assert (done.code, "newer than this release" in found["schema"]["says"]) == (1, True)
        connection.execute("DELETE FROM firm_memory.migration WHERE version = 9000")
    assert postgres_desk.run("migrate", "--down", "1").code == 0
    done, found = looked(postgres_desk)
    assert (done.code, found["schema"]["mend"]) == (1, "firm-memory migrate")


def test_a_store_of_another_model_is_found_and_both_remedies_work(postgres_desk: Desk) -> None:
    """Rule: a collection filled by another model is bad; the former model, or a reindex, mend it."""
    postgres_desk.approved("Odd lots go through the netting queue.")
    other = postgres_desk.with_(FIRM_MEMORY_EMBEDDER="minilm")
    done, found = looked(other)
    assert (done.code, found["store"]["state"]) == (1, "bad")
    assert "was filled by lexical" in found["store"]["says"]
    assert "FIRM_MEMORY_EMBEDDER=lexical" in found["store"]["mend"]
    assert "firm-memory reindex" in found["store"]["mend"]
    rebuilt = other.with_(FIRM_MEM0_COLLECTION="rebuilt")
    assert rebuilt.run("sync", "--all").code == 0
    assert looked(rebuilt)[1]["store"]["state"] == "good"
    assert looked(postgres_desk)[1]["store"]["state"] == "good"


def test_unfinished_changes_are_found_and_sync_finishes_them(postgres_desk: Desk) -> None:
    """Rule: what is recorded and has not reached the store is bad until sync."""
    postgres_desk.approved("Odd lots go through the netting queue.")
    with psycopg.connect(postgres_desk.environment["FIRM_MEM0_PG_DSN"], autocommit=True) as connection:
        connection.execute("UPDATE firm_memory.store_mark SET marked_at = NULL")
    done, found = looked(postgres_desk)
    assert (done.code, found["unfinished"]["mend"]) == (1, "firm-memory sync")
    assert postgres_desk.run("sync").out == "1 changes finished\n"
    assert looked(postgres_desk)[1]["unfinished"]["state"] == "good"


def test_a_broken_chain_is_found(postgres_desk: Desk) -> None:
    """Rule: an entry that was changed behind the product's back is found and named; only a backup mends it."""
    postgres_desk.approved("Odd lots go through the netting queue.")
    with psycopg.connect(postgres_desk.environment["FIRM_MEM0_PG_DSN"], autocommit=True) as connection:
        connection.execute("ALTER TABLE firm_memory.ledger DISABLE TRIGGER ALL")
        connection.execute("UPDATE firm_memory.ledger SET body = replace(body, 'lead', 'mira') WHERE seq = 2")
    done, found = looked(postgres_desk)
    assert (done.code, "entry 2" in found["ledger"]["says"], "backup" in found["ledger"]["mend"]) == (1, True, True)
