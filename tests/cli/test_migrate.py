"""Migrating: up, down, up, and a deployment with two roles."""

from __future__ import annotations

from collections.abc import Iterator

import psycopg
import pytest
from psycopg import errors
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from firm_memory.adapters.postgres.migrations import migrations
from tests.cli.desk import Desk

FACT = "Odd lots go through the netting queue."
LABELS = [each.label for each in migrations()]


def test_up_down_up(postgres_desk: Desk) -> None:
    """Rule: migrations are reproducible and reversible as long as they hold nothing."""
    assert postgres_desk.run("migrate", "--json").json == {"applied": LABELS}
    assert postgres_desk.run("migrate").out == "up to date\n"
    taken_back = "".join(f"taken back {label}\n" for label in reversed(LABELS[1:]))
    assert postgres_desk.run("migrate", "--down", "1").out == taken_back
    assert postgres_desk.run("migrate", "--down", "0", "--json").json == {"taken_back": LABELS[:1]}
    assert postgres_desk.run("migrate", "--down", "0").out == "up to date\n"
    assert postgres_desk.run("migrate").out == "".join(f"applied {label}\n" for label in LABELS)


def test_what_holds_entries_is_not_taken_back(postgres_desk: Desk) -> None:
    """Rule: nothing deletes: a step whose tables hold entries is refused, and everything stays."""
    postgres_desk.approved(FACT)
    done = postgres_desk.run("migrate", "--down", "0", "--json")
    assert (done.code, "refused" in done.json["error"]) == (3, True)
    assert postgres_desk.run("ledger", "verify", "--json").json["length"] == 2


def test_migrate_is_for_records_in_postgres(desk: Desk) -> None:
    """Rule: records in files need no migration; that is said, as usage."""
    for words in (["migrate"], ["migrate", "--down", "0"]):
        done = desk.run(*words)
        assert (done.code, "not in Postgres" in done.err) == (2, True)


@pytest.fixture
def serving_role(postgres_dsn: str) -> Iterator[str]:
    """The DSN of the same database under a role that may do nothing but connect."""
    role = f"serving_{conninfo_to_dict(postgres_dsn)['dbname']}"
    with psycopg.connect(postgres_dsn, autocommit=True) as connection:
        connection.execute(f"CREATE ROLE {role} LOGIN".encode())
        yield make_conninfo(postgres_dsn, user=role)
        connection.execute(f"DROP OWNED BY {role}; DROP ROLE {role}".encode())


@pytest.fixture
def two_roles(postgres_desk: Desk, serving_role: str) -> Desk:
    """A desk whose requests are served by that role, while the owner migrates."""
    owner = postgres_desk.environment["FIRM_MEM0_PG_DSN"]
    return postgres_desk.with_(FIRM_MEM0_PG_DSN=serving_role, FIRM_MEMORY_MIGRATE_DSN=owner)


def test_the_serving_role_gets_what_serving_needs_and_no_more(two_roles: Desk, serving_role: str) -> None:
    """Rule: the owner migrates and grants; the other role proposes, approves and recalls, without DDL or DELETE."""
    assert two_roles.run("migrate", "--json").json == {"applied": LABELS}
    served = two_roles.with_(FIRM_MEMORY_MIGRATE_DSN="")  # the role has to do without the owner from now on
    memory = served.approved(FACT)
    assert [hit["memory"]["id"] for hit in served.run("search", "odd lots", "--json").json["hits"]] == [memory]
    [schema] = [each for each in served.run("doctor", "--json").json["findings"] if each["check"] == "schema"]
    assert (schema["state"], schema["says"]) == ("good", f"{len(LABELS)} migrations, up to date")
    with psycopg.connect(serving_role, autocommit=True) as connection:
        for statement in (
            "DELETE FROM mem0_firm",
            "DELETE FROM firm_memory.record",
            "DELETE FROM firm_memory.ledger",
            "INSERT INTO firm_memory.ledger SELECT * FROM firm_memory.ledger",
            "CREATE TABLE mine (id int)",
            "DROP TABLE mem0_firm",
        ):
            with pytest.raises(errors.InsufficientPrivilege):
                connection.execute(statement.encode())


def test_migrating_again_renews_the_rights_of_the_serving_role(two_roles: Desk) -> None:
    """Rule: `migrate` grants also where there is nothing to apply, and never overwrites what is there."""
    assert two_roles.run("migrate").code == 0
    two_roles.with_(FIRM_MEMORY_MIGRATE_DSN="").approved(FACT)
    owner = two_roles.environment["FIRM_MEMORY_MIGRATE_DSN"]
    with psycopg.connect(owner, autocommit=True) as connection:
        connection.execute(
            "REVOKE INSERT ON firm_memory.record, mem0_firm FROM PUBLIC, serving".replace(
                "serving",
                conninfo_to_dict(two_roles.environment["FIRM_MEM0_PG_DSN"])["user"],  # type: ignore[arg-type]
            ).encode()
        )
    assert two_roles.run("migrate").out == "up to date\n"
    two_roles.with_(FIRM_MEMORY_MIGRATE_DSN="").approved("Another fact of the desk.")
    assert two_roles.run("ledger", "verify", "--json").json["length"] == 4


def test_without_the_owner_the_serving_role_is_told_what_to_run(two_roles: Desk) -> None:
    """Rule: a role that may not make the schema says so, and names the command that does."""
    done = two_roles.with_(FIRM_MEMORY_MIGRATE_DSN="").run(
        "propose", FACT, "--type", "terminology", "--reference", "mr-1", "--firm", "--json"
    )
    assert done.code == 3
    assert "firm-memory migrate" in done.json["error"]
    assert "FIRM_MEMORY_MIGRATE_DSN" in done.json["error"]
