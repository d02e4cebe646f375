"""The operator's commands: up and down on an embedded server of their own, sync and the ledger on a real one."""

from __future__ import annotations

import os
import shutil
import stat
import tempfile
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from tests.cli.desk import Desk

FACT = "Odd lots go through the netting queue."


@pytest.fixture
def fresh(desk: Desk) -> Iterator[Desk]:
    """A fresh machine: a home that does not exist, and nothing configured but that no model is to be loaded."""
    place = Path(tempfile.mkdtemp(prefix="fm-up-"))  # short: the server's socket must fit
    place.chmod(0o711)
    home = place / "home"
    names = ("FIRM_MEMORY_PROVIDER", "FIRM_MEMORY_TIMEOUT_SECONDS")
    environment = {name: text for name, text in desk.environment.items() if name not in names}
    fresh = Desk(place=desk.place, environment={**environment, "FIRM_MEMORY_HOME": str(home)})
    yield fresh
    if home.exists():
        fresh.run("down")
    shutil.rmtree(place)


def test_up_makes_everything_and_every_later_command_finds_it(fresh: Desk) -> None:
    """Rule: `up` on a fresh home starts a private server and remembers it; `up` again changes nothing; `down` stops it.

    What was stored is there after `down`: the server comes back on first use, or for good by `up`.
    """
    home = Path(fresh.environment["FIRM_MEMORY_HOME"])
    first = fresh.script("up", "--json")
    assert first.code == 0, first.err
    assert (first.json["home"], first.json["provider"]) == (str(home), "mem0")
    assert "starting the embedded Postgres" in first.err
    assert (home / "config.yaml").read_text().endswith("\npg_dsn: embedded\n")
    assert stat.S_IMODE(home.stat().st_mode) == (0o711 if os.geteuid() == 0 else 0o700)
    with psycopg.connect(first.json["dsn"]) as connection:  # schema and collection are there before any call
        assert connection.execute("SELECT count(*) FROM firm_memory.migration").fetchone() != (0,)
        assert connection.execute("SELECT to_regclass('public.mem0_firm') IS NOT NULL").fetchone() == (True,)
    again = fresh.script("up")
    assert (again.code, again.out.startswith(f"firm-memory is up (home {home}). Next:\n  1. ")) == (0, True)
    memory = fresh.approved(FACT)
    assert fresh.script("down").out == "stopped\n"
    assert fresh.script("down", "--json").json == {"stopped": False}
    shown = fresh.script("get", memory, "--json")  # outlives the stop, and is served by a server of its own
    assert shown.json["record"]["memory"]["content"] == FACT
    assert fresh.run("down").out == "nothing was running\n"


def test_up_without_a_dsn_does_not_overrule_a_configuration(fresh: Desk, tmp_path: Path) -> None:
    """Rule: a file that chose no DSN is the owner's; `up` names it instead of writing another."""
    home = Path(fresh.environment["FIRM_MEMORY_HOME"])
    home.mkdir()
    for place, desk in (
        (home / "config.yaml", fresh),
        (tmp_path / "own.yaml", fresh.with_(FIRM_MEMORY_CONFIG=str(tmp_path / "own.yaml"))),
    ):
        place.write_text("limit: 7\n")
        done = desk.run("up", "--json")
        assert done.code == 2
        assert f"write pg_dsn: embedded into {place}" in done.json["error"]
        assert place.read_text() == "limit: 7\n"
    assert not (home / "postgres").exists()


def test_up_starts_no_server_that_nobody_needs(desk: Desk) -> None:
    """Rule: with a store in the process and records in files there is nothing to start, and nothing to remember."""
    done = desk.run("up", "--json")
    home = Path(desk.environment["FIRM_MEMORY_HOME"])
    assert (done.code, done.json["dsn"], done.json["provider"]) == (0, None, "memory")
    assert sorted(each.name for each in home.iterdir()) == ["records"]


def test_up_on_a_configured_database_prepares_it_and_tells_no_dsn(postgres_desk: Desk) -> None:
    """Rule: where a DSN is configured `up` prepares schema and collection there, and never prints the DSN."""
    dsn = postgres_desk.environment["FIRM_MEM0_PG_DSN"]
    done = postgres_desk.run("up", "--json")
    assert (done.code, done.json["dsn"]) == (0, None)
    assert dsn not in done.out + done.err
    with psycopg.connect(dsn) as connection:
        assert connection.execute("SELECT to_regclass('public.mem0_firm') IS NOT NULL").fetchone() == (True,)
    assert not Path(postgres_desk.environment["FIRM_MEMORY_HOME"], "config.yaml").exists()


def test_up_finishes_what_an_earlier_process_left(postgres_desk: Desk) -> None:
    """Rule: a start finishes recorded changes that had not reached the store."""
    postgres_desk.approved(FACT)
    with psycopg.connect(postgres_desk.environment["FIRM_MEM0_PG_DSN"], autocommit=True) as connection:
        connection.execute("UPDATE firm_memory.store_mark SET marked_at = NULL")
        connection.execute("DELETE FROM mem0_firm")
    assert postgres_desk.run("up").code == 0
    assert postgres_desk.run("sync", "--json").json == {"finished": 0}
    assert len(postgres_desk.run("search", "odd lots", "--json").json["hits"]) == 1


def test_a_home_that_cannot_be_made_names_the_variable(fresh: Desk) -> None:
    """Rule: where the home cannot be made `up` fails, naming FIRM_MEMORY_HOME, and leaves nothing."""
    done = fresh.with_(FIRM_MEMORY_HOME="/dev/null/home").run("up", "--json")
    assert (done.code, "FIRM_MEMORY_HOME" in done.json["error"]) == (2, True)


def test_sync_rebuilds_a_store_that_was_lost(postgres_desk: Desk) -> None:
    """Rule: the store is a projection of the ledger: losing it loses nothing."""
    memory = postgres_desk.approved(FACT)
    assert postgres_desk.run("note", "mr-1", "A finding.").code == 0
    rebuilt = postgres_desk.with_(FIRM_MEM0_COLLECTION="rebuilt")
    assert rebuilt.run("search", "odd lots", "--json").json["reason"] == "empty_store"
    assert rebuilt.run("sync", "--all").out == "2 records projected\n"
    assert [hit["memory"]["id"] for hit in rebuilt.run("search", "odd lots", "--json").json["hits"]] == [memory]
    assert rebuilt.run("ledger", "verify", "--json").json["length"] == 3
    assert [event["kind"] for event in rebuilt.run("ledger", "show", "--json").json["events"]] == [
        "proposed",
        "approved",
        "noted",
    ]
