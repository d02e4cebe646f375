"""A process of its own that uses the records: `another_process.py DSN VERB [NAME]`.

It says `ready`, waits for a line on its standard input so that several can be let loose at once, does what
the verb says, and prints what came of it.
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
    dsn, verb, *names = sys.argv[1:]
    say("ready")
    sys.stdin.readline()
    with closing(Database(dsn)) as database:
        say(len(migrate(database)) if verb == "migrate" else propose(PostgresRecords(database), names[0]))


if __name__ == "__main__":
    main()
