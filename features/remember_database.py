"""A small database as REMEMBER published it, for the rules on moving away from it."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import psycopg

BEGAN: Final = datetime(2026, 3, 2, 9, 30, tzinfo=UTC)
_TABLES: Final = """
CREATE TABLE users (
    id uuid PRIMARY KEY, provider text NOT NULL, provider_id text NOT NULL, display_name text NOT NULL, email text,
    created_at timestamptz NOT NULL DEFAULT now(), last_seen_at timestamptz, UNIQUE (provider, provider_id)
);
CREATE TABLE memories (
    id uuid PRIMARY KEY, name text NOT NULL, type text NOT NULL CHECK (type IN ('project', 'reference')),
    description text NOT NULL, body text NOT NULL, owner_id uuid NOT NULL REFERENCES users,
    status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'archived', 'disputed')),
    created_at timestamptz NOT NULL, updated_at timestamptz NOT NULL, last_verified_at timestamptz,
    embedding vector(1536), import_source text, UNIQUE (owner_id, name)
);
CREATE TABLE tags (id uuid PRIMARY KEY, name text NOT NULL UNIQUE);
CREATE TABLE memory_tags (
    memory_id uuid REFERENCES memories, tag_id uuid REFERENCES tags, PRIMARY KEY (memory_id, tag_id)
);
CREATE TABLE confirmations (
    memory_id uuid REFERENCES memories, user_id uuid REFERENCES users, confirmed_at timestamptz NOT NULL, note text,
    PRIMARY KEY (memory_id, user_id)
);
CREATE TABLE memory_history (
    id uuid PRIMARY KEY, memory_id uuid REFERENCES memories, body text NOT NULL, description text,
    edited_by uuid REFERENCES users, edited_at timestamptz NOT NULL
);
CREATE TABLE access_log (
    id bigserial PRIMARY KEY, memory_id uuid REFERENCES memories, read_by uuid REFERENCES users,
    accessed_at timestamptz NOT NULL
);
CREATE VIEW stale_memories AS
SELECT m.*, now() - greatest(m.last_verified_at, m.updated_at) AS age FROM memories m
WHERE m.status = 'active' AND greatest(m.last_verified_at, m.updated_at) < now() - interval '90 days';
"""


class RememberedFirm:
    """Writes into such a database what a test needs to be there; everything happened one minute after the other."""

    def __init__(self, connection: psycopg.Connection) -> None:
        """`connection` is to an empty database with the extension `vector`, in autocommit mode."""
        self._connection = connection
        self._minutes = 0
        self._users: dict[str, uuid.UUID] = {}
        connection.execute(_TABLES.encode())

    def user(self, name: str, provider_id: str | None = None) -> uuid.UUID:
        """The user of that display name, added when it is new; with a `provider_id`, always another one."""
        if provider_id is None and name in self._users:
            return self._users[name]
        user = uuid.uuid4()
        row = {"id": user, "provider": "github", "provider_id": provider_id or str(user), "display_name": name}
        self._put("users", row)
        self._users.setdefault(name, user)
        return user

    def memory(self, body: str, owner: str = "mira", **columns: object) -> uuid.UUID:
        """A memory of `owner`; `columns` say what is not as usual."""
        memory, at = uuid.uuid4(), self._now()
        usual = {
            "id": memory,
            "name": f"memory {self._minutes}",
            "type": "project",
            "description": f"what was learnt {self._minutes}",
            "body": body,
            "owner_id": self.user(owner),
            "created_at": at,
            "updated_at": at,
        }
        self._put("memories", usual | columns)
        return memory

    def tag(self, memory: uuid.UUID, name: str) -> None:
        """A tag of its own on a memory."""
        tag = uuid.uuid4()
        self._put("tags", {"id": tag, "name": name})
        self._put("memory_tags", {"memory_id": memory, "tag_id": tag})

    def said(self, memory: uuid.UUID, by: str, note: str | None = None) -> None:
        """A confirmation, or a refutation where the note begins as those did."""
        row = {"memory_id": memory, "user_id": self.user(by), "confirmed_at": self._now(), "note": note}
        self._put("confirmations", row)

    def edited(self, memory: uuid.UUID, by: str, body: str, description: str = "as it was") -> None:
        """An earlier wording."""
        row = {"id": uuid.uuid4(), "memory_id": memory, "body": body, "description": description}
        self._put("memory_history", {**row, "edited_by": self.user(by), "edited_at": self._now()})

    def read(self, memory: uuid.UUID, by: str) -> None:
        """Somebody read it."""
        self._put("access_log", {"memory_id": memory, "read_by": self.user(by), "accessed_at": self._now()})

    def contents(self) -> list[tuple[object, ...]]:
        """Every row of every table: what an import must leave as it is."""
        from psycopg import sql

        names = ("users", "memories", "tags", "memory_tags", "confirmations", "memory_history", "access_log")
        every = (sql.SQL("SELECT * FROM {} ORDER BY 1, 2").format(sql.Identifier(name)) for name in names)
        return [row for statement in every for row in self._connection.execute(statement)]

    def _now(self) -> datetime:
        self._minutes += 1
        return BEGAN + timedelta(minutes=self._minutes)

    def _put(self, table: str, row: Mapping[str, object]) -> None:
        from psycopg import sql

        statement = sql.SQL("INSERT INTO {} ({}) VALUES ({})").format(
            sql.Identifier(table),
            sql.SQL(", ").join(map(sql.Identifier, row)),
            sql.SQL(", ").join(map(sql.Placeholder, row)),
        )
        self._connection.execute(statement, row)
