"""Reindex, copy, questions to the past, and the ledger's head, on the command line."""

from __future__ import annotations

import os
import signal
import subprocess
from pathlib import Path

import psycopg
import pytest
from psycopg.conninfo import make_conninfo

from tests.cli.desk import PATIENCE, SCRIPT, Desk

FACT = "Odd lots go through the netting queue."
ZERO = "0" * 64


@pytest.fixture
def lexical(postgres_desk: Desk) -> Desk:
    """A desk on Postgres whose collection was filled without a model, with one memory."""
    postgres_desk.approved(FACT)
    return postgres_desk


def tables(desk: Desk) -> set[str]:
    """The collections in its database."""
    with psycopg.connect(desk.environment["FIRM_MEM0_PG_DSN"]) as connection:
        return {row[0] for row in connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")}


def test_a_new_model_is_taken_into_use_by_reindex(lexical: Desk) -> None:
    """Rule: with the new model configured reads are lexical and writes refused; after reindex both are whole."""
    modern = lexical.with_(FIRM_MEMORY_EMBEDDER="minilm")
    asked = modern.run("search", "odd lots", "--json").json
    assert (asked["mode"], asked["reason"], len(asked["hits"])) == ("lexical", "fingerprint_mismatch", 1)
    candidate = modern.propose("Odd lots are rounded down.")
    refused = modern.run("approve", candidate, "--by", "lead")
    assert (refused.code, "run firm-memory reindex" in refused.err) == (3, True)
    done = modern.run("reindex", "--json")
    assert done.json == {"memories": 1, "resumed": 0, "model": "minilm", "former": None}
    assert done.err.endswith("embedded 2 of 2 …\n")
    assert tables(modern) == {"mem0_firm"}
    asked = modern.run("search", "odd lots", "--json").json
    assert (asked["mode"], asked["degraded"], len(asked["hits"])) == ("hybrid", False, 1)
    assert modern.run("approve", candidate, "--by", "lead").code == 0
    assert lexical.run("search", "odd lots", "--json").json["hits"]  # and the former configuration still reads


def test_what_the_ledger_does_not_know_is_told(lexical: Desk) -> None:
    """Rule: a former collection that holds more than a copy is kept, and named."""
    with psycopg.connect(lexical.environment["FIRM_MEM0_PG_DSN"], autocommit=True) as connection:
        connection.execute('INSERT INTO mem0_firm (id, payload) VALUES (gen_random_uuid(), \'{"user_id": "other"}\')')
    done = lexical.run("reindex")
    assert done.out.startswith("1 memories, filled by lexical; the new collection is in use.\n")
    assert "kept as mem0_firm__was1" in done.out
    assert tables(lexical) == {"mem0_firm", "mem0_firm__was1"}


def test_a_killed_reindex_changed_nothing_and_is_continued(lexical: Desk) -> None:
    """Rule: killed while it waits to switch, the present collection stays; the next run finds what was embedded."""
    with psycopg.connect(lexical.environment["FIRM_MEM0_PG_DSN"]) as reader:
        reader.execute("SELECT FROM mem0_firm FOR UPDATE")  # whoever uses the table holds the switch up
        process = subprocess.Popen(
            [SCRIPT, "reindex"], cwd=lexical.place, env=dict(lexical.environment), stderr=subprocess.PIPE
        )
        assert process.stderr is not None
        assert b"embedded 1 of 1" in process.stderr.readline()
        os.kill(process.pid, signal.SIGKILL)
        process.wait(PATIENCE)
        process.stderr.close()
    assert tables(lexical) == {"mem0_firm", "mem0_firm__new"}
    assert len(lexical.run("search", "odd lots", "--json").json["hits"]) == 1
    done = lexical.run("reindex")
    assert done.out == "1 memories, filled by lexical, 1 of them by an earlier run; the new collection is in use.\n"
    assert tables(lexical) == {"mem0_firm"}


def test_the_owner_role_reindexes(lexical: Desk) -> None:
    """Rule: the role that serves requests may not; with FIRM_MEMORY_MIGRATE_DSN the owner does it for that role."""
    dsn = lexical.environment["FIRM_MEM0_PG_DSN"]
    with psycopg.connect(dsn, autocommit=True) as connection:
        connection.execute("CREATE ROLE serving LOGIN")
        try:
            serving = lexical.with_(FIRM_MEM0_PG_DSN=make_conninfo(dsn, user="serving"))
            both = serving.with_(FIRM_MEMORY_MIGRATE_DSN=dsn)
            assert both.run("migrate").code == 0
            refused = serving.run("reindex")
            assert (refused.code, "FIRM_MEMORY_MIGRATE_DSN" in refused.err) == (3, True)
            assert both.run("reindex", "--json").json["memories"] == 1
            assert len(serving.run("search", "odd lots", "--json").json["hits"]) == 1
            assert serving.approved("Odd lots are rounded down.")
        finally:
            connection.execute("DROP OWNED BY serving CASCADE; DROP ROLE serving")


def test_reindex_in_the_process(desk: Desk) -> None:
    """Rule: a store that lives in its process is filled anew as well; it is gone with it, and the ledger is not."""
    desk.approved(FACT)
    assert desk.run("reindex", "--json").json == {"memories": 1, "resumed": 0, "model": "lexical", "former": None}


def test_a_copy_in_another_collection(lexical: Desk) -> None:
    """Rule: the other one is filled, read back and counted; the present one is not touched; again finds it there."""
    done = lexical.run("copy", "--to", "mem0", "--collection", "second", "--json")
    assert done.json == {"memories": 1, "told": 1, "held": 0, "seq": 2}
    assert done.err.endswith("copied 1 of 1 …\n")
    again = lexical.run("copy", "--to", "mem0", "--collection", "second")
    assert again.out.startswith("1 memories are in mem0, collection second (1 were there already), up to entry 2")
    assert tables(lexical) == {"mem0_firm", "second"}
    asked = lexical.with_(FIRM_MEM0_COLLECTION="second").run("search", "odd lots", "--json").json
    assert [hit["memory"]["content"] for hit in asked["hits"]] == [FACT]


def test_a_copy_from_the_process_into_postgres(decided: Desk, postgres_dsn: str) -> None:
    """Rule: a firm that began with files moves on with them: the other store answers beside the same records."""
    memory = decided.approved(FACT)
    both = decided.with_(FIRM_MEM0_PG_DSN=postgres_dsn)
    assert both.run("copy", "--to", "mem0").code == 0
    records = Path(decided.environment["FIRM_MEMORY_HOME"], "records")
    moved = both.with_(FIRM_MEMORY_PROVIDER="mem0", FIRM_MEMORY_CANDIDATES_PATH=str(records))
    assert [hit["memory"]["id"] for hit in moved.run("search", "odd lots", "--json").json["hits"]] == [memory]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--to", "mem0"), "That is the present store"),
        (("--to", "memory"), "follows the ledger by itself"),
        (("--to", "memory", "--collection", "x"), "a table of the provider mem0"),
        (("--to", "moon"), "is not installed"),
        (("--to", "mem0", "--collection", "no table"), "names no table"),
        ((), "--to"),
    ],
)
def test_where_nothing_can_be_copied(lexical: Desk, words: tuple[str, ...], says: str) -> None:
    """Rule: a target that makes no sense is a usage error that says so."""
    done = lexical.run("copy", *words)
    assert (done.code, says in done.err) == (2, True), done.err


def test_the_past_is_asked(decided: Desk) -> None:
    """Rule: the answer says of when it is, also where it is empty; what was known then is found by words."""
    memory = decided.approved(FACT)
    asked = decided.run("search", "odd lots", "--as-of", "9999-12-31", "--json").json
    assert ([hit["memory"]["id"] for hit in asked["hits"]], asked["as_of"]) == (
        [memory],
        "9999-12-31T23:59:59.999999Z",
    )
    assert (asked["mode"], asked["degraded"], asked["reason"]) == ("lexical", False, None)
    before = decided.run("search", "odd lots", "--as-of", "2020-01-01T00:00:00Z")
    assert (before.code, before.out) == (0, "As of 2020-01-01T00:00:00.000000Z:\n\nNothing recalled. [empty_store]\n")
    assert decided.run("search", "odd lots", "--as-of", "9999-12-31").out.startswith("As of 9999-12-31T23:59:59")
    assert "as_of" not in decided.run("search", "odd lots", "--json").json
    wrong = decided.run("search", "odd lots", "--as-of", "last spring")
    assert (wrong.code, "as_of" in wrong.err) == (2, True)


def test_the_head_is_written_down_and_missed(decided: Desk) -> None:
    """Rule: a head kept elsewhere is held by every later ledger, and its absence named; doctor tells it too."""
    assert decided.run("ledger", "head").out == f"0:{ZERO}\n"
    decided.approved(FACT)
    head = decided.run("ledger", "head", "--json").json
    assert head["seq"] == 2
    written = f"{head['seq']}:{head['hash']}"
    assert decided.run("ledger", "head").out == f"{written}\n"
    assert f"head {written}" in decided.run("doctor").out
    decided.propose("Odd lots are rounded down.")
    assert decided.run("ledger", "verify", "--head", written).code == 0
    journal = Path(decided.environment["FIRM_MEMORY_HOME"], "records", "journal.jsonl")
    lines = [line for line in journal.read_text().splitlines(keepends=True) if '"mark"' not in line]
    journal.write_text("".join(lines[: next(i for i, line in enumerate(lines) if '\\"seq\\":2' in line)]))
    assert decided.run("ledger", "verify").code == 0
    cut = decided.run("ledger", "verify", "--head", written)
    assert (cut.code, f"{written} is not in the chain, which ends at entry 1" in cut.out) == (1, True), cut.out
    usage = decided.run("ledger", "verify", "--head", "abc")
    assert (usage.code, "firm-memory ledger head" in usage.err) == (2, True)
