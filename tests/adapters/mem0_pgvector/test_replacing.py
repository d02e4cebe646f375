"""One table in the place of another: names, rights, leftovers, and what is kept of the former."""

from __future__ import annotations

import attrs
import psycopg
import pytest

from firm_memory.adapters.mem0_pgvector import replacing
from firm_memory.adapters.mem0_pgvector.memory_store import Mem0Store
from firm_memory.adapters.postgres.database import Database
from firm_memory.domain.errors import ConfigurationError, FingerprintMismatch, StoreReadOnly, WriteFailed
from firm_memory.domain.redaction import Redaction
from firm_memory.features.laws.sample_memories import FIRM_WIDE, MODEL, NOTHING, pointing, revised, sample, soon
from firm_memory.features.laws.store_keeping_laws import everything
from tests.adapters.mem0_pgvector.conftest import Opened

OTHER = attrs.evolve(MODEL, model="other-model")  # of the same dimension: only the fingerprint tells them apart
_NAMES = "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relname LIKE 'mem0_firm%' "


def nothing() -> None:
    """Nothing is to be caught up with."""


def filled(store: Mem0Store) -> Mem0Store:
    """The store with one memory of the sample model."""
    store.prepare(MODEL)
    store.put(sample(1), pointing(0), NOTHING)
    return store


def names(owner: psycopg.Connection) -> set[str]:
    """Tables and indexes of the collection."""
    return {str(row[0]) for row in owner.execute(_NAMES)}


def test_a_replaced_table_looks_as_one_that_was_made_at_once(
    owner: psycopg.Connection, postgres_dsn: str, opened: Opened
) -> None:
    """Rule: table and indexes bear the names of the collection, whoever's second or third table it is."""
    store = filled(opened(postgres_dsn))
    first = names(owner)
    for _ in range(2):
        replacement = store.replacement(OTHER)
        replacement.store.put(sample(1), pointing(0), NOTHING)
        assert replacement.take_over(nothing) is None
    assert names(owner) == first
    assert store.fingerprint(soon()) == OTHER
    opened(postgres_dsn).prepare(OTHER)


def test_what_the_ledger_does_not_know_is_kept(owner: psycopg.Connection, postgres_dsn: str, opened: Opened) -> None:
    """Rule: rows of mem0's own, and words changed behind the ledger's back, stay in the former table, under a name."""
    store = filled(opened(postgres_dsn))
    owner.execute('INSERT INTO mem0_firm (id, payload) VALUES (gen_random_uuid(), \'{"user_id": "somebody"}\')')
    for number in (1, 2):
        replacement = store.replacement(MODEL)
        replacement.store.put(sample(1), pointing(0), NOTHING)
        assert replacement.take_over(nothing) == f"mem0_firm__was{number}"
        owner.execute('UPDATE mem0_firm SET payload = payload || \'{"record": "{}"}\'')
    assert owner.execute("SELECT count(*) FROM mem0_firm__was1").fetchone() == (2,)
    assert owner.execute("SELECT payload ->> 'record' FROM mem0_firm__was2").fetchone() == ("{}",)


def test_a_table_on_which_somebody_built_is_kept(owner: psycopg.Connection, postgres_dsn: str, opened: Opened) -> None:
    """Rule: a copy that a view depends on is renamed rather than dropped."""
    store = filled(opened(postgres_dsn))
    owner.execute("CREATE VIEW mine AS SELECT id FROM mem0_firm")
    replacement = store.replacement(MODEL)
    replacement.store.put(sample(1), pointing(0), NOTHING)
    assert replacement.take_over(nothing) == "mem0_firm__was1"
    assert owner.execute("SELECT count(*) FROM mine").fetchone() == (1,)


def test_there_is_an_end_to_former_tables(
    owner: psycopg.Connection, postgres_dsn: str, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rule: where all names are taken the switch fails, says why, and changes nothing."""
    monkeypatch.setattr(replacing, "_FORMER_MOST", 1)
    store = filled(opened(postgres_dsn))
    owner.execute("CREATE TABLE mem0_firm__was1 ()")
    with pytest.raises(ConfigurationError, match="former tables"):
        store.replacement(OTHER).take_over(nothing)
    assert (store.fingerprint(soon()), everything(store)) == (MODEL, (sample(1),))


def test_a_leftover_is_continued(postgres_dsn: str, opened: Opened) -> None:
    """Rule: what a run for the same model embedded before it was cut off is still there; it is never in use."""
    store = filled(opened(postgres_dsn))
    store.replacement(OTHER).store.put(sample(2), pointing(0), NOTHING)
    assert everything(opened(postgres_dsn).replacement(OTHER).store) == (sample(2),)
    assert everything(store) == (sample(1),)


def test_a_strangers_table_is_not_taken_for_a_leftover(
    owner: psycopg.Connection, postgres_dsn: str, opened: Opened
) -> None:
    """Rule: a table of that name that no reindex left is named and not touched; nor is a present one of others."""
    store = filled(opened(postgres_dsn))
    for comment in ("", "mine", "[]", '{"building": false}'):
        owner.execute(f"CREATE TABLE mem0_firm__new (); COMMENT ON TABLE mem0_firm__new IS '{comment}'".encode())
        with pytest.raises(ConfigurationError, match="no reindex left it"):
            store.replacement(OTHER)
        owner.execute("DROP TABLE mem0_firm__new")
    owner.execute("CREATE TABLE theirs ()")
    with pytest.raises(ConfigurationError, match="not made by firm-memory"):
        opened(postgres_dsn, collection="theirs").replacement(MODEL)
    with pytest.raises(ConfigurationError, match="belongs to the pool of 'firm'"):
        opened(postgres_dsn, pool_owner="rival").replacement(MODEL)


def test_two_at_once(postgres_dsn: str, opened: Opened) -> None:
    """Rule: of two that replace one collection the slower is told, and switches nothing that is not complete."""
    store = filled(opened(postgres_dsn))
    slow, quick = store.replacement(OTHER), opened(postgres_dsn).replacement(OTHER)
    quick.store.put(sample(1), pointing(0), NOTHING)
    quick.take_over(nothing)
    with pytest.raises(WriteFailed, match="was quicker"):
        slow.take_over(nothing)
    begun_anew = store.replacement(OTHER)
    with pytest.raises(WriteFailed, match="was quicker"):
        slow.take_over(nothing)
    begun_anew.store.put(sample(1), pointing(0), NOTHING)
    assert begun_anew.take_over(nothing) is None
    assert everything(store) == (sample(1),)


def test_the_role_that_serves_requests_may_not_replace(
    owner: psycopg.Connection, postgres_dsn: str, plain_role: str, opened: Opened
) -> None:
    """Rule: it is told which variable names the owner; the owner's new table passes every right on."""
    filled(opened(postgres_dsn)).grant("plain_role")
    owner.execute("GRANT SELECT ON mem0_firm TO PUBLIC")
    store = opened(plain_role)
    with pytest.raises(StoreReadOnly, match="FIRM_MEMORY_MIGRATE_DSN"):
        store.replacement(OTHER)
    replacement = opened(postgres_dsn).replacement(OTHER)
    replacement.store.put(sample(1), pointing(0), NOTHING)
    replacement.take_over(nothing)
    store.prepare(OTHER)
    store.put(sample(2), pointing(9), NOTHING)
    assert set(everything(store)) == {sample(1), sample(2)}
    rights = owner.execute("SELECT relacl::text FROM pg_class WHERE relname = 'mem0_firm'").fetchone()
    assert rights is not None
    assert "plain_role=arw/" in rights[0]
    assert ",=r/" in rights[0]


def test_the_owner_replaces_on_behalf_of_the_role(
    postgres_dsn: str, plain_role: str, opened: Opened, databases: list[Database]
) -> None:
    """Rule: given both, the owner makes the table and the role that serves requests uses it, also a first one."""
    databases += [Database(plain_role, max_size=4), Database(postgres_dsn, max_size=4)]
    store = opened(plain_role, owner=databases[1])
    replacement = store.replacement(MODEL)
    replacement.store.put(sample(1), pointing(0), NOTHING)
    assert replacement.take_over(nothing) is None
    store.prepare(MODEL)
    store.put(sample(2), pointing(9), NOTHING)
    assert set(everything(store)) == {sample(1), sample(2)}


def test_a_read_only_database_is_told(owner: psycopg.Connection, postgres_dsn: str, opened: Opened) -> None:
    """Rule: on a standby nothing is replaced, in words."""
    store = filled(opened(postgres_dsn))
    owner.execute(f"ALTER DATABASE {owner.info.dbname} SET default_transaction_read_only = on".encode())
    with pytest.raises(StoreReadOnly, match="read-only"):
        opened(postgres_dsn).replacement(OTHER)
    assert store.fingerprint(soon()) == MODEL


def test_vectors_of_the_former_model_do_not_get_in(postgres_dsn: str, opened: Opened) -> None:
    """Rule: a writer and a reader who looked before the switch are refused after it, whatever the dimension."""
    store = filled(opened(postgres_dsn))
    assert store.fingerprint(soon()) == MODEL
    replacement = opened(postgres_dsn).replacement(OTHER)
    replacement.store.put(sample(1), pointing(0), NOTHING)
    replacement.take_over(nothing)
    with pytest.raises(FingerprintMismatch, match="firm-memory reindex"):
        store.put(sample(2), pointing(9), NOTHING)
    assert store.get(sample(2).id, soon()) is None
    with pytest.raises(FingerprintMismatch, match="firm-memory reindex"):
        store.search(pointing(0), NOTHING, FIRM_WIDE, 5, soon())
    assert store.search((), NOTHING, FIRM_WIDE, 5, soon()).total == 1


def test_redaction_reaches_what_was_kept(owner: psycopg.Connection, postgres_dsn: str, opened: Opened) -> None:
    """Rule: erased words are erased in the former collections and in a leftover too."""
    store = filled(opened(postgres_dsn))
    owner.execute('INSERT INTO mem0_firm (id, payload) VALUES (gen_random_uuid(), \'{"user_id": "somebody"}\')')
    replacement = store.replacement(MODEL)
    replacement.store.put(sample(1), pointing(0), NOTHING)
    assert replacement.take_over(nothing) == "mem0_firm__was1"
    store.replacement(OTHER).store.put(sample(1), pointing(0), NOTHING)
    redaction = Redaction(by="mira", at=sample(1).created_at, reason="a token")
    store.put(revised(sample(1), 2, content="[redacted]", redaction=redaction), (), NOTHING)
    for table in ("mem0_firm", "mem0_firm__was1", "mem0_firm__new"):
        text = f"SELECT string_agg(payload::text, ' '), count(*) FILTER (WHERE id = %s) FROM {table}".encode()  # noqa: S608 -- names from above
        held, count = next(owner.execute(text, [sample(1).id]))
        assert (sample(1).content in held, "[redacted]" in held, count) == (False, True, 1)
