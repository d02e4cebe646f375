"""The command `adopt`: a person agrees, the pool is this memory's, and every row has a fate that is told."""

from __future__ import annotations

from pathlib import Path

import psycopg
import pytest

from firm_memory.features.earlier_pool import EarlierPool
from tests.cli.desk import Desk

LOTS = "Odd lots are netted before the close."


@pytest.fixture
def earlier(postgres_dsn: str, tmp_path: Path) -> EarlierPool:
    """The pool, still empty."""
    return EarlierPool(dsn=postgres_dsn, mem0_dir=tmp_path)


def test_a_pool_is_adopted_and_searched(postgres_desk: Desk, earlier: EarlierPool) -> None:
    """Adopt: before it the collection is refused with the remedy, after it its memories are recalled."""
    id_ = earlier.add(LOTS)
    refused = postgres_desk.run("reindex")
    assert (refused.code, "firm-memory adopt" in refused.err) == (2, True)
    done = postgres_desk.run("adopt", "--json")
    assert (done.code, done.json["memories"], done.json["recorded"]) == (0, 1, 1)
    hits = postgres_desk.run("search", "odd lots", "--json").json["hits"]
    assert [each["memory"]["id"] for each in hits] == [str(id_)]
    again = postgres_desk.run("adopt")
    assert (again.code, "Nothing to adopt" in again.out) == (0, True)


def test_left_out_rows_and_earlier_names_are_told(postgres_desk: Desk, earlier: EarlierPool) -> None:
    """Adopt: the report names rows by id, keys that end here, and the lines that give a repository its present name."""
    earlier.add(LOTS, **{"repo__quant-oms": True, "sprint": 4})
    other = earlier.add("Dear diary.", memory_type="diary")
    dry = postgres_desk.run("adopt", "--dry-run")
    assert (dry.code, f"{other}: type" in dry.out) == (0, True)
    assert "--repo quant-oms=quant/oms" in dry.out
    assert "1 memories can be taken over, 1 rows cannot." in dry.out
    done = postgres_desk.run("adopt")
    assert "firm-memory repo rename quant-oms quant/oms" in done.out
    assert 'aliases: ["quant-oms"]' in done.out
    assert "end here: sprint" in done.out
    assert "1 memories adopted, 1 of them recorded now; 1 rows left out." in done.out


def test_a_repository_gets_its_present_name(postgres_desk: Desk, earlier: EarlierPool) -> None:
    """Adopt: `--repo OLD=NEW` rewrites the scope, and no guess is made any more."""
    id_ = earlier.add(LOTS, scope_firm=None, **{"repo__quant-oms": True})
    done = postgres_desk.run("adopt", "--repo", "quant-oms=quant/oms", "--json")
    assert (done.json["repos"], done.json["likely_repos"]) == (["quant/oms"], {})
    assert postgres_desk.run("search", "odd lots", "--json").json["hits"][0]["memory"]["id"] == str(id_)


def test_a_malformed_pair_is_a_usage_error(postgres_desk: Desk, earlier: EarlierPool) -> None:
    """Usage: an option that says nothing is refused by name."""
    earlier.add(LOTS)
    done = postgres_desk.run("adopt", "--repo", "quant-oms")
    assert (done.code, "OLD=NEW" in done.err) == (2, True)


def test_another_provider_has_no_pool(decided: Desk) -> None:
    """Usage: only mem0's pools are adopted; the remedy names the settings."""
    done = decided.run("adopt")
    assert (done.code, "FIRM_MEMORY_PROVIDER=mem0" in done.err) == (2, True)


def test_it_needs_a_person(postgres_desk: Desk, earlier: EarlierPool, postgres_dsn: str) -> None:
    """Consent: without a terminal, and unattended approval off, nothing is taken over."""
    earlier.add(LOTS)
    done = postgres_desk.with_(FIRM_MEMORY_UNATTENDED_APPROVAL="off").run("adopt")
    assert (done.code, "decisions need a person" in done.err) == (1, True)
    with psycopg.connect(postgres_dsn) as connection:
        assert connection.execute("SELECT obj_description('mem0_firm'::regclass)").fetchone() == (None,)


def test_the_serving_role_reads_what_its_owner_adopted(
    postgres_desk: Desk, earlier: EarlierPool, postgres_dsn: str
) -> None:
    """Rights: with an owner role configured that one adopts, and the role that serves may read and write."""
    id_ = earlier.add(LOTS)
    with psycopg.connect(postgres_dsn, autocommit=True) as connection:
        connection.execute("CREATE ROLE serving LOGIN")
    try:
        dsn = postgres_dsn.replace("//firm_memory@", "//serving@")
        desk = postgres_desk.with_(FIRM_MEM0_PG_DSN=dsn, FIRM_MEMORY_MIGRATE_DSN=postgres_dsn)
        assert desk.run("adopt", "--json").code == 0
        hits = desk.run("search", "odd lots", "--json").json["hits"]
        assert [each["memory"]["id"] for each in hits] == [str(id_)]
    finally:
        with psycopg.connect(postgres_dsn, autocommit=True) as connection:
            connection.execute("DROP OWNED BY serving CASCADE")
            connection.execute("DROP ROLE serving")
