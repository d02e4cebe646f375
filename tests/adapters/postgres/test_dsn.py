"""Connection strings: what is accepted, what is refused, and that neither ever shows a password."""

from __future__ import annotations

import pytest
from psycopg.conninfo import conninfo_to_dict

from firm_memory.adapters.postgres.dsn import check_dsn, masked
from firm_memory.domain.errors import ConfigurationError

PASSWORD = "hunter-two"


def test_percent_encoding_reaches_the_driver_decoded() -> None:
    """Rule: percent-encoding is honoured; the driver gets the exact password."""
    dsn = check_dsn("postgresql://mem0:a%40b%3Ac%2Fd%3Fe%23f%25g%3Dh%20i@db:5432/mem0")
    assert conninfo_to_dict(dsn)["password"] == "a@b:c/d?e#f%g=h i"


@pytest.mark.parametrize(
    "dsn",
    [
        "postgres://u:pw9@localhost/x",
        "postgresql://mem0:pw@db1,db2:5433/mem0?target_session_attrs=read-write",
        "postgresql://u:p@[::1]:5432/x",
        "postgresql:///x?host=/run/postgresql&user=app",
        "postgresql://app@%2Frun%2Fpostgresql:5432/x",
        "host=localhost port=5432 dbname=x user=u password='a b\\'c' options='-c geqo=off'",
        "service=firm password=a://b",
    ],
)
def test_what_libpq_takes_is_passed_through(dsn: str) -> None:
    """Rule: URIs, host lists, sockets and key=value strings go to libpq unchanged, and libpq takes them."""
    assert check_dsn(f"  {dsn}\n") == dsn
    assert conninfo_to_dict(dsn)


@pytest.mark.parametrize(
    ("given", "taken"),
    [
        ("postgresql+asyncpg://u:pw9@localhost/x", "postgresql://u:pw9@localhost/x"),
        ("postgresql+psycopg2://u:pw9@localhost/x", "postgresql://u:pw9@localhost/x"),
        ("POSTGRESQL://u:pw9@localhost/x", "postgresql://u:pw9@localhost/x"),
        (
            "postgresql+asyncpg://localhost:5432/remember?application_name=r&ssl=require",
            "postgresql://localhost:5432/remember?application_name=r&sslmode=require",
        ),
    ],
)
def test_another_driver_s_url_is_translated(given: str, taken: str) -> None:
    """Rule: REMEMBER's DSN names its driver; the prefix, and asyncpg's word for TLS, are understood."""
    assert check_dsn(given, "REMEMBER_DATABASE_URL") == taken


@pytest.mark.parametrize(
    ("dsn", "problem"),
    [
        ("postgresql://mem0:hunter-two@x@db.internal:5432/mem0", "more than one @; percent-encode the password"),
        ("postgresql://mem0:x@hunter-two/y@db/mem0", "more than one @; percent-encode the password"),
        ("postgresql://mem0:hunter-two/x@db/mem0", "a / before the @; percent-encode the password"),
        ("postgresql://mem0:hunter-two?x@db/mem0", "a ? before the @; percent-encode the password"),
        ("postgresql://mem0:hunter-two%@db/mem0", "a % that begins no percent-encoding"),
        ("postgresql://mem0:hunter-two%00@db/mem0", "a % that begins no percent-encoding"),
        ("postgresql://mem0:hunter-two/mem0", "a port that is no number"),
        ("postgresql:/svc:hunter-two@localhost/x", "no Postgres URI"),
        ("svc:hunter-two@localhost/x", "no Postgres URI"),
        ("mysql://svc:hunter-two@localhost/x", "no Postgres URI"),
        ("svc:hunter=two hunter-two@localhost/x", "no key=value"),
        ("host=localhost password=a hunter-two", "no key=value"),
        ("host=localhost password='hunter-two", "no key=value"),
        ("user=u password=hunter-two", "no host and no dbname"),
        ("host=localhost\npassword=hunter-two", "a line break"),
        ("postgresql://", "neither host nor database"),
    ],
)
def test_a_malformed_dsn_is_refused_without_being_shown(dsn: str, problem: str) -> None:
    """Rule: the message names variable, problem and remedy, and no part of the value; nothing of it is shown masked."""
    with pytest.raises(ConfigurationError) as refusal:
        check_dsn(dsn, "FIRM_MEMORY_MIGRATE_DSN")
    assert problem in str(refusal.value)
    assert "FIRM_MEMORY_MIGRATE_DSN" in str(refusal.value)
    assert "hunter" not in str(refusal.value)
    assert masked(dsn) == "***"


@pytest.mark.parametrize("empty", ["", "  \n"])
def test_empty_is_an_error_and_never_the_local_default(empty: str) -> None:
    """Rule: empty never means libpq's defaults."""
    with pytest.raises(ConfigurationError, match="FIRM_MEM0_PG_DSN required"):
        check_dsn(empty)


@pytest.mark.parametrize(
    ("dsn", "shown"),
    [
        (
            "postgresql://mem0:pw@db1,db2:5433/x?connect_timeout=3",
            "postgresql://mem0:***@db1,db2:5433/x?connect_timeout=3",
        ),
        ("postgresql+asyncpg://u:pw9@localhost/x", "postgresql://u:***@localhost/x"),
        ("postgresql://u:a:b#c@h/x", "postgresql://u:***@h/x"),
        (
            "postgresql://u@h/x?password=pw&user=v&sslpassword=pw",
            "postgresql://u@h/x?password=***&user=v&sslpassword=***",
        ),
        ("postgresql://h:5432/x", "postgresql://h:5432/x"),
        ("host=h password='p w\\'' dbname=x passfile=/p", "host=h password=*** dbname=x passfile=/p"),
        ("host=h password=p\\ w sslpassword = pw", "host=h password=*** sslpassword = ***"),
    ],
)
def test_masking_hides_passwords_and_nothing_else(dsn: str, shown: str) -> None:
    """Rule: a DSN is shown with host, user and database, so that people can tell which one is meant."""
    assert masked(dsn) == shown
