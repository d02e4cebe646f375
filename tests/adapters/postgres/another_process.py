"""A process of its own that writes records: `another_process.py DSN NAME`.

It says `ready`, waits for a line on its standard input so that several can be let loose at once, migrates,
proposes, and prints how many migrations it applied and whether it won the race.
"""

from __future__ import annotations

import sys
from contextlib import closing

import attrs

from firm_memory.adapters.postgres.database import Database
from firm_memory.adapters.postgres.migrations import migrate
from firm_memory.adapters.postgres.records import PostgresRecords
from firm_memory.domain.errors import LostUpdate
from firm_memory.domain.ledger import EventKind
from firm_memory.features.laws.sample_changes import Scribe


def propose(records: PostgresRecords, name: str) -> str:
    """Ten candidates nobody else proposes, and one that everybody does; tells whether that race was won."""
    scribe = Scribe()
    for number in range(10):
        records.commit(scribe.change(EventKind.PROPOSED, scribe.candidate(f"{name} {number}")))
    contested = scribe.change(EventKind.PROPOSED, scribe.candidate("what everybody says"))
    try:
        records.commit(attrs.evolve(contested, salt=name * 32))
    except LostUpdate:
        return "lost"
    return "won"


def say(words: object) -> None:
    """Print at once."""
    sys.stdout.write(f"{words}\n")
    sys.stdout.flush()


def main() -> None:
    """Wait, then work."""
    dsn, name = sys.argv[1:]
    say("ready")
    sys.stdin.readline()
    with closing(Database(dsn)) as database:
        say(f"{len(migrate(database))} {propose(PostgresRecords(database), name)}")


if __name__ == "__main__":
    main()
