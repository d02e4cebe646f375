"""Adapter: Postgres through psycopg 3 — connections, migrations, and the records."""
